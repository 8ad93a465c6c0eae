"""What a client asks of an ADB server: four hexadecimal digits of length, then words (`SERVICES.TXT` of Android)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.adb_protocol.stream import SocketStream


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
    """The next request; raises `RequestFailure` if this is not one."""
    digits = await stream.read_exactly(4)
    try:
        length = int(digits.decode("ascii"), 16)
    except ValueError:
        raise RequestFailure(f"{digits!r} is not a length of four hexadecimal digits") from None
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
    raise RequestFailure(f"no device with transport id '{number}'")


_DEVICE_WORDS = ("features", "get-state", "get-serialno", "get-devpath", "forward", "killforward", "wait-for-")


class RequestFailure(Exception):
    """What a client is told after FAIL."""


def block(text: str) -> bytes:
    """A text with its length before it."""
    data = text.encode("utf-8", "surrogateescape")
    return f"{len(data):04x}".encode() + data


def fail(reason: str) -> bytes:
    """The answer to a request that cannot be met."""
    return b"FAIL" + block(reason)
