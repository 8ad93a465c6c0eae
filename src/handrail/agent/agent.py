"""Whoever operates the phone: a model, a script, a program of yours."""

from typing import Protocol

from handrail.device.screen import Screen
from handrail.guard.decision import INFEASIBLE, Proposal

__all__ = ["INFEASIBLE", "Agent"]


class Agent(Protocol):
    """Looks at a screen and says what to do next. Its memory is its own; what became of its action it is told."""

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """The next action. `feedback` is what the environment says of the last one and of the task; it may be empty."""
        ...
