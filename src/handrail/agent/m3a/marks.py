"""Numbered marks on a screenshot, so that a model can say which element it means."""

from collections.abc import Sequence
from io import BytesIO

from handrail.agent.listing import Listed
from handrail.error import MissingExtra

COLOURS = ((214, 39, 40), (31, 119, 180), (44, 160, 44), (148, 103, 189), (140, 86, 75), (227, 119, 194))
_PADDING = 4


def marked(png: bytes, elements: Sequence[Listed]) -> bytes:
    """The picture with a box and a number on each element that can be used, as PNG. Raises `MissingExtra`.

    What can only be read has its number in the list alone, and numbers stand on the right: words stay readable.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError as error:
        raise MissingExtra("pip install 'handrail[phone]'") from error
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGB")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(12, picture.height // 70))
    for number, one in enumerate(elements, 1):
        if not one.can_be_used:
            continue
        box = one.element.bounds
        colour = COLOURS[number % len(COLOURS)]
        draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour, width=3)
        _, _, wide, high = draw.textbbox((0, 0), str(number), font=font)
        corner = (box.right - wide - 2 * _PADDING, box.top)
        draw.rectangle((*corner, box.right - 1, box.top + high + 2 * _PADDING), fill=colour)
        draw.text((corner[0] + _PADDING, corner[1] + _PADDING), str(number), font=font, fill=(255, 255, 255))
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
