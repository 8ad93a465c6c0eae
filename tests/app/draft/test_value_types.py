"""Types are judged from all values that were seen, and never guessed from some of them."""

import pytest

from handrail.app.draft.naming import state_name, thing_of, variable_name, words_of
from handrail.app.draft.value_types import pattern_of, readings_of
from handrail.app.text_pattern import read_pattern


@pytest.mark.parametrize(
    ("values", "readings"),
    [
        (["€3,187.05", "€8,300.00"], ["number(x)"]),
        (["08:30", "9:15"], ["time(x)"]),
        (["2027-01-03", "2027-02-14"], ["date(x)"]),
        (["Total: $15.50", "Total: $31.00"], ['number(x, "Total: {}")']),
        (["$19.99 • 4.5 stars", "$8.99 • 4.7 stars"], ['number(x, "{} • *")', 'number(x, "* • {}")']),
        (["€96.00 to Tom Baker", "€4.50 to Ann Lee"], ['number(x, "{} to *")']),
        (["€96.00 for Mia Klein", "€4.50 for Tom Klein"], ['number(x, "{} for *")']),
        (["Taken on 06 May 2026, 20:00", "Taken on 09 May 2026, 21:30"], ['text(x, "Taken on {}")']),
        (["06 May 2026, 20:00 by Ann", "09 May 2026, 21:30 by Ann"], ["text(x)"]),
        (["2 to do", "11 to do"], ['number(x, "{} to do")']),
        (["+44 7700 900086", "+44 7700 900765"], ["text(x)"]),
        (["12", "twelve"], ["text(x)"]),
        (["€5k", "€7k"], ["text(x)"]),
        (["", " "], ["text(x)"]),
    ],
)
def test_readings(values: list[str], readings: list[str]) -> None:
    assert [reading.of("x") for reading in readings_of(values)] == readings


def test_what_is_a_code_stays_a_text() -> None:
    assert [reading.of("x") for reading in readings_of(["5551234", "5559876"], "Phone")] == ["text(x)"]
    assert [reading.of("x") for reading in readings_of(["5551234", "5559876"], "Steps")] == ["number(x)"]


@pytest.mark.parametrize("texts", [["Delete “Home”?", "Delete “Work”?"], ["50% off {today}", "50% off {now}"], ["a*b"]])
def test_a_pattern_fits_every_text_that_it_was_made_of(texts: list[str]) -> None:
    assert all(read_pattern(pattern_of(texts)).fits(text) for text in texts)


@pytest.mark.parametrize(
    ("said", "name"),
    [("recipient_text_view", "recipient"), ("to", "to"), ("Add details", "details"), ("mBtnÜber", "m_uber")],
)
def test_names_are_those_of_what_is_meant(said: str, name: str) -> None:
    assert variable_name(thing_of(words_of(said))) == name


def test_a_name_can_be_written_in_a_rule() -> None:
    assert state_name(words_of("2 lists")) == "The2Lists"
    assert variable_name(["not"]) == "the_not"
