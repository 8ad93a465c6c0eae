"""From what a client says of a screen and of an action to the screen and the action that the guard knows."""

from handrail.device.action import Action
from handrail.device.element import Bounds, Element, ElementIdentity, Path, identify
from handrail.device.hierarchy import read_hierarchy
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.server.sessions.documents import (
    ActionDocument,
    BoundsDocument,
    ElementDocument,
    IdentityDocument,
    ScreenDocument,
)

MOST_ELEMENTS = 10_000
DEEPEST_TREE = 100

NOTHING_SEEN = Screen("", "", (), 0, 0)
"""A screen of which nobody has said anything yet."""


def read_screen(said: ScreenDocument) -> Screen:
    """The screen that is meant. Raises `UnreadableInput` for more than the server looks at."""
    if said.hierarchy is not None:
        if said.windows:
            raise UnreadableInput("screen: `windows` and `hierarchy` say the same; send one of them")
        screen = read_hierarchy(said.hierarchy).screen(
            said.package, said.activity, said.width_pixels, said.height_pixels
        )
        _demand_few(len(screen.elements()))
        return screen
    count = _Count()
    windows = tuple(_element(window, count, 1) for window in said.windows)
    return Screen(said.package, said.activity, windows, said.width_pixels, said.height_pixels)


class _Count:
    elements = 0


def _element(said: ElementDocument, count: _Count, depth: int) -> Element:
    count.elements += 1
    _demand_few(count.elements)
    if depth > DEEPEST_TREE:
        raise UnreadableInput(f"screen: elements are nested too deeply; at most {DEEPEST_TREE} levels are read")
    return Element(
        said.class_name,
        said.text,
        said.description,
        said.resource_id,
        said.package,
        _bounds(said.bounds),
        said.checkable,
        said.checked,
        said.clickable,
        said.enabled,
        said.focusable,
        said.focused,
        said.scrollable,
        said.long_clickable,
        said.password,
        said.selected,
        tuple(_element(child, count, depth + 1) for child in said.children),
        said.hint,
    )


def _demand_few(elements: int) -> None:
    if elements > MOST_ELEMENTS:
        raise UnreadableInput(f"screen: it has more than {MOST_ELEMENTS:,} elements; send the windows in front alone")


def _bounds(said: BoundsDocument) -> Bounds:
    return Bounds(said.left, said.top, said.right, said.bottom)


def read_action(said: ActionDocument, screen: Screen) -> Action:
    """The action that is meant, with its element on this screen. Raises `UnreadableInput` where there is none."""
    return Action(
        said.type, said.target, said.text, said.direction, _identity(said.element, screen), said.point, said.to
    )


def _identity(said: list[int] | IdentityDocument | None, screen: Screen) -> ElementIdentity | None:
    match said:
        case None:
            return None
        case IdentityDocument():
            names = said.class_name, said.resource_id, said.text, said.description, said.package
            return ElementIdentity(tuple(said.path), *names, _bounds(said.bounds))
        case _:
            path: Path = tuple(said)
            element = screen.at(path)
            if element is None:
                raise UnreadableInput(
                    f"action.element: there is no element at {list(path)} on the screen that came with the action; "
                    "send that screen, and count windows and children from 0"
                )
            return identify(path, element)
