"""What a form is about is known from the step that opened it, and no longer than that very page is there."""

from pathlib import Path

import pytest

from guard.attacks.attempt import TASKS, Person, a_phone, attempt, by_hand, held, to_do
from handrail.device.action import Action
from handrail.phone.phone import Phone

MILK = 'Task(list = "Home", title = "Milk")[= 0] -> DeleteTask\nDeleteTask -> Done'
AGREES = Person(lambda _: True)


def opens_tax(phone: Phone) -> None:
    phone.back()
    by_hand(phone, "Tax")


@pytest.mark.parametrize("then", [(), (Action("wait"),), (Action("notifications"), Action("back"))])
def test_a_form_that_another_hand_exchanges_is_about_nothing_that_is_known(
    then: tuple[Action, ...], tmp_path: Path
) -> None:
    phone = a_phone(to_do("Milk", "Tax"))
    with attempt(phone, tmp_path, MILK, person=AGREES) as tried:
        tried.go(TASKS, "Home", "Milk")
        opens_tax(phone)
        tried.go(*then)
        delete = tried.on("Delete")
        tried.act(delete)
        assert held(tried.act(delete))
        assert tried.came == []


def test_nor_is_one_into_which_the_agent_types_what_is_asked_for(tmp_path: Path) -> None:
    phone = a_phone(to_do("Milk", "Tax"))
    with attempt(phone, tmp_path, MILK, person=AGREES) as tried:
        tried.go(TASKS, "Home", "Milk")
        title = tried.on("title", "input", "Milk")
        opens_tax(phone)
        assert held(tried.act(title))
        tried.act(title)
        assert held(tried.tap("Delete"))


def test_a_form_that_nobody_touches_is_still_about_what_it_was_opened_for(tmp_path: Path) -> None:
    phone = a_phone(to_do("Milk", "Tax"))
    with attempt(phone, tmp_path, MILK, person=AGREES) as tried:
        tried.go(TASKS, "Home", "Milk", Action("wait"), Action("notifications"), Action("back"), "Delete")
        assert tried.finish().outcome == "finished"
