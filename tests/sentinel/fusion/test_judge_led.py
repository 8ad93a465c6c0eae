"""Rules cannot make a judge worse: they speak beside it where they were measured to be right, or where it is silent."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion import JudgeLed, Published, RulePrecision, StepEvidence, fuse, gather
from handrail.sentinel.judge import Flagged, Judgement
from sentinel.fusion.evidence import clear, finding, flag, silent, steps

_opinions = st.sampled_from([[], [clear(1)], [flag(1)], [flag(1, 0.3, Category.RESOURCE)]])
_findings = st.lists(st.builds(finding, st.floats(0, 1), st.sampled_from(list(Category))), max_size=3)


@given(st.lists(st.tuples(_findings, _opinions), max_size=6))
def test_where_the_judge_has_an_opinion_untrusted_rules_change_nothing_that_is_measured(
    pairs: list[tuple[list[GradedFinding], list[Judgement]]],
) -> None:
    evidence = steps(*pairs)
    led, alone = fuse(evidence, JudgeLed()), fuse(evidence, Published("judge only"))
    assert led.unsafe == alone.unsafe
    assert [(step.unsafe, step.margin, step.categories) for step in led.steps] == [
        (step.unsafe, step.margin, step.categories) for step in alone.steps
    ]


def test_where_the_judge_abstained_the_rules_decide() -> None:
    evidence = steps(([finding(0.9)], [silent(1)]), ([finding(0.9)], [clear(2)]), ([finding(0.9)], []))
    assert [step.unsafe for step in fuse(evidence, JudgeLed()).steps] == [True, False, False]


def test_a_rule_speaks_beside_the_judge_from_a_measured_precision_on() -> None:
    seldom, often = (RulePrecision(flagged, flagged) for flagged in (20, 100))
    evidence = steps(([finding(0.9, rule="known")], [clear(1)]))
    assert (seldom.is_trusted, often.is_trusted) == (False, True)
    assert not fuse(evidence, JudgeLed({"known": seldom})).unsafe
    assert fuse(evidence, JudgeLed({"known": often})).unsafe
    assert not fuse(evidence, JudgeLed({"other": often})).unsafe
    assert RulePrecision(0, 0).lowest == 0


def test_a_flag_on_an_earlier_step_than_was_asked_about_is_filed_there() -> None:
    said = Judgement((3,), Flagged(1, Category.PRIVACY, 0.9), foresight=True)
    evidence = gather([(1, ()), (2, ()), (3, ())], [said])
    assert [step_evidence.flags != () for step_evidence in evidence] == [True, False, False]
    assert [step.unsafe for step in fuse(evidence, JudgeLed()).steps] == [True, False, False]
    assert evidence[1] == StepEvidence(2)
