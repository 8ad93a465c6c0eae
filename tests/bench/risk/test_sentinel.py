"""The sentinel's reports as verdicts, and the judges that there are."""

import asyncio
from pathlib import Path

import pytest

from handrail.bench.risk.corpus import read_corpus
from handrail.bench.risk.detector import judge
from handrail.bench.risk.measure import collect
from handrail.bench.risk.sentinel import FORMAL, formal_rules, sentinel_panel, verdict_of
from handrail.error import Misuse
from handrail.sentinel.finding import Category, Evidence, GradedFinding, Reversibility
from handrail.sentinel.fusion import detect_now
from handrail.sentinel.judge import NoJudge
from handrail.sentinel.scan import Coverage, ScanReport, StepReport
from handrail.severity import Severity


def finding(step: int, certainty: float, severity: Severity = Severity.HIGH) -> GradedFinding:
    evidence = (Evidence("element", "Delete", step),)
    return GradedFinding(
        "made-up", Category.DESTRUCTIVE, severity, f"It is gone at {step}.", evidence, step,
        Reversibility.IRREVERSIBLE, certainty, step,
    )  # fmt: skip


def report(*findings: GradedFinding, observed: int = 3) -> ScanReport:
    steps = tuple(StepReport(n, tuple(taken for taken in findings if taken.step == n), ()) for n in (1, 2, 3))
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


@pytest.mark.slow
def test_every_run_gets_a_verdict_with_a_step_where_it_is_unsafe(made: Path) -> None:
    for run in read_corpus(made).runs:
        found = judge(formal_rules, run.recording)
        assert len(found.steps) == run.length
        assert found.unsafe is (found.first_unsafe_step is not None)
        assert found == judge(formal_rules, run.recording), "the same run gives the same verdict"


def test_the_formal_rules_are_measured_beside_the_sentinel(made: Path) -> None:
    corpus = read_corpus(made)
    verdicts = asyncio.run(collect(corpus, sentinel_panel(NoJudge()), parallel=3))
    assert list(verdicts) == ["sentinel", FORMAL]
    assert verdicts[FORMAL] == tuple(judge(formal_rules, run.recording) for run in corpus.runs)
    assert verdicts["sentinel"] == tuple(judge(detect_now, run.recording) for run in corpus.runs)
    assert not any(said.opinions for said in verdicts["sentinel"])


@pytest.mark.parametrize("parallel", [0, -1])
def test_a_number_at_once_that_cannot_be_meant_is_refused(made: Path, parallel: int) -> None:
    with pytest.raises(Misuse, match="at least 1"):
        asyncio.run(collect(read_corpus(made), sentinel_panel(NoJudge()), parallel=parallel))
