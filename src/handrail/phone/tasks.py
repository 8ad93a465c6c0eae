"""Which pages are open: tasks as Android stacks them, each with the pages that the back key walks through.

Pure functions from one stack to the next. The launcher's task is always there; the front task is the last.
"""

from typing import Literal, NamedTuple, TypeAlias

from handrail.phone.app import Page
from handrail.phone.ui.layout import Scrolls
from handrail.phone.values import Foreground

Area: TypeAlias = Literal["task", "overlay", "panel", "heads_up"]
"""Where a page stands: in the front task, in a window over it, in the notification shade, in a banner."""


class OpenPage(NamedTuple):
    """A page with what the system keeps for it: where the typing goes and how far its lists are scrolled."""

    package: str
    page: Page
    focus: str = ""
    keyboard: bool = False
    scrolls: Scrolls = ()


class Task(NamedTuple):
    """Pages on one another; the last is on top. They may belong to several packages."""

    number: int
    package: str
    pages: tuple[OpenPage, ...]


class StackState(NamedTuple):
    """All that is open."""

    tasks: tuple[Task, ...]
    overlays: tuple[OpenPage, ...] = ()
    panel: OpenPage | None = None
    made: int = 1


class Slot(NamedTuple):
    """The place of an open page."""

    area: Area
    number: int = 0


def front(stack: StackState) -> Task:
    """The task in front."""
    return stack.tasks[-1]


def page_at(stack: StackState, slot: Slot) -> OpenPage | None:
    """The page at a place, if there still is one."""
    match slot.area:
        case "task":
            pages = front(stack).pages
        case "overlay":
            pages = stack.overlays
        case "panel":
            return stack.panel
        case "heads_up":
            return None
    return pages[slot.number] if slot.number < len(pages) else None


def put(stack: StackState, slot: Slot, page: OpenPage) -> StackState:
    """The stack with another page at a place; unchanged if the place is gone."""
    if page_at(stack, slot) is None:
        return stack
    if slot.area == "panel":
        return stack._replace(panel=page)
    if slot.area == "overlay":
        return stack._replace(overlays=_put(stack.overlays, slot.number, page))
    task = front(stack)
    return _with_front(stack, task._replace(pages=_put(task.pages, slot.number, page)))


def push(stack: StackState, page: OpenPage) -> StackState:
    """The page on top of the front task."""
    task = front(stack)
    return _with_front(stack, task._replace(pages=(*task.pages, page)))


def pop(stack: StackState, launcher: str) -> StackState:
    """Without the page on top; a task left empty goes, and the home screen comes to the front."""
    task = front(stack)
    if len(task.pages) > 1:
        return _with_front(stack, task._replace(pages=task.pages[:-1]))
    if task.package == launcher:
        return stack
    return to_front(stack._replace(tasks=stack.tasks[:-1]), launcher)


def to_front(stack: StackState, package: str) -> StackState:
    """The task of a package in front, if it has one."""
    tasks = [task for task in stack.tasks if task.package != package]
    found = [task for task in stack.tasks if task.package == package]
    return stack._replace(tasks=(*tasks, *found))


def start(stack: StackState, page: OpenPage) -> StackState:
    """A new task with one page in front."""
    task = Task(stack.made, page.package, (page,))
    return stack._replace(tasks=(*stack.tasks, task), made=stack.made + 1)


def has_task(stack: StackState, package: str) -> bool:
    """Whether a package has a task of its own."""
    return any(task.package == package for task in stack.tasks)


def without(stack: StackState, package: str) -> StackState:
    """Without any page of a package: its windows, its tasks, its pages in the tasks of others."""
    tasks = []
    for task in stack.tasks:
        kept = tuple(page for page in task.pages if page.package != package)
        if kept and task.package != package:
            tasks.append(task._replace(pages=kept))
    overlays = tuple(page for page in stack.overlays if page.package != package)
    return stack._replace(tasks=tuple(tasks), overlays=overlays)


def activity_of(pages: tuple[OpenPage, ...], launcher_activity: str) -> Foreground:
    """Package and full activity name of the page on top; a page without an activity is part of the one below."""
    package = pages[-1].package
    for page in reversed(pages):
        if page.package != package:
            break
        if page.page.activity:
            return Foreground(package, full_name(package, page.page.activity))
    return Foreground(package, full_name(package, launcher_activity))


def full_name(package: str, activity: str) -> str:
    """An activity's class name, from its short or full name."""
    if activity.startswith("."):
        return package + activity
    return activity if "." in activity else f"{package}.{activity}"


def _put(pages: tuple[OpenPage, ...], index: int, page: OpenPage) -> tuple[OpenPage, ...]:
    return (*pages[:index], page, *pages[index + 1 :])


def _with_front(stack: StackState, task: Task) -> StackState:
    return stack._replace(tasks=(*stack.tasks[:-1], task))
