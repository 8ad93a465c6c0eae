"""The task that a phone is used for: opened by the person or on the agent's word, and verified to its end."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.decision import INFEASIBLE
from handrail.guard.report import write_report

TASK, FINISH = "handrail_task", "handrail_finish"

NO_TASK = (
    f"Not executed. There is no task, so nothing that touches the phone is done. Call {TASK} first, with what the user "
    "asked for in the user's own words; reading works without."
)
_OVER = "Not executed. The task is over, and nothing more is done on the phone."

_NOTHING_LEFT = "Nothing is known to be missing."
_USAGE = "handrail: ask `handrail status`, `handrail finish` or `handrail finish --infeasible`"

Begins = Callable[[str], Awaitable[Guard]]
"""A guard for an instruction, not yet entered. Raises `HandrailError` where there can be none, with the reason."""


@dataclass
class Task:
    """One task at a time. `begins` is None where the person gave the only one, or none and wants the policy alone.

    The policy alone `has_end` in nothing but the end of the connection. `questions_wait` where those that a client
    cannot show wait as files beside the journal.
    """

    begins: Begins | None = None
    has_end: bool = True
    questions_wait: bool = False
    _guard: Guard | None = None
    _beginning: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def guard(self) -> Guard:
        """The guard of the task that is open. Raises `Misuse` with what the agent has to do where there is none."""
        if self._guard is None:
            raise Misuse(NO_TASK if self.begins is not None else _OVER)
        return self._guard

    def open_guard(self) -> Guard:
        """`guard`, for those who ask again with each call."""
        return self.guard

    @property
    def tools(self) -> frozenset[str]:
        """Handrail's own tools that a client is offered."""
        return frozenset((TASK,) * (self.begins is not None) + (FINISH,) * self.has_end)

    @property
    def is_open(self) -> bool:
        """Whether anything may be done now."""
        return self._guard is not None

    async def open(self, guard: Guard) -> None:
        """Begin with a guard that is not entered yet."""
        self._guard = await guard.__aenter__()

    async def start(self, instruction: str) -> str:
        """Begin what the agent says that the user asked for: what it is held to. Raises `HandrailError`."""
        if not instruction.strip():
            raise Misuse("The instruction is empty; it is what the user asked for, in the user's own words.")
        async with self._beginning:
            if self.begins is None or self._guard is not None:
                raise Misuse(f"There is a task already; end it with {FINISH} before another one begins.")
            await self.open(await self.begins(instruction))
            return self.told()

    def told(self) -> str:
        """What the task is held to, what comes first, and where questions wait."""
        guard = self.guard
        waits = f"A question that cannot be put here waits for the user: handrail approvals list {guard.journal_folder}"
        parts = (guard.specification.explain(guard.similarity), guard.feedback, waits if self.questions_wait else "")
        return "\n\n".join(part for part in parts if part)

    async def finish(self, *, infeasible: bool = False) -> tuple[bool, str]:
        """End it, verified, or as one that cannot be done: whether it is over, and what to tell the agent."""
        guard = self.guard
        step = await guard.act(Action("finish", text=INFEASIBLE if infeasible else None))
        if not guard.over:
            return False, step.feedback
        await self.close()
        page = write_report(guard.journal_folder)
        said = "The task is done, and verified." if guard.finished else step.feedback
        return True, f"{said} Journal: {guard.journal_folder}. Report: {page}."

    async def answer(self, words: tuple[str, ...]) -> tuple[int, str]:
        """What Handrail says to its own three words, `status`, `finish`, `finish --infeasible`: 0, or why not."""
        match words:
            case ("status",):
                return 0, self.guard.feedback or _NOTHING_LEFT
            case ("finish",) | ("finish", "--infeasible") if self.has_end:
                over, said = await self.finish(infeasible=len(words) == 2)
                return int(not over), said
        return 2, _USAGE

    async def close(self) -> None:
        """Leave the phone to others."""
        guard, self._guard = self._guard, None
        if guard is not None:
            await guard.__aexit__(None, None, None)
