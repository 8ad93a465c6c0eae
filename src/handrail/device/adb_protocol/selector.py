"""uiautomator2's selectors: which elements of a screen one means.

A selector is an object of fields with a bit mask of those that count, and a chain of further selectors for children and
siblings. It may also be the name of an element that an earlier call returned, `element:0/2/1`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from handrail.device.adb_protocol.pattern import BadPattern, compile_pattern, readable
from handrail.device.element import Element, Path
from handrail.device.screen import Screen

Found: TypeAlias = tuple[Path, Element]

_MASKS: Mapping[str, int] = {
    name: 1 << place
    for place, name in enumerate(
        (
            "text", "textContains", "textMatches", "textStartsWith", "className", "classNameMatches", "description",
            "descriptionContains", "descriptionMatches", "descriptionStartsWith", "checkable", "checked", "clickable",
            "longClickable", "scrollable", "enabled", "focusable", "focused", "selected", "packageName",
            "packageNameMatches", "resourceId", "resourceIdMatches", "index", "instance",
        )
    )
}  # fmt: skip
_ATTRIBUTES = {
    "text": "text", "description": "description", "className": "class_name", "packageName": "package",
    "resourceId": "resource_id",
}  # fmt: skip
FLAGS = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable", "enabled": "enabled",
    "focusable": "focusable", "focused": "focused", "longClickable": "long_clickable", "scrollable": "scrollable",
    "selected": "selected",
}  # fmt: skip
"""What is true of an element or not, by uiautomator2's name and by ours."""

_NAMED = "element:"


class BadSelector(Exception):
    """A clause about what is wrong with a selector."""


@dataclass(frozen=True, slots=True)
class _Conditions:
    """The fields of one selector that count."""

    fields: Mapping[str, Any]

    @property
    def instance(self) -> int | None:
        """Which of the matching elements, if only one is meant."""
        value = self.fields.get("instance")
        return value if isinstance(value, int) else None

    def holds(self, path: Path, element: Element) -> bool:
        """Whether an element is what the fields say."""
        return all(name == "instance" or _holds(name, wanted, path, element) for name, wanted in self.fields.items())


def find_all(screen: Screen, selector: object) -> list[Found]:
    """The elements that a selector means, in document order; raises `BadSelector`."""
    if isinstance(selector, str) and selector.startswith(_NAMED):
        path = tuple(int(part) for part in selector.removeprefix(_NAMED).split("/") if part.isdecimal())
        element = screen.at(path)
        return [] if element is None else [(path, element)]
    if not isinstance(selector, Mapping):
        raise BadSelector("a selector is an object")
    conditions = _conditions(selector)
    found = [(path, element) for path, element in screen.walk() if conditions.holds(path, element)]
    found = _picked(found, conditions)
    kinds, further = selector.get("childOrSibling") or [], selector.get("childOrSiblingSelector") or []
    if not isinstance(kinds, list) or not isinstance(further, list):
        raise BadSelector("`childOrSibling` and `childOrSiblingSelector` are lists")
    for kind, fields in zip(kinds, further, strict=False):
        if not isinstance(fields, Mapping):
            raise BadSelector("a selector is an object")
        conditions = _conditions(fields)
        bases = [path if kind == "child" else path[:-1] for path, _ in found]
        found = _picked([place for place in _below(screen, bases) if conditions.holds(*place)], conditions)
    return found


def name_of(path: Path) -> str:
    """How a later call may name an element."""
    return _NAMED + "/".join(map(str, path))


def below(screen: Screen, path: Path) -> list[Found]:
    """Everything under a place."""
    return list(_below(screen, [path]))


def _below(screen: Screen, bases: Iterable[Path]) -> Iterable[Found]:
    """Everything under any of the places, each once, in document order."""
    known = {path for path in bases if path}
    for path, element in screen.walk():
        if any(path[:length] in known for length in range(1, len(path))):
            yield path, element


def _picked(found: list[Found], conditions: _Conditions) -> list[Found]:
    place = conditions.instance
    if place is None:
        return found
    return found[place : place + 1] if place >= 0 else []


def _conditions(selector: Mapping[str, Any]) -> _Conditions:
    mask = selector.get("mask")
    counts = mask if isinstance(mask, int) else -1
    return _Conditions(
        {
            name: selector[name]
            for name, bit in _MASKS.items()
            if name in selector and counts & bit and selector[name] is not None
        }
    )


def _holds(name: str, wanted: object, path: Path, element: Element) -> bool:
    if name == "index":
        return path[-1:] == (wanted,)
    if name in FLAGS:
        return getattr(element, FLAGS[name]) is bool(wanted)
    kind = next((suffix for suffix in ("Contains", "Matches", "StartsWith") if name.endswith(suffix)), "")
    value: str = getattr(element, _ATTRIBUTES[name.removesuffix(kind)])
    text = str(wanted)
    match kind:
        case "Contains":
            return text.lower() in value.lower()
        case "StartsWith":
            return value.lower().startswith(text.lower())
        case "Matches":
            try:
                return compile_pattern(text, across_lines=True).fullmatch(readable(value)) is not None
            except BadPattern as problem:
                raise BadSelector(f"`{text}` is not a regular expression: {problem}") from None
    return value == text
