"""The calls of a server's tools, each through the guard, and what came of them in the words of MCP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import mcp_types
from fastmcp.server.context import Context
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from handrail.integrations.task import Task
from handrail.integrations.tools.guarded_calls import CallsInTurn, GuardedCalls, Made, NotMade, Outcome, ran
from handrail.integrations.tools.tool_call import ListedElement, Profile, ToolCall


@dataclass
class GuardedTools(Middleware):
    """Stands between clients and the tools of one server, for one phone.

    `allowed` are the tools that a person lets through unverified.
    """

    profile: Profile
    serial: str
    task: Task
    allowed: frozenset[str] = frozenset()
    _listed: dict[str, Mapping[str, ListedElement]] = field(default_factory=dict)
    _calls: GuardedCalls[ToolResult] = field(init=False)

    def __post_init__(self) -> None:
        passing = self.allowed | self.task.tools
        self._calls = GuardedCalls(
            self.profile, self.task.open_guard, self.serial, passing, why_failed=self._why_failed
        )

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        """Judge one call, and make it if it may be made."""
        session = _session_of(context.fastmcp_context)

        async def forward(tool_call: ToolCall) -> ToolResult:
            said = context.message.model_copy(update={"name": tool_call.name, "arguments": dict(tool_call.arguments)})
            result = await call_next(context.copy(message=said))
            listed = self.profile.listed(tool_call, text_of(result), self.serial)
            if listed is not None:
                self._listed[session] = listed
            return result

        call = ToolCall(context.message.name, context.message.arguments or {})
        return _as_result(await self._calls.judge(call, forward, lambda: self._listed.get(session, {})))

    def _why_failed(self, result: ToolResult) -> str:
        said = text_of(result)
        return (said or "it does not say why") if result.is_error or self.profile.has_failed(said) else ""


def _as_result(outcome: Outcome[ToolResult]) -> ToolResult:
    match outcome:
        case Made(result, ""):
            return result
        case Made(result, said):
            content = [*result.content, *_texts(said)]
            return ToolResult(content=content, structured_content=result.structured_content, meta=result.meta)
        case NotMade(reason):
            return refused(reason)
        case CallsInTurn() as several:
            return ToolResult(content=_steps(several), is_error=not ran(several))


def _steps(outcome: CallsInTurn[ToolResult]) -> Sequence[mcp_types.ContentBlock]:
    """Every step with what became of it."""
    told: list[mcp_types.ContentBlock] = []
    total = len(outcome.steps) + outcome.left
    for number, (call, step) in enumerate(outcome.steps, start=1):
        said = "ran" if ran(step) else "did not run, or not to its end"
        told += [*_texts(f"Step {number} of {total}, {call.name}, {said}:"), *_as_result(step).content]
    left = f"Stopped there: {outcome.left} of {total} steps were not tried." if outcome.left else ""
    return [*told, *_texts(left)]


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
    return "\n".join(part.text for part in result.content if isinstance(part, mcp_types.TextContent))


def _texts(said: str) -> list[mcp_types.ContentBlock]:
    return [mcp_types.TextContent(type="text", text=said)] if said else []
