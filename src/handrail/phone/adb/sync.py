"""Push and pull: the first sync protocol (`SYNC.TXT` of the Android source), several requests on one stream."""

import struct
from collections.abc import AsyncIterator

from handrail.device.adb_protocol.stream import Stream, StreamClosed, read_exactly
from handrail.phone.adb.files import NO_SUCH_FILE
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import decode, encode
from handrail.phone.files import Stat

_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_ENTRY = struct.Struct("<4sIIII")
_LARGEST_PATH = 1024
_LARGEST_NUMBER = 2**32 - 1
_LARGEST_PART = 64 * 1024
LARGEST_FILE = 1024 * 1024 * 1024


class _Refused(Exception):
    """The client asked for what cannot be done; the words are for it."""


async def serve_sync(handset: Handset, stream: Stream) -> None:
    """Answer requests until the client has enough."""
    async for kind, path in _requests(stream):
        try:
            match kind:
                case b"STAT":
                    await stream.write(_stat(handset, path))
                case b"LIST":
                    await stream.write(_list(handset, path))
                case b"RECV":
                    await _send_file(handset, path, stream)
                case b"SEND":
                    await _receive_file(handset, path, stream)
                case _:
                    handset.record_gap(f"sync {kind.decode('latin-1')}")
                    raise _Refused(f"unknown command {kind.decode('latin-1')!r}")
        except _Refused as refused:
            message = encode(str(refused))
            await stream.write(_REQUEST.pack(b"FAIL", len(message)) + message)
            return


async def _requests(stream: Stream) -> AsyncIterator[tuple[bytes, str]]:
    while True:
        try:
            kind, length = _REQUEST.unpack(await read_exactly(stream, _REQUEST.size))
        except StreamClosed:
            return
        if kind == b"QUIT":
            return
        if length > _LARGEST_PATH:
            message = b"path too long"
            await stream.write(_REQUEST.pack(b"FAIL", len(message)) + message)
            return
        yield kind, decode(await read_exactly(stream, length))


def _stat(handset: Handset, path: str) -> bytes:
    found = handset.files.stat(path)
    return _STAT.pack(b"STAT", 0, 0, 0) if found is None else _STAT.pack(b"STAT", *_numbers(found))


def _list(handset: Handset, path: str) -> bytes:
    parts = []
    for name in handset.files.names(path):
        found = handset.files.stat(f"{path.rstrip('/')}/{name}")
        if found is not None:
            encoded = encode(name)
            parts.append(_ENTRY.pack(b"DENT", *_numbers(found), len(encoded)) + encoded)
    return b"".join(parts) + _ENTRY.pack(b"DONE", 0, 0, 0, 0)


def _numbers(found: Stat) -> tuple[int, int, int]:
    """As the protocol has them, in four bytes each; what is larger is said as the largest."""
    return found.mode, min(found.size_bytes, _LARGEST_NUMBER), min(max(found.modified_ms // 1000, 0), _LARGEST_NUMBER)


async def _send_file(handset: Handset, path: str, stream: Stream) -> None:
    content = handset.files.read(path)
    if content is None:
        raise _Refused(NO_SUCH_FILE if handset.files.stat(path) is None else "Is a directory")
    view = memoryview(content)
    for start in range(0, len(content), _LARGEST_PART):
        part = view[start : start + _LARGEST_PART]
        await stream.write(b"".join((_REQUEST.pack(b"DATA", len(part)), part)))
    await stream.write(_REQUEST.pack(b"DONE", 0))


async def _receive_file(handset: Handset, target: str, stream: Stream) -> None:
    """Take a file whole; one that breaks off leaves nothing behind."""
    path, _, mode = target.rpartition(",")
    if not path or not mode.isdecimal():
        raise _Refused(f"no mode in '{target}'")
    content = bytearray()
    while True:
        kind, number = _REQUEST.unpack(await read_exactly(stream, _REQUEST.size))
        if kind == b"DONE":
            break
        if kind != b"DATA" or number > _LARGEST_PART:
            raise _Refused("invalid data message")
        content += await read_exactly(stream, number)
        if len(content) > LARGEST_FILE:
            raise _Refused("No space left on device")
    handset.files.make_folder(path.rpartition("/")[0] or "/")  # what is in the way of it is said when the file is made
    refused = handset.files.write(path, bytes(content), int(mode), number * 1000)
    if refused:
        raise _Refused(f"couldn't create file: {refused}")
    await stream.write(_REQUEST.pack(b"OKAY", 0))
