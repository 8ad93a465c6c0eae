"""From what is open to what is seen: the windows of the screen, bottom to top."""

from typing import NamedTuple

from handrail.device.screen import Screen
from handrail.phone import tasks
from handrail.phone.apps.system_ui import banner
from handrail.phone.context import Glance
from handrail.phone.rotation import HEIGHT_PIXELS, WIDTH_PIXELS, fitted, rotation, size
from handrail.phone.system import SYSTEM_UI, System
from handrail.phone.tasks import OpenPage, Slot
from handrail.phone.ui.layout import Box, LayoutContext, Placed, height_of, place
from handrail.phone.ui.view import View
from handrail.phone.values import Foreground

DIALOG_WIDTH_PIXELS = 948
DIALOG_HIGHEST_PIXELS = 1900
DIALOG_MARGIN_PIXELS = 32
BANNER_TOP_PIXELS = 136


__all__ = ["HEIGHT_PIXELS", "WIDTH_PIXELS", "Window", "active", "foreground", "foreground_of", "screen_of", "windows"]


class Window(NamedTuple):
    """One window: where its page stands, what is in it, and whether touches outside of it reach those below."""

    slot: Slot
    package: str
    placed: Placed
    modal: bool


def windows(system: System) -> tuple[Window, ...]:
    """All windows that are seen now."""
    pages = tasks.front(system.stack).pages
    first = len(pages) - 1
    while first > 0 and pages[first].page.dialog:
        first -= 1
    found = [_window(system, Slot("task", number), pages[number]) for number in range(first, len(pages))]
    found += [_window(system, Slot("overlay", number), page) for number, page in enumerate(system.stack.overlays)]
    entry = system.heads_up()
    if entry is not None:
        shown = OpenPage(SYSTEM_UI, pages[0].page)
        found.append(
            _placed(
                system,
                shown,
                Slot("heads_up"),
                banner(entry, Glance(system, SYSTEM_UI).label_of(entry.package)),
                BANNER_TOP_PIXELS,
            )
        )
    if system.stack.panel is not None:
        found.append(_window(system, Slot("panel"), system.stack.panel))
    return tuple(window for window in found if window is not None)


def _window(system: System, slot: Slot, opened: OpenPage) -> Window | None:
    view = opened.page.view(Glance(system, opened.package))
    width, height = size(system)
    if rotation(system) % 2 or not opened.page.dialog:
        highest = height - 2 * DIALOG_MARGIN_PIXELS if opened.page.dialog else height
        view = fitted(view, DIALOG_WIDTH_PIXELS, highest, turned=rotation(system) % 2 == 1)
    if not opened.page.dialog:
        box = Box(0, 0, width, height, 0, height)
        placed = place(view, LayoutContext(opened.package, opened.focus, opened.scrolls), box)
        return None if placed is None else Window(slot, opened.package, placed, True)
    return _placed(system, opened, slot, view, None)


def _placed(system: System, opened: OpenPage, slot: Slot, view: View, top: int | None) -> Window | None:
    """A window that is smaller than the screen, in its middle unless a top is given."""
    high = min(height_of(view, DIALOG_WIDTH_PIXELS), DIALOG_HIGHEST_PIXELS)
    width, height = size(system)
    left = (width - DIALOG_WIDTH_PIXELS) // 2
    top = (height - high) // 2 if top is None else top
    frame = LayoutContext(opened.package, opened.focus, opened.scrolls)
    placed = place(view, frame, Box(left, top, DIALOG_WIDTH_PIXELS, high, top, top + high))
    return None if placed is None else Window(slot, opened.package, placed, slot.area == "task")


def active(system: System, shown: tuple[Window, ...]) -> int:
    """The place of the window that keys go to, which is the one that accessibility calls active.

    The shade while it is down, else an overlay that takes the typing, else what stands on top of the task.
    """
    slots = [window.slot for window in shown]
    overlays = [place for place, slot in enumerate(slots) if slot.area == "overlay"]
    typing = [place for place in overlays if system.stack.overlays[slots[place].number].focus]
    tops = [place for place, slot in enumerate(slots) if slot.area == "task"]
    panels = [place for place, slot in enumerate(slots) if slot.area == "panel"]
    return (panels or typing or tops or [0])[-1]


def foreground(system: System) -> Foreground:
    """The package and activity in front."""
    return foreground_of(system, tasks.front(system.stack).pages)


def foreground_of(system: System, pages: tuple[OpenPage, ...]) -> Foreground:
    """The package and activity that stand on top of some pages."""
    package = system.packages.get(pages[-1].package)
    activities = package.activities if package is not None else ()
    return tasks.activity_of(pages, activities[0] if activities else "MainActivity")


def screen_of(system: System, shown: tuple[Window, ...]) -> Screen:
    """The windows as a device reports them."""
    package, activity = foreground(system)
    elements = tuple([window.placed.element for window in shown])
    return Screen(package, activity, elements, *size(system))
