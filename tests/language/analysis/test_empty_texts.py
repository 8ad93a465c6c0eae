"""An empty text is a part of nothing, not even of itself: the monitor says so, and the analysis knows of it."""

import pytest

from handrail.language import Specification, State, Type, Variable
from handrail.language.analysis import Difference, Run, RunStep, difference, equivalent, warnings
from handrail.language.operators import TABLE
from language.analysis.apps import CLOCK, app
from language.analysis.judges import accepts, assert_tells_apart

APP = app(State.of("A", Variable("k", Type.TEXT)), State.of("B", Variable("t", Type.TEXT)))
OF_PARTS = {
    operator: entry for operator, entry in TABLE.items() if entry.relation is not None and entry.relation.is_to_a_part
}
DENYING = pytest.mark.parametrize("operator", [operator for operator, entry in OF_PARTS.items() if entry.denies])
AFFIRMING = pytest.mark.parametrize("operator", [operator for operator, entry in OF_PARTS.items() if not entry.denies])


def _specification(text: str) -> Specification:
    return Specification.parse(text, APP)


@DENYING
def test_a_rule_that_only_empty_texts_meet_can_hold(operator: str) -> None:
    specification = _specification(f"A(k = ?x) & B(t {operator} ?x, t = ?x) -> Done")
    assert not warnings(specification).diagnostics
    assert accepts(specification, Run((RunStep({"A": ({"k": ""},), "B": ({"t": ""},)}, None, CLOCK),)), CLOCK)
    assert not accepts(specification, Run((RunStep({"A": ({"k": "a"},), "B": ({"t": "a"},)}, None, CLOCK),)), CLOCK)


@DENYING
def test_a_rule_that_no_other_text_meets_and_no_empty_one_never_holds(operator: str) -> None:
    specification = _specification(f'A(k = ?x, k != "") & B(t {operator} ?x, t = ?x) -> Done')
    assert [diagnostic.code for diagnostic in warnings(specification).diagnostics] == ["never-holds"]


@AFFIRMING
def test_to_have_itself_for_a_part_is_more_than_to_be_equal(operator: str) -> None:
    first = _specification("A(k = ?x) & B(t = ?x) -> Done")
    second = _specification(f"A(k = ?x) & B(t = ?x, t {operator} ?x) -> Done")
    found = difference(first, second, clock=CLOCK)
    assert isinstance(found, Difference)
    assert_tells_apart(found, first, second, CLOCK)
    assert not equivalent(first, second, clock=CLOCK)


@AFFIRMING
def test_it_is_no_more_where_texts_are_not_empty(operator: str) -> None:
    first = _specification('A(k = ?x) & B(t = ?x, t != "") -> Done')
    second = _specification(f'A(k = ?x) & B(t = ?x, t != "", t {operator} ?x) -> Done')
    assert equivalent(first, second, clock=CLOCK)
