"""What the actions of computer-use models do to a phone: one table, whatever a model's maker calls them.

Coordinates are the phone's own pixels. A picture and a pause touch nothing; neither does a mouse that only moves, so
that is for nobody to pass on. What a finger cannot do (other mouse buttons, held keys, chords, ways with corners) is
refused, since drivers make different things of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.device.action import Action, ActionType, Point
from handrail.device.key_code import key_code
from handrail.device.screen import Screen
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.argument import UnclearArgument, flag, pixels, text
from handrail.integrations.tools.tool_call import ActingCall, Meaning, References, ToolCall, Unpacked
from handrail.integrations.tools.typed_text import standing_in_field

_WAYS: Mapping[str, Point] = {"up": (0, 1), "down": (0, -1), "left": (1, 0), "right": (-1, 0)}
"""Where the finger goes to look at what is further up, down, left or right."""

_KINDS: Mapping[str, ActionType] = {
    "enter": "enter", "return": "enter", "back": "back", "browserback": "back", "goback": "back", "home": "home",
}  # fmt: skip
_KEYS: Mapping[str, str] = {
    "esc": "ESCAPE", "escape": "ESCAPE", "backspace": "DEL", "del": "FORWARD_DEL", "delete": "FORWARD_DEL",
    "tab": "TAB", "space": "SPACE", "pageup": "PAGE_UP", "pagedown": "PAGE_DOWN",
    "up": "DPAD_UP", "down": "DPAD_DOWN", "left": "DPAD_LEFT", "right": "DPAD_RIGHT",
    "arrowup": "DPAD_UP", "arrowdown": "DPAD_DOWN", "arrowleft": "DPAD_LEFT", "arrowright": "DPAD_RIGHT",
}  # fmt: skip


def openai_meaning(call: ToolCall, seen: References) -> Meaning:
    """What a `computer_call` of OpenAI does, by the name of its action."""
    given = call.arguments
    try:
        if given.get("keys") and call.name != "keypress":
            raise UnclearArgument("keys are held down, and a phone has none to hold")
        match call.name:
            case "screenshot" | "wait" | "move":
                return Reads()
            case "click" if given.get("button") in (None, "left"):
                return _acts(call, Action("click", point=_point(given)))
            case "click":
                raise UnclearArgument(f"a phone has no button {given.get('button')!r:.20} to press")
            case "double_click":
                return _acts(call, Action("double_tap", point=_point(given)))
            case "drag":
                start, end = _two_points(given.get("path"))
                return _acts(call, Action("drag", point=start, to=end))
            case "scroll":
                return _scrolled(call, seen)
            case "type":
                return _acts(call, typed(text(given, "text"), seen.screen))
            case "keypress":
                return _acts(call, pressed(given.get("keys")))
            case _:
                return NotUnderstood("no action of a computer is called so")
    except UnclearArgument as why:
        return NotUnderstood(str(why))


def anthropic_meaning(call: ToolCall, seen: References) -> Meaning:
    """What a call of Anthropic's computer tool does, by its argument `action`."""
    given = call.arguments
    try:
        match given.get("action"):
            case "screenshot" | "cursor_position" | "wait" | "zoom":
                return Reads()
            case "left_click" if given.get("text") is None:
                return _acts(call, Action("click", point=_pair(given, "coordinate")))
            case "double_click" if given.get("text") is None:
                return _acts(call, Action("double_tap", point=_pair(given, "coordinate")))
            case "left_click_drag":
                start, end = _pair(given, "start_coordinate"), _pair(given, "coordinate")
                return _acts(call, Action("drag", point=start, to=end))
            case "type":
                return _acts(call, typed(text(given, "text"), seen.screen))
            case "key":
                return _acts(call, pressed(text(given, "text").split("+")))
            case "scroll" if given.get("text") is None:
                return _acts(call, _swipe(_pair(given, "coordinate"), given.get("scroll_direction"), seen.screen))
            case other:
                return NotUnderstood(f"a finger on a phone cannot do {other!r:.40}, or not in this way")
    except UnclearArgument as why:
        return NotUnderstood(str(why))


def google_meaning(call: ToolCall, seen: References) -> Meaning:
    """What a method of Google's `BaseComputer` does. Typing at a place is a touch, the typing, and the enter key."""
    given = call.arguments
    try:
        match call.name:
            case "current_state" | "screen_size" | "environment" | "wait" | "hover_at":
                return Reads()
            case "click_at":
                return _acts(call, Action("click", point=_point(given)))
            case "type_text_at":
                return _typed_at(call, seen)
            case "type_text":
                return _typed(call, seen)
            case "scroll_document":
                return _acts(call, Action("scroll", direction=_way(given.get("direction"))))
            case "scroll_at":
                return _acts(call, _swipe(_point(given), given.get("direction"), seen.screen, given.get("magnitude")))
            case "drag_and_drop":
                end = pixels(given, "destination_x"), pixels(given, "destination_y")
                return _acts(call, Action("drag", point=_point(given), to=end))
            case "go_back":
                return _acts(call, Action("back"))
            case "key_combination":
                return _acts(call, pressed(given.get("keys")))
            case "navigate":
                return _acts(call, Action("open_url", target=text(given, "url")))
            case _:
                return NotUnderstood("a phone has nothing of that kind, or nobody can say what it opens")
    except UnclearArgument as why:
        return NotUnderstood(str(why))


def of_the_phone(meaning: Meaning, size: tuple[object, object] | None, screen: Screen) -> Meaning:
    """A meaning, where the computer's size, in pixels, is that of the phone; else its places are others."""
    phone = screen.width_pixels, screen.height_pixels
    if isinstance(meaning, ActingCall) and screen.windows and size is not None and tuple(size) != phone:
        return NotUnderstood(f"the computer is {size[0]} by {size[1]} pixels, and the phone {phone[0]} by {phone[1]}")
    return meaning


def typed(said: str, screen: Screen) -> Action:
    """Typing adds to what stands in the field. Raises `UnclearArgument` for a line's end, which is the enter key."""
    if "\n" in said or "\r" in said or "\t" in said:
        raise UnclearArgument("the text has a line's end or a tab in it, which are keys; press them by themselves")
    return Action("input", text=standing_in_field(screen) + said)


def pressed(keys: object) -> Action:
    """One key. Raises `UnclearArgument`."""
    if not isinstance(keys, Sequence) or isinstance(keys, str) or len(keys) != 1 or not isinstance(keys[0], str):
        raise UnclearArgument(f"`keys` is {keys!r:.60}; a phone takes one key at a time")
    name = keys[0].strip()
    plain = name.lower().removeprefix("xf86").replace("_", "").replace("-", "")
    if plain in _KINDS:
        return Action(_KINDS[plain])
    known = _KEYS.get(plain, name.upper() if key_code(name) is not None and not name.isdecimal() else None)
    if known is None:
        raise UnclearArgument(f"no key {name!r:.30} is known")
    return Action("press_key", target=known)


def _acts(call: ToolCall, action: Action) -> ActingCall:
    return ActingCall(action, call)


def _point(given: Mapping[str, Any]) -> Point:
    return _exact(given, "x"), _exact(given, "y")


def _exact(given: Mapping[str, Any], name: str) -> int:
    """A whole number of pixels: a driver would round, and nobody knows how."""
    if not isinstance(given.get(name), int):
        raise UnclearArgument(f"`{name}` is {given.get(name)!r:.40}; it is a whole number of pixels")
    return pixels(given, name)


def _pair(given: Mapping[str, Any], name: str) -> Point:
    value = given.get(name)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise UnclearArgument(f"`{name}` is {value!r:.60}; it is two numbers of pixels")
    return _point({"x": value[0], "y": value[1]})


def _two_points(path: object) -> tuple[Point, Point]:
    if not isinstance(path, Sequence) or len(path) != 2:
        raise UnclearArgument("`path` has to have a start and an end, and no corner")
    start, end = (_pair({"path": point}, "path") for point in path)
    return start, end


def _way(direction: object) -> str:
    if direction not in _WAYS:
        raise UnclearArgument(f"`direction` is {direction!r:.40}; it is {', '.join(_WAYS)}")
    return str(direction)


def _scrolled(call: ToolCall, seen: References) -> Meaning:
    across, down = _exact(call.arguments, "scroll_x"), _exact(call.arguments, "scroll_y")
    if not across and not down:
        return Reads()
    if across and down:
        raise UnclearArgument("it scrolls in two directions at once; scroll in one after the other")
    way = ("right" if across > 0 else "left") if across else ("down" if down > 0 else "up")
    return _acts(call, _swipe(_point(call.arguments), way, seen.screen, abs(across or down)))


def _swipe(start: Point, direction: object, screen: Screen, distance: object = None) -> Action:
    """The finger's way: so far, or a third of the screen where that is not said in pixels; not beyond its edge."""
    across, down = _WAYS[_way(direction)]
    far = (
        distance if isinstance(distance, int) and distance > 0 else max(screen.width_pixels, screen.height_pixels) // 3
    )
    end = (
        min(max(start[0] + across * far, 0), max(screen.width_pixels - 1, 0)),
        min(max(start[1] + down * far, 0), max(screen.height_pixels - 1, 0)),
    )
    return Action("swipe", point=start, to=end)


def _typed(call: ToolCall, seen: References) -> Meaning:
    given = call.arguments
    if flag(given, "press_enter"):
        return Unpacked((ToolCall(call.name, {**given, "press_enter": False}), _ENTER))
    return _acts(call, typed(text(given, "text"), seen.screen))


def _typed_at(call: ToolCall, seen: References) -> Meaning:
    """A touch on the field, then typing into what has the focus, which is what there is where it clears nothing."""
    given = call.arguments
    touch = ToolCall("click_at", {"x": given.get("x"), "y": given.get("y")})
    clears = given.get("clear_before_typing", True)
    if clears and standing_in_field(seen.screen):
        raise UnclearArgument("something stands in the field with the focus; touch the field, clear it, and type then")
    typing = ToolCall("type_text", {"text": text(given, "text"), "press_enter": False})
    enters = given.get("press_enter", True)
    return Unpacked((touch, typing, _ENTER) if enters else (touch, typing))


_ENTER = ToolCall("key_combination", {"keys": ["enter"]})
