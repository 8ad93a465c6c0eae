"""Every construct of docs/language.md, in every spelling, and the syntax tree it gives."""

import re
from datetime import date, time
from decimal import Decimal

import pytest

from handrail.language import Specification, diagnose
from handrail.language.operators import Operator
from handrail.language.parser import parse, parse_lines
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from language.rule_strategies import APP

NINE = Literal(time(9))


def rule_of(text: str) -> Rule:
    parsed = parse(text)
    assert not parsed.diagnostics
    (rule,) = parsed.rules
    return rule


def predicate_of(text: str) -> Predicate:
    (predicate,) = rule_of(f"{text} -> Done").body
    return predicate


def constraint_of(text: str) -> Constraint:
    predicate = predicate_of(f"S({text})")
    assert isinstance(predicate, StatePredicate)
    (constraint,) = predicate.constraints
    return constraint


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("True -> Done", Rule((), Done())),
        ("True -> Reserve", Rule((), Objective("Reserve"))),
        ("Reserve -> Done", Rule((ObjectivePredicate("Reserve"),), Done())),
        ("still Reserve -> Done", Rule((ObjectivePredicate("Reserve", still=True),), Done())),
        ("S() -> Reserve", Rule((StatePredicate("S"),), Objective("Reserve"))),
        ("S()->Done", Rule((StatePredicate("S"),), Done())),
        (
            "Reserve & ReserveResult(success = true) -> Done",
            Rule(
                (
                    ObjectivePredicate("Reserve"),
                    StatePredicate("ReserveResult", (Constraint("success", Operator.EQUAL, Literal(True)),)),
                ),
                Done(),
            ),
        ),
        (
            "ReserveInfo(date = Today, time < 19:00)[>= 2] & still A -> B",
            Rule(
                (
                    StatePredicate(
                        "ReserveInfo",
                        (
                            Constraint("date", Operator.EQUAL, RelativeDay(0)),
                            Constraint("time", Operator.LESS, Literal(time(19))),
                        ),
                        Count(Operator.GREATER_OR_EQUAL, 2),
                    ),
                    ObjectivePredicate("A", still=True),
                ),
                Objective("B"),
            ),
        ),
    ],
)
def test_a_rule_is_predicates_an_arrow_and_a_head(text: str, rule: Rule) -> None:
    assert rule_of(text) == rule


@pytest.mark.parametrize(
    ("text", "operator", "term"),
    [
        ("x = 9:00", Operator.EQUAL, NINE),
        ("x == 9:00", Operator.EQUAL, NINE),
        ("x != 9:00", Operator.NOT_EQUAL, NINE),
        ("x ≠ 9:00", Operator.NOT_EQUAL, NINE),
        ('x ~= "a"', Operator.SIMILAR, Literal("a")),
        ('x ≃ "a"', Operator.SIMILAR, Literal("a")),
        ('x not ~= "a"', Operator.NOT_SIMILAR, Literal("a")),
        ('x !~ "a"', Operator.NOT_SIMILAR, Literal("a")),
        ("x < 9:00", Operator.LESS, NINE),
        ("x <= 9:00", Operator.LESS_OR_EQUAL, NINE),
        ("x ≤ 9:00", Operator.LESS_OR_EQUAL, NINE),
        ("x > 9:00", Operator.GREATER, NINE),
        ("x >= 9:00", Operator.GREATER_OR_EQUAL, NINE),
        ("x ≥ 9:00", Operator.GREATER_OR_EQUAL, NINE),
        ('x contains "a"', Operator.CONTAINS, Literal("a")),
        ('x not contains "a"', Operator.NOT_CONTAINS, Literal("a")),
    ],
)
@pytest.mark.parametrize("spaced", [True, False], ids=["with spaces", "without spaces"])
def test_every_spelling_of_a_comparison_is_read(text: str, operator: Operator, term: Term, spaced: bool) -> None:
    written = text if spaced else re.sub(r"(?<!\w) | (?!\w)", "", text)
    assert constraint_of(written) == Constraint("x", operator, term)


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("x in [1, 2]", Operator.IN),
        ("x in[1,2]", Operator.IN),
        ("x ⊆ [1, 2]", Operator.IN),
        ("x not in [1, 2]", Operator.NOT_IN),
        ("x ⊄ [1, 2]", Operator.NOT_IN),
        ("x ⊈ [1, 2]", Operator.NOT_IN),
    ],
)
def test_every_spelling_of_a_membership_is_read(text: str, operator: Operator) -> None:
    assert constraint_of(text) == Constraint("x", operator, (Literal(Decimal(1)), Literal(Decimal(2))))


def test_a_list_of_one_stays_a_list() -> None:
    assert constraint_of('x in ["a"]').value == (Literal("a"),)


def test_a_list_may_mix_constants_and_variables() -> None:
    assert constraint_of('x in ["a", ?y, Today+1, Now]').value == (
        Literal("a"),
        RuleVariable("y"),
        RelativeDay(1),
        Now(),
    )


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ('"text"', Literal("text")),
        ('""', Literal("")),
        (r'"a \"quoted\" \\ \/ \b\f\n\r\t \u00e4"', Literal('a "quoted" \\ / \b\f\n\r\t ä')),
        (r'"\ud83d\ude00"', Literal("😀")),
        ('"a\ttab"', Literal("a\ttab")),
        ('"# no comment -> & ` \' “”"', Literal("# no comment -> & ` ' “”")),
        ('"line\u2028separator\x85"', Literal("line\u2028separator\x85")),
        ("true", Literal(True)),
        ("false", Literal(False)),
        ("7", Literal(Decimal(7))),
        ("-7.50", Literal(Decimal("-7.5"))),
        ("2025-07-17", Literal(date(2025, 7, 17))),
        ("19:00", Literal(time(19))),
        ("Now", Now()),
        ("?x", RuleVariable("x")),
        ("?_", RuleVariable("_")),
        ("?größe_2", RuleVariable("größe_2")),
    ],
)
def test_every_constant_is_read(text: str, term: Term) -> None:
    assert constraint_of(f"x = {text}").value == term


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Today", 0),
        ("Tomorrow", 1),
        ("Yesterday", -1),
        ("Today+7", 7),
        ("Today-7", -7),
        ("Today + 7", 7),
        ("Today -7", -7),
        ("Tomorrow+2", 3),
        ("Tomorrow-1", 0),
        ("Yesterday-1", -2),
        ("Yesterday+1", 0),
        ("Today+0", 0),
        ("Today+007", 7),
        ("Today+100000", 100_000),
        ("Today-100000", -100_000),
    ],
)
def test_days_count_from_today(text: str, days: int) -> None:
    assert constraint_of(f"x = {text}").value == RelativeDay(days)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("S()", AT_LEAST_ONE),
        ("S()[>= 1]", AT_LEAST_ONE),
        ("S()[>= 3]", Count(Operator.GREATER_OR_EQUAL, 3)),
        ("S()[>=3]", Count(Operator.GREATER_OR_EQUAL, 3)),
        ("S() [ >= 3 ]", Count(Operator.GREATER_OR_EQUAL, 3)),
        ("S()[≥ 3]", Count(Operator.GREATER_OR_EQUAL, 3)),
        ("S()[> 3]", Count(Operator.GREATER, 3)),
        ("S()[<= 3]", Count(Operator.LESS_OR_EQUAL, 3)),
        ("S()[≤ 3]", Count(Operator.LESS_OR_EQUAL, 3)),
        ("S()[< 3]", Count(Operator.LESS, 3)),
        ("S()[= 0]", Count(Operator.EQUAL, 0)),
        ("S()[== 0]", Count(Operator.EQUAL, 0)),
    ],
)
def test_rows_are_counted(text: str, count: Count) -> None:
    assert predicate_of(text) == StatePredicate("S", (), count)


def test_once_stands_before_a_state() -> None:
    assert predicate_of("once S()[>= 3]") == StatePredicate("S", (), Count(Operator.GREATER_OR_EQUAL, 3), once=True)
    assert predicate_of("S()") != predicate_of("once S()")


@pytest.mark.parametrize("text", ["A & B -> C", "A ∧ B -> C", "A and B -> C", "A&B→C", "A  and\tB  →  C"])
def test_predicates_are_joined_in_every_spelling(text: str) -> None:
    assert rule_of(text) == Rule((ObjectivePredicate("A"), ObjectivePredicate("B")), Objective("C"))


@pytest.mark.parametrize(
    "name",
    ["_", "_a1", "größe", "日本語", "Δ", "naïve", "ﬁ", "Donee", "stillness", "android", "Nowhere", "Todays", "done"],
)
def test_an_identifier_needs_no_backticks(name: str) -> None:
    assert rule_of(f"{name}({name} = 1) & {name} -> {name}") == Rule(
        (
            StatePredicate(name, (Constraint(name, Operator.EQUAL, Literal(Decimal(1))),)),
            ObjectivePredicate(name),
        ),
        Objective(name),
    )


KEYWORDS = [
    "Done",
    "True",
    "still",
    "once",
    "and",
    "not",
    "in",
    "contains",
    "true",
    "false",
    "Today",
    "Tomorrow",
    "Yesterday",
    "Now",
]


@pytest.mark.parametrize(
    "name", [*KEYWORDS, "submission rule", "3d", "a-b", "->", "#1", '"', "'", "\\", " ", "R1:", "a\tb", "\u2028", "?x"]
)
def test_a_name_in_backticks_is_taken_as_it_stands(name: str) -> None:
    assert rule_of(f"`{name}`(`{name}` = 1)[= 1] & `{name}` & still `{name}` -> `{name}`") == Rule(
        (
            StatePredicate(name, (Constraint(name, Operator.EQUAL, Literal(Decimal(1))),), Count(Operator.EQUAL, 1)),
            ObjectivePredicate(name),
            ObjectivePredicate(name, still=True),
        ),
        Objective(name),
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (name, text)
        for name in sorted(KEYWORDS)
        for text in ("{}() -> Done", "S({} = 1) -> Done", "S() -> {}")
        if (name, text) != ("Done", "S() -> {}")  # which is the end of the task
    ],
)
def test_a_keyword_without_backticks_is_no_name(name: str, text: str) -> None:
    assert [diagnostic.code for diagnostic in parse(text.format(name)).diagnostics] == ["syntax"]


@pytest.mark.parametrize("name", ["DONE", "done", "STILL", "Once", "Contains", "NOT", "In", "TRUE", "today", "now"])
def test_the_case_of_a_keyword_matters(name: str) -> None:
    assert rule_of(f"{name}({name} = 1) -> {name}").head == Objective(name)


def test_an_objective_called_done_in_backticks_is_not_the_end_of_the_task() -> None:
    assert rule_of("S() -> `Done`").head == Objective("Done")
    assert [diagnostic.code for diagnostic in diagnose("GPSFix() -> `Done`", APP)] == ["no-done"]


@pytest.mark.parametrize(
    "text",
    [
        "R1: A -> B",
        "R1 : A -> B",
        "R1:A -> B",
        "  R1:  A -> B",
        "größe: A -> B",
        "Done: A -> B",
        "still: A -> B",
        "1. A -> B",
        "12) A -> B",
        "1.A -> B",
        "1)A -> B",
        "\t1.\tA -> B",
    ],
)
def test_a_label_is_ignored(text: str) -> None:
    assert rule_of(text) == Rule((ObjectivePredicate("A"),), Objective("B"))


@pytest.mark.parametrize(
    "text",
    [
        "A -> B # the end",
        "A -> B#",
        'A -> B # with # more & `backticks` "and quotes',
        "# before\nA -> B\n  # after",
        "\n\n  \t\nA -> B\n\n",
        "A -> B\r\n",
        "\r\n# x\r\nA -> B\r\n",
        "A -> B\r# an old line end\r",
        "\ufeffA -> B",
        "\ufeff# first\nA -> B",
        "A\u00a0->\u3000B",
    ],
)
def test_comments_empty_lines_and_line_ends_say_nothing(text: str) -> None:
    assert rule_of(text) == Rule((ObjectivePredicate("A"),), Objective("B"))


def test_a_number_sign_in_a_text_or_in_backticks_starts_no_comment() -> None:
    assert rule_of('`#`(x = "#") -> `a # b` # and this does').head == Objective("a # b")


def test_a_text_may_hold_what_other_programs_take_for_a_line_end() -> None:
    text = 'Note(text = "a\u2028b\x85c\x0bd\x1ce") -> Done'
    assert len(Specification.parse(text, APP).rules) == 1


def test_rules_may_come_one_by_one() -> None:
    assert parse_lines(["A -> B", "", "# x", "B -> Done"]).rules == parse("A -> B\nB -> Done").rules
    assert Specification.parse(["GPSFix() -> A", "A -> Done"], APP) == Specification.parse(
        "GPSFix() -> A\nA -> Done", APP
    )


@pytest.mark.parametrize(
    "text",
    [
        "A andB -> C",
        "Aand B -> C",
        "S(x notin [1]) -> C",
        'S(x notcontains "a") -> C',
        'S(x containsy "a") -> C',
        "S(x = truely) -> C",
        "S(x = Nowhere) -> C",
        "S(x = Todayish) -> C",
    ],
)
def test_a_keyword_ends_where_its_word_ends(text: str) -> None:
    assert not parse(text).rules
    assert [diagnostic.code for diagnostic in parse(text).diagnostics] == ["syntax"]


def test_a_keyword_at_the_start_of_a_longer_name_is_part_of_it() -> None:
    assert rule_of("stillness & Donee -> android") == Rule(
        (ObjectivePredicate("stillness"), ObjectivePredicate("Donee")), Objective("android")
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A & B -> C", (1, 5)),
        ("R1: A & B -> C", (1, 9)),
        ("\tA & B -> C", (1, 6)),
        ("# x\r\n\r\nA & B -> C", (3, 5)),
        ("# x\rA & B -> C", (2, 5)),
        ("\ufeffA & B -> C", (1, 5)),
        ("日本 & B -> C", (1, 6)),
    ],
)
def test_a_node_knows_where_it_stood_in_what_the_user_wrote(text: str, place: tuple[int, int]) -> None:
    predicate = rule_of(text).body[1]
    assert (predicate.span.line, predicate.span.column) == place


def test_places_do_not_count_when_rules_are_compared() -> None:
    assert rule_of("A & B -> C") == rule_of("R1:   A   &   B   ->   C  # x")
    assert hash(rule_of("A & B -> C")) == hash(rule_of("  A & B -> C"))


def test_true_and_one_are_different_constants() -> None:
    assert rule_of("S(x = true) -> C") != rule_of("S(x = 1) -> C")
    assert rule_of("S(x = 0) -> C") != rule_of("S(x = false) -> C")
