"""The way from an agent to a phone. The guard is one, the bare phone another, and so are the reflection baselines."""

from typing import Protocol, TypeVar

from handrail.device.screen import Screen
from handrail.guard.decision import Decision, Proposal


class Step(Protocol):
    """What became of one proposed action."""

    @property
    def decision(self) -> Decision:
        """Whether it was allowed, and why not."""
        ...

    @property
    def executed(self) -> bool:
        """Whether it was carried out; for a `finish`, whether it was accepted."""
        ...

    @property
    def feedback(self) -> str:
        """What the agent is told of it."""
        ...


Made = TypeVar("Made", bound=Step, covariant=True)


class Environment(Protocol[Made]):
    """Shows the screen, says what the agent has to know, and takes the next action."""

    @property
    def screen(self) -> Screen:
        """The screen as it was last seen."""
        ...

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action."""
        ...

    @property
    def finished(self) -> bool:
        """Whether the agent said that it is done, and that was accepted."""
        ...

    async def act(self, proposed: Proposal, /) -> Made:
        """Take one action: carry it out, or not, and say which."""
        ...
