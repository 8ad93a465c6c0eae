"""A line of LlamaTouch's `eventStructs.txt`: an action of a person, as its recorder writes it, and written anew.

There are two forms, the recorder's present one in English and an earlier one in Chinese. Points are of the recorder's
own picture, whose size stands in the line. Source: the recorder's StreamReceiver (a fork of ws-scrcpy),
evaluator/task_trace.py and its tests (github.com/LlamaTouch/Evaluator, 2024).
"""

import re
from collections.abc import Mapping

from handrail.device.action import Action, ActionType, Point
from handrail.error import UnreadableInput

_KEYS: Mapping[str, ActionType] = {
    "[Home]": "home", "[Back]": "back", "[App Switch]": "recents", "【Home键】": "home", "【Back键】": "back",
}  # fmt: skip
_TYPED = re.compile(r"(?:\[Input\] ?|【键盘输入】)(.*)", re.DOTALL)
_NUMBER = r"(\d{1,6})"
_PAIR = rf"\({_NUMBER}, {_NUMBER}\)"
_PAIR_BEFORE = rf"（x{_NUMBER}，y{_NUMBER}）"
_SIZE_BEFORE = rf"屏幕大小：（w{_NUMBER}，h{_NUMBER}）"
_FROM_TO = rf"Screen Resolution {_PAIR}, Start Position {_PAIR}, End Position {_PAIR}"
_TOUCHES: Mapping[re.Pattern[str], ActionType] = {
    re.compile(rf"\[Click\] Screen Resolution {_PAIR}, Click Position {_PAIR}"): "click",
    re.compile(rf"\[Long Click\] Screen Resolution {_PAIR}, Long Click Position {_PAIR}"): "long_click",
    re.compile(rf"\[Swipe\] {_FROM_TO}"): "swipe",
    re.compile(rf"\[Drag\] {_FROM_TO}"): "drag",
    re.compile(rf"【点击事件】{_SIZE_BEFORE}，触摸位置：{_PAIR_BEFORE}"): "click",
    re.compile(rf"【滑动事件】{_SIZE_BEFORE}，起始位置：{_PAIR_BEFORE}，结束位置：{_PAIR_BEFORE}"): "swipe",
}
_KNOWN = "[Home], [Back], [App Switch], [Input], [Click], [Long Click], [Swipe], [Drag]"


def read_event(line: str, width: int, height: int) -> Action:
    """The action of a line, on a screen of that many pixels. Raises `UnreadableInput`."""
    if line in _KEYS:
        return Action(_KEYS[line])
    typed = _TYPED.fullmatch(line)
    if typed is not None:
        return Action("input", text=typed[1])
    for form, kind in _TOUCHES.items():
        match = form.fullmatch(line)
        if match is not None:
            of_width, of_height, *sides = map(int, match.groups())
            points = [
                _scaled((x, y), (of_width, of_height), (width, height))
                for x, y in zip(sides[::2], sides[1::2], strict=True)
            ]
            return Action(kind, point=points[0], to=points[1] if len(points) > 1 else None)
    raise UnreadableInput(f"`{line[:80]}` is no action that its recorder writes; known are {_KNOWN}")


def _scaled(point: Point, of: tuple[int, int], to: tuple[int, int]) -> Point:
    if point[0] > of[0] or point[1] > of[1] or not all(of):
        raise UnreadableInput(f"the point {point} is beyond the {of[0]} x {of[1]} pixels that the line names")
    return round(point[0] * to[0] / of[0]), round(point[1] * to[1] / of[1])


def write_event(action: Action, place: Point | None, width: int, height: int) -> str | None:
    """The line of an action whose finger goes down at `place`; None where the recorder has none."""
    key = next((line for line, kind in _KEYS.items() if kind == action.type), None)
    if key is not None:
        return key
    if action.type == "input" and action.text is not None and not {"\n", "\r"} & set(action.text):
        return f"[Input] {action.text}"
    size = f"Screen Resolution ({width}, {height})"
    if place is None:
        return None
    match action.type:
        case "click":
            return f"[Click] {size}, Click Position {place}"
        case "long_click":
            return f"[Long Click] {size}, Long Click Position {place}"
        case "swipe" | "drag" if action.to is not None:
            return f"[{action.type.capitalize()}] {size}, Start Position {place}, End Position {action.to}"
    return None
