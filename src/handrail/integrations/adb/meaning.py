"""What one request of an ADB client means for the phone: it reads, it acts, or nobody knows and so it does not run.

All of it is pure. What depends on the screen is an act that `resolved` turns into an action, on the screen that is
judged and once more on the screen that there is just before it runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from handrail.device.action import Action, ActionType, Direction
from handrail.device.adb_protocol.selector import BadSelector, find_all
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.integrations.tools.typed_text import standing_in_field


@dataclass(frozen=True, slots=True)
class Reads:
    """Nothing on the phone is otherwise after it, but the few files that `reading` names."""


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


Act: TypeAlias = Action | TypesMore | DeletesLast | StartsActivity | OnSelected


@dataclass(frozen=True, slots=True)
class Acts:
    """It does this one thing to the phone."""

    act: Act


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Several commands written as one, to be judged and run one after another."""

    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Denied:
    """It does not run: a clause that says why, and what to do."""

    reason: str


Meaning: TypeAlias = Reads | Acts | OneByOne | Denied


def resolved(act: Act, screen: Screen) -> Action | Denied:
    """The action that an act is on a screen."""
    match act:
        case Action():
            return act
        case TypesMore(text):
            return Action("input", text=standing_in_field(screen) + text)
        case DeletesLast(count):
            return Action("input", text=standing_in_field(screen)[:-count])
        case StartsActivity(package):
            return Action("open_app", target=package)
        case OnSelected():
            return _on_selected(act, screen)
        case _:
            assert_never(act)


def _on_selected(act: OnSelected, screen: Screen) -> Action | Denied:
    """A selector that means several elements means the first one to the phone, which nobody may have seen."""
    try:
        found = find_all(screen, act.selector)
    except BadSelector as why:
        return Denied(f"the selector cannot be read: {why}")
    if len(found) != 1:
        return Denied(f"the selector means {len(found)} elements of the screen; say which, or touch a point")
    path, element = found[0]
    if act.type in ("click", "long_click"):  # uiautomator2 touches its middle, whatever lies there
        return Action(act.type, point=element.bounds.center)
    return Action(act.type, text=act.text, direction=act.direction, element=identify(path, element))
