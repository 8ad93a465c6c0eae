"""Numbers, times and days as screens show them: what was shown is read, and with anything more nothing is."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from handrail.app.extraction import ExtractionScope, UnreadValue, read
from handrail.app.extractor_parser import parse_extractor
from handrail.app.screen_tree import ScreenIndex
from handrail.app.shown_value import NumberFormat, shown_date, shown_number, shown_time
from handrail.device.element import Element
from handrail.device.screen import Screen

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PACKAGE = "com.example.shop"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$1,234.50", "1234.50"), ("3", "3"), ("−5", "-5"), ("-€7", "-7"), ("1,234,567", "1234567"), ("0.10", "0.10"),
        ("€ 12", "12"), ("12 €", "12"), (" 12 ", "12"), ("1\u00a0234", "1234"), ("0.125", "0.125"), ("07", "7"),
        ("00", "0"), ("1234.567", "1234.567"),
        ("3 items", None), ("2 x 3", None), ("SFO-1 at 2", None), ("none", None), ("", None), ("1,5", None),
        ("1 234", None), ("1,234'567", None), ("5.", None), (".5", None), ("$12 €", None), ("2–5", None), ("1/2", None),
        ("€5k", None), ("5 million", None), ("5%", None), ("5٠٠", None), ("٥", None), ("5\u200b0", None), ("５", None),
        ("1.000 €", None), ("1.000", None), ("1.234,50", None), ("0000101", None), ("007", None), ("01.5", None),
        ("9" * 16, None), ("9" * 100, None), ("1,234,567,890,123,456", None), ("0." + "1" * 16, None),
        ("not 5", None), ("5 or 6", None), ("~5", None), (">5", None), ("+5", None), ("(5)", None), ("5e3", None),
    ],
)  # fmt: skip
def test_a_number_is_the_whole_text_or_is_not_read(text: str, number: str | None) -> None:
    assert shown_number(text) == (None if number is None else Decimal(number))


def test_a_number_of_another_country() -> None:
    assert shown_number("1.234,50 €", NumberFormat.COMMA) == Decimal("1234.50")
    assert shown_number("1,234.50 €", NumberFormat.COMMA) is None
    assert shown_number("1,234", NumberFormat.COMMA) is None


def test_what_stands_behind_a_number_is_understood_where_the_model_lists_it() -> None:
    assert shown_number("4.6 stars", units={"stars"}) == Decimal("4.6")
    assert shown_number("5\u202f%", units={"%"}) == 5
    assert shown_number("4.6 stars", units={"people"}) is None
    assert shown_number("4.6 stars and more", units={"stars"}) is None
    assert shown_number("€5 k", units={"k"}) is None


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("07:00", time(7)), ("7:00 PM", time(19)), ("12:00 AM", time(0)), ("19:00:30", time(19, 0, 30)),
        ("7 PM", time(19)), ("7 p.m.", time(19)), ("7:00\u202fPM", time(19)), ("7:00pm", time(19)),
        ("7", None), ("", None), ("7:00 or 8:00", None), ("25:00", None), ("19:00 PM", None), ("noon", None),
        ("1:2", None), ("at 7:00 PM", None), ("2026-03-02 09:15", None), ("7–9 PM", None), ("7 to 9 PM", None),
        ("until 21:00", None), ("19:00-ish", None), ("1.30 or 2:30", None), ("٧:00", None), ("7:00 PMs", None),
        ("not 7:00", None), ("7:00 UTC", None), ("007:00", None), ("7:00:00:00", None), ("7 p.m", None),
    ],
)  # fmt: skip
def test_a_time_is_the_whole_text_or_is_not_read(text: str, at: time | None) -> None:
    assert shown_time(text) == at


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-06", date(2026, 3, 6)), ("Mon, 2026-03-02", date(2026, 3, 2)), ("Fri, Mar 6", date(2026, 3, 6)),
        ("6 March 2027", date(2027, 3, 6)), ("March 6th", date(2026, 3, 6)), ("Dec 30", date(2025, 12, 30)),
        ("Friday 6 March", date(2026, 3, 6)), ("Sept. 3, 2026", date(2026, 9, 3)), ("Today", date(2026, 3, 2)),
        ("tomorrow", date(2026, 3, 3)), ("Yesterday, Sun", date(2026, 3, 1)), ("Today, Mar 2", date(2026, 3, 2)),
        ("Tomorrow, Tue, Mar 3, 2026", date(2026, 3, 3)), ("Mar\u00a06", date(2026, 3, 6)),
        ("Tue, 2026-03-06", None), ("Feb 30", None), ("2026-02-30", None), ("soon", None), ("", None), ("Friday", None),
        ("2026-03-06 to 2026-03-08", None), ("tomorrow at 9", None), ("Due 2026-03-06", None), ("Marchy 6", None),
        ("2–5 March 2026", None), ("1/2 March 2026", None), ("Mar 2-5, 2026", None), ("Tomorrow, Mar 9 2026", None),
        ("not on 3 March 2026", None), ("before 3 March 2026", None), ("Today, Tue", None), ("Mar ٦", None),
        ("Mar 6 or 7", None), ("Mon, Mar 6", None), ("Foo, Mar 6", None), ("3 March 20266", None),
        ("1 Mar 2026?", None),
    ],
)  # fmt: skip
def test_a_day_is_the_whole_text_or_is_not_read(text: str, day: date | None) -> None:
    assert shown_date(text, NOW) == day


def test_a_day_without_a_year_needs_to_know_today() -> None:
    assert shown_date("Mar 6") is None
    assert shown_date("Today") is None
    assert shown_date("Today, Mar 2 2026") is None
    assert shown_date("Mar 6 2026") == date(2026, 3, 6)


amounts = st.decimals(-999_999_999, 999_999_999, places=2)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1))
PLACES = ("{}", "${}", "€ {}", "{} €", " {} ")


def german(shown: str) -> str:
    return shown.translate(str.maketrans(",.", ".,"))


@given(amounts, st.sampled_from(PLACES), st.booleans())
def test_an_amount_is_read_as_it_was_shown(amount: Decimal, place: str, comma: bool) -> None:
    shown = f"{abs(amount):,.2f}"
    text = ("-" if amount < 0 else "") + place.format(german(shown) if comma else shown).strip()
    assert shown_number(text, NumberFormat.COMMA if comma else NumberFormat.POINT) == amount
    assert shown_number(text, NumberFormat.POINT if comma else NumberFormat.COMMA) is None


@given(st.times(), st.sampled_from(["%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S\u202f%p"]))
def test_a_time_is_read_as_it_was_shown(at: time, form: str) -> None:
    read = at.replace(microsecond=0, second=at.second if "%S" in form else 0)
    assert shown_time(at.strftime(form)) == read
    assert shown_time(at.strftime(form).lower().removeprefix("0")) in (read, None)


DATED = ("%Y-%m-%d", "%a, %b %d, %Y", "%A %d %B %Y", "%d. %b %Y", "%B %dth, %Y")


@given(days, st.sampled_from(DATED))
def test_a_day_is_read_as_it_was_shown(day: date, form: str) -> None:
    assert shown_date(day.strftime(form)) == day


@given(st.integers(-180, 180), st.sampled_from(["%b %d", "%a, %d %B"]))
def test_a_day_near_today_is_read_without_a_year(offset: int, form: str) -> None:
    day = NOW.date() + timedelta(days=offset)
    assert shown_date(day.strftime(form), NOW) == day


@given(days, days, st.sampled_from(DATED[1:3]))
def test_a_weekday_of_another_day_is_a_contradiction(day: date, other: date, form: str) -> None:
    assume(day.weekday() != other.weekday())
    weekday, rest = form.split(" ", 1)
    assert shown_date(f"{other.strftime(weekday)} {day.strftime(rest)}") is None


words = st.text(max_size=6).filter(str.strip)
HARMLESS = {" am", " pm", "$", "€", "£", "¥"}


@given(amounts.map(abs), words, words)
@example(Decimal("5.00"), "٠", "k")
def test_an_amount_with_anything_more_is_not_read(amount: Decimal, before: str, behind: str) -> None:
    shown = f"{amount:,.2f}"
    value = shown_number(f"{shown} {behind.strip()}")
    assert value is None or behind.strip() in HARMLESS
    value = shown_number(f"{before.strip()} {shown}")
    assert value is None or before.strip() in HARMLESS | {"-", "−"}


@given(st.times(), words)
def test_a_time_with_anything_more_is_not_read(at: time, more: str) -> None:
    assume(more.strip().casefold().replace(".", "") not in ("am", "pm"))
    assert shown_time(f"{at:%H:%M} {more.strip()}") is None
    assert shown_time(f"{more.strip()} {at:%H:%M}") is None


@given(days, words, st.sampled_from(DATED))
def test_a_day_with_anything_more_is_not_read(day: date, more: str, form: str) -> None:
    assert shown_date(f"{day.strftime(form)} {more.strip()}", NOW) is None
    value = shown_date(f"{more.strip()} {day.strftime(form)}", NOW)
    assert value in (None, day)
    assert value is None or more.strip().casefold()[:3] == day.strftime("%a").casefold()


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    for written in NumberFormat:
        shown_number(text, written, {"x"})
    shown_time(text)
    shown_date(text, NOW)


def test_there_is_no_day_after_the_last() -> None:
    assert shown_date("Tomorrow", datetime.max.replace(tzinfo=UTC)) is None
    assert shown_date("Yesterday", datetime.min.replace(tzinfo=UTC)) is None
    assert shown_date("Dec 31", datetime.max.replace(tzinfo=UTC)) == date.max


def value_of(source: str, *texts: str) -> object:
    shown = tuple(Element("android.widget.TextView", text, resource_id=f"{PACKAGE}:id/one") for text in texts)
    window = Element("android.view.View", package=PACKAGE, children=shown)
    return read(
        parse_extractor(source, PACKAGE), ExtractionScope(ScreenIndex(Screen(PACKAGE, "", (window,), 400, 800)))
    )


def test_what_stands_around_a_value_a_pattern_says() -> None:
    assert value_of('number(one, "Total: {}")', "Total: $5.00") == Decimal("5.00")
    assert isinstance(value_of("number(one)", "Total: $5.00"), UnreadValue)
    assert isinstance(value_of('number(one, "Total: {}")', "Total: $5.00 each"), UnreadValue)
    assert value_of('time(one, "* at {}")', "Today at 7:00 PM") == time(19)


def test_labels_are_joined_only_where_none_of_them_could_be_two() -> None:
    assert value_of('all(one, ", ")', "Ann", "Bob") == "Ann, Bob"
    for name in ("Ann, Bob", "Ann,Bob", "Ann,", ",", "", " "):
        doubtful = value_of('all(one, ", ")', name, "Cy")
        assert isinstance(doubtful, UnreadValue), name
        assert "could be none or several" in doubtful.reason
    assert value_of('all(one, "")', "Ann", "Bob") == "AnnBob"
