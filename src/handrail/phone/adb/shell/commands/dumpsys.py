"""`dumpsys`: what each service of the system says of itself, as far as clients read it."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeAlias

from handrail.phone.adb.battery import Battery
from handrail.phone.adb.shell.command import (
    Call,
    Result,
    complaint,
    encode,
    printed,
    read_options,
    whole_number,
)
from handrail.phone.adb.shell.commands.activities import launcher_component, short_component
from handrail.phone.clients.helper_apps import WITHOUT_SCREEN
from handrail.phone.package import RUNTIME_PERMISSIONS, Package, user_name
from handrail.phone.values import Foreground
from handrail.phone.windows import HEIGHT_PIXELS, WIDTH_PIXELS


def dumpsys(call: Call) -> Result:
    """`dumpsys [-t SECONDS] SERVICE [ARGUMENTS]`."""
    words = list(call.arguments)
    while words and words[0] in ("-t", "-T", "--priority"):
        del words[:2]
    if not words or words[0] == "-l":
        return printed("Currently running services:\n" + "".join(f"  {name}\n" for name in _SERVICES))
    name, *rest = words
    if name not in _SERVICES:
        call.gap()
        return complaint(f"Can't find service: {name}")
    return printed(_SERVICES[name](call, read_options(rest, single=True).rest))


# Activities


def activity(call: Call, arguments: tuple[str, ...]) -> str:
    """By the word after it: `activities`, `top`, `processes`, `recents`; otherwise the activities."""
    match arguments:
        case ("top", *_):
            return _top(call)
        case ("processes" | "p", *_):
            return _processes(call)
        case ("recents" | "r", *_):
            return _recents(call)
        case () | ("activities" | "a", *_):
            return _activities(call)
        case ("services", *names):
            return _services(call, names)
        case ("broadcasts" | "providers" | "intents", *_):
            return f"ACTIVITY MANAGER {arguments[0].upper()} (dumpsys activity {arguments[0]})\n  (nothing)\n"
    call.gap()
    return f"Bad activity command: {arguments[0]}\n"


def _activities(call: Call) -> str:
    front = call.phone.foreground
    tasks = call.phone.task_stack or (front,)
    parts = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n"]
    for number, task in enumerate(tasks):
        shown, visible = len(tasks) - number, "false" if number else "true"
        parts.append(
            f"  * Task{{{_token(task.package)} #{shown} type=standard A=10000:{task.package} U=0 visible={visible}"
            f" visibleRequested={visible} mode=fullscreen translucent=false sz=1}}\n"
            f"    * Hist  #0: {_record(task, shown)}\n"
        )
    top = _record(front, len(tasks))
    parts.append(f"\n  topResumedActivity={top}\n  mResumedActivity: {top}\n  ResumedActivity: {top}\n")
    parts.append(f"  mFocusedApp={top}\n  mLastFocusedRootTask=Task{{{_token(front.package)} #{len(tasks)}}}\n")
    return "".join(parts)


def _top(call: Call) -> str:
    front = call.phone.foreground
    pid = call.handset.pid_of(front.package) or 0
    lines = [f"TASK {front.package} id={len(call.phone.task_stack) or 1} userId=0"]
    lines.append(f"  ACTIVITY {short_component(*front)} {_token(_component(front))} pid={pid}")
    lines.append("    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n    View Hierarchy:")
    for path, element in call.phone.screen().walk():
        bounds = element.bounds
        place = f"{bounds.left},{bounds.top}-{bounds.right},{bounds.bottom}"
        name = f" {element.resource_id}" if element.resource_id else ""
        lines.append(f"      {'  ' * len(path)}{element.class_name}{{{_token(str(path))} V.E...... {place}{name}}}")
    return "\n".join(lines) + "\n"


def _processes(call: Call) -> str:
    lines = [
        f"  *APP* UID {process.uid}"
        f" ProcessRecord{{{_token(process.name)} {process.pid}:{process.name}/{user_name(process.uid)}}}\n"
        for process in call.phone.processes
    ]
    return "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n" + "".join(lines)


def _recents(call: Call) -> str:
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
    for number, task in enumerate(call.phone.task_stack):
        lines.append(f"  * Recent #{number}: Task{{{_token(task.package)} #{number} A={task.package} U=0}}")
        lines.append(f"    mActivityComponent={short_component(*task)}")
    return "\n".join(lines) + "\n"


def _services(call: Call, names: Sequence[str]) -> str:
    """The services in front that run: one for each helper app that has no screen."""
    lines = ["ACTIVITY MANAGER SERVICES (dumpsys activity services)"]
    running = [process for process in call.phone.processes if process.name in WITHOUT_SCREEN]
    for process in running:
        component = f"{process.name}/.ForegroundService"
        if all(component.startswith(name) for name in names):
            lines.append(f"  * ServiceRecord{{{_token(component)} u0 {component}}}")
            lines.append(f"    app=ProcessRecord{{{_token(process.name)} {process.pid}:{process.name}}}")
            lines.append("    isForeground=true foregroundId=1")
    return "\n".join([*lines, ""] if len(lines) > 1 else [*lines, "  (nothing)", ""])


def _component(shown: Foreground) -> str:
    """Package and full class name."""
    return f"{shown.package}/{shown.activity}"


def _record(shown: Foreground, task: int) -> str:
    """An activity as Android prints it."""
    name = short_component(shown.package, shown.activity)
    return f"ActivityRecord{{{_token(_component(shown))} u0 {name} t{task}}}"


def _token(text: str) -> str:
    """A stable number for an object, as Java would show its identity."""
    return blake2b(encode(text), digest_size=4).hexdigest()[1:]


# Screen


def window(call: Call, _arguments: tuple[str, ...]) -> str:
    """The windows, the focus, the rotation; `displays` and `policy` are part of it."""
    front = call.phone.foreground
    screen = call.phone.screen()
    size = f"{screen.width_pixels}x{screen.height_pixels}"
    upright = f"{WIDTH_PIXELS}x{HEIGHT_PIXELS}"
    name = _component(front)
    focus = f"Window{{{_token(name)} u0 {name}}}"
    keyboard = call.phone.keyboard_shown
    on = _word(call.handset.input_injector.awake)
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    if keyboard:
        lines.append(f"  Window #2 Window{{{_token('InputMethod')} u0 InputMethod}}:\n    isVisible=true")
    lines += [
        f"  Window #1 {focus}:",
        f"    mDisplayId=0 mSession=Session{{{_token(front.package)}}} package={front.package}",
        f"    mFrame=[0,0][{screen.width_pixels},{screen.height_pixels}]\n    isOnScreen=true\n    isVisible=true",
        f"  mCurrentFocus={focus}",
        f"  mFocusedApp={_record(front, len(call.phone.task_stack) or 1)}",
        f"  mInputMethodTarget in display# 0 {focus}" if keyboard else "  mInputMethodTarget in display# 0 null",
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0",
        f"    init={upright} {call.handset.identity.density}dpi cur={size} app={size} rng={size}-{size}",
        f"    mCurrentRotation=ROTATION_{90 * call.phone.rotation}",
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        f"    mAwake={on} mScreenOnEarly={on} mScreenOnFully={on}",
        "    mDreamingLockscreen=false mShowingLockscreen=false",
        "    isKeyguardShowing=false\n    showing=false\n    mOrientation=ROTATION_0",
    ]
    return "\n".join(lines) + "\n"


def display(call: Call, _arguments: tuple[str, ...]) -> str:
    """The logical display and its viewport."""
    screen = call.phone.screen()
    width, height = screen.width_pixels, screen.height_pixels
    frame, turn = f"Rect(0, 0 - {width}, {height})", call.phone.rotation
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0',"
        f" physicalPort=0, orientation={turn}, logicalFrame={frame}, physicalFrame={frame}, deviceWidth={width},"
        f" deviceHeight={height}}}]\n"
        f'  mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, state ON, real {width} x {height},'
        f" rotation {turn}, density {call.handset.identity.density}, 60.0 fps}}\n  mScreenState=ON\n"
    )


def input_service(call: Call, _arguments: tuple[str, ...]) -> str:
    """The frames that AndroidWorld reads."""
    screen = call.phone.screen()
    frame, turn = f"[0, 0, {screen.width_pixels}, {screen.height_pixels}]", call.phone.rotation
    return (
        "INPUT MANAGER (dumpsys input)\n\nInput Reader State:\n  Device 1: touchscreen\n"
        f"    Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation={turn}, logicalFrame={frame},"
        f" physicalFrame={frame}, deviceSize=[{screen.width_pixels}, {screen.height_pixels}], isActive=[1]\n"
        f"    SurfaceOrientation: {turn}\n"
    )


def power(call: Call, _arguments: tuple[str, ...]) -> str:
    """Whether the screen is on: a key switches it, time does not."""
    on = call.handset.input_injector.awake
    return (
        f"POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness={'Awake' if on else 'Asleep'}\n"
        "  mWakefulnessChanging=false\n  mIsPowered=true\n"
        f"  mHoldingWakeLockSuspendBlocker={_word(on)}\n  mHoldingDisplaySuspendBlocker={_word(on)}\n"
        f"Display Power: state={'ON' if on else 'OFF'}\n"
    )


def surface_flinger(call: Call, _arguments: tuple[str, ...]) -> str:
    """The one display."""
    if "--display-id" in call.arguments:
        return 'Display 0 (HWC display 0): port=0 pnpId=HRL displayName="Handrail"\n'
    if call.arguments[1:]:
        call.gap()
    screen = call.phone.screen()
    size = f"{screen.width_pixels}x{screen.height_pixels}"
    return (
        'SurfaceFlinger global state:\nDisplays (1 entries)\n+ DisplayDevice{0, primary, "Handrail"}\n'
        f"    orientation=0 (ROTATION_0), size={size}, isPoweredOn=true\n"
    )


# Packages


def package(call: Call, arguments: tuple[str, ...]) -> str:
    """One package, or all."""
    known = call.phone.packages
    if not arguments:
        return "".join(_package(found) for _, found in sorted(known.items()))
    found = known.get(arguments[0])
    return _package(found) if found else f"Unable to find package: {arguments[0]}\n"


def _package(found: Package) -> str:
    name = found.name
    launcher = launcher_component(found)
    flags = "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA" if found.system else "HAS_CODE ALLOW_CLEAR_USER_DATA"
    requested = "".join(f"      {permission}\n" for permission in found.declared_permissions)
    runtime = [permission for permission in found.declared_permissions if permission in RUNTIME_PERMISSIONS]
    others = [permission for permission in found.declared_permissions if permission not in RUNTIME_PERMISSIONS]
    return (
        "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n"
        f"        {_token(name)} {launcher} filter {_token(launcher)}\n"
        '          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n\n'
        f"Packages:\n  Package [{name}] ({_token(name)}):\n    userId={found.uid}\n    appId={found.uid}\n"
        f"    pkg=Package{{{_token(name)} {name}}}\n    codePath={found.apk_path.rpartition('/')[0]}\n"
        f"    resourcePath={found.apk_path.rpartition('/')[0]}\n"
        f"    versionCode={found.version_code} minSdk=24 targetSdk={found.target_sdk}\n"
        f"    versionName={found.version_name}\n"
        f"    apkSigningVersion=2\n    applicationInfo=ApplicationInfo{{{_token(name)} {name}}}\n"
        f"    flags=[ {flags} ]\n    pkgFlags=[ {flags} ]\n    dataDir={found.data_path}\n"
        f"    firstInstallTime={found.first_install:%Y-%m-%d %H:%M:%S}\n"
        f"    lastUpdateTime={found.last_update:%Y-%m-%d %H:%M:%S}\n"
        f"    signatures=PackageSignatures{{{_token(name)} version:2,"
        f" signatures:[{_token('key ' + name)}], past signatures:[]}}\n"
        f"    requested permissions:\n{requested}    install permissions:\n"
        + "".join(f"      {permission}: granted={_word(permission in found.granted)}\n" for permission in others)
        + "    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false"
        f" enabled={0 if found.enabled else 3}\n"
        "      runtime permissions:\n"
        + "".join(
            f"        {permission}: granted={_word(permission in found.granted)},"
            " flags=[ USER_SENSITIVE_WHEN_GRANTED]\n"
            for permission in runtime
        )
        + "\n"
    )


def device_idle(call: Call, arguments: tuple[str, ...]) -> str:
    """Which apps may work while the phone rests; `whitelist +PACKAGE` adds one, `-PACKAGE` takes it away."""
    exempt = call.handset.idle_exempt
    answers = []
    if arguments[:1] == ("whitelist",):
        for word in arguments[1:]:
            name = word[1:]
            if word.startswith("+") and name in call.phone.packages:
                exempt.add(name)
                answers.append(f"Added: {name}\n")
            elif word.startswith("-"):
                exempt.discard(name)
                answers.append(f"Removed: {name}\n")
            else:
                answers.append(f"Unknown package: {name}\n")
        return "".join(answers) or "".join(f"user,{name},{call.phone.packages[name].uid}\n" for name in sorted(exempt))
    listed = "".join(f"    {name}\n" for name in sorted(exempt))
    return f"  Whitelist user apps:\n{listed}  mState=ACTIVE\n  mLightState=ACTIVE\n"


def _word(value: bool) -> str:
    return "true" if value else "false"


# The rest of the system


def battery(call: Call, arguments: tuple[str, ...]) -> str:
    """The battery; `set NAME VALUE`, `unplug` and `reset` change what is told."""
    now = call.handset.battery
    match arguments:
        case ():
            return now.told()
        case ("set", name, value) if (changed := now.with_value(name, whole_number(value))) is not None:
            call.handset.battery = changed
        case ("unplug",):
            call.handset.battery = now.unplugged()
        case ("reset",):
            call.handset.battery = Battery()
        case _:
            call.gap()
            return f"Unknown set option: {' '.join(arguments)}\n"
    return ""


def notification(call: Call, _arguments: tuple[str, ...]) -> str:
    """The notifications that are shown; their texts too, as `--noredact` prints them."""
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for entry in call.phone.notifications:
        lines += [
            f"    NotificationRecord(0x{_token(f'{entry.number}')}: pkg={entry.package} user=UserHandle{{0}}"
            f" id={entry.number} tag=null importance={4 if entry.heads_up else 3}"
            f" key=0|{entry.package}|{entry.number}|null|10000)",
            "      extras={",
            f"        android.title=String ({entry.title})",
            f"        android.text=String ({entry.text})",
            "      }",
        ]
    return "\n".join(lines) + "\n"


def input_method(call: Call, _arguments: tuple[str, ...]) -> str:
    """The keyboard, and whether it is up."""
    current = call.phone.settings.get("secure", "default_input_method") or "null"
    shown = "true" if call.phone.keyboard_shown else "false"
    return (
        f"Current Input Method Manager state:\n  mCurMethodId={current}\n  mInputShown={shown}\n"
        f"  mIsInputViewShown={shown}\n"
    )


def clipboard(call: Call, _arguments: tuple[str, ...]) -> str:
    """What lies on the clipboard; Android hides it from other users than root."""
    clip = call.phone.clipboard
    shown = f"{{T:{clip.text}}}" if clip.text else "null"
    return f"Clipboard state:\n  primaryClip=ClipData {{ text/plain {shown} }}\n  primaryClipPackage={clip.package}\n"


def connectivity(call: Call, _arguments: tuple[str, ...]) -> str:
    """Whether there is a network."""
    on = call.phone.settings.get("global", "wifi_on") == "1"
    state = "CONNECTED" if on else "DISCONNECTED"
    return (
        f"NetworkAgentInfo [WIFI () - 100] {{ ni{{WIFI {state} extra: Handrail}} }}\n"
        f"Active default network: {'100' if on else 'none'}\n"
    )


def wifi(call: Call, _arguments: tuple[str, ...]) -> str:
    """Whether Wi-Fi is on."""
    on = call.phone.settings.get("global", "wifi_on") == "1"
    return f"Wi-Fi is {'enabled' if on else 'disabled'}\nStay-awake conditions: 0\nmNetworkInfo [type: WIFI[]]\n"


def netstats(call: Call, _arguments: tuple[str, ...]) -> str:
    """Bytes by app since the phone started."""
    sums: dict[int, tuple[int, int]] = {}
    for (name, _, _), (sent, received) in call.phone.network.totals.items():
        found = call.phone.packages.get(name)
        uid = found.uid if found else -1
        before = sums.get(uid, (0, 0))
        sums[uid] = before[0] + sent, before[1] + received
    lines = ["Active interfaces:\n  iface=wlan0 ident=[{type=WIFI}]\nUID stats:"]
    for uid, (sent, received) in sorted(sums.items()):
        lines.append(
            f"  ident=[{{type=WIFI}}] uid={uid} set=DEFAULT tag=0x0\n      st=0 rb={received} rp=0 tb={sent} tp=0 op=0"
        )
    return "\n".join(lines) + "\n"


def meminfo(call: Call, arguments: tuple[str, ...]) -> str:
    """Memory of one app, or of all."""
    if arguments:
        pid = call.handset.pid_of(arguments[0])
        if pid is None:
            return f"No process found for: {arguments[0]}\n"
        head = "Applications Memory Usage (in Kilobytes):\n\n"
        return f"{head}** MEMINFO in pid {pid} [{arguments[0]}] **\n        TOTAL    90000\n"
    lines = [f"    90,000K: {process.name} (pid {process.pid})" for process in call.phone.processes]
    return "Total PSS by process:\n" + "\n".join(lines) + "\n"


def lock_settings(_call: Call, _arguments: tuple[str, ...]) -> str:
    """There is no lock."""
    return "Current lock settings service state:\n  User 0:\n    CredentialType: NONE\n"


def telephony(_call: Call, _arguments: tuple[str, ...]) -> str:
    """No call is going on."""
    return (
        "last known state:\n  Phone Id=0\n    mCallState=0\n    mServiceState={mVoiceRegState=0(IN_SERVICE)}\n"
        "    mDataConnectionState=2\n"
    )


Service: TypeAlias = Callable[[Call, tuple[str, ...]], str]
_SERVICES: Mapping[str, Service] = {
    "SurfaceFlinger": surface_flinger,
    "activity": activity,
    "battery": battery,
    "clipboard": clipboard,
    "connectivity": connectivity,
    "deviceidle": device_idle,
    "display": display,
    "input": input_service,
    "input_method": input_method,
    "lock_settings": lock_settings,
    "meminfo": meminfo,
    "netstats": netstats,
    "notification": notification,
    "package": package,
    "power": power,
    "telephony.registry": telephony,
    "wifi": wifi,
    "window": window,
}
