"""The other services: battery, notifications, keyboard, clipboard, networks, memory, lock, telephony."""

from handrail.phone.adb.shell.command import Call
from handrail.phone.adb.shell.commands.dumpsys.activity import token


def battery(_call: Call, _arguments: tuple[str, ...]) -> str:
    """A full battery on the charger."""
    return (
        "Current Battery Service state:\n  AC powered: true\n  USB powered: false\n  Wireless powered: false\n"
        "  Max charging current: 0\n  Max charging voltage: 0\n  Charge counter: 10000\n  status: 5\n  health: 2\n"
        "  present: true\n  level: 100\n  scale: 100\n  voltage: 5000\n  temperature: 250\n  technology: Li-ion\n"
    )


def notification(call: Call, _arguments: tuple[str, ...]) -> str:
    """The notifications that are shown; their texts too, as `--noredact` prints them."""
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for entry in call.phone.notifications:
        lines += [
            f"    NotificationRecord(0x{token(f'{entry.number}')}: pkg={entry.package} user=UserHandle{{0}}"
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
