"""What the screen shows, as text and as a picture: uiautomator, screencap, wm."""

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, encode, line, printed
from handrail.phone.adb.shell.options import read_options

_DUMP = "/sdcard/window_dump.xml"


def uiautomator(call: Call) -> Result:
    """`uiautomator dump [--compressed] [FILE]`; the misspelling in the answer is Android's."""
    options = read_options(call.arguments, single=True)
    if options.rest[:1] != ("dump",):
        call.gap()
        return complaint("Usage: uiautomator <subcommand> [options]", 1)
    target = options.rest[1] if len(options.rest) > 1 else _DUMP
    document = encode(call.handset.hierarchy())
    if target in ("/dev/tty", "/dev/stdout", "/proc/self/fd/1"):
        return Result(document + encode(f"UI hierchary dumped to: {target}\n"))
    refused = call.handset.files.write(call.path(target), document)
    if refused:
        return complaint(f"ERROR: could not write {target}: {refused}")
    return line(f"UI hierchary dumped to: {target}")


def screencap(call: Call) -> Result:
    """`screencap [-p] [FILE]`: a PNG. The raw form is not imitated."""
    options = read_options(call.arguments, "d")
    if options.rest:
        target = options.rest[0]
        refused = call.handset.files.write(call.path(target), call.handset.png())
        return complaint(f"Error opening file: {target} ({refused})") if refused else NOTHING
    if not options.has("p"):
        call.gap()
        return complaint("screencap: only PNG is made here; use screencap -p")
    return Result(call.handset.png())


def wm(call: Call) -> Result:
    """`wm size`, `wm density`; the size of this phone does not change."""
    screen = call.phone.screen()
    match call.arguments:
        case ("size",) | ("size", "reset"):
            return printed(
                f"Physical size: {screen.width_pixels}x{screen.height_pixels}\n" if len(call.arguments) == 1 else ""
            )
        case ("density",) | ("density", "reset"):
            return printed(f"Physical density: {call.handset.identity.density}\n" if len(call.arguments) == 1 else "")
        case ("dismiss-keyguard",):
            return NOTHING
    call.gap()
    return complaint("Error: this phone keeps its size" if call.arguments[:1] == ("size",) else "Unknown command", 255)
