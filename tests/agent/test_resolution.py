import asyncio

import pytest

from agent.form_device import PACKAGE, Form, FormDevice
from handrail.agent.intent import (
    Back,
    Count,
    Enter,
    Finish,
    Intent,
    Pick,
    Start,
    Tap,
    Target,
    Turn,
    Type,
    When,
    While,
    find,
)
from handrail.agent.resolution import AlreadyDone, Instead, NextAction, NotInSight, resolve_intent

FORM = FormDevice(opened=True, form=Form("Ada", name="Ada L", count=2))
START = Start("Form", PACKAGE, Target("People", "title"))


def done_to(device: FormDevice, intent: Intent) -> Form:
    """Carry an intent out to its end."""
    for _ in range(20):
        aimed = resolve_intent(intent, device.screen())
        if isinstance(aimed, AlreadyDone):
            break
        assert isinstance(aimed, NextAction), aimed
        asyncio.run(device.execute(aimed.action))
        if aimed.last:
            break
    assert device.form is not None
    return device.form


def test_an_element_is_found_by_its_words_its_id_or_both() -> None:
    screen = FORM.screen()
    for target in (Target("Save"), Target(id="save"), Target("Save", "save")):
        found = find(target, screen)
        assert found is not None
        assert found[1].text == "Save"
    assert find(Target("Save", "name"), screen) is None
    assert find(Target("Sav"), screen) is None
    assert find(Target("pieces", part=True), screen) is not None


def test_of_two_windows_the_one_on_top_is_meant() -> None:
    device = FormDevice(opened=True, form=Form("Ada", choosing=True))
    found = find(Target("red"), device.screen())
    assert found is not None
    assert found[0][0] == 1


def test_of_several_the_one_in_the_row_is_meant() -> None:
    screen = FORM.screen()
    beside = find(Target(id="on", beside="Important"), screen)
    assert beside is not None
    assert find(Target(id="save", beside="Important"), screen) is None


def test_a_start_opens_the_app_goes_back_and_then_is_done() -> None:
    device = FormDevice()
    opening = resolve_intent(START, device.screen())
    assert isinstance(opening, NextAction)
    assert (opening.action.type, opening.action.target, opening.last) == ("open_app", "Form", False)
    device.opened, device.form = True, Form("Ada")
    closing = resolve_intent(START, device.screen())
    assert isinstance(closing, NextAction)
    assert closing.action.type == "back"
    device.form = None
    assert resolve_intent(START, device.screen()) == AlreadyDone()


@pytest.mark.parametrize(
    ("intent", "wanted"),
    [
        (Type(Target(id="name"), "Eva"), {"name": "Eva"}),
        (Pick(Target(id="colour"), Target("blue")), {"colour": "blue"}),
        (Pick(Target(id="colour"), Target("red")), {"colour": "red"}),
        (Turn(Target("Important"), on=True), {"on": True}),
        (Turn(Target(id="on"), on=True), {"on": True}),
        (Count(Target(id="count"), 5, Target(id="more"), Target(id="fewer")), {"count": 5}),
        (Count(Target(id="count"), 1, Target(id="more"), Target(id="fewer")), {"count": 1}),
    ],
)
def test_what_is_set_is_set_once_and_then_left_alone(intent: Intent, wanted: dict[str, object]) -> None:
    device = FormDevice(opened=True, form=Form("Ada", count=2))
    form = done_to(device, intent)
    assert {name: getattr(form, name) for name in wanted} == wanted
    if not isinstance(intent, Pick):
        executed = len(device.executed)
        done_to(device, intent)
        assert len(device.executed) == executed


def test_the_present_value_of_a_choice_is_not_taken_for_the_answer() -> None:
    device = FormDevice(opened=True, form=Form("Ada", colour="red"))
    aimed = resolve_intent(Pick(Target(id="colour"), Target("red")), device.screen())
    assert isinstance(aimed, NextAction)
    assert not aimed.last


def test_what_is_not_in_sight_is_named() -> None:
    for intent in (Tap(Target("Zoe")), Type(Target(id="zip"), "1"), Turn(Target("Zoe"), on=True)):
        assert isinstance(resolve_intent(intent, FORM.screen()), NotInSight)


def test_a_condition_stands_for_one_of_its_sides_and_a_loop_for_itself_and_what_is_in_it() -> None:
    screen, backs, other = FORM.screen(), (Back(),), (Enter(),)
    assert resolve_intent(When(Target("Save"), backs, other), screen) == Instead(backs)
    assert resolve_intent(When(Target("Zoe"), backs, other), screen) == Instead(other)
    assert resolve_intent(While(Target("Save"), backs, 2), screen) == Instead((*backs, While(Target("Save"), backs, 1)))
    assert resolve_intent(While(Target("Save"), backs, 0), screen) == AlreadyDone()
    assert resolve_intent(While(Target("Zoe"), backs), screen) == AlreadyDone()


def test_keys_and_the_finish_need_nothing_on_the_screen() -> None:
    for intent, kind in ((Back(), "back"), (Enter(), "enter"), (Finish(), "finish")):
        aimed = resolve_intent(intent, FORM.screen())
        assert isinstance(aimed, NextAction)
        assert aimed.action.type == kind
