"""The bare phone as an environment: whatever is proposed is carried out. What the guard is compared with."""

from dataclasses import dataclass
from types import TracebackType
from typing import Self, assert_never

from handrail.device.device import Device, Executed, Refused, StaleScreen
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.decision import INFEASIBLE, Allow, Block, Decision, Proposal, Reason, Source, said_about


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an action that no guard looked at."""

    decision: Decision
    executed: bool
    feedback: str


class Passthrough:
    """A device with nothing in front of it; use it as an asynchronous context manager, as the guard."""

    def __init__(self, device: Device) -> None:
        self.finished = False
        self.feedback = ""
        self._device = device
        self._screen: Screen | None = None

    @property
    def screen(self) -> Screen:
        """The screen as it was last seen."""
        if self._screen is None:
            raise Misuse("no screen was seen yet; write `async with Passthrough(device) as environment:`")
        return self._screen

    async def __aenter__(self) -> Self:
        self._screen = await self._device.observe()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """The device stays the caller's."""

    async def act(self, proposed: Proposal) -> Outcome:
        """Carry it out; only the device itself can refuse."""
        return self._told(await self._act(proposed))

    def _told(self, outcome: Outcome) -> Outcome:
        """An outcome that the agent hears of."""
        self.feedback = outcome.feedback
        return outcome

    async def _act(self, proposal: Proposal) -> Outcome:
        if self.finished:
            raise Misuse("the session is over")
        action = proposal.action
        if action.type == "finish":
            if action.text == INFEASIBLE:
                return _withheld("the task is not done")
            self.finished = True
            return Outcome(Allow(), executed=True, feedback="")
        execution = await self._device.execute(action)
        self._screen = await self._device.observe()
        match execution:
            case Executed():
                return Outcome(Allow(), executed=True, feedback="")
            case StaleScreen(reason) | Refused(reason):
                return _withheld(reason)
            case _:
                assert_never(execution)


def _withheld(reason: str) -> Outcome:
    decision = Block((Reason(Source.DEVICE, "device", reason),))
    return Outcome(decision, executed=False, feedback=said_about(decision))
