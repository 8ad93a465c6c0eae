"""Pictures of screens as files, kept for the screens that are asked for again.

Pillow's own writer of PNG takes 27 to 72 ms for a phone's screen. Here each row is stored as the difference to the one
above (the `Up` filter of PNG), and the rows are packed in bands that do not refer to one another: an empty band, or one
that was packed before, is taken from memory. The bytes depend on the picture alone. Source: RFC 1950 (zlib), RFC 2083.
"""

import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

from handrail.device.screen import Screen
from handrail.phone.renderer.window import paint_screen

FRAMES_KEPT = 32
NOON = "12:00"
_Key: TypeAlias = tuple[Screen, str, str, int]


class Renderer:
    """Draws screens. One serves any number of phones; it keeps the last `frames_kept` files, some 100 kB each."""

    def __init__(self, frames_kept: int = FRAMES_KEPT) -> None:
        self._frames_kept = frames_kept
        self._frames: OrderedDict[_Key, bytes] = OrderedDict()

    def picture(self, screen: Screen, clock: str = NOON, toast: str = "") -> Image.Image:
        """The picture itself, which is not kept. `clock` is what the status bar says, `toast` the message over all."""
        return paint_screen(screen, clock, toast)

    def png(self, screen: Screen, clock: str = NOON, toast: str = "") -> bytes:
        """The picture as PNG, without loss."""
        return self._kept((screen, clock, toast, 0), lambda: write_png(paint_screen(screen, clock, toast)))

    def jpeg(self, screen: Screen, clock: str = NOON, toast: str = "", *, quality: int = 80) -> bytes:
        """The picture as JPEG, as uiautomator2 asks for it."""
        return self._kept((screen, clock, toast, quality), lambda: _jpeg(paint_screen(screen, clock, toast), quality))

    def _kept(self, key: _Key, make: Callable[[], bytes]) -> bytes:
        frame = self._frames.get(key)
        if frame is None:
            frame = make()
        self._frames[key] = frame
        self._frames.move_to_end(key)
        while len(self._frames) > self._frames_kept:
            self._frames.popitem(last=False)
        return frame


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()


# PNG


BAND_ROWS = 40
_UP, _AS_IS = 2, 0
_ADLER = 65521


class _Band(NamedTuple):
    packed: bytes
    length: int
    checksum: int


def write_png(image: Image.Image) -> bytes:
    """The picture as PNG without loss; it has to be `RGB`."""
    width, height = image.size
    checksum, body = 1, [b"\x78\x01"]
    for top in range(0, height, BAND_ROWS):
        rows = min(BAND_ROWS, height - top)
        band = _pack(image.crop((0, top, width, top + rows)).tobytes(), rows)
        body.append(band.packed)
        checksum = _joined_checksum(checksum, band.checksum, band.length)
    body.append(b"\x03\x00" + checksum.to_bytes(4))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", b"".join(body)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@lru_cache(maxsize=128)
def _pack(pixels: bytes, rows: int) -> _Band:
    """Some rows, filtered and packed; the first one as it is, so that the band stands alone."""
    width = len(pixels) // rows
    plain = Image.frombytes("L", (width, rows), pixels)
    above = Image.new("L", (width, rows))
    above.paste(plain, (0, 1))
    filtered = Image.new("L", (width + 1, rows), _UP)
    filtered.putpixel((0, 0), _AS_IS)
    filtered.paste(ImageChops.subtract_modulo(plain, above), (1, 0))
    content = filtered.tobytes()
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush(zlib.Z_FULL_FLUSH)
    return _Band(packed, len(content), zlib.adler32(content))


def _joined_checksum(first: int, second: int, second_length: int) -> int:
    """The Adler-32 of two texts in a row, from theirs."""
    low = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % _ADLER
    high = ((first >> 16) + (second >> 16) + second_length * ((first & 0xFFFF) - 1)) % _ADLER
    return high << 16 | low


def _chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)
