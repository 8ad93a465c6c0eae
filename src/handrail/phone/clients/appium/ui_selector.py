"""`new UiSelector().text("Clock")`: Android's own selectors, written in Java, as Appium takes them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from handrail.phone.clients.appium.problem import WebDriverProblem

_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+)|(true|false)\b|(\w+)|([().,;]))')
_JAVA_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_FIELDS = {
    "text": "text", "textContains": "textContains", "textMatches": "textMatches", "textStartsWith": "textStartsWith",
    "className": "className", "classNameMatches": "classNameMatches", "description": "description",
    "descriptionContains": "descriptionContains", "descriptionMatches": "descriptionMatches",
    "descriptionStartsWith": "descriptionStartsWith", "checkable": "checkable", "checked": "checked",
    "clickable": "clickable", "longClickable": "longClickable", "scrollable": "scrollable", "enabled": "enabled",
    "focusable": "focusable", "focused": "focused", "selected": "selected", "packageName": "packageName",
    "packageNameMatches": "packageNameMatches", "resourceId": "resourceId", "resourceIdMatches": "resourceIdMatches",
    "index": "index", "instance": "instance",
}  # fmt: skip
_SCROLLS = frozenset({"scrollIntoView", "scrollTextIntoView", "scrollDescriptionIntoView", "getChildByText",
                      "getChildByDescription", "getChildByInstance"})  # fmt: skip
_SETTINGS = frozenset({"setAsHorizontalList", "setAsVerticalList", "setMaxSearchSwipes", "setSwipeDeadZonePercentage"})
_MOVES = frozenset(
    {"scrollForward", "scrollBackward", "scrollToEnd", "scrollToBeginning", "flingForward", "flingBackward",
     "flingToEnd", "flingToBeginning"}
)  # fmt: skip

Selector: TypeAlias = dict[str, Any]
"""As uiautomator2 sends one: fields, and a chain of selectors for children and siblings."""


@dataclass(frozen=True, slots=True)
class Scrollable:
    """`new UiScrollable(LIST)` with what it is told: to show `target`, or to move as `moves` says."""

    scrolled: Selector
    target: Selector | None = None
    moves: tuple[str, ...] = ()
    vertical: bool = True


def parse_selector(source: str) -> Selector | Scrollable:
    """What is written; raises `WebDriverProblem`."""
    reader = _Reader(source)
    found = reader.expression()
    reader.end()
    return found


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._tokens: list[tuple[str, Any]] = []
        position = 0
        text = source.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._wrong(f"`{text[position : position + 20]}`")
            position = match.end()
            self._tokens.append(_token(match))
        self._next = 0

    def expression(self) -> Selector | Scrollable:
        self._take("word", "new")
        kind = self._word()
        if kind == "UiSelector":
            self._take("mark", "(")
            self._take("mark", ")")
            return self._selector()
        if kind == "UiScrollable":
            self._take("mark", "(")
            scrolled = self._inner_selector()
            self._take("mark", ")")
            return self._scrollable(Scrollable(scrolled))
        raise self._wrong(f"`{kind}`")

    def end(self) -> None:
        while self._peek() == ("mark", ";"):
            self._next += 1
        if self._next < len(self._tokens):
            raise self._wrong(f"`{self._tokens[self._next][1]}`")

    def _inner_selector(self) -> Selector:
        found = self.expression()
        if isinstance(found, Scrollable):
            raise self._wrong("a UiScrollable where a UiSelector belongs")
        return found

    def _selector(self) -> Selector:
        fields: Selector = {}
        kinds: list[str] = []
        further: list[Selector] = []
        while self._peek() == ("mark", "."):
            name, arguments = self._call()
            if name in ("childSelector", "fromParent") and len(arguments) == 1 and isinstance(arguments[0], Mapping):
                inner = dict(arguments[0])
                kinds += ["child" if name == "childSelector" else "sibling", *inner.pop("childOrSibling", [])]
                further += [inner, *inner.pop("childOrSiblingSelector", [])]
            elif name in _FIELDS and len(arguments) == 1 and not isinstance(arguments[0], Mapping):
                fields[_FIELDS[name]] = arguments[0]
            elif name in _FIELDS and not arguments:
                fields[_FIELDS[name]] = True
            else:
                raise self._wrong(f"`{name}`")
        return {**fields, "childOrSibling": kinds, "childOrSiblingSelector": further} if kinds else fields

    def _scrollable(self, found: Scrollable) -> Scrollable:
        while self._peek() == ("mark", "."):
            name, arguments = self._call()
            if name in _SETTINGS:
                found = replace(found, vertical=found.vertical and name != "setAsHorizontalList")
            elif name in _MOVES:
                found = replace(found, moves=(*found.moves, name))
            elif name in _SCROLLS and arguments:
                found = replace(found, target=_target(name, arguments))
            else:
                raise self._wrong(f"`{name}`")
        return found

    def _call(self) -> tuple[str, list[Any]]:
        self._take("mark", ".")
        name = self._word()
        self._take("mark", "(")
        arguments: list[Any] = []
        while self._peek() != ("mark", ")"):
            arguments.append(self._argument())
            if self._peek() == ("mark", ","):
                self._next += 1
        self._take("mark", ")")
        return name, arguments

    def _argument(self) -> Any:
        kind, value = self._peek()
        if kind == "word":
            return self._inner_selector()
        if kind != "value":
            raise self._wrong(f"`{value}`")
        self._next += 1
        return value

    def _word(self) -> str:
        kind, value = self._peek()
        if kind != "word":
            raise self._wrong(f"`{value}`")
        self._next += 1
        return str(value)

    def _peek(self) -> tuple[str, Any]:
        return self._tokens[self._next] if self._next < len(self._tokens) else ("end", "the end")

    def _take(self, kind: str, value: str) -> None:
        if self._peek() != (kind, value):
            raise self._wrong(f"`{self._peek()[1]}` where `{value}` belongs")
        self._next += 1

    def _wrong(self, found: str) -> WebDriverProblem:
        return WebDriverProblem("invalid selector", f"Could not parse expression `{self._source[:500]}`: {found}")


def _token(match: re.Match[str]) -> tuple[str, Any]:
    text, number, flag, word, mark = match.groups()
    if text is not None:
        return "value", _JAVA_ESCAPE.sub(r"\1", text)
    if number is not None:
        return "value", int(number)
    if flag is not None:
        return "value", flag == "true"
    return ("word", word) if word is not None else ("mark", mark)


def _target(name: str, arguments: list[Any]) -> Selector:
    """What is to be shown."""
    first = arguments[0]
    if name == "scrollTextIntoView":
        return {"text": first}
    if name == "scrollDescriptionIntoView":
        return {"description": first}
    kind: Selector = dict(first) if isinstance(first, Mapping) else {}
    if name == "getChildByText" and len(arguments) > 1:
        return {**kind, "text": arguments[1]}
    if name == "getChildByDescription" and len(arguments) > 1:
        return {**kind, "description": arguments[1]}
    if name == "getChildByInstance" and len(arguments) > 1:
        return {**kind, "instance": arguments[1]}
    return kind
