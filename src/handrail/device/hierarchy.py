"""Screens as the XML that `uiautomator dump` prints, and back.

The reader takes what a phone sends, so it trusts nothing: no document type (entities that grow without end), a bounded
size and depth, and an error with line and column for all else. It also takes the form of Appium's page source, where
the class name is the tag.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from xml.parsers import expat

from handrail.device.element import NO_BOUNDS, Bounds, Element
from handrail.device.screen import Screen
from handrail.error import UnreadableInput

LARGEST_DOCUMENT = 32 * 1024 * 1024
DEEPEST_TREE = 200

_DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_BOUNDS = re.compile(r"\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]")
_SPECIAL = re.compile('[&<>"\t\n\r]|[^\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
_ESCAPES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
}  # fmt: skip
_HALF = re.compile("[\ud800-\udfff]")
_REFERENCE = re.compile(
    r"&#(5[5-7][0-9]{3}|[xX]0*[dD][89a-fA-F][0-9a-fA-F]{2});(?:&#(5[5-7][0-9]{3}|[xX]0*[dD][89a-fA-F][0-9a-fA-F]{2});)?"
)
"""References to characters about where the halves of characters are; half of one stands in no document."""
_NOTHING = "\ufffd"
_CONTAINERS = frozenset({"hierarchy", "displays", "display", "windows", "window"})


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """What a dump says: the windows in document order, and how often the display is turned by 90 degrees."""

    windows: tuple[Element, ...]
    rotation: int = 0

    def screen(self, package: str, activity: str, width_pixels: int, height_pixels: int) -> Screen:
        """The screen, given what a dump does not say."""
        return Screen(package, activity, self.windows, width_pixels, height_pixels)


def write_hierarchy(screen: Screen, rotation: int = 0, *, deepest: int = DEEPEST_TREE) -> str:
    """The document that `uiautomator dump` writes for a screen; characters that XML lacks become a full stop.

    Elements below the level `deepest` are left out, as uiautomator2's `max_depth` asks for.
    """
    parts = [_DECLARATION, f'<hierarchy rotation="{rotation}">']
    for index, window in enumerate(screen.windows):
        _write(window, index, deepest, parts)
    parts.append("</hierarchy>")
    return "".join(parts)


def _write(element: Element, index: int, levels: int, parts: list[str]) -> None:
    parts.append(
        f'<node index="{index}" text="{_escaped(element.text)}" resource-id="{_escaped(element.resource_id)}"'
        f' class="{_escaped(element.class_name)}" package="{_escaped(element.package)}"'
        f' content-desc="{_escaped(element.description)}"{_flags(element)} bounds="{_bounds(element.bounds)}"'
        + (f' hint="{_escaped(element.hint)}"' if element.hint else "")
    )
    if not element.children or levels <= 1:
        parts.append(" />")
        return
    parts.append(">")
    for number, child in enumerate(element.children):
        _write(child, number, levels - 1, parts)
    parts.append("</node>")


def _flags(element: Element) -> str:
    word = ("false", "true")
    return (
        f' checkable="{word[element.checkable]}" checked="{word[element.checked]}"'
        f' clickable="{word[element.clickable]}" enabled="{word[element.enabled]}"'
        f' focusable="{word[element.focusable]}" focused="{word[element.focused]}"'
        f' scrollable="{word[element.scrollable]}" long-clickable="{word[element.long_clickable]}"'
        f' password="{word[element.password]}" selected="{word[element.selected]}"'
    )


def _bounds(bounds: Bounds) -> str:
    return f"[{bounds.left},{bounds.top}][{bounds.right},{bounds.bottom}]"


def _escaped(text: str) -> str:
    return text if text.isalnum() else _SPECIAL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0], ".")


ElementOf: TypeAlias = Callable[[str, dict[str, str], tuple[Element, ...]], Element]
"""The element of a tag with its attributes and what is in it; raises `ValueError` for bounds that are none."""


class KeptElements:
    """Makes an element that was met before no second time, for whoever reads screens that have much in common.

    What is in an element is told by its identity, which the element itself holds on to.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._elements: dict[tuple[str | int, ...], Element] = {}

    def __call__(self, tag: str, attributes: dict[str, str], children: tuple[Element, ...]) -> Element:
        """The element; all are forgotten when there are `size` of them."""
        key: tuple[str | int, ...] = (tag, *attributes, *attributes.values(), *map(id, children))
        element = self._elements.get(key)
        if element is None:
            if len(self._elements) >= self._size:
                self._elements.clear()
            element = self._elements[key] = _element(tag, attributes, children)
        return element


def read_hierarchy(document: str | bytes, kept: KeptElements | None = None) -> Hierarchy:
    """The windows of a dump; raises `UnreadableInput` with the place of the trouble."""
    if len(document) > LARGEST_DOCUMENT:
        raise UnreadableInput(f"hierarchy: {len(document):,} bytes; at most {LARGEST_DOCUMENT:,} are read")
    text = document if isinstance(document, str) else document.decode("utf-8", "replace")
    if not text.isascii():
        text = _HALF.sub(_NOTHING, text)
    if "&#" in text:
        text = _REFERENCE.sub(_whole, text)
    return _Reader(_element if kept is None else kept).read(text.encode().strip())


def _whole(match: re.Match[str]) -> str:
    """The character that two references to its halves stand for, as older phones write it; half of one is none."""
    high, low = (int(number[1:], 16) if number[:1] in "xX" else int(number) for number in (match[1], match[2] or "0"))
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return chr(0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00)
    second = f"&#{match[2]};" if match[2] else ""
    return (_NOTHING if _is_half(high) else f"&#{match[1]};") + (_NOTHING if second and _is_half(low) else second)


def _is_half(number: int) -> bool:
    return 0xD800 <= number < 0xE000


class _Reader:
    """One pass of the XML parser; an element is built when its end tag comes, so all of them stay frozen."""

    def __init__(self, element_of: ElementOf) -> None:
        self._element_of = element_of
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._open: list[dict[str, str]] = []
        self._children: list[list[Element]] = [[]]
        self._rotation = 0
        self._has_root = False

    def read(self, content: bytes) -> Hierarchy:
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            raise UnreadableInput(f"{_place(error.lineno, error.offset)}: {expat.ErrorString(error.code)}") from error
        if not self._has_root:
            raise self._trouble("no `hierarchy` element", "this is what `uiautomator dump` prints")
        return Hierarchy(tuple(self._children[0]), self._rotation)

    def _doctype(self, *_: object) -> None:
        raise self._trouble("a document type", "a dump has none, and none is read")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) > DEEPEST_TREE:
            raise self._trouble(f"more than {DEEPEST_TREE} levels", "no screen is that deep")
        if not self._open:
            if tag != "hierarchy":
                raise self._trouble(f"`{tag}` at the top", "a dump starts with `hierarchy`")
            self._has_root = True
            self._rotation = self._number(attributes.get("rotation", "0"))
        self._open.append(attributes)
        if tag not in _CONTAINERS:
            self._children.append([])

    def _end(self, tag: str) -> None:
        attributes = self._open.pop()
        if tag not in _CONTAINERS:
            children = tuple(self._children.pop())
            try:
                element = self._element_of(tag, attributes, children)
            except ValueError as error:
                raise self._trouble(str(error), "they are written [left,top][right,bottom]") from None
            self._children[-1].append(element)

    def _number(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise self._trouble(f"rotation `{text[:40]}`", "it is a number from 0 to 3")
        return int(text)

    def _trouble(self, found: str, right: str) -> UnreadableInput:
        place = _place(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber)
        return UnreadableInput(f"{place}: {found}; {right}")


def _element(tag: str, attributes: dict[str, str], children: tuple[Element, ...]) -> Element:
    get = attributes.get
    return Element(
        class_name=get("class") or ("" if tag == "node" else tag),
        text=get("text", ""),
        description=get("content-desc", ""),
        resource_id=get("resource-id", ""),
        package=get("package", ""),
        bounds=_read_bounds(get("bounds")),
        checkable=get("checkable") == "true",
        checked=get("checked") == "true",
        clickable=get("clickable") == "true",
        enabled=get("enabled", "true") == "true",
        focusable=get("focusable") == "true",
        focused=get("focused") == "true",
        scrollable=get("scrollable") == "true",
        long_clickable=get("long-clickable") == "true",
        password=get("password") == "true",
        selected=get("selected") == "true",
        children=children,
        hint=get("hint", ""),
    )


def _read_bounds(text: str | None) -> Bounds:
    if text is None:
        return NO_BOUNDS
    match = _BOUNDS.fullmatch(text)
    if match is None:
        raise ValueError(f"bounds `{text[:40]}`")
    left, top, right, bottom = map(int, match.groups())
    return Bounds(left, top, right, bottom)


def _place(line: int, column: int) -> str:
    return f"hierarchy:{line}:{column + 1}"
