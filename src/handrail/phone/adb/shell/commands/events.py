"""`getevent` and `sendevent`: the touchscreen as the kernel shows it, one device with the size of the screen."""

import time

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, printed, read_options, whole_number

_DEVICE = "/dev/input/event1"
_X, _Y, _TRACKING = 0x35, 0x36, 0x39
_NOBODY = 0xFFFFFFFF
_NAMES = {0x2F: "ABS_MT_SLOT", _X: "ABS_MT_POSITION_X", _Y: "ABS_MT_POSITION_Y", _TRACKING: "ABS_MT_TRACKING_ID"}


async def getevent(call: Call) -> Result:
    """`getevent [-l] [-p]`: what devices there are; without `-p` it stays, as nobody touches the glass itself."""
    options = read_options(call.arguments, "c")
    described = _described(call, named=options.has("l"))
    if options.has("p", "i"):
        return printed(described)
    call.output.put(1, f'add device 1: {_DEVICE}\n  name:     "handrail_touchscreen"\n'.encode())
    await call.output.flush()
    await call.stdin.wait_gone()
    return NOTHING


def _described(call: Call, *, named: bool) -> str:
    screen = call.phone.screen()
    largest = {0x2F: 9, _X: screen.width_pixels - 1, _Y: screen.height_pixels - 1, _TRACKING: 65_535}
    lines = [f"add device 1: {_DEVICE}", '  name:     "handrail_touchscreen"', "  events:"]
    lines.append(f"    KEY (0001): {'BTN_TOUCH' if named else '014a'}")
    for code, most in largest.items():
        head = "    ABS (0003): " if code == min(largest) else " " * 16
        name = f"{_NAMES[code]:<21}" if named else f"{code:04x} "
        lines.append(f"{head}{name} : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0")
    return "\n".join([*lines, "  input props:", "    INPUT_PROP_DIRECT", ""])


def sendevent(call: Call) -> Result:
    """`sendevent DEVICE TYPE CODE VALUE`: a finger goes down, moves, and leaves the glass with the next report."""
    if len(call.arguments) != 4 or call.arguments[0] != _DEVICE:
        return complaint(f"sendevent: {' '.join(call.arguments[:1])}: No such file or directory")
    kind, code, value = (whole_number(word) for word in call.arguments[1:])
    touch = call.handset.raw_touch
    match kind, code:
        case (3, 0x35):
            touch.x = value
        case (3, 0x36):
            touch.y = value
        case (3, 0x39):
            touch.held = value not in (-1, _NOBODY)
        case (0, _):
            touch.report(call.handset.input_injector, time.monotonic())
    return NOTHING
