"""The services of the phone: the one place where the words of a client become what it talks to.

Both fronts, the ADB server and adbd, ask here; neither knows what a service does.
"""

from functools import partial

from handrail.device.adb_protocol.request import block, fail
from handrail.device.adb_protocol.stream import Serve, Stream
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell_service import serve_packets, serve_plain
from handrail.phone.adb.sync import serve_sync
from handrail.phone.adb.uiautomator.server import serve_http


def dispatch(handset: Handset, service: str) -> Serve | None:
    """What serves the stream that a client opened for a service; None if the phone refuses it."""
    kind, _, rest = service.partition(":")
    kind, *options = kind.split(",")
    match kind:
        case "shell" if "v2" in options:
            return partial(serve_packets, handset, rest, "pty" in options)
        case "shell" | "exec":
            return partial(serve_plain, handset, rest)
        case "sync":
            return partial(serve_sync, handset)
        case "tcp" if rest.isdecimal() and int(rest) == handset.uiautomator_port:
            return partial(serve_http, handset)
        case "reverse":
            return partial(_say, reverse(handset, rest))
    if kind in _ANSWERS:
        return partial(_say, _ANSWERS[kind].format(rest).encode())
    handset.record_gap(f"service {service}")
    return None


_ANSWERS = {
    "root": "adbd is already running as root\n",
    "unroot": "adbd not running as root\n",
    "remount": "remount succeeded\n",
    "disable-verity": "verity is already disabled\n",
    "enable-verity": "verity is already enabled\n",
    "tcpip": "restarting in TCP mode port: {}\n",
    "usb": "restarting in USB mode\n",
    "reboot": "",
}


async def _say(text: bytes, stream: Stream) -> None:
    await stream.write(text)


def reverse(handset: Handset, request: str) -> bytes:
    """Answer one request of `adb reverse` inside the stream. The phone keeps the list; nothing in it ever connects."""
    verb, _, rest = request.partition(":")
    match verb:
        case "list-forward":
            return block("".join(f"(reverse) {remote} {local}\n" for remote, local in handset.reverses.items()))
        case "forward":
            norebind = rest.startswith("norebind:")
            remote, separator, local = rest.removeprefix("norebind:").partition(";")
            if not separator:
                return fail(f"bad forward: {rest}")
            if norebind and remote in handset.reverses:
                return fail(f"cannot rebind existing socket '{remote}'")
            handset.reverses[remote] = local
            return b"OKAY"
        case "killforward":
            if handset.reverses.pop(rest, None) is None:
                return fail(f"listener '{rest}' not found")
            return b"OKAY"
        case "killforward-all":
            handset.reverses.clear()
            return b"OKAY"
    handset.record_gap(f"service reverse:{request}")
    return fail("unknown reverse command")
