"""Pictures as the pixels themselves: `screencap` without PNG, and the old `framebuffer:` service."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import NamedTuple

_RGBA_8888 = 1
_SRGB = 1
_CAPTURE = struct.Struct("<4I")
_FRAME = struct.Struct("<14I")


class Pixels(NamedTuple):
    """Four bytes for each pixel, red, green, blue and alpha, row after row from the top."""

    width: int
    height: int
    content: bytes


def read_pixels(png: bytes) -> Pixels:
    """The pixels of a picture."""
    from PIL import Image

    with Image.open(BytesIO(png)) as picture:
        return Pixels(picture.width, picture.height, picture.convert("RGBA").tobytes())


def darkness(width: int, height: int, kind: str) -> bytes:
    """The picture of a screen that is off, as a file of a kind."""
    from PIL import Image

    kept = BytesIO()
    Image.new("RGB", (width, height)).save(kept, kind)
    return kept.getvalue()


def capture(pixels: Pixels) -> bytes:
    """What `screencap` writes: width, height, format and colour space, then the pixels."""
    return _CAPTURE.pack(pixels.width, pixels.height, _RGBA_8888, _SRGB) + pixels.content


def frame(pixels: Pixels) -> bytes:
    """What `framebuffer:` sends: version 2 of its header, with the places of red, blue, green and alpha."""
    size = len(pixels.content)
    places = (0, 8, 16, 8, 8, 8, 24, 8)
    return _FRAME.pack(2, 32, _SRGB, size, pixels.width, pixels.height, *places) + pixels.content
