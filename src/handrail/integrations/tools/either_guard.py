"""The same judgement for programs with an event loop and for those without, whichever way the guard was opened."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from handrail.error import DeviceLost, Misuse
from handrail.guard import Guard
from handrail.guard.synchronous import SynchronousGuard
from handrail.integrations.tools.guarded_calls import GuardedCalls, Made, Make, NotMade, Result, as_one
from handrail.integrations.tools.mapping import ToolMapping, open_mapping
from handrail.integrations.tools.tool_call import ToolCall

AnyGuard: TypeAlias = Guard | SynchronousGuard
"""What `async with Guard(…) as guard` gives, or `with Guard(…) as guard`."""

MakeWaiting: TypeAlias = Callable[[ToolCall], Result]
"""Makes a call as it is, in a program without an event loop."""

_GAVE_UP = "the program gave up waiting before the call was made"
_NEEDS_WITH = (
    "the guard was opened with `async with`, and the tools are called without an event loop; call the agent's "
    "asynchronous method, or open the guard with `with`"
)


@dataclass(frozen=True)
class EitherGuard(Generic[Result]):
    """One guard, and the calls that go through it from any thread."""

    guard: AnyGuard
    calls: GuardedCalls[Result]

    async def judge(self, call: ToolCall, make: Make[Result]) -> Made[Result] | NotMade:
        """Judge a call in a program with an event loop; it is made on that loop."""
        if isinstance(self.guard, Guard):
            return as_one(await self.calls.judge(call, make))
        return await self._elsewhere(self.guard, call, make)

    def judge_waiting(self, call: ToolCall, make: MakeWaiting[Result]) -> Made[Result] | NotMade:
        """Judge a call in a program without one; it is made in a thread. Raises `Misuse`."""
        if isinstance(self.guard, Guard):
            raise Misuse(_NEEDS_WITH)

        async def made(tool_call: ToolCall) -> Result:
            return await asyncio.to_thread(make, tool_call)

        return as_one(self.guard.run(self.calls.judge(call, made)))

    async def _elsewhere(self, guard: SynchronousGuard, call: ToolCall, make: Make[Result]) -> Made[Result] | NotMade:
        """The guard waits in a thread of its own, and the call is made here."""
        here, gave_up = asyncio.get_running_loop(), list[bool]()

        async def made(tool_call: ToolCall) -> Result:
            if gave_up:
                raise DeviceLost(_GAVE_UP)
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(_awaited(make, tool_call), here))

        try:
            return as_one(await asyncio.to_thread(lambda: guard.run(self.calls.judge(call, made))))
        except asyncio.CancelledError:
            gave_up.append(True)
            raise


def _text(result: object) -> str:
    return result if isinstance(result, str) else ""


def either_guard(
    guard: AnyGuard,
    mapping: ToolMapping,
    *,
    allowed: Iterable[str] = (),
    phone: str = "",
    text_of: Callable[[Result], str] = _text,
    why_failed: Callable[[Result], str] = lambda _: "",
    pass_on: tuple[type[Exception], ...] = (),
) -> EitherGuard[Result]:
    """The way through a guard for tools that a mapping explains; see `GuardedCalls`. Raises `UnreadableInput`.

    `text_of` is what a result says, for mappings that tell failures by how they begin.
    """
    inner = guard if isinstance(guard, Guard) else guard.guard
    profile = open_mapping(mapping, phone)

    def failed(result: Result) -> str:
        said = text_of(result)
        return why_failed(result) or (said if profile.has_failed(said) else "")

    return EitherGuard(guard, GuardedCalls(profile, lambda: inner, phone, frozenset(allowed), failed, pass_on))


async def _awaited(make: Make[Result], call: ToolCall) -> Result:
    return await make(call)
