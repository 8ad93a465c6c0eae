"""Things to do: added, ticked, starred, deleted, with their lists."""

from datetime import timedelta
from random import Random

from handrail.agent.intent import Intent, Pick, Plan, Stage, Tap, Target, Turn
from handrail.agent.mistake import EarlyFinish, Forgotten, Repeated, TooLate, Values, WrongTarget, WrongValue
from handrail.bench.suite import any_app
from handrail.bench.suite.set_up import phone_with
from handrail.bench.suite.task import Effect, EffectKind, Scene, Task, effect
from handrail.bench.suite.tasks.places import button, filled, labelled, tasks
from handrail.phone.apps.todo import Task as ToDo
from handrail.phone.apps.todo import TasksData
from handrail.phone.apps.todo import todo as tasks_app

THINGS = ("Buy milk", "Call the plumber", "Return the books", "Pay the gas bill", "Wash the car", "Book the train")


def opened(name: str) -> tuple[Intent, ...]:
    """A list."""
    return (tasks(), labelled(name, "title"))


def added(title: str, details: str, due: str) -> tuple[Intent, ...]:
    """A new task on the list in sight."""
    pick = (Pick(Target(id="due"), Target(due, "title")),) if due else ()
    fields = (filled("title", title), *((filled("details", details),) if details else ()), *pick)
    return (button("add_task"), *fields, button("save"))


def saved(
    name: str, title: str, details: str = "", due: object = "", *, starred: bool = False, done: bool = False
) -> Effect:
    """A task as it is to be."""
    flags = ("starred" if starred else "", "done" if done else "")
    return effect(EffectKind.TASK_SAVED, name, title, details, due, *flags)


def list_of(name: str, titles: tuple[str, ...], first: int = 1) -> tuple[ToDo, ...]:
    """Tasks of one list."""
    return tuple(ToDo(number, name, title) for number, title in enumerate(titles, first))


def add(rng: Random, seed: int) -> Scene:
    """With a due date, on the right one of two lists."""
    phone = phone_with(seed)
    title, other = rng.sample(THINGS, 2)
    name, elsewhere = rng.sample(("Home", "Work"), 2)
    due = phone.now.date() + timedelta(days=1)

    def plan(v: Values) -> Plan:
        return (Stage("add", (*opened(v["list"]), *added(v["title"], "", v["due"]))),)

    return Scene(
        phone,
        f"Add “{title}” to my {name} list, due tomorrow",
        f"""
        OpenList(name = "{name}") & TaskForm(title = "{title}", due = Tomorrow) -> SaveTask
        SaveTask -> Done
        """,
        {"list": name, "title": title, "due": "Tomorrow"},
        plan,
        (
            WrongTarget("list", elsewhere),
            WrongValue("title", other),
            WrongValue("due", "Today"),
            Forgotten("title"),
            TooLate("due"),
            EarlyFinish("add", after=5),
            Repeated("add"),
        ),
        (saved(name, title, due=due),),
        generic=f"""
        {any_app.task(name, title, due)}
        Save & {any_app.on_list(name, title, due)} -> Done
        """,
    )


def tick(rng: Random, seed: int) -> Scene:
    """One of five."""
    titles = tuple(rng.sample(THINGS, 5))
    phone = phone_with(seed, {tasks_app: lambda _: TasksData(("Home",), list_of("Home", titles), 9)})

    def plan(v: Values) -> Plan:
        return (Stage("tick", (*opened("Home"), Turn(Target(f"Done {v['title']}", "done"), on=True))),)

    return Scene(
        phone,
        f"I have done “{titles[2]}”, tick it off",
        f"""
        Task(list = "Home", title = "{titles[2]}", done = true) -> CompleteTask
        CompleteTask -> Done
        """,
        {"title": titles[2]},
        plan,
        (WrongTarget("title", titles[1]), WrongTarget("title", titles[4]), EarlyFinish("tick", after=2)),
        (saved("Home", titles[2], done=True),),
        generic=f"""
        Screen(app = "com.example.tasks", title = "Home") & Switch(label = "{titles[2]}", on = true) -> Set
        Set -> Done
        """,
    )


def star(rng: Random, seed: int) -> Scene:
    """Important; one of two with the same title on two lists."""
    title = rng.choice(THINGS)
    both = (*list_of("Home", (title, "Water the plants")), *list_of("Work", (title,), 3))
    phone = phone_with(seed, {tasks_app: lambda _: TasksData(("Home", "Work"), both, 9)})

    def plan(v: Values) -> Plan:
        return (Stage("star", (*opened(v["list"]), Tap(Target(f"Star {v['title']}", "star")))),)

    return Scene(
        phone,
        f"Mark “{title}” on my Work list as important",
        f"""
        Task(list = "Work", title = "{title}", starred = true) -> StarTask
        StarTask -> Done
        """,
        {"list": "Work", "title": title},
        plan,
        (WrongTarget("list", "Home"), EarlyFinish("star", after=2), Repeated("star")),
        (saved("Work", title, starred=True),),
        generic=f"""
        Screen(app = "com.example.tasks", title = "Work") & Item(label = "{title}") -> Save
        Save & Screen(app = "com.example.tasks", title = "Work") -> Done
        """,
    )


def delete(rng: Random, seed: int) -> Scene:
    """One task, which the app deletes without a question."""
    titles = tuple(rng.sample(THINGS, 4))
    phone = phone_with(seed, {tasks_app: lambda _: TasksData(("Home",), list_of("Home", titles), 9)})

    def plan(v: Values) -> Plan:
        return (Stage("delete", (*opened("Home"), labelled(v["title"]), button("delete"))),)

    return Scene(
        phone,
        f"Delete the task “{titles[0]}” from my Home list",
        f"""
        OpenList(name = "Home") & TaskForm(title = "{titles[0]}") -> DeleteTask
        DeleteTask -> Done
        """,
        {"title": titles[0]},
        plan,
        (WrongTarget("title", titles[1]), WrongTarget("title", titles[3]), EarlyFinish("delete", after=3)),
        (effect(EffectKind.TASK_DELETED, "Home", titles[0]),),
        generic=f"""
        once Screen(app = "com.example.tasks", title = "Home") & Screen(app = "com.example.tasks", title = "Edit task")
            & Field(label = "Title", value = "{titles[0]}") -> Delete
        Delete & Screen(app = "com.example.tasks", title = "Home") & Item(label = "{titles[0]}")[= 0] -> Done
        """,
    )


def delete_list(rng: Random, seed: int) -> Scene:
    """With all that is on it."""
    name, other = rng.sample(("Holiday", "Party", "Old flat"), 2)
    both = (*list_of(name, ("Balloons", "Music")), *list_of(other, ("Tickets", "Map"), 3))
    phone = phone_with(seed, {tasks_app: lambda _: TasksData((other, name), both, 9)})

    def plan(v: Values) -> Plan:
        return (Stage("delete", (*opened(v["list"]), button("delete_list"), button("button1"))),)

    return Scene(
        phone,
        f"I do not need my {name} list any more, delete it",
        f"""
        OpenList(name = "{name}") -> DeleteList
        DeleteList -> Done
        """,
        {"list": name},
        plan,
        (WrongTarget("list", other), EarlyFinish("delete", after=3), EarlyFinish("delete", after=2)),
        (
            effect(EffectKind.LIST_DELETED, name),
            effect(EffectKind.TASK_DELETED, name, "Balloons"),
            effect(EffectKind.TASK_DELETED, name, "Music"),
        ),
        generic=f"""
        Screen(app = "com.example.tasks", title = "{name}") -> Delete
        Delete & Screen(app = "com.example.tasks", title = "Tasks") & Item(label = "{name}")[= 0] -> Done
        """,
    )


def new_list(rng: Random, seed: int) -> Scene:
    """With three things on it, one of them important."""
    phone = phone_with(seed)
    item, two, three, other = rng.sample(THINGS, 4)
    name = rng.choice(("Move", "Summer", "Project"))
    today = phone.now.date()

    def plan(v: Values) -> Plan:
        make = (tasks(), button("new_list"), filled("name", v["list"]), button("button1"))
        return (
            Stage("make", make),
            Stage("add first", (*opened(v["list"]), *added(v["first"], "", v["due"]))),
            Stage("add second", (*opened(v["list"]), *added(v["second"], "", ""))),
            Stage("add third", (*opened(v["list"]), *added(v["third"], "", ""))),
            Stage("star", (*opened(v["list"]), Tap(Target(f"Star {v['star']}", "star")))),
        )

    return Scene(
        phone,
        f"Make a list {name} with “{item}” (due today), “{two}” and “{three}” on it, and star “{two}”",
        f"""
        List(name = "{name}") -> CreateList
        CreateList & OpenList(name = "{name}") & TaskForm(title = "{item}", due = Today) -> SaveTask
        CreateList & OpenList(name = "{name}") & TaskForm(title in ["{two}", "{three}"]) -> SaveTask
        SaveTask & Task(list = "{name}", title = "{two}", starred = true) -> StarTask
        StarTask & Task(list = "{name}", title = "{item}", due = Today) & Task(list = "{name}", title = "{two}")
            & Task(list = "{name}", title = "{three}") -> Done
        """,
        {"list": name, "first": item, "second": two, "third": three, "due": "Today", "star": two},
        plan,
        (
            WrongValue("list", f"{name} 2"),
            WrongValue("third", other),
            WrongValue("due", "Next week"),
            WrongTarget("star", three),
            EarlyFinish("add third"),
            EarlyFinish("star"),
        ),
        (
            effect(EffectKind.LIST_MADE, name),
            saved(name, item, due=today),
            saved(name, two, starred=True),
            saved(name, three),
        ),
        generic=f"""
        Screen(app = "com.example.tasks", title = "Tasks") & Dialog(title = "New list")
            & Field(label = "List name", value = "{name}") -> Save
        {any_app.task(name, item, today)}
        {any_app.task(name, two)}
        {any_app.task(name, three)}
        Screen(app = "com.example.tasks", title = "{name}") & Item(label = "{two}") -> Save
        Save & {any_app.on_list(name, item, today)} & Item(label = "{two}") & Item(label = "{three}") -> Done
        """,
    )


TASKS = (
    Task("tasks-add", ("tasks",), add),
    Task("tasks-tick", ("tasks",), tick),
    Task("tasks-star", ("tasks",), star),
    Task("tasks-delete", ("tasks",), delete),
    Task("tasks-delete-list", ("tasks",), delete_list),
    Task("tasks-new-list", ("tasks",), new_list, long=True),
)
