"""What cannot be read is reported where it stands, with what was found and what would be right."""

from collections.abc import Sequence

import pytest

from handrail.language import Diagnostic, Level, diagnose
from language.rule_strategies import APP

ERRORS: Sequence[tuple[str, int, str, str]] = (
    # the text, the column, words of what was found, words of what would be right
    ("Alarm(on = true) => SetAlarm", 18, "`=>`", "`->`"),
    ("Alarm() ⇒ SetAlarm", 9, "`⇒`", "`->`"),
    ("Alarm() --> SetAlarm", 9, "`-->`", "`->`"),
    ("Alarm() :- SetAlarm", 9, "`:-`", "`->`"),
    ("Alarm() then SetAlarm", 9, "`then`", "`->`"),
    ("Alarm() implies SetAlarm", 9, "`implies`", "`->`"),
    ("Alarm()", 8, "without an arrow", "`-> Done`"),
    ("Alarm() # and nothing more", 27, "without an arrow", "`-> Done`"),
    ("Alarm() -> ", 11, "ends here", "`Done` or a name"),
    ("-> Done", 1, "requires nothing", "`True ->`"),
    ("Alarm() -> -> Done", 12, "`->`", "a name"),
    # a rule that requires nothing
    ("True & Alarm() -> Done", 6, "`&` after `True`", "`True` stands alone"),
    ("True, Alarm() -> Done", 5, "`,` after `True`", "`True` stands alone"),
    ("True AND Alarm() -> Done", 6, "`AND` after `True`", "`True` stands alone"),
    ("R1: True and Alarm() -> Done", 10, "`and` after `True`", "`True` stands alone"),
    ("True Alarm() -> Done", 6, "`Alarm`", "`->`"),
    ("Alarm() & True -> Done", 11, "`True`", "drop it"),
    # quotes
    ("Alarm(label = “Work”) -> Done", 15, "“", 'straight double quotes: "text"'),
    ("Alarm(label = „Work“) -> Done", 15, "„", 'straight double quotes: "text"'),
    ("Alarm(label = «Work») -> Done", 15, "«", 'straight double quotes: "text"'),
    ("Alarm(label = 'Work') -> Done", 15, "single quote", 'double quotes: "text"'),
    ("Alarm(label = ‘Work’) -> Done", 15, "single quote", 'double quotes: "text"'),
    ('Alarm(label = "Work) -> Done', 15, "a text that does not end", 'close it with `"`'),
    ('Alarm("label" = "Work") -> Done', 7, "a text where a name belongs", "without quotes"),
    ('"Alarm"() -> Done', 1, "a text where a name belongs", "without quotes"),
    ('Alarm() -> "Done"', 12, "a text where a name belongs", "without quotes"),
    ("Alarm(label = Work) -> Done", 15, "`Work`", "double quotes"),
    ('Alarm(label = "a\\x") -> Done', 17, "escape", "`\\n`"),
    ('Alarm(label = "\\u12") -> Done', 17, "escape", "four hex digits"),
    ('Alarm(label = "\\ud83d") -> Done', 15, "half a character", "other half"),
    ("`Set Alarm -> Done", 1, "backticks that does not end", "another backtick"),
    ("Alarm(`` = 1) -> Done", 7, "backticks", "cannot be empty"),
    # `once`
    ("once Save -> Done", 11, "`once` before something without brackets", "stands before a state"),
    ("Alarm() & once still Save -> Done", 22, "`once` before something", "stays achieved"),
    ("once(on = true) -> Done", 5, "brackets after `once`", "backticks"),
    # what joins predicates and constraints
    ("Alarm() AND Note() -> Done", 9, "`AND`", "`&`"),
    ("Alarm() And Note() -> Done", 9, "`And`", "`&`"),
    ("Alarm() && Note() -> Done", 9, "`&&`", "`&`"),
    ("Alarm(), Note() -> Done", 8, "`,`", "`&`"),
    ("Alarm(); Note() -> Done", 8, "`;`", "`&`"),
    ("Alarm() | Note() -> Done", 9, "`|`", "one rule for each alternative"),
    ("Alarm() || Note() -> Done", 9, "`||`", "one rule for each alternative"),
    ("Alarm() or Note() -> Done", 9, "`or`", "one rule for each alternative"),
    ("Alarm() OR Note() -> Done", 9, "`OR`", "one rule for each alternative"),
    ("Alarm() ∨ Note() -> Done", 9, "`∨`", "one rule for each alternative"),
    ('Alarm(repeat = "Once" | "Daily") -> Done', 23, "`|`", "in ["),
    ('Alarm(repeat = "Once" or "Daily") -> Done', 23, "`or`", "in ["),
    ('Alarm(on = true & label = "x") -> Done', 17, "`&`", "`,`"),
    ('Alarm(on = true and label = "x") -> Done', 17, "`and`", "`,`"),
    ('Alarm(on = true AND label = "x") -> Done', 17, "`AND`", "`,`"),
    ('Alarm(on = true label = "x") -> Done', 17, "`label`", "`)` or `,`"),
    ("Alarm(on = true,) -> Done", 17, "comma before `)`", "remove it"),
    ('Alarm(repeat in ["Once", ]) -> Done', 26, "comma before `]`", "remove it"),
    ("Alarm(, on = true) -> Done", 7, "comma with nothing before it", "remove it"),
    ("Alarm(on = true,, time = 9:00) -> Done", 17, "comma with nothing before it", "remove it"),
    # comparisons, lists and counts
    ("Alarm(on) -> Done", 9, "without a comparison", "`available = true`"),
    ("Alarm(on: true) -> Done", 9, "`:`", "`=`"),
    ('Alarm(label is "x") -> Done', 13, "`is`", "a comparison"),
    ("Alarm(repeat in []) -> Done", 18, "an empty list", "at least one value"),
    ('Alarm(repeat in "Once") -> Done', 17, '`"Once"`', "list"),
    ("Note(length in 3) -> Done", 16, "`3`", "list"),
    ('Alarm(repeat = ["Once"]) -> Done', 16, "a list", "`in`"),
    ("Alarm()[!= 1] -> Done", 9, "`!=`", "`=`, `<`, `<=`, `>` or `>=`"),
    ("Alarm()[>= 1.5] -> Done", 12, "`1.5`", "whole number"),
    ("Alarm()[>= -1] -> Done", 12, "`-1`", "whole number"),
    ("Alarm()[>= 99999999999] -> Done", 12, "`99999999999`", "whole number"),
    # negation
    ("Alarm(!on) -> Done", 7, "negated", "`on != true`"),
    ("!Alarm() -> Done", 1, "negated", "`[= 0]`"),
    ("¬Alarm() -> Done", 1, "negated", "`[= 0]`"),
    # constants
    ("Alarm(on = True) -> Done", 12, "`True`", "`true`"),
    ("Alarm(on = FALSE) -> Done", 12, "`FALSE`", "`false`"),
    ("Alarm(on = null) -> Done", 12, "`null`", "unknown"),
    ("Note(day = today) -> Done", 12, "`today`", "`Today`"),
    ("Note(time < now) -> Done", 13, "`now`", "`Now`"),
    ("Alarm(time = 9:5) -> Done", 14, "`9:5`", "`9:05`"),
    ("Alarm(time = 25:00) -> Done", 14, "`25:00`", "`19:00`"),
    ("Alarm(time = 7pm) -> Done", 14, "`7pm`", "`7:00 PM`"),
    ("Alarm(time = 7 PM) -> Done", 14, "`7 PM`", "`7:00 PM`"),
    ("Note(day = 2025-7-1) -> Done", 12, "`2025-7-1`", "`2025-07-17`"),
    ("Note(day = 17.07.2025) -> Done", 12, "`17.07.2025`", "`2025-07-17`"),
    ("Note(day = 2025-02-30) -> Done", 12, "`2025-02-30`", "a real day"),
    ("Note(day = Today+9999999) -> Done", 12, "`Today+9999999`", "100,000 days"),
    ("Note(length = 05) -> Done", 15, "`05`", "no leading zero"),
    ("Note(length = +5) -> Done", 15, "`+5`", "no `+`"),
    ("Note(length = 5km) -> Done", 15, "`5km`", "no unit"),
    ("Note(length = 1e999999999) -> Done", 15, "`1e999999999`", "digits"),
    ("Note(length = 1,000) -> Done", 17, "`000`", "number"),
    # names
    ("Note(3d = true) -> Done", 6, "`3d`", "backticks"),
    ("Alarm() -> True", 12, "`True`", "objective"),
    ("Alarm() -> still", 12, "keyword `still`", "`` `still` ``"),
    ("Alarm(Today = 1) -> Done", 7, "keyword `Today`", "`` `Today` ``"),
    ("Alarm(\u200blabel = 1) -> Done", 7, "ZERO WIDTH SPACE", "remove it"),
    # heads, labels
    ("Alarm() -> A & B", 14, "a second head", "one head"),
    ("Alarm() -> A, B", 13, "a second head", "one head"),
    ("Alarm() -> A or B", 14, "`or`", "one head"),
    ("Alarm() -> SetAlarm()", 20, "brackets after the head", "without brackets"),
    ("Alarm() -> Done.", 16, "`.` after the head", "ends with its head"),
    ("Alarm() -> Done Alarm() -> Done", 17, "`Alarm` after the head", "one line"),
    ("- Alarm() -> Done", 1, "`-`", "no bullet"),
    ("• Alarm() -> Done", 1, "`•`", "no bullet"),
    # the end of the task
    ("Done -> Done", 1, "`Done` stands before the arrow", "its own end"),
    ("Done & Alarm() -> SetAlarm", 1, "`Done` stands before the arrow", "its own end"),
    ("Alarm() & still Done -> Done", 17, "`Done` stands before the arrow", "its own end"),
)


@pytest.mark.parametrize(("text", "column", "found", "help"), ERRORS, ids=[error[0] for error in ERRORS])
def test_a_mistake_is_told_where_it_stands_and_how_to_mend_it(text: str, column: int, found: str, help: str) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == ("syntax", 1, column)
    assert diagnostic.level is Level.ERROR
    assert found in diagnostic.found
    assert help in diagnostic.help


@pytest.mark.parametrize(
    ("text", "impossible"),
    [
        ("Alarm(on = true; time = 9:00) -> Done", "`]`"),
        ("Note(length = 50%) -> Done", "`]`"),
        ("Alarm(time = Now + 1) -> Done", "`]`"),
        ('Alarm(label ~ "x") -> Done', "`->`"),
        ('Alarm(label starts "x") -> Done', "`->`"),
        ("A.on = true -> Done", "a comparison"),
    ],
)
def test_nothing_is_expected_that_could_not_stand_there(text: str, impossible: str) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert impossible not in diagnostic.help


PLACES: Sequence[tuple[str, int, int]] = (
    ("Alarm(on = True) -> Done", 1, 12),
    ("  \tAlarm(on = True) -> Done", 1, 15),
    ("R1: Alarm(on = True) -> Done", 1, 16),
    ("12)\tAlarm(on = True) -> Done", 1, 16),
    ("\ufeffAlarm(on = True) -> Done", 1, 12),
    ("# comment\n\nAlarm(on = True) -> Done", 3, 12),
    ("# comment\r\n\r\nAlarm(on = True) -> Done\r\n", 3, 12),
    ("# comment\r\rAlarm(on = True) -> Done\r", 3, 12),
    ("# comment\u2028\x0b\x0c\x85\nAlarm(on = True) -> Done", 2, 12),
    ('Note(text = "\u2028😀日本", pinned = True) -> Done', 1, 30),
)


@pytest.mark.parametrize(("text", "line", "column"), PLACES)
def test_a_place_is_that_in_the_text_which_the_user_wrote(text: str, line: int, column: int) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.length) == (line, column, 4)


def test_rules_that_come_one_by_one_are_counted_as_lines() -> None:
    (diagnostic,) = diagnose(["GPSFix() -> Done", "# comment", "Alarm(on = True) -> Done"], APP)
    assert (diagnostic.span.line, diagnostic.span.column) == (3, 12)


def test_a_rule_of_a_list_has_no_line_break() -> None:
    (diagnostic,) = diagnose(["GPSFix() -> Done", "GPSFix()\n-> Done"], APP)
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 1)
    assert "line break" in diagnostic.found


def test_every_mistake_is_told_at_once() -> None:
    text = "\n".join(error[0] for error in ERRORS[:50])
    assert [diagnostic.span.line for diagnostic in diagnose(text, APP)] == list(range(1, 51))


def codes(diagnostics: Sequence[Diagnostic]) -> set[str]:
    return {diagnostic.code for diagnostic in diagnostics}


@pytest.mark.parametrize(
    "text",
    [
        "Alarm(on = true) => SetAlarm\nSetAlarm -> Done",
        "Alarm(on = ) -> SetAlarm\nSetAlarm -> Done",
        "Alarm(on = true) ⇒ `Set Alarm`\n`Set Alarm` -> Done",
        "Alarm(label = 'x') -> SetAlarm  # the alarm\nSetAlarm & still SetAlarm -> Done",
        "GPSFix() -> A\nA => Done",
        "GPSFix() -> A\nA & | -> Done",
        "GPSFix() -> Done()",
        'Alarm(label = "-> Other) -> SetAlarm\nSetAlarm -> Done',
        "Alarm(label = “-> Other”) -> SetAlarm\nSetAlarm -> Done",
        "Alarm(on = True) -> A\nA & Alarm(on = True) -> B\nB -> Done",
        "A -> B & Done\nGPSFix() -> A",
        "A -> Done | B\nGPSFix() -> A",
        "If Alarm() then SetAlarm\nSetAlarm -> Done",
        "GPSFix()[>= 1.5] -> A\nA -> Done",
        "Note(day = Today+9999999) -> A\nA -> Done",
        'Note(text = "\\q") -> A\nA -> Done',
        "GPSFix()",
        "->",
        "```",
        "{",
    ],
)
def test_what_a_damaged_line_would_have_said_is_not_reported_as_missing(text: str) -> None:
    assert codes(diagnose(text, APP)) == {"syntax"}


def test_an_objective_that_no_line_names_is_still_reported_beside_a_damaged_line() -> None:
    assert codes(diagnose("Alarm(on = True) -> A\nA & B -> Done", APP)) == {"syntax", "no-such-objective"}


def test_a_very_long_specification_of_mistakes_is_cut_short_without_further_complaints() -> None:
    text = "\n".join(["SetAlarm -> Done", *["Alarm(on = True) -> A"] * 200, "Alarm() -> SetAlarm"])
    diagnostics = diagnose(text, APP)
    assert codes(diagnostics) == {"syntax", "too-many-errors"}
    assert diagnostics[-1].code == "too-many-errors"
    assert diagnostics[-1].span.line > 100
