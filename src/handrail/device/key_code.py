"""Android's key codes by name."""

from collections.abc import Mapping
from functools import cache
from string import ascii_uppercase

BACK, HOME, ENTER, DELETE, FORWARD_DELETE, CONTROL_LEFT, CONTROL_RIGHT = 4, 3, 66, 67, 112, 113, 114
APP_SWITCH, CUT, COPY, PASTE = 187, 277, 278, 279
NOTIFICATION, ESCAPE, SPACE, NUMPAD_ENTER, DPAD_CENTER = 83, 111, 62, 160, 23
TAB = 61
FOR_NO_VIEW = frozenset((24, 25, 26, 91, 164, 220, 221, 223, 224))
"""Volume, mute, brightness, power, sleep and wake: they mean the same whatever has the focus."""
_FOR_OTHER_APPS = frozenset((5, 6, 27, 64, 65, 79, 84, *range(85, 91), 176, 219))
"""Call, camera, browser, mail, search, media, settings, assistant: the system hands them to an app of its choice."""

_NAMES = """
UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT
DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y
Z COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS
EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU
NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE
PAGE_UP PAGE_DOWN
"""
_FURTHER = {
    "ESCAPE": 111, "FORWARD_DEL": 112, "CTRL_LEFT": 113, "CTRL_RIGHT": 114, "CAPS_LOCK": 115, "META_LEFT": 117,
    "MOVE_HOME": 122, "MOVE_END": 123, "INSERT": 124, "NUMPAD_ENTER": 160,
    "VOLUME_MUTE": 164, "SETTINGS": 176, "APP_SWITCH": 187,
    "ASSIST": 219, "BRIGHTNESS_DOWN": 220, "BRIGHTNESS_UP": 221, "SLEEP": 223, "WAKEUP": 224, "CUT": 277, "COPY": 278,
    "PASTE": 279,
}  # fmt: skip
UIAUTOMATOR_KEYS = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
    "recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER",
}  # fmt: skip
"""What uiautomator calls some of them."""
_PUNCTUATION = {
    55: ",", 56: ".", 62: " ", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\", 74: ";", 75: "'", 76: "/",
    77: "@", 81: "+", 17: "*", 18: "#",
}  # fmt: skip


@cache
def _codes() -> Mapping[str, int]:
    return {name: code for code, name in enumerate(_NAMES.split())} | _FURTHER


def key_code(name: str) -> int | None:
    """The code of `4`, `BACK` or `KEYCODE_BACK`; None if there is no such key."""
    if name.isascii() and name.isdecimal() and len(name) <= 4:
        return int(name)
    return _codes().get(name.upper().removeprefix("KEYCODE_"))


def goes_to_focus(code: int) -> bool:
    """Whether a key is known to go to the view with the focus."""
    return code in _codes().values() and code not in FOR_NO_VIEW and code not in _FOR_OTHER_APPS


def typed_by(code: int) -> str:
    """The character that a key types; nothing for other keys."""
    if 7 <= code <= 16:
        return str(code - 7)
    if 29 <= code <= 54:
        return ascii_uppercase[code - 29].lower()
    return _PUNCTUATION.get(code, "")
