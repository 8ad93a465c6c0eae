"""`am` and `monkey`: start and stop apps, broadcasts."""

from collections.abc import Mapping

from handrail.phone.adb.shell.command import (
    NOTHING,
    Call,
    Options,
    Result,
    complaint,
    encode,
    line,
    printed,
    read_options,
)
from handrail.phone.clients.appium import settings_app
from handrail.phone.clients.helper_apps import WITHOUT_SCREEN
from handrail.phone.clients.instrumentation import instrument
from handrail.phone.clients.intents import AndroidIntent, Opened, Share, opened_by
from handrail.phone.clients.keyboards import take_broadcast
from handrail.phone.clients.known_names import resolved
from handrail.phone.package import Package
from handrail.phone.tasks import full_name

_WITH_VALUE = (
    "a", "n", "d", "c", "t", "p", "f", "e", "es", "ez", "ei", "el", "ef", "esn", "eu", "ecn", "eia", "ela", "efa",
    "esa", "user", "display", "windowingMode", "activityType", "receiver-permission", "R",
)  # fmt: skip
_SETTINGS_PACKAGE = "com.android.settings"
_SETTINGS_PAGES = {
    "WIFI_SETTINGS": "Settings$NetworkDashboardActivity",
    "WIRELESS_SETTINGS": "Settings$NetworkDashboardActivity",
    "BLUETOOTH_SETTINGS": "Settings$ConnectedDeviceDashboardActivity",
    "APPLICATION_SETTINGS": "Settings$ManageApplicationsActivity",
    "MANAGE_APPLICATIONS_SETTINGS": "Settings$ManageApplicationsActivity",
    "DISPLAY_SETTINGS": "Settings$DisplaySettingsActivity",
    "SECURITY_SETTINGS": "Settings$SecurityDashboardActivity",
    "ACCESSIBILITY_SETTINGS": "Settings$AccessibilitySettingsActivity",
    "APPLICATION_DEVELOPMENT_SETTINGS": "Settings$DevelopmentSettingsDashboardActivity",
    "DEVICE_INFO_SETTINGS": "Settings$MyDeviceInfoActivity",
}
_HOME = "android.intent.category.HOME"
_UNTAKEN = frozenset({"android.intent.action.SEND", "android.intent.action.SENDTO", "android.intent.action.VIEW"})
"""Well known, and on this phone taken by no app unless it is told more."""


async def am(call: Call) -> Result:
    """`am` and `cmd activity`."""
    if not call.arguments:
        return complaint("Activity manager (activity) commands:", 255)
    verb, *rest = call.arguments
    match verb:
        case "instrument":
            return await instrument(call)
        case "startservice" | "start-service" | "start-foreground-service":
            return _start_service(call, read_options(rest, _WITH_VALUE, single=True))
        case "start" | "start-activity":
            return _start(call, read_options(rest, _WITH_VALUE, single=True), _extras(rest))
        case "force-stop" | "kill" | "stop-app":
            for package in read_options(rest, ["user"], single=True).rest:
                call.phone.stop(resolved(package, call.phone.packages))
            return NOTHING
        case "kill-all":
            return NOTHING
        case "stack" if rest[:1] == ["list"]:
            return printed(stack_list(call))
        case "broadcast":
            return _broadcast(call, _extras(rest), read_options(rest, _WITH_VALUE, single=True))
        case "get-current-user":
            return line("0")
        case "idle-maintenance" | "wait-for-broadcast-idle" | "compat":
            return NOTHING
    call.gap()
    return complaint(f"Unknown command: {verb}", 255)


def launcher_component(package: Package) -> str:
    """What its icon starts, as Android prints it; nothing for an app without activities."""
    if not package.activities:
        return ""
    return short_component(package.name, full_name(package.name, package.launcher_activity))


def short_component(package: str, activity: str) -> str:
    """A component as Android prints it, the package not repeated."""
    return (
        f"{package}/{activity.removeprefix(package)}" if activity.startswith(f"{package}.") else f"{package}/{activity}"
    )


def _start(call: Call, options: Options, extras: Mapping[str, str]) -> Result:
    package, activity = _target(call, options)
    action = options.get("a")
    words = [f"act={action}"] if action else []
    words += [f"cat=[{options.get('c')}]"] if options.has("c") else []
    words += [f"dat={options.get('d')}"] if options.has("d") else []
    words += [f"cmp={short_component(package, full_name(package, activity))}"] if activity else []
    words += [f"pkg={package}"] if package and not activity else []
    starting = f"Starting: Intent {{ {' '.join(words)} }}\n"
    if options.get("c") == _HOME:
        call.phone.home()
        return printed(starting)
    if options.has("S"):
        call.phone.stop(package)
    if not activity:
        opened = opened_by(AndroidIntent(action, options.get("d"), extras))
        if opened is not None and (not package or isinstance(opened, Share) or opened[0] == package):
            return _waited(call, options, starting) if _open(call, opened) else _unresolved(starting, words)
    if not package:
        if not options.get("d") and action not in _UNTAKEN:
            call.gap()
        return _unresolved(starting, words)
    shown = call.phone.packages.get(package)
    if (options.get("d") and not activity) or not launch(call, package, activity):
        if shown is None or activity:
            return _missing(starting, package, activity)
        return _unresolved(starting, words)
    return _waited(call, options, starting)


def _open(call: Call, opened: Opened | Share) -> bool:
    if isinstance(opened, Share):
        call.phone.share(opened.text)
        return True
    package, page = opened
    return call.phone.launch(package) if page is None else call.phone.open(package, page)


def _waited(call: Call, options: Options, starting: str) -> Result:
    """What is printed when it is there; more of it where the client waits for that."""
    if not options.has("W"):
        return printed(starting)
    front = call.phone.foreground
    component = short_component(front.package, front.activity)
    return printed(
        f"{starting}Status: ok\nLaunchState: COLD\nActivity: {component}\nTotalTime: 120\nWaitTime: 125\nComplete\n"
    )


def _target(call: Call, options: Options) -> tuple[str, str]:
    """The package and the activity that an intent names, or that the phone knows for it."""
    component = options.get("n") or (options.rest[0] if options.rest and "/" in options.rest[0] else "")
    if component:
        package, _, activity = component.partition("/")
        ours = resolved(package, call.phone.packages)
        return ours, activity if ours == package else ""
    action = options.get("a")
    named = options.get("p") or (options.rest[0] if options.rest else "")
    ours = resolved(named, call.phone.packages)
    if options.get("p") or ours in call.phone.packages:
        return ours, ""
    if action.startswith("android.settings.") and _SETTINGS_PACKAGE in call.phone.packages:
        activity = _SETTINGS_PAGES.get(action.removeprefix("android.settings."), "")
        return _SETTINGS_PACKAGE, activity if activity in call.phone.packages[_SETTINGS_PACKAGE].activities else ""
    return "", ""


def _start_service(call: Call, options: Options) -> Result:
    component = options.get("n") or (options.rest[0] if options.rest else "")
    if call.phone.start_process(component.partition("/")[0]):
        return line(f"Starting service: Intent {{ cmp={component} }}")
    return complaint(f"Error: Not found; no service started: {component}", 255)


def launch(call: Call, package: str, activity: str = "") -> bool:
    """Bring an app to the front, its activity in any of the forms that clients write."""
    if package in WITHOUT_SCREEN:
        return call.phone.start_process(package)
    return call.phone.launch(package, full_name(package, activity) if activity else None)


def _missing(starting: str, package: str, activity: str) -> Result:
    component = f"{package}/{full_name(package, activity)}" if activity else package
    error = f"Error type 3\nError: Activity class {{{component}}} does not exist.\n"
    return Result(encode(starting), encode(error), 1)


def _unresolved(starting: str, words: list[str]) -> Result:
    error = f"Error: Activity not started, unable to resolve Intent {{ {' '.join(words)} }}\n"
    return Result(encode(starting), encode(error), 1)


def stack_list(call: Call) -> str:
    """One task after the other; the one in front is visible."""
    screen = call.phone.screen()
    parts = []
    for number, task in enumerate(call.phone.task_stack or (call.phone.foreground,), 1):
        visible = "true" if number == 1 else "false"
        size = f"[0,0][{screen.width_pixels},{screen.height_pixels}]"
        name = f"{task.package}/{task.activity}"
        parts.append(
            f"RootTask id={number} bounds={size} displayId=0 userId=0\n"
            f"  taskId={number}: {name} bounds={size} userId=0 visible={visible}"
            f" topActivity=ComponentInfo{{{name}}}\n\n"
        )
    return "".join(parts)


def _extras(words: list[str]) -> Mapping[str, str]:
    """The extras of an intent by name."""
    return {
        words[place + 1]: words[place + 2]
        for place in range(len(words) - 2)
        if words[place] in ("--es", "-e", "--ei", "--ez", "--el", "--ef", "--eia")
    }


def _broadcast(call: Call, extras: Mapping[str, str], options: Options) -> Result:
    action = options.get("a")
    head = f"Broadcasting: Intent {{ act={action} flg=0x400000 }}\n"
    data = settings_app.take_broadcast(call.handset, action, extras)
    if data is not None:
        return printed(head + f'Broadcast completed: result=-1, data="{data}"\n')
    taken = take_broadcast(call.handset, action, extras)
    if taken is None and action.startswith("ADB_"):
        call.gap()
    return printed(head + f"Broadcast completed: result={-1 if taken else 0}\n")


def monkey(call: Call) -> Result:
    """`monkey -p PACKAGE ... COUNT`: what clients use to start an app; random events are not imitated."""
    options = read_options(call.arguments, ("p", "c", "s", "v", "throttle", "pct-syskeys"), single=True)
    package = resolved(options.get("p"), call.phone.packages)
    known: Package | None = call.phone.packages.get(package)
    if known is None or not launch(call, package):
        return Result(b"", b"** No activities found to run, monkey aborted.\n", 252)
    count = options.rest[-1] if options.rest else "1"
    if count not in ("0", "1"):
        call.gap()
    return printed(f"Events injected: {count}\n## Network stats: elapsed time=20ms\n")
