"""A rule that speaks of the form: the table into which it is saved is looked after all the same."""

from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import (
    BANK,
    CLOCK,
    CONTACTS,
    MAIL,
    MESSAGES,
    SHOP,
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
    why,
)
from handrail.device.action import Action
from handrail.phone.apps.clock import Alarm, ClockData, clock
from handrail.phone.apps.mail import Letter, MailData, mail
from handrail.phone.apps.shop import Line, shop
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.clock import STARTED
from handrail.phone.values import Contact

IBAN = "DE02120300000000202051"
MUM = Contact(1, "Mum", "+44 7700 900373", "mum@example.com")
NEW_PHONE = 'ContactForm(name = "Mum", phone = "+44 2") -> SaveContact\nSaveContact -> Done'
NEW_CONTACT = 'ContactForm(name = "Papa", phone = "+44 1") -> SaveContact\nSaveContact -> Done'


@pytest.mark.parametrize("email", ["eve@elsewhere.example", "", "MUM@example.com", "ⓜum@example.com"])
def test_what_the_rule_says_nothing_of_is_not_overwritten_unasked(email: str, tmp_path: Path) -> None:
    with attempt(a_phone(people=(MUM,)), tmp_path, NEW_PHONE) as tried:
        tried.go(CONTACTS, "Mum", "Edit")
        tried.fill(phone="+44 2", email=email)
        step = tried.tap("save")
        assert held(step, "more-than-asked")
        assert 'it also changes email of contact "Mum"' in because(step)
        assert tried.came == []


def test_what_the_rule_says_on_the_form_is_changed_without_a_question(tmp_path: Path) -> None:
    with attempt(a_phone(people=(MUM,)), tmp_path, NEW_PHONE) as tried:
        tried.go(CONTACTS, "Mum", "Edit")
        tried.fill(phone="+44 2")
        tried.go("save")
        assert tried.finish().decision.__class__.__name__ == "Allow"
        assert tried.person.read == []


def test_nor_a_date_or_the_days_of_an_alarm(tmp_path: Path) -> None:
    task = Task(1, "Home", "Book the dentist", due=STARTED.date())
    rules = 'TaskForm(title = "Book the dentist", details = "Dr. Kim") -> SaveTask\nSaveTask -> Done'
    with attempt(a_phone({todo: lambda _: TasksData(("Home",), (task,), 2)}), tmp_path / "tasks", rules) as tried:
        tried.go(TASKS, "Home", "Book the dentist")
        tried.fill(details="Dr. Kim")
        tried.go("Due date", "Tomorrow")
        assert "it also changes due" in because(tried.tap("save"))
    alarm = Alarm(1, time(9), "Weekend", ("Sat", "Sun"))
    rules = 'AlarmEditor(hour = 9, minute = 0, label = "Weekend") -> SaveAlarm\nSaveAlarm -> Done'
    with attempt(a_phone({clock: lambda _: ClockData(alarms=(alarm,))}), tmp_path / "clock", rules) as tried:
        tried.go(CLOCK, "09:00", "Sat")
        assert "it also changes repeats" in because(tried.tap("save"))


def test_what_was_saved_is_not_changed_by_doing_it_once_more(tmp_path: Path) -> None:
    with attempt(a_phone(people=(MUM,)), tmp_path, NEW_CONTACT) as tried:
        tried.go(CONTACTS, "Create contact")
        tried.fill(name="Papa", phone="+44 1")
        tried.go("save", "Papa", "Edit")
        tried.fill(email="eve@elsewhere.example")
        assert not tried.tap("save").executed


def test_a_row_that_is_shown_to_be_gone_is_no_end(tmp_path: Path) -> None:
    phone = a_phone(people=(MUM,))
    with attempt(phone, tmp_path, NEW_CONTACT) as tried:
        tried.go(CONTACTS, "Create contact")
        tried.fill(name="Papa", phone="+44 1")
        tried.go("save")
        by_hand(phone, "Papa")
        by_hand(phone, "Delete")
        by_hand(phone, "Delete")
        tried.go(CONTACTS)
        assert held(tried.finish(), "undone")


@pytest.mark.parametrize("opened_by", ["the user", "the session"])
@pytest.mark.parametrize("leaves", [("cancel",), (Action("back"), Action("back"))], ids=["cancel", "back"])
@pytest.mark.parametrize(
    ("app", "entry", "edit", "field_name"),
    [(CONTACTS, "Ann Bell", ("Edit",), "phone"), (TASKS, "Home", ("Milk",), "details")],
)
def test_what_the_user_has_typed_into_an_open_form_is_not_thrown_away(
    app: str,
    entry: str,
    edit: tuple[str, ...],
    field_name: str,
    leaves: tuple[Any, ...],
    opened_by: str,
    tmp_path: Path,
) -> None:
    """Of a form that the session has opened itself, nothing is lost but its own words."""
    phone = a_phone(to_do("Milk"))
    if opened_by == "the user":
        phone.launch(app)
        for words in (entry, *edit):
            by_hand(phone, words)
        types_by_hand(phone, field_name, "+1 555 4444")
    with attempt(phone, tmp_path) as tried:
        if opened_by == "the session":
            tried.go(app, entry, *edit)
        steps = [tried.act(move) if isinstance(move, Action) else tried.tap(move) for move in leaves]
        assert any(held(step, "unrequested") for step in steps) is (opened_by == "the user")


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        ('once ContactForm(name = "Ann Bell", email = "eve@example.com") & {}', {"email": "eve@example.com"}),
        ('ContactForm(name = "Ann Bell", email = "eve@example.com") & {}', {"email": "eve@example.com"}),
        ('ContactForm(name = "Ann Bell", email = ?address) & {}', {"email": "eve@example.com"}),
        ('once ContactForm(name = "Ann Bell", email = "ann@example.com") & {}', {}),
    ],
    ids=["once", "still", "whatever it is", "it said so"],
)
def test_what_was_written_into_a_form_and_not_saved_is_no_condition(
    rules: str, fields: dict[str, str], tmp_path: Path
) -> None:
    to = fields.get("email", "ann@example.com")
    wanted = "?address" if "?" in rules else f'"{to}"'
    mail = f'MailDraft(to = {wanted}, subject = "Hi", body = "", attachment = "") -> SendMail\nSendMail -> Done'
    with attempt(a_phone(), tmp_path, rules.format(mail)) as tried:
        tried.go(CONTACTS, "Ann Bell", "Edit")
        tried.fill(**fields)
        tried.go("cancel", MAIL, "compose")
        tried.fill(to=to, subject="Hi")
        step = tried.tap("Send")
        assert held(step, "unconfirmed") is bool(fields)
        assert step.executed is not bool(fields)


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        ('Checkout(method = "Gift card")', True),
        ('once Checkout(method = "Gift card")', True),
        ('once Checkout(method = "Visa •••• 4242")', False),
    ],
    ids=["chosen", "chosen once", "it said so"],
)
def test_nor_is_what_was_chosen_on_a_form_and_not_saved(condition: str, asked: bool, tmp_path: Path) -> None:
    paid = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 10)'
    phone = a_phone({shop: lambda data: replace(data, cart=(Line("Coffee mug", 1),))})
    with attempt(phone, tmp_path, f"{condition} & {paid} -> SendMoney\nSendMoney -> Done") as tried:
        tried.go(SHOP, "cart", "Checkout", "Gift card")
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=IBAN, amount="10")
        tried.go("Continue", "Confirm transfer")
        assert held(tried.tap("Send"), "unconfirmed") is asked


def test_nor_what_the_app_has_written_into_a_form_that_was_left(tmp_path: Path) -> None:
    letter = Letter(1, "Inbox", "bob@example.com", "sam@example.com", "Plan", "See below", STARTED - timedelta(hours=1))
    rules = 'MailDraft(to = "bob@example.com") & Task(list = "Home", title = "Milk") -> SaveTask\nSaveTask -> Done'
    phone = a_phone({mail: lambda _: MailData((letter,))})
    with attempt(phone, tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(MAIL, "Plan", "Reply", TASKS, "Home", "Add task")
        tried.fill(title="Milk")
        assert "unconfirmed" in why(tried.tap("save"))


@pytest.mark.parametrize("once", ["", "once "])
def test_nor_who_was_chosen_for_a_message_that_was_left(once: str, tmp_path: Path) -> None:
    rules = f'{once}Recipient(name = "Ann Bell") & Task(list = "Home", title = "Milk") -> SaveTask\nSaveTask -> Done'
    with attempt(a_phone(), tmp_path, rules) as tried:
        tried.go(MESSAGES, "Start chat")
        tried.fill(recipient_text_view="Ann")
        tried.go("contact", TASKS, "Home", "Add task")
        tried.fill(title="Milk")
        step = tried.tap("save")
        assert not step.executed
        assert held(step, "unconfirmed") is bool(once)


@pytest.mark.parametrize(("said", "asked"), [("Compose email", True), ("See below", False)])
def test_a_field_that_comes_with_its_hint_in_it_need_not_be_empty(said: str, asked: bool, tmp_path: Path) -> None:
    letter = Letter(1, "Inbox", "bob@example.com", "sam@example.com", "Plan", said, STARTED - timedelta(hours=1))
    body = "" if asked else said
    rules = f"""
    SentMail(to = "ann@example.com", subject = "Fwd: Plan", body = "{body}", attachment = "") -> SendMail
    SendMail -> Done
    """
    with attempt(a_phone({mail: lambda _: MailData((letter,))}), tmp_path, rules) as tried:
        tried.go(MAIL, "Plan", "Forward")
        tried.fill(to="ann@example.com")
        step = tried.tap("send")
        assert held(step, "more-than-asked") if asked else step.executed


@pytest.mark.parametrize("sent", [False, True], ids=["gone back from", "sent"])
def test_a_review_is_of_what_is_not_done_yet(sent: bool, tmp_path: Path) -> None:
    """What the agent has typed stands on the review as well; only the payment makes it more than that."""
    paid = f'TransferReview(account = "Checking", recipient = "Ann Bell", iban = "{IBAN}", amount = 40, reference = "")'
    rules = f'{paid} -> SendMoney\nonce TransferReview(recipient = "Ann Bell") & Message(to = "Ann Bell", text = "ok")'
    agrees = Person(lambda question: "money" in str(question.does))
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi")))
    with attempt(phone, tmp_path, f"{rules} -> SendMessage\nSendMessage -> Done", person=agrees) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=IBAN, amount="40" if sent else "900")
        tried.go("Continue", *(("Confirm transfer", "Send") if sent else ("Navigate up",)), MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert held(tried.tap("Send"), "unconfirmed") is not sent


def test_a_sheet_that_was_only_opened_shares_nothing(tmp_path: Path) -> None:
    rules = 'Shared(what contains "Ann") & Message(to = "Ann Bell", text = "ok") -> SendMessage\nSendMessage -> Done'
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path, rules) as tried:
        tried.go(CONTACTS, "Ann Bell", "Share", Action("back"), MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="ok")
        assert not tried.tap("Send").executed
