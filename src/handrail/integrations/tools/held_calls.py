"""For programs that ask before a tool runs, say afterwards what came of it, and run it themselves in between.

The guard decides, and then waits within that very step until it is told: nothing else is judged meanwhile, and what
holds for one call holds for no other. What is never told counts as perhaps done, as anything that takes too long.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from handrail.error import DeviceLost
from handrail.integrations.meaning import NotUnderstood
from handrail.integrations.tools.guarded_calls import GuardedCalls, Made, NotMade, Outcome, as_one
from handrail.integrations.tools.tool_call import ListedElement, Meaning, Profile, References, ToolCall, Unpacked

_OTHER = "it was made with other arguments than those that were judged"
_NEVER_TOLD = "nobody said what became of it"
_AGAIN = NotMade("Not executed. A call of that name and number is being made; call again when it has ended.")


@dataclass(frozen=True, slots=True)
class MayRun:
    """The call may be made, once, and as it stands here: every default is written out."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class _Held:
    call: ToolCall
    judged: "asyncio.Task[Outcome[str]]"
    ended: "asyncio.Future[str]"


@dataclass
class HeldCalls:
    """The calls that may run and of which nobody has said yet what came of them, by the identifier of the call."""

    calls: GuardedCalls[str]
    _held: dict[str, _Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = replace(self.calls, profile=_Whole(self.calls.profile))

    async def before(self, identifier: str, call: ToolCall) -> MayRun | NotMade:
        """Judge a call. Where it may run, `after` has to follow; until then no other call that acts is judged."""
        if identifier in self._held:
            return _AGAIN
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[ToolCall] = loop.create_future()
        ended: asyncio.Future[str] = loop.create_future()

        async def make(tool_call: ToolCall) -> str:
            begun.set_result(tool_call)
            return await ended

        judged = asyncio.create_task(self.calls.judge(call, make))
        try:
            await asyncio.wait((judged, begun), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            judged.cancel()
            raise
        if begun.done():
            self._held[identifier] = _Held(begun.result(), judged, ended)
            return MayRun(begun.result())
        outcome = judged.result()
        return outcome if isinstance(outcome, NotMade) else NotMade("")

    async def after(self, identifier: str, *, failed: str = "", made: Mapping[str, Any] | None = None) -> str:
        """What the agent has to know now that a call has ended. `made` are the arguments that it was made with."""
        held = self._held.get(identifier)
        if held is None:
            return ""
        wrong = failed or (_OTHER if made is not None and dict(made) != dict(held.call.arguments) else "")
        if not held.ended.done():
            if wrong:
                held.ended.set_exception(DeviceLost(f"`{held.call.name}` failed: {wrong[:400]}"))
            else:
                held.ended.set_result("")
        outcome = as_one(await asyncio.shield(held.judged))  # who asked may be gone; what runs is told all the same
        self._held.pop(identifier, None)
        match outcome:
            case Made(said=said) | NotMade(reason=said):
                return said

    async def close(self) -> None:
        """No more will be told: what was held counts as perhaps done."""
        for identifier in tuple(self._held):
            await self.after(identifier, failed=_NEVER_TOLD)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A profile for calls that are made whole or not at all."""

    profile: Profile

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        meaning = self.profile.meaning(call, seen)
        if isinstance(meaning, Unpacked):
            return NotUnderstood("it is several actions in one, and cannot be made one by one here; make them so")
        return meaning

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:
        return self.profile.listed(call, answer, serial)

    def has_failed(self, answer: str) -> bool:
        return self.profile.has_failed(answer)
