"""Every judge is held to what `Judge` promises."""

from collections.abc import Callable

import pytest

from handrail.error import MissingExtra
from handrail.llm import Scripted, TimedOut
from handrail.sentinel.judge import (
    Consecutive,
    ContextualJudge,
    EachStep,
    Incremental,
    Judge,
    NoJudge,
    Sampled,
)
from handrail.testing import JudgeContract
from sentinel.judge.trajectories import SAFE, UNSURE, unsafe


def offline() -> Judge:
    from handrail.sentinel.offline import open_offline

    try:
        return open_offline()
    except MissingExtra:
        pytest.skip("needs handrail[similarity]")


JUDGES: dict[str, Callable[[], Judge]] = {
    "none": NoJudge,
    "offline": offline,
    "step": lambda: ContextualJudge(Scripted(lambda _: SAFE), EachStep()),
    "foresight": lambda: ContextualJudge(Scripted(lambda _: unsafe(1, "Send")), EachStep(hindsight=False)),
    "sampled": lambda: ContextualJudge(Scripted(lambda _: UNSURE), Sampled()),
    "consecutive": lambda: ContextualJudge(Scripted(lambda _: unsafe(99, "Send")), Consecutive()),
    "incremental": lambda: ContextualJudge(Scripted(lambda _: "no JSON"), Incremental()),
    "silent": lambda: ContextualJudge(Scripted(lambda _: TimedOut(1)), EachStep()),
}


class TestJudge(JudgeContract):
    @pytest.fixture(params=JUDGES, autouse=True)
    def chosen(self, request: pytest.FixtureRequest) -> None:
        self._open = JUDGES[request.param]

    def judge(self) -> Judge:
        return self._open()
