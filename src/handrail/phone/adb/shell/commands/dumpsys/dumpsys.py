"""`dumpsys`: one service, or the list of all."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from handrail.phone.adb.shell.command import Call, Result, complaint, printed
from handrail.phone.adb.shell.commands.dumpsys.activity import activity
from handrail.phone.adb.shell.commands.dumpsys.display import display, input_service, power, surface_flinger, window
from handrail.phone.adb.shell.commands.dumpsys.package import package
from handrail.phone.adb.shell.commands.dumpsys.system import (
    battery,
    clipboard,
    connectivity,
    input_method,
    lock_settings,
    meminfo,
    netstats,
    notification,
    telephony,
    wifi,
)
from handrail.phone.adb.shell.options import read_options

Service: TypeAlias = Callable[[Call, tuple[str, ...]], str]

_SERVICES: Mapping[str, Service] = {
    "SurfaceFlinger": surface_flinger,
    "activity": activity,
    "battery": battery,
    "clipboard": clipboard,
    "connectivity": connectivity,
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
