"""Something is done as asked, and then what was to come before it once more: the end is another than was asked for."""

from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CLOCK,
    CONTACTS,
    FILES,
    MESSAGES,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    held,
    talk,
    talks,
    why,
)
from handrail.device.action import Action

STOPPED = """
Stopwatch(running = true) -> StartStopwatch
StartStopwatch & Stopwatch(running = false) -> StopStopwatch
StopStopwatch -> Done
"""
MADE_AND_DELETED = """
Item(name = "Holiday", is_folder = true) -> CreateFolder
CreateFolder & Item(name = "Holiday")[= 0] -> DeleteFiles
DeleteFiles -> Done
"""
TWO_CONTACTS = """
Contact(name = "Cara Diaz") -> SaveContact
Contact(name = "Dan Evans") -> SaveContact
SaveContact & Stopwatch(running = true) -> StartStopwatch
StartStopwatch & Contact(name = "Cara Diaz") & Contact(name = "Dan Evans") -> Done
"""


def test_what_was_stopped_and_started_again_is_not_stopped(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, STOPPED, person=Person(lambda card: False)) as tried:
        tried.go(CLOCK, "Stopwatch", "start", "stop", "start")
        assert held(tried.finish(), "undone")
        assert "stop stopwatch" in because(tried.finish())
        tried.go("stop")
        tried.finish()
        assert tried.guard.finished


def test_what_was_done_in_its_order_ends_without_a_question(tmp_path: Path) -> None:
    person = Person(lambda card: False)
    with attempt(a_phone(), tmp_path, STOPPED, person=person) as tried:
        tried.go(CLOCK, "Stopwatch", "start", "stop")
        assert "undone" not in why(tried.finish())
        assert tried.guard.finished
        assert person.read == []


def test_a_folder_that_was_deleted_and_made_again_is_not_deleted(tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, MADE_AND_DELETED, person=Person(lambda card: True)) as tried:
        tried.go(FILES)
        a_new_folder(tried, "Holiday")
        tried.go(tried.on("Holiday", "long_click"), "Delete", "button1")
        a_new_folder(tried, "Holiday")
        assert held(tried.finish(), "undone")


def test_the_same_for_somebody_else_once_more_is_no_undoing(tmp_path: Path) -> None:
    person = Person(lambda card: False)
    with attempt(a_phone(), tmp_path, TWO_CONTACTS, person=person) as tried:
        tried.go(CONTACTS, "Create contact")
        tried.fill(name="Cara Diaz")
        tried.go("save", CLOCK, "Stopwatch", "start", CONTACTS, "Create contact")
        tried.fill(name="Dan Evans")
        tried.go("save")
        tried.finish()
        assert tried.guard.finished
        assert person.read == []


def a_new_folder(tried: Attempt, name: str) -> None:
    tried.go("new_folder")
    tried.fill(name=name)
    tried.go("button1")


@pytest.mark.parametrize("when", ["before the session", "meanwhile"])
def test_what_the_user_has_sent_is_not_sent_once_more_without_a_question(when: str, tmp_path: Path) -> None:
    rules = 'Message(to = "Ann Bell", text = "On my way") -> SendMessage\nSendMessage -> Done'
    said = ("Hello", *(["me: On my way"] if when == "before the session" else []))
    with attempt(a_phone(talks(talk(1, "Ann Bell", *said))), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="On my way")
        if when == "meanwhile":
            by_hand(tried.phone, "Send")
            tried.go(Action("wait"))
            tried.fill(compose_message_text="On my way")
        assert held(tried.tap("Send"), "another-object")
