from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from handrail.sentinel.finding import Category
from handrail.sentinel.fusion import Calibration, Published, Weighed, Weights, fuse
from handrail.sentinel.fusion.calibration import RULES_ALONE
from handrail.sentinel.fusion.evidence import SUREST, log_odds, probability
from handrail.sentinel.fusion.weighing import combine
from handrail.sentinel.judge import Judgement, Unsure
from handrail.severity import Severity
from sentinel.fusion.evidence import clear, finding, flag, silent, steps

sure = st.floats(0.02, 0.98)


@given(st.floats(0, 1))
def test_log_odds_and_back_is_the_same_within_what_may_be_believed(chance: float) -> None:
    assert abs(probability(log_odds(chance)) - min(max(chance, 1 - SUREST), SUREST)) < 1e-9


@given(sure)
def test_rules_alone_call_unsafe_what_they_are_surer_of_than_even(confidence: float) -> None:
    found = finding(confidence)
    assert fuse(steps(([found], [])), Weighed(RULES_ALONE)).unsafe == found.is_unsafe


def test_a_note_is_no_risk() -> None:
    assert not fuse(steps(([finding(0.95, severity=Severity.NOTE)], [])), Weighed(RULES_ALONE)).unsafe


@given(sure, sure, sure)
def test_a_surer_flag_never_lowers_and_a_surer_safe_never_raises(confidence: float, first: float, other: float) -> None:
    low, high = sorted((first, other))

    def margin(judgement: Judgement) -> float:
        return combine(steps(([finding(confidence)], [judgement])), Calibration())[0].margin

    assert margin(flag(1, low)) <= margin(flag(1, high))
    assert margin(clear(1, high)) <= margin(clear(1, low))


@given(sure)
def test_who_abstains_or_is_not_sure_says_nothing(confidence: float) -> None:
    alone = combine(steps(([finding(confidence)], [])), Calibration())
    assert combine(steps(([finding(confidence)], [silent(1)])), Calibration()) == alone
    assert combine(steps(([finding(confidence)], [Judgement((1,), Unsure("?"))])), Calibration()) == alone


def test_a_flag_that_nobody_can_check_counts_less() -> None:
    def margin(*, supported: bool) -> float:
        return combine(steps(([], [flag(1, 0.9, supported=supported)])), Calibration())[0].margin

    assert margin(supported=False) == 0.5 * margin(supported=True)


def test_evidence_counts_for_its_own_category_and_step() -> None:
    run = steps(([finding(0.3)], [flag(1, 0.9, Category.INJECTION)]), ([], [flag(1, 0.9)]))
    fused = fuse(run, Weighed(Calibration()))
    assert fused.steps[0].categories == (Category.INJECTION,)
    assert not fused.steps[1].unsafe


def test_a_category_may_ask_for_more() -> None:
    strictly = Calibration(Weights(rules=1.0), MappingProxyType({Category.PRIVACY: 3.0}))
    run = steps(([finding(0.9), finding(0.9, Category.EVASION)], []))
    assert fuse(run, Weighed(strictly)).steps[0].categories == (Category.EVASION,)


def test_a_profile_moves_a_finding_a_little() -> None:
    run = steps(([finding(0.6)], []))
    assert fuse(run, Weighed(RULES_ALONE)).unsafe
    assert not fuse(run, Weighed(RULES_ALONE), {1: -1.0}).unsafe
    assert fuse(steps(([finding(0.9)], [])), Weighed(RULES_ALONE), {1: -1.0}).unsafe


@given(st.lists(st.tuples(sure, sure), min_size=1, max_size=6))
def test_a_score_is_above_a_half_exactly_where_a_step_is_unsafe(marks: list[tuple[float, float]]) -> None:
    run = steps(*(([finding(rules, step=n)], [flag(n, judge)]) for n, (rules, judge) in enumerate(marks, 1)))
    for way in (Weighed(Calibration()), Published("strict"), Published("rules only"), Published("judge only")):
        for step in fuse(run, way).steps:
            assert (step.score >= 0.5 - 1e-8) == step.unsafe
