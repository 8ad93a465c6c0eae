"""The second shell protocol: packets of an id, a little-endian length and the data."""

import struct
from enum import IntEnum

PACKET_HEADER = struct.Struct("<BI")


class PacketId(IntEnum):
    """What a packet of the second protocol carries."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


def packet(kind: PacketId, data: bytes) -> bytes:
    """One packet as it travels."""
    return PACKET_HEADER.pack(kind, len(data)) + data
