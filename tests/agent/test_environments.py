import asyncio
from dataclasses import dataclass, field

import pytest

from agent.form_device import Form, FormDevice
from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.agent.passthrough import Passthrough
from handrail.agent.reflection import (
    Fine,
    Judgement,
    ModelJudge,
    PostActionReflection,
    PreActionReflection,
    WordJudge,
    Wrong,
)
from handrail.agent.run import End, run
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.decision import INFEASIBLE, Allow, Block, Proposal, Warn
from handrail.llm.model import TimedOut
from handrail.llm.scripted import Scripted


@dataclass
class Says:
    """A judge that finds one kind of action wrong."""

    wrong: str
    asked: list[str] = field(default_factory=list)

    async def before(self, screen: Screen, action: Action) -> Judgement:
        return self._judge(action)

    async def after(self, before: Screen, action: Action, after: Screen) -> Judgement:
        return self._judge(action)

    def _judge(self, action: Action) -> Judgement:
        self.asked.append(action.type)
        return Wrong("It is not asked for.") if action.type == self.wrong else Fine()


OPEN = Proposal(Action("open_app", "Form"))
FINISH = Proposal(Action("finish"))
GIVE_UP = Proposal(Action("finish", text=INFEASIBLE))


def tap(screen: Screen, label: str, kind: str = "click", text: str | None = None) -> Action:
    path, element = next(
        node for node in screen.walk() if label in (node[1].text, node[1].resource_id.rpartition("/")[2])
    )
    return Action("input" if kind == "input" else "click", label, text, element=identify(path, element))


def test_the_bare_phone_does_what_it_is_told() -> None:
    async def through() -> None:
        device = FormDevice()
        async with Passthrough(device) as environment:
            assert environment.screen.package == "org.example.home"
            step = await environment.act(OPEN)
            assert (step.decision, step.executed, step.feedback) == (Allow(), True, "")
            assert environment.screen.package == "org.example.form"
            gone = await environment.act(
                Proposal(Action("click", element=identify((9,), device.screen().elements()[0])))
            )
            refused = await environment.act(Proposal(Action("click")))
            for outcome in (gone, refused):
                assert isinstance(outcome.decision, Block)
                assert not outcome.executed
                assert parse_feedback(outcome.feedback) is ParsedFeedback.BLOCKED
            assert (await environment.act(FINISH)).executed
            assert environment.finished
            with pytest.raises(Misuse, match="over"):
                await environment.act(OPEN)

    asyncio.run(through())


def test_a_door_that_is_not_open_shows_nothing() -> None:
    with pytest.raises(Misuse, match="async with"):
        _ = Passthrough(FormDevice()).screen


def test_a_run_ends_with_the_finish_with_giving_up_or_with_its_steps() -> None:
    class Always:
        def __init__(self, *proposals: Proposal) -> None:
            self.proposals = list(proposals)

        async def next(self, screen: Screen, feedback: str) -> Proposal:
            return self.proposals.pop(0) if len(self.proposals) > 1 else self.proposals[0]

    async def through(*proposals: Proposal) -> End:
        async with Passthrough(FormDevice()) as environment:
            done = await run(Always(*proposals), environment, limit_steps=5)
            assert len(done.taken) <= 5
            return done.end

    assert asyncio.run(through(OPEN, FINISH)) is End.FINISHED
    assert asyncio.run(through(OPEN, GIVE_UP)) is End.GAVE_UP
    assert asyncio.run(through(OPEN)) is End.OUT_OF_STEPS


def test_reflection_before_withholds_what_looks_wrong_until_it_is_insisted_on() -> None:
    async def through() -> None:
        device, judge = FormDevice(), Says("open_app")
        async with PreActionReflection(device, judge) as environment:
            first = await environment.act(OPEN)
            assert isinstance(first.decision, Warn)
            assert not device.executed
            assert parse_feedback(environment.feedback) is ParsedFeedback.WARNED
            assert (await environment.act(OPEN)).executed
            again = await environment.act(OPEN)
            assert isinstance(again.decision, Warn)  # an insistence counts once
            await environment.act(FINISH)
            assert judge.asked == ["open_app", "open_app", "finish"]

    asyncio.run(through())


def test_reflection_afterwards_comes_too_late_to_stop_anything() -> None:
    async def through() -> None:
        device = FormDevice()
        async with PostActionReflection(device, Says("open_app")) as environment:
            step = await environment.act(OPEN)
            assert step.executed
            assert device.opened
            assert parse_feedback(environment.feedback) is ParsedFeedback.DOUBTED

    asyncio.run(through())


def test_a_finish_is_doubted_once() -> None:
    async def through() -> None:
        async with PostActionReflection(FormDevice(), Says("finish")) as environment:
            assert isinstance((await environment.act(FINISH)).decision, Warn)
            assert not environment.finished
            await environment.act(FINISH)
            assert environment.finished

    asyncio.run(through())


FORM = FormDevice(opened=True, form=Form("Eve")).screen()


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (tap(FORM, "Save"), False),
        (tap(FORM, "Eve"), False),
        (tap(FORM, "name", "input", "Eva"), False),
        (tap(FORM, "name", "input", "Evi"), True),
        (tap(FormDevice(opened=True).screen(), "Cleo"), True),
        (Action("scroll", direction="down"), False),
    ],
    ids=lambda value: str(value.target) if isinstance(value, Action) else "",
)
def test_words_before_an_action(action: Action, wrong: bool) -> None:
    screen = FormDevice(opened=True).screen() if action.target == "Cleo" else FORM
    judge = WordJudge("Open the form of Eve and call her Eva, 3 pieces")
    assert isinstance(asyncio.run(judge.before(screen, action)), Wrong) == wrong


def test_words_after_an_action_and_at_the_end() -> None:
    judge = WordJudge("Give Eve 3 pieces")
    three, four = (FormDevice(opened=True, form=Form("Eve", count=n)).screen() for n in (3, 4))
    assert asyncio.run(judge.after(four, Action("click", "-"), three)) == Fine()
    assert isinstance(asyncio.run(judge.after(three, Action("click", "+"), four)), Wrong)
    assert asyncio.run(judge.after(three, Action("finish"), three)) == Fine()
    assert isinstance(asyncio.run(judge.after(four, Action("finish"), four)), Wrong)


def test_a_model_judges_by_instruction_screen_and_action() -> None:
    model = Scripted(['{"right": false, "reason": "It says Evi."}', '{"right": true}'])
    judge = ModelJudge(model, "Call her Eva")
    typed = tap(FORM, "name", "input", "Evi")
    assert asyncio.run(judge.before(FORM, typed)) == Wrong("It says Evi.")
    assert asyncio.run(judge.after(FORM, typed, FORM)) == Fine()
    for asked in model.asked:
        (text,) = asked.messages[0].parts
        assert isinstance(text, str)
        assert "Call her Eva" in text
        assert 'input on "android.widget.EditText"' in text or 'with "Evi"' in text
    assert [asked.purpose for asked in model.asked] == ["agent.pre-action/1", "agent.post-action/1"]


def test_a_model_that_says_nothing_usable_holds_nothing_up_and_is_counted() -> None:
    judge = ModelJudge(Scripted([TimedOut(1.0), "What?", "Again, what?"]), "Call her Eva")
    assert asyncio.run(judge.before(FORM, tap(FORM, "Save"))) == Fine()
    assert asyncio.run(judge.after(FORM, tap(FORM, "Save"), FORM)) == Fine()
    assert len(judge.unanswered) == 2
