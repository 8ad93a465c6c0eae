"""Each kind of element as Material 3 draws it."""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from PIL import Image, ImageDraw

from handrail.device.element import Bounds, Element
from handrail.phone.renderer import theme
from handrail.phone.renderer.canvas import MEDIUM, REGULAR, Canvas, inset, width_of
from handrail.phone.renderer.icons import icon_for
from handrail.phone.renderer.theme import BODY_TEXT, LABEL_TEXT, SMALL_TEXT, TINTS, TITLE_TEXT, Colour


@dataclass(frozen=True, slots=True)
class Backdrop:
    """Where an element stands: what is behind it, in which kind of window, and whose label is near."""

    surface: Colour
    ink: Colour
    dialog: bool
    bottom: int
    row_label: str = ""


_TRACK = 136
_FLOATING_LEAST, _FLOATING_MOST = 130, 260


def paint_element(canvas: Canvas, element: Element, place: Backdrop) -> None:
    """One element without its children."""
    if element.bounds.is_empty:
        return
    kind = element.class_name.rpartition(".")[2]
    if kind.endswith("ImageButton"):
        _image_button(canvas, element, place)
    elif kind.endswith("RadioButton"):
        _radio(canvas, element, place)
    elif "CheckBox" in kind:
        _check_box(canvas, element, place)
    elif "Switch" in kind or kind.endswith("ToggleButton"):
        _switch(canvas, element, place)
    elif kind.endswith(("EditText", "AutoCompleteTextView")):
        _field(canvas, element, place)
    elif kind.endswith(("Button", "Chip")):
        _button(canvas, element, place)
    elif kind.endswith("ImageView"):
        _image(canvas, element, place)
    elif kind.endswith(("SeekBar", "ProgressBar")):
        _bar(canvas, element)
    elif element.text:
        _words(canvas, element, place)


def _ink(element: Element, place: Backdrop) -> Colour:
    return place.ink if element.enabled else theme.DISABLED


def _words(canvas: Canvas, element: Element, place: Backdrop) -> None:
    size, margin = text_style(element)
    ident = element.resource_id.rpartition("/")[2]
    bold = ident in ("label", "alertTitle") and element.selected
    colour = _ink(element, place)
    if ident == "summary" and element.enabled and place.ink == theme.ON_SURFACE:
        colour = theme.ON_SURFACE_VARIANT
    if (size, margin) == (38, theme.MARGIN) and place.ink == theme.ON_SURFACE:
        colour, bold = theme.PRIMARY, True
    if element.clickable and not element.children and margin == 0:
        margin = theme.MARGIN
    canvas.block(element.text, inset(element.bounds, margin), colour, size, MEDIUM if bold else REGULAR)


def _button(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds, label = element.bounds, element.label
    ident = element.resource_id.rpartition("/")[2]
    if place.dialog or ident in ("button1", "button2", "button3"):
        colour = theme.PRIMARY if element.enabled else theme.DISABLED
        canvas.block(label, bounds, colour, theme.LABEL_TEXT, MEDIUM, centered=True)
        return
    high, wide = bounds.bottom - bounds.top, bounds.right - bounds.left
    pill = inset(bounds, min(10, wide // 12), min(10, max(0, high - 84) // 2))
    fill, ink = (theme.PRIMARY, theme.ON_PRIMARY) if wide >= 240 else (theme.SECONDARY_CONTAINER, theme.ON_SURFACE)
    if element.selected or element.checked:
        fill, ink = theme.PRIMARY_CONTAINER, theme.ON_PRIMARY_CONTAINER
    if not element.enabled:
        fill, ink = theme.DISABLED_CONTAINER, theme.DISABLED
    canvas.rounded(pill, high // 2, fill)
    size = theme.LABEL_TEXT if len(label) > 2 else theme.BODY_TEXT
    canvas.block(label, inset(pill, 8), ink, size, MEDIUM, centered=True)


def _image_button(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds = element.bounds
    words = element.description or element.text
    name = icon_for(words) or icon_for(element.resource_id) or "apps"
    if _floats(element, place):
        canvas.rounded(bounds, 42, theme.PRIMARY_CONTAINER)
        canvas.icon(name, bounds.center, theme.ON_PRIMARY_CONTAINER, theme.ICON)
        return
    if element.selected:
        canvas.circle(bounds.center, 52, theme.SECONDARY_CONTAINER)
    colour = _ink(element, place) if place.ink != theme.ON_SURFACE or not element.enabled else theme.ON_SURFACE_VARIANT
    canvas.icon(name, bounds.center, colour, min(theme.ICON, bounds.bottom - bounds.top))


def _floats(element: Element, place: Backdrop) -> bool:
    """Whether it is the large button over the lower right corner."""
    bounds = element.bounds
    wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
    large = _FLOATING_LEAST < wide < _FLOATING_MOST and abs(wide - high) <= 8
    return large and bounds.top > place.bottom * 2 // 3 and not place.dialog


def _switch(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds, (_, middle) = element.bounds, element.bounds.center
    if element.text and bounds.right - bounds.left < _TRACK + 3 * theme.MARGIN + width_of(element.text, REGULAR, 42):
        _tile(canvas, element)
        return
    right = bounds.right - (theme.MARGIN if element.text else max(0, (bounds.right - bounds.left - _TRACK) // 2))
    track = Bounds(right - _TRACK, middle - 42, right, middle + 42)
    if element.text:
        words = Bounds(bounds.left + theme.MARGIN, bounds.top, track.left - 16, bounds.bottom)
        canvas.block(element.text, words, _ink(element, place), theme.BODY_TEXT)
    if element.checked:
        canvas.rounded(track, 42, theme.PRIMARY if element.enabled else theme.DISABLED)
        canvas.circle((track.right - 42, middle), 31, theme.ON_PRIMARY)
        canvas.icon("check", (track.right - 42, middle), theme.PRIMARY, 40)
    else:
        line = theme.OUTLINE if element.enabled else theme.DISABLED
        canvas.outlined(track, 42, line, theme.SURFACE_HIGHEST, 5)
        canvas.circle((track.left + 42, middle), 21, line)


def _tile(canvas: Canvas, element: Element) -> None:
    """A switch or box without room beside its words, as in the quick settings: the colour says whether it is on."""
    fill, ink = (theme.PRIMARY, theme.ON_PRIMARY) if element.checked else (theme.SURFACE_HIGHEST, theme.ON_SURFACE)
    box = inset(element.bounds, 5, 12)
    canvas.rounded(box, 52, fill)
    canvas.block(element.text, inset(box, 8), ink, theme.SMALL_TEXT, MEDIUM, centered=True)


def _check_box(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds, (_, middle) = element.bounds, element.bounds.center
    if element.text and bounds.right - bounds.left < 114 + width_of(element.text, REGULAR, theme.BODY_TEXT):
        _tile(canvas, element)
        return
    left = bounds.left + min(30, max(0, (bounds.right - bounds.left - 48) // 2))
    box = Bounds(left, middle - 24, left + 48, middle + 24)
    if element.checked:
        canvas.rounded(box, 7, theme.PRIMARY if element.enabled else theme.DISABLED)
        canvas.icon("check_bold", box.center, theme.ON_PRIMARY, 40)
    else:
        canvas.outlined(box, 7, theme.ON_SURFACE_VARIANT, place.surface, 5)
    words = Bounds(box.right + 36, bounds.top, bounds.right, bounds.bottom)
    canvas.block(element.text, words, _ink(element, place), theme.BODY_TEXT)


def _radio(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds, (_, middle) = element.bounds, element.bounds.center
    center = (bounds.left + min(72, (bounds.right - bounds.left) // 2), middle)
    canvas.circle(center, 26, theme.PRIMARY if element.checked else theme.ON_SURFACE_VARIANT)
    canvas.circle(center, 21, place.surface)
    if element.checked:
        canvas.circle(center, 13, theme.PRIMARY)
    words = Bounds(center[0] + 62, bounds.top, bounds.right, bounds.bottom)
    canvas.block(element.text, words, _ink(element, place), theme.BODY_TEXT)


def _field(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds = element.bounds
    box = inset(bounds, 32 if bounds.right - bounds.left > 400 else 6, 8)
    line = theme.PRIMARY if element.focused else theme.OUTLINE
    canvas.outlined(box, 14, line, place.surface, 5 if element.focused else 3)
    colour = _ink(element, place)
    words = inset(box, 36)
    canvas.block(element.text or element.description, words, colour, theme.BODY_TEXT)
    if element.focused:
        _, middle = box.center
        end = words.left + min(width_of(element.text, REGULAR, theme.BODY_TEXT), words.right - words.left)
        canvas.area(Bounds(end + 3, middle - 28, end + 8, middle + 28), theme.PRIMARY)


def _image(canvas: Canvas, element: Element, place: Backdrop) -> None:
    bounds, words = element.bounds, element.description or element.text
    wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
    if min(wide, high) >= 200:
        paint_picture(canvas, inset(bounds, 3, 3), words or place.row_label)
        return
    name = icon_for(words) if words else None
    if name is not None or not (words or place.row_label):
        canvas.icon(name or "image_outline", bounds.center, place.ink, min(theme.ICON, high, wide))
        return
    x, y = bounds.center
    paint_letter(canvas, (x - 8, y), min(wide, high, 88) // 2, words or place.row_label)


def paint_letter(canvas: Canvas, center: tuple[int, int], radius: int, words: str) -> None:
    """A round picture with a letter in it, as a person or an app without a photo gets."""
    canvas.circle(center, radius, tint_of(words))
    letter = next((sign for sign in words if sign.isalnum()), "?").upper()
    box = Bounds(center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)
    canvas.block(letter, box, theme.WHITE, radius, MEDIUM, centered=True)


def tint_of(words: str) -> Colour:
    """A colour that is always the same for the same words."""
    return TINTS[crc32(words.encode("utf-8", "surrogatepass")) % len(TINTS)]


def _bar(canvas: Canvas, element: Element) -> None:
    _, middle = element.bounds.center
    bounds = inset(element.bounds, theme.MARGIN)
    half = (bounds.left + bounds.right) // 2
    canvas.rounded(Bounds(bounds.left, middle - 8, bounds.right, middle + 8), 8, theme.SECONDARY_CONTAINER)
    canvas.rounded(Bounds(bounds.left, middle - 8, half, middle + 8), 8, theme.PRIMARY)
    canvas.rounded(Bounds(half - 6, middle - 40, half + 6, middle + 40), 6, theme.PRIMARY)


# Stand-ins for photos: a quiet landscape whose colours follow from the description


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


# How large words are: a tree does not say, but the space that they were given does


_BY_ID = {"action_bar_title": TITLE_TEXT, "alertTitle": TITLE_TEXT, "title": BODY_TEXT, "summary": LABEL_TEXT}
_USUAL: tuple[tuple[int, int, int], ...] = (
    # size, margin at the sides, margin above and below
    (42, 0, 0),
    (36, 0, 0),
    (38, 42, 26),
    (42, 42, 26),
    (36, 42, 26),
    (42, 63, 32),
    (53, 63, 32),
    (53, 32, 0),
    (32, 20, 0),
    (32, 0, 0),
)


def text_style(element: Element) -> tuple[int, int]:
    """The size of the letters and the margin at the sides, in pixels."""
    bounds = element.bounds
    wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
    size, margin = _fitting(len(element.text), element.text.count("\n") + 1, wide, high)
    return _BY_ID.get(element.resource_id.rpartition("/")[2], size), margin


@lru_cache(maxsize=1024)
def _fitting(letters: int, parts: int, wide: int, high: int) -> tuple[int, int]:
    """Our own apps are laid out by a rule that can be read backwards; for all others a likely size that fits."""
    for size, margin, above in _USUAL:
        per_line = max(1, (wide - 2 * margin) * 25 // (size * 13))
        lines = max(parts, -(-letters // per_line))
        if lines * (size * 4 // 3) + 2 * above == high:
            return size, margin
    if letters <= 12 and high >= 72 and parts == 1:
        return min(high * 3 // 4, wide * 25 // (13 * max(letters, 2)), 240), 0
    largest = BODY_TEXT if high >= BODY_TEXT * 4 // 3 else max(SMALL_TEXT // 2, high * 3 // 4)
    return largest, 0
