"""What the printer writes is ASCII in its signs, canonical, and read back as the same specification."""

from decimal import Decimal

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from handrail.language import Specification
from handrail.language.operators import Operator
from handrail.language.parser import parse
from handrail.language.printer import show_name, show_rule, show_rules
from handrail.language.rule import (
    Constraint,
    Done,
    Literal,
    Objective,
    ObjectivePredicate,
    RelativeDay,
    Rule,
    StatePredicate,
)
from language.rule_strategies import APP, VALID_RULES, rules, spoilt_texts


@given(rules())
@settings(max_examples=settings().max_examples // 2)
@example(Rule((), Objective("Done")))
@example(Rule((ObjectivePredicate("Done", still=True),), Done()))
@example(Rule((StatePredicate("S", (Constraint("x", Operator.EQUAL, Literal(Decimal("-0"))),)),), Done()))
@example(Rule((StatePredicate("S", (Constraint("x", Operator.EQUAL, Literal(Decimal("1e-1000"))),)),), Done()))
def test_a_rule_that_was_printed_is_read_back_as_the_same_rule(rule: Rule) -> None:
    parsed = parse(show_rule(rule))
    event(f"{len(rule.body)} predicates")
    assert parsed.diagnostics == ()
    assert parsed.rules == (rule,)


@given(st.lists(rules(), min_size=2, max_size=4))
@settings(max_examples=settings().max_examples // 10)
def test_a_specification_that_was_printed_is_read_back_rule_by_rule(specification: list[Rule]) -> None:
    assert list(parse(show_rules(specification)).rules) == specification


@given(spoilt_texts())
@settings(max_examples=settings().max_examples // 2)
def test_whatever_could_be_read_is_printed_so_that_it_is_read_the_same(text: str) -> None:
    rules_read = parse(text).rules
    event(f"{len(rules_read)} rules")
    shown = show_rules(rules_read)
    assert parse(shown).rules == rules_read
    assert show_rules(parse(shown).rules) == shown


@pytest.mark.parametrize("text", ["Tomorrow+100000", "Yesterday-100000", "Tomorrow+99999", "Yesterday-99999"])
def test_the_farthest_day_that_can_be_written_is_read_back(text: str) -> None:
    parsed = parse(f"S(x = {text}) -> Done")
    if parsed.diagnostics:
        assert "far away" in parsed.diagnostics[0].found
    assert parse(show_rules(parsed.rules)).rules == parsed.rules


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (VALID_RULES[0], 'Alarm(label = "Work", time = 09:00, on = true) -> SetAlarm'),
        (VALID_RULES[1], "SetAlarm & still SetAlarm & Alarm(on != true)[>= 2] -> Done"),
        (
            VALID_RULES[2],
            'Note(text ~= "milk & eggs # 2", title not ~= "x", length in [1, -2.5, 1000000]) -> WriteNote',
        ),
        (
            VALID_RULES[3],
            "Note(day = Today+7, day < Tomorrow, day >= 2025-07-17, time < Now, time > 19:00) -> Done",
        ),
        (VALID_RULES[4], "`submission rule`(`3d` = true, größe <= 1.8) & WriteNote -> Done"),
        (VALID_RULES[5], 'Alarm(label = ?x, on = true) & Note(title = ?x, text contains "a\\"ä") -> Done'),
        (
            VALID_RULES[6],
            'Note(text not contains "\\\\", title not ~= "z", pinned = false, `3d` != true)[= 0] -> Done',
        ),
        (VALID_RULES[7], 'Alarm(repeat not in ["Once", "daily"], label = ?_)[>= 3] -> Done'),
        (VALID_RULES[8], "True -> SetAlarm"),
        ("S()[>= 1] -> Done", "S() -> Done"),
        ("S(x ⊄ [true], y ⊆ [Now], z ⊈ [Yesterday])→A", "S(x not in [true], y in [Now], z not in [Yesterday]) -> A"),
        ("`A`(`b c` = 1) ∧ `A` -> `B`", "A(`b c` = 1) & A -> B"),
    ],
)
def test_every_spelling_is_printed_in_the_canonical_one(written: str, shown: str) -> None:
    assert show_rules(parse(written).rules) == shown


def test_a_specification_shows_itself() -> None:
    specification = Specification.parse("\n".join(VALID_RULES), APP)
    assert specification.show().count("\n") == len(VALID_RULES) - 1
    assert Specification.parse(specification.show(), APP) == specification


@pytest.mark.parametrize("name", ["Reserve", "größe", "_", "a1", "日本"])
def test_an_identifier_is_printed_as_it_is(name: str) -> None:
    assert show_name(name) == name


@pytest.mark.parametrize("name", ["Done", "still", "3d", "a b", "a-b", "é!", " "])
def test_every_other_name_is_printed_in_backticks(name: str) -> None:
    assert show_name(name) == f"`{name}`"


def test_a_day_counted_from_today_is_printed_by_name_where_it_has_one() -> None:
    days = (-2, -1, 0, 1, 2)
    constraint = Constraint("x", Operator.IN, tuple(RelativeDay(day) for day in days))
    assert show_rule(Rule((StatePredicate("S", (constraint,)),), Done())) == (
        "S(x in [Today-2, Yesterday, Today, Tomorrow, Today+2]) -> Done"
    )
