"""`adb push` and `adb pull`: reading passes, and of what is written only the files that are pinned by a digest.

A file on the phone can be a program, and nobody has judged what it does. The one that a client cannot work without is
the server of uiautomator2, which is let through where it is exactly the one of the installed package, or of one that a
person names.
"""

import hashlib
import importlib.util
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from handrail.device.adb_protocol.stream import SocketStream, StreamClosed
from handrail.integrations.adb.script import HELPER_FILE

_REQUEST = struct.Struct("<4sI")
_READING = frozenset((b"STAT", b"LIST", b"RECV", b"STA2", b"LST2", b"LIS2"))
_LONGEST_PATH = 1024
_LARGEST_PART = 64 * 1024
_LARGEST_FILE = 64 * 1024 * 1024


Pinned: TypeAlias = Mapping[str, frozenset[str]]
"""The digests (SHA-256) of the files that may be pushed, by the place where they go."""


def pinned_files(servers: Iterable[Path] = ()) -> Pinned:
    """uiautomator2's server as it is installed here, and those of other versions that a person names."""
    found = importlib.util.find_spec("uiautomator2")
    installed = Path(found.origin).parent / "assets" / "u2.jar" if found is not None and found.origin else None
    files = [*servers, *([installed] if installed is not None and installed.is_file() else [])]
    return {HELPER_FILE: frozenset(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)}


async def gate_sync(client: SocketStream, phone: SocketStream, pinned: Pinned) -> None:
    """Send on the requests of a client until it has enough; answers of the phone go the other way by themselves."""
    while True:
        try:
            head = await client.read_exactly(_REQUEST.size)
        except StreamClosed:
            return
        kind, length = _REQUEST.unpack(head)
        if kind == b"QUIT":
            await phone.write(head)
            return
        if length > _LONGEST_PATH:
            await _refuse(client, "the path is too long")
            return
        path = await client.read_exactly(length)
        if kind in _READING:
            await phone.write(head + path)
        elif kind == b"SEND":
            taken = await _file(client, path, pinned)
            if isinstance(taken, str):
                await _refuse(client, taken)
                return
            await phone.write(head + path + taken)
        else:
            await _refuse(client, f"Handrail does not let `{kind.decode('latin-1')}` through")
            return


async def _file(client: SocketStream, target: bytes, pinned: Pinned) -> bytes | str:
    """The parts of a file as they came; why it does not go on where it is not one of the pinned."""
    path = target.decode("utf-8", "replace").rpartition(",")[0]
    digest, parts, size = hashlib.sha256(), bytearray(), 0
    while True:
        head = await client.read_exactly(_REQUEST.size)
        kind, number = _REQUEST.unpack(head)
        if kind == b"DONE":
            break
        if kind != b"DATA" or number > _LARGEST_PART:
            return "invalid data message"
        data = await client.read_exactly(number)
        digest.update(data)
        size += len(data)
        if path in pinned and size <= _LARGEST_FILE:
            parts += head + data
    if digest.hexdigest() not in pinned.get(path, ()):
        return (
            f"Blocked. {path or 'The file'} is not pushed: a file on the phone can be a program, and nobody has "
            "judged it. Only uiautomator2's own server goes through, as its installed package has it; a person pushes "
            "the rest."
        )
    return bytes(parts + head)


async def _refuse(client: SocketStream, reason: str) -> None:
    message = reason.encode()
    await client.write(_REQUEST.pack(b"FAIL", len(message)) + message)
