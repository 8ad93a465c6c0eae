"""Tasks: lists of things to do, with due dates and stars. Cooperates by declaring its states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar
from unicodedata import normalize

from handrail.app import KEY, App, Declaration, Event, Update
from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, negative, positive, question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import (
    button,
    check_box,
    field,
    floating,
    heading,
    icon_button,
    line,
    paragraph,
    row,
    scrolling,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.tasks"
STARRED = "Starred"
DUE = ("Today", "Tomorrow", "Next week", "No date")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do."""

    number: int
    list: str
    title: str
    details: str = ""
    due: date | None = None
    starred: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class TasksData:
    """What the app saves. List names are told apart as typed."""

    lists: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    next_number: int = 1

    def task(self, number: int) -> Task | None:
        """The task of that number."""
        return next((other for other in self.tasks if other.number == number), None)

    def with_task(self, task: Task) -> TasksData:
        """With a task added or changed."""
        if self.task(task.number) is None:
            return replace(self, tasks=(*self.tasks, task), next_number=task.number + 1)
        return replace(self, tasks=tuple(task if other.number == task.number else other for other in self.tasks))

    def takes_list(self, name: str) -> bool:
        """Whether a new list may have that name: one that nobody could take for another list."""
        taken = {_as_heard(list_name) for list_name in (*self.lists, STARRED)}
        return bool(name.strip()) and _as_heard(name) not in taken

    def without_task(self, number: int) -> TasksData:
        """Without a task."""
        return replace(self, tasks=tuple(other for other in self.tasks if other.number != number))

    def without_list(self, name: str) -> TasksData:
        """Without a list and what is on it."""
        return replace(
            self,
            lists=tuple(list_name for list_name in self.lists if list_name != name),
            tasks=tuple(other for other in self.tasks if other.list != name),
        )


def _as_heard(name: str) -> str:
    return " ".join(normalize("NFKC", name).casefold().split())


@dataclass(frozen=True, slots=True)
class Lists(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "ListsActivity"

    def view(self, see: Glance[TasksData]) -> View:
        """One row for each list."""
        rows = [row(STARRED, on_click=open_list, argument="", id="starred")]
        for name in see.data.lists:
            left = sum(not task.done and task.list == name for task in see.data.tasks)
            rows.append(row(name, f"{left} to do", on_click=open_list, argument=name, id="list"))
        return scaffold("Tasks", scrolling(*rows), fab=floating(icon_button("New list", new_list)))


def open_list(do: HandlerContext[TasksData, Any], name: str) -> None:
    """One list; the empty name stands for all that is starred."""
    do.open(TaskList(name))


@dataclass(frozen=True, slots=True)
class NewList(Page):
    """The name of a new list."""

    name: str = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[TasksData]) -> View:
        """One field."""
        return dialog("New list", field("name", self.name, "List name", on_enter=save_list),
                      buttons=(negative("Cancel", navigate_up),
                               positive("Create", save_list, enabled=bool(self.name.strip()))))  # fmt: skip


def new_list(do: HandlerContext[TasksData, Lists]) -> None:
    """Ask for its name."""
    do.open(NewList())


def save_list(do: HandlerContext[TasksData, NewList]) -> None:
    """The list is there, if its name is new."""
    name = do.page.name.strip()
    if not do.data.takes_list(name):
        do.toast("Choose another name")
        return
    do.data = replace(do.data, lists=(*do.data.lists, name))
    do.back()


@dataclass(frozen=True, slots=True)
class TaskList(Page):
    """The things to do of one list, the done ones last."""

    name: str
    activity: ClassVar[str] = "TaskListActivity"

    def view(self, see: Glance[TasksData]) -> View:
        """A box, the title, a star for each."""
        shown = [task for task in see.data.tasks if (task.list == self.name if self.name else task.starred)]
        left = [_task_row(task) for task in shown if not task.done]
        done = [_task_row(task) for task in shown if task.done]
        delete = (icon_button("Delete list", ask_delete_list),) if self.name in see.data.lists else ()
        add = floating(icon_button("Add task", add_task)) if self.name in see.data.lists else None
        rows = (*left, heading("Completed"), *done) if done else left
        return scaffold(self.name or STARRED, scrolling(*rows, id="tasks", empty="No tasks"), up=navigate_up,
                        actions=delete, fab=add)  # fmt: skip


@lru_cache(maxsize=512)
def _task_row(task: Task) -> View:
    star = icon_button(f"{'Unstar' if task.starred else 'Star'} {task.title}", turn_star, task.number, id="star")
    box = check_box("", task.done, turn_done, task.number, id="done", description=f"Done {task.title}")
    due = f"Due {task.due:%Y-%m-%d}" if task.due is not None else ""
    return row(task.title, due, on_click=edit_task, argument=task.number, leading=box._replace(width=105),
               trailing=star, id="task")  # fmt: skip


def turn_star(do: HandlerContext[TasksData, TaskList], number: int) -> None:
    """Important, or not any more."""
    task = do.data.task(number)
    if task is not None:
        do.data = do.data.with_task(replace(task, starred=not task.starred))


def turn_done(do: HandlerContext[TasksData, TaskList], number: int) -> None:
    """Done, or not after all."""
    task = do.data.task(number)
    if task is not None:
        do.data = do.data.with_task(replace(task, done=not task.done))


@dataclass(frozen=True, slots=True)
class EditTask(Page):
    """A new task (number 0) or one that is changed. Nothing is saved before the button says so."""

    list: str
    number: int = 0
    title: str = ""
    details: str = ""
    due: date | None = None
    activity: ClassVar[str] = "TaskActivity"

    def task(self, before: Task | None, number: int) -> Task:
        """The task as it would be saved."""
        base = before if before is not None else Task(number, self.list, "")
        return replace(base, title=self.title.strip(), details=self.details, due=self.due)

    def view(self, _: Glance[TasksData]) -> View:
        """Title, details, due date."""
        delete = (button("Delete", delete_task),) if self.number else ()
        return scaffold(
            "Edit task" if self.number else "New task",
            field("title", self.title, "Title"),
            field("details", self.details, "Add details"),
            row("Due date", f"{self.due:%Y-%m-%d}" if self.due else "No date", on_click=choose_due, id="due"),
            line(button("Cancel", navigate_up), *delete,
                 button("Save", save_task, enabled=bool(self.title.strip())), pad_x=42),
            up=navigate_up,
        )  # fmt: skip


def add_task(do: HandlerContext[TasksData, TaskList]) -> None:
    """Start a new task."""
    do.open(EditTask(do.page.name))


def edit_task(do: HandlerContext[TasksData, TaskList], number: int) -> None:
    """Open a task as it is."""
    task = do.data.task(number)
    if task is not None:
        do.open(EditTask(task.list, number, task.title, task.details, task.due))


@dataclass(frozen=True, slots=True)
class DuePicker(Page):
    """Until when?"""

    dialog: ClassVar[bool] = True

    def view(self, _: Glance[TasksData]) -> View:
        """Four answers."""
        return dialog("Due date", *[row(due, on_click=take_due, argument=due, id="due_option") for due in DUE])


def choose_due(do: HandlerContext[TasksData, EditTask]) -> None:
    """Show the answers."""
    do.open(DuePicker())


def take_due(do: HandlerContext[TasksData, DuePicker], answer: str) -> None:
    """This one."""
    days = {"Today": 0, "Tomorrow": 1, "Next week": 7}.get(answer)
    form: EditTask = do.below
    do.back_with(replace(form, due=None if days is None else do.now.date() + timedelta(days=days)))


def save_task(do: HandlerContext[TasksData, EditTask]) -> None:
    """Keep it."""
    page = do.page
    if page.title.strip():
        do.data = do.data.with_task(page.task(do.data.task(page.number), page.number or do.data.next_number))
        do.back()


def delete_task(do: HandlerContext[TasksData, EditTask]) -> None:
    """The task goes, without a question."""
    do.data = do.data.without_task(do.page.number)
    do.back()
    do.toast("Task deleted")


@dataclass(frozen=True, slots=True)
class ConfirmDeleteList(Page):
    """Is a list to go, with all that is on it?"""

    name: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[TasksData]) -> View:
        """The question, with how much goes."""
        count = sum(task.list == self.name for task in see.data.tasks)
        words = f"{self.name} and its {count} tasks will be permanently deleted."
        return question("Delete this list?", words, "Delete", delete_list)


def ask_delete_list(do: HandlerContext[TasksData, TaskList]) -> None:
    """Ask first."""
    do.open(ConfirmDeleteList(do.page.name))


def delete_list(do: HandlerContext[TasksData, ConfirmDeleteList]) -> None:
    """The list goes."""
    do.data = do.data.without_list(do.page.name)
    do.back_to(Lists)


@dataclass(frozen=True, slots=True)
class SaveShared(Page):
    """On which list is it to go?"""

    text: str
    activity: ClassVar[str] = "ShareActivity"

    def view(self, see: Glance[TasksData]) -> View:
        """The lists."""
        rows = [row(list_name, on_click=save_shared, argument=list_name, id="list") for list_name in see.data.lists]
        return scaffold("Save to list", paragraph(self.text), scrolling(*rows, empty="No lists"), up=navigate_up)


def save_shared(do: HandlerContext[TasksData, SaveShared], name: str) -> None:
    """On that one."""
    do.data = do.data.with_task(Task(do.data.next_number, name, do.page.text))
    do.back()


def receive_shared(shared: Shared) -> Page:
    """What another app shares becomes a task."""
    return SaveShared(shared.text or shared.path.rpartition("/")[2])


# What the app declares


def declares(see: Glance[TasksData], page: Page) -> App:
    """The states and triggers of this app, for what is on the page now."""
    declaration = Declaration("Tasks", PACKAGE)

    @declaration.state
    class List:
        """The lists, by name."""

        name: Annotated[str, KEY]

    @declaration.state
    class Task:
        """The tasks, told apart by list and title."""

        list: Annotated[str, KEY]
        title: Annotated[str, KEY]
        due: date
        starred: bool
        done: bool

    @declaration.on("click", target="save_task", commits="SaveTask")
    def save(_: Event) -> list[Update]:
        if not isinstance(page, EditTask):
            return []
        before = see.data.task(page.number)
        after = page.task(before, 0)
        renamed = before is not None and before.title != after.title
        return [*([_gone(before)] if before is not None and renamed else []), _set(after)]

    @declaration.on("click", target="turn_done", commits="CompleteTask")
    def done(event: Event) -> list[Update]:
        task = see.data.task(int(event.text or 0))
        return [] if task is None else [_set(replace(task, done=not task.done))]

    @declaration.on("click", target="turn_star", commits="StarTask")
    def star(event: Event) -> list[Update]:
        task = see.data.task(int(event.text or 0))
        return [] if task is None else [_set(replace(task, starred=not task.starred))]

    @declaration.on("click", target="delete_task", commits="DeleteTask", irreversible=True)
    def delete(_: Event) -> list[Update]:
        task = see.data.task(page.number) if isinstance(page, EditTask) else None
        return [] if task is None else [_gone(task)]

    @declaration.on("click", target="save_list", commits="CreateList")
    def create(_: Event) -> list[Update]:
        if not isinstance(page, NewList) or not see.data.takes_list(page.name):
            return []
        return [Update("List", set={"name": page.name.strip()})]

    @declaration.on("click", target="delete_list", commits="DeleteList", irreversible=True)
    def delete_whole(_: Event) -> list[Update]:
        if not isinstance(page, ConfirmDeleteList):
            return []
        tasks = [_gone(task) for task in see.data.tasks if task.list == page.name]
        return [*tasks, Update("List", delete={"name": page.name})]

    return declaration.app()


def _set(task: Task) -> Update:
    values = {"list": task.list, "title": task.title, "due": task.due, "starred": task.starred, "done": task.done}
    return Update("Task", set=values)


def _gone(task: Task) -> Update:
    return Update("Task", delete={"list": task.list, "title": task.title})


def _stored(data: TasksData) -> Mapping[str, object]:
    return {"databases/tasks.db": (data.lists, data.tasks)}


def todo(origin: Origin) -> PhoneApp:
    """Tasks, with two lists."""
    tasks = (
        Task(1, "Home", "Water the plants"),
        Task(2, "Home", "Book the dentist", due=origin.now.date() + timedelta(days=4)),
        Task(3, "Work", "Send the report", starred=True),
        Task(4, "Work", "Order toner", done=True),
    )
    manifest = Manifest(PACKAGE, "Tasks", ("ListsActivity",), version_name="3.0", version_code=30)
    return PhoneApp(manifest, Lists, TasksData(("Home", "Work"), tasks, 5), stored=_stored, receives=receive_shared,
                    declares=declares)  # fmt: skip
