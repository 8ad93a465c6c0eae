"""An ADB server in this process: one port that the adb binary and every Python client take for their own server.

It needs no adb binary, leaves no daemon behind and scans nothing; `ANDROID_ADB_SERVER_PORT` points clients to it. The
smart-socket protocol is in `SERVICES.TXT` of the Android source.
"""

import asyncio
from collections.abc import Iterable
from functools import partial

from handrail.device.adb_protocol.forwards import Forwards
from handrail.device.adb_protocol.request import (
    DeviceRequest,
    HostRequest,
    RequestFailure,
    ServiceRequest,
    block,
    fail,
    parse_request,
    read_request,
)
from handrail.device.adb_protocol.stream import Listener, SocketStream
from handrail.phone.adb.handset import FEATURES, Handset
from handrail.phone.adb.services import dispatch

PROTOCOL_VERSION = 41
"""What adb 29 to 36 speak; another number makes the adb binary kill the server and start its own."""


class AdbServer(Listener):
    """Simulated phones behind an ADB server of their own. Loopback only: ADB has no authentication."""

    def __init__(self, handsets: Iterable[Handset] = ()) -> None:
        super().__init__(self._talk)
        self._handsets = {handset.serial: handset for handset in handsets}
        self._transport_ids = {serial: number for number, serial in enumerate(self._handsets, 1)}
        self._forwards = Forwards()
        self._changed = asyncio.Event()

    async def stop(self) -> None:
        """Close the port, every forwarded port and every connection."""
        await super().stop()
        await self._forwards.remove_all(None)

    def attach(self, handset: Handset) -> None:
        """Plug another phone in; clients that track devices hear of it."""
        self._transport_ids[handset.serial] = max(self._transport_ids.values(), default=0) + 1
        self._handsets[handset.serial] = handset
        self._announce()

    def detach(self, serial: str) -> None:
        """Unplug a phone; streams that are open stay open."""
        self._handsets.pop(serial, None)
        self._transport_ids.pop(serial, None)
        self._announce()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _talk(self, stream: SocketStream) -> None:
        try:
            await self._answer(stream)
        except RequestFailure as failure:
            await stream.write(fail(str(failure)))

    async def _answer(self, stream: SocketStream) -> None:
        """Requests until one of them makes the socket its own, or has been answered."""
        chosen: Handset | None = None
        while True:
            request = parse_request(await read_request(stream), self._transport_ids)
            match request:
                case ServiceRequest(service):
                    await self._open(stream, chosen, service)
                    return
                case HostRequest("track-devices" | "track-devices-l" as name):
                    await self._track(stream, detailed=name.endswith("-l"))
                    return
                case HostRequest(name):
                    await stream.write(await self._host(name))
                    return
                case DeviceRequest(serial, "transport"):
                    chosen = self._find(serial)
                    await stream.write(b"OKAY")
                case DeviceRequest(serial, "tport"):
                    chosen = self._find(serial)
                    number = self._transport_ids[chosen.serial]
                    await stream.write(b"OKAY" + number.to_bytes(8, "little"))
                case DeviceRequest(serial, name):
                    await stream.write(await self._device(serial, name))
                    return

    async def _open(self, stream: SocketStream, chosen: Handset | None, service: str) -> None:
        if chosen is None:
            raise RequestFailure("unknown host service")
        serve = dispatch(chosen, service)
        if serve is None:
            raise RequestFailure("closed")
        await stream.write(b"OKAY")
        await serve(stream)

    async def _host(self, name: str) -> bytes:
        match name:
            case "version":
                return b"OKAY" + block(f"{PROTOCOL_VERSION:04x}")
            case "devices" | "devices-l":
                return b"OKAY" + block(self._list(detailed=name.endswith("-l")))
            case "host-features":
                return b"OKAY" + block(FEATURES)
            case "kill":  # android_env restarts its server after any command that fails; the phone is here to stay
                return b"OKAY"
            case "list-forward":
                return b"OKAY" + block(self._forwards.listing())
            case "killforward-all":
                await self._forwards.remove_all(None)
                return b"OKAYOKAY"
        verb, _, address = name.partition(":")
        match verb:
            case "connect":
                known = address in self._handsets
                answer = f"already connected to {address}" if known else f"failed to connect to {address}"
                return b"OKAY" + block(answer)
            case "disconnect":
                return b"OKAY" + block("disconnected everything" if not address else f"disconnected {address}")
        raise RequestFailure("unknown host service")

    async def _device(self, serial: str | None, name: str) -> bytes:
        verb, _, rest = name.partition(":")
        if verb.startswith("wait-for-"):
            return await self._wait(serial, verb)
        handset = self._find(serial)
        match verb:
            case "features":
                return b"OKAY" + block(FEATURES)
            case "get-state":
                return b"OKAY" + block("device")
            case "get-serialno":
                return b"OKAY" + block(handset.serial)
            case "get-devpath":
                return b"OKAY" + block("unknown")
            case "forward":
                return b"OKAYOKAY" + await self._forwards.add(handset.serial, rest, partial(dispatch, handset))
            case "killforward":
                await self._forwards.remove(rest)
                return b"OKAYOKAY"
            case "killforward-all":
                await self._forwards.remove_all(handset.serial)
                return b"OKAYOKAY"
            case "list-forward":
                return b"OKAY" + block(self._forwards.listing())
        raise RequestFailure("unknown host service")

    async def _wait(self, serial: str | None, name: str) -> bytes:
        gone = name.endswith("-disconnect")
        while bool(self._handsets if serial is None else serial in self._handsets) is gone:
            await self._changed.wait()
        return b"OKAYOKAY"

    async def _track(self, stream: SocketStream, *, detailed: bool) -> None:
        """The list of devices now and at each change, until the client has enough."""
        await stream.write(b"OKAY" + block(self._list(detailed=detailed)))
        left = asyncio.ensure_future(stream.read(1))
        changed = asyncio.ensure_future(self._changed.wait())
        try:
            while not left.done():
                await asyncio.wait((left, changed), return_when=asyncio.FIRST_COMPLETED)
                if changed.done():
                    changed = asyncio.ensure_future(self._changed.wait())
                    await stream.write(block(self._list(detailed=detailed)))
        finally:
            left.cancel()
            changed.cancel()

    def _find(self, serial: str | None) -> Handset:
        if serial is not None:
            if serial not in self._handsets:
                raise RequestFailure(f"device '{serial}' not found")
            return self._handsets[serial]
        if len(self._handsets) != 1:
            raise RequestFailure("more than one device/emulator" if self._handsets else "no devices/emulators found")
        return next(iter(self._handsets.values()))

    def _list(self, *, detailed: bool) -> str:
        if not detailed:
            return "".join(f"{serial}\tdevice\n" for serial in self._handsets)
        return "".join(
            f"{serial:<22} device {handset.identity.listing()} transport_id:{self._transport_ids[serial]}\n"
            for serial, handset in self._handsets.items()
        )
