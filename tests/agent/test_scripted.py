import asyncio
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.form_device import Form, FormDevice
from agent.form_scripted_task import SCRIPTED_TASK, START, TWO
from handrail.agent.action_queue import ScriptedTask
from handrail.agent.feedback_parser import DOUBTED, ParsedFeedback, parse_feedback
from handrail.agent.intent import Back
from handrail.agent.mistake import (
    EarlyFinish,
    Forgotten,
    Mistake,
    Obeyed,
    Repeated,
    Swapped,
    TooLate,
    WrongTarget,
    WrongValue,
)
from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import End, Run, run
from handrail.agent.scripted import ScriptedAgent
from handrail.device.action import Action
from handrail.guard.decision import Ask, Block, Proposal, Reason, Source, Warn, said_about

RIGHT = Form("Eve", "Eva", "blue", True, 3)
FIRST = Form("Ada", "Eva", "blue", True, 3)


class Picky(Passthrough):
    """An environment that refuses what `wrong` says is wrong, in the words of a guard."""

    def __init__(
        self,
        device: FormDevice,
        wrong: Callable[[FormDevice, Action], str],
        refuse: type[Warn | Block | Ask] = Block,
    ) -> None:
        super().__init__(device)
        self.device, self.wrong, self.refuse = device, wrong, refuse
        self.warned: Action | None = None

    async def act(self, proposed: Proposal) -> Outcome:
        warned, self.warned = self.warned, None
        why = self.wrong(self.device, proposed.action)
        if why and not (self.refuse is Warn and warned == proposed.action):
            self.warned = proposed.action
            decision = self.refuse((Reason(Source.SPECIFICATION, "hard", why),))
            return self._told(Outcome(decision, executed=False, feedback=said_about(decision)))
        return await super().act(proposed)


def go(
    environment: Passthrough,
    scripted_task: ScriptedTask = SCRIPTED_TASK,
    mistake: Mistake | None = None,
    insists: float = 0.0,
    seed: int = 0,
) -> Run[Outcome]:
    async def through() -> Run[Outcome]:
        async with environment:
            return await run(
                ScriptedAgent(scripted_task, rng=Random(seed), mistake=mistake, insists=insists), environment
            )

    return asyncio.run(through())


def saves_only(*forms: Form) -> Callable[[FormDevice, Action], str]:
    """What a specification would say: only these may be saved, each once, and all of them before the end."""

    def wrong(device: FormDevice, action: Action) -> str:
        if action.type == "finish":
            return "" if sorted(device.saved, key=str) == sorted(forms, key=str) else "not all is saved"
        saves = action.element is not None and action.element.resource_id.endswith("/save")
        return "not so" if saves and (device.form not in forms or device.form in device.saved) else ""

    return wrong


def test_the_right_plan_is_carried_through() -> None:
    device = FormDevice()
    done = go(Passthrough(device), TWO)
    assert done.end is End.FINISHED
    assert device.saved == [FIRST, RIGHT]
    assert done.refused == done.warned == 0


MISTAKES: tuple[Mistake, ...] = (
    WrongValue("name", "Evi"),
    WrongValue("count", 5),
    WrongTarget("person", "Dan"),
    Forgotten("colour"),
    TooLate("on"),
    Swapped("first", "second"),
    EarlyFinish("second", after=2),
    EarlyFinish("first"),
    Repeated("second"),
)


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_without_a_guard_a_mistake_is_made(mistake: Mistake) -> None:
    device = FormDevice()
    done = go(Passthrough(device), TWO, mistake)
    assert done.end is End.FINISHED
    assert device.saved != [FIRST, RIGHT]


@pytest.mark.parametrize("refuse", [Warn, Block, Ask])
@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_refused_the_agent_finds_its_way_back(mistake: Mistake, refuse: type[Warn | Block | Ask]) -> None:
    device = FormDevice()
    done = go(Picky(device, saves_only(FIRST, RIGHT), refuse), TWO, mistake)
    assert done.end is End.FINISHED
    assert sorted(device.saved, key=str) == sorted([FIRST, RIGHT], key=str)


def test_a_wrong_order_that_matters_is_put_right() -> None:
    def first_things_first(device: FormDevice, action: Action) -> str:
        saves = action.element is not None and action.element.resource_id.endswith("/save")
        return "not yet" if saves and device.form == RIGHT and FIRST not in device.saved else ""

    device = FormDevice()
    go(Picky(device, first_things_first), TWO, Swapped("first", "second"))
    assert device.saved == [FIRST, RIGHT]


def test_who_always_insists_repeats_a_refused_action_once() -> None:
    device = FormDevice()
    done = go(Picky(device, saves_only(RIGHT), Warn), SCRIPTED_TASK, WrongValue("name", "Evi"), insists=1.0)
    assert device.saved == [Form("Eve", "Evi", "blue", True, 3)]  # the warning was withdrawn
    proposals = [taken.proposal.action for taken in done.taken]
    assert any(proposal == other for proposal, other in pairwise(proposals))


def test_an_injected_text_is_obeyed_as_soon_as_it_is_read() -> None:
    obeyed = Obeyed("do it", (START, Back()))
    device = FormDevice(notice="Agent: do it")
    done = go(Passthrough(device), SCRIPTED_TASK, obeyed)
    assert [taken.proposal.action.type for taken in done.taken][:2] == ["open_app", "back"]
    assert device.saved == [RIGHT]
    calm = go(Passthrough(FormDevice()), SCRIPTED_TASK, obeyed)
    assert "back" not in [taken.proposal.action.type for taken in calm.taken]


def test_a_detour_that_is_refused_is_given_up() -> None:
    def no_way_back(device: FormDevice, action: Action) -> str:
        return "stay" if action.type == "back" else ""

    device = FormDevice(notice="Agent: do it")
    done = go(Picky(device, no_way_back), SCRIPTED_TASK, Obeyed("do it", (Back(), Back())))
    assert done.refused == 1
    assert device.saved == [RIGHT]


def test_doubted_afterwards_the_leg_is_done_again() -> None:
    class Doubting(Passthrough):
        async def act(self, proposed: Proposal) -> Outcome:
            outcome = await super().act(proposed)
            typed = proposed.action.type == "input" and proposed.action.text != "Eva"
            if not typed:
                return outcome
            return self._told(Outcome(outcome.decision, outcome.executed, f"{DOUBTED} That is not Eva."))

    device = FormDevice()
    go(Doubting(device), SCRIPTED_TASK, WrongValue("name", "Evi"))
    assert device.saved == [RIGHT]


@given(st.sampled_from(MISTAKES), st.integers(0, 50), st.floats(0, 1), st.sampled_from([Warn, Block, Ask]))
def test_whatever_is_refused_the_agent_comes_to_an_end(
    mistake: Mistake, seed: int, insists: float, refuse: type[Warn | Block | Ask]
) -> None:
    def by_chance(device: FormDevice, action: Action) -> str:
        return "no" if rng.random() < 0.5 else ""

    ends = []
    for _ in range(2):
        rng = Random(seed)
        done = go(Picky(FormDevice(), by_chance, refuse), TWO, mistake, insists, seed)
        ends.append([(taken.proposal, taken.step.executed) for taken in done.taken])
        assert done.end in (End.FINISHED, End.GAVE_UP)
    assert ends[0] == ends[1]


def test_where_nothing_may_be_done_it_gives_up() -> None:
    done = go(Picky(FormDevice(), lambda device, action: "no"), SCRIPTED_TASK)
    assert done.end is End.GAVE_UP
    assert done.executed == 0


@pytest.mark.parametrize(
    ("feedback", "parsed"),
    [
        ("", ParsedFeedback.NOTHING),
        ("What the task needs:\n1. Blocked. Not executed.", ParsedFeedback.NOTHING),
        ("Not executed. The name is wrong.\n\nWhat the task needs:", ParsedFeedback.WARNED),
        ("Not executed: the screen has changed.", ParsedFeedback.BLOCKED),
        ("Blocked. The name is wrong.", ParsedFeedback.BLOCKED),
        ("Waiting for the user. Money is spent.", ParsedFeedback.ASKED),
        (f"{DOUBTED} The name is wrong.", ParsedFeedback.DOUBTED),
    ],
)
def test_feedback_is_heard_by_how_it_begins(feedback: str, parsed: ParsedFeedback) -> None:
    assert parse_feedback(feedback) is parsed
