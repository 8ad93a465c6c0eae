"""What fingers and keys do: which view takes a touch, where typing goes, what a swipe scrolls."""

from typing import Any, Literal, TypeAlias

from handrail.device.element import Path
from handrail.phone import pages, rotation, tasks
from handrail.phone.app import Direction
from handrail.phone.context import HandlerContext
from handrail.phone.system import System
from handrail.phone.tasks import OpenPage, Slot
from handrail.phone.ui.layout import Placed, content_height, hit, list_at
from handrail.phone.ui.view import View
from handrail.phone.windows import Window

Touch: TypeAlias = Literal["click", "long_click"]
TOUCH_SLOP_PIXELS = 24
LONG_PRESS_MS = 500
EDGE_PIXELS = 100


def hit_test(shown: tuple[Window, ...], x: int, y: int) -> tuple[Window, Placed | None] | None:
    """The window that takes a touch there, and the view in it that does; None beside all windows."""
    for window in reversed(shown):
        if window.placed.element.bounds.contains(x, y):
            return window, hit(window.placed, x, y)
        if window.modal:
            return window, None
    return None


def press(system: System, shown: tuple[Window, ...], x: int, y: int, kind: Touch) -> None:
    """A finger goes down and up again, at once or after a while."""
    found = hit_test(shown, x, y)
    if found is None:
        return
    window, placed = found
    if placed is None:
        if not window.placed.element.bounds.contains(x, y):
            _touch_outside(system, window)
        return
    press_view(system, window, placed.view, kind)


def press_view(system: System, window: Window, view: View, kind: Touch) -> None:
    """A view is touched: it takes the typing, or its handler runs."""
    if not view.enabled:
        return
    if view.field:
        _focus(system, window.slot, view.field)
    handler = view.on_long_click if kind == "long_click" and view.on_long_click is not None else view.on_click
    if handler is not None:
        system.record(kind, window.package, handler.__name__, visible=False)
        pages.run(context(system, window), handler, view.argument)


def context(system: System, window: Window) -> HandlerContext[Any, Any]:
    """What the handlers of a window are given."""
    return HandlerContext(system, window.package, window.slot)


def behind(system: System, package: str) -> HandlerContext[Any, Any]:
    """What an app is given that works without being seen: the front page stands in for one of its own."""
    return HandlerContext(system, package, Slot("task", len(tasks.front(system.stack).pages) - 1))


def _touch_outside(system: System, window: Window) -> None:
    opened = tasks.page_at(system.stack, window.slot)
    if opened is not None and opened.page.dialog and opened.page.cancelable:
        opened.page.on_back(context(system, window))


def _focus(system: System, slot: Slot, field: str) -> None:
    opened = tasks.page_at(system.stack, slot)
    if opened is not None:
        pages.put(system, slot, opened._replace(focus=field, keyboard=True))


def focused(system: System) -> tuple[Slot, OpenPage] | None:
    """The page whose field takes the typing: the one on top, if it has one."""
    stack = system.stack
    last = len(tasks.front(stack).pages) - 1
    slots = [Slot("overlay", number) for number in range(len(stack.overlays) - 1, -1, -1)]
    for slot in (*slots, Slot("task", last)):
        opened = tasks.page_at(stack, slot)
        if opened is not None and opened.focus:
            return slot, opened
    return None


def put_text(system: System, slot: Slot, opened: OpenPage, text: str) -> None:
    """The focused field of a page holds another text."""
    page = opened.page.typed(opened.focus, text)
    if page != opened.page:
        pages.put(system, slot, opened._replace(page=page))


def text_of(opened: OpenPage) -> str:
    """What stands in the focused field."""
    return str(getattr(opened.page, opened.focus, ""))


def view_at(shown: tuple[Window, ...], path: Path) -> tuple[Window, View] | None:
    """The view at a place of the screen; the first number is that of the window."""
    if not path or not 0 <= path[0] < len(shown):
        return None
    window = shown[path[0]]
    placed = window.placed
    for number in path[1:]:
        if not 0 <= number < len(placed.children):
            return None
        placed = placed.children[number]
    return window, placed.view


def set_text(system: System, shown: tuple[Window, ...], path: Path, text: str) -> bool:
    """The field at a place is focused and holds another text; False if there is no field that takes typing."""
    found = view_at(shown, path)
    if found is None or not found[1].field or not found[1].enabled:
        return False
    window, view = found
    _focus(system, window.slot, view.field)
    opened = tasks.page_at(system.stack, window.slot)
    if opened is not None:
        put_text(system, window.slot, opened, text)
    return True


def type_into(system: System, shown: tuple[Window, ...], path: Path, text: str) -> bool:
    """The field at a place is touched, unless it has the focus, and then holds another text.

    False if it did not take the focus: what the touch did stays done, and nothing is typed.
    """
    found = view_at(shown, path)
    if found is None:
        return False
    window, view = found
    opened = tasks.page_at(system.stack, window.slot)
    if opened is None or opened.focus != view.field or focused(system) != (window.slot, opened):
        press_view(system, window, view, "click")
    now = focused(system)
    if now is None or not view.field or now[0] != window.slot or now[1].focus != view.field:
        return False
    _focus(system, window.slot, view.field)  # the keyboard comes up with the typing
    put_text(system, window.slot, tasks.page_at(system.stack, window.slot) or now[1], text)
    return True


def enter(system: System, shown: tuple[Window, ...]) -> None:
    """The enter key: what the field is for, else on to the next field, else the keyboard goes."""
    found = focused(system)
    if found is None:
        return
    slot, opened = found
    views = [(window, view) for window in shown if window.slot == slot for view in fields(window.placed)]
    names = [view.field for _, view in views]
    if opened.focus not in names:
        return
    window, view = views[names.index(opened.focus)]
    if view.on_enter is not None:
        pages.put(system, slot, opened._replace(keyboard=False))
        system.record("enter", window.package, view.on_enter.__name__, visible=False)
        pages.run(context(system, window), view.on_enter, view.argument)
        return
    _go_on(system, slot, opened, names)


def tab(system: System, shown: tuple[Window, ...]) -> None:
    """The tab key: on to the next field, and nothing else."""
    found = focused(system)
    if found is not None:
        slot, opened = found
        _go_on(
            system, slot, opened, [v.field for window in shown if window.slot == slot for v in fields(window.placed)]
        )


def _go_on(system: System, slot: Slot, opened: OpenPage, names: list[str]) -> None:
    """The field after the one with the focus has it; after the last the keyboard goes."""
    if opened.focus not in names:
        return
    following = names[names.index(opened.focus) + 1 :]
    pages.put(system, slot, opened._replace(focus=following[0]) if following else opened._replace(keyboard=False))


def fields(placed: Placed) -> list[View]:
    """The text fields of a window, in the order of the tree."""
    found = [placed.view] if placed.view.field else []
    for child in placed.children:
        found += fields(child)
    return found


def back(system: System) -> None:
    """The back key: the shade, the keyboard, or the page on top goes."""
    stack = system.stack
    if stack.panel is not None:
        pages.close_panel(system)
        return
    slot = Slot("task", len(tasks.front(stack).pages) - 1)
    opened = tasks.front(stack).pages[-1]
    if opened.keyboard:
        pages.put(system, slot, opened._replace(keyboard=False))
        return
    opened.page.on_back(HandlerContext(system, opened.package, slot))


def swipe(system: System, shown: tuple[Window, ...], x1: int, y1: int, x2: int, y2: int) -> None:
    """A finger moves over the screen: it pulls the shade down, goes home, scrolls a list, or is for the page."""
    direction = direction_of(x2 - x1, y2 - y1)
    if y1 < EDGE_PIXELS and direction == "down":
        pages.open_panel(system)
        return
    if y1 >= rotation.size(system)[1] - EDGE_PIXELS // 2 and direction == "up":
        pages.home(system)
        return
    found = hit_test(shown, x1, y1)
    if found is None:
        return
    window, _ = found
    opened = tasks.page_at(system.stack, window.slot)
    if window.slot.area == "heads_up":
        entry = system.heads_up()
        if entry is not None:
            system.dismiss(entry.number)
        return
    if opened is None:
        return
    scrolled = list_at(window.placed, x1, y1)
    if scrolled is not None and direction in ("up", "down") and _scroll(system, window.slot, opened, scrolled, y1 - y2):
        return
    opened.page.on_swipe(context(system, window), direction)


def pinch(system: System, shown: tuple[Window, ...], x: int, y: int, percent: int) -> None:
    """Two fingers come together or go apart around a point: it is for the page that lies there."""
    found = hit_test(shown, x, y)
    opened = tasks.page_at(system.stack, found[0].slot) if found is not None else None
    if found is not None and opened is not None:
        opened.page.on_pinch(context(system, found[0]), percent)


def direction_of(dx: int, dy: int) -> Direction:
    """Where a finger went, mostly."""
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _scroll(system: System, slot: Slot, opened: OpenPage, scrolled: Placed, by_pixels: int) -> bool:
    """Scroll a list; False if it is at its end already."""
    bounds, view = scrolled.element.bounds, scrolled.view
    most = max(0, content_height(view, bounds.right - bounds.left) - (bounds.bottom - bounds.top))
    before = min(dict(opened.scrolls).get(view.id, 0), most)
    after = min(max(0, before + by_pixels), most)
    if after == before:
        return False
    scrolls = {**dict(opened.scrolls), view.id: after}
    pages.put(system, slot, opened._replace(scrolls=tuple(sorted(scrolls.items()))))
    return True


def delete(system: System) -> None:
    """The delete key: the last character of the focused field goes."""
    found = focused(system)
    if found is not None:
        put_text(system, *found, text_of(found[1])[:-1])
