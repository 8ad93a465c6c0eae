"""What is part of a row goes with it: it is asked about unless the rules want it gone, and is not there afterwards."""

from datetime import timedelta
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CLOCK,
    FILES,
    MAIL,
    MESSAGES,
    TASKS,
    YESTERDAY,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    held,
    talk,
    talks,
    to_do,
)
from handrail.device.action import Action
from handrail.guard import Step
from handrail.phone.apps.mail import Letter, MailData
from handrail.phone.apps.mail import mail as mail_app
from handrail.phone.phone import Phone

TRIP, TICKET = "/sdcard/Download/trip", "/sdcard/Download/trip/ticket.pdf"
GO_DELETE = " -> DeleteFiles\nDeleteFiles -> Done"
THEN_TELL = ' & Message(to = "Ann Bell", text = "Still here") -> SendMessage\nSendMessage -> Done'


def a_phone_with_a_trip() -> Phone:
    """A folder with a map, a ticket, and a folder with a picture in it; and somebody to write to."""
    phone = a_phone(talks(talk(1, "Ann Bell", "Well?")))
    phone.files.mkdir(f"{TRIP}/views")
    for name in ("map.txt", "ticket.pdf", "views/sea.jpg"):
        phone.files.write(f"{TRIP}/{name}", b"the only copy")
    return phone


def deletes_the_folder(tried: Attempt, *, seen: str = "") -> Step:
    """As an agent would that has looked into it, or not."""
    tried.go(FILES, "Download")
    for folder in seen.split():
        tried.go(folder)
    tried.go(*[Action("back")] * len(seen.split()))
    tried.go(tried.on("trip", "long_click"), "Delete")
    return tried.tap("button1")


@pytest.mark.parametrize(
    "rule",
    [
        f'Item(path contains "{TRIP}", path != "{TICKET}")[= 0]',
        f'Item(path contains "{TRIP}", name != "ticket.pdf")[= 0]',
        f'Item(path contains "{TRIP}", path not contains "ticket")[= 0]',
        f'Item(path contains "trip", path not in ["{TICKET}"])[= 0]',
        'FileToDelete(path contains "trip", path not contains "ticket")',
    ],
)
def test_a_folder_does_not_go_with_the_file_that_is_to_stay(rule: str, tmp_path: Path) -> None:
    phone = a_phone_with_a_trip()
    with attempt(phone, tmp_path, rule + GO_DELETE) as tried:
        step = deletes_the_folder(tried, seen="trip views")
        assert held(step, "also-removes")
        assert f'with item "{TRIP}" goes item "{TRIP}/' in because(step)
        assert tried.came == []


def test_a_file_in_a_folder_of_the_folder_goes_with_it_too(tmp_path: Path) -> None:
    rule = f'Item(path contains "{TRIP}", name != "sea.jpg")[= 0]'
    with attempt(a_phone_with_a_trip(), tmp_path, rule + GO_DELETE) as tried:
        step = deletes_the_folder(tried, seen="trip views")
        assert held(step, "also-removes")
        assert f'goes item "{TRIP}/views/sea.jpg", and the rules do not say that it is to go' in because(step)


@pytest.mark.parametrize("seen", ["", "trip"], ids=["neither", "not the folder in it"])
def test_what_nobody_has_seen_of_a_folder_is_asked_about_unless_it_is_named(seen: str, tmp_path: Path) -> None:
    for number, (rule, asks) in enumerate(
        [('path contains "trip"', True), ('folder = "/sdcard/Download"', True), (f'path = "{TRIP}"', False)]
    ):
        with attempt(a_phone_with_a_trip(), tmp_path / str(number), f"Item({rule})[= 0]{GO_DELETE}") as tried:
            step = deletes_the_folder(tried, seen=seen)
            assert ("no list has shown what that is" in because(step)) is asks


def test_that_a_folder_is_empty_is_not_made_true_by_its_going(tmp_path: Path) -> None:
    rule = f'Item(folder = "{TRIP}")[= 0] & Item(path = "{TRIP}")[= 0]'
    with attempt(a_phone_with_a_trip(), tmp_path, rule + GO_DELETE) as tried:
        step = deletes_the_folder(tried, seen="trip")
        assert held(step, "also-removes")
        assert "the rules may mean that there was none" in because(step)


def test_a_named_folder_that_holds_what_another_rule_needs_is_asked_about(tmp_path: Path) -> None:
    rules = f'Item(path = "{TRIP}")[= 0] -> DeleteFiles\nDeleteFiles & Item(name = "ticket.pdf"){THEN_TELL}'
    with attempt(a_phone_with_a_trip(), tmp_path, rules) as tried:
        step = deletes_the_folder(tried, seen="trip")
        assert held(step, "also-removes")
        assert "of which the rules speak" in because(step)


@pytest.mark.parametrize(
    "condition",
    ['Item(name contains "ticket")', f'Item(path contains "{TRIP}")[>= 2]', 'Item(folder contains "trip", name = ?n)'],
)
def test_what_was_in_a_folder_that_is_gone_is_not_there_any_more(condition: str, tmp_path: Path) -> None:
    rules = f'Item(path = "{TRIP}")[= 0] -> DeleteFiles\nDeleteFiles & {condition}{THEN_TELL}'
    with attempt(a_phone_with_a_trip(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        assert deletes_the_folder(tried, seen="trip views").executed
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Still here")
        assert held(tried.tap("send_message_button"), "hard")


def test_what_another_hand_took_with_a_folder_is_not_there_any_more(tmp_path: Path) -> None:
    phone = a_phone_with_a_trip()
    with attempt(phone, tmp_path, f'Item(name = "ticket.pdf"){THEN_TELL}', person=Person(lambda _: True)) as tried:
        tried.go(FILES, "Download", "trip", Action("back"))
        phone.files.delete(TRIP, recursive=True)
        tried.go(Action("wait"), Action("back"), "Download", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Still here")
        assert held(tried.tap("send_message_button"), "hard")


def test_the_tasks_of_a_list_that_is_gone_are_no_condition_any_more(tmp_path: Path) -> None:
    phone = a_phone({**to_do(*(f"Task {number}" for number in range(20))), **talks(talk(1, "Ann Bell", "Well?"))})
    rules = 'List(name = "Home")[= 0] -> DeleteList\nDeleteList & Task(title contains "Task")[>= 5]' + THEN_TELL
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(TASKS, "Home", Action("scroll", direction="down"), "Delete list")
        assert tried.tap("Delete").executed
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Still here")
        assert held(tried.tap("send_message_button"), "hard")


def test_one_new_row_does_not_make_the_old_ones_new(tmp_path: Path) -> None:
    letter = Letter(1, "Inbox", "news@example.com", "sam@example.com", "News", "x", YESTERDAY)
    phone = a_phone({mail_app: lambda _: MailData((letter,)), **talks(talk(1, "Ann Bell", "Well?"))})
    for number in (1, 2):
        phone.files.write(f"/sdcard/Documents/{number}.odt", b"x")
    phone.files.write("/sdcard/Download/old.txt", b"x")
    rules = (
        'Item(path = "/sdcard/Download/old.txt")[= 0] -> DeleteFiles\n'
        f'DeleteFiles & Item(name contains ".odt")[>= 3]{THEN_TELL}'
    )
    phone.files.write("/sdcard/Music/3.odt", b"x")
    with attempt(phone, tmp_path, rules, person=Person(lambda question: "old.txt" in str(question.does))) as tried:
        tried.go(FILES, "Documents", Action("back"), "Music", Action("back"), "Download")
        tried.go(tried.on("old.txt", "long_click"), "Delete", "button1", Action("back"), "Music")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Still here")
        step = tried.tap("send_message_button")
        assert held(step, "unconfirmed")
        assert "as seen before something was done" in because(step)


@pytest.mark.parametrize("minutes", [0, 5], ids=["at once", "five minutes later"])
def test_a_number_that_runs_is_not_what_it_was(minutes: int, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Well?")))
    rules = 'Timer(status = "running") -> StartTimer\nStartTimer & Timer(left > 60)' + THEN_TELL
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(CLOCK, "Timer")
        tried.write("minutes", "10")
        tried.go("Start", MESSAGES, "Ann Bell")
        phone.advance(timedelta(minutes=minutes).total_seconds())
        tried.fill(compose_message_text="Still here")
        assert held(tried.tap("send_message_button"), "hard")


def test_a_deletion_of_which_no_rule_says_of_what_is_asked_about(tmp_path: Path) -> None:
    letter = Letter(1, "Inbox", "news@example.com", "sam@example.com", "News", "x", YESTERDAY)
    phone = a_phone({mail_app: lambda _: MailData((letter,))})
    rules = 'True -> DeleteMail\nDeleteMail & Mail(who = "spam@example.com")[= 0] -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "News")
        step = tried.tap("Delete")
        assert held(step, "beside-the-rules")
        assert "do not say of what" in because(step)
