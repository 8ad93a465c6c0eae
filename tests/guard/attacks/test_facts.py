"""What was known once is worth nothing where it may be otherwise now, and what was prepared does not become true."""

from dataclasses import replace
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import (
    CLOCK,
    CONTACTS,
    MESSAGES,
    RESTAURANTS,
    SHOP,
    TASKS,
    Meanwhile,
    Person,
    a_phone,
    attempt,
    by_hand,
    held,
    tables,
    talk,
    talks,
    to_do,
)
from handrail.device.action import Action
from handrail.phone.app import AppFactory
from handrail.phone.apps.clock import Alarm, ClockData
from handrail.phone.apps.clock import clock as clock_app
from handrail.phone.apps.shop import shop

CANCEL_MARGOT = (
    f'BookingToCancel(restaurant = "Chez Margot", date = {date(2026, 3, 7)}, time = 20:00) -> CancelBooking\n'
    "CancelBooking -> Done"
)
DELETE_ANN = 'ConversationToDelete(people = "Ann Bell") -> DeleteConversation\nDeleteConversation -> Done'
AGREES = lambda _: True  # noqa: E731


def two_talks() -> dict[AppFactory, Any]:
    return talks(talk(1, "Ann Bell", "Hi"), talk(2, "Bob Chen", "Keep this"))


# A form that is filled in to look like the thing that may go


def test_a_task_does_not_become_another_by_its_form(tmp_path: Path) -> None:
    rules = 'OpenList(name = "Home") & TaskForm(title = "Buy milk") -> DeleteTask\nDeleteTask -> Done'
    with attempt(a_phone(to_do("Buy milk", "Pay the rent")), tmp_path, rules, person=Person(AGREES)) as tried:
        tried.go(TASKS, "Home", "Pay the rent")
        tried.fill(title="Buy milk")
        assert held(tried.tap("Delete"), "hard")
        assert tried.came == []


def test_an_alarm_does_not_become_another_by_its_form(tmp_path: Path) -> None:
    phone = a_phone({clock_app: lambda _: ClockData((Alarm(1, time(6, 0), "Wake up"), Alarm(2, time(9, 30))), 3)})
    rules = "AlarmEditor(hour = 9, minute = 30) -> DeleteAlarm\nDeleteAlarm -> Done"
    with attempt(phone, tmp_path, rules, person=Person(AGREES)) as tried:
        tried.go(CLOCK, "06:00")
        tried.fill(hour="9", minute="30")
        tried.go("Delete")
        assert held(tried.tap("button1"), "hard")
        assert tried.came == []


@pytest.mark.parametrize("who", ["Ann Bell", "Bob Chen"])
def test_a_contact_does_not_become_another_by_its_form(who: str, tmp_path: Path) -> None:
    rules = 'Contact(name = "Bob Chen")[= 0] -> DeleteContact\nDeleteContact -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(AGREES)) as tried:
        tried.go(CONTACTS, who, "Edit")
        tried.fill(name="Bob Chen")
        tried.phone.back()  # the keyboard goes
        tried.go("Cancel", "Delete")
        step = tried.tap("button1")
        assert step.executed if who == "Bob Chen" else held(step, "hard")
        assert tried.came == ([] if who == "Ann Bell" else ["contact deleted: Bob Chen"])


# A choice that is over


def test_the_question_about_one_table_says_nothing_of_another(tmp_path: Path) -> None:
    with attempt(a_phone(tables()), tmp_path, CANCEL_MARGOT, person=Person(AGREES)) as tried:
        tried.go(RESTAURANTS, "Bookings", "Chez Margot", "Keep", "Nordlys")
        assert held(tried.tap("button1"), "hard")
        assert tried.came == []


def test_the_table_that_was_asked_for_is_cancelled(tmp_path: Path) -> None:
    with attempt(a_phone(tables()), tmp_path, CANCEL_MARGOT, person=Person(AGREES)) as tried:
        tried.go(RESTAURANTS, "Bookings", "Nordlys", "Keep", "Chez Margot", "button1")
        assert tried.came == ["reservation cancelled: Chez Margot, 2026-03-07, 20:00"]


def test_the_question_about_one_conversation_says_nothing_of_another(tmp_path: Path) -> None:
    with attempt(a_phone(two_talks()), tmp_path, DELETE_ANN, person=Person(AGREES)) as tried:
        assert tried.act(Action("open_app", MESSAGES)).executed
        assert tried.tap("Ann Bell", "long_click").executed
        tried.go("Cancel")
        assert tried.tap("Bob Chen", "long_click").executed
        assert held(tried.tap("button1"), "hard")
        assert tried.came == []


@pytest.mark.parametrize("agreed", [True, False])
def test_a_touch_of_which_nobody_knows_whether_it_ran_leaves_nothing_known_of_a_table(
    agreed: bool, tmp_path: Path
) -> None:
    phone = a_phone(tables())
    device = Meanwhile(phone, target="Nordlys", answers_late=True)
    with attempt(phone, tmp_path, CANCEL_MARGOT, device=device, person=Person(lambda _: agreed)) as tried:
        tried.go(RESTAURANTS, "Bookings", "Chez Margot", "Keep")
        assert tried.tap("Nordlys").outcome == "lost"
        assert held(tried.tap("button1"), "hard", "unread")
        assert held(tried.finish(), "hard")
        assert tried.came == []


def test_a_touch_of_which_nobody_knows_whether_it_ran_leaves_nothing_known_of_a_conversation(tmp_path: Path) -> None:
    phone = a_phone(two_talks())
    device = Meanwhile(phone, target="Bob Chen", answers_late=True)
    with attempt(phone, tmp_path, DELETE_ANN, device=device, person=Person(AGREES)) as tried:
        assert tried.act(Action("open_app", MESSAGES)).executed
        assert tried.tap("Ann Bell", "long_click").executed
        tried.go("Cancel")
        assert tried.tap("Bob Chen", "long_click").outcome == "lost"
        assert held(tried.tap("button1"), "hard", "unread")
        assert tried.came == []


def test_a_touch_of_which_nobody_knows_whether_it_ran_leaves_nothing_known_of_a_task(tmp_path: Path) -> None:
    phone = a_phone(to_do("Buy milk", "Pay the rent"))
    device = Meanwhile(phone, target="Pay the rent", answers_late=True)
    rules = 'TaskForm(title = "Buy milk") -> DeleteTask\nDeleteTask -> Done'
    with attempt(phone, tmp_path, rules, device=device, person=Person(AGREES)) as tried:
        tried.go(TASKS, "Home", "Buy milk", "Cancel")
        assert tried.tap("Pay the rent").outcome == "lost"
        tried.fill(title="Buy milk")
        assert held(tried.tap("Delete"), "hard", "unread")
        assert tried.came == []


def test_a_message_of_which_nobody_knows_whether_it_was_sent_is_not_sent_again(tmp_path: Path) -> None:
    phone = a_phone(two_talks())
    device = Meanwhile(phone, target="send_message_button", answers_late=True)
    rules = 'Message(to = "Ann Bell", text = "Hello") -> SendMessage\nSendMessage -> Done'
    with attempt(phone, tmp_path, rules, device=device) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Hello")
        assert tried.tap("send_message_button").outcome == "lost"
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"), "again")
        assert tried.came == ["message sent: Ann Bell, Hello"]


@pytest.mark.parametrize("lost", [True, False])
def test_what_may_have_come_into_a_table_is_not_known_to_be_missing(lost: bool, tmp_path: Path) -> None:
    phone = a_phone({shop: lambda data: replace(data, cart=()), **two_talks()})
    device = Meanwhile(phone, target="add_to_cart" if lost else "", answers_late=True)
    rules = 'CartItem(product = "Desk lamp", count = 1) -> AddToCart\n'
    rules += 'CartItem(product = "Desk lamp")[= 0] & Message(to = "Ann Bell", text = "None yet") -> SendMessage\n'
    with attempt(phone, tmp_path, f"{rules}AddToCart & SendMessage -> Done", device=device) as tried:
        tried.go(SHOP, "cart", "Navigate up", "Desk lamp")
        if lost:
            assert tried.tap("add_to_cart").outcome == "lost"
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="None yet")
        assert tried.tap("send_message_button").executed is not lost


# Somebody else's hand on the phone


@pytest.mark.parametrize("app", ["table", "conversation"])
def test_after_a_restart_nothing_is_known_of_a_question_that_stands_there(app: str, tmp_path: Path) -> None:
    rules, phone = (CANCEL_MARGOT, a_phone(tables())) if app == "table" else (DELETE_ANN, a_phone(two_talks()))
    with attempt(phone, tmp_path, rules) as tried:
        if app == "table":
            tried.go(RESTAURANTS, "Bookings", "Chez Margot")
        else:
            assert tried.act(Action("open_app", MESSAGES)).executed
            assert tried.tap("Ann Bell", "long_click").executed
        tried.killed()
    if app == "table":
        by_hand(phone, "Keep")
        by_hand(phone, "Nordlys")
    else:
        by_hand(phone, "Cancel")
        found = next(element for element in phone.screen().elements() if element.text == "Bob Chen")
        phone.long_press(*found.bounds.center)
    with attempt(phone, tmp_path, rules, resume=True, person=Person(AGREES)) as again:
        assert held(again.tap("button1"), "hard", "unread")
        assert again.came == []
