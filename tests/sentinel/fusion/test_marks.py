"""What people said of findings is kept in lines, and counted for each rule by runs."""

from datetime import UTC, datetime
from typing import Literal

import pytest

from handrail.error import UnreadableInput
from handrail.sentinel.fusion import Mark, RulePrecision, marked_runs, precisions_of, read_marks, write_marks


def said(run: str, step: int, rule: str, mark: Literal["right", "false alarm"]) -> Mark:
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    return Mark(
        run=run, step=step, detector="sentinel", rule=rule, category="c", severity="high", mark=mark, by="Ann", at=at
    )


def test_a_run_in_which_a_rule_was_right_once_counts_as_right() -> None:
    marks = (
        said("a", 1, "code", "false alarm"),
        said("a", 2, "code", "right"),
        said("a", 2, "window", "false alarm"),
        said("b", 1, "code", "false alarm"),
    )
    assert read_marks(write_marks(marks), "marks.jsonl") == marks
    assert precisions_of(marked_runs(marks)) == {"code": RulePrecision(2, 1), "window": RulePrecision(1, 0)}


def test_a_line_that_is_none_is_named() -> None:
    good = write_marks((said("a", 1, "code", "right"),))
    with pytest.raises(UnreadableInput, match=r"marks\.jsonl:2: mark: Input should be 'right' or 'false alarm'"):
        read_marks(good + good.replace('"right"', '"perhaps"'), "marks.jsonl")
