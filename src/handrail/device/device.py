"""A phone, as far as the rest of Handrail is concerned: what it does, and on which screen a decision rested.

A driver reads what a decision rested on again in the same breath as it acts, and refuses if it is otherwise.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeAlias, runtime_checkable

from handrail.device.action import Action
from handrail.device.element import ElementIdentity
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace

__all__ = [
    "OTHERWISE",
    "Device",
    "Executed",
    "Execution",
    "PackageVersion",
    "Precondition",
    "Refused",
    "RestingAction",
    "StaleScreen",
    "TellsVersions",
    "precondition_of",
]

OTHERWISE = "what the decision rested on has changed"
"""Why a driver touched nothing where a precondition does not hold."""


@dataclass(frozen=True, slots=True)
class Precondition:
    """The screen that a decision was taken on, and a digest of all that it rested on, to be taken again elsewhere.

    `read` is pure, and may raise on a screen that it cannot make sense of: then the precondition does not hold.
    """

    screen: Screen
    read: Callable[[Screen], str] = field(compare=False, repr=False)

    def holds(self, later: Screen) -> bool:
        """Whether the decision rests on the same on a later screen. Costs a comparison where nothing changed."""
        if later == self.screen:
            return True
        try:
            return self.read(later) == self.read(self.screen)
        except Exception:  # what cannot be read again is not the same
            return False


@dataclass(frozen=True, slots=True)
class RestingAction(Action):
    """An action that carries its precondition, for wrappers around a driver that do not pass `on` along."""

    on: Precondition | None = field(default=None, compare=False, repr=False)


def precondition_of(action: Action, on: Precondition | None) -> Precondition | None:
    """What a driver checks just before it touches: what it was given, or what the action carries."""
    return on or (action.on if isinstance(action, RestingAction) else None)


@dataclass(frozen=True, slots=True)
class Executed:
    """The action was carried out on the element that it names."""


@dataclass(frozen=True, slots=True)
class StaleScreen:
    """The element is gone or has moved, so nothing was done. `screen` is what there is now.

    `moved_to` is the one element that looks the same elsewhere: propose the action again with it, or look anew.
    """

    reason: str
    screen: Screen
    moved_to: ElementIdentity | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The device cannot carry the action out, and nothing was done: a clause that says why."""

    reason: str


Execution: TypeAlias = Executed | StaleScreen | Refused


class Device(Protocol):
    """A phone that shows a screen, takes actions and can say what its system did.

    Each method may raise `DeviceLost` when the phone is gone. Nothing is executed on an element that is not the one
    the action names.
    """

    @property
    def name(self) -> str:
        """How the device is called in journals and reports, as in `adb:emulator-5554`."""
        ...

    async def observe(self) -> Screen:
        """What the phone shows now."""
        ...

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        ...

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Carry out one action on exactly the element that it names.

        The screen is read again first, and nothing is touched where `on` does not hold on it: `StaleScreen`.
        """
        ...

    async def clock(self) -> datetime:
        """The phone's own time, in its own zone."""
        ...

    async def resolve_app(self, name: str) -> str | Refused:
        """The package that `open_app` means by a name, before anything is decided about it."""
        ...

    async def trace(self) -> SystemTrace:
        """What the system did since the last call; the first call says that nothing was observed before it."""
        ...

    async def close(self) -> None:
        """Let go of the phone."""
        ...


@dataclass(frozen=True, slots=True)
class PackageVersion:
    """The version of an installed app: the name that a person reads, and the number that grows. Empty: not told."""

    name: str = ""
    code: str = ""

    def __str__(self) -> str:
        return self.name or self.code


@runtime_checkable
class TellsVersions(Protocol):
    """A device that can say which version of an app it has. Not every one can, so it is no part of `Device`."""

    async def version(self, package: str) -> PackageVersion | None:
        """The version of a package; None where there is none of that name, or nobody can say."""
        ...
