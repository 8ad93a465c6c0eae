"""A film as an MP4 file: each picture as it is, a JPEG, with how long it was seen. Nothing is compressed over time.

Source: ISO/IEC 14496-12 (the file), 14496-1 (the descriptor; object type 0x6C is JPEG). Players that are built on
FFmpeg show it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

_PER_SECOND = 1000
_JPEG, _VISUAL = 0x6C, 0x11
_UPRIGHT = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
_HEAD = b"isom\x00\x00\x02\x00isomiso2mp41"


class FilmFrame(NamedTuple):
    """One picture, and for how long it is seen."""

    jpeg: bytes
    lasts_ms: int


def write_film(frames: Sequence[FilmFrame], width: int, height: int) -> bytes:
    """The file; at least one frame is needed."""
    head = _box(b"ftyp", _HEAD)
    content = _box(b"mdat", *(frame.jpeg for frame in frames))
    return head + content + _movie(frames, width, height, first=len(head) + 8)


def _movie(frames: Sequence[FilmFrame], width: int, height: int, first: int) -> bytes:
    lasts = sum(frame.lasts_ms for frame in frames)
    movie = struct.pack(">4I", 0, 0, _PER_SECOND, lasts)
    shown = struct.pack(">IHH8x", 0x10000, 0x100, 0) + _UPRIGHT + bytes(24) + struct.pack(">I", 2)
    track = struct.pack(">5I8xHHHH", 0, 0, 1, 0, lasts, 0, 0, 0, 0) + _UPRIGHT
    return _box(
        b"moov",
        _full(b"mvhd", movie + shown),
        _box(
            b"trak",
            _full(b"tkhd", track + struct.pack(">II", width << 16, height << 16), flags=3),
            _box(
                b"mdia",
                _full(b"mdhd", struct.pack(">4IHH", 0, 0, _PER_SECOND, lasts, 0x55C4, 0)),
                _full(b"hdlr", struct.pack(">I4s12x", 0, b"vide") + b"screen\0"),
                _box(
                    b"minf",
                    _full(b"vmhd", bytes(8), flags=1),
                    _box(b"dinf", _full(b"dref", struct.pack(">I", 1) + _full(b"url ", b"", flags=1))),
                    _samples(frames, width, height, first),
                ),
            ),
        ),
    )


def _samples(frames: Sequence[FilmFrame], width: int, height: int, first: int) -> bytes:
    """Which bytes are which picture, and for how long each is seen; all lie in one piece."""
    lasts = b"".join(struct.pack(">II", 1, frame.lasts_ms) for frame in frames)
    sizes = b"".join(struct.pack(">I", len(frame.jpeg)) for frame in frames)
    return _box(
        b"stbl",
        _full(b"stsd", struct.pack(">I", 1) + _entry(width, height)),
        _full(b"stts", struct.pack(">I", len(frames)) + lasts),
        _full(b"stsc", struct.pack(">4I", 1, 1, len(frames), 1)),
        _full(b"stsz", struct.pack(">II", 0, len(frames)) + sizes),
        _full(b"stco", struct.pack(">II", 1, first)),
    )


def _entry(width: int, height: int) -> bytes:
    sized = struct.pack(">6xH16xHHII4xH32xHh", 1, width, height, 0x480000, 0x480000, 1, 24, -1)
    configured = _descriptor(4, struct.pack(">BBBBBII", _JPEG, _VISUAL, 0, 0, 0, 0, 0))
    described = _descriptor(3, struct.pack(">HB", 1, 0) + configured + _descriptor(6, b"\2"))
    return _box(b"mp4v", sized, _full(b"esds", described))


def _descriptor(tag: int, content: bytes) -> bytes:
    return bytes((tag, len(content))) + content


def _full(kind: bytes, content: bytes, *, flags: int = 0) -> bytes:
    return _box(kind, struct.pack(">I", flags), content)


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", len(content) + 8, kind) + content
