"""What the painters draw with: flat areas, round corners without jagged edges, lines of text, icons.

The fonts are bundled, so every machine draws the same.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from handrail.device.element import Bounds
from handrail.phone.renderer.icons import glyph
from handrail.phone.renderer.theme import Colour

# Text and icons as masks, made once and pasted often


Face: TypeAlias = Literal["Roboto-Regular", "Roboto-Medium", "MaterialDesignIcons"]
REGULAR: Face = "Roboto-Regular"
MEDIUM: Face = "Roboto-Medium"
ICONS: Face = "MaterialDesignIcons"
_ELLIPSIS = "…"
_SMOOTH = 4


class Canvas:
    """A picture that is being drawn."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.image = Image.new("RGB", (width, height), colour)
        self._draw = ImageDraw.Draw(self.image)

    def area(self, bounds: Bounds, colour: Colour) -> None:
        """A filled rectangle."""
        if not bounds.is_empty:
            self._draw.rectangle((bounds.left, bounds.top, bounds.right - 1, bounds.bottom - 1), fill=colour)

    def rounded(self, bounds: Bounds, radius: int, colour: Colour) -> None:
        """A filled rectangle with round corners; with a large radius a pill or a circle."""
        wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
        radius = min(radius, wide // 2, high // 2)
        if radius < 1:
            self.area(bounds, colour)
            return
        left, top, right, bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
        self.area(Bounds(left + radius, top, right - radius, bottom), colour)
        self.area(Bounds(left, top + radius, left + radius, bottom - radius), colour)
        self.area(Bounds(right - radius, top + radius, right, bottom - radius), colour)
        disc = _disc(radius)
        for corner_left, part_left in ((left, 0), (right - radius, radius)):
            for corner_top, part_top in ((top, 0), (bottom - radius, radius)):
                corner = disc.crop((part_left, part_top, part_left + radius, part_top + radius))
                self.image.paste(colour, (corner_left, corner_top), corner)

    def outlined(self, bounds: Bounds, radius: int, line: Colour, inside: Colour, thickness: int = 3) -> None:
        """A rounded rectangle with a border."""
        self.rounded(bounds, radius, line)
        self.rounded(inset(bounds, thickness, thickness), max(1, radius - thickness), inside)

    def text(self, line: str, x: int, baseline: int, colour: Colour, size: int, face: Face = REGULAR) -> None:
        """One line that starts at a point of its baseline."""
        drawn = mask_of(line, face, size)
        if drawn is not None:
            mask, left, top = drawn
            self.image.paste(colour, (x + left, baseline + top), mask)

    def block(
        self, text: str, bounds: Bounds, colour: Colour, size: int, face: Face = REGULAR, *, centered: bool = False
    ) -> None:
        """Text in a rectangle, in its middle from top to bottom, broken into as many lines as there is room for."""
        wide, high, step = bounds.right - bounds.left, bounds.bottom - bounds.top, size * 4 // 3
        lines = lines_of(text, face, size, wide, max(1, high // step))
        baseline = bounds.top + (high - step * len(lines)) // 2 + step * 3 // 4
        for number, line in enumerate(lines):
            x = bounds.left + ((wide - width_of(line, face, size)) // 2 if centered else 0)
            self.text(line, x, baseline + number * step, colour, size, face)

    def icon(self, name: str, center: tuple[int, int], colour: Colour, size: int) -> None:
        """An icon around a point."""
        drawn = mask_of(glyph(name), ICONS, size)
        if drawn is not None:
            mask, _, _ = drawn
            self.image.paste(colour, (center[0] - mask.width // 2, center[1] - mask.height // 2), mask)

    def circle(self, center: tuple[int, int], radius: int, colour: Colour) -> None:
        """A filled circle."""
        self.image.paste(colour, (center[0] - radius, center[1] - radius), _disc(radius))

    def dim(self, keeps: float) -> None:
        """Shade all that is drawn so far."""
        self.image = self.image.point([round(value * keeps) for value in range(256)] * 3)
        self._draw = ImageDraw.Draw(self.image)


def inset(bounds: Bounds, x_pixels: int, y_pixels: int = 0) -> Bounds:
    """The rectangle without a margin."""
    return Bounds(bounds.left + x_pixels, bounds.top + y_pixels, bounds.right - x_pixels, bounds.bottom - y_pixels)


@lru_cache(maxsize=64)
def _disc(radius: int) -> Image.Image:
    large = Image.new("L", (2 * radius * _SMOOTH, 2 * radius * _SMOOTH))
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    return large.resize((2 * radius, 2 * radius), Image.Resampling.BOX)


# Text and icons as masks, made once and pasted often


@lru_cache(maxsize=2048)
def lines_of(text: str, face: Face, size: int, width: int, most: int) -> tuple[str, ...]:
    """The text broken at spaces to fit a width; what does not fit into `most` lines ends in an ellipsis."""
    lines: list[str] = []
    for part in text.split("\n"):
        words, line = part.split(" "), ""
        for word in words:
            longer = f"{line} {word}" if line else word
            if not line or width_of(longer, face, size) <= width:
                line = longer
            else:
                lines.append(line)
                line = word
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(shortened(line, face, size, width) for line in lines)


@lru_cache(maxsize=2048)
def shortened(line: str, face: Face, size: int, width: int) -> str:
    """The line, cut with an ellipsis where it is too wide."""
    if width_of(line, face, size) <= width:
        return line
    least, most = 0, len(line)
    while least < most:
        middle = (least + most + 1) // 2
        if width_of(line[:middle] + _ELLIPSIS, face, size) <= width:
            least = middle
        else:
            most = middle - 1
    return line[:least].rstrip() + _ELLIPSIS


@lru_cache(maxsize=4096)
def width_of(text: str, face: Face, size: int) -> int:
    """How wide a line is, in pixels."""
    return round(font(face, size).getlength(text))


@lru_cache(maxsize=1024)
def mask_of(text: str, face: Face, size: int) -> tuple[Image.Image, int, int] | None:
    """A line as a mask, with the place of its left upper corner seen from the start of the baseline; None if blank."""
    left, top, right, bottom = (int(edge) for edge in font(face, size).getbbox(text, anchor="ls"))
    if right <= left or bottom <= top:
        return None
    mask = Image.new("L", (right - left + 2, bottom - top + 2))
    mask.paste(_drawn(text, face, size, (1 - left, 1 - top), mask.size))
    return mask, left - 1, top - 1


def _drawn(text: str, face: Face, size: int, baseline: tuple[int, int], area: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", area)
    ImageDraw.Draw(mask).text(baseline, text, fill=255, font=font(face, size), anchor="ls")
    return mask


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A bundled font; the basic layout, as the other depends on a library that may be missing."""
    content = files("handrail.phone.renderer").joinpath("fonts", f"{face}.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(content), size, layout_engine=ImageFont.Layout.BASIC)
