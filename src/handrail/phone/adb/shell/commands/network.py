"""The network as a shell shows it: ifconfig, ip, netstat, ping; and `cmd`, the door to services."""

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, printed
from handrail.phone.adb.users import user_name

_ADDRESS = "10.0.2.15"


def ifconfig(call: Call) -> Result:
    """The one interface."""
    if call.arguments and call.arguments[0] not in ("wlan0", "-a"):
        return complaint(f"ifconfig: {call.arguments[0]}: No such device")
    return printed(
        "wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:00\n"
        f"          inet addr:{_ADDRESS}  Bcast:10.0.2.255  Mask:255.255.255.0 \n"
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n"
    )


def ip(call: Call) -> Result:
    """`ip addr`, `ip route`."""
    match call.arguments:
        case ("addr" | "address" | "a" | "-f", *_):
            return printed(
                "2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP qlen 1000\n"
                "    link/ether 02:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff\n"
                f"    inet {_ADDRESS}/24 brd 10.0.2.255 scope global wlan0\n"
                "       valid_lft forever preferred_lft forever\n"
            )
        case ("route", *_):
            return printed(f"10.0.2.0/24 dev wlan0 proto kernel scope link src {_ADDRESS}\n")
    call.gap()
    return complaint("ip: this phone knows `ip addr` and `ip route`")


def netstat(call: Call) -> Result:
    """The open connections."""
    rows = ["Active Internet connections (established and servers)\n"]
    rows.append("Proto Recv-Q Send-Q Local Address           Foreign Address         State       User\n")
    for socket in call.phone.network.sockets():
        local, remote = f"{_ADDRESS}:{socket.local_port}", f"{socket.address}:{socket.port}"
        rows.append(f"tcp        0      0 {local:<23} {remote:<23} {socket.state:<11} {user_name(socket.uid)}\n")
    return printed("".join(rows))


def ping(call: Call) -> Result:
    """There is no network behind the phone."""
    host = call.arguments[-1] if call.arguments else ""
    return complaint(f"ping: unknown host {host}", 2)


async def cmd(call: Call) -> Result:
    """`cmd SERVICE ...`: the same as the command that is named after the service, where there is one."""
    match call.arguments:
        case ("-l", *_):
            return printed("Currently running services:\n  activity\n  input\n  package\n  settings\n  statusbar\n")
        case ("statusbar", "expand-notifications"):
            call.phone.open_notifications()
            return NOTHING
        case ("statusbar", "collapse"):
            call.phone.back()
            return NOTHING
        case ("wifi", "set-wifi-enabled", value):
            call.phone.settings.put("global", "wifi_on", "1" if value == "enabled" else "0")
            return NOTHING
        case ("clipboard", "get-primary-clip" | "get", *_):
            return printed(f"{call.phone.clipboard.text}\n")
        case (service, *rest) if service in _AS_COMMAND:
            words = (_AS_COMMAND[service], *rest)
            return Result(status=await call.shell.call(words, call.stdin, call.output))
    call.gap()
    return complaint(f"cmd: Can't find service: {call.arguments[0] if call.arguments else ''}", 20)


_AS_COMMAND = {
    "activity": "am", "input": "input", "input_method": "ime", "package": "pm", "settings": "settings", "window": "wm",
}  # fmt: skip


def reboot(call: Call) -> Result:
    """The phone stays up; where a reboot is asked for, a test wants a snapshot."""
    call.gap()
    return NOTHING
