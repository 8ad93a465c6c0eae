"""A specification is either whole and checked, or an error that says everything that is wrong with it."""

from dataclasses import FrozenInstanceError

import pytest

from handrail.error import HandrailError
from handrail.language import Level, Specification, SpecificationError, diagnose
from handrail.language.diagnostic import Diagnostic, nearest, show_diagnostic
from handrail.language.rule import Span
from language.rule_strategies import APP, VALID_RULES


def test_a_right_specification_keeps_its_rules_and_its_text() -> None:
    text = "\n".join(VALID_RULES)
    specification = Specification.parse(text, APP)
    assert len(specification.rules) == len(VALID_RULES)
    assert specification.source == text
    assert specification.states is APP.states


def test_two_specifications_are_equal_if_they_say_the_same() -> None:
    once = Specification.parse("R1: GPSFix( accuracy_m≤1.0 )→Done # so", APP)
    again = Specification.parse(["GPSFix(accuracy_m <= 1) -> Done"], APP)
    assert once == again
    assert once != Specification.parse("GPSFix(accuracy_m <= 2) -> Done", APP)


def test_a_specification_cannot_be_changed() -> None:
    specification = Specification.parse("GPSFix() -> Done", APP)
    with pytest.raises(FrozenInstanceError):
        specification.rules = ()  # type: ignore[misc]


def test_an_error_shows_every_line_with_a_marker_and_help() -> None:
    text = "# my rules\nAlarm(tiem = 9:00) -> SetAlarm\n\tR2: SetAlarm & Alarm(label = “x”) -> Done\r\nTrue -> Other"
    with pytest.raises(SpecificationError) as raised:
        Specification.parse(text, APP)
    assert isinstance(raised.value, HandrailError)
    assert raised.value.diagnostics == diagnose(text, APP)
    assert str(raised.value) == (
        "specification:2:7: no variable `tiem` in `Alarm`\n"
        "    Alarm(tiem = 9:00) -> SetAlarm\n"
        "          ^^^^\n"
        "help: did you mean `time`?\n"
        "specification:3:31: a typographic quote “\n"
        "     R2: SetAlarm & Alarm(label = “x”) -> Done\n"
        "                                  ^\n"
        'help: write texts in straight double quotes: "text"'
    )


def test_an_error_in_a_list_of_rules_shows_the_rule() -> None:
    with pytest.raises(SpecificationError) as raised:
        Specification.parse(["GPSFix() -> A", "A -> B & C\n-> Done"], APP)
    assert "specification:2:1: this rule has a line break in it\n    A -> B & C -> Done\n" in str(raised.value)


def test_the_place_in_a_long_rule_is_shown_with_what_is_around_it() -> None:
    text = f"{'GPSFix() & ' * 500}Alrm() & {'GPSFix() & ' * 500}GPSFix() -> Done"
    (diagnostic,) = diagnose(text, APP)
    _, line, marker, _ = show_diagnostic(diagnostic, text, "my.rules").split("\n")
    assert len(line) < 120
    start = marker.index("^")
    assert line[start : start + len(marker.strip())] == "Alrm"


def test_a_diagnostic_without_its_text_still_says_where() -> None:
    diagnostic = Diagnostic("odd", Span(7, 3), "something odd", "mend it", Level.WARNING)
    assert show_diagnostic(diagnostic, name="my.rules") == "my.rules:7:3: warning: something odd\nhelp: mend it"


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("lable", ("label", "time"), "label"),
        ("LABEL", ("label", "time"), "label"),
        ("tiem", ("label", "time"), "time"),
        ("zebra", ("label", "time"), None),
        ("", ("label",), None),
        ("x", (), None),
        ("label" + "x" * 400, ("label",), None),
    ],
)
def test_the_nearest_name_is_one_that_a_person_could_have_meant(
    name: str, candidates: tuple[str, ...], found: str | None
) -> None:
    assert nearest(name, candidates) == found


def test_that_there_are_no_rules_must_be_said() -> None:
    nothing = Specification.none(APP)
    assert not nothing.asks_for_anything
    assert Specification.restore(nothing.show(), APP) == nothing
    written = Specification.parse("GPSFix() -> Done", APP)
    assert Specification.restore(written.show(), APP) == written
    for text in ("", "# a comment", nothing.show()):
        with pytest.raises(SpecificationError):
            Specification.parse(text, APP)
    for text in ("", "# a comment"):
        with pytest.raises(SpecificationError):
            Specification.restore(text, APP)
