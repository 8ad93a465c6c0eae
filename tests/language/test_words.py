"""Rules in plain English: what the person who reviews a specification reads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.app import App
from handrail.language import Specification, State, Type, Variable
from handrail.language.similarity import EXACT, TRIGRAMS
from handrail.language.verbalize import LONGEST_NAME, LONGEST_QUOTE, in_words, printable, quoted, spaced
from language.rule_strategies import APP


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("True -> Done", "To finish: nothing is required."),
        ("GPSFix() -> Done", "To finish: GPS fix is shown."),
        ("Alarm() -> Done", "To finish: an entry of alarms."),
        ("`submission rule`() -> Done", "To finish: submission rule is shown."),
        (
            'Alarm(label = "Work", time = 9:00, on = true) -> Done',
            'To finish: an entry of alarms where label is "Work" and time is 09:00 and on is true.',
        ),
        ('Note(title ~= "Milk") -> Done', 'To finish: note: the heading means "Milk".'),
        ('Note(title not ~= "Milk") -> Done', 'To finish: note: the heading does not mean "Milk".'),
        ('Note(title contains "milk") -> Done', 'To finish: note: the heading contains "milk".'),
        ('Note(title not contains "milk") -> Done', 'To finish: note: the heading does not contain "milk".'),
        ('Note(title in ["a", "b", "c"]) -> Done', 'To finish: note: the heading is one of "a", "b" or "c".'),
        ('Note(title in ["a"]) -> Done', 'To finish: note: the heading is "a".'),
        ('Note(title not in ["a", "b"]) -> Done', 'To finish: note: the heading is none of "a" or "b".'),
        ('Note(title not in ["a"]) -> Done', 'To finish: note: the heading is other than "a".'),
        ("Note(length != 3) -> Done", "To finish: note: length is other than 3."),
        ("Note(length < 3, length >= 0.50) -> Done", "To finish: note: length is below 3 and length is at least 0.5."),
        ("Note(length > 3, length <= 1e3) -> Done", "To finish: note: length is above 3 and length is at most 1000."),
        ("Note(day = Today, day < Tomorrow) -> Done", "To finish: note: day is today and day is before tomorrow."),
        ("Note(day > Yesterday) -> Done", "To finish: note: day is after yesterday."),
        ("Note(day <= Today+7) -> Done", "To finish: note: day is not after 7 days from now."),
        ("Note(day >= Today-3) -> Done", "To finish: note: day is not before 3 days ago."),
        ("Note(time < Now) -> Done", "To finish: note: time is before the present time."),
        ("Note(time >= 7:00 PM) -> Done", "To finish: note: time is not before 19:00."),
        ("Alarm()[= 0] -> Done", "To finish: no entry of alarms."),
        ("Alarm()[= 1] -> Done", "To finish: exactly 1 entry of alarms."),
        ("Alarm(on = true)[>= 2] -> Done", "To finish: at least 2 entries of alarms where on is true."),
        ("Alarm()[> 1000] -> Done", "To finish: more than 1,000 entries of alarms."),
        ("Alarm()[<= 1] -> Done", "To finish: at most 1 entry of alarms."),
        ("Alarm()[< 2] -> Done", "To finish: fewer than 2 entries of alarms."),
        ("Alarm(time = ?_) -> Done", "To finish: an entry of alarms where time is known."),
        (
            "Alarm(label = ?x) & Note(title = ?x) -> Done",
            "To finish: an entry of alarms where label is known; note: the heading is the label of alarms.",
        ),
        (
            "Note(length > ?x) & GPSFix(accuracy_m = ?x) -> Done",
            "To finish: note: length is above the accuracy m of GPS fix; GPS fix: accuracy m is known.",
        ),
    ],
)
def test_a_rule_is_told_in_plain_english(rule: str, words: str) -> None:
    assert Specification.parse(rule, APP).explain() == f"1. {words}"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('Note(title ~= "Gym") -> Done', 'is word for word "Gym"'),
        ('Note(title not ~= "Gym") -> Done', 'is not word for word "Gym"'),
    ],
)
def test_who_compares_the_very_words_is_not_told_of_meaning(rule: str, told: str) -> None:
    specification = Specification.parse(rule, APP)
    assert f"heading {told}" in specification.explain(EXACT)
    assert "mean" in specification.explain()
    assert "mean" in specification.explain(TRIGRAMS)


def test_objectives_are_told_with_what_still_means() -> None:
    specification = Specification.parse(
        "GPSFix() -> SetAlarm\nSetAlarm & still `3d Model` -> Done\nTrue -> `3d Model`", APP
    )
    assert specification.explain() == (
        "1. To set alarm: GPS fix is shown.\n"
        '2. To finish: "set alarm" done; "3d model" done and still as it was wanted.\n'
        "3. To 3d model: nothing is required."
    )


def test_what_was_so_once_is_told() -> None:
    specification = Specification.parse("once Alarm(on = true) & once GPSFix() -> Done", APP)
    assert specification.explain() == (
        "1. To finish: at some moment, an entry of alarms where on is true; at some moment, GPS fix is shown."
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SetAlarm", "set alarm"),
        ("set_alarm", "set alarm"),
        ("setAlarm2", "set alarm2"),
        ("GPSFix", "GPS fix"),
        ("send_SMSNow", "send SMS now"),
        ("submission rule", "submission rule"),
        ("A", "a"),
        ("_", "unnamed"),
        ("\u202e", "unnamed"),
    ],
)
def test_a_name_is_taken_apart_into_words(name: str, words: str) -> None:
    assert spaced(name) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "not set or not seen"), (True, "true"), ("Work", '"Work"'), ("", '""'), ('say "hi"', "\"say 'hi'\"")],
)
def test_a_value_is_told_so_that_texts_stand_out(value: str | bool | None, words: str) -> None:
    assert in_words(value) == words


@given(st.text())
@settings(max_examples=settings().max_examples // 2)
def test_a_text_from_a_screen_stays_in_its_quotation_marks_on_one_line(text: str) -> None:
    shown = quoted(text)
    assert shown[0] == shown[-1] == '"'
    assert '"' not in shown[1:-1]
    assert shown.isprintable()
    assert len(shown) <= LONGEST_QUOTE + 2


@pytest.mark.parametrize(
    "text", ["x" * 10_000_000, "\u202e" * 10_000_000, " " * 1_000 + "x"], ids=["x", "marks", "spaces"]
)
def test_a_long_text_is_cut_and_says_so(text: str) -> None:
    assert printable(text, 20).endswith("…")
    assert len(printable(text, 20)) <= 20


@given(st.text())
@settings(max_examples=settings().max_examples // 10)
def test_no_description_and_no_name_spoils_the_sentence(text: str) -> None:
    odd = State.of("Screen", Variable("title", Type.TEXT, description=text), description=text)
    explained = Specification.parse('Screen(title = "x") -> Done', App.of("Odd", [odd])).explain()
    assert explained.isprintable()
    assert explained.startswith("1. To finish: ")
    assert len(explained) < 2 * LONGEST_NAME + 60
