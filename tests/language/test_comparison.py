"""What every operator means between two values, the undefined one included."""

from datetime import date, time
from decimal import Decimal

import pytest

from handrail.language.comparison import holds
from handrail.language.rule import Operator
from handrail.language.value import Value


def same_start(wanted: str, found: str) -> bool:
    """A measure of similarity that is easy to see through."""
    return wanted[:1] == found[:1]


@pytest.mark.parametrize("operator", Operator)
def test_nothing_holds_of_what_was_never_observed(operator: Operator) -> None:
    assert not holds(operator, None, ["work"], same_start)
    assert not holds(operator, None, ["play"], same_start)


@pytest.mark.parametrize(
    ("operator", "found", "wanted", "holding"),
    [
        (Operator.EQUAL, "work", ["work"], True),
        (Operator.EQUAL, "work", ["works"], False),
        (Operator.EQUAL, "", [""], True),
        (Operator.EQUAL, Decimal("1.0"), [Decimal(1)], True),
        (Operator.EQUAL, Decimal("0.1"), [Decimal("0.10000000000000001")], False),
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
        (Operator.NOT_SIMILAR, "play", ["work"], True),
        (Operator.NOT_SIMILAR, "worked", ["work"], False),
        (Operator.CONTAINS, "team work", ["work"], True),
        (Operator.CONTAINS, "work", ["team work"], False),
        (Operator.CONTAINS, "work", [""], False),
        (Operator.NOT_CONTAINS, "play", ["work"], True),
        (Operator.NOT_CONTAINS, "team work", ["work"], False),
    ],
)
def test_an_operator_means_what_it_says(operator: Operator, found: Value, wanted: list[Value], holding: bool) -> None:
    assert holds(operator, found, wanted, same_start) is holding
