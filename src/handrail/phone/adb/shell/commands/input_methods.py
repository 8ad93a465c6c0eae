"""`ime`: which input methods there are, and which is used."""

from handrail.phone.adb.shell.command import Call, Result, complaint, line, printed, read_options
from handrail.phone.clients import keyboards


def ime(call: Call) -> Result:
    """`ime list|enable|disable|set|reset`."""
    options = read_options(call.arguments, ["user"])
    handset = call.handset
    match options.rest:
        case ("list",):
            names = keyboards.installed(handset) if options.has("a") else keyboards.enabled(handset)
            return printed("".join(f"{name}\n" if options.has("s") else _described(name) for name in names))
        case ("reset",):
            keyboards.choose(handset, keyboards.STANDARD)
            return line(f"Reset current and enabled IMEs for user #0\n  Newly selected: {keyboards.STANDARD}")
        case ("enable" | "disable" | "set" as verb, name) if name in keyboards.installed(handset):
            return line(_change(call, verb, name))
        case ("enable" | "disable" | "set" as verb, name):
            return complaint(f"Unknown input method {name} cannot be {_DONE[verb]} for user #0", 255)
    call.gap()
    return complaint("Unknown command", 255)


_DONE = {"enable": "enabled", "disable": "disabled", "set": "selected"}


def _change(call: Call, verb: str, name: str) -> str:
    handset = call.handset
    if verb == "set":
        keyboards.choose(handset, name)
        return f"Input method {name} selected for user #0"
    before = name in keyboards.enabled(handset)
    change = keyboards.enable if verb == "enable" else keyboards.disable
    change(handset, name)
    return f"Input method {name}: {'already' if before is (verb == 'enable') else 'now'} {_DONE[verb]} for user #0"


def _described(name: str) -> str:
    return f"{name}:\n  mId={name} mSettingsActivityName=null\n  mIsDefaultResId=0x0\n"
