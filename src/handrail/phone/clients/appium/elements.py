"""Finding elements, and finding them again: a client keeps a name for each that it was given."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from handrail.device.adb_protocol.selector import BadSelector, Found, find_all, name_of
from handrail.device.element import Element, ElementIdentity, Path, identify
from handrail.device.screen import Screen
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.uiautomator import objects
from handrail.phone.clients.appium.page_source import page_source
from handrail.phone.clients.appium.problem import WebDriverProblem, no_such_element
from handrail.phone.clients.appium.ui_selector import Scrollable, parse_selector

ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf"
"""How the W3C standard says that a value is an element."""


class Elements:
    """The elements of one session, by the names that it gave them."""

    def __init__(self, handset: Handset) -> None:
        self._handset = handset
        self._known: dict[str, ElementIdentity] = {}
        self._names: dict[ElementIdentity, str] = {}
        self._alone: set[str] = set()

    def name(self, found: Found) -> dict[str, str]:
        """The name of an element, as a client takes it."""
        identity = identify(*found)
        if identity not in self._names:
            name = f"00000000-0000-0000-0000-{len(self._known) + 1:012x}"
            self._known[name], self._names[identity] = identity, name
            if _is_alone(identity, self._handset.phone.screen()):
                self._alone.add(name)
        return {ELEMENT_KEY: self._names[identity]}

    def get(self, name: str) -> Found:
        """The element that a name was given to, where it is now; raises `WebDriverProblem` if it is gone."""
        identity = self._known.get(name)
        if identity is None:
            raise WebDriverProblem("no such element", f"No element is known by the name {name[:100]}")
        screen = self._handset.phone.screen()
        found = screen.at(identity.path)
        may_differ = name in self._alone and _is_alone(identity, screen)
        if found is not None and _is_still(identity, found, may_differ=may_differ):
            return identity.path, found
        again = [place for place in screen.walk() if _looks_like(identity, place[1])]
        if len(again) != 1:
            raise WebDriverProblem("stale element reference", f"The element {name} does not exist in DOM anymore")
        return again[0]

    def find(self, strategy: str, selector: str, below: str = "") -> list[Found]:
        """What a selector means, in the active window or under an element; raises `WebDriverProblem`."""
        base = self.get(below)[0] if below else None
        if strategy == "-android uiautomator":
            return self._by_android(selector, base)
        phone = self._handset.phone
        screen, window = phone.screen(), phone.active_window
        if strategy == "xpath":
            return _at(screen, page_source(screen, window).find(selector, base))
        found = [place for place in screen.walk() if place[0][0] == window and _is(strategy, selector, place[1])]
        return [place for place in found if base is None or (place[0][: len(base)] == base and place[0] != base)]

    def _by_android(self, source: str, base: Path | None) -> list[Found]:
        wanted = parse_selector(source)
        if isinstance(wanted, Scrollable):
            return self._by_scrolling(wanted)
        return [
            place
            for place in self._all(wanted)
            if place[0][0] == self._handset.phone.active_window
            and (base is None or (place[0][: len(base)] == base and place[0] != base))
        ]

    def _by_scrolling(self, wanted: Scrollable) -> list[Found]:
        lists = self._all(wanted.scrolled)
        if not lists:
            raise no_such_element(str(wanted.scrolled))
        name = name_of(lists[0][0])
        for move in wanted.moves:
            _MOVES[move](self._handset, [name, wanted.vertical])
        if wanted.target is None:
            return lists[:1]
        objects.scroll_to(self._handset, [name, wanted.target, wanted.vertical])
        return self._all(wanted.target)

    def _all(self, selector: dict[str, Any]) -> list[Found]:
        try:
            return find_all(self._handset.phone.screen(), selector)
        except BadSelector as problem:
            raise WebDriverProblem("invalid selector", str(problem)) from None


_MOVES: Mapping[str, Callable[[Handset, list[Any]], bool]] = {
    "scrollForward": partial(objects.scroll, onwards=True),
    "scrollBackward": partial(objects.scroll, onwards=False),
    "scrollToEnd": partial(objects.scroll_until_still, onwards=True),
    "scrollToBeginning": partial(objects.scroll_until_still, onwards=False),
    "flingForward": partial(objects.scroll, onwards=True),
    "flingBackward": partial(objects.scroll, onwards=False),
    "flingToEnd": partial(objects.scroll_until_still, onwards=True),
    "flingToBeginning": partial(objects.scroll_until_still, onwards=False),
}


def _at(screen: Screen, places: list[Path]) -> list[Found]:
    return [(path, element) for path in places if (element := screen.at(path)) is not None]


def _is(strategy: str, selector: str, element: Element) -> bool:
    match strategy:
        case "id":
            return selector in (element.resource_id, element.resource_id.partition(":id/")[2]) and selector != ""
        case "accessibility id":
            return element.description == selector
        case "class name":
            return element.class_name == selector
        case "name" | "text":
            return element.text == selector
    raise WebDriverProblem("invalid selector", f"Locator strategy `{strategy}` is not supported")


def _is_alone(identity: ElementIdentity, screen: Screen) -> bool:
    """Whether nothing else on the screen has its resource id."""
    return identity.resource_id != "" and (
        sum(element.resource_id == identity.resource_id for _, element in screen.walk()) == 1
    )


def _is_still(identity: ElementIdentity, element: Element, *, may_differ: bool) -> bool:
    """Whether the element in its place is the same, with another text only where its resource id says enough."""
    return _looks_like(identity, element) or (may_differ and element.resource_id == identity.resource_id)


def _looks_like(identity: ElementIdentity, element: Element) -> bool:
    return (identity.class_name, identity.resource_id, identity.package, identity.description, identity.text) == (
        element.class_name, element.resource_id, element.package, element.description, element.text,
    )  # fmt: skip
