"""What a form is about is known from the step that opened it, and no longer than that very page is there."""

from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CONTACTS,
    MESSAGES,
    RESTAURANTS,
    TASKS,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    held,
    talk,
    talks,
    to_do,
    types_by_hand,
)
from handrail.device.action import Action
from handrail.phone.phone import Phone

MILK = 'Task(list = "Home", title = "Milk")[= 0] -> DeleteTask\nDeleteTask -> Done'
SEND = 'Message(to = "Ann Bell", text = "All is well") -> SendMessage\nSendMessage -> Done'
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


@pytest.mark.parametrize(
    ("last", "in_front"), [("typed", "Add task"), ("typed", "Tea"), ("touched", "Tea"), ("waited", "Tea")]
)
def test_whoever_brings_a_form_to_the_front_may_have_changed_what_it_does_not_show(
    last: str, in_front: str, tmp_path: Path
) -> None:
    rules = f'Task(list = "Home", title = "Milk", done = false) & {SEND}'
    phone = a_phone({**to_do("Milk", "Tea"), **talks(talk(1, "Ann Bell", "Hello"))})
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Add task")
        if last == "typed":
            tried.fill(title="Rice")
        tried.go(*{"touched": ("title",), "waited": (Action("wait"),)}.get(last, ()))
        by_hand(phone, "Cancel")
        by_hand(phone, "Done Milk")
        by_hand(phone, in_front)
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button"))


@pytest.mark.parametrize("changed", [True, False])
def test_nor_is_a_list_that_somebody_else_has_added_to_all_that_changed(changed: bool, tmp_path: Path) -> None:
    rules = f'Contact(name = "Bob Chen", email = "") & {SEND}'
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello")))
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CONTACTS, "Bob Chen", Action("back"))
        if changed:
            for words, name, text in (("Bob Chen", "email", "eve@example.com"), ("Create contact", "name", "Zoe")):
                by_hand(phone, words)
                if words == "Bob Chen":
                    by_hand(phone, "Edit")
                types_by_hand(phone, name, text)
                by_hand(phone, "Save")
                phone.back()
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert tried.tap("send_message_button").executed is not changed


@pytest.mark.parametrize("changed", [True, False])
def test_a_question_that_somebody_else_has_asked_says_that_somebody_was_there(changed: bool, tmp_path: Path) -> None:
    """The page below it is the very one that the agent had."""
    rules = f'Contact(name = "Bob Chen", email = "") & {SEND}'
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello")))
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CONTACTS, "Bob Chen", Action("back"), "Ann Bell")
        if changed:
            phone.back()
            for words in ("Bob Chen", "Edit"):
                by_hand(phone, words)
            types_by_hand(phone, "email", "eve@example.com")
            by_hand(phone, "Save")
            phone.back()
            for words in ("Ann Bell", "Delete"):
                by_hand(phone, words)
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert tried.tap("send_message_button").executed is not changed


def test_what_came_at_once_has_no_late_answer(tmp_path: Path) -> None:
    rules = f"""
    Task(list = "Home", title = "Tea", done = true) -> CompleteTask
    CompleteTask & Task(list = "Home", title = "Milk", done = false) & {SEND}
    """
    phone = a_phone({**to_do("Milk", "Tea"), **talks(talk(1, "Ann Bell", "Hello"))})
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Done Tea")
        by_hand(phone, "Done Milk")
        by_hand(phone, "Navigate up")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button"))


@pytest.mark.parametrize("booked", [True, False])
def test_a_table_that_the_user_has_booked_himself_is_not_booked_again(booked: bool, tmp_path: Path) -> None:
    rules = 'RestaurantInfo(name = "Bella Napoli") & ReserveInfo(people = 2) -> Reserve\nReserve -> Done'
    phone = a_phone()
    with attempt(phone, tmp_path, rules) as tried:
        if booked:
            phone.launch(RESTAURANTS)
            for words in ("Bella Napoli", "Reserve now", "Done"):
                by_hand(phone, words)
        tried.go(RESTAURANTS, "Bookings", "Search", "Bella Napoli")
        step = tried.tap("Reserve now")
        assert ("stands there already" in because(step)) is booked
        assert step.executed is not booked
