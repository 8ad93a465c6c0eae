"""Stand-ins for photos: a quiet landscape whose colours follow from the description."""

from functools import lru_cache
from zlib import crc32

from PIL import Image, ImageDraw

from handrail.device.element import Bounds
from handrail.phone.renderer.canvas import Canvas
from handrail.phone.renderer.theme import TINTS, Colour


def tint_of(words: str) -> Colour:
    """A colour that is always the same for the same words."""
    return TINTS[crc32(words.encode("utf-8", "surrogatepass")) % len(TINTS)]


def paint_picture(canvas: Canvas, bounds: Bounds, words: str) -> None:
    """A landscape in a rectangle."""
    seed = crc32(words.encode("utf-8", "surrogatepass"))
    drawn = _landscape(bounds.right - bounds.left, bounds.bottom - bounds.top, seed % 997)
    canvas.image.paste(drawn, (bounds.left, bounds.top))


@lru_cache(maxsize=24)
def _landscape(wide: int, high: int, seed: int) -> Image.Image:
    tint = TINTS[seed % len(TINTS)]
    picture = Image.new("RGB", (wide, high), _mixed(tint, (255, 255, 255), 0.72))
    draw = ImageDraw.Draw(picture)
    sun = wide * (20 + seed % 60) // 100, high * (18 + seed % 14) // 100
    radius = min(wide, high) // 9
    draw.ellipse(_around(sun, radius, radius), fill=(255, 244, 214))
    far = wide * (seed % 50) // 100, high * 95 // 100
    draw.ellipse(_around(far, wide * 6 // 10, high // 3), fill=_mixed(tint, (255, 255, 255), 0.4))
    near = wide * (50 + seed % 40) // 100, high * 110 // 100
    draw.ellipse(_around(near, wide * 7 // 10, high * 2 // 5), fill=_mixed(tint, (255, 255, 255), 0.12))
    return picture


def _around(center: tuple[int, int], across: int, down: int) -> tuple[int, int, int, int]:
    return center[0] - across, center[1] - down, center[0] + across, center[1] + down


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue
