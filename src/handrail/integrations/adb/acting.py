"""The commands that touch the phone, with the one meaning that each form of them has; every other form is denied.

Sources: `Input.java`, `ActivityManagerShellCommand.java`, `PackageManagerShellCommand.java` and `Monkey.java` of the
Android source. A form is here where what it does is one action of the guard, to the last detail.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from handrail.device import key_code
from handrail.device.action import Action
from handrail.guard.policy.texts import is_package
from handrail.integrations.client import gesture
from handrail.integrations.meaning import (
    Acts,
    DeletesLast,
    Meaning,
    NotUnderstood,
    OneByOne,
    Reads,
    StartsActivity,
)

Words: TypeAlias = Sequence[str]
CommandMeaning: TypeAlias = Meaning | OneByOne

_NUMBER = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")
_MOST_KEYS = 20
_TO_THE_END = 123
_USUAL_SWIPE_MS = 300


# `input`


def input_meaning(arguments: Words) -> CommandMeaning:
    """`input [keyboard|touchscreen] [-d 0] tap|swipe|draganddrop|text|keyevent ...`."""
    words = [word for word in arguments if word]  # AndroidWorld sends an empty one
    source = words.pop(0) if words and words[0] in ("keyboard", "touchscreen") else ""
    if words[:2] == ["-d", "0"]:
        del words[:2]
    verb, rest = (words[0], words[1:]) if words else ("", [])
    match verb:
        case "tap" if source != "keyboard" and (numbers := _numbers(rest, 2)):
            return gesture.tap((numbers[0], numbers[1]))
        case "swipe" | "draganddrop" if source != "keyboard" and (numbers := _numbers(rest, 4, 5)):
            start, end = (numbers[0], numbers[1]), (numbers[2], numbers[3])
            took_ms = numbers[4] if len(numbers) == 5 else _USUAL_SWIPE_MS
            return gesture.swipe(start, end, took_ms) if verb == "swipe" else gesture.drag(start, end)
        case "text" if source != "touchscreen" and len(rest) == 1:
            return _typed(rest[0])
        case "keyevent" if source != "touchscreen":
            return _keys(rest)
    return NotUnderstood(
        "of `input` there are tap X Y, swipe X1 Y1 X2 Y2 [MS], draganddrop, text TEXT and keyevent KEY...; "
        "fingers one by one, key combinations, other sources and displays are not guarded, so they do not run"
    )


def _numbers(words: Words, *lengths: int) -> list[int] | None:
    if len(words) not in lengths or not all(_NUMBER.fullmatch(word) for word in words):
        return None
    return [int(float(word)) for word in words]


def _typed(text: str) -> Meaning:
    """`%s` is a blank to the phone. What it cannot type it leaves out or changes."""
    text = text.replace("%s", " ")
    if not all(" " <= sign <= "~" for sign in text):
        return NotUnderstood("`input text` types printable ASCII only; other text with uiautomator2's set_text")
    return gesture.typed(text, adds=True)


def _keys(keys: Words) -> CommandMeaning:
    codes = [key_code.key_code(key) for key in keys]
    deleting = codes[1:] if codes[:1] == [_TO_THE_END] else codes
    if len(deleting) > 1 and set(deleting) == {key_code.DELETE}:
        return Acts(DeletesLast(len(deleting)))
    if not keys or len(keys) > _MOST_KEYS or any(key.startswith("-") for key in keys):
        return NotUnderstood(f"`input keyevent` takes 1 to {_MOST_KEYS} keys here, and no options")
    if len(keys) > 1:
        return OneByOne(tuple(("input", "keyevent", key) for key in keys))
    return gesture.press(keys[0])


# Apps


def monkey(arguments: Words) -> Meaning:
    """`monkey -p PACKAGE [-c android.intent.category.LAUNCHER] [-v] 1`, as clients open an app."""
    left = [word for word in arguments if word != "-v"]
    if left[-1:] == ["1"]:
        given = list(zip(left[:-1:2], left[1:-1:2], strict=False))
        options = dict(given)
        category = options.pop("-c", _LAUNCHER)
        package = options.pop("-p", "")
        if len(left) % 2 and not options and category == _LAUNCHER and len(given) == len(dict(given)):
            return gesture.on_package("open_app", package)
    return NotUnderstood(f"random touches cannot be judged; to open an app: monkey -p PACKAGE -c {_LAUNCHER} 1")


def activity_manager(arguments: Words) -> Meaning:
    """`am`, and `cmd activity`."""
    match list(arguments):
        case ["start" | "start-activity", *words]:
            return _start(words)
        case ["force-stop", package]:
            return gesture.on_package("force_stop", package)
        case ["stack", "list"] | ["get-current-user"] | ["get-config"] | ["get-uid-state", _]:
            return Reads()
        case ["broadcast", *_]:
            return NotUnderstood("nobody knows what a broadcast makes an app do; touch the screen instead")
        case ["instrument", *_]:
            return NotUnderstood("a test package can do anything to the phone; guard Appium in Appium, not here")
    return NotUnderstood("of `am` there are start for an icon, an address or a text to share, and force-stop PACKAGE")


_MAIN, _LAUNCHER, _HOME = (
    "android.intent.action.MAIN",
    "android.intent.category.LAUNCHER",
    "android.intent.category.HOME",
)
_VIEW, _SEND = "android.intent.action.VIEW", "android.intent.action.SEND"
_COMPONENT = re.compile(r"([\w.]+)/([\w.$]+)", re.ASCII)


def _start(words: Words) -> Meaning:
    """An intent is judged where every part of it is one of the few that clients write."""
    given: dict[str, str] = {}
    left = [word for word in words if word and word != "-W"]
    while left:
        option = left.pop(0)
        if option in ("--es", "-e"):
            option, left = f"--es {left[0] if left else ''}", left[1:]
        elif not option.startswith("-"):
            option, left = "-n", [option, *left]
        if option in given or not left:
            return _UNKNOWN_INTENT
        given[option] = left.pop(0)
    match given:
        case {"-n": component, **rest} if _is_opening(rest) and (found := _COMPONENT.fullmatch(component)):
            return Acts(StartsActivity(found[1], component)) if is_package(found[1]) else _UNKNOWN_INTENT
        case {"-a": a, "-c": c, **rest} if (a, c) == (_MAIN, _HOME) and not rest:
            return Acts(Action("home"))
        case {"-a": a, "-d": address, **rest} if a == _VIEW and not rest:
            return Acts(Action("open_url", target=address))
        case {"-a": a, "-t": kind, "--es android.intent.extra.TEXT": text, **rest} if a == _SEND and not rest:
            return Acts(Action("share", text=text)) if kind == "text/plain" else _UNKNOWN_INTENT
    return _UNKNOWN_INTENT


_FLAGS = frozenset((("-f", "0x10000000"), ("-f", "0x10200000")))
"""A task of its own, and as it was left: the flags with which a launcher, and Appium, open an app."""


def _is_opening(rest: Mapping[str, str]) -> bool:
    told = {option: value for option, value in rest.items() if (option, value) not in _FLAGS}
    return told in ({}, {"-a": _MAIN}, {"-c": _LAUNCHER}, {"-a": _MAIN, "-c": _LAUNCHER})


_UNKNOWN_INTENT = NotUnderstood(
    "nobody can say what this intent does; start an app by its icon's activity (`am start -n`, or monkey -p PACKAGE "
    f"-c {_LAUNCHER} 1), an address with `-a {_VIEW} -d`, and go on by touching the screen"
)


_LISTED = ("packages", "package", "users", "features", "permissions", "instrumentation", "libraries")


def package_manager(arguments: Words) -> Meaning:
    """`pm`, and `cmd package`."""
    match [word for word in arguments if word]:
        case ["list", kind, *_] if kind in _LISTED:
            return Reads()
        case ["path" | "dump" | "resolve-activity" | "query-activities" | "get-install-location" | "has-feature", *_]:
            return Reads()
        case ["clear", package]:
            return gesture.on_package("clear_data", package)
        case ["uninstall", package]:
            return gesture.on_package("uninstall", package)
        case ["install" | "install-write" | "install-create", *_]:
            return NotUnderstood("nobody can say what the app would be; a person installs it, past the guard")
    return NotUnderstood("of `pm` there are clear PACKAGE, uninstall PACKAGE, and what reads")


def command_of_service(arguments: Words) -> CommandMeaning:
    """`cmd SERVICE ...`."""
    match list(arguments):
        case ["activity", *rest]:
            return activity_manager(rest)
        case ["package", *rest]:
            return package_manager(rest)
        case ["input", *rest]:
            return input_meaning(rest)
        case ["-l"] | ["clipboard", "get-primary-clip"] | ["settings", "get" | "list", *_]:
            return Reads()
        case ["statusbar", "expand-notifications"]:
            return Acts(Action("notifications"))
    return NotUnderstood("of `cmd` there are activity, package, input, `statusbar expand-notifications`, and reading")


ACTING: Mapping[str, Callable[[Words], CommandMeaning]] = MappingProxyType(
    {
        "am": activity_manager,
        "cmd": command_of_service,
        "input": input_meaning,
        "monkey": monkey,
        "pm": package_manager,
    }
)
"""What a command's arguments mean, by its name."""
