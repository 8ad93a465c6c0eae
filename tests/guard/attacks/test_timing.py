"""Between the look that a decision rests on and the touch, nothing may have become something else."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    BANK,
    CLOCK,
    CONTACTS,
    FILES,
    MESSAGES,
    TASKS,
    Attempt,
    Meanwhile,
    Person,
    a_phone,
    attempt,
    because,
    by_hand,
    talk,
    talks,
    to_do,
    types_by_hand,
)
from handrail.device.action import Action
from handrail.phone.apps import bank
from handrail.phone.apps.clock import Alarm, ClockData
from handrail.phone.apps.clock import clock as clock_app
from handrail.phone.clock import STARTED
from handrail.phone.phone import Phone
from handrail.phone.tasks import front

IBAN = "DE89370400440532013000"


@dataclass(frozen=True)
class Moment:
    """A touch that is allowed or agreed to, and what becomes of the screen just before it lands."""

    rules: str
    goes: Callable[[Attempt], None]
    target: str
    happens: Callable[[Phone], None]
    agreed: bool = False
    phone: Callable[[], Phone] = field(default=a_phone)


def a_talk() -> Phone:
    return a_phone(talks(talk(1, "Ann Bell", "Hi"), talk(2, "Bob Chen", "Keep this")))


def to_ann(tried: Attempt) -> None:
    tried.go(MESSAGES, "Ann Bell")


def written_to_ann(tried: Attempt) -> None:
    to_ann(tried)
    tried.fill(compose_message_text="Yes")


def the_transfer(tried: Attempt) -> None:
    tried.go(BANK, "Transfer")
    tried.fill(recipient="Ann Bell", iban=IBAN, amount="82")
    tried.go("Continue", "confirm")


def another_amount(phone: Phone) -> None:
    """What an update of the bank's app does to the form behind its own question."""
    system = phone._system
    task = front(system.stack)
    pages = tuple(
        page._replace(page=replace(page.page, form=replace(page.page.form, amount="820")))
        if isinstance(page.page, bank.Review | bank.Confirm)
        else page
        for page in task.pages
    )
    stack = system.stack._replace(tasks=(*system.stack.tasks[:-1], task._replace(pages=pages)))
    system.show(stack, "page", bank.PACKAGE)


def the_file(tried: Attempt) -> None:
    tried.go(FILES, "Documents", "lease.pdf", "Delete")


def another_file(phone: Phone) -> None:
    for words in ("Cancel", "Navigate up", "recipes.txt", "Delete"):
        by_hand(phone, words)


def the_contact(tried: Attempt) -> None:
    tried.go(CONTACTS, "Ann Bell", "Delete")


def another_contact(phone: Phone) -> None:
    for words in ("Cancel", "Navigate up", "Bob Chen", "Delete"):
        by_hand(phone, words)


def the_task(tried: Attempt) -> None:
    tried.go(TASKS, "Home")


def another_list(phone: Phone) -> None:
    for words in ("Navigate up", "Work"):
        by_hand(phone, words)


def the_new_task(tried: Attempt) -> None:
    tried.go(TASKS, "Home", "Add task")
    tried.fill(title="Buy milk")


SEND = 'Message(to = "Ann Bell", text = "Yes") -> SendMessage\nSendMessage -> Done'
PAY = f'Transfer(recipient = "Ann Bell", iban = "{IBAN}", amount = 82) -> SendMoney\nSendMoney -> Done'
MOMENTS = {
    "a button that was off": Moment(
        SEND,
        to_ann,
        "send_message_button",
        lambda phone: types_by_hand(phone, "compose_message_text", "my PIN is 2211"),
        phone=a_talk,
    ),
    "another text": Moment(
        SEND,
        written_to_ann,
        "send_message_button",
        lambda phone: types_by_hand(phone, "compose_message_text", "No"),
        phone=a_talk,
    ),
    "another amount": Moment(PAY, the_transfer, "button1", another_amount, agreed=True),
    "another file": Moment(
        'FileToDelete(what = "lease.pdf") -> DeleteFiles\nDeleteFiles -> Done',
        the_file,
        "button1",
        another_file,
        agreed=True,
    ),
    "another contact": Moment(
        'Contact(name = "Ann Bell")[= 0] -> DeleteContact\nDeleteContact -> Done',
        the_contact,
        "button1",
        another_contact,
        agreed=True,
    ),
    "another title": Moment(
        'Task(list = "Home", title = "Buy milk") -> SaveTask\nSaveTask -> Done',
        the_new_task,
        "Save",
        lambda phone: types_by_hand(phone, "title", "Sell the house"),
        phone=lambda: a_phone(to_do("Pay the rent")),
    ),
    "a list that is gone": Moment(
        'Task(list = "Home", title = "Buy milk", done = true) -> CompleteTask\nCompleteTask -> Done',
        the_task,
        "Done Buy milk",
        another_list,
        phone=lambda: a_phone(to_do("Buy milk")),
    ),
}


@pytest.mark.parametrize("moment", list(MOMENTS.values()), ids=list(MOMENTS))
def test_what_changed_before_the_touch_is_not_touched(moment: Moment, tmp_path: Path) -> None:
    phone = moment.phone()
    happened: list[str] = []

    def happens(of: Phone) -> None:
        happened.append(moment.target)
        moment.happens(of)

    device = Meanwhile(phone, target=moment.target, happens=happens)
    person = Person(lambda _: True)
    with attempt(phone, tmp_path, moment.rules, device=device, person=person) as tried:
        moment.goes(tried)
        step = tried.tap(moment.target)
        assert step.outcome == "stale"
        assert happened == [moment.target]
        assert bool(person.read) == moment.agreed
        assert tried.came == []


@pytest.mark.parametrize("moment", list(MOMENTS.values())[1:], ids=list(MOMENTS)[1:])
def test_where_nothing_changed_before_the_touch_it_lands(moment: Moment, tmp_path: Path) -> None:
    phone = moment.phone()
    person = Person(lambda _: True)
    with attempt(phone, tmp_path, moment.rules, person=person) as tried:
        moment.goes(tried)
        assert tried.tap(moment.target).executed
        assert tried.came


def test_a_yes_counts_for_the_screen_that_it_was_given_on(tmp_path: Path) -> None:
    phone = a_phone()

    def agrees_late(_: object) -> bool:
        another_amount(phone)
        return True

    with attempt(phone, tmp_path, PAY, person=Person(agrees_late)) as tried:
        the_transfer(tried)
        assert not tried.tap("button1").executed
        assert tried.came == []


def test_a_touch_past_the_caller_is_checked_just_before_it_too(tmp_path: Path) -> None:
    """A program that keeps the phone in its own hands is asked to touch only what is still the same."""
    phone, touched = a_talk(), []

    def execute(action: Action) -> None:
        touched.append(action)

    with attempt(phone, tmp_path, SEND) as tried:
        written_to_ann(tried)
        send = tried.on("send_message_button")
        types_by_hand(phone, "compose_message_text", "No")
        assert not tried.guard.act(send, execute=execute).executed
        assert touched == []
        assert tried.came == []


# Between the question and the answer time goes by


BEFORE = f"""
Alarm(label = "Late", time > Now) & TransferReview(recipient = "Ann Bell", iban = "{IBAN}", amount = 82) -> SendMoney
SendMoney -> Done
"""


@pytest.mark.parametrize(("takes", "runs"), [(20, True), (200, False)])
def test_a_yes_that_comes_after_the_time_until_which_it_was_to_be_is_void(
    takes: int, runs: bool, tmp_path: Path
) -> None:
    soon = STARTED + timedelta(minutes=3)
    phone = a_phone({clock_app: lambda _: ClockData((Alarm(1, soon.time(), "Late", on=False),), 2)})

    def takes_a_while(_: object) -> bool:
        phone.advance(takes)
        return True

    with attempt(phone, tmp_path, BEFORE, person=Person(takes_a_while)) as tried:
        tried.go(CLOCK)
        the_transfer(tried)
        step = tried.tap("button1")
        assert step.executed is runs
        assert runs or "the approval is void" in because(step)
