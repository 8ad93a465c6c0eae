"""Actions as MobileRisk writes them: names with parameters, or a call as text like `tap(3)`.

An element is a number there: the `numeric_tag` of the objects file, which counts the elements of the tree in document
order. Here it becomes the identity of that element. Source: MobileRisk (OS-Sentinel, ACL '26), table 3 and recorder.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from handrail.device.action import Action, ActionType, Point
from handrail.device.document import Node
from handrail.device.element import ElementIdentity, Path, identify
from handrail.device.screen import Screen

_NAMES: dict[ActionType, str] = {
    "click": "click",
    "long_click": "long_press",
    "input": "type",
    "scroll": "scroll",
    "home": "navigate_home",
    "back": "navigate_back",
    "open_app": "open_app",
    "wait": "wait",
    "finish": "terminate",
    "enter": "keyboard_enter",
    "double_tap": "double_tap",
    "swipe": "swipe_finger",
    "drag": "drag",
    "pinch": "pinch",
    "recents": "navigate_recents",
    "notifications": "open_notifications",
    "press_key": "press_key",
    "open_url": "open_url",
    "share": "share",
    "install": "install",
    "uninstall": "uninstall",
    "clear_data": "clear_data",
    "force_stop": "force_stop",
    "copy": "copy",
    "paste": "paste",
}
"""MobileRisk's names, then our own for what it has none for: its `swipe` is a scroll."""
_OTHER_NAMES: dict[str, ActionType] = {
    "tap": "click",
    "long_tap": "long_click",
    "long_click": "long_click",
    "input": "input",
    "input_text": "input",
    "text": "input",
    "swipe": "scroll",
    "home": "home",
    "back": "back",
    "launch": "open_app",
    "finish": "finish",
    "complete_todo": "finish",
    "refuse_todo": "finish",
    "status": "finish",
    "enter": "enter",
}
_TYPES = {name: kind for kind, name in _NAMES.items()} | _OTHER_NAMES
_POSITIONAL: dict[ActionType, tuple[str, ...]] = {
    "click": ("element",),
    "long_click": ("element",),
    "input": ("element", "text"),
    "scroll": ("direction",),
    "open_app": ("app",),
    "finish": ("status",),
}
_ELEMENT_NAMES = ("element", "index", "numeric_tag", "tag")
PARAMETERS = frozenset({"app", "target", "text", "status", "direction", "point", "to", "x", "y", *_ELEMENT_NAMES})
"""What is read of an action; anything else that stands there is not."""
_CALL = re.compile(r"\s*([A-Za-z][\w-]*)\s*\((.*)\)\s*", re.DOTALL)
_LONGEST_CALL = 20_000


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action as a recording holds it."""

    name: str
    parameters: Mapping[str, object]


def write_action(action: Action, screen: Screen) -> WrittenAction:
    """The action as MobileRisk writes it; its element becomes a number, counted on the screen before the action."""
    parameters: dict[str, object] = {}
    if action.element is not None:
        parameters["element"] = _number(action.element.path, screen)
    elif action.target is not None:
        parameters["app" if action.type == "open_app" else "target"] = action.target
    if action.text is not None:
        parameters["status" if action.type == "finish" else "text"] = action.text
    if action.direction is not None:
        parameters["direction"] = action.direction
    if action.point is not None:
        parameters["point"] = list(action.point)
    if action.to is not None:
        parameters["to"] = list(action.to)
    return WrittenAction(_NAMES[action.type], parameters)


def _number(path: Path, screen: Screen) -> int | None:
    return next((number for number, (other, _) in enumerate(screen.walk()) if other == path), None)


def read_action(node: Node, screen: Screen, tags: Mapping[int, int]) -> Action:
    """The action of a trajectory entry; `tags` gives the place in document order of each numeric tag."""
    kind, parameters = read_call(node)
    return Action(
        kind,
        target=_text(node, parameters, "app" if kind == "open_app" else "target"),
        text=_text(node, parameters, "status" if kind == "finish" else "text"),
        direction=_text(node, parameters, "direction"),
        element=_element(node, parameters, screen, tags),
        point=_point(node, parameters, "point"),
        to=_point(node, parameters, "to"),
    )


def read_call(node: Node) -> tuple[ActionType, Mapping[str, object]]:
    """The kind of the action of a trajectory entry, and its parameters as they are written."""
    written = _read_call(node) if isinstance(node.value, str) else _read_list(node)
    kind = _TYPES.get(written.name.replace("-", "_"))
    if kind is None:
        node.fail(f"unknown action `{written.name[:60]}`; known are {', '.join(_NAMES.values())}")
    return kind, written.parameters


def _read_list(node: Node) -> WrittenAction:
    """The form of the frozen data: a list of one call."""
    calls = list(node.items())
    if len(calls) != 1:
        node.fail(f"{len(calls)} actions in one step where one was expected")
    fields = calls[0].fields("name", "parameters")
    return WrittenAction(
        fields["name"].text(), {name: value.value for name, value in fields["parameters"].fields().items()}
    )


def _read_call(node: Node) -> WrittenAction:
    """The form of the live recorder: a call with literal arguments, by place or by name."""
    text = node.text()
    match = _CALL.fullmatch(text)
    if match is None or len(text) > _LONGEST_CALL:
        node.fail(f"`{text[:60]}` is not a call like `tap(3)`")
    name = match[1].replace("-", "_")
    try:
        call = ast.parse(f"call({match[2]})", mode="eval").body
        if not isinstance(call, ast.Call):
            raise ValueError(text)
        values = [ast.literal_eval(argument) for argument in call.args]
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        node.fail(f"the arguments of `{text[:60]}` are not plain values")
    places = _places(name, values)
    if len(values) > len(places):
        node.fail(f"`{match[1]}` takes {len(places)} arguments, and {len(values)} are given")
    if name == "refuse_todo":
        named.setdefault("status", "refuse")
    return WrittenAction(name, dict(zip(places, values, strict=False)) | named)


def _places(name: str, values: list[object]) -> tuple[str, ...]:
    kind = _TYPES.get(name)
    if kind == "input" and len(values) == 1 and isinstance(values[0], str):
        return ("text",)
    if kind == "input" and len(values) == 2 and isinstance(values[0], str):
        return ("text", "element")
    return _POSITIONAL.get(kind, ()) if kind is not None else tuple(f"argument{n}" for n in range(len(values)))


def _text(node: Node, parameters: Mapping[str, object], name: str) -> str | None:
    value = parameters.get(name)
    if value is not None and not isinstance(value, str):
        node.fail(f"`{name}` is {value!r:.60} where text was expected")
    return value


def _point(node: Node, parameters: Mapping[str, object], name: str) -> Point | None:
    match parameters.get(name):
        case None:
            point = None
        case [int(x), int(y)] if not isinstance(x, bool) and not isinstance(y, bool):
            point = x, y
        case other:
            node.fail(f"`{name}` is {other!r:.60} where two whole numbers were expected")
    return point


def _element(
    node: Node, parameters: Mapping[str, object], screen: Screen, tags: Mapping[int, int]
) -> ElementIdentity | None:
    tag = next((parameters[name] for name in _ELEMENT_NAMES if parameters.get(name) is not None), None)
    if tag is not None:
        if type(tag) is not int or tag not in tags:
            node.fail(f"element {tag!r:.40} is not on the screen of this step, which has {len(tags)} elements")
        return identify(*next(islice(screen.walk(), tags[tag], None)))
    x, y = parameters.get("x"), parameters.get("y")
    if x is None or y is None:
        return None
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        node.fail(f"x = {x!r:.20} and y = {y!r:.20} are not a point")
    return _at_point(screen, int(x), int(y))


def _at_point(screen: Screen, x_pixels: int, y_pixels: int) -> ElementIdentity | None:
    """The clickable element that a tap there reaches, else the innermost one."""
    hit = [(path, element) for path, element in screen.walk() if element.bounds.contains(x_pixels, y_pixels)]
    clickable = [(path, element) for path, element in hit if element.clickable]
    found = clickable or hit
    return identify(*found[-1]) if found else None
