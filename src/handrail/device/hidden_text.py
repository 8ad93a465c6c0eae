"""Fields that hide what is typed into them: what is kept of an action, a screen and a picture without their secrets."""

from dataclasses import replace
from io import BytesIO

from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen, focus_of

HIDDEN = "‹password›"
"""What is kept instead of a text that was typed into such a field."""

_MASK = "•"
_MASKS = frozenset("•●*·∙⬤ ")
_MARGIN_PIXELS = 4
_FILL = (96, 96, 96)


def is_hidden(action: Action, screen: Screen) -> bool:
    """Whether what the action types is hidden. Where nobody can say which field it goes to, any such field counts."""
    if action.text is None or action.type not in ("input", "paste"):
        return False
    path = action.element.path if action.element is not None else focus_of(screen)
    element = screen.at(path) if path is not None else None
    return any(inner.password for inner in screen.elements()) if element is None else element.password


def without_typed(action: Action, screen: Screen) -> Action:
    """The action without what it types into a field that hides it."""
    return replace(action, text=HIDDEN) if is_hidden(action, screen) else action


def without_hidden_text(screen: Screen) -> Screen:
    """The screen with dots in such fields, also where the phone tells what stands there; not even how many."""
    return replace(screen, windows=tuple(map(_masked, screen.windows)))


def _masked(element: Element) -> Element:
    if not any(inner.password for _, inner in element.walk()):
        return element
    hides = element.password and not _MASKS.issuperset(element.text)
    return replace(element, text=_MASK * 4 if hides else element.text, children=tuple(map(_masked, element.children)))


def without_secrets(png: bytes, screen: Screen) -> bytes | None:
    """A picture of the screen with the fields filled that hide what is typed into them; the same where there is none.

    None, so that no picture is kept, where that cannot be made certain: the place of a field is not known, the picture
    cannot be read, or Pillow is not there (`pip install "handrail[phone]"`).
    """
    fields = [element.bounds for element in screen.elements() if element.password]
    if not fields:
        return png
    if any(bounds.is_empty for bounds in fields) or screen.width_pixels < 1 or screen.height_pixels < 1:
        return None
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        return None
    try:
        with Image.open(BytesIO(png), formats=("PNG",)) as opened:
            picture = opened.convert("RGB")
        pen = ImageDraw.Draw(picture)
        for bounds in fields:
            pen.rectangle(_on_picture(bounds, screen, picture.size), fill=_FILL)
        written = BytesIO()
        picture.save(written, "PNG")
    except Exception:  # whatever is wrong with a picture, it is not kept
        return None
    return written.getvalue()


def _on_picture(bounds: Bounds, screen: Screen, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The place of a field in a picture, which may have another size than the screen."""
    across, down = size[0] / screen.width_pixels, size[1] / screen.height_pixels
    return (
        bounds.left * across - _MARGIN_PIXELS,
        bounds.top * down - _MARGIN_PIXELS,
        bounds.right * across + _MARGIN_PIXELS,
        bounds.bottom * down + _MARGIN_PIXELS,
    )
