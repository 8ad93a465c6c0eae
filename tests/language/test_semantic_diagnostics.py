"""What can be read and cannot be meant: names, types, variables and objectives, each with the nearest right one."""

from collections.abc import Sequence

import pytest

from handrail.app import App
from handrail.language import State, diagnose
from language.rule_strategies import APP, VALID_RULES

ENOUGH = "\nGPSFix() -> SetAlarm\nGPSFix() -> Done"

ERRORS: Sequence[tuple[str, str, int, int, str, str]] = (
    # the rule, the code, the column, the length, words of what was found, words of what would be right
    ("Alrm() -> Done", "unknown-state", 1, 4, "`Alrm`", "did you mean `Alarm`?"),
    ("alarm() -> Done", "unknown-state", 1, 5, "`alarm`", "did you mean `Alarm`?"),
    ("GPSFix() & Bicycle() -> Done", "unknown-state", 12, 7, "`Bicycle`", "`Alarm`, `Note`"),
    ("`submision rule`() -> Done", "unknown-state", 1, 16, "`submision rule`", "did you mean `submission rule`?"),
    ("SetAlarm() -> Done", "unknown-state", 1, 8, "`SetAlarm`", "objective"),
    ("Alarm(lable = 1) -> Done", "unknown-variable", 7, 5, "`lable` in `Alarm`", "did you mean `label`?"),
    ("Alarm(LABEL = 1) -> Done", "unknown-variable", 7, 5, "`LABEL` in `Alarm`", "did you mean `label`?"),
    ("GPSFix(zzz = 1) -> Done", "unknown-variable", 8, 3, "`zzz` in `GPSFix`", "`accuracy_m`"),
    ('Alarm(repeat = "Dayly") -> Done', "unknown-enum-value", 16, 7, "`Dayly`", "did you mean `Daily`?"),
    ('Alarm(repeat = "x") -> Done', "unknown-enum-value", 16, 3, "`x`", "`Once`, `Daily`, `On weekdays`"),
    ('Alarm(repeat != "") -> Done', "unknown-enum-value", 17, 2, "``", "`Once`, `Daily`, `On weekdays`"),
    # operators
    ('Alarm(label < "x") -> Done', "wrong-operator", 7, 11, "`label` of `Alarm` is a Text", "`~=`"),
    ('Alarm(repeat ~= "Once") -> Done', "wrong-operator", 7, 16, "`repeat` of `Alarm` is an Enum", "`in`"),
    ('Alarm(repeat contains "O") -> Done', "wrong-operator", 7, 19, "`contains`", "`!=`"),
    ("Alarm(on > false) -> Done", "wrong-operator", 7, 10, "`on` of `Alarm` is a Boolean", "`=`"),
    ("Note(length ~= 3) -> Done", "wrong-operator", 6, 11, "`~=`", "`<=`"),
    ("Note(day not contains 2025-01-01) -> Done", "wrong-operator", 6, 27, "`not contains`", "`>`"),
    ("Alarm(label = ?x, repeat < ?x) -> Done", "wrong-operator", 19, 11, "`<`", "`=`"),
    # constants
    ("Alarm(label = 5) -> Done", "wrong-constant", 15, 1, "`label` of `Alarm` is a Text, and `5`", "double quotes"),
    ("Alarm(label = true) -> Done", "wrong-constant", 15, 4, "`true`", "double quotes"),
    ("Alarm(label = Today) -> Done", "wrong-constant", 15, 5, "`Today`", "double quotes"),
    ("Alarm(repeat = 1) -> Done", "wrong-constant", 16, 1, "is an Enum, and `1`", "double quotes"),
    ('Note(length = "5") -> Done', "wrong-constant", 15, 3, '`"5"`', "without quotes"),
    ("Note(length = true) -> Done", "wrong-constant", 15, 4, "is a Number, and `true`", "without quotes"),
    ("Note(length = 9:00) -> Done", "wrong-constant", 15, 4, "`09:00`", "without quotes"),
    ('Alarm(on = "true") -> Done', "wrong-constant", 12, 6, '`"true"`', "without quotes"),
    ("Alarm(on = 1) -> Done", "wrong-constant", 12, 1, "is a Boolean, and `1`", "`true` or `false`"),
    ('Note(day = "2025-07-17") -> Done', "wrong-constant", 12, 12, '`"2025-07-17"`', "without quotes"),
    ("Note(day = Now) -> Done", "wrong-constant", 12, 3, "is a Date, and `Now`", "`Today+7`"),
    ("Note(day = 9:00) -> Done", "wrong-constant", 12, 4, "is a Date", "`2025-07-17`"),
    ("Note(time < Today) -> Done", "wrong-constant", 13, 5, "is a Time, and `Today`", "`19:00`"),
    ('Alarm(time = "9:00") -> Done', "wrong-constant", 14, 6, '`"9:00"`', "without quotes"),
    ("Alarm(time = 9) -> Done", "wrong-constant", 14, 1, "is a Time, and `9`", "`19:00`"),
    ('Note(text contains "") -> Done', "empty-containment", 20, 2, "`contains`", "words to look for"),
    ('Note(text not contains " \\t") -> Done', "empty-containment", 24, 5, "`not contains`", "words to look for"),
    # variables of a rule
    ("once Alarm(label = ?x) & Note(text = ?x) -> Done", "variable-under-once", 12, 10, "under `once`", "a constant"),
    ("Note() & once Alarm(label = ?_) -> Done", "variable-under-once", 21, 10, "`?_`", "leave `once` out"),
    ("Alarm(label != ?x) -> Done", "unbound", 7, 11, "`?x`", "bind it with `=`"),
    ("Note(length < ?x) & GPSFix(accuracy_m > ?x) -> Done", "unbound", 6, 11, "`?x`", "bind it with `=`"),
    ("Alarm(label in [?x]) -> Done", "unbound", 7, 12, "`?x`", "bind it with `=`"),
    ("Alarm(label = ?x)[= 0] -> Done", "unbound", 7, 10, "`?x`", "at least one row"),
    ("Alarm(label = ?x)[<= 5] -> Done", "unbound", 7, 10, "`?x`", "at least one row"),
    ("Alarm(label = ?x)[< 5] -> Done", "unbound", 7, 10, "`?x`", "at least one row"),
    ("Alarm(label = ?x)[>= 0] -> Done", "unbound", 7, 10, "`?x`", "at least one row"),
    ("Alarm(label != ?_) -> Done", "unbound", 7, 11, "`?_`", "`= ?_`"),
    ("Alarm(label = ?_)[= 0] -> Done", "unbound", 7, 10, "`?_`", "row"),
    ("Note(text = ?x, length = ?x) -> Done", "type-of-variable", 17, 11, "a Text elsewhere", "two variables"),
    ("Note(day = ?x) & Alarm(time > ?x) -> Done", "type-of-variable", 24, 9, "a Date elsewhere", "two variables"),
    (
        "Alarm(repeat = ?x) & Note(length = ?x) -> Done",
        "type-of-variable",
        27,
        11,
        "an Enum elsewhere",
        "two variables",
    ),
    ("Alarm(lable = ?x, label != ?x) -> Done", "unknown-variable", 7, 5, "`lable`", "did you mean `label`?"),
    # objectives
    ("SetAlrm -> Done", "no-such-objective", 1, 7, "`SetAlrm`", "did you mean `SetAlarm`?"),
    ("GPSFix() & still Zebra -> Done", "no-such-objective", 18, 5, "`Zebra`", "there are rules for `SetAlarm`"),
    ("Alarm -> Done", "no-such-objective", 1, 5, "`Alarm`", "`Alarm()`"),
    ("`submission rule` -> Done", "no-such-objective", 1, 17, "`submission rule`", "`submission rule`()"),
    ("GPSFix() -> Alarm", "state-as-head", 13, 5, "`Alarm` is a state", "a name of its own"),
    ("GPSFix() & SetAlarm -> SetAlarm", "cycle", 12, 8, "`SetAlarm` needs `SetAlarm`", "take one requirement out"),
)


@pytest.mark.parametrize(
    ("rule", "code", "column", "length", "found", "help"), ERRORS, ids=[error[0] for error in ERRORS]
)
def test_a_mistake_is_told_with_what_would_be_right(
    rule: str, code: str, column: int, length: int, found: str, help: str
) -> None:
    (diagnostic,) = diagnose(rule + ENOUGH, APP)
    span = diagnostic.span
    assert (diagnostic.code, span.line, span.column, span.length) == (code, 1, column, length)
    assert found in diagnostic.found
    assert help in diagnostic.help


@pytest.mark.parametrize(
    "rule",
    [
        *VALID_RULES,
        'Alarm(repeat = " ＤＡＩＬＹ ", repeat in ["on  WEEKDAYS"]) -> Done',
        "Note(length = 1, length != 1.5, length in [2], length not in [3], length < 4, length >= 5) -> Done",
        "Note(day = Today, day < Tomorrow, day >= Yesterday-3, day in [2025-07-17, Today]) -> Done",
        "Note(time = Now, time < 7:00 PM, time not in [Now, 9:00]) -> Done",
        'Note(text = "", text ~= "", text in [""]) -> Done',
        "Note(text = ?x) & Alarm(repeat = ?x) -> Done",
        "Note(text contains ?x) & Alarm(label = ?x) -> Done",
        "Alarm(label = ?x)[= 0] & Note(text = ?x) -> Done",
        "Note(text = ?x) & Alarm(label != ?x)[<= 3] -> Done",
        "Alarm(label = ?x)[>= 2] -> Done",
        "Note(text = ?_, length = ?_, day = ?_) -> Done",
        "Note(length in [?x, 1]) & GPSFix(accuracy_m = ?x) -> Done",
        "GPSFix()[= 0] & GPSFix()[>= 0] -> Done",
        "still SetAlarm & SetAlarm -> Done",
    ],
)
def test_what_can_be_meant_is_accepted(rule: str) -> None:
    assert diagnose(f"{rule}\n{ENOUGH}\nSetAlarm -> WriteNote", APP) == ()


def test_every_mistake_of_a_specification_is_told_at_once_in_the_order_of_the_text() -> None:
    text = (
        "R1: Alarm(lable = “x”) -> Done\n"
        'R2: Alrm() & Alarm(tiem = 9:00, on = 1, repeat ~= "Once", repeat in ["a", "b"]) -> Alarm\n'
        "R3: Missing & A -> B\n"
        "R4: B -> A\n"
        "R5: Note(text != ?x) => Done"
    )
    assert [(diagnostic.span.line, diagnostic.code) for diagnostic in diagnose(text, APP)] == [
        (1, "syntax"),
        (2, "unknown-state"),
        (2, "unknown-variable"),
        (2, "wrong-constant"),
        (2, "wrong-operator"),
        (2, "unknown-enum-value"),
        (2, "unknown-enum-value"),
        (2, "state-as-head"),
        (3, "no-such-objective"),
        (4, "cycle"),
        (5, "syntax"),
    ]


@pytest.mark.parametrize("text", ["", "\n \t\n", "# only a comment", "\ufeff", []])
def test_a_specification_without_rules_is_an_error(text: str | list[str]) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == ("no-rule", 1, 1)
    assert "-> Done" in diagnostic.help


@pytest.mark.parametrize(
    ("text", "line", "help"),
    [
        ("GPSFix() -> SetAlarm", 1, "`SetAlarm -> Done`"),
        ("GPSFix() -> B\nGPSFix() -> A", 2, "`A & B -> Done`"),
        ("GPSFix() -> done", 1, "write `Done`"),
        ("GPSFix() -> DONE\nGPSFix() -> A", 1, "write `Done`"),
    ],
)
def test_a_specification_without_a_rule_for_done_is_an_error(text: str, line: int, help: str) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert (diagnostic.code, diagnostic.span.line) == ("no-done", line)
    assert "`Done`" in diagnostic.found
    assert help in diagnostic.help


def test_a_state_is_not_offered_as_what_completes_the_task() -> None:
    diagnostics = diagnose("GPSFix() -> Alarm", APP)
    assert "state-as-head" in [diagnostic.code for diagnostic in diagnostics]
    assert not any("Alarm -> Done" in diagnostic.help for diagnostic in diagnostics)


def test_help_is_a_whole_clause_when_there_is_nothing_to_list() -> None:
    empty = App.of("Empty", [])
    (unknown, *_) = diagnose("Alarm() -> Done", empty)
    assert (unknown.code, unknown.help.endswith("declares")) == ("unknown-state", False)
    bare = App.of("Bare", [State.of("Screen")])
    (unknown, *_) = diagnose("Screen(x = 1) -> Done", bare)
    assert (unknown.code, unknown.help.endswith("declares")) == ("unknown-variable", False)
    (missing,) = diagnose("Reserve -> Done", bare)
    assert (missing.code, missing.help.endswith("for")) == ("no-such-objective", False)


def test_a_long_name_is_cut_short_where_it_is_told() -> None:
    for diagnostic in diagnose(f"{'a' * 5_000}({'b' * 5_000} = 1) & {'c' * 5_000} -> {'d' * 4_000}", APP):
        assert len(diagnostic.found) + len(diagnostic.help) < 500
