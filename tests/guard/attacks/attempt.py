"""Somebody who tries to get something done on a phone that nobody asked for, and what really came of it.

What came about is read from the phone's own data alone, and why nothing did from the reasons of the step: an attempt
that never got as far as it should fails its test, as does one that was stopped for another reason.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on
from handrail.app import Apps
from handrail.bench.suite.set_up import phone_with
from handrail.bench.suite.truth import effects_between
from handrail.device.action import Action, ActionType
from handrail.device.device import Device, Execution, Precondition
from handrail.device.element import identify
from handrail.guard import Guard, Proposal, Step
from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.guard.approval.shown import ShownQuestion, shown
from handrail.guard.decision import Warn, reasons_of
from handrail.guard.synchronous import SynchronousGuard
from handrail.language.specification import Specification
from handrail.phone.app import AppFactory
from handrail.phone.apps.messages import Conversation, Message, MessagesData
from handrail.phone.apps.messages import messages as messages_app
from handrail.phone.apps.restaurant import Booking, RestaurantData
from handrail.phone.apps.restaurant import restaurants as restaurants_app
from handrail.phone.apps.todo import Task, TasksData
from handrail.phone.apps.todo import todo as tasks_app
from handrail.phone.clock import STARTED
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load, names
from handrail.phone.phone import Phone
from handrail.phone.snapshot import Snapshot
from handrail.phone.values import Contact

MESSAGES, MAIL, TASKS = "com.example.messages", "com.example.mail", "com.example.tasks"
CONTACTS, CLOCK, FILES = "com.example.contacts", "com.example.clock", "com.example.files"
BANK, RESTAURANTS, SHOP = "com.example.bank", "com.example.restaurants", "com.example.shop"
PHOTOS, SETTINGS = "com.example.photos", "com.android.settings"

ANN, BOB = Contact(1, "Ann Bell", "+44 7700 900101", "ann@example.com"), Contact(2, "Bob Chen", "+44 7700 900102")
YESTERDAY = STARTED - timedelta(days=1)
SOMETHING_ELSE = 'Message(to = "Nobody", text = "Nothing") -> SendMessage\nSendMessage -> Done'
"""Rules that speak of nothing that is tried here."""


@cache
def every_app() -> Apps:
    """The models of all apps, as a careful user has them."""
    return Apps.of(*(load(name) for name in names()))


def talk(number: int, who: str, *said: str) -> Conversation:
    """A conversation. What begins with `me: ` is the user's."""
    lines = (Message(text.removeprefix("me: "), text.startswith("me: "), YESTERDAY) for text in said)
    return Conversation(number, (who,), tuple(lines))


def talks(*conversation: Conversation) -> dict[AppFactory, Any]:
    """A phone's messages."""
    return {messages_app: lambda _: MessagesData(conversation, len(conversation) + 1)}


def tables() -> dict[AppFactory, Any]:
    """Two tables reserved: one for two in five days, and one for six in two."""
    today = STARTED.date()
    near = Booking(1, "Chez Margot", today + timedelta(days=5), "20:00", 2)
    far = Booking(2, "Nordlys", today + timedelta(days=2), "19:00", 6)
    return {restaurants_app: lambda _: RestaurantData((near, far), 3)}


def to_do(*titles: str) -> dict[AppFactory, Any]:
    """One list with these tasks, and an empty one."""
    tasks = tuple(Task(number, "Home", title) for number, title in enumerate(titles, 1))
    return {tasks_app: lambda _: TasksData(("Home", "Work"), tasks, len(tasks) + 1)}


def a_phone(changes: dict[AppFactory, Any] | None = None, **more: Any) -> Phone:
    """A phone with Ann and Bob in its contacts."""
    return phone_with(0, changes, people=more.pop("people", (ANN, BOB)), **more)


@dataclass(slots=True)
class Person:
    """Reads what a question shows, and nothing else, and says yes or no."""

    says: Callable[[ShownQuestion], bool] = lambda _: False
    read: list[ShownQuestion] = field(default_factory=list)

    async def __call__(self, question: Question) -> Answer:
        self.read.append(shown(question))
        if self.says(self.read[-1]):
            return Approved(question.digest, "the user", question.identifier)
        return Rejected("the user", "no")

    @property
    def done(self) -> list[str]:
        """What the last question says that is done, and to what, whatever the agent says."""
        said = self.read[-1]
        return [f"{detail.name} {detail.value}" for does in said.does for detail in does.details]


@dataclass(slots=True)
class Attempt:
    """One session of an agent that is up to something."""

    phone: Phone
    guard: SynchronousGuard
    person: Person
    folder: Path
    before: Snapshot

    def on(self, words: str, kind: ActionType = "click", text: str | None = None) -> Action:
        """An action on what the screen shows under these words."""
        return on(self.guard.screen, words, kind, text)

    def act(self, proposed: Action | Proposal) -> Step:
        """Propose, and insist where that was warned of."""
        step = self.guard.act(proposed)
        return self.guard.act(proposed) if isinstance(step.decision, Warn) else step

    def tap(self, words: str, kind: ActionType = "click") -> Step:
        """Try to touch something."""
        return self.act(self.on(words, kind))

    def write(self, words: str, text: str) -> Step:
        """Try to type into something."""
        return self.act(self.on(words, "input", text))

    def go(self, *way: str | Action) -> None:
        """Open an app, by its package, and touch one thing after another. All of it must run."""
        for deed in way:
            action = deed if isinstance(deed, Action) else self._step(deed)
            step = self.act(action)
            assert step.executed, (deed, why(step), step.feedback)

    def fill(self, **fields: str) -> None:
        """Type into fields. All of it must run."""
        for name, text in fields.items():
            step = self.write(name, text)
            assert step.executed, (name, text, why(step), step.feedback)

    def killed(self) -> None:
        """The end of its process: nothing is closed, and nothing more is written."""
        guard = self.guard.guard
        guard._log.close()
        guard._is_open = False
        guard._lease.give_back()

    def finish(self) -> Step:
        """Say that the task is done."""
        return self.act(Action("finish"))

    @property
    def came(self) -> list[str]:
        """What really is otherwise than before, from the phone alone."""
        return sorted(str(element) for element in effects_between(self.before, self.phone.snapshot()).elements())

    def _step(self, words: str) -> Action:
        return Action("open_app", words) if words.startswith("com.") else self.on(words)


def why(step: Step) -> set[str]:
    """The names of all reasons, before anybody was asked and after."""
    return {reason.rule for decision in (step.proposed, step.decision) for reason in reasons_of(decision)}


def because(step: Step) -> str:
    """The words of all reasons."""
    return "\n".join(reason.text for decision in (step.proposed, step.decision) for reason in reasons_of(decision))


def held(step: Step, *reasons: str) -> bool:
    """Whether it did not run, and for these reasons among others."""
    return not step.executed and set(reasons) <= why(step)


@contextmanager
def attempt(
    phone: Phone,
    folder: Path,
    rules: str = SOMETHING_ELSE,
    *,
    device: Device | None = None,
    person: Person | None = None,
    **settings: Any,
) -> Iterator[Attempt]:
    """A guard with its default policy on a phone; whoever is asked says no, unless told otherwise."""
    apps = settings.pop("app", None) or every_app()
    asked = person or Person()
    given = {"pictures": False, "journal": folder / "run", "approver": asked, **settings}
    before = phone.snapshot()
    with Guard(device or PhoneDevice(phone), apps, Specification.parse(rules, apps), **given) as guard:
        yield Attempt(phone, guard, asked, folder / "run", before)


DRIVERS = ("phone", "plain", "uiautomator2")


@contextmanager
def driven(phone: Phone, driver: str) -> Iterator[Device]:
    """The phone as a device: by itself, or behind the adb driver and a real adb server."""
    if driver == "phone":
        yield PhoneDevice(phone)
        return
    pytest.importorskip("adbutils", reason="adbutils is not installed: pip install 'handrail[adb]'")
    pytest.importorskip("PIL", reason="Pillow is not installed: pip install 'handrail[adb]'")
    if driver == "uiautomator2":
        pytest.importorskip("uiautomator2", reason="uiautomator2 is not installed: pip install 'handrail[adb]'")
    from handrail.device.adb import open_adb
    from handrail.phone.adb import Handset, Identity
    from phone.adb.served import picture, serving

    handset = Handset(phone, picture("PNG"), identity=Identity(serial="handrail-5554"))
    with serving(handset) as served, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANDROID_ADB_SERVER_PORT", str(served.server_port))
        yield open_adb(handset.serial + (",plain" if driver == "plain" else ""))


@dataclass(slots=True)
class Meanwhile(PhoneDevice):
    """A phone on which something happens between the last look and the touch on `target`; then it answers late."""

    target: str = ""
    happens: Callable[[Phone], None] = lambda _: None
    answers_late: bool = False

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """As the phone does, unless this is the moment."""
        if action.target != self.target:
            return await PhoneDevice.execute(self, action, on=on)
        self.happens(self.phone)
        done = await PhoneDevice.execute(self, action, on=on)
        if self.answers_late:
            raise TimeoutError
        return done


def turn(phone: Phone) -> None:
    """Turn its screen on the side."""
    phone.settings.put("system", "accelerometer_rotation", "0")
    phone.settings.put("system", "user_rotation", "1")


def by_hand(phone: Phone, words: str) -> None:
    """What a person at the phone touches, past the guard."""
    found = [element for element in phone.screen().elements() if words in (element.text, element.description)]
    phone.tap(*found[-1].bounds.center)


def types_by_hand(phone: Phone, field_name: str, text: str) -> None:
    """What a person, or the app itself, puts into a field, past the guard."""
    path = next(path for path, element in phone.screen().walk() if element.resource_id.endswith(f"/{field_name}"))
    assert phone.set_text(path, text)


def every(phone: Phone, short_id: str) -> list[Action]:
    """A touch on each element of that short resource id."""
    return [
        Action("click", element=identify(path, element))
        for path, element in phone.screen().walk()
        if element.resource_id.endswith(f"/{short_id}")
    ]
