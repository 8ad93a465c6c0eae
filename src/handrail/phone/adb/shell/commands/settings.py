"""What clients set and read: settings, svc, ime, content, and the system properties."""

import re

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, line, printed, read_options
from handrail.phone.settings import NAMESPACES


def settings(call: Call) -> Result:
    """`settings get|put|delete|list NAMESPACE [KEY [VALUE]]`; a missing key is `null`."""
    options = read_options(call.arguments, ["user"], single=True)
    match options.rest:
        case (_, namespace, *_) if namespace not in NAMESPACES:
            return complaint(f"Error: Invalid namespace '{namespace}'", 255)
        case ("get", namespace, key):
            value = call.phone.settings.get(namespace, key)
            return line("null" if value is None else value)
        case ("put", namespace, key, value, *_):
            call.phone.settings.put(namespace, key, value)
            return NOTHING
        case ("put", namespace, key):  # an empty value, which the shell took away
            call.phone.settings.put(namespace, key, "")
            return NOTHING
        case ("delete", namespace, key):
            return line(f"Deleted {int(call.phone.settings.delete(namespace, key))} rows")
        case ("list", namespace):
            values = call.phone.settings.all(namespace)
            return printed("".join(f"{key}={value}\n" for key, value in values.items()))
    call.gap()
    return complaint("Error: bad arguments; settings get|put|delete|list NAMESPACE [KEY [VALUE]]", 255)


_SWITCHES = {"wifi": "wifi_on", "data": "mobile_data", "bluetooth": "bluetooth_on"}


def svc(call: Call) -> Result:
    """`svc wifi|data|bluetooth enable|disable`, `svc power ...`."""
    match call.arguments:
        case (service, ("enable" | "disable") as verb) if service in _SWITCHES:
            call.phone.settings.put("global", _SWITCHES[service], "1" if verb == "enable" else "0")
            return NOTHING
        case ("power", "stayon", value):
            call.phone.settings.put("global", "stay_on_while_plugged_in", "0" if value == "false" else "7")
            return NOTHING
    call.gap()
    return complaint("Available commands:\n    help\n    power\n    data\n    wifi\n    bluetooth")


_UIAUTOMATOR_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"


def ime(call: Call) -> Result:
    """`ime list|enable|disable|set`."""
    options = read_options(call.arguments, ["user"])
    standard = call.phone.settings.get("secure", "default_input_method") or ""
    installed = [standard] if standard and not standard.startswith("com.github.") else []
    if "com.github.uiautomator" in call.phone.packages:
        installed.append(_UIAUTOMATOR_KEYBOARD)
    match options.rest:
        case ("list",):
            return printed("".join(f"{name}\n" if options.has("s") else f"mId={name}\n" for name in installed))
        case ("enable" | "disable" | "set" as verb, name) if name in installed:
            if verb == "set":
                call.phone.settings.put("secure", "default_input_method", name)
                return line(f"Input method {name} selected for user #0")
            return line(f"Input method {name}: now {verb}d for user #0")
        case ("enable" | "disable" | "set", name):
            return complaint(f"Unknown input method {name} cannot be selected for user #0", 255)
    call.gap()
    return complaint("Unknown command", 255)


def content(call: Call) -> Result:
    """`content query --uri content://settings/... | content://com.android.contacts/...`."""
    options = read_options(call.arguments, ("uri", "projection", "where", "sort", "user", "bind"), single=True)
    uri = options.get("uri")
    if options.rest[:1] == ("query",):
        rows: list[dict[str, str]] | None = None
        if uri.startswith("content://settings/"):
            namespace = uri.removeprefix("content://settings/").partition("/")[0]
            if namespace in NAMESPACES:
                values = call.phone.settings.all(namespace)
                rows = [{"name": key, "value": value} for key, value in values.items()]
        elif uri.startswith("content://com.android.contacts"):
            rows = [
                {"_id": str(contact.number), "display_name": contact.name, "data1": contact.phone or contact.email}
                for contact in call.phone.contacts
            ]
        if rows is not None:
            return printed(_rows(rows, options.get("where"), options.get("projection")))
    call.gap()
    return complaint(f"Error while accessing provider:{uri.removeprefix('content://').partition('/')[0]}")


_CONDITION = re.compile(r"(\w+)\s*=\s*['\"]?([^'\"]*)['\"]?")


def _rows(rows: list[dict[str, str]], where: str, projection: str) -> str:
    condition = _CONDITION.search(where)
    if condition is not None:
        rows = [row for row in rows if row.get(condition[1]) == condition[2]]
    wanted = projection.split(":") if projection else None
    shown = [
        ", ".join(f"{name}={value}" for name, value in row.items() if wanted is None or name in wanted) for row in rows
    ]
    return "".join(f"Row: {number} {text}\n" for number, text in enumerate(shown)) or "No result found.\n"


def getprop(call: Call) -> Result:
    """One property, or all."""
    match call.arguments:
        case ():
            values = sorted(call.handset.properties.items())
            return printed("".join(f"[{name}]: [{value}]\n" for name, value in values))
        case (name,):
            return line(call.handset.properties.get(name, ""))
        case (name, default, *_):
            return line(call.handset.properties.get(name) or default)
    return NOTHING


def setprop(call: Call) -> Result:
    """Set a property; those of the build stay as they are."""
    if len(call.arguments) != 2:
        return complaint("setprop: Need 2 arguments")
    name, value = call.arguments
    if name.startswith("ro."):
        return complaint(f"setprop: failed to set property '{name}' to '{value}'")
    call.handset.properties[name] = value
    return NOTHING
