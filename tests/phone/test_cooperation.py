"""What a cooperating app says before a touch is what it does at the touch."""

from datetime import date, time
from decimal import Decimal

from handrail.app import Anticipation, Update
from handrail.phone.phone import Phone
from phone.finger import enter, find, open_app, scroll_to, tap_id, tap_text


def before_touching(phone: Phone, words: str) -> Anticipation | None:
    before = phone.snapshot()
    said = phone.anticipate("click", *scroll_to(phone, words).bounds.center)
    assert phone.snapshot() == before, "to ask changes nothing"
    return said


def test_the_clock_says_which_alarm_is_about_to_be_set() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Add alarm")
    enter(phone, "hour", "06")
    enter(phone, "minute", "30")
    enter(phone, "label", "Run")
    said = before_touching(phone, "Save")
    assert said is not None
    assert said.commits == {"SaveAlarm"}
    assert said.updates == (Update("Alarm", set={"time": time(6, 30), "label": "Run", "repeats": "Once", "on": True}),)
    tap_text(phone, "Save")
    alarm = phone.snapshot().data["com.example.clock"].alarms[0]
    assert (alarm.at, alarm.label, alarm.repeats, alarm.on) == (time(6, 30), "Run", "Once", True)


def test_the_bank_says_that_money_is_about_to_go() -> None:
    phone = Phone()
    open_app(phone, "My Bank")
    tap_text(phone, "Transfer")
    enter(phone, "recipient", "Bob")
    enter(phone, "iban", "GB82WEST12345698765432")
    enter(phone, "amount", "12.5")
    said = before_touching(phone, "Continue")
    assert said is not None
    assert said.updates == ()
    tap_text(phone, "Continue")
    tap_text(phone, "Confirm transfer")
    said = before_touching(phone, "Send")
    assert said is not None
    assert said.irreversible
    assert said.commits == {"SendMoney"}
    transfer, account = said.updates
    assert transfer.set is not None
    assert account.set is not None
    assert transfer.set["amount"] == Decimal("12.5")
    tap_text(phone, "Send")
    assert phone.snapshot().data["com.example.bank"].account("Checking").balance == account.set["balance"]


def test_the_task_app_says_what_goes_with_a_list() -> None:
    phone = Phone()
    open_app(phone, "Tasks")
    tap_text(phone, "Home")
    said = before_touching(phone, "Star Water the plants")
    assert said is not None
    values = {"list": "Home", "title": "Water the plants", "due": None, "starred": True, "done": False}
    assert said.updates == (Update("Task", set=values),)
    tap_text(phone, "Delete list")
    said = before_touching(phone, "Delete")
    assert said is not None
    assert said.irreversible
    assert [update.delete for update in said.updates] == [
        {"list": "Home", "title": "Water the plants"},
        {"list": "Home", "title": "Book the dentist"},
        {"name": "Home"},
    ]


def test_an_app_that_declares_nothing_says_nothing() -> None:
    phone = Phone()
    open_app(phone, "Shop")
    found = find(phone, "Coffee mug")
    assert found is not None
    assert phone.anticipate("click", *found[1].bounds.center) is None
    tap_id(phone, "cart")
    assert phone.anticipate("click", 5, 5) is None
    assert date(2026, 3, 2) == phone.now.date()
