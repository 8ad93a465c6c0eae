"""The values that an instruction names, with their comparisons."""

from datetime import date, time
from decimal import Decimal

import pytest

from encoder.offline.replayed import MONDAY
from handrail.encoder.offline.tokens import ValueKind, ValueMention, tokens
from handrail.encoder.offline.values import mentions
from handrail.language.operators import Operator


def found(text: str) -> list[ValueMention]:
    return list(mentions(tokens(text), MONDAY, text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9am", time(9)),
        ("9 a.m.", time(9)),
        ("12:30 AM", time(0, 30)),
        ("7:05 pm", time(19, 5)),
        ("19:40", time(19, 40)),
        ("half past seven", time(7, 30)),
        ("quarter to 8", time(7, 45)),
        ("noon", time(12)),
        ("8 o'clock in the evening", time(20)),
    ],
)
def test_times_are_read_as_they_are_said(text: str, value: time) -> None:
    (mention,) = found(f"wake me at {text}")
    assert (mention.kind, mention.value) == (ValueKind.TIME, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("today", 0),
        ("tomorrow", 1),
        ("the day after tomorrow", 2),
        ("in 3 days", 3),
        ("on Friday", 4),
        ("next Monday", 7),
        ("on March 14", date(2025, 3, 14)),
        ("on the 2nd of April", date(2025, 4, 2)),
        ("on January 5", date(2026, 1, 5)),
        ("on 2025-07-17", date(2025, 7, 17)),
    ],
)
def test_days_are_counted_from_the_clock(text: str, value: date | int) -> None:
    (mention,) = found(f"remind Ann {text}")
    assert (mention.kind, mention.value) == (ValueKind.DATE, value)


@pytest.mark.parametrize(
    ("text", "operator", "value"),
    [
        ("at least 4 stars", Operator.GREATER_OR_EQUAL, Decimal(4)),
        ("4 stars or more", Operator.GREATER_OR_EQUAL, Decimal(4)),
        ("under $20", Operator.LESS, Decimal(20)),
        ("no more than 300 guests", Operator.LESS_OR_EQUAL, Decimal(300)),
        ("over 1,200 steps", Operator.GREATER, Decimal(1200)),
        ("twenty five minutes", Operator.EQUAL, Decimal(25)),
        ("before 7 PM", Operator.LESS, time(19)),
        ("after 6 pm", Operator.GREATER, time(18)),
    ],
)
def test_comparisons_belong_to_their_value(text: str, operator: Operator, value: Decimal | time) -> None:
    (mention,) = found(f"find one {text}")
    assert (mention.operator, mention.value) == (operator, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("open 'Guns and Roses'", "Guns and Roses"),
        ("open “Guns and Roses”", "Guns and Roses"),
        ("open 'What's up?'", "What's up?"),
        ('send "I\'m late."', "I'm late"),
        ("a note called shopping list in Quill", "shopping list"),
        ("remind me to water the plants", "water the plants"),
        ("call 555-0134", "555-0134"),
        ("write to ann@example.org", "ann@example.org"),
    ],
)
def test_texts_are_taken_word_by_word(text: str, value: str) -> None:
    assert value in [mention.value for mention in found(text)]


def test_what_is_in_quotation_marks_is_no_number() -> None:
    assert [mention.kind for mention in found("play 'Room 101 at 9am'")] == [ValueKind.TEXT]


def test_a_word_with_a_digit_is_no_number() -> None:
    assert found("turn on the 3D view") == []
