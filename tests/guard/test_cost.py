"""What a task costs in calls of Python, which no machine makes more or fewer of: work that is done twice shows here."""

import asyncio
import sys
import time
from pathlib import Path
from types import FrameType

import pytest

from handrail.bench.experiments.overhead import one_run

MOST_CALLS = {False: 24_000, True: 35_000}
"""In a task of six steps and its opening, an eighth more than were counted, without the sentinel's rules and with."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", MOST_CALLS, ids=["no detectors", "the sentinel's rules"])
def test_a_task_of_six_steps_takes_no_more_calls_than_it_needs(tmp_path: Path, rules: bool) -> None:
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event == "call"

    asyncio.run(one_run(tmp_path / "first", time.process_time, rules=rules))  # loads what is loaded once
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        asyncio.run(one_run(tmp_path / "counted", time.process_time, rules=rules))
    finally:
        sys.setprofile(before)
    assert MOST_CALLS[rules] // 4 < made <= MOST_CALLS[rules]
