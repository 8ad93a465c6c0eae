"""A client's calls, each through the guard: it decides on its own look at the screen, and then the call itself is made.

The client's own call takes the place of the device's, so what was judged is what runs. Why one did not run is raised as
an exception of a kind that the client's users expect, with the text that the agent is to be told.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from handrail.device.action import Action
from handrail.device.device import Device, Executed, Execution, StaleScreen
from handrail.device.screen import Screen
from handrail.error import DeviceLost, Misuse
from handrail.guard import Guard, Step
from handrail.guard.decision import INFEASIBLE
from handrail.integrations.client.meaning import Acts, Meaning, MeaningOnScreen, NotUnderstood, Reads

Result = TypeVar("Result")
Refusal = Callable[[str], Exception]
"""Makes the exception by which the client's users hear why a call was not made."""

_OTHERWISE = "the call means something else on the screen as it is now; look at it and call again"


@dataclass(frozen=True, slots=True)
class GuardedCalls:
    """The calls of one client in one task. `device` is the phone that the guard looks at."""

    guard: Guard
    device: Device
    refusal: Refusal

    async def perform(self, meaning: Meaning | MeaningOnScreen, make: Callable[[], Awaitable[Result]]) -> Result:
        """Make a call if it may be made; raises the client's refusal where it may not."""
        match meaning if not callable(meaning) else meaning(await self._screen()):
            case Reads():
                return await make()
            case NotUnderstood(reason):
                raise self.refusal(blocked(reason))
            case Acts() as acts:
                return await self._judged(acts, meaning, make)

    async def by_the_guard(self, meaning: Meaning | MeaningOnScreen) -> None:
        """Let the guard's own device do it: for what a client can only do together with something else."""
        match meaning if not callable(meaning) else meaning(await self._screen()):
            case Acts(action):
                step = await self._act(action)
                if not step.executed:
                    raise self.refusal(step.feedback)
            case NotUnderstood(reason):
                raise self.refusal(blocked(reason))
            case Reads():
                return

    async def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises the client's refusal where it did not."""
        said = blocked("the session is over, and the task is not done")
        if not self.guard.over:
            said = (await self._act(Action("finish", text=INFEASIBLE if infeasible else None))).feedback
        if not (self.guard.finished or (infeasible and self.guard.over)):
            raise self.refusal(said)

    async def _screen(self) -> Screen:
        try:
            return await self.device.observe()
        except DeviceLost as error:
            raise self.refusal(blocked(f"the phone does not show its screen: {error}")) from error

    async def _judged(
        self, acts: Acts, meaning: Meaning | MeaningOnScreen, make: Callable[[], Awaitable[Result]]
    ) -> Result:
        results = list[Result]()

        async def execute(_: Action) -> Execution:
            if callable(meaning) and meaning(self.guard.screen) != acts:
                return StaleScreen(_OTHERWISE, self.guard.screen)
            results.append(await make())
            return Executed()

        step = await self._act(acts.action, execute)
        if not results:
            raise self.refusal(step.feedback)
        return results[0]

    async def _act(self, action: Action, execute: Callable[[Action], Awaitable[Execution]] | None = None) -> Step:
        try:
            return await self.guard.act(action, execute=execute)
        except Misuse as error:
            raise self.refusal(blocked(str(error))) from error


def blocked(reason: str) -> str:
    """A clause as an agent is told why nothing was done."""
    return f"Blocked. {reason[:1].upper()}{reason[1:]}."
