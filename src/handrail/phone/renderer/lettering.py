"""Text and icons as masks, made once and pasted often: the fonts are bundled, so every machine draws the same."""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Face: TypeAlias = Literal["Roboto-Regular", "Roboto-Medium", "MaterialDesignIcons"]
REGULAR: Face = "Roboto-Regular"
MEDIUM: Face = "Roboto-Medium"
ICONS: Face = "MaterialDesignIcons"

_ELLIPSIS = "…"


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A bundled font; the basic layout, as the other depends on a library that may be missing."""
    content = files("handrail.phone.renderer").joinpath("fonts", f"{face}.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(content), size, layout_engine=ImageFont.Layout.BASIC)


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
