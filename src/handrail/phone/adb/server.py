"""An ADB server in this process: one port that the adb binary and every Python client take for their own server.

It needs no adb binary, leaves no daemon behind and scans nothing; `ANDROID_ADB_SERVER_PORT` points clients to it. The
smart-socket protocol is in `SERVICES.TXT` of the Android source.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.phone.adb.handset import FEATURES, Handset
from handrail.phone.adb.services import block, dispatch, fail
from handrail.phone.adb.stream import Listener, SocketStream

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
        except Failure as failure:
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
            raise Failure("unknown host service")
        serve = dispatch(chosen, service)
        if serve is None:
            raise Failure("closed")
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
        raise Failure("unknown host service")

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
                return b"OKAYOKAY" + await self._forwards.add(handset, rest)
            case "killforward":
                await self._forwards.remove(rest)
                return b"OKAYOKAY"
            case "killforward-all":
                await self._forwards.remove_all(handset.serial)
                return b"OKAYOKAY"
            case "list-forward":
                return b"OKAY" + block(self._forwards.listing())
        raise Failure("unknown host service")

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
                raise Failure(f"device '{serial}' not found")
            return self._handsets[serial]
        if len(self._handsets) != 1:
            raise Failure("more than one device/emulator" if self._handsets else "no devices/emulators found")
        return next(iter(self._handsets.values()))

    def _list(self, *, detailed: bool) -> str:
        if not detailed:
            return "".join(f"{serial}\tdevice\n" for serial in self._handsets)
        return "".join(
            f"{serial:<22} device {handset.identity.listing()} transport_id:{self._transport_ids[serial]}\n"
            for serial, handset in self._handsets.items()
        )


# Requests, as text: four hexadecimal digits of length, then the words


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A question to the server itself."""

    name: str


@dataclass(frozen=True, slots=True)
class DeviceRequest:
    """A question about one phone, or the choice of it (`transport`, `tport`); no serial means the only one."""

    serial: str | None
    name: str


@dataclass(frozen=True, slots=True)
class ServiceRequest:
    """A service of the phone that was chosen before; the connection becomes its stream."""

    service: str


Request: TypeAlias = HostRequest | DeviceRequest | ServiceRequest


async def read_request(stream: SocketStream) -> str:
    """The next request; raises `Failure` if this is not one."""
    digits = await stream.read_exactly(4)
    try:
        length = int(digits.decode("ascii"), 16)
    except ValueError:
        raise Failure(f"{digits!r} is not a length of four hexadecimal digits") from None
    return (await stream.read_exactly(length)).decode("utf-8", "surrogateescape")


def parse_request(text: str, transport_ids: Mapping[str, int]) -> Request:
    """What a request asks for. A serial number may hold colons, so it is looked for among those that are known."""
    if text.startswith("host-serial:"):
        return _of_serial(text.removeprefix("host-serial:"), transport_ids)
    if text.startswith("host-transport-id:"):
        number, _, name = text.removeprefix("host-transport-id:").partition(":")
        return DeviceRequest(_serial_of(number, transport_ids), name)
    for prefix in ("host-usb:", "host-local:", "host:"):
        if text.startswith(prefix):
            return _of_host(text.removeprefix(prefix), transport_ids)
    return ServiceRequest(text)


def _of_host(name: str, transport_ids: Mapping[str, int]) -> Request:
    for verb in ("tport", "transport"):
        if name == f"{verb}-any" or name in (f"{verb}:any", f"{verb}:usb", f"{verb}:local"):
            return DeviceRequest(None, verb)
    if name in ("transport-usb", "transport-local"):
        return DeviceRequest(None, "transport")
    for prefix, verb in (("tport:serial:", "tport"), ("transport:", "transport")):
        if name.startswith(prefix):
            return DeviceRequest(name.removeprefix(prefix), verb)
    if name.startswith("transport-id:"):
        return DeviceRequest(_serial_of(name.removeprefix("transport-id:"), transport_ids), "transport")
    if name.startswith(_DEVICE_WORDS) and name != "killforward-all":
        return DeviceRequest(None, name)
    return HostRequest(name)


def _of_serial(rest: str, transport_ids: Mapping[str, int]) -> Request:
    for serial in sorted(transport_ids, key=len, reverse=True):
        if rest.startswith(f"{serial}:"):
            return DeviceRequest(serial, rest[len(serial) + 1 :])
    for word in _DEVICE_WORDS:  # an unknown phone may yet come: `wait-for-device`
        serial, found, _ = rest.partition(f":{word}")
        if found:
            return DeviceRequest(serial, rest[len(serial) + 1 :])
    serial, _, name = rest.partition(":")
    return DeviceRequest(serial, name)


def _serial_of(number: str, transport_ids: Mapping[str, int]) -> str:
    for serial, known in transport_ids.items():
        if str(known) == number:
            return serial
    raise Failure(f"no device with transport id '{number}'")


_DEVICE_WORDS = ("features", "get-state", "get-serialno", "get-devpath", "forward", "killforward", "wait-for-")


class Failure(Exception):
    """What a client is told after FAIL."""


# `adb forward`: ports of this computer whose connections become streams of the phone


class Forwards:
    """The forwarded ports of one ADB server, by their local address as in `tcp:6000`."""

    def __init__(self) -> None:
        self._forwards: dict[str, _Forward] = {}

    async def add(self, handset: Handset, request: str) -> bytes:
        """Open a port as `[norebind:]tcp:6000;tcp:9008` asks; the number in a block where the port was left open."""
        norebind = request.startswith("norebind:")
        local, _, remote = request.removeprefix("norebind:").partition(";")
        kind, _, number = local.partition(":")
        if kind != "tcp" or not (number.isdecimal() and len(number) <= 5 and int(number) <= 65535):
            raise Failure(f"cannot listen on '{local}': this server forwards tcp:PORT")
        if local in self._forwards:
            if norebind:
                raise Failure(f"cannot rebind existing socket '{local}'")
            await self.remove(local)

        async def pipe(stream: SocketStream) -> None:
            serve = dispatch(handset, remote)
            if serve is not None:
                await serve(stream)

        listener = Listener(pipe)
        try:
            port = await listener.start(int(number))
        except OSError as error:
            raise Failure(f"cannot bind listener: {error.strerror or error}") from None
        self._forwards[f"tcp:{port}"] = _Forward(handset.serial, remote, listener)
        return block(str(port)) if int(number) == 0 else b""

    async def remove(self, local: str) -> None:
        """Close one forwarded port."""
        forward = self._forwards.pop(local, None)
        if forward is None:
            raise Failure(f"listener '{local}' not found")
        await forward.listener.stop()

    async def remove_all(self, serial: str | None) -> None:
        """Close the forwarded ports of one phone, or all."""
        for local in [local for local, forward in self._forwards.items() if serial in (None, forward.serial)]:
            await self.remove(local)

    def listing(self) -> str:
        """One line for each: serial, local, remote."""
        return "".join(f"{forward.serial} {local} {forward.remote}\n" for local, forward in self._forwards.items())


@dataclass(frozen=True, slots=True)
class _Forward:
    serial: str
    remote: str
    listener: Listener
