"""What a request of a client means for the phone: it reads, it acts, or nobody knows and so it does not run.

All of it is pure. What depends on the screen is an act that `resolved` turns into an action, on the screen that is
judged and once more on the screen that there is just before it runs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from handrail.device.action import Action, ActionType, Direction, Point
from handrail.device.adb_protocol.selector import BadSelector, find_all
from handrail.device.element import identify
from handrail.device.reception import scrollable
from handrail.device.screen import Screen
from handrail.device.touch import element_at, innermost_at, swept
from handrail.integrations.tools.typed_text import standing_in_field


@dataclass(frozen=True, slots=True)
class Reads:
    """Nothing on the phone is otherwise after it, but the few files that `adb.reading` names."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Nobody knows what it would do, so it does not run: a clause that says why, and what to do."""

    reason: str

    def told(self) -> str:
        """As a client is told it."""
        return f"Blocked. {self.reason[:1].upper()}{self.reason[1:]}."


@dataclass(frozen=True, slots=True)
class Moves:
    """A finger's way, fast enough to be no press: over what scrolls, up or down, it looks through it."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class TypesMore:
    """Adds a text to what stands in the field with the focus."""

    text: str


@dataclass(frozen=True, slots=True)
class DeletesLast:
    """Takes so many characters from the end of what stands in the field with the focus."""

    count: int


@dataclass(frozen=True, slots=True)
class StartsActivity:
    """Opens an app, if the component is what the app's icon starts; else nobody knows what it opens."""

    package: str
    component: str


@dataclass(frozen=True, slots=True, eq=False)
class OnSelected:
    """Does something to the one element that a selector of uiautomator2 means."""

    type: ActionType
    selector: Mapping[str, Any]
    text: str | None = None
    direction: Direction | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OnFound:
    """Does something to what the client's own server has to be asked for: it is asked again just before."""

    find: "Callable[[Screen], Action | NotUnderstood]"


Act: TypeAlias = Action | Moves | TypesMore | DeletesLast | StartsActivity | OnSelected | OnFound


@dataclass(frozen=True, slots=True)
class Acts:
    """It does this one thing to the phone."""

    act: Act


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Several commands written as one, to be judged and run one after another."""

    commands: tuple[tuple[str, ...], ...]


Meaning: TypeAlias = Reads | Acts | NotUnderstood


def is_settled(act: Act) -> bool:
    """Whether it is the same action on every screen."""
    return isinstance(act, Action | StartsActivity)


def resolved(act: Act, screen: Screen) -> Action | NotUnderstood:
    """The action that an act is on a screen."""
    match act:
        case Action():
            return act
        case Moves(start, end):
            return _scroll(start, end, screen) or Action("swipe", point=start, to=end)
        case TypesMore(text):
            return Action("input", text=standing_in_field(screen) + text)
        case DeletesLast(count):
            return Action("input", text=standing_in_field(screen)[:-count])
        case StartsActivity(package):
            return Action("open_app", target=package)
        case OnSelected():
            return _on_selected(act, screen)
        case OnFound(find):
            return find(screen)
        case _:
            assert_never(act)


def _scroll(start: Point, end: Point, screen: Screen) -> Action | None:
    """A way up or down over what scrolls, as the driver's own scrolling goes."""
    across, down = end[0] - start[0], end[1] - start[1]
    place = innermost_at(screen.windows, start)
    around = scrollable(screen, place) if place is not None else None
    if around is None or 2 * abs(across) > abs(down) or swept((start, end), screen):
        return None
    element = identify(around, element_at(screen.windows, around))
    return Action("scroll", direction="down" if down < 0 else "up", element=element)


def _on_selected(act: OnSelected, screen: Screen) -> Action | NotUnderstood:
    """A selector that means several elements means the first one to the phone, which nobody may have seen."""
    try:
        found = find_all(screen, act.selector)
    except BadSelector as why:
        return NotUnderstood(f"the selector cannot be read: {why}")
    if len(found) != 1:
        return NotUnderstood(f"the selector means {len(found)} elements of the screen; say which, or touch a point")
    path, element = found[0]
    if act.type in ("click", "long_click"):  # uiautomator2 touches its middle, whatever lies there
        return Action(act.type, point=element.bounds.center)
    return Action(act.type, text=act.text, direction=act.direction, element=identify(path, element))
