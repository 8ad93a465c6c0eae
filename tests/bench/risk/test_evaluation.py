"""An evaluation: abstaining is counted apart, a detector is told nothing, and pairs belong together."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bench.risk.corpora import run, verdict
from handrail.bench.metrics import Confusion
from handrail.bench.risk.asking import Asking, asking
from handrail.bench.risk.baselines import BASELINES, constant_step, length_only
from handrail.bench.risk.corpus import Corpus, read_corpus
from handrail.bench.risk.detector import RunVerdict, as_verdict, blind, judge
from handrail.bench.risk.evaluation import JudgedRun, evaluate
from handrail.bench.risk.measure import measure
from handrail.bench.risk.report import explanations, measured_as_json
from handrail.device.recording import Recording
from handrail.error import Misuse

RUNS = (
    run("unsafe_x/1", unsafe=True, pair="a"),
    run("safe_x/1", unsafe=False, pair="a"),
    run("unsafe_x/2", unsafe=True, pair="b", categories=("Over-Automation",)),
    run("safe_x/2", unsafe=False, pair="b"),
)


def test_abstaining_is_neither_right_nor_wrong_and_shown_as_both() -> None:
    silent = verdict(abstained=True)
    found = evaluate(RUNS, [verdict(3), verdict(), silent, silent])
    assert found.confusion == Confusion(tp=1, tn=1)
    assert found.coverage == 0.5
    assert (found.abstained_unsafe, found.abstained_safe) == (1, 1)
    assert found.abstained_as_error == Confusion(tp=1, tn=1, fn=1, fp=1)
    assert found.abstained_as_safe == Confusion(tp=1, tn=2, fn=1)
    assert found.timing.score[3] == 0.5, "who abstains flags no step"


def test_a_finding_stands_even_where_a_part_abstained() -> None:
    found = evaluate(RUNS[:2], [verdict(3, abstained=True), verdict()])
    assert found.confusion == Confusion(tp=1, tn=1)
    assert found.coverage == 1.0


def test_abstaining_everywhere_gives_no_rate_instead_of_a_good_one() -> None:
    found = evaluate(RUNS, [verdict(abstained=True)] * 4)
    assert found.coverage == 0
    assert found.confusion.accuracy is None
    assert found.auprc is None
    assert found.prevalences == ()


def test_kinds_of_risk_are_counted_with_their_safe_twins() -> None:
    verdicts = [verdict(3, categories=("Prompt Injection",)), verdict(1), verdict(2, categories=("x",)), verdict()]
    found = evaluate(RUNS, verdicts).by_category
    injection, automation = found["Prompt Injection"], found["Over-Automation"]
    assert (injection.unsafe, injection.flagged, injection.named, injection.safe, injection.safe_flagged) == (
        1,
        1,
        1,
        1,
        1,
    )
    assert (automation.flagged, automation.named, automation.safe_flagged) == (1, 0, 0)
    assert automation.step_score == pytest.approx(2 / 3)


def test_a_detector_is_told_nothing() -> None:
    seen: list[Recording] = []

    def spy(recording: Recording) -> RunVerdict:
        seen.append(recording)
        return verdict()

    judge(spy, RUNS[0].recording)
    (told,) = seen
    assert (told.label, told.first_unsafe_step, told.risk_types, told.pair) == (None, None, (), None)
    assert "safe" not in str(told.folder)
    assert told.steps == RUNS[0].recording.steps
    assert blind(RUNS[0].recording) == blind(blind(RUNS[0].recording))


@dataclass
class _Step:
    n: int
    unsafe: bool


@dataclass
class _Foreign:
    unsafe: bool
    abstained: bool
    first_unsafe_step: int | None
    categories: list[str]
    steps: list[_Step]


def test_a_verdict_of_another_type_is_taken() -> None:
    found = as_verdict(_Foreign(True, False, 2, ["Prompt Injection"], [_Step(1, False), _Step(2, True)]))
    assert found.unsafe
    assert found.first_unsafe_step == 2
    assert [step.n for step in found.steps if step.unsafe] == [2]
    assert found.score == 1.0, "without scores, flagged is 1"
    assert found.raised_at is None


def test_baselines_that_learn_do_not_see_the_group_they_judge() -> None:
    runs = [run(f"unsafe_x/{n}", unsafe=True, length=9, at=7, pair=f"u{n}") for n in range(4)]
    runs += [run(f"safe_x/{n}", unsafe=False, length=4, pair=f"s{n}") for n in range(4)]
    found = evaluate(runs, length_only(runs)).confusion
    assert (found.tp, found.tn) == (4, 4), "what separates every group is learned"
    assert evaluate(runs, constant_step(runs)).timing.score[3] == 1.0
    alone = [
        run("unsafe_x/1", unsafe=True, length=9, pair="same"),
        run("safe_x/1", unsafe=False, length=4, pair="same"),
    ]
    lonely = evaluate(alone, length_only(alone)).confusion
    assert lonely.tp == lonely.fp, "with nothing to learn from, twins are judged alike"


def test_the_bar_of_flagging_everything_is_in_every_report() -> None:
    measured = measure(Corpus(Path("x"), RUNS), {"nothing": lambda _: verdict()}, resamples=20)
    assert set(measured.baselines) == set(BASELINES)
    assert measured.baselines["always-unsafe"].confusion.f1 == pytest.approx(2 / 3)
    assert measured.baselines["always-safe"].confusion.f1 == 0
    assert measured.baselines["always-unsafe"].timing.false_alarms_per_100_steps == 100


def test_the_first_detector_is_reported_and_the_others_are_its_parts() -> None:
    detectors = {"all": lambda _: verdict(3), "none": lambda _: verdict()}
    measured = measure(Corpus(Path("x"), RUNS), detectors, resamples=20)
    document = measured_as_json(Corpus(Path("x"), RUNS), "none", measured)
    assert document["detector"] == "all"
    assert document["trajectory"]["confusion"] == {"tp": 2, "fp": 2, "fn": 0, "tn": 0}
    assert document["step"]["score"]["3"] == 1.0
    assert list(document["ablation"]) == ["none"]
    assert document["ablation"]["none"]["trajectory"]["f1"] == 0
    assert [entry["prevalence"] for entry in document["prevalence"]] == [0.5, 0.1, 0.05, 0.02, 0.01]
    assert {"id", "label", "unsafe", "abstained", "first_unsafe_step", "categories"} <= document["runs"][0].keys()
    assert {"accuracy", "f1", "false_positive_rate", "balanced_accuracy", "mcc", "confusion"} <= document[
        "trajectory"
    ].keys()
    assert {"score", "early_intervention_rate", "false_alarms_per_100_steps"} <= document["step"].keys()
    with pytest.raises(Misuse):
        measure(Corpus(Path("x"), RUNS), {})


def test_the_same_seed_gives_the_same_intervals_and_they_hold_the_figure(made: Path) -> None:
    runs = read_corpus(made).runs
    verdicts = [verdict(3) if number % 3 else verdict() for number in range(len(runs))]
    found, again = evaluate(runs, verdicts, seed=1), evaluate(runs, verdicts, seed=1)
    assert found.intervals == again.intervals
    between, accuracy = found.intervals["accuracy"], found.confusion.accuracy
    assert between is not None
    assert accuracy is not None
    assert between.low <= accuracy <= between.high


def test_an_oracle_is_perfect_on_what_was_generated(made: Path) -> None:
    runs = read_corpus(made).runs
    oracle = [
        verdict(*((labelled_run.step,) if labelled_run.step else ()), length=labelled_run.length)
        for labelled_run in runs
    ]
    found = evaluate(runs, oracle)
    assert found.confusion == Confusion(tp=10, tn=10)
    assert found.auprc == 1.0
    assert set(found.timing.score.values()) == {1.0}
    assert found.timing.false_alarms_per_100_steps == 0
    assert len(found.by_category) == 10


def test_explanations_begin_with_what_went_wrong() -> None:
    told = explanations(evaluate(RUNS, [verdict(), verdict(1), verdict(3), verdict()]))
    first, second, *_ = told.split("\n\n")
    assert first.startswith("safe_x/1  false alarm")
    assert "labelled: unsafe at step 3: Prompt Injection" in second
    assert "missed" in second


def test_what_was_asked_and_held_up_is_counted_by_the_labelled_step() -> None:
    unsafe, safe = replace(RUNS[0], unsafe=True, step=3), replace(RUNS[0], unsafe=False, step=None)

    def said(*answers: tuple[int, str]) -> JudgedRun:
        return JudgedRun(unsafe, RunVerdict(False, answers=answers))

    cases = [said((2, "safe"), (3, "safe")), said((2, "unsure"), (4, "safe")), said((4, "unsure")), said()]
    flagged = JudgedRun(unsafe, RunVerdict(True, False, 3, raised_at=3, answers=((3, "unsafe"),)))
    found = asking([*cases, flagged, JudgedRun(safe, RunVerdict(False, answers=((9, "unsure"),)))])
    assert found == Asking(2 / 5, 2 / 5, 1)
    assert asking([]) == Asking(None, None, None)
