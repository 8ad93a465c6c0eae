"""A walk: the bare phone as an environment that says where another app is in front than the one that is walked through.

Wrapped around a recorder it makes what models of apps are drafted from. Nothing is verified here: whoever plays the
agent acts as a person with the phone in hand.
"""

from collections.abc import Callable

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import Agent, Run, run
from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.decision import Proposal, reasons_of

COMPLETE = "complete"
"""The status of a walk that its agent finished."""


class Walk(Passthrough):
    """`package` is the app that should stay in front, or empty; `tell` is told of each proposal what became of it."""

    def __init__(
        self, device: Device, package: str = "", tell: Callable[[Proposal, Outcome, Screen], None] = lambda *_: None
    ) -> None:
        super().__init__(device)
        self._package = package
        self._tell = tell

    async def act(self, proposed: Proposal) -> Outcome:
        """Carry it out. An accepted `finish` reaches the device, so that a recording ends with it."""
        before = self.screen
        outcome = await super().act(proposed)
        if self.finished:
            await self._device.execute(Action("finish", text=COMPLETE))
        self._tell(proposed, outcome, before)
        return outcome

    def _told(self, outcome: Outcome) -> Outcome:
        super()._told(outcome)
        front = self.screen.package
        if self._package and front != self._package and not self.finished:
            elsewhere = f"{front or 'another app'} is in front, not {self._package}"
            self.feedback = "\n".join(filter(None, (self.feedback, f"{elsewhere}; what happens there is recorded too")))
        return outcome


async def walk(
    agent: Agent,
    device: Device,
    package: str = "",
    *,
    limit_steps: int,
    tell: Callable[[Proposal, Outcome, Screen], None] = lambda *_: None,
) -> Run[Outcome]:
    """Bring the app to the front and let the agent walk; the device stays the caller's to close.

    Raises `Misuse` where the app cannot be opened.
    """
    async with Walk(device, package, tell) as environment:
        if package and environment.screen.package != package:
            opened = await environment.act(Proposal(Action("open_app", package)))
            if not opened.executed:
                why = "; ".join(reason.text for reason in reasons_of(opened.decision))
                raise Misuse(f"{package} cannot be opened: {why}")
        return await run(agent, environment, limit_steps=limit_steps)
