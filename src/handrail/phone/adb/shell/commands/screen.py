"""The screen: what it shows, as text and as a picture (uiautomator, screencap, wm), and what touches it (input)."""

import time
from collections.abc import Sequence

from handrail.device.key_code import key_code
from handrail.phone.adb.hierarchy import write_displays
from handrail.phone.adb.pixels import capture, read_pixels
from handrail.phone.adb.shell.command import (
    NOTHING,
    Call,
    Result,
    complaint,
    encode,
    line,
    printed,
    read_options,
    whole_number,
)
from handrail.phone.windows import HEIGHT_PIXELS, WIDTH_PIXELS

_DUMP = "/sdcard/window_dump.xml"


def uiautomator(call: Call) -> Result:
    """`uiautomator dump [--compressed] [--windows] [FILE]`: the active window, or all; the misspelling is Android's."""
    options = read_options(call.arguments, single=True)
    if options.rest[:1] != ("dump",):
        call.gap()
        return complaint("Usage: uiautomator <subcommand> [options]", 1)
    target = options.rest[1] if len(options.rest) > 1 else _DUMP
    if options.has("windows"):
        document = encode(write_displays(call.phone.screen().windows, call.phone.active_window, call.phone.rotation))
    else:
        document = encode(call.handset.active_window())
    if target in ("/dev/tty", "/dev/stdout", "/proc/self/fd/1"):
        return Result(document + encode(f"UI hierchary dumped to: {target}\n"))
    refused = call.handset.files.write(call.path(target), document)
    if refused:
        return complaint(f"ERROR: could not write {target}: {refused}")
    return line(f"UI hierchary dumped to: {target}")


def screencap(call: Call) -> Result:
    """`screencap [-p] [FILE]`: a PNG with `-p` or into a file that ends in .png, else the pixels as they are."""
    options = read_options(call.arguments, "d")
    target = options.rest[0] if options.rest else ""
    picture = call.handset.png()
    if not options.has("p") and not target.endswith(".png"):
        picture = capture(read_pixels(picture))
    if not target:
        return Result(picture)
    refused = call.handset.files.write(call.path(target), picture)
    return complaint(f"Error opening file: {target} ({refused})") if refused else NOTHING


def wm(call: Call) -> Result:
    """`wm size`, `wm density`, `wm user-rotation`; the size of this phone does not change."""
    match call.arguments:
        case ("size",) | ("size", "reset"):
            return printed(f"Physical size: {WIDTH_PIXELS}x{HEIGHT_PIXELS}\n" if len(call.arguments) == 1 else "")
        case ("density",) | ("density", "reset"):
            return printed(f"Physical density: {call.handset.identity.density}\n" if len(call.arguments) == 1 else "")
        case ("dismiss-keyguard",):
            return NOTHING
        case ("user-rotation" | "set-user-rotation", *how):
            return user_rotation(call, how)
    call.gap()
    return complaint("Error: this phone keeps its size" if call.arguments[:1] == ("size",) else "Unknown command", 255)


def user_rotation(call: Call, how: Sequence[str]) -> Result:
    """`wm user-rotation [free | lock [0-3]]`, and what it is without a word."""
    settings = call.phone.settings
    match [word for word in how if word not in ("-d", "0")] if list(how[:1]) == ["-d"] else list(how):
        case []:
            locked = settings.get("system", "accelerometer_rotation") != "1"
            return line(f"lock {settings.get('system', 'user_rotation')}" if locked else "free")
        case ["free"]:
            settings.put("system", "accelerometer_rotation", "1")
        case ["lock", *turn] if turn in ([], ["0"], ["1"], ["2"], ["3"]):
            settings.put("system", "accelerometer_rotation", "0")
            settings.put("system", "user_rotation", turn[0] if turn else str(call.phone.rotation))
        case _:
            return complaint("Error: argument needs to be either -, free or lock.", 255)
    return NOTHING


# Touches and keys


_SOURCES = frozenset(
    (
        "dpad", "keyboard", "mouse", "touchpad", "gamepad", "touchnavigation", "joystick", "touchscreen", "stylus",
        "trackball",
    )
)  # fmt: skip


def input_command(call: Call) -> Result:
    """`input [SOURCE] [-d DISPLAY] COMMAND ARGUMENTS`; empty arguments are skipped, as AndroidWorld sends one."""
    words = [word for word in call.arguments if word]
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        del words[:2]
    if not words:
        return complaint("Error: Unknown command: ", 255)
    verb, *arguments = words
    match verb:
        case "tap":
            return _tap(call, arguments)
        case "swipe" | "draganddrop":
            return _swipe(call, arguments)
        case "text" if arguments:
            call.handset.input_injector.type_text(arguments[0].replace("%s", " "))
            return NOTHING
        case "keyevent":
            return _keys(call, arguments)
        case "keycombination":
            return _combination(call, arguments)
        case "motionevent":
            return _motion(call, arguments)
        case "press" | "roll":  # of a trackball, which this phone has not
            call.gap()
            return NOTHING
    call.gap()
    return complaint(f"Error: Unknown command: {verb}", 255)


def _numbers(words: list[str]) -> list[int] | None:
    try:
        return [int(float(word)) for word in words]
    except (ValueError, OverflowError):
        return None


def _invalid(verb: str) -> Result:
    return complaint(f"Error: Invalid arguments for command: {verb}", 255)


def _tap(call: Call, arguments: list[str]) -> Result:
    numbers = _numbers(arguments)
    if numbers is None or len(numbers) != 2:
        return _invalid("tap")
    call.handset.input_injector.tap(*numbers)
    return NOTHING


def _swipe(call: Call, arguments: list[str]) -> Result:
    numbers = _numbers(arguments)
    if numbers is None or len(numbers) not in (4, 5):
        return _invalid("swipe")
    x1, y1, x2, y2 = numbers[:4]
    call.handset.input_injector.move(x1, y1, x2, y2, numbers[4] if len(numbers) == 5 else 300)
    return NOTHING


def _keys(call: Call, arguments: list[str]) -> Result:
    pressed = []
    words = iter(arguments)
    for word in words:
        if word == "--delay":
            next(words, None)
        elif not word.startswith("--"):
            code = key_code(word)
            if code is None:
                return _invalid("keyevent")
            pressed.append(code)
    for code in pressed:
        call.handset.input_injector.key(code)
    return NOTHING if pressed else _invalid("keyevent")


def _combination(call: Call, arguments: list[str]) -> Result:
    words = arguments[2:] if arguments[:1] == ["-t"] else arguments
    codes = [key_code(word) for word in words]
    known = tuple(code for code in codes if code is not None)
    if len(known) != len(codes) or len(known) < 2:
        return _invalid("keycombination")
    if not call.handset.input_injector.combination(known):
        call.gap()
    return NOTHING


def _motion(call: Call, arguments: list[str]) -> Result:
    match arguments:
        case [("DOWN" | "UP" | "MOVE") as kind, x, y]:
            input_injector, place = call.handset.input_injector, (whole_number(x), whole_number(y))
            if kind == "DOWN":
                input_injector.finger_down(*place, time.monotonic())
            elif kind == "UP":
                input_injector.finger_up(*place, time.monotonic())
            return NOTHING
        case ["CANCEL", *_]:
            call.handset.input_injector.finger_lost()
            return NOTHING
    return _invalid("motionevent")
