"""The input methods that clients install to type any character: they take texts as broadcasts, from a shell.

Each is there when its package is. Sources: the READMEs of ADBKeyBoard and uiautomator2.
"""

import base64
import binascii
from collections.abc import Mapping

from handrail.device.key_code import ENTER
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import whole_number

STANDARD = "com.android.inputmethod.latin/.LatinIME"
UIAUTOMATOR = "com.github.uiautomator/.AdbKeyboard"
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
PORTAL = "com.mobilerun.portal/.input.MobilerunKeyboardIME"
APPIUM = "io.appium.settings/.AppiumIME"
APPIUM_UNICODE = "io.appium.settings/.UnicodeIME"
YOSEMITE = "com.netease.nie.yosemite/.ime.ImeService"
_BROUGHT = (UIAUTOMATOR, ADB_KEYBOARD, PORTAL, APPIUM, APPIUM_UNICODE, YOSEMITE)
_TAKES_ADB_ACTIONS = (ADB_KEYBOARD, YOSEMITE)
_CURRENT, _ENABLED = "default_input_method", "enabled_input_methods"
_UIAUTOMATOR_ACTION, _ADB_ACTION = "ADB_KEYBOARD_", "ADB_"


def installed(handset: Handset) -> list[str]:
    """The input methods of this phone, its own first."""
    return [STANDARD, *(name for name in _BROUGHT if name.partition("/")[0] in handset.phone.packages)]


def enabled(handset: Handset) -> list[str]:
    """Those that a person could choose."""
    chosen = (handset.phone.settings.get("secure", _ENABLED) or "").split(":")
    return [name for name in installed(handset) if name in (STANDARD, current(handset)) or name in chosen]


def current(handset: Handset) -> str:
    """The one that is used."""
    return handset.phone.settings.get("secure", _CURRENT) or ""


def enable(handset: Handset, name: str) -> None:
    """Let it be chosen."""
    _put_enabled(handset, [*enabled(handset), name])


def disable(handset: Handset, name: str) -> None:
    """Let it be chosen no more; the phone's own is used instead."""
    if current(handset) == name:
        choose(handset, STANDARD)
    _put_enabled(handset, [other for other in enabled(handset) if other != name])


def choose(handset: Handset, name: str) -> None:
    """Use it."""
    enable(handset, name)
    handset.phone.settings.put("secure", _CURRENT, name)


def _put_enabled(handset: Handset, names: list[str]) -> None:
    handset.phone.settings.put("secure", _ENABLED, ":".join(dict.fromkeys(names)))


# Broadcasts


def take_broadcast(handset: Handset, action: str, extras: Mapping[str, str]) -> bool | None:
    """Whether a keyboard did what a broadcast says; None for one that is for no keyboard of this phone."""
    if action.startswith(_UIAUTOMATOR_ACTION):
        there = UIAUTOMATOR in installed(handset)
        return _uiautomator(handset, action.removeprefix(_UIAUTOMATOR_ACTION), extras) if there else None
    if action.startswith(_ADB_ACTION) and not {*_TAKES_ADB_ACTIONS}.isdisjoint(installed(handset)):
        used = current(handset) in _TAKES_ADB_ACTIONS  # they hear broadcasts only while they are used
        return used and _adb_keyboard(handset, action.removeprefix(_ADB_ACTION), extras)
    return None


def _uiautomator(handset: Handset, verb: str, extras: Mapping[str, str]) -> bool:
    match verb:
        case "INPUT_TEXT":
            return _type_encoded(handset, extras.get("text", ""))
        case "CLEAR_TEXT":
            handset.phone.clear_text()
        case "SMART_ENTER" | "EDITOR_CODE":
            handset.input_injector.key(ENTER)
        case "HIDE":
            pass
        case _:
            handset.record_gap(f"keyboard {verb}")
            return False
    return True


def _adb_keyboard(handset: Handset, verb: str, extras: Mapping[str, str]) -> bool:
    match verb:
        case "INPUT_B64":
            return _type_encoded(handset, extras.get("msg", ""))
        case "INPUT_TEXT":
            handset.input_injector.type_text(extras.get("msg", ""))
        case "INPUT_CHARS":
            codes = [whole_number(code) for code in extras.get("chars", "").split(",")]
            handset.input_injector.type_text("".join(chr(code) for code in codes if 0 < code < 0x110000))
        case "INPUT_CODE":
            handset.input_injector.key(whole_number(extras.get("code", "")))
        case "EDITOR_CODE":
            handset.input_injector.key(ENTER)
        case "CLEAR_TEXT":
            handset.phone.clear_text()
        case _:
            handset.record_gap(f"keyboard {verb}")
            return False
    return True


def _type_encoded(handset: Handset, encoded: str) -> bool:
    text = decoded(encoded)
    if text is None:
        return False
    handset.input_injector.type_text(text)
    return True


def decoded(encoded: str) -> str | None:
    """The text that is written in base 64; None if none is."""
    try:
        return base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, ValueError):
        return None
