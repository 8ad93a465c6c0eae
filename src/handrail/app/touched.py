"""Which element takes an action: a touch goes to the nearest element around that can be clicked, as on Android.

An agent names what it sees, often the words inside a button. Whoever took that element at its word would miss what the
touch does. A driver touches a point where nothing else lies over or inside the element that takes it
(`handrail.device.touch_point`), so the tree alone decides. A long press on an element that knows only clicks is a click
when the finger goes up again, and one that is switched off takes the touch and does nothing.
"""

from typing import Literal, TypeAlias

from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex

Kind: TypeAlias = Literal["click", "long_click", "input", "scroll", "back", "home", "enter", "open_app"]
KINDS: tuple[Kind, ...] = ("click", "long_click", "input", "scroll", "back", "home", "enter", "open_app")
TOUCHES = frozenset({"click", "long_click"})


def touched(index: ScreenIndex, number: int, kind: str) -> tuple[int, str] | None:
    """The element that takes a touch on another one, and the kind of event it becomes; None if it is switched off.

    Where nothing around can be clicked, the element itself is taken at its word: some toolkits say so of nothing.
    """
    taker = number
    while taker != ROOT and not takes_touches(index.nodes[taker]):
        taker = index.parents[taker]
    if taker == ROOT:
        return number, kind
    element = index.nodes[taker]
    if not element.enabled:
        return None
    return taker, kind if kind != "long_click" or element.long_clickable else "click"


def takes_touches(element: ElementLike) -> bool:
    """Whether a touch ends here."""
    return element.clickable or element.long_clickable


def focused(index: ScreenIndex) -> int | None:
    """The element that the enter key belongs to: the one with the focus, in the topmost window that has one."""
    for window in reversed(index.children(ROOT)):
        found = [n for n in range(window, index.ends[window]) if index.nodes[n].focused]
        if found:
            return found[-1]
    return None
