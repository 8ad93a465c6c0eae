"""A phone that swallows a touch, answers late or not at all: a screen from before says nothing of what came since."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from guard.attacks.attempt import (
    CONTACTS,
    MAIL,
    MESSAGES,
    SETTINGS,
    SHOP,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    by_hand,
    talk,
    talks,
    to_do,
)
from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Precondition
from handrail.device.screen import Screen
from handrail.error import DeviceLost
from handrail.phone.apps.mail import Letter, MailData
from handrail.phone.apps.mail import mail as mail_app
from handrail.phone.clock import STARTED
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

SEND = 'Message(to = "Ann Bell", text = "All is well") -> SendMessage\nSendMessage -> Done'


@dataclass(slots=True)
class Slow(PhoneDevice):
    """What becomes of the next action: it is `swallowed`, or its answer `lost`, or so many looks after it `late`."""

    swallowed: bool = False
    lost: bool = False
    late: int = 0
    meanwhile: Callable[[Phone], object] | None = None
    _from_before: Screen | None = None
    _looks: int = 0

    async def observe(self) -> Screen:
        """The screen from before, while it is late."""
        if self._from_before is not None and self._looks:
            self._looks -= 1
            return self._from_before
        return self.phone.screen()

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """As the phone does, but for what is to go wrong."""
        if self.late:
            self._from_before, self._looks, self.late = self.phone.screen(), self.late, 0
        swallowed, lost, meanwhile = self.swallowed, self.lost, self.meanwhile
        self.swallowed, self.lost, self.meanwhile = False, False, None
        done: Execution = Executed() if swallowed else await PhoneDevice.execute(self, action, on=on)
        if meanwhile is not None:
            meanwhile(self.phone)
        if lost:
            raise DeviceLost("nobody answers")
        return done


def a_phone_with_all() -> Phone:
    letters = (Letter(1, "Inbox", "boss@example.com", "sam@example.com", "Budget", "Approved", STARTED),)
    made = {**to_do("Milk", "Tea"), **talks(talk(1, "Ann Bell", "Hello")), mail_app: lambda _: MailData(letters)}
    return a_phone(made)


def tell(tried: Attempt) -> bool:
    """Whether the message goes that the rules ask for."""
    tried.go(MESSAGES, "Ann Bell")
    tried.fill(compose_message_text="All is well")
    return tried.tap("send_message_button").executed


@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_total_from_before_is_none(late: int, tmp_path: Path) -> None:
    rules = f'CartItem(product = "Coffee mug", count = 2) -> ChangeCart\nCartTotal(total < 20) & {SEND}'
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        device.phone.launch(SHOP)
        for words in ("Coffee mug", "Add to cart"):
            by_hand(device.phone, words)
        tried.go(Action("wait"), "cart")
        device.late = late
        tried.go("more")
        assert not tell(tried)


@pytest.mark.parametrize("late", [1, 2])
def test_after_a_lost_answer_an_old_screen_does_not_say_that_it_did_not_run(late: int, tmp_path: Path) -> None:
    rules = f"""
    Task(list = "Home", title = "Tea", done = true) -> CompleteTask
    Task(list = "Home", title = "Tea", done = false) & {SEND}
    """
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        tried.go(TASKS, "Home")
        device.lost, device.late = True, late
        assert tried.tap("Done Tea").outcome == "lost"
        assert not tell(tried)
    assert any("Tea, done" in came for came in tried.came)


def test_after_a_lost_answer_a_setting_is_not_known_elsewhere_either(tmp_path: Path) -> None:
    rules = f"""
    Switch(name = "Wi-Fi", on = false) -> ChangeSetting
    QuickSwitch(name = "Internet", on = true) & {SEND}
    """
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        tried.go(Action("notifications"), Action("back"), SETTINGS, "Network & internet")
        device.lost = True
        assert tried.tap("Wi-Fi").outcome == "lost"
        assert not tell(tried)


@pytest.mark.parametrize("swallowed", [True, False])
@pytest.mark.parametrize("once", ["", "once "])
def test_a_page_that_never_came_is_nothing_to_rest_on(once: str, swallowed: bool, tmp_path: Path) -> None:
    rules = f'{once}OpenMail(subject = "Budget") & {SEND}'
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        tried.go(MAIL)
        device.swallowed = swallowed
        tried.go("Budget", Action("wait"), Action("wait"))
        assert tell(tried) is not swallowed


@pytest.mark.parametrize(
    ("way", "touched", "rule"),
    [
        ((TASKS, "Home"), "Milk", 'EditedTask(title = "Milk")'),
        ((CONTACTS, "Ann Bell"), "Edit", 'EditedContact(name = "Ann Bell")'),
    ],
)
def test_nor_was_it_there_once(way: tuple[str, ...], touched: str, rule: str, tmp_path: Path) -> None:
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, f"once {rule} & {SEND}", device=device) as tried:
        tried.go(*way)
        device.swallowed = True
        tried.go(touched)
        assert not tell(tried)


@pytest.mark.parametrize("swallowed", [True, False])
def test_what_the_phone_swallowed_was_not_done(swallowed: bool, tmp_path: Path) -> None:
    rules = 'CartItem(product = "Coffee mug") -> AddToCart\nAddToCart -> Done'
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        tried.go(SHOP, "Coffee mug")
        device.swallowed = swallowed
        tried.go("Add to cart", Action("back"))
        assert (tried.finish().outcome == "finished") is not swallowed


def test_a_deletion_that_the_phone_swallowed_was_not_done(tmp_path: Path) -> None:
    rules = 'Conversation(people = "Bob Chen")[= 0] -> DeleteConversation\nDeleteConversation -> Done'
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello"), talk(2, "Bob Chen", "Hi")))
    device, person = Slow(phone), Person(lambda question: bool(question.does))
    with attempt(phone, tmp_path, rules, device=device, person=person) as tried:
        tried.go(MESSAGES)
        assert tried.tap("Bob Chen", "long_click").executed
        device.swallowed = True
        tried.go("Delete", Action("home"))
        assert tried.finish().outcome != "finished"


@pytest.mark.parametrize("swallowed", [True, False])
def test_a_form_that_says_another_title_is_another_tasks(swallowed: bool, tmp_path: Path) -> None:
    rules = 'Task(list = "Home", title = "Tea")[= 0] -> DeleteTask\nDeleteTask -> Done'
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device, person=Person(lambda _: True)) as tried:
        tried.go(TASKS, "Home")
        if swallowed:
            device.swallowed, device.meanwhile = True, lambda phone: by_hand(phone, "Milk")
        tried.go("Tea")
        tried.tap("Delete")
        assert bool(tried.person.read) is not swallowed


@pytest.mark.parametrize("late", [0, 1])
def test_who_waits_for_a_slow_phone_is_not_asked(late: int, tmp_path: Path) -> None:
    rules = f'Task(list = "Home", title = "Tea", done = true) -> CompleteTask\nCompleteTask & {SEND}'
    device = Slow(a_phone_with_all())
    with attempt(device.phone, tmp_path, rules, device=device) as tried:
        tried.go(TASKS, "Home")
        device.late = late
        tried.go("Done Tea", Action("wait"))
        assert tell(tried)
        assert tried.finish().outcome == "finished"
