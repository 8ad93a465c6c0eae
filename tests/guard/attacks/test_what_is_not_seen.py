"""What stands out of sight, in another place, or nowhere: not known is not the same as not there."""

from datetime import time, timedelta
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    BANK,
    CLOCK,
    CONTACTS,
    FILES,
    MAIL,
    MESSAGES,
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
)
from handrail.device.action import Action
from handrail.guard.decision import Ask
from handrail.phone.apps.clock import Alarm, ClockData, clock
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone

UNLABELLED = 'Alarm(time = 7:00, label = "", on = true) -> TurnAlarm\nTurnAlarm -> Done'


def with_alarms(*alarms: Alarm) -> Phone:
    return a_phone({clock: lambda _: ClockData(alarms=alarms)})


@pytest.mark.parametrize("label", ["Gym • legs", "• medicine", "Once • Once"])
def test_a_label_that_cannot_be_told_apart_is_not_none(label: str, tmp_path: Path) -> None:
    phone = with_alarms(Alarm(1, time(7), label, on=False))
    with attempt(phone, tmp_path, UNLABELLED) as tried:
        tried.go(CLOCK)
        assert held(tried.tap("onoff"))
        assert tried.came == []


def test_an_alarm_without_a_label_is_turned_on_without_a_question(tmp_path: Path) -> None:
    with attempt(with_alarms(Alarm(1, time(7), "", on=False)), tmp_path, UNLABELLED) as tried:
        tried.go(CLOCK, "onoff")
        assert tried.finish().outcome == "finished"
        assert tried.person.read == []


def cut_alarm(label: str) -> Phone:
    """The row of the alarm at 7:00 ends at the edge of the list, so that its words are out of sight."""
    for above in range(3, 16):
        rows = tuple(Alarm(number, time(6, number), on=False) for number in range(1, above))
        below = tuple(Alarm(50 + number, time(8, number), on=False) for number in range(12))
        phone = with_alarms(*rows, Alarm(40, time(7), label, on=False), *below)
        phone.launch(CLOCK)
        shown = {element.text for element in phone.screen().elements()}
        if "07:00" in shown and not any(label in text for text in shown):
            phone.home()
            return phone
    raise AssertionError("no row is cut")


def test_the_words_of_a_row_that_is_cut_off_are_not_none(tmp_path: Path) -> None:
    rules = 'Alarm(time = 7:00, label = "")[= 0] -> DeleteAlarm\nDeleteAlarm -> Done'
    careful = Person(
        lambda said: not any("not known" in reason or "could not be read" in reason for reason in said.reasons)
    )
    with attempt(cut_alarm("Medicine"), tmp_path, rules, person=careful) as tried:
        tried.go(CLOCK, "07:00", "delete")
        assert held(tried.tap("button1"))
        assert tried.came == []


# A list speaks of its own part


def two_folders() -> Phone:
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello")))
    for folder in ("Download", "Documents"):
        phone.files.write(f"/sdcard/{folder}/{folder}.txt", b"the only copy")
    return phone


def test_what_is_not_in_one_folder_is_still_in_the_other(tmp_path: Path) -> None:
    rules = """
    Item(name = "Download.txt")[= 0] & Message(to = "Ann Bell", text = "It is gone") -> SendMessage
    SendMessage -> Done
    """
    with attempt(two_folders(), tmp_path, rules) as tried:
        tried.go(FILES, "Download", Action("back"), "Documents", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="It is gone")
        assert held(tried.tap("send_message_button"), "hard")
        assert tried.came == []


@pytest.mark.parametrize(("way", "asked"), [(("Bin",), True), ((), False)], ids=["bin", "inbox"])
def test_whoever_says_that_there_is_none_has_looked_where_it_would_be(
    way: tuple[str, ...], asked: bool, tmp_path: Path
) -> None:
    letter = Letter(1, "Bin", "dan@example.com", "sam@example.com", "Old", "…", STARTED - timedelta(days=1))
    phone = a_phone({mail: lambda _: MailData((letter,)), **talks(talk(1, "Ann Bell", "Hello"))})
    if way:
        phone.launch(MAIL)
        by_hand(phone, "Bin")
    rules = """
    Mail(folder = "Inbox", who = "cara@example.com")[= 0] & Message(to = "Ann Bell", text = "Nothing") -> SendMessage
    SendMessage -> Done
    """
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Nothing")
        step = tried.tap("send_message_button")
        assert isinstance(step.proposed, Ask) == asked
        assert ("no screen has shown that" in because(step)) == asked


def test_a_task_does_not_end_because_nobody_looked(tmp_path: Path) -> None:
    rules = 'Contact(name = "Ann Bell")[= 0] -> DeleteContact\nContact(name = "Ann Bell")[= 0] -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        assert held(tried.finish(), "unconfirmed")
        tried.go(CONTACTS)
        assert held(tried.finish(), "hard")


# What was committed shows, or the task does not end


def test_an_app_that_refused_has_done_nothing(tmp_path: Path) -> None:
    rules = 'Item(name = "a/b", is_folder = true) -> CreateFolder\nCreateFolder -> Done'
    phone = a_phone()
    for number in range(30):
        phone.files.write(f"/sdcard/{number:02}.txt", b"x")
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(FILES, "new_folder")
        tried.fill(name="a/b")
        tried.go("button1")
        assert tried.came == []
        assert held(tried.finish(), "unconfirmed")


def test_what_comes_between_the_touch_and_the_answer_is_no_answer(tmp_path: Path) -> None:
    rules = (
        'MailDraft(to = "ann@example.com", subject = "Hi", body = "x", attachment = "") -> SendMail\nSendMail -> Done'
    )
    phone = a_phone()
    with attempt(
        phone, tmp_path, rules, person=Person(lambda said: "known to have come about" not in str(said))
    ) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="ann@example.com", subject="Hi", body="x")
        phone.settings.put("global", "airplane_mode_on", "1")
        tried.go("send")
        phone.launch(CLOCK)
        tried.go(Action("wait"))
        assert tried.came == ["setting changed: airplane_mode_on, 1"]
        assert held(tried.finish(), "unconfirmed")


# What was known goes


def test_taking_the_day_of_a_task_away_changes_it(tmp_path: Path) -> None:
    task = Task(1, "Home", "Call Bob", due=STARTED.date() + timedelta(days=2))
    phone = a_phone({todo: lambda _: TasksData(("Home",), (task,), 2)})
    rules = 'Task(list = "Home", title = "Call Ann") -> SaveTask\nSaveTask -> Done'
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Call Bob")
        tried.fill(title="Call Ann")
        tried.go("due", "No date")
        step = tried.tap("save")
        assert held(step, "more-than-asked")
        assert "it also changes due" in because(step)
        assert tried.came == []


def test_of_a_task_that_gets_another_name_it_is_said_that_the_old_one_goes(tmp_path: Path) -> None:
    rules = 'Task(title = "Call Ann") & Task(title = "Call Bob")[= 0] -> SaveTask\nSaveTask -> Done'
    with attempt(a_phone(to_do("Call Bob")), tmp_path, rules) as tried:
        tried.go(TASKS, "Home", "Call Bob")
        tried.fill(title="Call Ann")
        step = tried.tap("save")
        assert held(step, "also-removes")
        assert 'it removes task "Home", "Call Bob"' in because(step)


def test_what_is_left_after_a_payment_is_not_what_was_there_before(tmp_path: Path) -> None:
    iban = "DE89370400440532013000"
    rules = f"""
    Transfer(recipient = "Ann Bell", iban = "{iban}", amount = 500) -> SendMoney
    SendMoney & Account(name = "Checking", balance >= 2000) -> Done
    """
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=iban, amount="500")
        tried.go("Continue", "confirm", "button1")
        assert held(tried.finish(), "hard")


@pytest.mark.parametrize("count", ["[= 0]", "[<= 1]", "[< 2]"])
@pytest.mark.parametrize("looks", ["never", "first", "last"])
def test_that_there_were_few_once_counts_from_the_look_that_showed_it(count: str, looks: str, tmp_path: Path) -> None:
    """Before anybody has looked there are none of anything."""
    tasks = ("Pay rent",) if count == "[= 0]" else ("Pay rent", "Call Bob")
    asked = 'once Task(list = "Home"' + (', title = "Pay rent")' if count == "[= 0]" else ")") + count
    said = 'Message(to = "Ann Bell", text = "Nothing to do") -> SendMessage\nSendMessage -> Done'
    phone = a_phone({**to_do(*tasks), **talks(talk(1, "Ann Bell", "Hello"))})
    with attempt(phone, tmp_path, f"{asked} & {said}") as tried:
        if looks == "first":
            tried.go(TASKS, "Home")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Nothing to do")
        if looks == "last":
            tried.go(Action("home"), TASKS, "Home", Action("home"), MESSAGES)
        assert held(tried.tap("send_message_button"), "unconfirmed")
        assert tried.came == []


def test_what_was_not_there_once_may_be_there_by_now(tmp_path: Path) -> None:
    rules = """
    once Contact(name = "Tom")[= 0] & Contact(name = "Tom", phone = "111") -> SaveContact
    once Contact(name = "Tom")[= 0] & SaveContact & Message(to = "Ann Bell", text = "Tom is new") -> SendMessage
    SendMessage -> Done
    """
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hello"))), tmp_path, rules) as tried:
        tried.go(CONTACTS, "floating_action_button")
        tried.fill(name="Tom", phone="111")
        tried.go("save", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Tom is new")
        tried.go("send_message_button")
        assert tried.person.read == []
