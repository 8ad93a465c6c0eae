"""`pm` and `cmd package`: what is installed and what it may do."""

from handrail.phone.adb.apk import NotAnApk, read_manifest
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
    whole_number,
)
from handrail.phone.adb.shell.commands.activities import launcher_component
from handrail.phone.clients import instrumentation
from handrail.phone.clients.known_names import resolved
from handrail.phone.package import Package
from handrail.phone.system import LAUNCHER
from handrail.phone.tasks import full_name

_WITH_VALUE = ("user", "S", "i", "abi", "install-location")
_OF_AN_INTENT = ("user", "a", "c", "d", "t")
_HOME = "android.intent.category.HOME"
_LARGEST_APK = 1024 * 1024 * 1024


async def pm(call: Call) -> Result:
    """`pm VERB ...`."""
    if not call.arguments:
        return complaint("Package manager (package) commands:", 255)
    verb, *words = call.arguments
    valued = _OF_AN_INTENT if verb in ("resolve-activity", "query-activities") else _WITH_VALUE
    rest = read_options((word for word in words if word), valued, single=True)
    match verb:
        case "list":
            return _list(call, rest)
        case "path":
            return _path(call, rest)
        case "install":
            return await _install(call, rest)
        case "install-create" | "install-write" | "install-commit" | "install-abandon":
            return await _install_session(call, verb, rest)
        case "uninstall":
            return _uninstall(call, rest)
        case "clear":
            found = _named(call, rest)
            return line("Success") if found and call.phone.clear_data(found.name) else _failed("Failed")
        case "grant" | "revoke":
            return _permission(call, verb, rest)
        case "enable" | "disable" | "disable-user" | "default-state":
            return _enable(call, verb, rest)
        case "dump" if rest.rest:
            return await _as_dumpsys(call, rest.rest[0])
        case "resolve-activity":
            return _resolve(call, rest)
        case "query-activities":
            return _query_activities(call, rest)
        case "get-install-location":
            return line("0[auto]")
        case "has-feature":
            return line("false")
    call.gap()
    return complaint(f"Unknown command: {verb}", 255)


def _list(call: Call, options: Options) -> Result:
    match options.rest:
        case ("packages" | "package", *words):
            return printed("".join(_listing(package, options) for package in _selected(call, options, words)))
        case ("users",):
            return printed("Users:\n\tUserInfo{0:Owner:c13} running\n")
        case ("features", *_):
            return printed("feature:android.hardware.touchscreen\nfeature:android.hardware.wifi\n")
        case ("permissions", *_):
            names = sorted({name for package in call.phone.packages.values() for name in package.declared_permissions})
            return printed("All Permissions:\n\n" + "".join(f"permission:{name}\n" for name in names))
        case ("instrumentation", *_):
            return printed(instrumentation.listing(call))
        case ("libraries", *_):
            return NOTHING
    call.gap()
    return complaint(f"Error: unknown list type '{' '.join(options.rest)}'", 255)


def _selected(call: Call, options: Options, words: list[str]) -> list[Package]:
    return [
        package
        for name, package in sorted(call.phone.packages.items())
        if not (options.has("3") and package.system)
        and not (options.has("s") and not package.system)
        and not (options.has("d") and package.enabled)
        and not (options.has("e") and not package.enabled)
        and all(word in name for word in words)
    ]


def _listing(package: Package, options: Options) -> str:
    file = f"{package.apk_path}=" if options.has("f") else ""
    uid = f" uid:{package.uid}" if options.has("U") else ""
    version = f" versionCode:{package.version_code}" if options.has("show-versioncode") else ""
    installer = "  installer=null" if options.has("i") else ""
    return f"package:{file}{package.name}{version}{installer}{uid}\n"


def _path(call: Call, options: Options) -> Result:
    package = _named(call, options)
    return line(f"package:{package.apk_path}") if package else Result(status=1)


async def _install(call: Call, options: Options) -> Result:
    """From a file of the phone, or from standard input when its size is given."""
    content: bytes | None
    if options.has("S"):
        content = await _read_exactly(call, options.number("S", 0))
    elif options.rest:
        content = call.handset.files.read(call.path(options.rest[-1]))
        if content is None:
            return _failed(f"Error: failed to open file: {options.rest[-1]}")
    else:
        return _failed("Error: must either specify a package size or an APK file")
    return _put(call, [content or b""])


async def _install_session(call: Call, verb: str, options: Options) -> Result:
    """An installation in steps, as `adb install-multiple` makes it: the first file that has a manifest is the app."""
    sessions = call.handset.install_sessions
    if verb == "install-create":
        number = 1_000 + len(sessions) + sum(map(len, sessions.values()))
        sessions[number] = []
        return line(f"Success: created install session [{number}]")
    number = whole_number(options.rest[0]) if options.rest else 0
    if number not in sessions:
        return _failed(f"Failure [INSTALL_FAILED: no session {number}]")
    if verb == "install-write":
        size = options.number("S", 0)
        path = options.rest[-1] if len(options.rest) > 2 else "-"
        content = await _read_exactly(call, size) if path == "-" else call.handset.files.read(call.path(path)) or b""
        sessions[number].append(content)
        return line(f"Success: streamed {len(content)} bytes")
    parts = sessions.pop(number)
    return _put(call, parts) if verb == "install-commit" else line("Success")


def _put(call: Call, parts: list[bytes]) -> Result:
    """Install what the parts are together."""
    try:
        manifest = read_manifest(parts[0] if parts else b"")
    except NotAnApk as problem:
        return _failed(f"Failure [INSTALL_PARSE_FAILED_NOT_APK: {problem}]")
    known = call.phone.packages.get(manifest.name)
    if known is not None and known.system:
        return _failed("Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: a package of the system stays as it is]")
    call.phone.install(manifest)
    return line("Success")


async def _read_exactly(call: Call, size: int) -> bytes:
    content = bytearray()
    while len(content) < min(size, _LARGEST_APK):
        part = await call.stdin.read(min(size - len(content), 1024 * 1024))
        if not part:
            break
        content += part
    return bytes(content)


def _uninstall(call: Call, options: Options) -> Result:
    if options.rest and call.phone.uninstall(options.rest[0]):
        return line("Success")
    return _failed("Failure [DELETE_FAILED_INTERNAL_ERROR]")


def _permission(call: Call, verb: str, options: Options) -> Result:
    if len(options.rest) != 2:
        return complaint(f"Error: {verb} needs a package and a permission", 255)
    package, permission = options.rest
    change = call.phone.grant if verb == "grant" else call.phone.revoke
    if change(package, permission):
        return NOTHING
    problem = f"java.lang.SecurityException: Package {package} has not requested permission {permission}"
    if package not in call.phone.packages:
        problem = f"java.lang.IllegalArgumentException: Unknown package: {package}"
    return complaint(f"Exception occurred while executing '{verb}':\n{problem}", 255)


def _enable(call: Call, verb: str, options: Options) -> Result:
    package = options.rest[0] if options.rest else ""
    enabled = verb in ("enable", "default-state")
    if not call.phone.enable(package, enabled):
        return complaint(f"Error: java.lang.IllegalArgumentException: Unknown package: {package}", 255)
    state = "enabled" if enabled else "disabled-user" if verb == "disable-user" else "disabled"
    return line(f"Package {package} new state: {state}")


def _resolve(call: Call, options: Options) -> Result:
    if _HOME in options.get("c"):
        package: Package | None = call.phone.packages.get(LAUNCHER)
    else:
        package = _named(call, options)
    if package is None or not package.activities:
        return line("No activity found")
    component = launcher_component(package)
    if options.has("brief"):
        return printed(f"priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{component}\n")
    name = full_name(package.name, package.launcher_activity)
    return printed(f"ActivityInfo:\n  name={name}\n  packageName={package.name}\n")


def _named(call: Call, options: Options) -> Package | None:
    """The package that is named last, by its own name or by one that agents know."""
    return call.phone.packages.get(resolved(options.rest[-1], call.phone.packages)) if options.rest else None


def _query_activities(call: Call, options: Options) -> Result:
    """What can be started from the launcher; `--components` prints nothing but the components."""
    if options.get("c") not in ("", "android.intent.category.LAUNCHER"):
        return printed("No activities found\n")
    found = [package for _, package in sorted(call.phone.packages.items()) if package.manifest.in_launcher]
    components = [launcher_component(package) for package in found if package.enabled and package.activities]
    if options.has("components"):
        return printed("".join(f"{component}\n" for component in components))
    told = "".join(
        f"  Activity #{number}:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
        f"    {component}\n"
        for number, component in enumerate(components)
    )
    return printed(f"{len(components)} activities found:\n{told}")


async def _as_dumpsys(call: Call, package: str) -> Result:
    return Result(status=await call.shell.call(("dumpsys", "package", package), call.stdin, call.output))


def appops(call: Call) -> Result:
    """`appops set|get|reset PACKAGE [OPERATION [MODE]]`: what an app may do; kept, not enforced."""
    options = read_options(call.arguments, ["user"], single=True)
    modes = call.handset.app_operations
    match options.rest:
        case (("set" | "get") as verb, package, *_) if package not in call.phone.packages:
            return complaint(f"Error: No UID for {package} in user 0 ({verb})", 255)
        case ("set", package, operation, mode):
            modes[package, operation] = mode
            return NOTHING
        case ("get", package, *wanted):
            kept = {name: mode for (owner, name), mode in modes.items() if owner == package}
            chosen = {name: kept.get(name, "default") for name in wanted} if wanted else kept
            shown = "".join(f"{name}: {mode}\n" for name, mode in chosen.items())
            return printed(shown or "No operations.\n")
        case ("reset", *_):
            modes.clear()
            return line("Reset all modes to default.")
    call.gap()
    return complaint("AppOps service (appops) commands:", 255)


def _failed(text: str) -> Result:
    return Result(encode(text) + b"\n", b"", 1)
