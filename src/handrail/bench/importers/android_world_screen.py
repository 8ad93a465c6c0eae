"""The screens of an AndroidWorld episode: a flat list of elements, and an array of pixels."""

from math import prod
from typing import Any

from handrail.bench.importers.inert_pickle import Array, BoundingBox, Buffer, InertDtype, InertObject, UIElement
from handrail.bench.importers.recorded_run import Picture
from handrail.device.element import NO_BOUNDS, Bounds, Element
from handrail.device.screen import Screen
from handrail.error import UnreadableInput

USUAL_SIZE = (1080, 2400)
"""What AndroidWorld's own emulator has."""


def read_screen(listed: Any, picture: Picture | None) -> Screen:
    """The elements below one frame, in the order in which actions count them. Raises `UnreadableInput`."""
    if not isinstance(listed, list) or not all(isinstance(ui_element, UIElement) for ui_element in listed):
        raise UnreadableInput("the elements are not a list of UIElement")
    elements = tuple(_element(ui_element, number) for number, ui_element in enumerate(listed))
    package = next((element.package for element in elements if element.package), "")
    width, height = USUAL_SIZE if picture is None else (picture.width, picture.height)
    frame = Element(
        "android.widget.FrameLayout", package=package, bounds=Bounds(0, 0, width, height), children=elements
    )
    return Screen(package, "", (frame,), width, height)


def _element(element: UIElement, number: int) -> Element:
    def text(name: str) -> str:
        value = element.field(name)
        if value is not None and not isinstance(value, str):
            raise UnreadableInput(f"element {number}: {name}: {type(value).__name__} where text was expected")
        return value or ""

    return Element(
        text("class_name"),
        text("text"),
        text("content_description"),
        text("resource_name") or text("resource_id"),
        text("package_name"),
        _bounds(element.field("bbox_pixels"), number),
        checkable=bool(element.field("is_checkable")),
        checked=bool(element.field("is_checked")),
        clickable=bool(element.field("is_clickable")),
        enabled=element.field("is_enabled") is not False,
        focusable=bool(element.field("is_focusable")),
        focused=bool(element.field("is_focused")),
        scrollable=bool(element.field("is_scrollable")),
        long_clickable=bool(element.field("is_long_clickable")),
        selected=bool(element.field("is_selected")),
        hint=text("hint_text"),
    )


def _bounds(box: Any, number: int) -> Bounds:
    if box is None:
        return NO_BOUNDS
    if not isinstance(box, BoundingBox):
        raise UnreadableInput(f"element {number}: bbox_pixels: {type(box).__name__} where a BoundingBox was expected")
    values = [box.field(name) for name in ("x_min", "y_min", "x_max", "y_max")]
    if not all(type(value) in (int, float) and abs(value) < 1_000_000 for value in values):
        raise UnreadableInput(f"element {number}: bbox_pixels: not four numbers of pixels")
    return Bounds(*map(int, values))


def read_picture(value: Any) -> Picture | None:
    """An array of rows of pixels of three bytes; None for none. Raises `UnreadableInput`."""
    if value is None:
        return None
    shape, kind, by_columns, content = _parts(value)
    fits = isinstance(shape, tuple) and len(shape) == 3 and all(type(size) is int and size > 0 for size in shape)
    if not fits or shape[2] != 3 or not isinstance(kind, InertDtype) or kind.arguments[:1] != ("u1",) or by_columns:
        raise UnreadableInput("the picture is not an array of height x width x 3 bytes, row by row")
    if not isinstance(content, bytes | bytearray) or len(content) != prod(shape):
        raise UnreadableInput(f"the picture does not hold the {prod(shape):,} bytes that its shape says")
    return Picture(shape[1], shape[0], bytes(content))


def _parts(value: InertObject | Any) -> tuple[Any, Any, bool, Any]:
    """Shape, kind, whether by columns, and bytes, in either form in which numpy pickles an array."""
    if isinstance(value, Array) and isinstance(value.state, tuple) and len(value.state) == 5:
        _, shape, kind, by_columns, content = value.state
        return shape, kind, bool(by_columns), content
    if isinstance(value, Buffer) and len(value.arguments) == 4:
        content, kind, shape, order = value.arguments
        return shape, kind, order != "C", content
    return None, None, False, None
