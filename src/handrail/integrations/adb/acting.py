"""The commands that touch the phone, with the one meaning that each form of them has; every other form is denied.

Sources: `Input.java`, `ActivityManagerShellCommand.java`, `PackageManagerShellCommand.java` and `Monkey.java` of the
Android source. A form is here where what it does is one action of the guard, to the last detail.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from handrail.device import key_code
from handrail.device.action import Action, ActionType, Point
from handrail.guard.policy.texts import is_package
from handrail.integrations.adb.meaning import (
    Acts,
    DeletesLast,
    Denied,
    Meaning,
    OneByOne,
    Reads,
    StartsActivity,
    TypesMore,
)

Words: TypeAlias = Sequence[str]

_NUMBER = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")
_STILL_PIXELS = 24
"""A finger that moves no further may stay where it is, for a phone."""
_SLOP_PIXELS = 48
"""A finger that has moved further is no press any more, on any phone."""
_LONGEST_TAP_MS, _SHORTEST_PRESS_MS = 300, 500
_LONGEST_PRESS_MS = 10_000
_MOST_KEYS = 20
_TO_THE_END = 123
_USUAL_SWIPE_MS = 300


# Fingers, as every client sends them


def touched(point: Point, held_ms: float) -> Acts | Denied:
    """A finger that stays where it went down."""
    if held_ms <= _LONGEST_TAP_MS:
        return Acts(Action("click", point=point))
    if _SHORTEST_PRESS_MS <= held_ms <= _LONGEST_PRESS_MS:
        return Acts(Action("long_click", point=point))
    return Denied(
        f"a finger that stays for {held_ms:g} ms may be a touch or a press; "
        f"up to {_LONGEST_TAP_MS} ms it is a touch, from {_SHORTEST_PRESS_MS} to {_LONGEST_PRESS_MS} ms a press"
    )


def moved(start: Point, end: Point, took_ms: float, kind: ActionType = "swipe") -> Acts | Denied:
    """A finger that goes from one point to another."""
    distance = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if kind == "drag" and distance <= _SLOP_PIXELS:
        return Denied("a drag as short as this is a long press; press long instead")
    if distance <= _STILL_PIXELS:
        return touched(start, took_ms) if start == end or took_ms <= _LONGEST_TAP_MS else _TOO_SLOW
    if kind == "swipe" and distance * _LONGEST_TAP_MS < _SLOP_PIXELS * took_ms:
        return _TOO_SLOW
    return Acts(Action(kind, point=start, to=end))


_TOO_SLOW = Denied("a finger as slow as this may press long where it starts; let it go faster")


def pressed(code: int | None, name: str) -> Acts | Denied:
    """A key."""
    if code is None:
        return Denied(f"no key is called {name!r:.40}; they are called as in KEYCODE_ENTER")
    return Acts(Action(_OWN_ACTIONS[code]) if code in _OWN_ACTIONS else Action("press_key", target=str(code)))


_OWN_ACTIONS: Mapping[int, ActionType] = {
    key_code.BACK: "back",
    key_code.HOME: "home",
    key_code.ENTER: "enter",
    key_code.APP_SWITCH: "recents",
    key_code.NOTIFICATION: "notifications",
}


# `input`


def input_meaning(arguments: Words) -> Meaning:
    """`input [keyboard|touchscreen] [-d 0] tap|swipe|draganddrop|text|keyevent ...`."""
    words = [word for word in arguments if word]  # AndroidWorld sends an empty one
    source = words.pop(0) if words and words[0] in ("keyboard", "touchscreen") else ""
    if words[:2] == ["-d", "0"]:
        del words[:2]
    verb, rest = (words[0], words[1:]) if words else ("", [])
    match verb:
        case "tap" if source != "keyboard" and (numbers := _numbers(rest, 2)):
            return Acts(Action("click", point=(numbers[0], numbers[1])))
        case "swipe" | "draganddrop" if source != "keyboard" and (numbers := _numbers(rest, 4, 5)):
            took_ms = numbers[4] if len(numbers) == 5 else _USUAL_SWIPE_MS
            kind: ActionType = "swipe" if verb == "swipe" else "drag"
            return moved((numbers[0], numbers[1]), (numbers[2], numbers[3]), took_ms, kind)
        case "text" if source != "touchscreen" and len(rest) == 1:
            return _typed(rest[0])
        case "keyevent" if source != "touchscreen":
            return _keys(rest)
    return Denied(
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
        return Denied("`input text` types printable ASCII only; other text with uiautomator2's set_text")
    return Acts(TypesMore(text))


def _keys(keys: Words) -> Meaning:
    codes = [key_code.key_code(key) for key in keys]
    deleting = codes[1:] if codes[:1] == [_TO_THE_END] else codes
    if len(deleting) > 1 and set(deleting) == {key_code.DELETE}:
        return Acts(DeletesLast(len(deleting)))
    if not keys or len(keys) > _MOST_KEYS or any(key.startswith("-") for key in keys):
        return Denied(f"`input keyevent` takes 1 to {_MOST_KEYS} keys here, and no options")
    if len(keys) > 1:
        return OneByOne(tuple(("input", "keyevent", key) for key in keys))
    return pressed(codes[0], keys[0])


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
            return _on_package("open_app", package)
    return Denied(f"random touches cannot be judged; to open an app: monkey -p PACKAGE -c {_LAUNCHER} 1")


def activity_manager(arguments: Words) -> Meaning:
    """`am`, and `cmd activity`."""
    match list(arguments):
        case ["start" | "start-activity", *words]:
            return _start(words)
        case ["force-stop", package]:
            return _on_package("force_stop", package)
        case ["stack", "list"] | ["get-current-user"] | ["get-config"] | ["get-uid-state", _]:
            return Reads()
        case ["broadcast", *_]:
            return Denied("nobody knows what a broadcast makes an app do; touch the screen instead")
        case ["instrument", *_]:
            return Denied("a test package can do anything to the phone; Appium's server is guarded in Appium, not here")
    return Denied("of `am` there are start for an app's icon, an address or a text to share, and force-stop PACKAGE")


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


def _is_opening(rest: Mapping[str, str]) -> bool:
    return dict(rest) in ({}, {"-a": _MAIN}, {"-c": _LAUNCHER}, {"-a": _MAIN, "-c": _LAUNCHER})


_UNKNOWN_INTENT = Denied(
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
            return _on_package("clear_data", package)
        case ["uninstall", package]:
            return _on_package("uninstall", package)
        case ["install" | "install-write" | "install-create", *_]:
            return Denied("nobody can say what the app would be; a person installs it, without the guard between")
    return Denied("of `pm` there are clear PACKAGE, uninstall PACKAGE, and what reads; a person changes the rest")


def command_of_service(arguments: Words) -> Meaning:
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
    return Denied("of `cmd` there are activity, package, input, `statusbar expand-notifications`, and what reads")


def _on_package(kind: ActionType, package: str) -> Meaning:
    if not is_package(package):
        return Denied(f"{package!r:.60} is no package; one is called as com.example.clock")
    return Acts(Action(kind, target=package))


ACTING: Mapping[str, Callable[[Words], Meaning]] = MappingProxyType(
    {
        "am": activity_manager,
        "cmd": command_of_service,
        "input": input_meaning,
        "monkey": monkey,
        "pm": package_manager,
    }
)
"""What a command's arguments mean, by its name."""
