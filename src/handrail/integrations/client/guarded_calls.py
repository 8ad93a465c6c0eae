"""A client's calls, each through the guard: what reads is made, and what acts is made only as what was judged.

The client's own call takes the place of the device's. Why one did not run is raised as an exception of a kind that the
client's users expect, with the text that the agent is to be told.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.decision import INFEASIBLE
from handrail.integrations.client.acts_in_turn import ActsInTurn, NotDone
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, Reads

Result = TypeVar("Result")
Refusal = Callable[[str], Exception]
"""Makes the exception by which the client's users hear why a call was not made."""


@dataclass(frozen=True, slots=True)
class ClientCalls:
    """The calls of one client in one task, of which `guard` is open."""

    guard: Guard
    refusal: Refusal
    acts: ActsInTurn = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "acts", ActsInTurn(lambda: self.guard))

    async def perform(self, meaning: Meaning, make: Callable[[], Awaitable[Result]]) -> Result:
        """Make a call if it may be made; raises the client's refusal where it may not."""
        match meaning:
            case Reads():
                return await make()
            case NotUnderstood() as unknown:
                raise self.refusal(unknown.told())
            case Acts(act):
                return await self._told(self.acts.act(act, make))

    async def by_the_guard(self, meaning: Meaning) -> None:
        """Let the guard's own device do it: for what a client can only do together with something else."""
        match meaning:
            case Acts(act):
                await self._told(self.acts.by_the_guard(act))
            case NotUnderstood() as unknown:
                raise self.refusal(unknown.told())
            case Reads():
                return

    async def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises the client's refusal where it did not."""
        await self.acts.settled()
        said = NotUnderstood("the session is over, and the task is not done").told()
        if not self.guard.over:
            said = (await self.guard.act(Action("finish", text=INFEASIBLE if infeasible else None))).feedback
        if not (self.guard.finished or (infeasible and self.guard.over)):
            raise self.refusal(said)

    async def close(self) -> None:
        """End the session, and leave the phone to others."""
        await self.acts.close()
        await self.guard.__aexit__(None, None, None)

    async def _told(self, work: Awaitable[Result]) -> Result:
        try:
            return await work
        except NotDone as error:
            raise self.refusal(str(error)) from error
        except Misuse as error:
            raise self.refusal(NotUnderstood(str(error)).told()) from error
