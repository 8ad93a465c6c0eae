"""Opening and closing: how pages, apps, dialogs and windows come to the front and go."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from handrail.phone import tasks
from handrail.phone.app import Page, Shared
from handrail.phone.apps.launcher import Recents
from handrail.phone.apps.system_ui import Chooser, GrantPermission, Shade
from handrail.phone.package import OVERLAY_PERMISSION
from handrail.phone.system import CHOOSER, LAUNCHER, PERMISSION_CONTROLLER, SYSTEM_UI, System
from handrail.phone.tasks import OpenPage, Slot
from handrail.phone.ui.view import Handler

if TYPE_CHECKING:
    from handrail.phone.context import HandlerContext


def put(system: System, slot: Slot, page: OpenPage) -> None:
    """Another value of a page at its place."""
    system.show(tasks.put(system.stack, slot, page), "page", page.package)


def open_page(system: System, package: str, page: Page) -> bool:
    """A page of a package on top of the front task; False if the package is not there or disabled."""
    found = system.packages.get(package)
    if found is None or not found.enabled:
        return False
    system.start_process(package)
    close_panel(system)
    top = tasks.front(system.stack)
    slot = Slot("task", len(top.pages) - 1)
    stack = tasks.put(system.stack, slot, top.pages[-1]._replace(keyboard=False))
    system.show(tasks.push(stack, OpenPage(package, page)), "open", package, type(page).__name__)
    return True


def close(system: System, slot: Slot) -> None:
    """The page at a place goes: a page of a task with what is on top of it."""
    match slot.area:
        case "task":
            stack = system.stack
            while len(tasks.front(stack).pages) > slot.number + 1:
                stack = tasks.pop(stack, LAUNCHER)
            system.show(tasks.pop(stack, LAUNCHER), "close", "")
        case "overlay":
            kept = tuple(page for number, page in enumerate(system.stack.overlays) if number != slot.number)
            system.show(system.stack._replace(overlays=kept), "close overlay", "")
        case "panel" | "heads_up":
            close_panel(system)


def close_until(system: System, kind: type[Page]) -> None:
    """Pages of the front task go until one of that kind is on top, or only one is left."""
    stack = system.stack
    while len(tasks.front(stack).pages) > 1 and not isinstance(tasks.front(stack).pages[-1].page, kind):
        stack = tasks.pop(stack, LAUNCHER)
    system.show(stack, "close", "")


def home(system: System) -> None:
    """The home screen in front, with nothing on top of it."""
    stack = tasks.to_front(system.stack._replace(panel=None), LAUNCHER)
    launcher = tasks.front(stack)
    first = OpenPage(LAUNCHER, system.apps[LAUNCHER].home())
    system.show(stack._replace(tasks=(*stack.tasks[:-1], launcher._replace(pages=(first,)))), "home", LAUNCHER)


def launch(system: System, package: str, activity: str | None) -> bool:
    """An app in front: as it was left, or fresh; a named activity opens on top of it."""
    found, app = system.packages.get(package), system.apps.get(package)
    if found is None or app is None or not found.enabled:
        return False
    page = None
    if activity is not None:
        name = tasks.full_name(package, activity)
        if name not in {tasks.full_name(package, known) for known in found.activities}:
            return False
        makers = {tasks.full_name(package, known): make for known, make in app.activities.items()}
        page = makers[name]() if name in makers else None
    if package == LAUNCHER:
        home(system)
        return True
    system.start_process(package)
    stack = system.stack._replace(panel=None)
    if tasks.has_task(stack, package):
        stack = tasks.to_front(stack, package)
        on_top = tasks.front(stack).pages[-1].page
        if page is not None and not (type(on_top) is type(page) and on_top.activity == page.activity):
            stack = tasks.push(stack, OpenPage(package, page))
    else:
        stack = tasks.start(stack, OpenPage(package, app.home() if page is None else page))
    system.show(stack, "launch", package, activity or "")
    return True


def share(system: System, shared: Shared) -> None:
    """Ask with which app something is to be shared."""
    open_page(system, CHOOSER, Chooser(shared))


def request(
    system: System, context: "HandlerContext[Any, Any]", permission: str, then: Handler | None, argument: Hashable
) -> None:
    """Ask the person for a permission on behalf of an app; go on at once where it is granted."""
    package = system.packages[context.package]
    if permission in package.granted:
        run(context, then, argument)
    elif permission in package.declared_permissions:
        open_page(system, PERMISSION_CONTROLLER, GrantPermission(package.name, permission, then, argument))


def run(context: "HandlerContext[Any, Any]", handler: Handler | None, argument: Hashable) -> None:
    """Call a handler with its argument, if it has one."""
    if handler is not None:
        handler(context) if argument is None else handler(context, argument)


def overlay(system: System, package: str, page: Page) -> bool:
    """A window of an app over all others; False without the permission for it."""
    found = system.packages.get(package)
    if found is None or OVERLAY_PERMISSION not in found.granted:
        return False
    overlays = (*system.stack.overlays, OpenPage(package, page))
    system.show(system.stack._replace(overlays=overlays), "overlay", package, type(page).__name__)
    return True


def remove_overlays(system: System, package: str) -> None:
    """The windows of an app over all others go."""
    kept = tuple(page for page in system.stack.overlays if page.package != package)
    system.show(system.stack._replace(overlays=kept), "close overlay", package)


def open_panel(system: System) -> None:
    """The notification shade is pulled down."""
    system.show(system.stack._replace(panel=OpenPage(SYSTEM_UI, Shade())), "open shade", SYSTEM_UI)


def close_panel(system: System) -> None:
    """The notification shade is pushed up."""
    system.show(system.stack._replace(panel=None), "close shade", SYSTEM_UI)


def open_notification(system: System, number: int) -> None:
    """A touch on a notification: its app comes to the front and the entry goes."""
    found = [entry for entry in system.notifications if entry.number == number]
    close_panel(system)
    for entry in found:
        system.dismiss(number)
        app = system.apps.get(entry.package)
        if launch(system, entry.package, None) and app is not None and app.opens is not None:
            page = app.opens()
            if tasks.front(system.stack).pages[-1].page != page:
                open_page(system, entry.package, page)


def open_recents(system: System) -> None:
    """The recent-apps key: the tasks to choose from."""
    stack = tasks.to_front(system.stack._replace(panel=None), LAUNCHER)
    pages = (OpenPage(LAUNCHER, system.apps[LAUNCHER].home()), OpenPage(LAUNCHER, Recents()))
    system.show(
        stack._replace(tasks=(*stack.tasks[:-1], tasks.front(stack)._replace(pages=pages))), "recents", LAUNCHER
    )
