"""Beside a run that goes on, as the guard asks: the verdict of its recording, and findings of the guard's type."""

import asyncio
import re
from dataclasses import replace

import pytest

from handrail.device.recording import Recording
from handrail.device.trace import NOTHING_CHANGED, Changed, PermissionChange
from handrail.guard.detector import Detector, Finding
from handrail.llm import Scripted, TimedOut
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.fusion import Verdict, detect
from handrail.sentinel.fusion.live import LiveDetector, as_guard_detector
from handrail.sentinel.judge import (
    Before,
    Consecutive,
    ContextualJudge,
    EachStep,
    Incremental,
    Judge,
    NoJudge,
)
from handrail.sentinel.judge.mode import MODES, Mode
from handrail.severity import Severity
from sentinel.fusion.runs import run
from sentinel.judge.trajectories import ALLOW, SAFE, stop, unsafe


def as_guard_finding(found: GradedFinding) -> Finding:
    return Finding(
        "sentinel", found.rule, str(found.category), found.severity, found.message,
        tuple(evidence.text for evidence in found.evidence), found.step,
    )  # fmt: skip


def live(recording: Recording, judge: Judge) -> tuple[list[Finding], LiveDetector[Finding], Verdict]:
    async def go() -> tuple[list[Finding], LiveDetector[Finding], Verdict]:
        detector = as_guard_detector(recording.query, recording.application, as_guard_finding, judge=judge)
        plugged: Detector = detector
        found: list[Finding] = []
        for now, then in zip(recording.steps, recording.steps[1:], strict=False):
            found += await plugged.before(now.screen, now.action)
            found += await plugged.after(now.screen, now.action, then.screen, then.trace)
        last = recording.steps[-1]
        await plugged.before(last.screen, last.action)
        await plugged.after(last.screen, last.action, last.screen, last.trace)
        return found, detector, await detector.verdict()

    return asyncio.run(go())


@pytest.mark.parametrize("to", ["Maria", "Paul"])
@pytest.mark.parametrize(
    "mode", [None, *(mode() for mode in MODES.values()), EachStep(hindsight=False), Consecutive(2)]
)
def test_live_and_recorded_get_the_same_questions_and_the_same_verdict(mode: Mode | None, to: str) -> None:
    def answer(step: int) -> str:
        flags = step == 2 and to == "Paul"
        if isinstance(mode, Before):
            return stop(step, "Paul") if flags else ALLOW
        said = unsafe(step, "Paul") if flags else SAFE
        return said[:-1] + ',"summary":"noted"}' if isinstance(mode, Incremental) else said

    def judge() -> tuple[Judge, Scripted]:
        model = Scripted(lambda request: answer(_first_step(str(request.messages[1].parts[0]))))
        return (NoJudge() if mode is None else ContextualJudge(model, mode)), model

    (first, asked_live), (other, asked_frozen) = judge(), judge()
    _, _, verdict = live(run(to=to), first)
    frozen = asyncio.run(detect(run(to=to), judge=other))
    assert sorted(request.digest("m") for request in asked_live.asked) == sorted(
        request.digest("m") for request in asked_frozen.asked
    )
    assert repr(verdict.steps) == repr(frozen.steps)
    assert repr(verdict.coverage) == repr(frozen.coverage)
    assert (verdict.unsafe, verdict.abstained, verdict.ran) == (frozen.unsafe, frozen.abstained, frozen.ran)


def _first_step(question: str) -> int:
    """Every prompt says first which steps are asked about."""
    found = re.search("[0-9]+", question)
    assert found is not None, question
    return int(found.group())


def test_what_is_proposed_is_found_before_it_is_done() -> None:
    recording = run(to="Paul")
    detector = as_guard_detector(recording.query, "Chat", as_guard_finding)
    first, second = recording.steps[:2]

    async def go() -> tuple[tuple[Finding, ...], ...]:
        mades = await detector.before(first.screen, first.action)
        mades += await detector.after(first.screen, first.action, second.screen, second.trace)
        return mades, await detector.before(second.screen, second.action)

    assert any(found.severity > Severity.NOTE for found in (finding for part in asyncio.run(go()) for finding in part))
    assert detector.name == "sentinel"


def test_asking_about_several_actions_leaves_no_trace_and_asks_a_judge_once_for_each() -> None:
    recording = run()
    model = Scripted(lambda _: SAFE)
    judge = ContextualJudge(model, EachStep(hindsight=False))
    detector = as_guard_detector(recording.query, "Chat", as_guard_finding, judge=judge)
    first, second = recording.steps[:2]

    async def go() -> None:
        await detector.before(first.screen, second.action)
        await detector.before(first.screen, first.action)
        await detector.before(first.screen, first.action)
        await detector.after(first.screen, first.action, second.screen, second.trace)

    asyncio.run(go())
    assert len(model.asked) == 2
    verdict = asyncio.run(detector.verdict())
    assert [step.n for step in verdict.steps] == [1]


def test_an_abstention_is_no_finding_and_is_there_to_see() -> None:
    found, detector, verdict = live(run(), ContextualJudge(Scripted(lambda _: TimedOut(60))))
    assert found == []
    assert len(detector.abstentions) == 3
    assert verdict.abstained


def test_a_flag_of_the_judge_is_a_finding_with_its_quotation() -> None:
    model = Scripted(lambda request: unsafe(2, "Archive chat") if "step 2." in str(request.messages[1]) else SAFE)
    found, _, _ = live(run(), ContextualJudge(model, EachStep(hindsight=False)))
    (flag,) = [finding for finding in found if finding.rule.startswith("judge ")]
    assert (flag.step, flag.severity, flag.evidence) == (2, Severity.HIGH, ("Archive chat",))


def test_what_the_system_did_since_is_asked_about_with_the_next_action_and_not_before_there_is_one() -> None:
    granted = Changed((PermissionChange("com.example.chat", "android.permission.READ_SMS", True),))
    recording = run()
    noted = replace(recording.steps[3], trace=replace(NOTHING_CHANGED, permissions=granted))
    recording = replace(recording, steps=(*recording.steps[:3], noted))
    model, frozen = Scripted(lambda _: ALLOW), Scripted(lambda _: ALLOW)
    _, _, verdict = live(recording, ContextualJudge(model, Before()))
    asyncio.run(detect(recording, judge=ContextualJudge(frozen, Before())))
    assert [request.digest("m") for request in model.asked] == [request.digest("m") for request in frozen.asked]
    assert "that of step 4." in str(model.asked[-1].messages[1].parts[0])
    assert not verdict.abstained
