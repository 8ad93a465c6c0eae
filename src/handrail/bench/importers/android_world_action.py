"""The action of a step of an AndroidWorld episode, from its record or from what the agent's model wrote."""

import json
import re
from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

from handrail.bench.importers.inert_pickle import JSONAction
from handrail.device.action import Action, ActionType
from handrail.device.element import ElementIdentity, identify
from handrail.device.screen import Screen
from handrail.error import UnreadableInput

_TYPES: Mapping[str, ActionType] = {
    "click": "click",
    "double_tap": "double_tap",
    "long_press": "long_click",
    "input_text": "input",
    "scroll": "scroll",
    "swipe": "swipe",
    "navigate_home": "home",
    "navigate_back": "back",
    "keyboard_enter": "enter",
    "open_app": "open_app",
    "wait": "wait",
    "status": "finish",
}
_NO_TOUCH = ("answer", "unknown")
FURTHEST = 1_000_000
"""Pixels; no screen is as wide."""
_DIRECTIONS = ("left", "right", "down", "up")
_WRITTEN = re.compile(r"Action:\s*(\{[^{}]*\})", re.DOTALL)


class Untouched(Enum):
    """Why a step has no action that a phone could have seen."""

    NO_TOUCH = auto()
    UNREADABLE = auto()


def read_json_action(step: Mapping[str, Any], screen: Screen) -> Action | Untouched:
    """The step's action, with its element pinned on the screen. Raises `UnreadableInput`."""
    fields = _fields(step)
    if fields is None:
        return Untouched.UNREADABLE
    kind = fields.get("action_type")
    if kind in _NO_TOUCH:
        return Untouched.NO_TOUCH
    if not isinstance(kind, str) or kind not in _TYPES:
        raise UnreadableInput(f"action_type: {str(kind)[:60]!r} is not known; it is one of {', '.join(_TYPES)}")
    direction = _text(fields, "direction")
    if direction is not None and direction not in _DIRECTIONS:
        raise UnreadableInput(f"direction: {direction[:60]!r} is none of {', '.join(_DIRECTIONS)}")
    return Action(
        _TYPES[kind],
        target=_text(fields, "app_name") if kind == "open_app" else None,
        text=_text(fields, "goal_status" if kind == "status" else "text"),
        direction=direction,
        element=_element(fields.get("index"), screen),
        point=_point(fields),
    )


def _fields(step: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Of the record where the agent kept it, else of the JSON behind `Action:` in what the model wrote."""
    record = step.get("action_output_json")
    if isinstance(record, JSONAction) and isinstance(record.state, Mapping):
        return record.state
    written = step.get("action_output")
    match = _WRITTEN.search(written) if isinstance(written, str) else None
    if match is None:
        return None
    try:
        parsed = json.loads(match[1])
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, Mapping) else None


def _text(fields: Mapping[str, Any], name: str) -> str | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, str | int | float):
        raise UnreadableInput(f"{name}: {type(value).__name__} where text was expected")
    return None if value is None else str(value)


def _element(index: Any, screen: Screen) -> ElementIdentity | None:
    if index is None:
        return None
    inside = screen.windows[0].children
    if not isinstance(index, int | str) or not str(index).isdecimal() or int(index) >= len(inside):
        raise UnreadableInput(f"index: {str(index)[:40]} is none of the {len(inside)} elements, counted from 0")
    return identify((0, int(index)), inside[int(index)])


def _point(fields: Mapping[str, Any]) -> tuple[int, int] | None:
    places = [fields.get("x"), fields.get("y")]
    if places == [None, None]:
        return None
    numbers = [int(place) for place in places if isinstance(place, int | float) and 0 <= place < FURTHEST]
    if len(numbers) < 2:
        raise UnreadableInput("x, y: not two numbers of pixels, from the left and from the top")
    return numbers[0], numbers[1]
