"""A judge: reads a run in its context and says what it thinks of the steps."""

from typing import Protocol

from handrail.sentinel.judge.opinion import START, Judged, JudgeState
from handrail.sentinel.judge.trajectory import Trajectory


class Judge(Protocol):
    """Other packages add one by an entry point of the group `handrail.judges`; see `opening`."""

    @property
    def name(self) -> str:
        """How verdicts and reports call it, as in `openai:gpt-4o (each step, text)`."""
        ...

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:
        """What it thinks of the steps after `state.judged`.

        For a run under way the case ends with the proposed action, and what was returned is handed back as `state` at
        the next call. Never raises for what a model or a server did: that is an `Abstained`.
        """
        ...


class NoJudge:
    """No judge at all. It has no opinion, and its name stands in every verdict so that nobody takes silence for one."""

    @property
    def name(self) -> str:
        """Says that there is none."""
        return "none"

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:  # noqa: ARG002 - it looks at nothing
        """Nothing."""
        return Judged((), state)
