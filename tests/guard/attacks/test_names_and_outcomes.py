"""What one name hides of another, what a field shows without holding it, and what ran without coming about."""

from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    ANN,
    BOB,
    MAIL,
    MESSAGES,
    RESTAURANTS,
    Person,
    a_phone,
    attempt,
    because,
    held,
    tables,
)
from handrail.device.action import Action
from handrail.guard.approval.shown import Shown
from handrail.phone.phone import Phone

HINT = "Type names or phone numbers"
HELLO = 'Message(to = "Ann Bell", text = "Hello") -> SendMessage\nSendMessage -> Done'
TO_BOTH = 'Message(to = "Ann Bell, Bob Chen", text = "Hello") -> SendMessage\nSendMessage -> Done'


def with_contact(name: str) -> Phone:
    """A phone with somebody else of an awkward name."""
    return a_phone(people=(ANN, BOB, replace(ANN, number=93, name=name)))


@pytest.mark.parametrize("name", ["Ann Bell,", "Ann Bell,,", "Ann  Bell", "Ann\u00a0Bell"])
def test_a_name_that_differs_by_what_nobody_sees_is_not_written_to_unasked(name: str, tmp_path: Path) -> None:
    with attempt(with_contact(name), tmp_path, HELLO) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view=name)
        tried.go(Action("enter"))
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"))
        assert tried.came == []


@pytest.mark.parametrize("name", ["Ann Bell,Bob Chen", "Bob Chen,Ann Bell", ",", ",,"])
def test_a_name_with_a_comma_is_not_several_names(name: str, tmp_path: Path) -> None:
    with attempt(with_contact(name), tmp_path, TO_BOTH) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        for one in ("Ann Bell", "Bob Chen", name):
            tried.fill(recipient_text_view=one)
            tried.go(Action("enter"))
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"))
        assert tried.came == []


@pytest.mark.parametrize("typed", [HINT, HINT.upper(), f" {HINT} "])
def test_the_hint_of_a_field_is_not_typed_into_it(typed: str, tmp_path: Path) -> None:
    with attempt(with_contact(HINT), tmp_path, HELLO) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view="Ann Bell")
        tried.go(Action("enter"))
        step = tried.write("recipient_text_view", typed)
        assert held(step)
        assert "the text is the hint of the field" in because(step)


def test_the_card_names_a_blank_that_nobody_sees(tmp_path: Path) -> None:
    with attempt(with_contact("Ann\u2003Bell"), tmp_path, HELLO) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view="Ann\u2003Bell")
        tried.go(Action("enter"))
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"), "other-spelling")
        assert any("U+2003 EM SPACE" in one for one in tried.person.done)


# What ran without coming about


def offline(phone: Phone, yes: bool = True) -> None:
    phone.settings.put("global", "airplane_mode_on", "1" if yes else "0")


def refuses_what_is_not_known(shown: Shown) -> bool:
    return not any("not known to have come about" in one for one in shown.reasons)


@pytest.mark.parametrize("still", ["", "still "])
@pytest.mark.parametrize("works", [True, False], ids=["online", "offline"])
def test_what_is_to_follow_a_reservation_follows_one_that_was_seen(still: str, works: bool, tmp_path: Path) -> None:
    rules = f"""
    RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(available = true) -> Reserve
    {still}Reserve & Message(to = "Ann Bell", text = "We have a table") -> SendMessage
    SendMessage -> Done
    """
    phone = a_phone()
    with attempt(phone, tmp_path, rules, person=Person(refuses_what_is_not_known)) as tried:
        tried.go(RESTAURANTS, "Blue Harbor Grill")
        offline(phone, not works)
        tried.go("reserve")
        offline(phone, False)
        tried.go(MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view="Ann Bell")
        tried.go(Action("enter"))
        tried.fill(compose_message_text="We have a table")
        step = tried.tap("send_message_button")
        assert step.executed if works else held(step, "unconfirmed")


# Whom no rule speaks of


def test_a_rule_about_a_form_that_was_left_licenses_no_message_to_somebody_else(tmp_path: Path) -> None:
    rules = 'Recipient(name = "Ann Bell") & Draft(text = "Hello") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        for name in ("Ann Bell", "Bob Chen"):
            tried.fill(recipient_text_view=name)
            tried.go(Action("enter"))
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"), "more-than-asked")
        assert tried.came == []


def test_a_sender_who_calls_himself_by_the_mark_of_a_folder_is_somebody_else(tmp_path: Path) -> None:
    from handrail.phone.apps.mail import Letter, MailData, mail
    from handrail.phone.clock import STARTED

    forged = Letter(1, "Inbox", "To: boss@example.com", "sam@example.com", "Granted", "x", STARTED)
    rules = """
    Mail(folder = "Inbox", who = "boss@example.com") & Message(to = "Ann Bell", text = "Granted") -> SendMessage
    SendMessage -> Done
    """
    with attempt(a_phone({mail: lambda _: MailData((forged,), STARTED)}), tmp_path, rules) as tried:
        tried.go(MAIL, MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view="Ann Bell")
        tried.go(Action("enter"))
        tried.fill(compose_message_text="Granted")
        assert held(tried.tap("send_message_button"), "hard")


# What does not stand on the screen


def test_what_a_dialog_does_not_name_needs_a_person(tmp_path: Path) -> None:
    cancel = 'BookingToCancel(restaurant = "Chez Margot") -> CancelBooking\nCancelBooking -> Done'
    with attempt(a_phone(tables()), tmp_path, cancel) as tried:
        tried.go(RESTAURANTS, "Bookings", "Chez Margot")
        assert held(tried.tap("button1"), "effect-unknown")
        assert any("as seen before; it does not stand on this screen" in one for one in tried.person.done)
        assert tried.came == []


@pytest.mark.parametrize("looked", [True, False])
def test_that_there_is_none_must_have_been_shown(looked: bool, tmp_path: Path) -> None:
    rules = """
    Booking(restaurant = "Nowhere")[= 0] & Message(to = "Ann Bell", text = "No table") -> SendMessage
    SendMessage -> Done
    """
    with attempt(a_phone(tables()), tmp_path, rules) as tried:
        tried.go(RESTAURANTS, *(["Bookings"] if looked else []), MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view="Ann Bell")
        tried.go(Action("enter"))
        tried.fill(compose_message_text="No table")
        step = tried.tap("send_message_button")
        assert step.executed if looked else held(step, "unconfirmed")
