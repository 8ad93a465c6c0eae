"""The messages between an ADB server and the adbd of a device: a header of 24 bytes, then the payload.

Source: `protocol.txt` of the Android source, and what adb 29, adb 36 and adb-shell send.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

HEADER = struct.Struct("<6I")
VERSION = 0x01000000
VERSION_WITHOUT_CHECKSUM = 0x01000001
LARGEST_PAYLOAD = 256 * 1024
LARGEST_ACCEPTED = 1024 * 1024


class Command(IntEnum):
    """Four letters, read as a little-endian number."""

    CNXN = 0x4E584E43
    AUTH = 0x48545541
    OPEN = 0x4E45504F
    OKAY = 0x59414B4F
    WRTE = 0x45545257
    CLSE = 0x45534C43
    STLS = 0x534C5453
    SYNC = 0x434E5953


class MalformedPacket(Exception):
    """What came is not ADB; the connection it came on is closed, and only that one."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a message before its payload."""

    command: Command
    first: int
    second: int
    length: int
    checksum: int


def pack(command: Command, first: int, second: int, payload: bytes = b"", *, with_checksum: bool = True) -> bytes:
    """One message; the checksum is what versions before 0x01000001 want, and a third of the cost of a large one."""
    check = checksum(payload) if with_checksum else 0
    return HEADER.pack(command, first, second, len(payload), check, command ^ 0xFFFFFFFF) + payload


def unpack_header(data: bytes) -> Header:
    """Read the 24 bytes before a payload; raises `MalformedPacket`."""
    command, first, second, length, check, magic = HEADER.unpack(data)
    if magic != command ^ 0xFFFFFFFF:
        raise MalformedPacket(f"magic {magic:#010x} does not belong to command {command:#010x}")
    if length > LARGEST_ACCEPTED:
        raise MalformedPacket(f"a payload of {length:,} bytes; at most {LARGEST_ACCEPTED:,} were agreed")
    try:
        return Header(Command(command), first, second, length, check)
    except ValueError:
        raise MalformedPacket(f"no command {command:#010x}") from None


def checksum(payload: bytes) -> int:
    """The sum of the bytes, as a 32-bit number."""
    return sum(payload) & 0xFFFFFFFF
