"""No text crashes the reader, and whatever it says points into that text."""

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from handrail.language import Diagnostic, Specification, SpecificationError, diagnose
from handrail.language.diagnostic import show_diagnostic, source_lines
from language.rule_strategies import APP, FRAGMENTS, VALID_RULES, spoilt_texts


def check_what_is_said_about(text: str) -> None:
    diagnostics = diagnose(text, APP)
    event(diagnostics[0].code if diagnostics else "no error")
    lines = source_lines(text.removeprefix("\ufeff"))
    for diagnostic in diagnostics:
        assert diagnostic.found, "a diagnostic says what was found"
        assert diagnostic.help, "a diagnostic says what would be right"
        assert not diagnostic.found.endswith("."), "a diagnostic is made of clauses"
        assert diagnostic.found.isprintable(), f"{diagnostic.found!r} goes to a terminal"
        assert diagnostic.help.isprintable(), f"{diagnostic.help!r} goes to a terminal"
        assert 1 <= diagnostic.span.line <= len(lines)
        assert 1 <= diagnostic.span.column <= len(lines[diagnostic.span.line - 1]) + 1
        assert diagnostic.span.length >= 1
    places = [(diagnostic.span.line, diagnostic.span.column) for diagnostic in diagnostics]
    assert places == sorted(places)
    if diagnostics:
        with pytest.raises(SpecificationError) as raised:
            Specification.parse(text, APP)
        assert raised.value.diagnostics == diagnostics
    else:
        assert Specification.parse(text, APP).explain()


@given(spoilt_texts())
@settings(max_examples=settings().max_examples // 2)
@example("S(x = 1")
@example("->")
@example("`")
@example("R1:")
@example("True")
@example("\ufeff")
@example("S(\x00")
@example('Note(text = "\\u12") -> Done')
@example("Zebra -> Done\nGPSFix() -> `a\x07`")
def test_a_damaged_specification_is_diagnosed(text: str) -> None:
    check_what_is_said_about(text)


@given(st.text())
@settings(max_examples=settings().max_examples // 2)
def test_any_text_is_diagnosed(text: str) -> None:
    check_what_is_said_about(text)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=12).map(" ".join))
@settings(max_examples=settings().max_examples // 2)
def test_any_jumble_of_signs_and_words_is_diagnosed(text: str) -> None:
    check_what_is_said_about(text)


@given(st.binary())
@settings(max_examples=settings().max_examples // 4)
def test_any_bytes_taken_for_text_are_diagnosed(content: bytes) -> None:
    check_what_is_said_about(content.decode("latin-1"))
    check_what_is_said_about(content.decode("utf-8", errors="surrogateescape"))


@given(st.lists(st.one_of(spoilt_texts(), st.text()), max_size=4))
@settings(max_examples=settings().max_examples // 4)
def test_any_list_of_texts_is_diagnosed(entries: list[str]) -> None:
    for diagnostic in diagnose(entries, APP):
        assert 1 <= diagnostic.span.line <= max(1, len(entries))


@given(spoilt_texts(), st.sampled_from(VALID_RULES))
@settings(max_examples=settings().max_examples // 4)
def test_a_damaged_line_does_not_change_what_is_read_elsewhere(damaged: str, rule: str) -> None:
    before = [diagnostic for diagnostic in diagnose(damaged, APP) if diagnostic.code == "syntax"]
    after = [diagnostic for diagnostic in diagnose(f"{damaged}\n{rule}", APP) if diagnostic.code == "syntax"]
    assert after == before


def marked(diagnostic: Diagnostic, source: str) -> str:
    """The stretch of the source's line that stands above the marker."""
    _, line, marker, *_ = show_diagnostic(diagnostic, source).split("\n")
    return line[marker.index("^") : marker.rindex("^") + 1]


@given(st.sampled_from(("", "\t", "R1: ", "\ufeff", "\ufeffR1:\t", "# x\r\n", "\r", " " * 300)), st.integers(0, 60))
@settings(max_examples=min(500, settings().max_examples))
@example("\ufeff", 0)
def test_the_marker_stands_below_what_it_is_about(prefix: str, predicates: int) -> None:
    text = f"{prefix}{'GPSFix() & ' * predicates}GPSFix(acuracy_m = 1) -> Done"
    (diagnostic,) = diagnose(text, APP)
    assert marked(diagnostic, text) == "acuracy_m"
