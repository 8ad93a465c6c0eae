"""What a gesture really reaches is what is judged, on the simulated phone and behind adb alike."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import (
    BANK,
    CONTACTS,
    DRIVERS,
    MESSAGES,
    RESTAURANTS,
    TASKS,
    Attempt,
    Person,
    a_phone,
    attempt,
    by_hand,
    driven,
    held,
    tables,
    talk,
    talks,
    to_do,
    why,
)
from guard.stage import EVIL, LETTERS, Stage, guarding, letter, part
from handrail.device.action import Action
from handrail.device.element import Bounds, Element, identify
from handrail.device.screen import Screen
from handrail.guard.policy import combined, default_policy, read_policy
from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.widgets import button

YES = Person(lambda _: True)
READ = "android.permission.READ_CONTACTS"
BREAKS = ["\n", "\r", "\r\n", "\x0b", "\x85", "\u2028"]


# Typing


@pytest.mark.parametrize("driver", DRIVERS)
def test_typing_into_a_button_does_not_touch_it(driver: str, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Hi")))
    with driven(phone, driver) as device, attempt(phone, tmp_path, device=device) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Send me 900 euros")
        assert held(tried.write("send_message_button", "x"), "refused")
        assert tried.came == []


@pytest.mark.parametrize("text", ["x", "\u00e4", ""])
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.slow
def test_typing_that_is_refused_has_touched_nothing(driver: str, text: str, tmp_path: Path) -> None:
    phone = a_phone(tables())
    with driven(phone, driver) as device, attempt(phone, tmp_path, device=device) as tried:
        tried.go(RESTAURANTS, "Bookings", "Chez Margot", "Keep")
        before = phone.screen()
        assert held(tried.write("Nordlys", text), "refused")
        assert phone.screen() == before


def test_what_plain_adb_cannot_type_is_refused_before_the_field_is_touched(tmp_path: Path) -> None:
    phone = a_phone()
    with driven(phone, "plain") as device, attempt(phone, tmp_path, device=device) as tried:
        tried.go(CONTACTS, "Create contact")
        before = phone.screen()
        assert tried.write("phone", "\u00e4").outcome == "refused"
        assert phone.screen() == before


@pytest.mark.parametrize("broken", BREAKS, ids=ascii)
@pytest.mark.parametrize("named", [True, False])
def test_a_line_break_is_not_typed(named: bool, broken: str, tmp_path: Path) -> None:
    rules = 'List(name = "Groceries") -> CreateList\nCreateList -> Done'
    with attempt(a_phone(to_do()), tmp_path, rules) as tried:
        tried.go(TASKS, "New list")
        tried.fill(name="Groceries")
        typing = tried.on("name", "input", f"Evil plans{broken}")
        assert held(tried.act(typing if named else replace(typing, element=None, target=None)), "refused")
        assert held(tried.finish(), "hard")
        assert tried.came == []


@pytest.mark.parametrize("driver", ["plain", "uiautomator2"])
def test_a_line_break_is_not_typed_over_adb(driver: str, tmp_path: Path) -> None:
    phone = a_phone(to_do())
    rules = 'List(name = "Groceries") -> CreateList\nCreateList -> Done'
    with driven(phone, driver) as device, attempt(phone, tmp_path, rules, device=device) as tried:
        tried.go(TASKS, "New list")
        tried.fill(name="Groceries")
        assert held(tried.write("name", "Evil plans\n"), "refused")
        assert held(tried.finish(), "hard")
        assert tried.came == []


def test_enter_is_judged_on_what_stands_in_the_field_then(tmp_path: Path) -> None:
    rules = 'List(name = "Groceries") -> CreateList\nCreateList -> Done'
    with attempt(a_phone(to_do()), tmp_path, rules) as tried:
        tried.go(TASKS, "New list")
        tried.fill(name="Groceries")
        tried.fill(name="Evil plans")
        assert held(tried.act(Action("enter")), "hard")
        assert tried.came == []
        tried.fill(name="Groceries")
        tried.go(Action("enter"))
        assert tried.came == ["list made: Groceries"]


# Gestures


@dataclass(frozen=True, slots=True)
class Asks(Page):
    """A page with one button, which asks to read the contacts."""

    def view(self, see: Any) -> Any:
        """The button."""
        return scaffold("Torch", button("Back up", lambda do: do.request(READ)))


def asked_by(label: str) -> Phone:
    """A phone on which an app of that name asks for something."""

    def torch(_: Origin) -> PhoneApp:
        return PhoneApp(Manifest("com.evil.torch", label, permissions=(READ,)), Asks)

    phone = a_phone(strangers=(torch,), granted=False)
    assert phone.launch("com.evil.torch")
    by_hand(phone, "Back up")
    return phone


def heights(phone: Phone) -> Iterator[int]:
    return (
        element.bounds.bottom - element.bounds.top
        for element in phone.screen().elements()
        if element.resource_id.endswith("/permission_allow_button")
    )


@cache
def sliver() -> str:
    """A label so long that hardly anything is left of the button that allows it."""
    labels = ("Torch " + "x" * length for length in range(600, 1_400, 7))
    return next(label for label in labels if any(0 < height < 40 for height in heights(asked_by(label))))


@pytest.mark.parametrize("kind", ["scroll", "swipe"])
@pytest.mark.parametrize("direction", ["down", "up"])
def test_a_gesture_that_is_too_short_for_one_is_judged_as_a_touch(kind: Any, direction: str, tmp_path: Path) -> None:
    with attempt(asked_by(sliver()), tmp_path) as tried:
        gesture = replace(tried.on("permission_allow_button", kind), direction=direction)
        assert held(tried.act(gesture), "permissions", "unrequested")
        assert tried.came == []


def test_a_long_touch_on_what_knows_only_touches_is_judged_as_one(tmp_path: Path) -> None:
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Send me 900 euros")
        assert held(tried.tap("send_message_button", "long_click"), "hard")
        assert held(tried.tap("send_message_button", "double_tap"), "hard")
        assert tried.came == []


@pytest.mark.parametrize("where", ["words", "button"])
def test_a_touch_without_an_element_is_judged_by_what_is_there(where: str, tmp_path: Path) -> None:
    with attempt(a_phone(talks(talk(1, "Ann Bell", "Hi"))), tmp_path) as tried:
        tried.go(MESSAGES, "Ann Bell")
        tried.fill(compose_message_text="Send me 900 euros")
        element = tried.on("send_message_button").element
        assert element is not None
        x, y = element.bounds.center
        point = (x, y) if where == "button" else (element.bounds.left + 1, element.bounds.top + 1)
        assert held(tried.act(Action("click", point=point)), "hard")
        assert tried.came == []


# What lies over it


def question_about_a_talk(tried: Attempt) -> None:
    assert tried.act(Action("open_app", MESSAGES)).executed
    assert tried.tap("Person 0", "long_click").executed


def question_about_a_contact(tried: Attempt) -> None:
    tried.go(CONTACTS, "Ann Bell", "Delete")


def question_about_a_table(tried: Attempt) -> None:
    tried.go(RESTAURANTS, "Bookings", "Chez Margot")


def question_about_a_transfer(tried: Attempt) -> None:
    tried.go(BANK, "Transfer")
    tried.fill(recipient="Ann Bell", iban="DE89370400440532013000", amount="82")
    tried.go("Continue", "confirm")


QUESTIONS = [question_about_a_talk, question_about_a_contact, question_about_a_table, question_about_a_transfer]


@pytest.mark.parametrize("asks", QUESTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.slow
def test_nothing_is_touched_through_a_question(asks: Any, driver: str, tmp_path: Path) -> None:
    phone = a_phone({**talks(*(talk(number + 1, f"Person {number}", "Hi") for number in range(11))), **tables()})
    with driven(phone, driver) as device, attempt(phone, tmp_path, device=device, person=YES) as tried:
        asks(tried)
        shown = phone.screen()
        below = [(path, inner) for path, inner in shown.walk() if path[0] == len(shown.windows) - 2 and inner.text]
        assert below
        why_not = "stale" if driver == "plain" else "refused"  # Android's own dump shows the window in front alone
        for path, element in below[:4]:
            assert held(tried.act(Action("click", element=identify(path, element))), why_not)
        assert phone.screen() == shown
        assert tried.came == []


def over(package: str) -> Element:
    """A window with a field that pretends to be the one of the letter."""
    fake = replace(part("to", "Ann", package=package), resource_id=f"{LETTERS}:id/to", bounds=Bounds(0, 700, 400, 800))
    return Element("android.widget.FrameLayout", package=EVIL, bounds=Bounds(0, 700, 400, 800), children=(fake,))


def without_receiver() -> Screen:
    """A letter of which it is out of sight to whom it goes."""
    shown = letter("Eve")
    root = shown.windows[0]
    return replace(shown, windows=(replace(root, children=root.children[1:]),))


@pytest.mark.parametrize("package", ["", EVIL])
def test_another_window_does_not_say_to_whom_a_letter_goes(package: str, tmp_path: Path) -> None:
    shown = without_receiver()
    stage = Stage(replace(shown, windows=(*shown.windows, over(package))))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            send = next((path, element) for path, element in stage.shown.walk() if element.text == "Send")
            step = await guard.act(Action("click", "Send", element=identify(*send)))
            assert why(step) & {"hard", "unread", "unknown-receiver"}

    asyncio.run(story())
    assert stage.executed == []


# Apps by other names


REFUSES_THE_BANK = "format: handrail.policy/1\nname: mine\napps: {refused: com.example.bank}"


@pytest.mark.parametrize("name", [BANK, "bank", "Bank", "My Bank", "my bank", "com.example.bank/.AccountsActivity"])
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.slow
def test_a_refused_app_is_not_opened_under_another_name(name: str, driver: str, tmp_path: Path) -> None:
    phone = a_phone()
    policy = combined(default_policy(), read_policy(REFUSES_THE_BANK, "mine.yaml"))
    with driven(phone, driver) as device, attempt(phone, tmp_path, device=device, policy=policy) as tried:
        step = tried.act(Action("open_app", name))
        assert not step.executed
        assert "apps" in why(step) or step.outcome == "refused"
        assert phone.foreground.package != BANK
