"""What a draft is held against without a model: the values of the instruction, and the origin of those of the rules."""

from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder.drafts import NOW, errands
from handrail.app.app import App
from handrail.encoder.check import check_draft
from handrail.encoder.draft import Draft, LeftOut, ValueSource
from handrail.encoder.instruction_values import Day, Number, Quotation, TimeOfDay, Weekdays, instruction_values
from handrail.text.word_forms import stem

CLOCK = datetime(2026, 3, 10, 9, 0)  # noqa: DTZ001 - as the others


def codes(
    rules: list[str],
    instruction: str,
    *,
    traces: tuple[ValueSource, ...] = (),
    left_out: tuple[LeftOut, ...] = (),
    app: App | None = None,
) -> set[str]:
    draft = Draft(tuple(rules), (), traces, left_out)
    return {diagnostic.code for diagnostic in check_draft(draft, app or errands(), instruction, NOW).refused}


@pytest.mark.parametrize(
    ("instruction", "rule"),
    [
        ("Set an alarm for 7:30 am", "Alarm(time = 7:30)"),
        ("Set an alarm for 7.30 a.m.", "Alarm(time = 7:30)"),
        ("Set an alarm for 7:30", "Alarm(time = 7:30)"),
        ("Set an alarm for 7:30", "Alarm(time = 19:30)"),
        ("Set an alarm for noon", "Alarm(time = 12:00)"),
        ("Set an alarm for midnight", "Alarm(time = 0:00)"),
        ("Wake me at 19:45", "Alarm(time = 19:45)"),
        ("A table for four", "Table(people = 4)"),
        ("A table for 4 people", "Table(people = 4)"),
        ("A table for a dozen", "Table(people = 12)"),
        ("A table today", "Table(date = Today)"),
        ("A table tomorrow", "Table(date = Tomorrow)"),
        ("A table tomorrow", "Table(date = 2026-03-11)"),
        ("A table on March 15", "Table(date = 2026-03-15)"),
        ("A table on 15 March", "Table(date = Today+5)"),
        ("A table on the 15th of March, 2027", "Table(date = 2027-03-15)"),
        ("A table on 2026-04-01", "Table(date = 2026-04-01)"),
        ('Write "see you soon" to Ann', 'Message(to = "Ann", text = "see you soon")'),
        ("Write “see you soon” to Ann", 'Message(to = "Ann", text = "see you soon")'),
        ("Write 'it isn’t late' to Ann's friend", 'Message(to contains "Ann", text = "it isn’t late")'),
        ("Tell Ann about the hamburger restaurants", 'Message(to = "Ann", text contains "hamburger restaurant")'),
        ("Turn on the alarm", "Alarm(on = true)"),
        ("An alarm on weekdays", 'Alarm(days = "Weekdays")'),
        ("At least 3 alarms", "Alarm(on = true)[>= 3]"),
        ("More than 2 alarms", "Alarm(on = true)[>= 3]"),
        ("No alarm at all", "Alarm(on = true)[= 0]"),
        ("Write 45 to Ann", 'Message(to = "Ann", text in ["45", "45.00", "45,00", "€45"])'),
        ("Write to Ann’s friend", 'Message(to = "Ann")'),
        ("Write to the Johnsons", 'Message(to contains "Johnson")'),
        ("안나에게 메시지를 보내", 'Message(to = "안나")'),
        ("서울이 맑다고 안나에게 보내", 'Message(to = "안나", text contains "서울")'),
        ("アンナに「今行く」と送って", 'Message(to = "アンナ")'),
        ("Wait 5s and turn the alarm on", "Alarm(on = true) & Table(people = 5)"),
        ("Write Monday to Wednesday to Ann", 'Message(to = "Ann", text = "Mon, Tue, Wed")'),
        ("Write the days mon-wed to Ann", 'Message(to = "Ann", text contains "days")'),
        ("A table on Thursday", "Table(date = Today+2)"),
        ("A table on Thursday for Ann", 'Table(date = 2026-03-12) & Message(to = "Ann")'),
        ("Turn on the alarm. On Errands, Switch it on", "Alarm(on = true)"),
        ("Open the Alarm page and turn it on", "Alarm(on = true)"),
        ("Send Every Alarm On Weekdays Now", 'Alarm(days = "Weekdays")'),
    ],
)
def test_what_was_said_is_found(instruction: str, rule: str) -> None:
    assert codes([f"{rule} -> Done"], instruction) == set()


@pytest.mark.parametrize(
    ("instruction", "rule", "code"),
    [
        ("Set an alarm for 7:30 am", "Alarm(time = 19:30)", {"ungrounded", "uncovered"}),
        ("Set an alarm for 7:30 am", 'Alarm(days = "Once")', {"uncovered"}),
        ("A table for four", "Table(people = 5)", {"ungrounded"}),
        ("A table for 4", "Table(people = 5)", {"ungrounded", "uncovered"}),
        ("A table tomorrow", "Table(date = Today)", {"ungrounded", "uncovered"}),
        ("A table tomorrow", "Table(people > 0)", {"ungrounded", "uncovered"}),
        ('Write "see you soon"', 'Message(text = "see you")', {"uncovered"}),  # it stands there, and is half of it
        ("Write to Ann", 'Message(to = "Bob")', {"ungrounded", "uncovered"}),
        ("Write to Annabel", 'Message(to = "Ann")', {"ungrounded", "uncovered"}),
        ("Write 45 to mum", 'Message(to = "mum", text in ["45", "450.00"])', {"ungrounded"}),
        ("Write to mum", 'Message(to = "Bob")', {"ungrounded"}),
        ("Write to Ann that Bob is late", 'Message(to = "Ann")', {"uncovered"}),
        ("Tell Ann Lee", 'Message(to = "Ann")', {"uncovered"}),
        ("An alarm on weekdays", 'Message(to = "Sat, Sun")', {"ungrounded", "uncovered"}),
        ("Write Monday to Wednesday to Ann", 'Message(to = "Ann", text = "Mon, Tue")', {"uncovered"}),
        ("At least 3 alarms", "Alarm(on = true)[>= 9]", {"ungrounded", "uncovered"}),
        ("Book a seat", "Message(text ~= 'x')", {"syntax"}),
    ],
)
def test_what_was_not_said_and_what_is_not_used_are_told(instruction: str, rule: str, code: set[str]) -> None:
    assert codes([f"{rule} -> Done"], instruction) == code


def test_an_assumption_stands_for_what_nobody_said() -> None:
    rule = ["Alarm(time >= 18:00) -> Done"]
    assert codes(rule, "An alarm for the evening") == {"ungrounded"}
    for what in ("18:00", "time >= 18:00", "Alarm.time >= 18:00", "Alarm.time"):
        assert (
            codes(rule, "An alarm for the evening", traces=(ValueSource(what, "the evening", 13, 24, "after 18:00"),))
            == set()
        )
    quoted_only = (ValueSource("18:00", "the evening", 13, 24),)
    assert codes(rule, "An alarm for the evening", traces=quoted_only) == {"ungrounded"}
    elsewhere = (ValueSource("Table.time", "the evening", 13, 24, "after 18:00"),)
    assert codes(rule, "An alarm for the evening", traces=elsewhere) == {"ungrounded"}


def test_words_that_were_never_said_refuse() -> None:
    traces = (ValueSource("18:00", "at six o'clock", -1, -1, "as said"),)
    assert codes(["Alarm(time >= 18:00) -> Done"], "An alarm for the evening", traces=traces) == {"misquoted"}


def test_a_value_that_no_rule_needs_is_declared() -> None:
    rule = ["Alarm(on = true) -> Done"]
    assert codes(rule, "I run for 30 minutes, turn the alarm on") == {"uncovered"}
    why = (LeftOut("30 minutes", "only the reason"),)
    assert codes(rule, "I run for 30 minutes, turn the alarm on", left_out=why) == set()
    other = (LeftOut("20 minutes", "only the reason"),)
    assert codes(rule, "I run for 30 minutes, turn the alarm on", left_out=other) == {"uncovered"}


def test_a_number_is_declared_left_out_with_its_unit_or_without() -> None:
    for words in ("5s", "5", "for 5 s"):
        why = (LeftOut(words, "only the reason"),)
        assert codes(["Alarm(on = true) -> Done"], "Wait for 5s, turn the alarm on", left_out=why) == set()


def test_a_name_may_be_declared_as_left_out() -> None:
    why = (LeftOut("Bob", "he only told the user"),)
    assert codes(["Alarm(on = true) -> Done"], "As Bob said, turn the alarm on") == {"uncovered"}
    assert codes(["Alarm(on = true) -> Done"], "As Bob said, turn the alarm on", left_out=why) == set()


def test_a_part_of_a_compound_that_is_quoted_was_said() -> None:
    rule = ['Alarm(label = "Einkauf") -> Done']
    assert codes(rule, "Lösche die Einkaufsliste") == {"ungrounded"}
    assert codes(rule, "Lösche die Einkaufsliste", traces=(ValueSource("Einkauf", "Einkaufsliste", 11, 24),)) == set()
    work = (ValueSource("Work", "Workout", 0, 0),)
    assert codes(['Alarm(label = "Work") -> Done'], "delete my workout", traces=work) == {"ungrounded"}


@pytest.mark.parametrize(
    ("instruction", "doubts"),
    [
        ("Turn the alarm on if it is off", {"missing-branch"}),
        ("Turn the alarm on. Feel free to look around if you are unsure", set()),
        ("Turn the alarm on, and wait if necessary", set()),
        ("Turn the alarm on unless it is on", {"missing-branch"}),
    ],
)
def test_what_is_left_to_the_agent_is_no_condition(instruction: str, doubts: set[str]) -> None:
    checked = check_draft(Draft(("Alarm(on = true) -> Done",)), errands(), instruction, NOW)
    assert {doubt.code for doubt in checked.doubts if doubt.code == "missing-branch"} == doubts


def test_a_value_may_be_spread_over_several_constants() -> None:
    from handrail.app.document import read_app

    app = read_app(
        [{"name": "Picker", "variables": [{"hour": "Number"}, {"minute": "Number"}, {"timer": "Number"}]}], "picker"
    )
    assert codes(["Picker(hour = 7, minute = 30) -> Done"], "an alarm at 7:30 am", app=app) == set()
    assert codes(["Picker(hour = 8, minute = 30) -> Done"], "an alarm at 7:30 am", app=app) == {
        "ungrounded",
        "uncovered",
    }
    assert codes(["Picker(timer = 30, hour = 0) -> Done"], "a timer of 30 minutes", app=app) == set()


def test_list_marks_are_no_numbers() -> None:
    values = instruction_values("Do this: 1. open it 2. wait 5 minutes", CLOCK)
    assert [value.words for value in values] == ["5"]


@pytest.mark.parametrize(
    ("instruction", "words"),
    [
        ("the kids' alarm and Bob's 3 alarms", ["3"]),
        ("post 'Hello World' now", ["'Hello World'"]),
        ("say “a”, \"b\" and 'c'", ["“a”", '"b"', "'c'"]),
        ("go to r/4chan with 1,500 people at 4.5", ["1,500", "4.5"]),
        ("a broken 'quote”, and “another one”", ["“another one”"]),
        ("from 7-9 pm", ["7", "9 pm"]),
        ("a 30-minute timer", ["30"]),
        ("nothing here", []),
    ],
)
def test_values_of_an_instruction(instruction: str, words: list[str]) -> None:
    assert [instruction[value.start : value.end] for value in instruction_values(instruction, CLOCK)] == words


@given(st.text(max_size=120))
def test_no_instruction_is_too_odd(text: str) -> None:
    values = instruction_values(text, CLOCK)
    for before, after in pairwise(values):
        assert before.end <= after.start
    assert all(isinstance(value.meaning, Quotation | Number | TimeOfDay | Day | Weekdays) for value in values)


@settings(max_examples=300)
@given(st.lists(st.one_of(st.text(max_size=40), st.just("Alarm(on = true) -> Done")), max_size=4), st.text(max_size=60))
def test_no_draft_is_too_odd(rules: list[str], instruction: str) -> None:
    checked = check_draft(Draft(tuple(rules)), errands(), instruction or "x", NOW)
    assert checked.specification is not None or checked.refused


@given(st.text(alphabet=st.characters(categories=["Ll"]), max_size=20))
def test_a_stem_is_never_empty_and_never_longer(word: str) -> None:
    assert bool(stem(word)) == bool(word)
    assert len(stem(word)) <= len(word) + 1
