"""The one phone behind the guard: what acts on it is decided by the guard, and done from within its decision."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from handrail.error import DeviceLost, HandrailError
from handrail.integrations.adb.script import AsksHandrail, Step, Steps
from handrail.integrations.adb.upstream import CommandResult, Upstream
from handrail.integrations.client.acts_in_turn import ActsInTurn, NotDone
from handrail.integrations.meaning import Act, NotUnderstood, StartsActivity
from handrail.integrations.task import Task

Result = TypeVar("Result")


@dataclass
class GuardedPhone:
    """What one guard decides for all clients of a phone. `task` is the one that the person gave."""

    upstream: Upstream
    task: Task
    _acts: ActsInTurn = field(init=False)

    def __post_init__(self) -> None:
        self._acts = ActsInTurn(self.task.open_guard)

    async def act(self, act: Act, does: Callable[[], Awaitable[Result]]) -> Result:
        """Do it, if it may be done: what `does` gave. Raises `NotDone` with the reason, and `Misuse`."""
        if isinstance(act, StartsActivity):
            await self._demand_icon(act)
        return await self._acts.act(act, does)

    async def _demand_icon(self, act: StartsActivity) -> None:
        """An activity that no icon starts may be any page of an app. Raises `NotDone` where it is not the icon's."""
        told = await self.upstream.run(f"cmd package resolve-activity --brief {act.package}")
        lines = told.stdout.decode("utf-8", "replace").split()
        if not lines or _full_name(lines[-1]) != _full_name(act.component):
            raise NotDone(
                NotUnderstood(
                    f"{act.component} is not what the icon of the app starts, so nobody can say where it leads; open "
                    f"the app with `monkey -p {act.package} -c android.intent.category.LAUNCHER 1`"
                ).told()
            )

    async def run(self, steps: Steps) -> CommandResult:
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
        return CommandResult(bytes(stdout), bytes(stderr), status)

    async def _step(self, step: Step, status: int) -> CommandResult:
        line = step.line(status)
        if step.act is None:
            return await self.upstream.run(line)

        async def does() -> CommandResult:
            ended = await self.upstream.run(line)
            if ended.status:
                said = (ended.stderr or ended.stdout).decode("utf-8", "replace").strip()
                raise DeviceLost(f"`{line[:60]}` ended with {ended.status}: {said[:400]}")
            return ended

        return await self.act(step.act, does)

    async def answer(self, asked: AsksHandrail) -> CommandResult:
        """What Handrail says of the task, and its end."""
        await self._acts.settled()
        status, said = await self.task.answer(asked.words)
        text = f"{said}\n".encode()
        return CommandResult(text, b"", 0) if status == 0 else CommandResult(b"", text, status)

    async def close(self) -> None:
        """End the task. What is done already is looked at first; what waits for an answer is given up."""
        await self._acts.close()
        await self.task.close()


def _after(said: str, ran: int, count: int) -> str:
    return said if count == 1 else f"Step {ran + 1} of the line did not run, nor what comes after it. {said}"


def _full_name(component: str) -> tuple[str, str]:
    package, _, name = component.partition("/")
    return package, f"{package}{name}" if name.startswith(".") else name
