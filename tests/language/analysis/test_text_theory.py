"""What the analysis says of texts, for every operator of the table: tried on all short texts there are.

Two letters suffice to tell a start from a middle and an end, a text from its part, and the empty one from all others.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.language import State, Type, Variable
from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.logic import Logic
from handrail.language.analysis.question import ExampleSearch, Impossible, Oracle, Possible
from handrail.language.analysis.setting import Setting, TextFacts
from handrail.language.operators import TABLE, Operator, holds, operators_of
from handrail.language.rule import Constraint, Literal, RuleVariable, StatePredicate
from handrail.language.similarity import DEFAULT_THRESHOLD, Similarity
from handrail.language.specification import Specification
from language.analysis.apps import CLOCK, app
from language.analysis.naive import Naive

STATES = app(State.of("Wanted", Variable("text", Type.TEXT)), State.of("Found", Variable("text", Type.TEXT))).states


def _shares_a_letter(wanted: str, found: str) -> float:
    return float(wanted[:1] in {found[:1], found[-1:]} - {""})


SIMILARITY = Similarity("begins as the other begins or ends", _shares_a_letter)
"""Rather unlike likeness, so that nothing is taken for granted: not that it goes both ways, nor from one to a third."""

FACTS = TextFacts(SIMILARITY, DEFAULT_THRESHOLD)
SETTING = Setting(STATES, FACTS, CLOCK, {})

SHORT = tuple("".join(letters) for length in range(4) for letters in product("ab", repeat=length))
TEXTS = (*SHORT, *("".join(letters) for letters in product("ab", repeat=4)))
RELATING = [operator for operator, entry in TABLE.items() if entry.relation is not None]
EVERY = pytest.mark.parametrize("operator", RELATING)

X = RuleVariable("x")
Comparison: TypeAlias = tuple[Operator, tuple[str | RuleVariable, ...]]


def _is_so(operator: Operator, found: str, wanted: Sequence[str]) -> bool:
    return holds(operator, found, wanted, _matches)


def _matches(wanted: str, found: str) -> bool:
    return SIMILARITY.matches(wanted, found, DEFAULT_THRESHOLD)


def _predicate(state: str, comparisons: Sequence[Comparison]) -> StatePredicate:
    constraints = []
    for operator, wanted in comparisons:
        terms = tuple(term if isinstance(term, RuleVariable) else Literal(term) for term in wanted)
        constraints.append(Constraint("text", operator, terms if TABLE[operator].single is not None else terms[0]))
    return StatePredicate(state, tuple(constraints))


def _case(wanted: Sequence[Comparison], found: Sequence[Comparison]) -> Disjunct:
    """The wanted text is `?x` and so compared; the found one is compared with `?x` and with constants."""
    return Disjunct.of((_predicate("Wanted", ((Operator.EQUAL, (X,)), *wanted)), _predicate("Found", found)))


@EVERY
def test_the_analysis_asks_of_two_texts_what_the_monitor_asks(operator: Operator) -> None:
    entry = TABLE[operator]
    assert entry.relation is not None
    for found, wanted in product(TEXTS, SHORT):
        assert FACTS.holds(entry.relation, found, wanted) is (_is_so(operator, found, [wanted]) is not entry.denies)


@EVERY
def test_the_naive_evaluator_reads_two_texts_as_the_monitor_does(operator: Operator) -> None:
    naive = Naive(Specification((), STATES), CLOCK, SIMILARITY)
    for found, wanted in product(TEXTS, SHORT):
        constraint = Constraint("text", operator, X)
        assert naive.agrees(found, constraint, {X.name: wanted}, CLOCK) is _is_so(operator, found, [wanted])


@EVERY
def test_of_two_known_texts_the_analysis_says_what_the_monitor_says(operator: Operator) -> None:
    oracle = Oracle(SETTING)
    for found, wanted in product(("", "a", "b", "ab", "bab", "abb", "babb"), ("", "a", "ab")):
        so, where = _is_so(operator, found, [wanted]), f'"{found}" {operator} "{wanted}"'
        answer = oracle.ask([_case((), [(Operator.EQUAL, (found,)), (operator, (wanted,))])])
        assert isinstance(answer, Possible if so else Impossible), where
        answer = oracle.ask([_case([(Operator.EQUAL, (wanted,))], [(Operator.EQUAL, (found,)), (operator, (X,))])])
        assert isinstance(answer, Possible) is so, where


@EVERY
def test_one_comparison_can_hold_of_a_text_that_is_no_constant(operator: Operator) -> None:
    found = [(operator, ("ab",)), (Operator.NOT_EQUAL, ("ab",))]
    assert isinstance(Oracle(SETTING).ask([_case((), found)]), Possible), "src/handrail/language/analysis/text_pool.py"


@st.composite
def _comparisons(draw: st.DrawFn, terms: st.SearchStrategy[str | RuleVariable], least: int) -> list[Comparison]:
    comparisons: list[Comparison] = []
    for operator in draw(st.lists(st.sampled_from(operators_of(Type.TEXT)), min_size=least, max_size=3)):
        most = 2 if TABLE[operator].single is not None else 1
        comparisons.append((operator, tuple(draw(st.lists(terms, min_size=1, max_size=most)))))
    return comparisons


constants = st.sampled_from(SHORT)


@given(_comparisons(constants, 0), _comparisons(st.just(X) | constants, 1))
def test_no_text_refutes_what_is_said_of_several_comparisons(wanted: list[Comparison], found: list[Comparison]) -> None:
    _challenge(Logic(), wanted, found)


@EVERY
def test_no_text_refutes_what_is_said_of_two_comparisons(operator: Operator) -> None:
    logic = Logic()
    terms: tuple[str | RuleVariable, ...] = ("a", "ab", "bab", X)
    for other, first, second in product(operators_of(Type.TEXT), terms, terms):
        _challenge(logic, (), [(operator, (first,)), (other, (second,))])


def _challenge(logic: Logic, wanted: Sequence[Comparison], found: Sequence[Comparison]) -> None:
    """Both attempts at an answer are held to what the monitor says of all short texts, whether the first suffices."""
    case = _case(wanted, found)
    search = ExampleSearch(SETTING, logic, (case,), ())
    outcome = search.search()
    ruled_out = search.is_ruled_out()
    if outcome is None or ruled_out:
        refuted = [pair for pair in product(TEXTS, TEXTS) if _both_hold(pair, wanted, found)]
        assert not refuted, f"{refuted[0]} refutes that {case} is impossible"
    if outcome is not None and not isinstance(outcome, str):
        rows: Mapping[str, str] = {state: str(row["text"]) for state, (row,) in outcome.tables.items()}
        assert _both_hold((rows["Wanted"], rows["Found"]), wanted, found)


def _both_hold(pair: tuple[str, str], wanted: Sequence[Comparison], found: Sequence[Comparison]) -> bool:
    value, text = pair
    return all(_is_so(operator, value, [str(term) for term in terms]) for operator, terms in wanted) and all(
        _is_so(operator, text, [value if isinstance(term, RuleVariable) else term for term in terms])
        for operator, terms in found
    )
