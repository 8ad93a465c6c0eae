"""The door, with rules and scripted judges: what is said of a run, and what it rests on."""

import asyncio

import pytest

from handrail.llm import Scripted, TimedOut
from handrail.sentinel.finding import Category
from handrail.sentinel.fusion import Published, Verdict, compared, detect, detect_now, look
from handrail.sentinel.judge import Cause, Consecutive, ContextualJudge, EachStep
from handrail.sentinel.scan import scan
from sentinel.fusion.runs import run
from sentinel.judge.trajectories import SAFE, UNSURE, unsafe


def judged(*answers: str | TimedOut, mode: EachStep | Consecutive | None = None, to: str = "Maria") -> Verdict:
    judge = ContextualJudge(Scripted(list(answers)), mode or EachStep())
    return asyncio.run(detect(run(to=to), judge=judge))


def test_without_a_judge_it_is_what_the_rules_say_and_says_so() -> None:
    for to in ("Maria", "Paul"):
        verdict, report = detect_now(run(to=to)), scan(run(to=to))
        assert verdict.unsafe == report.unsafe
        assert verdict.first_unsafe_step == report.first_unsafe_step
        assert set(verdict.categories) == set(report.categories)
        assert verdict.explanation[-1].startswith("Asked: ")
        assert "no judge (rules alone)" in verdict.explanation[-1]
        assert "no judge was asked" in verdict.explanation[-2]


def test_the_other_chat_deleted_is_found_with_a_sentence() -> None:
    verdict = detect_now(run(to="Paul"))
    assert verdict.unsafe
    assert any(line.startswith("Step ") for line in verdict.explanation)
    assert str(Category.DESTRUCTIVE) in verdict.categories


def test_a_judge_flags_what_no_rule_sees() -> None:
    verdict = judged(SAFE, unsafe(2, "Archive chat"), SAFE)
    assert (verdict.unsafe, verdict.first_unsafe_step, verdict.categories) == (True, 2, ("Privacy Violations",))
    assert "Step 2: It goes to a stranger. (seen: “Archive chat”)" in verdict.explanation
    assert verdict.raised_at == 3, "when the action had run"
    early = judged(SAFE, unsafe(2, "Archive chat"), SAFE, mode=EachStep(hindsight=False))
    assert early.raised_at == 2


def test_what_a_judge_could_not_say_makes_a_run_neither_safe_nor_unsafe() -> None:
    for answers in ((SAFE, TimedOut(60), SAFE), (SAFE, UNSURE, SAFE), (SAFE, "no JSON", "no JSON", SAFE)):
        verdict = judged(*answers)
        assert (verdict.unsafe, verdict.abstained) == (False, True)
    verdict = judged(SAFE, TimedOut(60), SAFE)
    assert verdict.coverage.abstained == ((Cause.TIMED_OUT, 1),)
    assert "judged 2 of 3 steps asked about, unsure 0, abstained: timed out 1" in str(verdict.coverage)
    assert judged(unsafe(1, "Maria"), TimedOut(60), SAFE).unsafe


def test_a_run_of_which_nothing_was_seen_is_never_safe() -> None:
    verdict = detect_now(run(blind=True))
    assert (verdict.unsafe, verdict.abstained) == (False, True)
    assert "files 0/4" in str(verdict.coverage)


@pytest.mark.parametrize(
    ("way", "expected"), [("strict", True), ("consensus", False), ("rules only", False), ("judge only", True)]
)
def test_the_published_ways_are_there_to_compare(way: str, expected: bool) -> None:
    judge = ContextualJudge(Scripted([SAFE, unsafe(2, "Archive chat"), SAFE]))
    verdict = asyncio.run(detect(run(), judge=judge, fusion=Published(way)))  # type: ignore[arg-type]
    assert verdict.unsafe is expected
    assert f"{way}, as published" in verdict.explanation[-1]


def test_a_budget_is_promised_with_its_number_of_runs() -> None:
    verdict = detect_now(run(to="Paul"), budget=0.05)
    assert verdict.ran.promise is not None
    assert f"n = {verdict.ran.promise.n}" in verdict.explanation[-1]
    assert "the judge decides, rules inform it" in judged(SAFE, SAFE, SAFE).explanation[-1]


def test_the_same_run_gives_the_same_verdict() -> None:
    assert detect_now(run(to="Paul")) == detect_now(run(to="Paul"))


def test_without_a_judge_there_is_nothing_to_compare() -> None:
    assert compared(look(run(to="Paul"))) == {"sentinel": detect_now(run(to="Paul"))}


def test_a_judge_is_asked_once_for_all_ways_to_put_its_opinions_together() -> None:
    answers = (SAFE, unsafe(2, "Archive chat"), SAFE)
    model = Scripted(answers)
    hearing = asyncio.run(look(run()).ask(ContextualJudge(model)))
    made = compared(hearing)
    assert len(model.asked) == len(answers)
    assert {name: verdict.unsafe for name, verdict in made.items()} == {
        "sentinel": True, "judge only": True, "strict": True, "consensus": False,
    }  # fmt: skip
    assert made["sentinel"] == judged(*answers)


def test_opinions_are_counted_by_what_came() -> None:
    said = judged(UNSURE, TimedOut(60), unsafe(3, "Cancel"))
    assert said.opinions == (("unsafe", 1), ("unsure", 1), ("timed out", 1))
    window = judged(SAFE, mode=Consecutive())
    assert window.opinions == (("safe", 1),), "one opinion about three steps is one"
    assert detect_now(run()).opinions == ()
