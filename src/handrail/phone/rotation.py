"""How the screen is turned: by the settings, as `settings put system user_rotation 1` says it; never by a hand.

With `accelerometer_rotation` the phone follows the hand that holds it, which here holds it upright. The launcher stays
upright, as on a phone. What does not fit a turned screen can be scrolled.
"""

from operator import is_
from typing import Literal, TypeAlias

from handrail.phone import tasks
from handrail.phone.system import LAUNCHER, System
from handrail.phone.ui.layout import height_of
from handrail.phone.ui.view import FILL, WRAP, Arrange, View

Rotation: TypeAlias = Literal[0, 1, 2, 3]
"""Quarters of a turn to the left."""

WIDTH_PIXELS, HEIGHT_PIXELS = 1080, 2400
SCROLL_VIEW = "android.widget.ScrollView"
_TURNS: dict[str, Rotation] = {"1": 1, "2": 2, "3": 3}


def rotation(system: System) -> Rotation:
    """How the screen is turned now."""
    if system.settings.get("system", "accelerometer_rotation") == "1":
        return 0
    if tasks.front(system.stack).pages[-1].package == LAUNCHER:
        return 0
    return _TURNS.get(system.settings.get("system", "user_rotation") or "", 0)


def size(system: System) -> tuple[int, int]:
    """Width and height of the screen as it is turned, in pixels."""
    return (HEIGHT_PIXELS, WIDTH_PIXELS) if rotation(system) % 2 else (WIDTH_PIXELS, HEIGHT_PIXELS)


def fitted(view: View, width: int, highest: int, *, turned: bool) -> View:
    """A page or dialog for a screen of which it may be too high: its content can then be scrolled."""
    if view.id == "parentPanel":
        if height_of(view, width) <= highest:
            return view
        fixed = ("android:id/alertTitle", "buttonPanel")
        title, panel = ([child for child in view.children if child.id == id] for id in fixed)
        body = [child for child in view.children if child.id not in fixed]
        return view._replace(height=highest, children=(*title, _scrolling(body), *panel))
    if view.id == "content":
        return _with(view, [_unrolled(child, width, highest, turned=turned) for child in view.children])
    bars = [child.height for child in view.children if child.height > 0 and view.arrange is Arrange.COLUMN]
    rest = highest - 2 * view.pad_y - sum(bars)
    return _with(view, [fitted(child, width, rest, turned=turned) for child in view.children])


def _with(view: View, children: list[View]) -> View:
    """The view itself where all of them are those that it has."""
    return view if all(map(is_, children, view.children)) else view._replace(children=tuple(children))


def _unrolled(view: View, width: int, highest: int, *, turned: bool) -> View:
    """A column in which a list has what is left of the screen can be scrolled as a whole where that is little; else
    what stands above and below the list stays where it is. A column without a list can always be scrolled on a turned
    screen, as on one that it is too high for.
    """
    if view.arrange is not Arrange.COLUMN:
        return view
    fixed = [height_of(child, width) for child in view.children if child.arrange not in (Arrange.LIST, Arrange.GRID)]
    most = highest if not turned else highest // 3 if len(fixed) < len(view.children) else -1
    return view if sum(fixed) <= most else _scrolling(view.children)


def _scrolling(views: "tuple[View, ...] | list[View]") -> View:
    """All of them in what can be scrolled; a list among them is as long as it is."""
    whole = [
        view._replace(arrange=Arrange.COLUMN, height=WRAP) if view.arrange is Arrange.LIST else view for view in views
    ]
    return View(SCROLL_VIEW, id="turned", arrange=Arrange.LIST, height=FILL, children=tuple(whole))
