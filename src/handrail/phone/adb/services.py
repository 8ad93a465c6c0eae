"""The services of the phone: the one place where the words of a client become what it talks to.

Both fronts, the ADB server and adbd, ask here; neither knows what a service does.
"""

from functools import partial

from handrail.device.adb_protocol.request import block, fail
from handrail.device.adb_protocol.stream import Serve, Stream
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.pixels import frame, read_pixels
from handrail.phone.adb.shell_service import serve_packets, serve_plain
from handrail.phone.adb.sync import serve_sync
from handrail.phone.adb.uiautomator.server import serve_http
from handrail.phone.clients import airtest, portal
from handrail.phone.clients.appium import server as appium


def dispatch(handset: Handset, service: str) -> Serve | None:
    """What serves the stream that a client opened for a service; None if the phone refuses it."""
    if service in handset.servers:
        return handset.servers[service]
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
        case "tcp" if rest == str(portal.PORT) and portal.listens(handset):
            return partial(portal.serve_portal, handset)
        case "tcp" if rest == str(airtest.KEYBOARD_PORT) and airtest.keyboard_listens(handset):
            return partial(airtest.serve_keyboard, handset)
        case "framebuffer":
            return partial(_show_frame, handset)
        case "reverse":
            return partial(_say, reverse(handset, rest))
    if kind in _ANSWERS:
        return partial(_say, _ANSWERS[kind].format(rest).encode())
    if service not in _NOT_STARTED:
        handset.record_gap(f"service {service}")
    return None


_NOT_STARTED = frozenset(f"tcp:{port}" for port in (9008, appium.PORT, portal.PORT, airtest.KEYBOARD_PORT))
"""Where servers listen that a client starts; it asks until they do."""
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


async def _show_frame(handset: Handset, stream: Stream) -> None:
    await stream.write(frame(read_pixels(handset.png())))


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
