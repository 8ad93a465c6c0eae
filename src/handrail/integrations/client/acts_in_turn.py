"""Acts of clients on one phone, each decided by the guard on its own look and done from within its decision."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from handrail.device.action import Action
from handrail.device.device import Executed, Execution, StaleScreen
from handrail.error import HandrailError
from handrail.guard import Guard
from handrail.guard.device_access import told
from handrail.guard.step import Step
from handrail.integrations.meaning import Act, NotUnderstood, is_settled, resolved

Result = TypeVar("Result")
_OTHERWISE = "it means something else on the screen as it is now; read the screen and try again"


class NotDone(HandrailError):
    """Why something was not done, or that nobody knows how far it came, as the client is told."""


@dataclass
class ActsInTurn:
    """`guard` gives the one that is open, and raises `Misuse` with what the agent has to do where there is none."""

    guard: Callable[[], Guard]
    _going_on: "dict[asyncio.Task[Step], asyncio.Future[Any]]" = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def act(self, act: Act, does: Callable[[], Awaitable[Result]]) -> Result:
        """Do it, if it may be done: what `does` gave. Raises `NotDone` with the reason, and `Misuse`.

        It returns when it is done; that the guard looks at what became of it is waited for by whoever acts next.
        """
        guard, loop = self.guard(), asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()

        async def make(action: Action) -> Execution:
            if resolved(act, guard.screen) != action:
                return StaleScreen(_OTHERWISE, guard.screen)
            done.set_result(await does())
            return Executed()

        step = loop.create_task(self._judged(act, guard, make))
        self._going_on[step] = done
        step.add_done_callback(self._ended)
        try:
            await asyncio.wait((done, step), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if not done.done():
                step.cancel()
            raise
        if not done.done():
            raise NotDone((await step).feedback)
        return done.result()

    async def by_the_guard(self, act: Act) -> None:
        """Let the guard's own device do it. Raises `NotDone` with the reason, and `Misuse`."""
        step = await self._judged(act, self.guard(), None)
        if not step.executed:
            raise NotDone(step.feedback)

    async def _judged(self, act: Act, guard: Guard, make: Callable[[Action], Awaitable[Execution]] | None) -> Step:
        async with self._turn:
            return await guard.act(await self._action(act, guard), execute=make)

    async def _action(self, act: Act, guard: Guard) -> Action:
        """The action that it is now. Raises `NotDone` where it is none."""
        try:
            action = resolved(act, guard.screen if is_settled(act) else await guard.observe())
        except HandrailError:
            raise
        except Exception as error:  # whatever the driver raises
            raise NotDone(f"Blocked. The phone does not show its screen: {told(error)}.") from error
        if isinstance(action, NotUnderstood):
            raise NotDone(action.told())
        return action

    def _ended(self, step: "asyncio.Task[Step]") -> None:
        self._going_on.pop(step, None)
        if not step.cancelled():
            step.exception()  # whoever waited has it; nobody waits for what comes after the answer

    async def settled(self) -> None:
        """Wait until the guard has looked at what became of everything that was done."""
        await asyncio.gather(*self._going_on, return_exceptions=True)

    async def close(self) -> None:
        """What is done already is looked at first; what waits for an answer is given up."""
        for step, done in tuple(self._going_on.items()):
            if not done.done():
                step.cancel()
        await self.settled()
