"""An agent, the environment that it acts in, and one run of it: until it is done, gives up or has had its steps."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from handrail.device.screen import Screen
from handrail.guard.decision import INFEASIBLE, Ask, Block, Decision, Proposal, Warn

MOST_STEPS = 60


class Agent(Protocol):
    """Looks at a screen and says what to do next. Its memory is its own; what became of its action it is told."""

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """The next action. `feedback` is what the environment says of the last one and of the task; it may be empty."""
        ...


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


Given = TypeVar("Given", bound=Step, covariant=True)


class Environment(Protocol[Given]):
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

    async def act(self, proposed: Proposal, /) -> Given:
        """Take one action: carry it out, or not, and say which."""
        ...


Made = TypeVar("Made", bound=Step)


class End(StrEnum):
    """How a run came to its end."""

    FINISHED = "finished"
    GAVE_UP = "gave up"
    OUT_OF_STEPS = "out of steps"


@dataclass(frozen=True, slots=True)
class TakenStep(Generic[Made]):
    """A proposal and what became of it."""

    proposal: Proposal
    step: Made


@dataclass(frozen=True, slots=True)
class Run(Generic[Made]):
    """Everything that was proposed, in order, and how it ended."""

    taken: tuple[TakenStep[Made], ...]
    end: End

    @property
    def executed(self) -> int:
        """How many actions ran."""
        return sum(taken.step.executed for taken in self.taken)

    @property
    def warned(self) -> int:
        """How many proposals were withheld until repeated."""
        return sum(isinstance(taken.step.decision, Warn) for taken in self.taken)

    @property
    def refused(self) -> int:
        """How many proposals were blocked, or needed a person who did not agree."""
        return sum(isinstance(taken.step.decision, Block | Ask) for taken in self.taken)


async def run(agent: Agent, environment: Environment[Made], *, limit_steps: int = MOST_STEPS) -> Run[Made]:
    """Let the agent act until the environment is finished. It is open already, and stays the caller's to close."""
    taken: list[TakenStep[Made]] = []
    while len(taken) < limit_steps:
        proposal = await agent.next(environment.screen, environment.feedback)
        step = await environment.act(proposal)
        taken.append(TakenStep(proposal, step))
        if proposal.action.type == "finish" and proposal.action.text == INFEASIBLE:
            return Run(tuple(taken), End.GAVE_UP)
        if environment.finished:
            return Run(tuple(taken), End.FINISHED)
    return Run(tuple(taken), End.OUT_OF_STEPS)
