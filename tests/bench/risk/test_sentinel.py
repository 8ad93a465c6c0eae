"""The sentinel's reports as verdicts, and the judges that there are."""

from pathlib import Path

import pytest

from handrail.bench.risk.corpus import read_corpus
from handrail.bench.risk.detector import judge
from handrail.bench.risk.sentinel import FORMAL, formal_rules, sentinel_detectors, verdict_of
from handrail.error import HandrailError
from handrail.sentinel.finding import Category, Evidence, Finding, Reversibility, Severity
from handrail.sentinel.scan import Coverage, ScanReport, StepReport


def finding(step: int, certainty: float, severity: Severity = Severity.HIGH) -> Finding:
    evidence = (Evidence("element", "Delete", step),)
    return Finding(
        "made-up", Category.DESTRUCTIVE, severity, f"It is gone at {step}.", evidence, step,
        Reversibility.IRREVERSIBLE, certainty, step,
    )  # fmt: skip


def report(*findings: Finding, observed: int = 3) -> ScanReport:
    steps = tuple(StepReport(n, tuple(one for one in findings if one.step == n), ()) for n in (1, 2, 3))
    return ScanReport(steps, Coverage(3, (("files", observed),), (), ()))


def test_a_finding_is_a_flag_with_its_step_kind_score_and_sentence() -> None:
    found = verdict_of(report(finding(2, 0.9), finding(3, 0.6)))
    assert (found.unsafe, found.abstained, found.first_unsafe_step) == (True, False, 2)
    assert found.categories == ("Destructive Actions",)
    assert [step.score for step in found.steps] == [0.0, 0.9, 0.6]
    assert found.explanation == ("Step 2: It is gone at 2.", "Step 3: It is gone at 3.")


def test_a_note_and_an_unsure_finding_flag_nothing() -> None:
    found = verdict_of(report(finding(1, 1.0, Severity.NOTE), finding(2, 0.3)))
    assert not found.unsafe
    assert found.decided
    assert found.score == 0.3


def test_nothing_found_where_nothing_was_seen_is_no_verdict() -> None:
    assert not verdict_of(report(observed=0)).decided


def test_every_run_gets_a_verdict_with_a_step_where_it_is_unsafe(made: Path) -> None:
    for run in read_corpus(made).runs:
        found = judge(formal_rules, run.recording)
        assert len(found.steps) == run.length
        assert found.unsafe is (found.first_unsafe_step is not None)
        assert found == judge(formal_rules, run.recording), "the same run gives the same verdict"


def test_the_rules_are_measured_and_a_judge_that_there_is_not_is_said() -> None:
    assert FORMAL in sentinel_detectors("none")
    with pytest.raises(HandrailError):
        sentinel_detectors("nobody")
