"""What every operator means between two values, and that whoever speaks of operators agrees with their one table.

For a new operator these tests fail one after the other, each with the file that is still to be touched.
"""

import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import TypeAlias

import pytest

from handrail.app import App
from handrail.encoder.grammar import rule_pattern
from handrail.language import Specification, State, Type, Variable, diagnose
from handrail.language.analysis import equivalent, warnings
from handrail.language.normal_form import NameSet, name_set
from handrail.language.operators import AFFIRMING, TABLE, Operator, TextRelation, holds, operators_of
from handrail.language.parser import parse
from handrail.language.printer import KEYWORDS, show_rules
from handrail.language.rule import Constraint, Count, Literal, StatePredicate
from handrail.language.value import Value, show_value
from handrail.language.verbalize import Verbalizer
from handrail.monitor.ground import COMPARED_TEXTS
from handrail.monitor.variable_index import GroundConstraint, fold, index_variable


def same_start(wanted: str, found: str) -> bool:
    """A measure of similarity that is easy to see through."""
    return wanted[:1] == found[:1]


@pytest.mark.parametrize("operator", Operator)
def test_nothing_holds_of_what_was_never_observed(operator: Operator) -> None:
    assert not holds(operator, None, ["work"], same_start)
    assert not holds(operator, None, ["play"], same_start)


Meaning: TypeAlias = tuple[Operator, Value, list[Value], bool]

MEANINGS: tuple[Meaning, ...] = (
    (Operator.EQUAL, "work", ["work"], True),
    (Operator.EQUAL, "work", ["works"], False),
    (Operator.EQUAL, "", [""], True),
    (Operator.EQUAL, Decimal("1.0"), [Decimal(1)], True),
    (Operator.EQUAL, Decimal("0.1"), [Decimal("0.10000000000000001")], False),
    (Operator.EQUAL, name_set("Ann, Bob"), [name_set("bob,ann")], True),
    (Operator.EQUAL, name_set("Ann, Bob"), [name_set("ann")], False),
    (Operator.NOT_EQUAL, "work", ["play"], True),
    (Operator.NOT_EQUAL, "work", ["work"], False),
    (Operator.NOT_EQUAL, False, [True], True),
    (Operator.IN, "work", ["play", "work"], True),
    (Operator.IN, "rest", ["play", "work"], False),
    (Operator.NOT_IN, "rest", ["play", "work"], True),
    (Operator.NOT_IN, "work", ["play", "work"], False),
    (Operator.LESS, Decimal("2.9"), [Decimal(3)], True),
    (Operator.LESS, Decimal("3.0"), [Decimal(3)], False),
    (Operator.LESS, time(18, 59, 59), [time(19)], True),
    (Operator.LESS_OR_EQUAL, Decimal("3.0"), [Decimal(3)], True),
    (Operator.LESS_OR_EQUAL, date(2025, 7, 18), [date(2025, 7, 17)], False),
    (Operator.GREATER, date(2025, 7, 18), [date(2025, 7, 17)], True),
    (Operator.GREATER, time(19), [time(19)], False),
    (Operator.GREATER_OR_EQUAL, time(19), [time(19)], True),
    (Operator.GREATER_OR_EQUAL, Decimal(-3), [Decimal(-2)], False),
    (Operator.SIMILAR, "worked", ["work"], True),
    (Operator.SIMILAR, "play", ["work"], False),
    (Operator.SIMILAR, "", [""], True),
    (Operator.SIMILAR, name_set("Ann, Bob"), ["annabel"], True),
    (Operator.SIMILAR, name_set("Ann, Bob"), ["bob"], False),
    (Operator.NOT_SIMILAR, "play", ["work"], True),
    (Operator.NOT_SIMILAR, "worked", ["work"], False),
    (Operator.NOT_SIMILAR, "", [""], False),
    (Operator.NOT_SIMILAR, name_set("Ann, Bob"), ["bob"], True),
    (Operator.NOT_SIMILAR, name_set("Ann, Bob"), ["annabel"], False),
    (Operator.CONTAINS, "team work", ["work"], True),
    (Operator.CONTAINS, "work", ["team work"], False),
    (Operator.CONTAINS, "work", [""], False),
    (Operator.CONTAINS, "", [""], False),
    (Operator.CONTAINS, name_set("Ann, Bob"), ["ann"], True),
    (Operator.CONTAINS, name_set("Ann, Bob, Cy"), [name_set("Cy, Ann")], True),
    (Operator.CONTAINS, name_set("Annabel, Bob"), ["ann"], False),
    (Operator.CONTAINS, name_set("Ann, Bob"), [name_set("")], False),
    (Operator.NOT_CONTAINS, "play", ["work"], True),
    (Operator.NOT_CONTAINS, "team work", ["work"], False),
    (Operator.NOT_CONTAINS, "work", [""], True),
    (Operator.NOT_CONTAINS, "", [""], True),
    (Operator.NOT_CONTAINS, name_set("Annabel, Bob"), ["ann"], True),
    (Operator.NOT_CONTAINS, name_set("Ann, Bob"), ["ann"], False),
)
"""An operator, what was found, what is wanted, and whether that is so."""


@pytest.mark.parametrize(("operator", "found", "wanted", "holding"), MEANINGS)
def test_an_operator_means_what_it_says(operator: Operator, found: Value, wanted: list[Value], holding: bool) -> None:
    assert holds(operator, found, wanted, same_start) is holding


APP = App.of(
    "Samples",
    [
        State.of(
            "Sample",
            Variable("text", Type.TEXT),
            Variable("number", Type.NUMBER),
            Variable("switch", Type.BOOLEAN),
            Variable("choice", Type.ENUM, options=("A", "B", "C")),
            Variable("day", Type.DATE),
            Variable("time", Type.TIME),
        )
    ],
)
OF_TYPE = {variable.type: variable.name for variable in APP.states["Sample"].variables.values()}
VALUES: dict[Type, tuple[Value, ...]] = {
    Type.TEXT: ("work", "team work", "worked", "rest", "", name_set("Work, Team work")),
    Type.NUMBER: (Decimal(1), Decimal(2), Decimal(3)),
    Type.BOOLEAN: (False, True),
    Type.ENUM: ("A", "B", "C"),
    Type.DATE: (date(2025, 7, 17), date(2025, 7, 18), date(2025, 7, 19)),
    Type.TIME: (time(9), time(9, 30), time(19)),
}
EVERY = pytest.mark.parametrize("operator", Operator)
TABLE_FILE = "src/handrail/language/operators.py"


def written(operator: Operator, value: Value, spelling: str = "") -> str:
    """The operator in a constraint."""
    shown = f'"{value}"' if isinstance(value, str) else show_value(value)
    listed = TABLE[operator].single is not None
    return f"{spelling or operator} {f'[{shown}]' if listed else shown}"


def rule(operator: Operator, variable_type: Type, value: Value, spelling: str = "") -> str:
    return f"Sample({OF_TYPE[variable_type]} {written(operator, value, spelling)}) -> Done"


def operand(operator: Operator) -> Type:
    """One of the types that the operator compares, the same every time."""
    return next(value_type for value_type in Type if value_type in TABLE[operator].operands)


@EVERY
def test_every_operator_stands_in_the_table_with_all_that_is_asked_of_it(operator: Operator) -> None:
    assert operator in TABLE, f"{TABLE_FILE}: TABLE has no entry for `{operator}`"
    entry = TABLE[operator]
    assert entry.operands, f"{TABLE_FILE}: what does `{operator}` compare?"
    assert entry.fact, f"{TABLE_FILE}: how is `{operator}` said in words?"
    assert entry.wish.startswith("should "), f"{TABLE_FILE}: how is `{operator}` said as a wish?"
    assert bool(entry.time_fact) == bool(entry.time_wish)
    other = TABLE[entry.complement]
    assert other.complement is operator, f"{TABLE_FILE}: the complement of `{entry.complement}` is not `{operator}`"
    assert (other.operands, other.relation) == (entry.operands, entry.relation)
    if entry.side is None:
        assert other.denies is not entry.denies, f"{TABLE_FILE}: does `{operator}` deny, or its complement?"
    else:
        assert other.side is not entry.side
    of_texts = entry.operands == {Type.TEXT}
    assert of_texts is (entry.relation is not None), f"{TABLE_FILE}: how does `{operator}` relate texts?"
    assert (entry.side is not None) is (entry.operands == {Type.NUMBER, Type.DATE, Type.TIME})


@EVERY
def test_every_operator_has_examples_of_both_answers(operator: Operator) -> None:
    """For relations between texts also of sets of names, and of what is wanted where that is an empty text."""
    rows = [(found, wanted, holding) for meant, found, wanted, holding in MEANINGS if meant is operator]
    where = f"`MEANINGS` of tests/language/test_operators.py: `{operator}` needs a row"
    judged = {holding for _, _, holding in rows}
    assert judged == {True, False}, f"{where} in which it holds, and one in which it does not"
    if TABLE[operator].relation is not None:
        of_sets = {holding for found, _, holding in rows if isinstance(found, NameSet)}
        assert of_sets == {True, False}, f"{where} for a set of names of which it holds, and one of which it does not"
        assert any(wanted == [""] for _, wanted, _ in rows), f"{where} in which an empty text is wanted"


def test_no_spelling_is_that_of_two_operators() -> None:
    spellings = [spelling for operator, entry in TABLE.items() for spelling in (operator.value, *entry.also)]
    assert len(spellings) == len(set(spellings))
    assert list(TABLE) == list(Operator), f"{TABLE_FILE}: the table has the order of `Operator`"


@EVERY
def test_the_complement_holds_where_the_operator_does_not(operator: Operator) -> None:
    for variable_type in TABLE[operator].operands:
        wanted = VALUES[variable_type][1:2]
        judged = {holds(operator, found, wanted, same_start) for found in VALUES[variable_type]}
        assert judged == {True, False}, f"{TABLE_FILE}: `holds` tells no two values apart by `{operator}`"
        for found in VALUES[variable_type]:
            complement = holds(TABLE[operator].complement, found, wanted, same_start)
            assert complement is not holds(operator, found, wanted, same_start)


@EVERY
def test_the_grammar_reads_every_spelling_and_the_printer_writes_the_first(operator: Operator) -> None:
    for spelling in (operator.value, *TABLE[operator].also):
        text = rule(operator, operand(operator), VALUES[operand(operator)][0], spelling)
        parsed = parse(text)
        where = "src/handrail/language/tree.py: the grammar of operators"
        assert not parsed.diagnostics, f"{where} does not read `{spelling}`"
        predicate = parsed.rules[0].body[0]
        assert isinstance(predicate, StatePredicate)
        assert predicate.constraints[0].operator is operator, f"{where} reads `{spelling}` as something else"
        assert f" {operator} " in show_rules(parsed.rules)
    assert {word for word in operator.split() if word.isalpha()} <= KEYWORDS


@EVERY
@pytest.mark.parametrize("variable_type", Type)
def test_the_checker_allows_the_types_of_the_table(operator: Operator, variable_type: Type) -> None:
    found = {diagnostic.code for diagnostic in diagnose(rule(operator, variable_type, VALUES[variable_type][0]), APP)}
    assert (found == set()) is (operator in operators_of(variable_type))
    assert found <= {"wrong-operator"}


@EVERY
def test_a_count_takes_the_operators_of_the_table(operator: Operator) -> None:
    if TABLE[operator].rows is None:
        assert parse(f"Sample()[{operator} 3] -> Done").diagnostics
        with pytest.raises(AssertionError):
            Count(operator, 3).holds(3)
    else:
        where = "src/handrail/language/tree.py: the grammar of operators"
        assert not parse(f"Sample()[{operator} 3] -> Done").diagnostics, f"{where} does not read `{operator}`"
        judged = {Count(operator, 3).holds(rows) for rows in range(6)}
        assert judged == {True, False}, "src/handrail/language/rule.py: `Count.holds`"
        words = Specification.parse(f"Sample()[{operator} 3] -> Done", APP).explain()
        assert f"{TABLE[operator].rows} 3 entries" in words


@EVERY
def test_rules_say_the_words_of_the_table(operator: Operator) -> None:
    entry, variable_type = TABLE[operator], operand(operator)
    values = VALUES[variable_type][:2] if entry.single else VALUES[variable_type][:1]
    constraint = Constraint(OF_TYPE[variable_type], operator, tuple(map(Literal, values)))
    words = Verbalizer(APP.states)
    parsed = parse("True -> Done").rules[0]
    assert f" {entry.fact} " in words.constraint("Sample", constraint, parsed)
    assert f" {entry.wish} " in words.wish("Sample", constraint, parsed)
    if entry.time_fact:
        moment = Constraint("time", operator, Literal(time(9)))
        assert f" {entry.time_fact} " in words.constraint("Sample", moment, parsed)


def test_no_two_operators_are_said_alike() -> None:
    for column in ("fact", "wish"):
        assert len({getattr(entry, column) for entry in TABLE.values()}) == len(TABLE)


@EVERY
def test_the_analysis_knows_the_operator_and_its_complement(operator: Operator) -> None:
    variable_type, where = operand(operator), "src/handrail/language/analysis/encoding.py"
    name, value = OF_TYPE[variable_type], VALUES[variable_type][1]
    first, other = written(operator, value), written(TABLE[operator].complement, value)
    contradiction = Specification.parse(f"Sample({name} {first}, {name} {other}) -> Done", APP)
    codes = [diagnostic.code for diagnostic in warnings(contradiction).diagnostics]
    assert codes == ["never-holds"], f"{where}: `{operator}` and its complement can hold of one value"
    assert not warnings(Specification.parse(f"Sample({name} {first}) -> Done", APP)).diagnostics, where


def test_the_analysis_takes_no_operator_for_another() -> None:
    where = f"{TABLE_FILE}: the `relation` or `side`; or src/handrail/language/analysis/encoding.py"
    clock = datetime(2025, 7, 17, 9)  # noqa: DTZ001  # a naive session clock is taken as it stands
    for variable_type in (Type.TEXT, Type.NUMBER):
        operators, value = operators_of(variable_type), VALUES[variable_type][1]
        said = {operator: Specification.parse(rule(operator, variable_type, value), APP) for operator in operators}
        for operator in operators:
            for other in operators:
                same = (TABLE[operator].single or operator) is (TABLE[other].single or other)
                assert equivalent(said[operator], said[other], clock=clock) is same, (
                    f"{where}: `{operator}` and `{other}`"
                )


@EVERY
def test_the_monitor_folds_the_operator_as_it_holds(operator: Operator) -> None:
    for variable_type in TABLE[operator].operands:
        wanted = VALUES[variable_type][1:2]
        index = index_variable([(1, fold([GroundConstraint(operator, wanted)]))], same_start)
        for found in VALUES[variable_type]:
            met = holds(operator, found, wanted, same_start)
            where = "src/handrail/monitor/variable_index.py: `fold`"
            assert index.broken_by(found) == (0 if met else 1), f"{where} reads `{operator}` differently"


def test_texts_are_compared_by_what_does_not_deny() -> None:
    assert {operator for operator in operators_of(Type.TEXT) if not TABLE[operator].denies} == COMPARED_TEXTS
    assert set(AFFIRMING) == set(TextRelation), f"{TABLE_FILE}: a relation that no operator says"
    relating = {operator for operator in COMPARED_TEXTS if TABLE[operator].relation is not None}
    assert set(AFFIRMING.values()) == relating, f"{TABLE_FILE}: two operators that do not deny have one relation"


@pytest.mark.parametrize("relation", TextRelation)
def test_an_empty_text_is_a_part_of_nothing(relation: TextRelation) -> None:
    met = {holds(AFFIRMING[relation], found, [""], same_start) for found in VALUES[Type.TEXT]}
    assert (True not in met) is relation.is_to_a_part, f"{TABLE_FILE}: `is_to_a_part` of `{relation}`, or `holds`"


@EVERY
def test_a_constrained_decoder_writes_the_operator(operator: Operator) -> None:
    pattern = re.compile(rule_pattern(APP.states))
    for variable_type in TABLE[operator].operands:
        assert pattern.fullmatch(rule(operator, variable_type, VALUES[variable_type][0]))
