"""The list of elements of mobile-mcp, read back from its answer, and found again on a screen.

mobilecli resolves a reference as `@e17` against another reading of the tree, when it taps. So it is resolved here, to
the pixels that the agent was told, and only while what stood there still does.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from handrail.device.action import Point
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.integrations.tools.tool_call import ListedElement

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(
    rf"(?P<ref>@\S+) (?P<kind>\S+)(?P<words>(?: \w+={_QUOTED})*)"
    r" at=(?P<x>-?\d+),(?P<y>-?\d+) size=(?P<width>\d+)x(?P<height>\d+)(?: [a-z]+)*"
)
_WORD = re.compile(rf" (\w+)=({_QUOTED})")
_JSON = "Found these elements on screen: "
_TOLD = ("text", "label", "name", "value")


def read_listed(answer: str) -> Mapping[str, ListedElement]:
    """The elements by their references. A reference that stands there twice is none: an app may have written one."""
    found = list(_from_json(answer) if answer.startswith(_JSON) else _from_lines(answer))
    often = Counter(ref for ref, _ in found)
    elements = [element for _, element in found]
    return {ref: _named(element, elements) for ref, element in found if often[ref] == 1}


def still_there(listed: ListedElement, screen: Screen) -> Point | None:
    """The middle of a listed element, where one like it is still around that point; None where none is."""
    point = listed.bounds.center
    here = any(_is_like(listed, element) and element.bounds.contains(*point) for element in screen.elements())
    return point if here else None


def _from_lines(answer: str) -> Iterable[tuple[str, ListedElement]]:
    for line in answer.split("\n"):
        if found := _LINE.fullmatch(line):
            said = {name: json.loads(text) for name, text in _WORD.findall(found["words"])}
            x, y = int(found["x"]), int(found["y"])
            bounds = Bounds(x, y, x + int(found["width"]), y + int(found["height"]))
            yield found["ref"], _element(found["kind"], said.get("id"), said, bounds)


def _from_json(answer: str) -> Iterable[tuple[str, ListedElement]]:
    try:
        told = json.loads(answer.removeprefix(_JSON))
    except ValueError:
        return
    for entry in told if isinstance(told, list) else ():
        try:
            place = entry["coordinates"]
            x, y = int(place["x"]), int(place["y"])
            bounds = Bounds(x, y, x + int(place["width"]), y + int(place["height"]))
            yield str(entry["ref"]), _element(str(entry["type"]), entry.get("identifier"), entry, bounds)
        except (KeyError, TypeError, ValueError, OverflowError):
            continue  # what has no place cannot be touched by reference


def _element(kind: str, identifier: object, said: Mapping[str, Any], bounds: Bounds) -> ListedElement:
    words = next((str(said[name]) for name in _TOLD if said.get(name)), "")
    return ListedElement(kind.rpartition(".")[2], str(identifier or ""), words, bounds)


def _named(element: ListedElement, elements: list[ListedElement]) -> ListedElement:
    """With the first words inside it, where it has none of its own."""
    inside = (other.words for other in elements if other.words and _is_within(other.bounds, element.bounds))
    return (
        element if element.words else ListedElement(element.kind, element.identifier, next(inside, ""), element.bounds)
    )


def _is_within(inner: Bounds, outer: Bounds) -> bool:
    corners = ((inner.left, inner.top), (inner.right - 1, inner.bottom - 1))
    return not inner.is_empty and all(outer.contains(*corner) for corner in corners)


def _is_like(listed: ListedElement, element: Element) -> bool:
    if element.class_name.rpartition(".")[2] != listed.kind or element.resource_id != listed.identifier:
        return False
    own = {element.text, element.description, element.hint} - {""}
    if own or not listed.words:
        return listed.words in (own or {""})
    return any(listed.words in (inner.text, inner.description, inner.hint) for _, inner in element.walk())
