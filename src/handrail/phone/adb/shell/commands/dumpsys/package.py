"""`dumpsys package`: version, times, permissions, activities."""

from handrail.phone.adb.shell.command import Call
from handrail.phone.adb.shell.commands.activities import launcher_component
from handrail.phone.adb.shell.commands.dumpsys.activity import token
from handrail.phone.package import RUNTIME_PERMISSIONS, Package


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
        f"        {token(name)} {launcher} filter {token(launcher)}\n"
        '          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n\n'
        f"Packages:\n  Package [{name}] ({token(name)}):\n    userId={found.uid}\n    appId={found.uid}\n"
        f"    pkg=Package{{{token(name)} {name}}}\n    codePath={found.apk_path.rpartition('/')[0]}\n"
        f"    resourcePath={found.apk_path.rpartition('/')[0]}\n"
        f"    versionCode={found.version_code} minSdk=24 targetSdk={found.target_sdk}\n"
        f"    versionName={found.version_name}\n"
        f"    apkSigningVersion=2\n    applicationInfo=ApplicationInfo{{{token(name)} {name}}}\n    flags=[ {flags} ]\n"
        f"    pkgFlags=[ {flags} ]\n    dataDir={found.data_path}\n"
        f"    firstInstallTime={found.first_install:%Y-%m-%d %H:%M:%S}\n"
        f"    lastUpdateTime={found.last_update:%Y-%m-%d %H:%M:%S}\n"
        f"    signatures=PackageSignatures{{{token(name)} version:2,"
        f" signatures:[{token('key ' + name)}], past signatures:[]}}\n"
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


def _word(value: bool) -> str:
    return "true" if value else "false"
