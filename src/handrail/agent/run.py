"""One agent at one environment, until it is done, gives up or has had its steps."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from handrail.agent.agent import INFEASIBLE, Agent
from handrail.agent.environment import Environment, Step
from handrail.guard.decision import Ask, Block, Proposal, Warn

MOST_STEPS = 60

Made = TypeVar("Made", bound=Step)


class End(StrEnum):
    """How a run came to its end."""

    FINISHED = "finished"
    GAVE_UP = "gave up"
    OUT_OF_STEPS = "out of steps"


@dataclass(frozen=True, slots=True)
class Taken(Generic[Made]):
    """A proposal and what became of it."""

    proposal: Proposal
    step: Made


@dataclass(frozen=True, slots=True)
class Run(Generic[Made]):
    """Everything that was proposed, in order, and how it ended."""

    taken: tuple[Taken[Made], ...]
    end: End

    @property
    def executed(self) -> int:
        """How many actions ran."""
        return sum(one.step.executed for one in self.taken)

    @property
    def warned(self) -> int:
        """How many proposals were withheld until repeated."""
        return sum(isinstance(one.step.decision, Warn) for one in self.taken)

    @property
    def refused(self) -> int:
        """How many proposals were blocked, or needed a person who did not agree."""
        return sum(isinstance(one.step.decision, Block | Ask) for one in self.taken)


async def run(agent: Agent, environment: Environment[Made], *, limit_steps: int = MOST_STEPS) -> Run[Made]:
    """Let the agent act until the environment is finished. It is open already, and stays the caller's to close."""
    taken: list[Taken[Made]] = []
    while len(taken) < limit_steps:
        proposal = await agent.next(environment.screen, environment.feedback)
        step = await environment.act(proposal)
        taken.append(Taken(proposal, step))
        if proposal.action.type == "finish" and proposal.action.text == INFEASIBLE:
            return Run(tuple(taken), End.GAVE_UP)
        if environment.finished:
            return Run(tuple(taken), End.FINISHED)
    return Run(tuple(taken), End.OUT_OF_STEPS)
