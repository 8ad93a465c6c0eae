"""The gold rules of the recorded tasks: nothing to warn about, and no two of them mean the same by mistake."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.app.document import read_app
from handrail.language.analysis import Difference, Equivalent, difference, warnings
from handrail.language.specification import Specification
from language.analysis.apps import CLOCK, App
from language.analysis.judges import assert_tells_apart


def _pairs(shared_data: Path) -> Iterator[tuple[str, Specification, Specification]]:
    for path in sorted(shared_data.glob("vsa/*.json")):
        document = json.loads(path.read_text("utf-8"))
        app = read_app(document, path.name)
        for task in document["tasks"]:
            right, wrong = (Specification.parse(task[which], app) for which in ("spec", "wrong_spec"))
            yield task["id"], right, wrong


@pytest.mark.slow
def test_no_recorded_task_gets_a_warning(shared_data: Path) -> None:
    for task, *both in _pairs(shared_data):
        for specification in both:
            report = warnings(specification)
            assert (report.diagnostics, report.skipped) == ((), ()), task


@pytest.mark.slow
def test_the_right_and_the_wrong_instruction_differ_and_a_run_shows_it(shared_data: Path) -> None:
    for _, right, wrong in _pairs(shared_data):
        found = difference(right, wrong, clock=CLOCK)
        assert isinstance(found, Difference)
        assert_tells_apart(found, right, wrong, CLOCK)
        reordered = Specification.parse([*reversed(right.show().split("\n"))], App(right.states))
        assert difference(right, reordered, clock=CLOCK) == Equivalent()
