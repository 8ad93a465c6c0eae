"""The one phone behind the guard: what acts on it is decided by the guard, and done from within its decision."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from handrail.device.action import Action
from handrail.device.device import Device, Executed, Execution, StaleScreen
from handrail.error import DeviceLost, HandrailError
from handrail.guard import Guard
from handrail.guard.step import Step as GuardStep
from handrail.integrations.adb.meaning import Act, Denied, StartsActivity, resolved
from handrail.integrations.adb.script import AsksHandrail, Step, Steps
from handrail.integrations.adb.upstream import Ended, Upstream
from handrail.integrations.task import Task

Does = Callable[[], Awaitable[None]]
"""Sends on what was judged. Raises `DeviceLost` where nobody knows whether the phone did it."""

_OTHERWISE = "it means something else on the screen as it is now; read the screen and try again"
_USAGE = "handrail: ask `handrail status`, `handrail finish` or `handrail finish --infeasible`\n"


class NotDone(HandrailError):
    """Why something was not done, as the client is told."""


@dataclass
class GuardedPhone:
    """What one guard decides for all clients of a phone. `task` is the one that the person gave."""

    upstream: Upstream
    device: Device
    task: Task
    _going_on: "dict[asyncio.Task[GuardStep], asyncio.Future[None]]" = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def act(self, act: Act, does: Does) -> None:
        """Do it, if it may be done. Raises `NotDone` with the reason.

        It returns when it is done; that the guard looks at what became of it is waited for by whoever acts next.
        """
        guard = self.task.guard
        done = asyncio.get_running_loop().create_future()

        async def make(action: Action) -> Execution:
            if resolved(act, guard.screen) != action:
                return StaleScreen(_OTHERWISE, guard.screen)
            await does()
            done.set_result(None)
            return Executed()

        step = asyncio.get_running_loop().create_task(self._judged(act, guard, make))
        self._going_on[step] = done
        step.add_done_callback(self._ended)
        await asyncio.wait((done, step), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            told = (await step).feedback
            raise NotDone(told)

    def _ended(self, step: "asyncio.Task[GuardStep]") -> None:
        self._going_on.pop(step, None)
        if not step.cancelled():
            step.exception()  # whoever waited has it; nobody waits for what comes after the answer

    async def _judged(self, act: Act, guard: Guard, make: Callable[[Action], Awaitable[Execution]]) -> GuardStep:
        async with self._turn:
            return await guard.act(await self._action(act, guard), execute=make)

    async def _action(self, act: Act, guard: Guard) -> Action:
        """The action that it is now. Raises `NotDone` where it is none."""
        if isinstance(act, StartsActivity):
            await self._demand_icon(act)
        seen = guard.screen if isinstance(act, Action | StartsActivity) else await self.device.observe()
        action = resolved(act, seen)
        if isinstance(action, Denied):
            raise NotDone(refusal(action))
        return action

    async def _demand_icon(self, act: StartsActivity) -> None:
        """An activity that no icon starts may be any page of an app. Raises `NotDone` where it is not the icon's."""
        told = await self.upstream.run(f"cmd package resolve-activity --brief {act.package}")
        lines = told.stdout.decode("utf-8", "replace").split()
        if not lines or _full_name(lines[-1]) != _full_name(act.component):
            raise NotDone(
                f"Not executed. {act.component} is not what the icon of the app starts, so nobody can say where it "
                f"leads; open the app with `monkey -p {act.package} -c android.intent.category.LAUNCHER 1`."
            )

    async def run(self, steps: Steps) -> Ended:
        """A line step by step, as the shell runs it. Raises `NotDone` at the first step that is not done."""
        stdout, stderr, status = bytearray(), bytearray(), 0
        ran = 0
        for step in steps.steps:
            if not step.runs(status):
                continue
            try:
                ended = await self._step(step, status)
            except HandrailError as error:
                raise NotDone(_after(str(error), ran, len(steps.steps))) from None
            stdout, stderr, status, ran = stdout + ended.stdout, stderr + ended.stderr, ended.status, ran + 1
        return Ended(bytes(stdout), bytes(stderr), status)

    async def _step(self, step: Step, status: int) -> Ended:
        line = step.line(status)
        if step.act is None:
            return await self.upstream.run(line)
        ended: list[Ended] = []

        async def does() -> None:
            ended.append(await self.upstream.run(line))
            if ended[0].status:
                said = (ended[0].stderr or ended[0].stdout).decode("utf-8", "replace").strip()
                raise DeviceLost(f"`{line[:60]}` ended with {ended[0].status}: {said[:400]}")

        await self.act(step.act, does)
        return ended[0]

    async def answer(self, asked: AsksHandrail) -> Ended:
        """What Handrail says of the task, and its end."""
        match asked.words:
            case ("status",):
                return Ended(f"{self.task.guard.feedback or _NOTHING_LEFT}\n".encode(), b"", 0)
            case ("finish",) | ("finish", "--infeasible") if self.task.has_end:
                over, said = await self.task.finish(infeasible=len(asked.words) == 2)
                text = f"{said}\n".encode()
                return Ended(text, b"", 0) if over else Ended(b"", text, 1)
        return Ended(b"", _USAGE.encode(), 2)

    async def close(self) -> None:
        """End the task. What is done already is looked at first; what waits for an answer is given up."""
        for step, done in tuple(self._going_on.items()):
            if not done.done():
                step.cancel()
        await asyncio.gather(*self._going_on, return_exceptions=True)
        await self.task.close()


_NOTHING_LEFT = "Nothing is known to be missing."


def refusal(denied: Denied) -> str:
    """A refusal as a client is told it."""
    return f"Not executed. {denied.reason[:1].upper()}{denied.reason[1:]}."


def _after(said: str, ran: int, count: int) -> str:
    return said if count == 1 else f"Step {ran + 1} of the line did not run, nor what comes after it. {said}"


def _full_name(component: str) -> tuple[str, str]:
    package, _, name = component.partition("/")
    return package, f"{package}{name}" if name.startswith(".") else name
