"""The programs that airtest pushes to a phone and starts there: touches, pictures, and the rotation.

Each listens on a socket with a name while the shell that started it is open. Source: airtest 1.4.3.
"""

import asyncio
import struct
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from handrail.device.adb_protocol.stream import Stream
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, encode, line
from handrail.phone.clients import keyboards
from handrail.phone.clients.http import ClientRequest, Response, serve_requests

_CAPTURE_HEADER = struct.Struct("<2B5I2B")
KEYBOARD_PORT = 8181
_POLL_S = 0.1
ServeHandset: TypeAlias = Callable[[Handset, Stream], Awaitable[None]]


async def run(call: Call) -> Result | None:
    """Run the program that the arguments of `app_process` name; None if it is none of airtest's."""
    words = list(call.arguments)
    if "com.netease.maxpresent.MaxPresent" in words:
        return await _listen(call, words[-1], take_touches, f"server started on {words[-1]}\n")
    if "com.netease.nie.yosemite.Capture" in words and "--socket" in words[:-1]:
        name = words[words.index("--socket") + 1]
        return await _listen(call, name, show_frames, f"Capture server listening on @{name}\n")
    if "com.example.rotationwatcher.Main" in words:
        return await _watch_rotation(call)
    if "com.netease.nie.yosemite.control.Control" in words and "--DEVICE_OP" in words:
        return _control(call, words[words.index("--DEVICE_OP") + 1 :])
    return None


async def _watch_rotation(call: Call) -> Result:
    """Say how the screen is turned, in degrees, now and whenever it is turned."""
    gone = asyncio.ensure_future(call.stdin.wait_gone())
    said = -1
    try:
        while not gone.done():
            if call.phone.rotation != said:
                said = call.phone.rotation
                call.output.put(1, encode(f"{90 * said}\n"))
                await call.output.flush()
            await asyncio.wait((gone,), timeout=_POLL_S)
    finally:
        gone.cancel()
    return NOTHING


def _control(call: Call, words: list[str]) -> Result:
    match words:
        case ["clipboard_get", *_]:
            return line(call.phone.clipboard.text)
        case ["clipboard", "--TEXT", *text]:
            call.phone.copy(" ".join(text))
            return NOTHING
    call.gap()
    return complaint("Exception: unknown operation")


def keyboard_listens(handset: Handset) -> bool:
    """Whether its input method is used, which then says by HTTP that it is ready."""
    return keyboards.current(handset) == keyboards.YOSEMITE and keyboards.YOSEMITE in keyboards.installed(handset)


async def serve_keyboard(handset: Handset, stream: Stream) -> None:  # noqa: ARG001 - it knows nothing but itself
    """Say that the input method is ready."""

    async def respond(request: ClientRequest) -> Response:
        return Response(f"{request.path.strip('/')}=ok".encode(), kind="text/plain")

    await serve_requests(respond, stream)


async def _listen(call: Call, name: str, serve: ServeHandset, said: str) -> Result:
    address = f"localabstract:{name}"
    call.handset.servers[address] = partial(serve, call.handset)
    call.output.put(1, encode(said))
    await call.output.flush()
    try:
        await call.stdin.wait_gone()
    finally:
        call.handset.servers.pop(address, None)
    return NOTHING


async def take_touches(handset: Handset, stream: Stream) -> None:
    """Lines as `d 0 0.5 0.5 50`: a finger goes down, moves (`m`) and leaves (`u`), in parts of the screen."""
    waiting = b""
    place = (0, 0)
    while part := await stream.read(4096):
        *said, waiting = (waiting + part).split(b"\n")
        for words in said:
            match words.split():
                case [(b"d" | b"m") as kind, b"0", x, y, *_]:
                    place = _pixels(handset, x, y)
                    if kind == b"d":
                        handset.input_injector.finger_down(*place, time.monotonic())
                case [b"u", b"0"]:
                    handset.input_injector.finger_up(*place, time.monotonic())
                case [b"r"]:
                    handset.input_injector.finger_lost()


def _pixels(handset: Handset, x: bytes, y: bytes) -> tuple[int, int]:
    screen = handset.phone.screen()
    try:
        return int(float(x) * screen.width_pixels), int(float(y) * screen.height_pixels)
    except (ValueError, OverflowError):
        return 0, 0


async def show_frames(handset: Handset, stream: Stream) -> None:
    """A header of 24 bytes, then for each byte that comes one picture as JPEG, its length before it."""
    screen = handset.phone.screen()
    size = (screen.width_pixels, screen.height_pixels)
    await stream.write(_CAPTURE_HEADER.pack(1, _CAPTURE_HEADER.size, handset.shell_pid, *size, *size, 0, 1))
    while await stream.read(1):
        picture = handset.jpeg() or handset.png()
        await stream.write(len(picture).to_bytes(4, "little") + picture)
