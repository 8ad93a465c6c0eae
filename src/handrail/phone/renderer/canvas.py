"""What the painters draw with: flat areas, round corners without jagged edges, lines of text, icons."""

from functools import lru_cache

from PIL import Image, ImageDraw

from handrail.device.element import Bounds
from handrail.phone.renderer.icons import glyph
from handrail.phone.renderer.lettering import ICONS, REGULAR, Face, lines_of, mask_of, width_of
from handrail.phone.renderer.theme import Colour

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
