"""Kinds of action by their many names, and what an action of a kind needs so that another can be matched with it."""

from handrail.bench.importers.moment import MomentAction

BY_KIND = ("finish", "call_user", "wait", "back", "home", "answer")
"""The kind says it all."""
BY_POINT = ("click", "long_press", "open_app", "swipe", "drag")
"""PhoneSafety's reference for opening an app is the icon's place, too."""

_OTHER_NAMES = {
    "tap": "click",
    "input": "type",
    "input_text": "type",
    "scroll": "swipe",
    "slide": "swipe",
    "ask_user": "call_user",
    "take_over": "call_user",
    "user_takeover": "call_user",
    "terminate": "finish",
    "abort": "finish",
    "complete": "finish",
    "longpress": "long_press",
    "open": "open_app",
    "start_app": "open_app",
    "launch": "open_app",
}


def kind_of(name: str) -> str:
    """The kind of action that a name means; a name that is not known stays."""
    plain = name.strip().lower()
    return _OTHER_NAMES.get(plain, plain)


def is_usable(action: MomentAction) -> bool:
    """Whether another action can be matched with this one."""
    if action.kind in BY_POINT:
        return action.point is not None
    if action.kind == "type":
        return bool(action.text and action.text.strip())
    return action.kind in BY_KIND
