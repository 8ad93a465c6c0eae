"""The system properties: getprop, setprop."""

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, line, printed


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
