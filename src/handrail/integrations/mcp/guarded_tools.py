"""The calls of a server's tools, each through the guard: what touches the phone runs only as an action that may.

Reading passes. What acts is judged as the action that the profile says it is, on the screen that the guard sees with
its own eyes, and the call is made only then. A call that means several is made one by one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import mcp_types
from fastmcp.server.context import Context
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from handrail.device.action import Action
from handrail.device.device import Device, Executed, Execution, StaleScreen
from handrail.device.screen import Screen
from handrail.error import DeviceLost, HandrailError
from handrail.integrations.mcp.tool_call import (
    Acts,
    ListedElement,
    Meaning,
    NotUnderstood,
    Profile,
    Reads,
    Seen,
    ToolCall,
    Unpacked,
)
from handrail.integrations.task import Task

Forward = Callable[[ToolCall], Awaitable[ToolResult]]
"""Makes a call as it is."""

_NOTHING = Screen("", "", (), 0, 0)
_OTHERWISE = "the call means something else on the screen as it is now; read the screen and call again"


@dataclass
class GuardedTools(Middleware):
    """Stands between clients and the tools of one server, for one phone.

    `allowed` are the tools that a person lets through unverified.
    """

    profile: Profile
    device: Device
    serial: str
    task: Task
    allowed: frozenset[str] = frozenset()
    _listed: dict[str, Mapping[str, ListedElement]] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        """Judge one call, and make it if it may be made."""
        session = _session_of(context.fastmcp_context)

        async def forward(one: ToolCall) -> ToolResult:
            said = context.message.model_copy(update={"name": one.name, "arguments": dict(one.arguments)})
            result = await call_next(context.copy(message=said))
            listed = self.profile.listed(one, text_of(result), self.serial)
            if listed is not None:
                self._listed[session] = listed
            return result

        call = ToolCall(context.message.name, context.message.arguments or {})
        if call.name in self.task.tools or call.name in self.allowed:
            return await forward(call)
        try:
            return await self._guarded(call, forward, session)
        except HandrailError as error:
            return refused(str(error))

    async def _guarded(self, call: ToolCall, forward: Forward, session: str) -> ToolResult:
        if isinstance(self._meaning(call, session), Reads):
            return await forward(call)
        async with self._turn:
            self.task.demand_open()
            return await self._made(call, forward, session)

    async def _made(self, call: ToolCall, forward: Forward, session: str) -> ToolResult:
        match await self._meaning_now(call, session):
            case Reads():
                return await forward(call)
            case NotUnderstood(reason):
                return refused(f"Not executed. `{call.name}`: {reason}.")
            case Unpacked(calls):
                return await self._one_by_one(calls, forward, session)
            case Acts() as acts:
                return await self._judged(call, acts, forward, session)

    async def _judged(self, call: ToolCall, acts: Acts, forward: Forward, session: str) -> ToolResult:
        """The guard decides, and the call is made from within, if it still means on the guard's screen what it did."""
        guard, results = self.task.guard, list[ToolResult]()

        async def make(_: Action) -> Execution:
            if self._meaning(call, session) != acts:
                return StaleScreen(_OTHERWISE, guard.screen)
            results.append(await forward(acts.call))
            said = text_of(results[0])
            if results[0].is_error or self.profile.has_failed(said):
                raise DeviceLost(f"`{call.name}` failed: {said[:400]}")  # so nobody knows how far it came
            return Executed()

        step = await guard.act(acts.action, execute=make)
        if not step.executed:
            return refused(step.feedback)
        return ToolResult(
            content=[*results[0].content, *_texts(step.feedback)],
            structured_content=results[0].structured_content,
            meta=results[0].meta,
        )

    async def _one_by_one(self, calls: Sequence[ToolCall], forward: Forward, session: str) -> ToolResult:
        """Every call by itself, up to the first that does not run; what was done is told."""
        told: list[mcp_types.ContentBlock] = []
        for number, call in enumerate(calls, start=1):
            result = await self._made(call, forward, session)
            said = "did not run, or not to its end" if result.is_error else "ran"
            told += [*_texts(f"Step {number} of {len(calls)}, {call.name}, {said}:"), *result.content]
            if result.is_error:
                left = len(calls) - number
                told += _texts(f"Stopped there: {left} of {len(calls)} steps were not tried.") if left else []
                return ToolResult(content=told, is_error=True)
        return ToolResult(content=told)

    def _meaning(self, call: ToolCall, session: str, screen: Screen | None = None) -> Meaning:
        known = self.task.guard.screen if self.task.is_open else _NOTHING
        return self.profile.meaning(call, Seen(self.serial, screen or known, self._listed.get(session, {})))

    async def _meaning_now(self, call: ToolCall, session: str) -> Meaning:
        """On the screen that there is now; one that means the same on any screen needs no look at it."""
        meaning = self._meaning(call, session)
        if meaning == self._meaning(call, session, _NOTHING):
            return meaning
        try:
            return self._meaning(call, session, await self.device.observe())
        except DeviceLost as error:
            return NotUnderstood(f"the phone does not show its screen: {error}")


def _session_of(context: Context | None) -> str:
    """What tells a client from others. The protocol of 2026-07-28 has no sessions: its clients count as one."""
    if context is None or context.session.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return ""
    return context.session_id


def as_text(said: str) -> ToolResult:
    """A result in words."""
    return ToolResult(content=_texts(said))


def refused(said: str) -> ToolResult:
    """A result that tells the model why a call was not made."""
    return ToolResult(content=_texts(said), is_error=True)


def text_of(result: ToolResult) -> str:
    """What a result says in words."""
    return "\n".join(one.text for one in result.content if isinstance(one, mcp_types.TextContent))


def _texts(said: str) -> list[mcp_types.ContentBlock]:
    return [mcp_types.TextContent(type="text", text=said)] if said else []
