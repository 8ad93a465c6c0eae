"""Lists longer than the screen, and a turned one: what is not shown where it would stand is not there for the rules."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    BANK,
    MESSAGES,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    by_hand,
    held,
    talk,
    talks,
    turn,
    types_by_hand,
)
from handrail.device.action import Action
from handrail.phone.apps.messages import NewMessage
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone

TITLES = tuple(f"Errand {number:02}" for number in range(20))
WAIT, BACK = Action("wait"), Action("back")
RESTS_ON = 'Message(to = "Ann Bell", text = "ok") & Task({}) -> SendMessage\nSendMessage -> Done'
STILL_OPEN = RESTS_ON.format('list = "Home", title = "Errand 01", done = false')


def with_tasks(*tasks: Task) -> Phone:
    changes = {todo: lambda _: TasksData(("Home", "Work"), tasks, len(tasks) + 1)}
    return a_phone({**changes, **talks(talk(1, "Ann Bell", "Hi"))})


def errands() -> Phone:
    return with_tasks(*(Task(number, "Home", title) for number, title in enumerate(TITLES, 1)))


def change(phone: Phone, how: Callable[[Task], Task | None]) -> None:
    """Another hand, on the phone's own data."""
    before = phone.snapshot()
    tasks = before.data[TASKS]
    after = replace(tasks, tasks=tuple(changed for task in tasks.tasks if (changed := how(task)) is not None))
    phone.restore(replace(before, data={**before.data, TASKS: after}))


def without(title: str) -> Callable[[Task], Task | None]:
    return lambda task: None if task.title == title else task


def send(tried: Attempt) -> bool:
    tried.go(MESSAGES, "Ann Bell")
    tried.write("Text message", "ok")
    return held(tried.tap("Send"))


@pytest.mark.parametrize(
    "how",
    [
        without("Errand 01"),
        lambda task: replace(task, title="Something else") if task.title == "Errand 01" else task,
        lambda task: replace(task, done=True) if task.title == "Errand 01" else task,
    ],
    ids=["taken away", "renamed", "ticked, so that it sinks out of sight"],
)
@pytest.mark.parametrize("then", [(WAIT,), (BACK, "Home")], ids=["in sight", "while the list was left"])
def test_a_row_that_is_not_where_it_was_is_not_known_any_more(
    how: Callable[[Task], Task | None], then: tuple[str | Action, ...], tmp_path: Path
) -> None:
    phone = errands()
    with attempt(phone, tmp_path, STILL_OPEN) as tried:
        tried.go(TASKS, "Home")
        change(phone, how)
        tried.go(*then)
        assert send(tried)


def test_a_row_that_was_scrolled_out_of_sight_is_still_known(tmp_path: Path) -> None:
    with attempt(errands(), tmp_path, STILL_OPEN) as tried:
        tried.go(TASKS, "Home", Action("scroll", direction="down"), Action("scroll", direction="up"))
        tried.go(Action("scroll", direction="down"), MESSAGES, "Ann Bell")
        tried.write("Text message", "ok")
        assert tried.tap("Send").executed
        assert tried.person.read == []


def test_a_row_that_is_gone_when_the_list_comes_back_is_not_known_any_more(tmp_path: Path) -> None:
    phone = errands()
    with attempt(phone, tmp_path, STILL_OPEN) as tried:
        tried.go(TASKS, "Home", Action("scroll", direction="down"))
        change(phone, without("Errand 01"))
        tried.go(Action("scroll", direction="up"), Action("scroll", direction="up"))
        assert send(tried)


def test_what_a_row_at_the_edge_showed_and_does_not_any_more_is_not_known(tmp_path: Path) -> None:
    last = Task(30, "Home", "Dentist", due=STARTED.date())
    phone = with_tasks(*(Task(number, "Home", title) for number, title in enumerate(TITLES, 1)), last)
    with attempt(phone, tmp_path, RESTS_ON.format('list = "Home", title = "Dentist", due = Today')) as tried:
        tried.go(TASKS, "Home", Action("scroll", direction="down"), Action("scroll", direction="down"))
        change(phone, lambda task: replace(task, due=None) if task.title == "Dentist" else task)
        tried.go(WAIT)
        assert send(tried)


def test_of_two_rows_of_one_name_far_apart_none_is_taken_for_the_other(tmp_path: Path) -> None:
    first, last = Task(40, "Home", "Call Bob", due=STARTED.date()), Task(41, "Home", "Call Bob")
    phone = with_tasks(first, *(Task(number, "Home", title) for number, title in enumerate(TITLES, 1)), last)
    rules = 'Task(list = "Home", title = "Call Bob", due = Today)[= 0] -> DeleteTask\nDeleteTask -> Done'
    says_yes = Person(lambda card: not any("several of" in reason for reason in card.reasons))
    with attempt(phone, tmp_path, rules, person=says_yes) as tried:
        tried.go(TASKS, "Home", Action("scroll", direction="down"), Action("scroll", direction="down"), "Call Bob")
        assert held(tried.tap("Delete"), "effect-unknown")


def turned_with(*people: str) -> Phone:
    """A screen on its side, with a new message; the first whom it goes to is scrolled out of sight, by a whole row."""
    phone = a_phone()
    turn(phone)
    phone.grant(MESSAGES, "android.permission.READ_CONTACTS")
    phone.launch(MESSAGES)
    phone.open(MESSAGES, NewMessage(people=people, draft="ok"))
    rows = [element for _, element in phone.screen().walk() if element.label in people]
    phone.swipe(1200, 900, 1200, 900 - (rows[1].bounds.top - rows[0].bounds.top), 1200)
    assert people[0] not in {element.label for _, element in phone.screen().walk()}
    return phone


@pytest.mark.parametrize(
    "who",
    ['Message(to = "Abe, Bob Chen, Ann Bell", text = "ok")', 'Recipient(name = "Ann Bell") & Draft(text = "ok")'],
    ids=["all of them", "one of them"],
)
def test_receivers_beyond_the_edge_of_a_turned_screen_are_not_left_out(who: str, tmp_path: Path) -> None:
    phone = turned_with("Eve", "Abe", "Bob Chen", "Ann Bell")
    with attempt(phone, tmp_path, f"{who} -> SendMessage\nSendMessage -> Done") as tried:
        assert held(tried.tap("send_message_button"))
        assert tried.came == []


@pytest.mark.parametrize(("turned", "written"), [(True, True), (False, False)], ids=["out of sight", "nothing there"])
@pytest.mark.parametrize("way", ["Navigate up", "back"])
def test_what_is_written_beyond_the_edge_of_a_page_is_lost_with_it(
    way: str, turned: bool, written: bool, tmp_path: Path
) -> None:
    phone = a_phone()
    phone.launch(BANK)
    by_hand(phone, "Transfer")
    if written:
        types_by_hand(phone, "reference", "1234")
    if turned:
        turn(phone)
    rules = 'Account(name = "Checking") -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        assert not any("1234" in element.text for element in tried.guard.screen.elements())
        step = tried.act(Action("back")) if way == "back" else tried.tap(way)
        assert step.executed is not turned
        assert bool(tried.person.read) is turned
