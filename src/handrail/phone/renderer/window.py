"""Windows, bottom to top: a whole screen, a dialog over a shade, the launcher, the keyboard, a toast."""

from functools import lru_cache

from PIL import Image, ImageDraw

from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.phone.renderer import theme
from handrail.phone.renderer.canvas import MEDIUM, REGULAR, Canvas, inset, lines_of, width_of
from handrail.phone.renderer.icons import icon_for
from handrail.phone.renderer.paint import Backdrop, paint_element, paint_letter, tint_of
from handrail.phone.renderer.theme import Colour

_CORNER = 74
_CELL = 170
_TAB_BARS = frozenset(("navigation_bar", "bottom_navigation"))


def paint_screen(screen: Screen, clock: str, toast: str = "") -> Image.Image:
    """The whole picture; `clock` is what the status bar says, `toast` the short message over all, if any."""
    canvas = Canvas(screen.width_pixels, screen.height_pixels, theme.SURFACE)
    at_home = "launcher" in screen.package
    if at_home:
        canvas.image.paste(_wallpaper(screen.width_pixels, screen.height_pixels))
    for number, window in enumerate(screen.windows):
        _paint_window(canvas, window, screen, is_first=number == 0)
    if toast:
        _paint_toast(canvas, toast)
    _paint_bars(canvas, screen, clock, theme.WHITE if at_home and len(screen.windows) == 1 else theme.ON_SURFACE)
    return canvas.image


def _paint_window(canvas: Canvas, window: Element, screen: Screen, *, is_first: bool) -> None:
    bounds, bottom = window.bounds, screen.height_pixels
    page = Backdrop(theme.SURFACE, theme.ON_SURFACE, dialog=False, bottom=bottom)
    if "launcher" in window.package:
        _paint_tree(canvas, window, Backdrop(theme.WALLPAPER[0], theme.WHITE, dialog=False, bottom=bottom))
    elif "inputmethod" in window.package:
        canvas.area(bounds, theme.SURFACE_HIGHEST)
        _paint_keys(canvas, window)
    elif not window.children or _covers(bounds, screen):
        if window.children and not is_first:
            canvas.area(bounds, theme.SURFACE)
        _paint_tree(canvas, window, page)
    else:
        if window.package == screen.package and not is_first:
            canvas.dim(theme.SCRIM_KEEPS)
        canvas.rounded(bounds, _CORNER, theme.SURFACE_HIGH)
        _paint_tree(canvas, window, Backdrop(theme.SURFACE_HIGH, theme.ON_SURFACE, dialog=True, bottom=bottom))


def _covers(bounds: Bounds, screen: Screen) -> bool:
    wide = bounds.right - bounds.left >= screen.width_pixels * 9 // 10
    return wide and bounds.bottom - bounds.top >= screen.height_pixels * 8 // 10


def _paint_tree(canvas: Canvas, element: Element, place: Backdrop) -> None:
    if element.resource_id.rpartition("/")[2] in _TAB_BARS:
        _paint_tabs(canvas, element, place)
        return
    if place.ink == theme.WHITE and _is_app(element):
        _paint_app(canvas, element)
        return
    inner = _paint_container(canvas, element, place) if element.children else place
    paint_element(canvas, element, place)
    for child in element.children:
        _paint_tree(canvas, child, inner)


def _paint_container(canvas: Canvas, element: Element, place: Backdrop) -> Backdrop:
    label = next((child.text for _, child in element.walk() if child.text), "")
    surface = place.surface
    if place.ink == theme.WHITE:
        pass
    elif element.clickable and element.class_name.endswith(("FrameLayout", "CardView")):
        surface = theme.SECONDARY_CONTAINER if element.selected else theme.SURFACE_CONTAINER
        canvas.rounded(inset(element.bounds, 3, 7), 36, surface)
    elif element.selected:
        surface = theme.SECONDARY_CONTAINER
        canvas.rounded(inset(element.bounds, 12, 4), 32, surface)
    return Backdrop(surface, place.ink, place.dialog, place.bottom, label if element.clickable else place.row_label)


def _paint_tabs(canvas: Canvas, bar: Element, place: Backdrop) -> None:
    """Icons and labels, on a ground that goes on to the lower edge of the screen."""
    bounds = bar.bounds
    reaches = place.bottom if place.bottom - bounds.bottom < _CELL else bounds.bottom
    canvas.area(Bounds(bounds.left, bounds.top, bounds.right, reaches), theme.SURFACE_CONTAINER)
    for tab in bar.children:
        label = tab.label or next((child.text for _, child in tab.walk() if child.text), "")
        x, top = tab.bounds.center[0], bounds.top + 16
        ink = theme.ON_SECONDARY_CONTAINER if tab.selected else theme.ON_SURFACE_VARIANT
        if tab.selected:
            canvas.rounded(Bounds(x - 84, top, x + 84, top + 84), 42, theme.SECONDARY_CONTAINER)
        canvas.icon(icon_for(label) or "view_list_outline", (x, top + 42), ink, 60)
        words = Bounds(tab.bounds.left, top + 92, tab.bounds.right, top + 140)
        canvas.block(label, words, ink, theme.SMALL_TEXT, MEDIUM, centered=True)


def _is_app(element: Element) -> bool:
    """Whether it is an icon of the launcher: touched as a whole, and neither a field nor a list."""
    is_picture = not element.class_name.endswith(("EditText", "RecyclerView"))
    return element.clickable and is_picture and element.bounds.bottom - element.bounds.top >= 120


def _paint_app(canvas: Canvas, element: Element) -> None:
    bounds = element.bounds
    label = element.text or next((child.text for _, child in element.walk() if child.text), "") or element.description
    x, y = bounds.center
    has_room = bounds.bottom - bounds.top >= _CELL
    center = (x, y - 28 if has_room else y)
    name = icon_for(label)
    paint_letter(canvas, center, 70, label)
    if name is not None:
        canvas.circle(center, 70, tint_of(label))
        canvas.icon(name, center, theme.WHITE, 74)
    if has_room:
        words = Bounds(bounds.left + 4, y + 52, bounds.right - 4, y + 98)
        canvas.block(label, words, theme.WHITE, theme.SMALL_TEXT, centered=True)


def _paint_keys(canvas: Canvas, window: Element) -> None:
    for _, key in window.walk():
        label = key.label
        if key.children or not label:
            continue
        box = inset(key.bounds, 6, 9)
        special = len(label) > 1
        canvas.rounded(box, 14, theme.SURFACE_HIGH if special else theme.WHITE)
        name = icon_for(label) if special else None
        if name is not None:
            canvas.icon(name, key.bounds.center, theme.ON_SURFACE, 56)
        else:
            canvas.block(label, box, theme.ON_SURFACE, 56 if not special else theme.SMALL_TEXT, centered=True)


def _paint_toast(canvas: Canvas, words: str) -> None:
    wide, high = canvas.image.size
    lines = lines_of(words, REGULAR, theme.LABEL_TEXT, wide * 7 // 10, 2)
    half = max(width_of(line, REGULAR, theme.LABEL_TEXT) for line in lines) // 2 + 64
    bottom = high - 260
    box = Bounds(wide // 2 - half, bottom - 60 - 50 * len(lines), wide // 2 + half, bottom)
    canvas.rounded(box, 58, theme.INVERSE_SURFACE)
    canvas.block("\n".join(lines), inset(box, 20), theme.INVERSE_ON_SURFACE, theme.LABEL_TEXT, centered=True)


def _paint_bars(canvas: Canvas, screen: Screen, clock: str, ink: Colour) -> None:
    """The status bar and the bar of gestures, which belong to the system."""
    right, middle = screen.width_pixels - 56, theme.STATUS_BAR // 2 + 8
    canvas.text(clock, 56, middle + 14, ink, theme.LABEL_TEXT, MEDIUM)
    canvas.icon("battery", (right, middle), ink, 46)
    canvas.icon("signal", (right - 50, middle), ink, 46)
    canvas.icon("wifi", (right - 104, middle), ink, 46)
    center, bottom = screen.width_pixels // 2, screen.height_pixels - theme.GESTURE_BAR // 2
    canvas.rounded(Bounds(center - 190, bottom - 5, center + 190, bottom + 6), 5, ink)


@lru_cache(maxsize=2)
def _wallpaper(wide: int, high: int) -> Image.Image:
    """A gradient from top to bottom; photos cost many times as much to pack."""
    top, bottom = theme.WALLPAPER
    strip = Image.new("RGB", (1, high))
    draw = ImageDraw.Draw(strip)
    for y in range(high):
        red, green, blue = (a + (b - a) * y // high for a, b in zip(top, bottom, strict=True))
        draw.point((0, y), fill=(red, green, blue))
    return strip.resize((wide, high), Image.Resampling.NEAREST)
