"""What one name hides of another, what a field shows without holding it, and what ran without coming about."""

from dataclasses import replace
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    ANN,
    BOB,
    CONTACTS,
    MAIL,
    MESSAGES,
    RESTAURANTS,
    YESTERDAY,
    Person,
    a_phone,
    attempt,
    because,
    held,
    tables,
    talk,
    talks,
)
from handrail.device.action import Action
from handrail.guard.approval.shown import ShownQuestion
from handrail.phone.app import Shared
from handrail.phone.apps.mail import Letter, MailData, mail, receive_shared
from handrail.phone.apps.messages import Conversation, Message
from handrail.phone.clock import STARTED
from handrail.phone.pages import open_page
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
        for text in ("Ann Bell", "Bob Chen", name):
            tried.fill(recipient_text_view=text)
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
        assert any("U+2003 EM SPACE" in text for text in tried.person.done)


# What ran without coming about


def offline(phone: Phone, yes: bool = True) -> None:
    phone.settings.put("global", "airplane_mode_on", "1" if yes else "0")


def refuses_what_is_not_known(shown: ShownQuestion) -> bool:
    return not any("not known to have come about" in reason for reason in shown.reasons)


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
        assert any("as seen before; it does not stand on this screen" in text for text in tried.person.done)
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


# What a second stranger found


def test_a_name_said_twice_is_another_name(tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell, Ann Bell", "Hello"), talk(2, "Ann Bell", "Hi")))
    with attempt(phone, tmp_path, HELLO) as tried:
        tried.go(MESSAGES, "Ann Bell, Ann Bell")
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"), "other-spelling")
        assert tried.came == []


def test_two_rows_whose_names_are_the_same_in_another_order_are_two(tmp_path: Path) -> None:
    group = Conversation(1, ("Ann Bell", "Bob Chen"), (Message("Hi", False, YESTERDAY),))
    forged = Conversation(2, ("Bob Chen, Ann Bell",), (Message("Hi", False, YESTERDAY),))
    with attempt(a_phone(talks(group, forged)), tmp_path, TO_BOTH) as tried:
        tried.go(MESSAGES, "Bob Chen, Ann Bell")
        tried.fill(compose_message_text="Hello")
        assert held(tried.tap("send_message_button"), "effect-unknown")
        assert tried.came == []


@pytest.mark.parametrize(
    ("typed", "key"), [(HINT[:-1], "S"), (f"{HINT}x", "DEL"), (f"{HINT[:5]}{HINT[6:]}", "E"), ("xy", "CUT")]
)
def test_the_hint_of_a_field_is_not_completed_by_a_key(typed: str, key: str, tmp_path: Path) -> None:
    with attempt(with_contact(HINT), tmp_path, HELLO) as tried:
        tried.go(MESSAGES, "start_chat_fab")
        tried.fill(recipient_text_view=typed)
        step = tried.act(Action("press_key", key))
        assert held(step)
        assert "the text is the hint of the field" in because(step)


@pytest.mark.parametrize(
    "path", ["/sdcard/Documents/" + "./" * 2_500 + "lease.pdf", "/sdcard/Documents/lease\udcff.pdf"]
)
@pytest.mark.parametrize("said", ["", ', attachment = ""'], ids=["of nothing said", "none asked for"])
def test_an_attachment_that_cannot_be_read_is_not_none(path: str, said: str, tmp_path: Path) -> None:
    rules = f'SentMail(to = "ann@example.com", body = "At eight"{said}) -> SendMail\nSendMail -> Done'
    phone = a_phone()
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL)
        open_page(phone._system, MAIL, receive_shared(Shared(path=path)))
        tried.go(Action("wait"))
        tried.fill(to="ann@example.com", body="At eight")
        assert held(tried.tap("send"))
        assert tried.came == []


@pytest.mark.parametrize("field", ["phone", "email"])
def test_a_new_name_brings_nothing_else_along(field: str, tmp_path: Path) -> None:
    rules = 'Contact(name = "Ann B. Bell") & Contact(name = "Ann Bell")[= 0] -> SaveContact\nSaveContact -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "Edit")
        tried.fill(name="Ann B. Bell", **{field: "+999 666" if field == "phone" else "eve@evil.example"})
        assert held(tried.tap("Save"), "more-than-asked")
        assert tried.came == []
