"""From views to elements: how high each is, where it stands, what is cut off.

Pure functions of their arguments, remembered for the whole process: a row that is shown again at the same place costs
one look-up, whichever phone shows it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from handrail.device.element import Bounds, Element
from handrail.phone.ui.view import FILL, Arrange, Gravity, View

Scrolls: TypeAlias = tuple[tuple[str, int], ...]
"""How far each list is scrolled, in pixels, by its id."""

FLOATING_MARGIN = 52


class Placed(NamedTuple):
    """An element with the view that it came from; children stand in the same order as the element's."""

    element: Element
    view: View
    children: tuple[Any, ...]  # of Placed


class LayoutContext(NamedTuple):
    """What placing needs to know besides the view: whose it is, where the typing goes, what is scrolled."""

    package: str
    focus: str
    scrolls: Scrolls


class Box(NamedTuple):
    """A rectangle, and the lines above and below which nothing is seen."""

    left: int
    top: int
    width: int
    height: int
    clip_top: int
    clip_bottom: int


@lru_cache(maxsize=8192)
def height_of(view: View, width: int) -> int:
    """How high a view wants to be at a width."""
    if view.height >= 0:
        return view.height
    inner = width - 2 * view.pad_x
    children: tuple[View, ...] = view.children
    match view.arrange:
        case Arrange.LEAF:
            high = _line_count(view, inner) * (view.text_size * 4 // 3)
        case Arrange.COLUMN:
            high = sum([height_of(child, inner) for child in children])
        case Arrange.ROW:
            widths = _row_widths(children, inner)
            high = max([height_of(child, wide) for child, wide in zip(children, widths, strict=True)], default=0)
        case Arrange.FRAME:
            high = max([height_of(child, inner) for child in children], default=0)
        case Arrange.LIST | Arrange.GRID:
            high = content_height(view, width)
    return high + 2 * view.pad_y


@lru_cache(maxsize=2048)
def content_height(view: View, width: int) -> int:
    """How high everything in a scrolling list is, seen or not."""
    children: tuple[View, ...] = view.children
    if view.arrange is Arrange.LIST:
        return sum([height_of(child, width) for child in children])
    cell = width // view.columns
    heights = [height_of(child, cell) for child in children]
    return sum(max(heights[start : start + view.columns]) for start in range(0, len(heights), view.columns))


@lru_cache(maxsize=8192)
def width_of(view: View) -> int:
    """How wide a view wants to be."""
    if view.width >= 0:
        return view.width
    children: tuple[View, ...] = view.children
    if view.arrange is Arrange.LEAF:
        return len(view.text) * view.text_size * 13 // 25 + 2 * view.pad_x
    widths = [width_of(child) for child in children]
    return (sum(widths) if view.arrange is Arrange.ROW else max(widths, default=0)) + 2 * view.pad_x


def _line_count(view: View, width: int) -> int:
    per_line = max(1, width * 25 // (view.text_size * 13))
    return sum([max(1, -(-len(part) // per_line)) for part in view.text.split("\n")])


def _row_widths(children: tuple[View, ...], width: int) -> list[int]:
    fixed = [0 if child.width == FILL else width_of(child) for child in children]
    flexible = sum([child.width == FILL for child in children])
    share = max(0, width - sum(fixed)) // flexible if flexible else 0
    return [share if child.width == FILL else wide for child, wide in zip(children, fixed, strict=True)]


@lru_cache(maxsize=16384)
def place(view: View, frame: LayoutContext, box: Box) -> Placed | None:
    """The view as an element at its place, with what is in it; None if nothing of it can be seen."""
    left, top, width, height, clip_top, clip_bottom = box
    seen_top, seen_bottom = max(top, clip_top), min(top + height, clip_bottom)
    if seen_bottom <= seen_top or width <= 0:
        return None
    children: tuple[Placed, ...] = ()
    scrollable = False
    if view.arrange is not Arrange.LEAF:
        if view.arrange in (Arrange.LIST, Arrange.GRID):
            scrollable = content_height(view, width) > height
        children = tuple(
            [
                child
                for inner, inner_box in _boxes(view, frame, box, seen_top, seen_bottom)
                if (child := place(inner, frame, inner_box)) is not None
            ]
        )
    bounds = Bounds(left, seen_top, left + width, seen_bottom)
    return Placed(_element(view, frame, bounds, scrollable, children), view, children)


def _element(
    view: View, frame: LayoutContext, bounds: Bounds, scrollable: bool, children: tuple[Placed, ...]
) -> Element:
    clickable = view.on_click is not None or view.field != ""
    id = view.id
    return Element(
        view.class_name,
        view.text,
        view.description,
        f"{frame.package}:id/{id}" if id and ":" not in id else id,
        frame.package,
        bounds,
        view.checkable,
        view.checked,
        clickable,
        view.enabled,
        clickable or scrollable,
        view.field != "" and view.field == frame.focus,
        scrollable,
        view.on_long_click is not None or view.field != "",
        view.password,
        view.selected,
        tuple([child.element for child in children]),
        view.hint,
    )


def _boxes(view: View, frame: LayoutContext, box: Box, clip_top: int, clip_bottom: int) -> list[tuple[View, Box]]:
    """Each child with its box, in the order of drawing; those of a list that lie outside are left out."""
    left, top = box.left + view.pad_x, box.top + view.pad_y
    width, height = box.width - 2 * view.pad_x, box.height - 2 * view.pad_y
    children: tuple[View, ...] = view.children
    match view.arrange:
        case Arrange.COLUMN:
            return _column(children, Box(left, top, width, height, clip_top, clip_bottom))
        case Arrange.ROW:
            return _row(children, Box(left, top, width, height, clip_top, clip_bottom))
        case Arrange.LIST | Arrange.GRID:
            offset = min(dict(frame.scrolls).get(view.id, 0), max(0, content_height(view, box.width) - box.height))
            columns = view.columns if view.arrange is Arrange.GRID else 1
            return _scrolled(children, columns, Box(left, top - offset, width, height, clip_top, clip_bottom))
        case _:
            return [
                (child, _in_frame(child, Box(left, top, width, height, clip_top, clip_bottom))) for child in children
            ]


def _column(children: tuple[View, ...], box: Box) -> list[tuple[View, Box]]:
    heights = [0 if child.height == FILL else height_of(child, box.width) for child in children]
    flexible = sum([child.height == FILL for child in children])
    share = max(0, box.height - sum(heights)) // flexible if flexible else 0
    placed, top = [], box.top
    for child, high in zip(children, heights, strict=True):
        tall = share if child.height == FILL else high
        placed.append((child, Box(box.left, top, box.width, tall, box.clip_top, box.clip_bottom)))
        top += tall
    return placed


def _row(children: tuple[View, ...], box: Box) -> list[tuple[View, Box]]:
    placed, left = [], box.left
    for child, wide in zip(children, _row_widths(children, box.width), strict=True):
        tall = box.height if child.height == FILL else min(height_of(child, wide), box.height)
        top = box.top + (box.height - tall) // 2
        wide_seen = max(0, min(wide, box.left + box.width - left))
        placed.append((child, Box(left, top, wide_seen, tall, box.clip_top, box.clip_bottom)))
        left += wide
    return placed


def _scrolled(children: tuple[View, ...], columns: int, box: Box) -> list[tuple[View, Box]]:
    placed: list[tuple[View, Box]] = []
    cell, top = box.width // columns, box.top
    for start in range(0, len(children), columns):
        cells = children[start : start + columns]
        tall = max([height_of(child, cell) for child in cells])
        if top >= box.clip_bottom:
            break
        if top + tall > box.clip_top:
            placed += [
                (child, Box(box.left + cell * number, top, cell, tall, box.clip_top, box.clip_bottom))
                for number, child in enumerate(cells)
            ]
        top += tall
    return placed


def _in_frame(child: View, box: Box) -> Box:
    wide = box.width if child.width == FILL else min(width_of(child), box.width)
    tall = box.height if child.height == FILL else min(height_of(child, wide), box.height)
    match child.gravity:
        case Gravity.CENTER:
            left, top = box.left + (box.width - wide) // 2, box.top + (box.height - tall) // 2
        case Gravity.BOTTOM_RIGHT:
            left = box.left + box.width - wide - FLOATING_MARGIN
            top = box.top + box.height - tall - FLOATING_MARGIN
        case Gravity.BOTTOM:
            left, top = box.left + (box.width - wide) // 2, box.top + box.height - tall
        case Gravity.TOP:
            left, top = box.left, box.top
    return Box(left, top, wide, tall, box.clip_top, box.clip_bottom)


def hit(placed: Placed, x: int, y: int) -> Placed | None:
    """What takes a touch there: the innermost that can be touched, what was drawn last first."""
    return _innermost(placed, x, y, _takes_touches)


def list_at(placed: Placed, x: int, y: int) -> Placed | None:
    """The innermost list under a point."""
    return _innermost(placed, x, y, _is_list)


def _innermost(placed: Placed, x: int, y: int, wanted: Callable[[Placed], bool]) -> Placed | None:
    if not placed.element.bounds.contains(x, y):
        return None
    for child in reversed(placed.children):
        found = _innermost(child, x, y, wanted)
        if found is not None:
            return found
    return placed if wanted(placed) else None


def _takes_touches(placed: Placed) -> bool:
    return placed.element.clickable or placed.element.long_clickable


def _is_list(placed: Placed) -> bool:
    return placed.view.arrange in (Arrange.LIST, Arrange.GRID)
