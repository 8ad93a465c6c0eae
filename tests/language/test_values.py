"""Numbers are exact, dates and times are those of the calendar and the clock, and each is shown as it is read back."""

from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from handrail.language.parser import parse
from handrail.language.printer import show_rules
from handrail.language.rule import Literal, StatePredicate
from handrail.language.value import LONGEST_NUMBER, Value, read_date, read_number, read_time, show_number, show_value
from language.rule_strategies import number_texts


def constant(text: str) -> Value | None:
    """What a rule makes of a constant, or None where it refuses it."""
    parsed = parse(f"S(x = {text}) -> Done")
    if parsed.diagnostics:
        assert [diagnostic.code for diagnostic in parsed.diagnostics] == ["syntax"]
        return None
    (predicate,) = parsed.rules[0].body
    assert isinstance(predicate, StatePredicate)
    literal = predicate.constraints[0].value
    assert isinstance(literal, Literal)
    return literal.value


@pytest.mark.parametrize(
    ("spellings", "shown"),
    [
        (("1", "1.0", "1e0", "1E0", "10e-1", "0.1e1", "1.000"), "1"),
        (("0", "-0", "0.0", "0e9", "-0.00"), "0"),
        (("-2.50", "-25e-1", "-0.0025e+3"), "-2.5"),
        (("0.1", "1e-1", "0.10"), "0.1"),
        (("1000000", "1e6", "1E+6", "1e06"), "1000000"),
        (("1e15", "1000000000000000"), "1000000000000000"),
        (("1e16", "10000000000000000", "1.0E16"), "1e16"),
        (("123e16",), "123e16"),
        (("1e-15",), "0.000000000000001"),
        (("1e-16",), "1e-16"),
        (("12345678901234567890.0123456789",), "12345678901234567890.0123456789"),
    ],
)
def test_a_number_is_the_same_in_every_spelling(spellings: tuple[str, ...], shown: str) -> None:
    values = [constant(spelling) for spelling in spellings]
    assert {Literal(value) for value in values if value is not None} == {Literal(Decimal(spellings[0]))}
    assert [show_value(value) for value in values if value is not None] == [shown] * len(spellings)


def test_numbers_are_exact_decimals() -> None:
    tenth, fifth, sum_of_both = constant("0.1"), constant("0.2"), constant("0.3")
    assert isinstance(tenth, Decimal)
    assert isinstance(fifth, Decimal)
    assert tenth + fifth == sum_of_both
    assert constant("9007199254740993") != constant("9007199254740992")
    assert constant("0.1") != constant("0.1000000000000000055511151231257827")


@pytest.mark.parametrize("text", ["01", "+1", ".5", "5.", "1e", "1e+", "0x10", "1_000", "1,000.0", "-", "--1", "1.2.3"])
def test_a_number_that_json_does_not_have_is_refused(text: str) -> None:
    assert constant(text) is None


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "1e99999999999999999999", "1e1000", "-1e-1001"])
def test_a_number_of_absurd_length_is_refused(text: str) -> None:
    assert constant(text) is None


@pytest.mark.parametrize("digits", [1_001, 10_000])
def test_a_number_of_too_many_digits_is_refused(digits: int) -> None:
    assert constant("9" * digits) is None
    assert constant("0." + "9" * digits) is None


@pytest.mark.parametrize("text", ["١", "１", "²", "५"])
def test_digits_of_other_scripts_make_no_number(text: str) -> None:
    assert constant(text) is None


@given(number_texts)
@example("0." + "1" * (LONGEST_NUMBER - 2))
@example("-" + "9" * (LONGEST_NUMBER - 1))
@example("1" * (LONGEST_NUMBER - 4) + "e-20")
@example("-" + "9" * LONGEST_NUMBER + "." + "9" * (LONGEST_NUMBER - 1) + "e-1")
def test_a_number_is_read_back_as_the_same_number(text: str) -> None:
    number = read_number(text)
    assert number is not None
    assert number == Decimal(text)
    assert read_number(show_number(number)) == number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2025-07-17", date(2025, 7, 17)),
        ("2024-02-29", date(2024, 2, 29)),
        ("0001-01-01", date(1, 1, 1)),
        ("9999-12-31", date(9999, 12, 31)),
        ("2025-02-29", None),
        ("2025-13-01", None),
        ("2025-00-10", None),
        ("0000-01-01", None),
        ("2025-7-1", None),
        ("25-07-17", None),
        ("2025/07/17", None),
        ("20250717", Decimal(20250717)),
        ("17.07.2025", None),
        ("2025-07-17T09:00", None),
        ("२०२५-०७-१७", None),
    ],
)
def test_a_date_is_a_real_day_in_one_spelling(text: str, value: Value | None) -> None:
    assert constant(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9:00", time(9)),
        ("09:00", time(9)),
        ("0:00", time(0)),
        ("23:59", time(23, 59)),
        ("19:00:30", time(19, 0, 30)),
        ("19:00:00", time(19)),
        ("7:00 PM", time(19)),
        ("7:00 pm", time(19)),
        ("7:00PM", time(19)),
        ("7:00 Pm", time(19)),
        ("7:00\u202fPM", time(19)),
        ("7:00:30 AM", time(7, 0, 30)),
        ("12:00 AM", time(0)),
        ("12:00 PM", time(12)),
        ("12:59 AM", time(0, 59)),
        ("12:01 PM", time(12, 1)),
        ("1:00 AM", time(1)),
        ("11:59 PM", time(23, 59)),
        ("24:00", None),
        ("9:60", None),
        ("9:5", None),
        ("9:05:60", None),
        ("009:00", None),
        ("13:00 PM", None),
        ("0:30 AM", None),
        ("7 PM", None),
        ("7PM", None),
        ("9:00 XM", None),
        ("9.00", Decimal(9)),
        ("-9:00", None),
        ("9:00:30.5", None),
        ("9:00+02:00", None),
    ],
)
def test_a_time_is_a_moment_of_the_day(text: str, value: Value | None) -> None:
    assert constant(text) == value


@given(st.one_of(st.dates(), st.builds(time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))))
def test_a_day_or_a_time_is_read_back_as_it_was_shown(value: date | time) -> None:
    assert constant(show_value(value)) == value
    assert (read_date if isinstance(value, date) else read_time)(show_value(value)) == value


@given(st.text(st.sampled_from("0123456789:-+.eE AMPmap\u00a0\n"), max_size=14))
@settings(max_examples=settings().max_examples // 2)
def test_no_text_troubles_the_readers_of_values(text: str) -> None:
    for read in (read_number, read_date, read_time):
        value: Value | None = read(text)
        assert value is None or read(show_value(value)) == value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (False, "false"),
        (Decimal("7.50"), "7.5"),
        (date(2025, 7, 17), "2025-07-17"),
        (time(9), "09:00"),
        (time(9, 0, 5), "09:00:05"),
        ('say "hi"', 'say "hi"'),
    ],
)
def test_a_value_is_shown_as_a_person_reads_it(value: Value, shown: str) -> None:
    assert show_value(value) == shown


def test_a_constant_is_printed_in_one_spelling() -> None:
    text = 'S(a = 1.50, b = 1e20, c = 7:00 PM, d = 19:00:30, e = Tomorrow+1, f = "\\u00e4\\t")->Done'
    assert show_rules(parse(text).rules) == (
        'S(a = 1.5, b = 1e20, c = 19:00, d = 19:00:30, e = Today+2, f = "ä\\t") -> Done'
    )
