"""`dumpsys window`, `display`, `input`, `power`, `SurfaceFlinger`: the focus, the size, the rotation."""

from handrail.phone.adb.shell.command import Call
from handrail.phone.adb.shell.commands.dumpsys.activity import component, record, token


def window(call: Call, _arguments: tuple[str, ...]) -> str:
    """The windows, the focus, the rotation; `displays` and `policy` are part of it."""
    front = call.phone.foreground
    screen = call.phone.screen()
    size = f"{screen.width_pixels}x{screen.height_pixels}"
    name = component(front)
    focus = f"Window{{{token(name)} u0 {name}}}"
    keyboard = call.phone.keyboard_shown
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    if keyboard:
        lines.append(f"  Window #2 Window{{{token('InputMethod')} u0 InputMethod}}:\n    isVisible=true")
    lines += [
        f"  Window #1 {focus}:",
        f"    mDisplayId=0 mSession=Session{{{token(front.package)}}} package={front.package}",
        f"    mFrame=[0,0][{screen.width_pixels},{screen.height_pixels}]\n    isOnScreen=true\n    isVisible=true",
        f"  mCurrentFocus={focus}",
        f"  mFocusedApp={record(front, len(call.phone.task_stack) or 1)}",
        f"  mInputMethodTarget in display# 0 {focus}" if keyboard else "  mInputMethodTarget in display# 0 null",
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0",
        f"    init={size} {call.handset.identity.density}dpi cur={size} app={size} rng={size}-{size}",
        "    mCurrentRotation=ROTATION_0",
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mAwake=true mScreenOnEarly=true mScreenOnFully=true",
        "    mDreamingLockscreen=false mShowingLockscreen=false",
        "    isKeyguardShowing=false\n    showing=false\n    mOrientation=ROTATION_0",
    ]
    return "\n".join(lines) + "\n"


def display(call: Call, _arguments: tuple[str, ...]) -> str:
    """The logical display and its viewport."""
    screen = call.phone.screen()
    width, height = screen.width_pixels, screen.height_pixels
    frame = f"Rect(0, 0 - {width}, {height})"
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0',"
        f" physicalPort=0, orientation=0, logicalFrame={frame}, physicalFrame={frame}, deviceWidth={width},"
        f" deviceHeight={height}}}]\n"
        f'  mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, state ON, real {width} x {height},'
        f" rotation 0, density {call.handset.identity.density}, 60.0 fps}}\n  mScreenState=ON\n"
    )


def input_service(call: Call, _arguments: tuple[str, ...]) -> str:
    """The frames that AndroidWorld reads."""
    screen = call.phone.screen()
    frame = f"[0, 0, {screen.width_pixels}, {screen.height_pixels}]"
    return (
        "INPUT MANAGER (dumpsys input)\n\nInput Reader State:\n  Device 1: touchscreen\n"
        f"    Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, logicalFrame={frame},"
        f" physicalFrame={frame}, deviceSize=[{screen.width_pixels}, {screen.height_pixels}], isActive=[1]\n"
        "    SurfaceOrientation: 0\n"
    )


def power(_call: Call, _arguments: tuple[str, ...]) -> str:
    """The screen of this phone is always on."""
    return (
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=Awake\n  mWakefulnessChanging=false\n"
        "  mIsPowered=true\n  mHoldingWakeLockSuspendBlocker=true\n  mHoldingDisplaySuspendBlocker=true\n"
        "Display Power: state=ON\n"
    )


def surface_flinger(call: Call, _arguments: tuple[str, ...]) -> str:
    """The one display."""
    if "--display-id" in call.arguments:
        return 'Display 0 (HWC display 0): port=0 pnpId=HRL displayName="Handrail"\n'
    call.gap()
    return "SurfaceFlinger global state:\n"
