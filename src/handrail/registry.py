"""What can be named: devices, models, judges and the rest, ours and others', by entry point.

Each group of entry points is an `ExtensionPoint`. An entry names a function that takes what stands after the first
colon of what was written (`adb:SERIAL`, `openai:gpt-4o`), and what else its point gives it; docs/extending.md says what
for each. Handrail's own are registered in pyproject.toml in the same way. Nothing is loaded before it is named.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from handrail.error import HandrailError, MissingExtra, Misuse, install_line

__all__ = [
    "AGENTS",
    "APPROVERS",
    "APPS",
    "DETECTORS",
    "DEVICES",
    "JUDGES",
    "KINDS",
    "MODELS",
    "RULES",
    "BrokenEntry",
    "ExtensionPoint",
    "did_you_mean",
    "entry",
    "names",
    "opened",
]


class BrokenEntry(HandrailError):
    """A package promises something by an entry point and does not keep it; the message says which and why."""


@dataclass(frozen=True, slots=True)
class ExtensionPoint:
    """A group of entry points, what one of it is called, and how it is written."""

    group: str
    noun: str
    example: str


DEVICES = ExtensionPoint("handrail.devices", "device", "`adb:SERIAL` or `phone`")
MODELS = ExtensionPoint("handrail.models", "provider of models", "`openai:gpt-4o`")
JUDGES = ExtensionPoint("handrail.judges", "judge", "`offline`")
DETECTORS = ExtensionPoint("handrail.detectors", "detector", "`sentinel:offline`")
AGENTS = ExtensionPoint("handrail.agents", "agent", "`list:FILE` or `hand`")
APPROVERS = ExtensionPoint("handrail.approvers", "approver", "`terminal` or `queue`")
RULES = ExtensionPoint("handrail.rules", "set of rules", "`handrail`")
APPS = ExtensionPoint("handrail.apps", "app", "`clock`")
KINDS = (DEVICES, MODELS, JUDGES, DETECTORS, AGENTS, APPROVERS, RULES, APPS)
"""Every group that something of Handrail reads."""

Found = Sequence[EntryPoint] | None
"""The entry points to choose from; None for those that are installed."""


def opened(kind: ExtensionPoint, written: str, *given: object, found: Found = None, said: str = "") -> Any:
    """What `NAME` or `NAME:PLACE` means: what the entry of that name makes of the place and of what is `given`.

    Raises as `entry` does, and what the entry itself raises.
    """
    name, _, place = written.partition(":")
    return entry(kind, name, found, said or f"`{written}`: no {kind.noun} is called `{name}`")(place, *given)


def entry(kind: ExtensionPoint, name: str, found: Found = None, said: str = "") -> Any:
    """What the entry of a name leads to; installed ones are loaded once.

    Raises `Misuse` for an unknown name (`said` is then how the message begins) and for one that two packages claim,
    `MissingExtra` where packages that it needs are not installed, and `BrokenEntry` where it cannot be had otherwise.
    """
    points = [point for point in _points(kind, found) if point.name == name]
    if not points:
        raise Misuse(_unknown(kind, name, names(kind, found), said or f"no {kind.noun} is called `{name}`"))
    if len({point.value for point in points}) > 1:
        claims = " and ".join(f"{point.value} of {_package(point)}" for point in points)
        raise Misuse(f"the {kind.noun} `{name}` is claimed by {claims}; uninstall all but one of them")
    return _loaded_once(kind, points[0]) if found is None else _loaded(kind, points[0])


def names(kind: ExtensionPoint, found: Found = None) -> tuple[str, ...]:
    """The names of a kind, sorted."""
    return tuple(sorted({point.name for point in _points(kind, found)}))


def _points(kind: ExtensionPoint, found: Found) -> tuple[EntryPoint, ...]:
    return _installed(kind.group) if found is None else tuple(found)


@cache
def _installed(group: str) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=group))


def _unknown(kind: ExtensionPoint, name: str, known: tuple[str, ...], said: str) -> str:
    if not known:
        if kind is RULES:  # Handrail's own rules are no set of files
            return f"{said}; none is installed"
        again = f"install it again, in a checkout by `{install_line('-e', '.')}`"
        return f"{said}; none is installed, not even those of Handrail: {again}"
    meant = did_you_mean(name, known) or f", as in {kind.example}"
    return f"{said}; installed are {', '.join(known)}{meant}"


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """What a message about an unknown name ends with; empty where no known one is near."""
    near = get_close_matches(name, known, 1)
    return f"; did you mean `{near[0]}`?" if near else ""


def _loaded(kind: ExtensionPoint, point: EntryPoint) -> Any:
    promised = f"the {kind.noun} `{point.name}` ({point.value} of {_package(point)})"
    try:
        return point.load()
    except HandrailError:
        raise
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", point.module.partition(".")[0]):
            raise BrokenEntry(f"{promised} cannot be imported: {error}; is the package out of date?") from error
        extras = f"[{','.join(point.extras)}]" if point.extras else ""
        wanted = f"{_package(point)}{extras}" if extras else missing
        raise MissingExtra(f"{promised} needs `{missing}`, which is not installed: {install_line(wanted)}") from error
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BrokenEntry(f"{promised} cannot be imported: {why}; tell those who made the package") from error


_loaded_once: Callable[[ExtensionPoint, EntryPoint], Any] = cache(_loaded)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unnamed package"
