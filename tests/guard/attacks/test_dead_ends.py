"""An agent that does what it was asked to do, where a screen does not show all of it: a person decides, no dead end."""

from pathlib import Path

import pytest

from guard.attacks.attempt import BANK, CLOCK, TASKS, Person, a_phone, attempt, held, to_do, why
from handrail.device.action import Action
from handrail.phone.apps.todo import Task, TasksData, todo

IBAN = "DE02120300000000202051"


@pytest.mark.parametrize("title", ["Work", "Home"])
def test_a_list_that_could_not_be_made_does_not_count_once_another_page_is_open(title: str, tmp_path: Path) -> None:
    rules = f'List(name = "{title}") -> CreateList\nCreateList & List(name = "{title}") -> Done'
    with attempt(a_phone(to_do("Water the plants")), tmp_path, rules) as tried:
        tried.go(TASKS, "New list")
        tried.fill(name=title)
        tried.go("Create", "Cancel", title)
        assert held(tried.finish(), "unconfirmed")


def test_what_goes_with_a_list_and_cannot_be_named_is_for_a_person(tmp_path: Path) -> None:
    tasks = tuple(Task(number, "Old", f"Thing {number}") for number in range(1, 31))
    phone = a_phone({todo: lambda _: TasksData(("Home", "Old"), tasks, 31)})
    person = Person(lambda card: True)
    with attempt(phone, tmp_path, 'List(name = "Old")[= 0] -> DeleteList\nDeleteList -> Done', person=person) as tried:
        tried.go(TASKS, "Old", "Delete list")
        assert {"unread", "deletion"} <= why(tried.tap("button1"))
        assert "list deleted: Old" in tried.came
        assert any("not" in line for line in person.read[-1].first)
        tried.finish()
        assert tried.guard.finished


def test_an_alarm_that_rang_is_off_and_after_some_noes_a_person_is_asked(tmp_path: Path) -> None:
    rules = """
    Alarm(time = 9:02, label = "Tea", on = true) -> SaveAlarm
    SaveAlarm & RingingAlarm(title = "09:02 Tea") -> DismissAlarm
    SaveAlarm & DismissAlarm -> Done
    """
    phone, person = a_phone(), Person(lambda card: True)
    with attempt(phone, tmp_path, rules, person=person) as tried:
        tried.go(CLOCK, "Add alarm")
        tried.fill(hour="9", minute="02", label="Tea")
        tried.go("Save")
        phone.advance(150)
        tried.go(Action("wait"), "Dismiss")
        refused = [tried.finish() for _ in range(3)]
        assert all(held(step, "undone") for step in refused)
        assert person.read == []
        assert "undone" in why(tried.finish())
        assert any("otherwise now" in line for line in person.read[-1].reasons)
        assert tried.guard.finished


def test_a_page_that_was_gone_back_from_to_change_it_does_not_count(tmp_path: Path) -> None:
    rules = f'TransferReview(recipient = "Tom Baker", iban = "{IBAN}", amount = 50) -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda card: True)) as tried:
        tried.go(BANK, "transfer")
        tried.fill(recipient="Tom Baker", iban=IBAN, amount="50")
        tried.go("continue")
        tried.go("edit")
        tried.fill(amount="500")
        assert held(tried.finish(), "hard")
