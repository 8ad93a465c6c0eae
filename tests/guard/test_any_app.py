"""The guard in apps that nobody modelled: one may look around, what commits is held to the rules, the rest is asked."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from guard.hand import clock_of, on
from handrail.app import App, Apps
from handrail.device.action import Action, ActionType
from handrail.guard import Guard, Step
from handrail.guard.decision import Ask, Block, reasons_of
from handrail.guard.sources import with_fallback
from handrail.language.declaration import State, Variable
from handrail.language.specification import Specification
from handrail.language.value import Type
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from handrail.phone.phone import Phone

TO_ALICE = 'Field(label = "Text message", value = "On my way") & Screen(title = "Alice Martin") -> Send\nSend -> Done'
MESSAGES = "com.example.messages"
WRITE = ("compose_message_text", "input", "On my way")


def play(story: Coroutine[Any, Any, list[Step]]) -> list[Step]:
    return asyncio.run(story)


async def acting(folder: Path, rules: str, package: str, *steps: Any, apps: App | None = None) -> list[Step]:
    """What became of some actions, one after the other, on a phone with an app in front and nobody to ask."""
    phone = Phone(churn=False)
    assert phone.launch(package)
    device, given = PhoneDevice(phone), apps or App.generic()
    specification = Specification.parse(rules, given)
    taken = []
    async with Guard(
        device, given, specification, journal=folder / "run", clock=clock_of(device), pictures=False
    ) as guard:
        for step in steps:
            named = (step,) if isinstance(step, str) else step
            keys: dict[str, ActionType] = {"finish": "finish", "back": "back", "home": "home"}
            action = Action(keys[named[0]]) if named[0] in keys else on(guard.screen, *named)
            taken.append(await guard.act(action))
    return taken


def rules_of(step: Step) -> set[str]:
    return {reason.rule for reason in reasons_of(step.proposed)}


def test_what_was_asked_for_is_sent_without_a_question(tmp_path: Path) -> None:
    steps = play(acting(tmp_path, TO_ALICE, MESSAGES, "Alice Martin", WRITE, "Send", "finish"))
    assert [step.outcome for step in steps] == ["executed", "executed", "executed", "finished"]


def test_another_text_is_questioned_when_it_is_typed_and_not_sent(tmp_path: Path) -> None:
    other = ("compose_message_text", "input", "Never again")
    steps = play(acting(tmp_path, TO_ALICE, MESSAGES, "Alice Martin", other, other, "Send"))
    assert rules_of(steps[1]) == {"soft"}
    assert steps[2].executed  # insisted on
    assert not steps[3].executed
    assert isinstance(steps[3].proposed, Block)


def test_another_person_gets_nothing(tmp_path: Path) -> None:
    steps = play(acting(tmp_path, TO_ALICE, MESSAGES, "Mum", WRITE, "Send"))
    assert [step.executed for step in steps] == [True, True, False]
    assert isinstance(steps[2].proposed, Block)


def test_what_nobody_asked_for_is_put_to_a_person(tmp_path: Path) -> None:
    steps = play(acting(tmp_path, 'Screen(title = "Alice Martin") -> Done', MESSAGES, "Alice Martin", WRITE, "Send"))
    assert isinstance(steps[2].proposed, Ask)
    assert "unrequested" in rules_of(steps[2])


def test_a_payment_that_nobody_asked_for_is_put_to_a_person_with_its_kind(tmp_path: Path) -> None:
    written = (
        ("recipient", "input", "Ann Lee"),
        ("iban", "input", "DE89370400440532013000"),
        ("amount", "input", "25"),
    )
    phone = Phone(churn=False)
    assert phone.launch("com.example.bank")
    person = PhoneDevice(phone)

    async def story() -> Step:
        by_hand: tuple[Any, ...] = (("Transfer",), *written, ("Continue",), ("Confirm transfer",))
        for named in by_hand:
            await person.execute(on(phone.screen(), *named))  # a person goes this far by hand
        generic = App.generic()
        looking = Specification.parse('Screen(title = "Accounts") -> Done', generic)
        clock = clock_of(person)
        async with Guard(person, generic, looking, journal=tmp_path / "run", clock=clock, pictures=False) as guard:
            return await guard.act(on(guard.screen, "button1"))

    step = asyncio.run(story())
    assert isinstance(step.proposed, Ask)
    assert {"unrequested", "payments"} <= rules_of(step)


def test_looking_around_in_any_app_asks_nothing(tmp_path: Path) -> None:
    walk = ("Network & internet", "back", "Display", "back", "Apps", "back", "About phone", "back", "home")
    steps = play(acting(tmp_path, 'Screen(title = "x") -> Done', "com.android.settings", *walk))
    assert [rules_of(step) for step in steps] == [set()] * len(walk)


def test_another_field_than_the_rules_name_is_another_matter(tmp_path: Path) -> None:
    rules = 'Field(label = "Compose email", value = "Text") -> Send\nSend -> Done'
    steps = play(acting(tmp_path, rules, "com.example.mail", "Compose", ("to", "input", "a@b.example")))
    assert [step.executed for step in steps] == [True, True]


def test_what_goes_with_a_message_beyond_the_rules_is_asked_about(tmp_path: Path) -> None:
    rules = 'Field(label = "Compose email", value = "Text") -> Send\nSend -> Done'
    written = (("to", "input", "a@b.example"), ("body", "input", "Text"), "Send")
    steps = play(acting(tmp_path, rules, "com.example.mail", "Compose", *written))
    assert isinstance(steps[-1].proposed, Ask)
    assert rules_of(steps[-1]) == {"more-than-asked"}


ALARM = 'Switch(label = "09:00", on = true) -> Set\nSet -> Done'


def test_a_switch_is_turned_and_the_next_screen_confirms_it(tmp_path: Path) -> None:
    steps = play(acting(tmp_path, ALARM, "com.example.clock", "Alarm 09:00", "finish"))
    assert [step.outcome for step in steps] == ["executed", "finished"]


def test_another_switch_is_not(tmp_path: Path) -> None:
    (step,) = play(acting(tmp_path, ALARM, "com.example.clock", "Alarm 08:30"))
    assert isinstance(step.proposed, Block)


def test_a_guess_that_the_rules_do_not_support_is_asked_about_and_not_forbidden(tmp_path: Path) -> None:
    """`Transfer` on the page of the accounts may pay, and leads to the form: a block would end the task there."""
    rules = 'Field(label = "Amount", value = "25") -> Pay\nPay -> Done'
    (step,) = play(acting(tmp_path, rules, "com.example.bank", "Transfer"))
    assert isinstance(step.proposed, Ask)
    assert rules_of(step) == {"no-model"}


def test_a_field_of_a_page_that_was_left_is_not_known_any_more(tmp_path: Path) -> None:
    rules = 'Field(label = "Text message", value = "On my way") -> Done'
    steps = play(acting(tmp_path, rules, MESSAGES, "Alice Martin", WRITE, "back", "back", "finish"))
    assert not steps[-1].executed
    assert isinstance(steps[-1].proposed, Block)


def test_where_a_model_speaks_the_generic_app_does_not(tmp_path: Path) -> None:
    rules = 'Message(to = "Alice Martin", text = "On my way") -> SendMessage\nSendMessage -> Done'
    steps = play(acting(tmp_path, rules, MESSAGES, "Alice Martin", WRITE, "Send", apps=load("messages")))
    considered = steps[-1].decision_input
    assert considered is not None
    assert considered.commits == {"SendMessage"}


def test_a_model_that_means_another_state_by_a_name_keeps_it() -> None:
    own = App.of("Own", [State.of("Item", Variable("price", Type.NUMBER))], package="com.example.own")
    together = with_fallback(Apps.of(own), {})
    assert together.states["Item"] == own.states["Item"]
    assert "Field" in together.states


@pytest.mark.parametrize("package", [MESSAGES, "com.example.shop", "com.example.bank"])
def test_it_is_asked_for_packages_without_a_model_only(package: str) -> None:
    (_, generic) = with_fallback(Apps.of(load("messages")), {}).members
    assert generic.speaks_for(package) is (package != MESSAGES)
