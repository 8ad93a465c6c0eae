"""Objectives that wait for each other: every circle is named, none is imagined, however long the chain."""

import itertools

import pytest

from handrail.language import Diagnostic, Specification, diagnose
from language.rule_strategies import APP

START = "GPSFix() -> Start\n"


def cycles(text: str) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnose(text, APP) if diagnostic.code == "cycle"]


def path(diagnostic: Diagnostic) -> list[str]:
    """The objectives that a diagnostic names, in its order."""
    return [name.strip(" `") for name in diagnostic.found.partition(":")[2].split("needs")]


@pytest.mark.parametrize(
    ("rules", "circle"),
    [
        ("A -> A", {"A"}),
        ("still A -> A", {"A"}),
        ("GPSFix() & A -> A", {"A"}),
        ("A -> B\nB -> A", {"A", "B"}),
        ("A -> B\nstill B -> A", {"A", "B"}),
        ("Start -> A\nA -> B\nB -> C\nC -> A", {"A", "B", "C"}),
        ("GPSFix() -> A\nB -> A\nA -> B", {"A", "B"}),
        ("C -> A\nA -> B\nC -> C", {"C"}),
        ("`3d` -> `a b`\n`a b` -> `3d`", {"3d", "a b"}),
    ],
)
def test_a_circle_is_named_with_its_path(rules: str, circle: set[str]) -> None:
    (diagnostic,) = cycles(f"{START}{rules}\nStart -> Done")
    named = path(diagnostic)
    assert named[0] == named[-1]
    assert len(named) == len(circle) + 1
    assert set(named) == circle


def test_the_path_of_a_circle_goes_from_what_needs_to_what_is_needed() -> None:
    (diagnostic,) = cycles(f"{START}A -> B\nB -> C\nC -> A\nStart -> Done")
    needs = {("B", "A"), ("C", "B"), ("A", "C")}
    named = path(diagnostic)
    assert set(itertools.pairwise(named)) == needs


def test_a_circle_is_marked_at_one_of_its_requirements() -> None:
    text = f"{START}A -> B\nGPSFix() & B -> A\nStart -> Done"
    (diagnostic,) = cycles(text)
    line = text.split("\n")[diagnostic.span.line - 1]
    assert line[diagnostic.span.column - 1] in "AB"


def test_circles_that_have_nothing_to_do_with_each_other_are_all_named() -> None:
    found = cycles(f"{START}A -> A\nB -> C\nC -> B\nStart -> D\nstill D -> D\nStart -> Done")
    assert {frozenset(path(diagnostic)) for diagnostic in found} == {frozenset("A"), frozenset("BC"), frozenset("D")}


@pytest.mark.parametrize(
    "rules",
    [
        "Start -> A\nStart -> B\nA & B -> C",
        "Start -> A\nA -> B\nA & B -> C\nA & B & still C -> D",
        "Start -> A\nStart & Start -> A\nA & still A -> B",
        "Start & `Done` -> A\nStart -> `Done`",
    ],
)
def test_objectives_that_share_a_requirement_make_no_circle(rules: str) -> None:
    assert diagnose(f"{START}{rules}\nA -> Done\nstill A -> Done", APP) == ()


def chain(length: int) -> list[str]:
    return ["GPSFix() -> O0", *(f"O{n} -> O{n + 1}" for n in range(length))]


def test_a_chain_of_three_thousand_objectives_is_no_circle() -> None:
    specification = Specification.parse([*chain(3_000), "O3000 -> Done"], APP)
    assert len(specification.rules) == 3_002


def test_a_chain_may_stand_in_any_order() -> None:
    assert diagnose([*reversed(chain(3_000)), "O3000 -> Done"], APP) == ()


def test_a_circle_of_three_thousand_objectives_is_found() -> None:
    (diagnostic,) = cycles("\n".join([*chain(3_000), "O3000 -> O0", "O3000 -> Done"]))
    assert path(diagnostic)[0] == path(diagnostic)[-1]


def test_what_is_said_about_circles_is_no_longer_than_what_was_written() -> None:
    knot = [f"O{n} & O0 -> O{n + 1}" for n in range(300)]
    text = "\n".join([*knot, "O300 -> O0", "O300 -> Done"])
    assert sum(len(cycle.found) for cycle in cycles(text)) < 10 * len(text)
