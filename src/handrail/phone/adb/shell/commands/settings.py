"""What clients set and read: settings, svc, and the system properties."""

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
