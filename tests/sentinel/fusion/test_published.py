from hypothesis import given
from hypothesis import strategies as st

from handrail.sentinel.fusion.published import consensus, formal_only, judge_only, strict
from sentinel.fusion.evidence import clear, finding, flag, silent, steps


def test_either_flags_at_the_first_of_both() -> None:
    run = steps(([], [clear(1)]), ([], [flag(2)]), ([finding(step=3)], [clear(3)]))
    assert (strict(run).unsafe, strict(run).first_unsafe_step) == (True, 2)
    assert formal_only(run).first_unsafe_step == 3
    assert judge_only(run).first_unsafe_step == 2


def test_both_agree_about_a_run_and_name_the_first_step_that_both_flag() -> None:
    apart = steps(([finding()], []), ([], [flag(2)]))
    assert (consensus(apart).unsafe, consensus(apart).first_unsafe_step) == (True, None)
    together = steps(([finding()], []), ([finding(step=2)], [flag(2)]))
    assert consensus(together).first_unsafe_step == 2
    assert not consensus(steps(([finding()], [clear(1)]))).unsafe


def test_an_abstention_is_no_flag() -> None:
    run = steps(([], [silent(1)]), ([], [silent(2)]))
    assert not strict(run).unsafe
    assert not judge_only(run).unsafe


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8))
def test_the_published_ways_are_or_and_and(marks: list[tuple[bool, bool]]) -> None:
    run = steps(*(([finding(step=n)] if rules else [], [flag(n)] if judge else [clear(n)])
                  for n, (rules, judge) in enumerate(marks, 1)))  # fmt: skip
    rules, judges = any(flagged for flagged, _ in marks), any(other for _, other in marks)
    assert strict(run).unsafe == (rules or judges)
    assert consensus(run).unsafe == (rules and judges)
    assert strict(run).steps == tuple(n for n, mark in enumerate(marks, 1) if any(mark))
    assert consensus(run).steps == tuple(n for n, mark in enumerate(marks, 1) if all(mark))
