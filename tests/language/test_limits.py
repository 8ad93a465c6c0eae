"""However long a text is, it gets an answer, and the work for it grows with its length and no faster.

Work is counted, never timed: every call of a Python or C function is one unit.
"""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import pytest

from handrail.language import Specification, SpecificationError, diagnose
from handrail.language.parser import parse
from language.rule_strategies import APP

SLACK = 2.5
"""How much more work a text of twice the length may be."""


def work(task: Callable[[], object]) -> int:
    """The number of function calls that a task makes."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(before)
    return calls


@pytest.fixture(scope="module", autouse=True)
def _compiled_grammar() -> None:
    """The grammar is compiled once, when the first line is read; that is not part of the work."""
    parse("A -> Done")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("GPSFix() -> Done\n" * 650_000, "too-long"),
        ("x" * 11_000_000, "too-long"),
        ("\n" * 11_000_000, "too-long"),
        ("GPSFix() & " * 3_000 + "GPSFix() -> Done", "too-long"),
        ("\n".join(f"GPSFix(accuracy_m = {n}) -> Done" for n in range(10_000)), "too-long"),
        ("GPSFix(accuracy_m = 1e999999999) -> Done", "syntax"),
        (f"GPSFix(accuracy_m = {'9' * 19_000}) -> Done", "syntax"),
        ("Note(day = Today+9999999) -> Done", "syntax"),
        (f"Note(day = Today-{'9' * 19_000}) -> Done", "syntax"),
        (f"GPSFix()[>= {'9' * 19_000}] -> Done", "syntax"),
        (f"{'(' * 20_000}", "syntax"),
        (f"GPSFix({'[' * 19_000}", "syntax"),
    ],
    ids=[
        "ten megabytes of rules",
        "ten megabytes without an end of line",
        "ten megabytes of empty lines",
        "a rule of 30,000 characters",
        "10,000 rules",
        "a huge exponent",
        "a huge number",
        "a far day",
        "a very far day",
        "a huge count",
        "brackets without end",
        "lists without end",
    ],
)
def test_what_is_beyond_all_measure_is_refused_with_a_reason(text: str, code: str) -> None:
    (diagnostic,) = diagnose(text, APP)
    assert diagnostic.code == code
    assert len(diagnostic.found) + len(diagnostic.help) < 300


def test_ten_megabytes_are_refused_without_being_read() -> None:
    text = "GPSFix() -> Done\n" * 650_000
    assert work(lambda: diagnose(text, APP)) < 200


def test_a_list_of_rules_may_be_no_longer_than_a_text() -> None:
    (diagnostic,) = diagnose(["# " + "x" * 10_000] * 1_000, APP)
    assert diagnostic.code == "too-long"


def test_what_is_too_long_says_how_long_it_may_be() -> None:
    (diagnostic,) = diagnose("x" * 600_000, APP)
    assert "600,000" in diagnostic.found
    assert "500,000" in diagnostic.help
    (diagnostic,) = diagnose("GPSFix() -> Done\n" + "GPSFix() & " * 3_000 + "GPSFix() -> Done", APP)
    assert diagnostic.span.line == 2
    assert "20,000" in diagnostic.help


def test_a_rule_that_is_too_long_is_the_only_thing_reported() -> None:
    text = f"{'GPSFix() & ' * 3_000}GPSFix() -> SetAlarm\nSetAlarm -> Done"
    assert [diagnostic.code for diagnostic in diagnose(text, APP)] == ["too-long"]


def test_a_long_specification_within_the_limits_is_accepted() -> None:
    wide = " & ".join(["GPSFix(accuracy_m = 1)"] * 700)
    many = [f"GPSFix(accuracy_m = {n}) -> Done" for n in range(3_000)]
    assert len(Specification.parse([f"{wide} -> Done", *many], APP).rules) == 3_001


def rules_of(size: int) -> str:
    return "\n".join(f'Alarm(label = "{n}", on = true) & Note(length < {n}) -> Done' for n in range(size))


def one_rule_of(size: int) -> str:
    return " & ".join(f"GPSFix(accuracy_m = {n % 10})" for n in range(size)) + " -> Done"


def list_of(size: int) -> str:
    return f"GPSFix(accuracy_m in [{', '.join(['1'] * size)}]) -> Done"


def text_of(size: int) -> str:
    return f'Note(text = "{"aä" * size}") -> Done'


def unknown_states_of(size: int) -> str:
    return "\n".join(f"Alrm{n}() -> Done" for n in range(size))


def unknown_variables_of(size: int) -> str:
    return f"Note({', '.join(f'lenth{n} = 1' for n in range(size))}) -> Done"


def unbound_variables_of(size: int) -> str:
    return f"Note({', '.join(f'text != ?x{n}' for n in range(size))}) -> Done"


def bound_variables_of(size: int) -> str:
    return " & ".join(f"Note(text = ?x{n})" for n in range(size)) + " -> Done"


def missing_objectives_of(size: int) -> str:
    return "\n".join(f"Missing{n} -> Done" for n in range(size))


def chain_of(size: int) -> str:
    return "\n".join(["GPSFix() -> O0", *(f"O{n} -> O{n + 1}" for n in range(size)), f"O{size} -> Done"])


def circle_of(size: int) -> str:
    return "\n".join([f"O{size} -> O0", *(f"O{n} -> O{n + 1}" for n in range(size)), f"O{size} -> Done"])


def knot_of(size: int) -> str:
    return "\n".join([f"O{size} -> O0", *(f"O{n} & O0 -> O{n + 1}" for n in range(size)), f"O{size} -> Done"])


def syntax_errors_of(size: int) -> str:
    return "\n".join("GPSFix(accuracy_m => 1) -> Done" for _ in range(size))


def comments_of(size: int) -> str:
    return "GPSFix() -> Done" + "\n# comment" * size


SHAPES: Sequence[Callable[[int], str]] = (
    *(rules_of, one_rule_of, list_of, text_of, unknown_states_of, unknown_variables_of, unbound_variables_of),
    *(bound_variables_of, missing_objectives_of, chain_of, circle_of, knot_of, syntax_errors_of, comments_of),
)


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.__name__.replace("_", " ") for shape in SHAPES])
def test_twice_the_text_is_at_most_about_twice_the_work(shape: Callable[[int], str]) -> None:
    small, large = shape(100), shape(200)
    assert len(parse(large).diagnostics) <= 101
    assert work(lambda: diagnose(large, APP)) < SLACK * work(lambda: diagnose(small, APP))


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.__name__.replace("_", " ") for shape in SHAPES])
def test_the_error_about_twice_the_text_is_at_most_about_twice_as_long(shape: Callable[[int], str]) -> None:
    def length(text: str) -> int:
        try:
            Specification.parse(text, APP)
        except SpecificationError as error:
            return len(str(error))
        return 0

    assert length(shape(200)) <= SLACK * length(shape(100))


class Read(str):
    """A text that counts how often somebody goes through all of it."""

    times = 0

    def replace(self, *arguments: Any) -> str:
        Read.times += 1
        return str(self).replace(*arguments)

    def removeprefix(self, prefix: str, /) -> "Read":
        return self


def test_the_error_about_many_mistakes_goes_through_the_text_a_few_times_only() -> None:
    Read.times = 0
    with pytest.raises(SpecificationError):
        Specification.parse(Read(unknown_states_of(200)), APP)
    assert Read.times <= 10
