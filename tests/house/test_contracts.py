"""The contracts of `handrail.testing` tell what keeps them from what does not."""

from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import Any

import pytest

from device.counter import CounterPhone
from handrail.device.action import Action
from handrail.device.device import Device, Executed, Refused
from handrail.device.element import ElementIdentity, identify
from handrail.guard import Finding, Proposal
from handrail.guard.approval import Approved
from handrail.sentinel.finding import Category
from handrail.sentinel.judge import START, Cleared, Flagged, Judged, Judgement, JudgeState, Quote
from handrail.severity import Severity
from handrail.testing import (
    AgentContract,
    ApproverContract,
    DetectorContract,
    DeviceContract,
    JudgeContract,
    ModelContract,
)
from handrail.testing.samples import sample_run, sample_screen


class Follows(CounterPhone):
    async def execute(self, action: Action, **_: Any) -> Any:
        self.count += 1
        return Executed()


class BuysOnAnyTouch(CounterPhone):
    """A touch on the field does what the button does."""

    async def execute(self, action: Action, **given: Any) -> Any:
        answer = await super().execute(action, **given)
        if answer == Executed() and action.type == "click":
            self.count = 1
        return answer


class RefusesTooLate(CounterPhone):
    async def execute(self, action: Action, **given: Any) -> Any:
        answer = await super().execute(action, **given)
        return Refused("a field is not for touching") if answer == Executed() else answer


class TypesNowhere(CounterPhone):
    async def execute(self, action: Action, **given: Any) -> Any:
        answer = await super().execute(action, **given)
        self.typed = ""
        return answer


class NeverAsks(CounterPhone):
    async def execute(self, action: Action, **_: Any) -> Any:
        return await super().execute(Action(action.type, action.target, action.text, element=action.element))


class OnlyShows(CounterPhone):
    async def execute(self, action: Action, **_: Any) -> Any:
        return Refused("it can be looked at")


class NoZone(CounterPhone):
    async def clock(self) -> datetime:
        return datetime(2026, 3, 2)  # noqa: DTZ001 - which is what is wrong


class Named:
    name = "wrong"


class Raises(Named):
    async def ask(self, _: Any) -> Any:
        raise ValueError("the server said 500")


class Judges(Named):
    def __init__(self, *judgements: Judgement, judged: int = 0) -> None:
        self.said = Judged(judgements, JudgeState(judged))

    async def judge(self, trajectory: Any, state: Any = START) -> Judged:
        return self.said


class PassesOver(Named):
    """Speaks of the last step alone."""

    async def judge(self, trajectory: Any, state: Any = START) -> Judged:
        return Judged((Judgement((len(trajectory),), Cleared(0.9)),), JudgeState(len(trajectory)))


class Chance(Named):
    """Says another thing each time that one is opened."""

    opened = count()

    def __init__(self) -> None:
        self.confidence = next(self.opened) / 100

    async def judge(self, trajectory: Any, state: Any = START) -> Judged:
        return Judged((Judgement((1,), Cleared(self.confidence)),))


class RaisesOfAnEmptyScreen(Named):
    async def judge(self, trajectory: Any, state: Any = START) -> Judged:
        return Judged((), JudgeState(memory=[step.screen.windows[0] for step in trajectory.steps]))


class Finds(Named):
    def __init__(self, step: int | None, severity: Any) -> None:
        self.found = (Finding("wrong", "rule", "Privacy Violations", severity, "It is wrong.", (), step),)

    async def before(self, *_: Any) -> Any:
        return self.found

    after = before


class Proposes:
    def __init__(self, proposed: Any) -> None:
        self.proposed = proposed

    async def next(self, *_: Any) -> Any:
        return self.proposed


async def approves_anything(_: Any) -> Approved:
    return Approved("0" * 64, "somebody")


ELSEWHERE = sample_screen("Another")
WRONG: list[tuple[type, str, str, Callable[[], Any]]] = [
    (DeviceContract, "device", "test_it_refuses_an_element_that_is_gone_and_shows_what_there_is", Follows),
    (DeviceContract, "device", "test_it_refuses_a_touch_on_nothing", Follows),
    (DeviceContract, "device", "test_it_tells_the_time_in_a_zone", NoZone),
    (ModelContract, "model", "test_many_are_asked_at_once", Raises),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(Judgement((7,), Cleared(0.9))),
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(Judgement((1,), Flagged(1, Category.PRIVACY, 1.5))),
    ),
    (JudgeContract, "judge", "test_a_run_that_goes_on_is_judged_from_where_it_was", lambda: Judges(judged=9)),
    (
        DetectorContract,
        "detector",
        "test_it_finds_findings_before_and_after_each_step",
        lambda: Finds(9, Severity.HIGH),
    ),
    (DetectorContract, "detector", "test_it_finds_findings_before_and_after_each_step", lambda: Finds(1, "high")),
    (AgentContract, "agent", "test_it_takes_a_no", lambda: Proposes(Action("home"))),
    (
        AgentContract,
        "agent",
        "test_it_proposes_an_action_on_what_it_is_shown",
        lambda: Proposes(Proposal(Action("click", element=identify((0, 0), ELSEWHERE.windows[0].children[0])))),
    ),
    (
        ApproverContract,
        "approver",
        "test_an_answer_is_one_and_a_yes_is_a_yes_to_this",
        lambda: approves_anything,
    ),
]


@pytest.mark.parametrize(("contract", "factory", "test", "make"), WRONG, ids=[f"{pair[2]}" for pair in WRONG])
def test_what_breaks_a_contract_is_found(contract: type, factory: str, test: str, make: Callable[[], Any]) -> None:
    held = type("Held", (contract,), {factory: lambda _: make()})()
    with pytest.raises((AssertionError, ValueError)):
        getattr(held, test)()


SAYS: list[tuple[type, str, str, Callable[[], Any], str]] = [
    (
        DeviceContract,
        "device",
        "test_a_touch_does_what_its_element_does_and_not_what_another_does",
        BuysOnAnyTouch,
        r"a touch on `com.example.counter:id/note` does what a touch on `Count 0` does: `execute` .* `do_the_same`",
    ),
    (
        DeviceContract,
        "device",
        "test_a_touch_does_what_its_element_does_and_not_what_another_does",
        RefusesTooLate,
        "the touch on `Count 0` was answered .*, and something was done",
    ),
    (
        DeviceContract,
        "device",
        "test_a_text_goes_into_the_field_that_is_named",
        TypesNowhere,
        "`execute` must type into the field that the action names",
    ),
    (
        DeviceContract,
        "device",
        "test_it_touches_nothing_where_what_the_decision_rested_on_is_otherwise",
        NeverAsks,
        r"`execute` must ask `precondition_of\(action, on\)`",
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(judged=1),
        "judged up to step 1, and says nothing of that step",
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(Judgement((1,), Cleared(0.9, (Quote("Elsewhere", 1),)))),
        "“Elsewhere” is said to stand on step 1, and does not: .* `check_quotes`",
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(Judgement((1,), Cleared(0.9, (Quote("Send", 7),)))),
        "there is no such step",
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        lambda: Judges(Judgement((1,), Cleared(0.9)), Judgement((1,), Cleared(0.8)), judged=1),
        r"it judges \[1\] twice: a step is judged once before its action",
    ),
    (
        JudgeContract,
        "judge",
        "test_it_speaks_of_steps_that_are_there_in_their_order",
        PassesOver,
        r"judged up to step 2, and says nothing of \[1\]: .* `leaves_steps_out` of the test",
    ),
    (JudgeContract, "judge", "test_it_says_the_same_of_the_same_run", Chance, "`says_the_same_again` of the test"),
    (
        JudgeContract,
        "judge",
        "test_it_judges_what_is_odd_and_raises_nothing",
        RaisesOfAnEmptyScreen,
        r"raised IndexError.* gives `Abstained\(cause, reason\)`",
    ),
    (DeviceContract, "device", "test_it_carries_out_what_is_there", OnlyShows, "what takes none at all is no `Device`"),
]


@pytest.mark.parametrize(("contract", "factory", "test", "make", "says"), SAYS)
def test_what_breaks_a_contract_is_told_what_to_do(
    contract: type, factory: str, test: str, make: Callable[[], Any], says: str
) -> None:
    held = type("Held", (contract,), {factory: lambda _: make()})()
    with pytest.raises(AssertionError, match=says):
        getattr(held, test)()


def test_a_judge_that_flags_nothing_where_it_should_is_found() -> None:
    told = {"judge": lambda _: Judges(Judgement((1,), Cleared(0.9)), judged=1), "unsafe_run": lambda _: sample_run(2)}
    with pytest.raises(AssertionError, match=r"`unsafe_run` is not flagged: .*Cleared"):
        type("Held", (JudgeContract,), told)().test_it_flags_what_it_is_there_to_flag()


def test_two_elements_may_do_the_same_on_purpose() -> None:
    class Meant(DeviceContract):
        def device(self) -> Device:
            return BuysOnAnyTouch()

        def do_the_same(self, identity: ElementIdentity, other: ElementIdentity) -> bool:
            return True

    Meant().test_a_touch_does_what_its_element_does_and_not_what_another_does()


def test_a_device_that_was_touched_before_is_not_compared() -> None:
    touched = CounterPhone()
    held = type("Held", (DeviceContract,), {"device": lambda _: touched})()
    with pytest.raises(pytest.skip.Exception, match="give a new one each time"):
        held.test_a_touch_does_what_its_element_does_and_not_what_another_does()


@pytest.mark.parametrize("contract", list(dict.fromkeys(pair[0] for pair in WRONG)), ids=lambda case: case.__name__)
def test_a_contract_without_anything_to_test_says_so(contract: type) -> None:
    tests = [name for name in dir(contract) if name.startswith("test_")]
    assert tests
    for name in tests:
        with pytest.raises(NotImplementedError):
            getattr(contract(), name)()
