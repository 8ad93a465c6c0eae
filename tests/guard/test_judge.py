"""A judge in the guard: asked before what counts, obeyed, and never the reason why something goes through."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on
from guard.stage import Stage, guarding, letter, part, screen, sends, window
from handrail.device.action import Action
from handrail.guard import Guard, Step
from handrail.guard.approval.question import Answer, Approved, Question
from handrail.guard.decision import Allow, Ask, Block, reasons_of
from handrail.guard.journal import Scan
from handrail.guard.report import write_report
from handrail.guard.report.timeline import tell
from handrail.guard.watching import sentinel_detector
from handrail.language.specification import Specification
from handrail.llm import Answer as ModelAnswer
from handrail.llm import Declined, MemoizingModel, Request, Scripted, TimedOut, Unreachable, Usage
from handrail.llm.scripted import Line
from handrail.sentinel.judge import Before, ContextualJudge
from sentinel.judge.trajectories import ALLOW, ASK, stop

INSTRUCTION = "Write to Ann"


async def yes(question: Question) -> Answer:
    return Approved(question.digest, "the user")


def judged(stage: Stage, folder: Path, script: Line | list[Line], **settings: Any) -> tuple[Guard, Scripted]:
    model = Scripted(script if isinstance(script, list) else [script] * 9)
    judge = ContextualJudge(MemoizingModel(model, try_again=True), Before())
    return guarding(
        stage, folder, detectors=[sentinel_detector(INSTRUCTION, "Letters", judge=judge)], **settings
    ), model


def act(guard: Guard, *words: str) -> list[Step]:
    async def go() -> list[Step]:
        async with guard:
            return [await guard.act(on(guard.screen, word)) for word in words]

    return asyncio.run(go())


def test_what_the_judge_stops_does_not_run(tmp_path: Path) -> None:
    strange = screen(window(part("mystery", "Frobnicate", clickable=True, class_name="android.widget.Button")))
    stage = Stage(strange)
    guard, model = judged(stage, tmp_path, stop(1, "Frobnicate"), approver=yes)
    (step,) = act(guard, "Frobnicate")
    assert isinstance(step.decision, Block)
    assert stage.executed == []
    assert "It goes to a stranger." in step.feedback
    assert len(model.asked) == 1


@pytest.mark.parametrize("approver", [None, yes])
def test_a_stop_of_what_the_accepted_rules_support_is_put_to_a_person(approver: Any, tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, model = judged(stage, tmp_path, stop(1, "Hello"), **({"approver": approver} if approver else {}))
    (step,) = act(guard, "Send")
    assert isinstance(step.proposed, Ask)
    assert any("rules support this, and the judge would stop it" in reason.text for reason in reasons_of(step.proposed))
    assert bool(stage.executed) is bool(approver)
    assert len(model.asked) == 1


def test_a_stop_that_shows_nothing_that_is_there_is_put_to_a_person(tmp_path: Path) -> None:
    guard, _ = judged(Stage(letter()), tmp_path, stop(1, "words that nobody wrote"))
    (step,) = act(guard, "Send")
    assert isinstance(step.proposed, Ask)


def test_an_earlier_step_that_the_judge_names_only_now_is_held_against_this_action(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, _ = judged(stage, tmp_path, stop(1, "Letters"))
    first, second = act(guard, "Letters", "Send")
    assert (first.executed, type(second.proposed)) == (True, Ask)
    assert len(stage.executed) == 1


def test_what_a_person_let_run_against_the_judge_is_not_held_against_the_run_again(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, _ = judged(stage, tmp_path, [stop(1, "Hello"), ALLOW], approver=yes)

    async def go() -> bool:
        async with guard:
            await guard.act(on(guard.screen, "Send"))
            await guard.act(Action("finish"))
            return guard.finished

    assert asyncio.run(go())


READ = json.dumps(
    {
        "acts": ["send"], "forbidden": [], "objects": ["letter"], "kept": None, "recipients": ["Ann"], "amounts": None,
        "limit": None, "scope": None, "private": None, "public": None, "age": None, "purposes": [],
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "read_by"), [(READ, "a model"), ("no JSON", "words alone"), (Declined("no"), "words alone")]
)
def test_without_rules_a_model_is_asked_once_what_the_user_asked_for(reply: Line, read_by: str, tmp_path: Path) -> None:
    stage, reader = Stage(letter(), effect=sends), Scripted([reply])
    detector = sentinel_detector(INSTRUCTION, "Letters", reader=reader)
    guard = guarding(stage, tmp_path, specification=Specification.none(), detectors=[detector], approver=yes)
    act(guard, "Letters", "Send")
    assert len(reader.asked) == 1
    told = tell(line.entry for line in Scan(tmp_path / "run"))
    assert told.cost is not None
    assert told.cost.questions == 1
    assert f"What was asked for is read by {read_by}." in (tmp_path / "run" / "journal.jsonl").read_text("utf-8")


def test_a_model_that_reads_too_slowly_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handrail.guard.watching.READING_SECONDS", 0.0)
    detector = sentinel_detector(INSTRUCTION, "Letters", reader=_Silent())
    shown = letter()
    (told, *_) = asyncio.run(detector.before(shown, on(shown, "Letters")))
    assert told.message == "What was asked for is read by words alone."


class _Silent:
    """A model that never answers."""

    name = "silent"

    async def ask(self, _: Request) -> ModelAnswer:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")


def test_accepted_rules_are_read_and_no_model_is_asked_what_they_mean(tmp_path: Path) -> None:
    reader = Scripted([])
    detector = sentinel_detector(INSTRUCTION, "Letters", reader=reader)
    (step,) = act(guarding(Stage(letter(), effect=sends), tmp_path, detectors=[detector]), "Send")
    assert step.executed
    assert reader.asked == []


@pytest.mark.parametrize(
    "reply", [ASK, TimedOut(12), Unreachable("no connection"), Declined("I will not look at this"), "no JSON"]
)
def test_a_commitment_without_an_opinion_is_put_to_a_person(reply: Line, tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, _ = judged(stage, tmp_path, reply)
    (step,) = act(guard, "Send")
    assert isinstance(step.proposed, Ask)
    assert any("judge" in reason.text for reason in reasons_of(step.proposed))
    assert stage.executed == []


def test_navigation_goes_on_without_an_opinion_and_is_not_even_asked_about(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, model = judged(stage, tmp_path, TimedOut(12))
    (step,) = act(guard, "Letters")
    assert (step.executed, model.asked) == (True, [])


def test_an_allowed_action_runs_and_what_the_judge_says_makes_nothing_milder(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, _ = judged(stage, tmp_path, ALLOW)
    (step,) = act(guard, "Send")
    assert isinstance(step.decision, Allow)


def test_what_the_judge_allows_is_not_allowed_by_that(tmp_path: Path) -> None:
    guard, _ = judged(Stage(letter("Bob")), tmp_path, ALLOW)
    (step,) = act(guard, "Send")
    assert isinstance(step.decision, Block)


def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    guard, model = judged(Stage(letter()), tmp_path, stop(1, "Hello"))
    act(guard, "Send", "Send", "Send")
    assert len(model.asked) == 1


def test_a_question_without_an_answer_is_put_again(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, model = judged(stage, tmp_path, [TimedOut(12), ALLOW])

    async def go() -> list[Step]:
        async with guard:
            send, back = on(guard.screen, "Send"), on(guard.screen, "Letters")
            return [await guard.act(action) for action in (send, back, send)]

    first, _, again = asyncio.run(go())
    assert (isinstance(first.proposed, Ask), again.executed, len(model.asked)) == (True, True, 2)


def test_the_question_knows_what_is_committed_and_how_the_accepted_rules_stand(tmp_path: Path) -> None:
    guard, model = judged(Stage(letter("Bob")), tmp_path, ALLOW)
    act(guard, "Send")
    asked = str(model.asked[0].messages[1].parts[0])
    assert (
        '"what": "SendLetter", "kind": "message", "with": {"to": "Bob", "text": "Hello"}, "cannot_be_undone": true'
        in asked
    )
    known = asked.split("<proposed>\n")[1].split("\n</proposed>")[0]
    assert json.loads(known)["accepted_rules"][0] == {
        "rule": 'Letter(to = "Ann") -> SendLetter', "lacks": ['the letter being written: to is "Ann" (to is "Bob")'],
    }  # fmt: skip


def test_what_no_model_of_an_app_knows_is_asked_about(tmp_path: Path) -> None:
    strange = screen(window(part("mystery", "Frobnicate", clickable=True, class_name="android.widget.Button")))
    guard, model = judged(Stage(strange), tmp_path, ALLOW)
    act(guard, "Frobnicate")
    assert "not_known_what_it_does" in str(model.asked[0].messages[1].parts[0])


def test_cost_and_latency_are_in_the_journal_and_in_the_report(tmp_path: Path) -> None:
    async def reply(_: Request) -> ModelAnswer:
        return ModelAnswer(ALLOW, "scripted", Usage(1_000, 50, 0.002), 1.5)

    stage = Stage(letter(), effect=sends)
    judge = ContextualJudge(_Priced(), Before())
    guard = guarding(stage, tmp_path, detectors=[sentinel_detector(INSTRUCTION, "Letters", judge=judge)])
    act(guard, "Send")
    cost = tell(line.entry for line in Scan(tmp_path / "run")).cost
    assert str(cost) == "1 question, 1.5 s, 1,050 tokens, $0.0020"
    assert "The judge was asked 1 question, 1.5 s, 1,050 tokens" in write_report(tmp_path / "run").read_text("utf-8")


class _Priced:
    """A model that says what its answers take."""

    name = "priced"

    async def ask(self, _: Request) -> ModelAnswer:
        return ModelAnswer(ALLOW, self.name, Usage(1_000, 50, 0.002), 1.5)


def test_the_end_is_asked_about_only_where_rules_hold_something_against_the_run(tmp_path: Path) -> None:
    stage = Stage(letter(), effect=sends)
    guard, model = judged(stage, tmp_path, ALLOW)

    async def go() -> None:
        async with guard:
            await guard.act(on(guard.screen, "Send"))
            await guard.act(Action("finish"))

    asyncio.run(go())
    assert (guard.finished, len(model.asked)) == (True, 1)
