"""Words in the forms by which they are compared, and the names of numbers, months and weekdays."""

import calendar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.text.calendar_names import MONTH_BEGINNING_OF, MONTH_OF, MONTHS, WEEKDAY_OF, WEEKDAYS
from handrail.text.numerals import CARDINALS, MULTIPLIERS, ORDINALS
from handrail.text.word_forms import root, singular, stem


@pytest.mark.parametrize(
    ("first", "other"),
    [("alarms", "alarm"), ("bookmarked", "bookmarks"), ("settings", "setting"), ("replies", "reply")],
)
def test_a_stem_joins_the_forms_of_a_word(first: str, other: str) -> None:
    assert stem(first) == stem(other)


def test_a_root_joins_what_is_derived() -> None:
    assert root("reservation") == root("reserve") != "reservation"
    assert root("hottest") == root("hot")


@pytest.mark.parametrize("word", ["followers", "boxes", "stories", "articles"])
def test_a_singular_is_its_own_singular(word: str) -> None:
    assert singular(singular(word)) == singular(word) != word


@pytest.mark.parametrize("word", ["news", "status", "class", "analysis"])
def test_what_is_no_plural_stays(word: str) -> None:
    assert singular(word) == word


@given(st.text(st.characters(categories=["Ll"]), max_size=30))
def test_any_word_has_its_forms(word: str) -> None:
    assert len(singular(word)) <= len(word)
    assert len(root(word)) <= len(word)
    assert isinstance(stem(word), str)


def test_the_calendar_is_that_of_the_library() -> None:
    assert tuple(calendar.month_name)[1:] == MONTHS
    assert tuple(calendar.day_name) == WEEKDAYS
    assert {MONTH_OF[name.lower()] for name in calendar.month_abbr if name} == set(range(12))
    assert {WEEKDAY_OF[name.lower()] for name in calendar.day_abbr} == set(range(7))
    assert all(MONTH_BEGINNING_OF[name[:3].lower()] == MONTH_OF[name.lower()] for name in MONTHS)


def test_numerals_count_up() -> None:
    assert [number for number in CARDINALS.values() if number <= 20] == list(range(21))
    assert [number for number in ORDINALS.values() if number <= 20] == list(range(1, 21))
    assert CARDINALS["ninety"] == 90
    assert MULTIPLIERS["thousand"] == 10 * MULTIPLIERS["hundred"]
