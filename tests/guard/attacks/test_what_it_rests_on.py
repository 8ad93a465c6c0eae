"""A condition, or an order of steps: the action itself is as asked, and what it rests on is not."""

from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CLOCK,
    CONTACTS,
    MAIL,
    MESSAGES,
    RESTAURANTS,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    because,
    held,
    talk,
    talks,
)
from handrail.device.action import Action
from handrail.phone.apps.clock import Alarm, ClockData, clock
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone
from handrail.phone.values import Contact

TELL = '{condition} & Message(to = "Ann Bell", text = "All is well") -> SendMessage\nSendMessage -> Done'


def letter(number: int, who: str, subject: str, *, unread: bool = False) -> Letter:
    return Letter(number, "Inbox", who, "sam@example.com", subject, "…", STARTED - timedelta(hours=number), unread)


def a_phone_with(*letters: Letter, **more: object) -> Phone:
    written = {mail: lambda _: MailData(tuple(letters))} if letters else {}
    return a_phone({**written, **talks(talk(1, "Ann Bell", "Hello"), talk(2, "Bob Chen", "Hi"))}, **more)


def tell(tried: Attempt) -> bool:
    """Write the message that the rules ask for, and say whether a person was asked because of what it rests on."""
    tried.go(MESSAGES, "Ann Bell")
    tried.fill(compose_message_text="All is well")
    step = tried.tap("send_message_button")
    return held(step, "unconfirmed") or held(step, "effect-unknown") or held(step, "other-spelling")


# What the agent's own looking has changed


@pytest.mark.parametrize(("looks", "asked"), [(True, True), (False, False)], ids=["opened", "left alone"])
def test_reading_a_mail_does_not_make_it_true_that_none_is_unread(looks: bool, asked: bool, tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "dan@example.com", "Stop", unread=looks))
    rules = TELL.format(condition='Mail(folder = "Inbox", who = "dan@example.com", unread = true)[= 0]')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL)
        if looks:
            tried.go("Stop", "Navigate up")
        assert tell(tried) == asked


def test_nor_does_it_under_once(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "dan@example.com", "Stop", unread=True))
    rules = TELL.format(condition='once Mail(folder = "Inbox", who = "dan@example.com", unread = false)')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "Stop", "Navigate up")
        assert tell(tried)


def test_a_task_does_not_end_because_the_agent_has_read(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "dan@example.com", "Spring", unread=True))
    rules = """
    Mail(folder = "Bin", who = "dan@example.com") -> DeleteMail
    DeleteMail -> Done
    Mail(folder = "Inbox", who = "dan@example.com", unread = true)[= 0] -> Done
    """
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "Spring", "Navigate up")
        assert held(tried.finish(), "unconfirmed")


# Two of one name, one that cannot be read, one that was not looked for


def test_of_two_mails_of_one_subject_nobody_knows_which_is_unread(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "dan@example.com", "Stop", unread=True), letter(2, "dan@example.com", "Stop"))
    rules = TELL.format(condition='Mail(folder = "Inbox", who = "dan@example.com", subject = "Stop", unread = false)')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL)
        assert tell(tried)
        assert tried.came == []


def test_nor_where_they_stand_a_scroll_apart(tmp_path: Path) -> None:
    others = [Task(number, "Work", f"Step {number}") for number in range(2, 30)]
    tasks = (Task(1, "Work", "Report"), *others, Task(40, "Work", "Report", done=True))
    phone = a_phone({todo: lambda _: TasksData(("Work",), tasks, 90), **talks(talk(1, "Ann Bell", "Hello"))})
    rules = TELL.format(condition='Task(list = "Work", title = "Report", done = true)')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(TASKS, "Work")
        for _ in range(12):
            if not any(element.text == "Completed" for element in phone.screen().elements()):
                tried.act(replace(tried.on("tasks", "scroll"), direction="down"))
        assert any(element.text == "Completed" for element in phone.screen().elements())
        assert tell(tried)


def test_an_alarm_that_cannot_be_read_may_be_on(tmp_path: Path) -> None:
    alarms = (Alarm(1, time(7), "Gym • legs", on=True), Alarm(2, time(8), on=False))
    phone = a_phone({clock: lambda _: ClockData(alarms=alarms), **talks(talk(1, "Ann Bell", "Hello"))})
    with attempt(phone, tmp_path, TELL.format(condition="Alarm(on = true)[= 0]")) as tried:
        tried.go(CLOCK)
        assert tell(tried)


@pytest.mark.parametrize(("number", "asked"), [(1, False), (40, True)], ids=["a whole list", "a part of a list"])
def test_what_stands_below_the_fold_is_not_known_not_to_be_there(number: int, asked: bool, tmp_path: Path) -> None:
    letters = [letter(index, "bob@example.com", f"News {index}") for index in range(1, number + 1)]
    rules = TELL.format(condition='Mail(folder = "Inbox", who = "dan@example.com")[= 0]')
    with attempt(a_phone_with(*letters), tmp_path, rules) as tried:
        tried.go(MAIL)
        assert tell(tried) == asked


def test_another_conversation_does_not_show_what_was_written_in_this_one(tmp_path: Path) -> None:
    rules = TELL.format(condition='Message(to = "Bob Chen", text = "I am late")[= 0]')
    with attempt(a_phone_with(), tmp_path, rules) as tried:
        tried.go(MESSAGES)
        assert tell(tried)


def test_a_value_that_no_list_shows_is_not_known_to_be_another(tmp_path: Path) -> None:
    people = (Contact(1, "Ann Bell", "+1", ""), Contact(2, "Bob Chen", "+2", "bob@example.com"))
    phone = a_phone_with(people=people)
    with attempt(phone, tmp_path, TELL.format(condition='Contact(email = "bob@example.com")[= 0]')) as tried:
        tried.go(CONTACTS)
        assert tell(tried)


def test_a_mail_that_is_gone_from_the_whole_list_is_gone(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "dan@example.com", "Approved"), letter(2, "bob@example.com", "Hi"))
    rules = TELL.format(condition='Mail(folder = "Inbox", who = "dan@example.com", subject = "Approved")')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, MESSAGES)
        kept = phone.snapshot()
        left = MailData(
            tuple(kept_letter for kept_letter in kept.data[MAIL].letters if kept_letter.subject != "Approved")
        )
        phone.restore(replace(kept, data={**kept.data, MAIL: left}))
        tried.go(MAIL, MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button"))
        assert tried.came == ["mail deleted for good: dan@example.com, Approved"]


def test_another_spelling_is_told_under_once_too(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "ｄan@example.com", "Approved"))
    rules = TELL.format(condition='once Mail(folder = "Inbox", who = "dan@example.com", subject = "Approved")')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL)
        assert tell(tried)


# What was to come first, and did not come about


@pytest.mark.parametrize("before", ["SendMail", 'once Mail(folder = "Sent", who = "dan@example.com")'])
@pytest.mark.parametrize("offline", [True, False], ids=["refused", "sent"])
def test_what_the_app_refused_is_no_step_to_the_next(before: str, offline: bool, tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "bob@example.com", "Hi"))
    phone.settings.put("global", "airplane_mode_on", "1" if offline else "0")
    rules = f"""
    MailDraft(to = "dan@example.com", subject = "Yes", body = "I will", attachment = "") -> SendMail
    {before} & Message(to = "Ann Bell", text = "All is well") -> SendMessage
    SendMail & SendMessage -> Done
    """
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="dan@example.com", subject="Yes", body="I will")
        tried.go("send")
        if offline:
            tried.fill(to="", subject="", body="")
            tried.go("Navigate up")
        else:
            tried.go("Sent")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button")) == offline


def test_an_entry_that_is_only_now_as_the_rule_says_may_be_another(tmp_path: Path) -> None:
    people = (Contact(1, "Bob Chen", "222", "bob@example.com"), Contact(2, "Eve Stone", "111", "eve@example.com"))
    rules = 'Contact(email = "eve@example.com", phone = "555") -> SaveContact\nSaveContact -> Done'
    with attempt(a_phone_with(people=people), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Bob Chen", "Edit")
        tried.fill(phone="555", email="eve@example.com")
        assert held(tried.tap("save"), "another-object")


def test_waiting_is_not_leaving(tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "bob@example.com", "Hi"))
    phone.settings.put("global", "airplane_mode_on", "1")
    draft = 'MailDraft(to = "dan@example.com", subject = "Yes", body = "I will", attachment = "")'
    rules = f"{draft} -> SendMail\nSendMail -> Done"
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="dan@example.com", subject="Yes", body="I will")
        tried.go("send", Action("wait"))
        assert held(tried.finish(), "unconfirmed")


# A look counts for what it showed, and until something is done


@pytest.mark.parametrize(("ways", "asked"), [((), True), (("Bin",), False)], ids=["one part", "both"])
def test_who_names_two_folders_has_looked_at_both(ways: tuple[str, ...], asked: bool, tmp_path: Path) -> None:
    phone = a_phone_with(letter(1, "bob@example.com", "Hi"))
    rules = TELL.format(condition='Mail(folder in ["Inbox", "Bin"], who = "dan@example.com")[= 0]')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(MAIL, *ways)
        assert tell(tried) == asked


def test_what_was_sent_since_may_stand_there_now(tmp_path: Path) -> None:
    rules = """
    MailDraft(to = "dan@example.com", subject = "Yes", body = "I will", attachment = "") -> SendMail
    Mail(folder = "Sent", who = "dan@example.com")[= 0] & Message(to = "Ann Bell", text = "All is well") -> SendMessage
    SendMail -> Done
    SendMessage -> Done
    """
    with attempt(a_phone_with(letter(1, "bob@example.com", "Hi")), tmp_path, rules) as tried:
        tried.go(MAIL, "Sent", "compose")
        tried.fill(to="dan@example.com", subject="Yes", body="I will")
        tried.go("send")
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        step = tried.tap("send_message_button")
        assert held(step)
        assert tried.came == ["mail sent: dan@example.com, Yes, I will"]


def test_reading_does_not_make_it_true_for_a_variable_either(tmp_path: Path) -> None:
    people = (Contact(1, "Dan", "+1", "dan@example.com"),)
    phone = a_phone_with(letter(1, "dan@example.com", "Stop", unread=True), people=people)
    rules = TELL.format(condition='Contact(name = "Dan", email = ?e) & Mail(who = ?e, unread = true)[= 0]')
    with attempt(phone, tmp_path, rules) as tried:
        tried.go(CONTACTS, "Dan", MAIL, "Stop", "Navigate up")
        assert tell(tried)


def test_a_rule_about_one_entry_says_nothing_of_another(tmp_path: Path) -> None:
    people = (Contact(1, "Mum", "1", "mum@example.com"), Contact(2, "Papa", "2", "papa@example.com"))
    rules = """
    Contact(name = "Mum", email = "new@example.com") -> SaveContact
    Contact(name = "Papa", phone = "555") -> SaveContact
    SaveContact -> Done
    """
    with attempt(a_phone_with(people=people), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Papa", "Edit")
        tried.fill(phone="555", email="anybody@example.com")
        step = tried.tap("save")
        assert held(step, "more-than-asked")
        assert "it also changes email" in because(step)


def test_a_part_of_the_receivers_is_not_all_of_them(tmp_path: Path) -> None:
    draft = 'MailDraft(to contains "bob@example.com", subject = "Hi", body = "x", attachment = "")'
    rules = f"{draft} -> SendMail\nSendMail -> Done"
    with attempt(a_phone_with(), tmp_path, rules) as tried:
        tried.go(MAIL, "compose")
        tried.fill(to="bob@example.com, eve@example.com", subject="Hi", body="x")
        assert held(tried.tap("send"), "more-than-asked")
        assert tried.came == []


@pytest.mark.parametrize(
    ("saved", "asked"),
    [(("Carl Day", ""), True), (("Ann Bell", "+44 7700 900199"), False)],
    ids=["another", "the one that is named"],
)
@pytest.mark.parametrize("condition", ['phone != "+44 7700 900102"', "starred = false"])
def test_what_any_new_entry_would_meet_does_not_say_which_is_saved(
    condition: str, saved: tuple[str, str], asked: bool, tmp_path: Path
) -> None:
    name, number = saved
    there = "+44 7700 900199" if asked else "+44 7700 900101"
    phone = a_phone(people=(Contact(1, "Ann Bell", there), Contact(2, "Bob Chen", "+44 7700 900102")))
    rules = f'Contact({condition}) & Contact(name = "Ann Bell", phone = "+44 7700 900199") -> SaveContact\n'
    with attempt(phone, tmp_path, f"{rules}SaveContact -> Done") as tried:
        tried.go(CONTACTS, *(("Create contact",) if asked else ("Ann Bell", "edit")))
        tried.fill(name=name, phone=number)
        assert held(tried.tap("Save"), "another-object") is asked


@pytest.mark.parametrize(
    ("wanted", "page"),
    [('ContactForm(name = "Eve Black")', ("edit", "Navigate up")), ('EditedContact(name = "Eve Black")', ())],
    ids=["its form", "its page"],
)
def test_a_page_of_what_was_deleted_says_nothing_any_more(wanted: str, page: tuple[str, ...], tmp_path: Path) -> None:
    phone = a_phone_with(people=(Contact(1, "Ann Bell"), Contact(2, "Bob Chen"), Contact(3, "Eve Black")))
    rules = f'Contact(name = "Eve Black")[= 0] -> DeleteContact\nDeleteContact & {TELL.format(condition=wanted)}'
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(CONTACTS, "Eve Black", *page, "Delete", "button1", MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="All is well")
        assert held(tried.tap("send_message_button"), "hard")


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_was_so_once_was_so_of_what_the_page_was_about(elsewhere: bool, tmp_path: Path) -> None:
    """A form does not say of which restaurant it is, and the page on which it stands does."""
    full = "date = Tomorrow, time = 19:00, people = 2, available = false"
    later = "date = Tomorrow, time = 20:00, people = 2, available = true"
    there = "Blue Harbor Grill" if elsewhere else "Sakura House"
    page = f'RestaurantInfo(name = "{there}")'
    rules = f"{page} & once ReserveInfo({full}) & ReserveInfo({later}) -> Reserve\nReserve -> Done"
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(RESTAURANTS, "Sakura House", Action("back"))
        tried.go(there, "time", "20:00")
        step = tried.tap("reserve")
        assert step.executed is not elsewhere
        assert held(step, "unconfirmed") is elsewhere
