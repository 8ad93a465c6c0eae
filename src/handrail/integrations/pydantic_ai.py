"""Guards the tools of pydantic-ai agents: a capability, or a toolset around a toolset.

    agent = Agent(model, tools=tools, capabilities=[Handrail(guard, "tools.yaml")])

The call of the toolset is what is judged: nothing that pydantic-ai does comes between the decision and the tool. Tried
with pydantic-ai-slim 2.68.0; needs `pip install 'handrail[pydantic-ai]'`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic_ai import FunctionToolset, RunContext, ToolFailed, ToolReturn
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.exceptions import ApprovalRequired, CallDeferred
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool, WrapperToolset

from handrail.integrations.tools.either_guard import AnyGuard, EitherGuard, either_guard
from handrail.integrations.tools.finish import handrail_finish
from handrail.integrations.tools.guarded_calls import Made, NotMade
from handrail.integrations.tools.mapping import ToolMapping
from handrail.integrations.tools.tool_call import ToolCall


class Handrail(AbstractCapability[Any]):
    """Every call of a tool is judged by the guard before it is made, one at a time.

    `mapping` says what the tools do to the phone; `allowed` pass unverified. The agent is offered `handrail_finish`,
    unless `offers_finish` says otherwise. What is not made comes back as a failed call, whose text is for the model.
    """

    def __init__(
        self,
        guard: AnyGuard,
        mapping: ToolMapping,
        *,
        allowed: Iterable[str] = (),
        phone: str = "",
        offers_finish: bool = True,
    ) -> None:
        self._guard: EitherGuard[Any] = either_guard(
            guard, mapping, allowed=allowed, phone=phone, pass_on=(ApprovalRequired, CallDeferred)
        )
        self._offers_finish = offers_finish

    def get_toolset(self) -> AbstractToolset[Any] | None:
        """The tool that ends the task."""
        return FunctionToolset([handrail_finish]) if self._offers_finish else None

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        """All tools of the agent, guarded."""
        return GuardedToolset(toolset, self._guard)

    def get_ordering(self) -> CapabilityOrdering:
        """Nearest to the tools: what another capability makes of a call is judged, and not the other way round."""
        return CapabilityOrdering(position="innermost")


@dataclass
class GuardedToolset(WrapperToolset[Any]):
    """A toolset whose calls go through a guard."""

    guard: EitherGuard[Any]

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        """Judge one call, and make it if it may be made. Raises `ToolFailed` with the reason."""

        async def make(call: ToolCall) -> Any:
            return await self.wrapped.call_tool(call.name, dict(call.arguments), ctx, tool)

        match await self.guard.judge(ToolCall(name, tool_args), make):
            case NotMade(reason):
                raise ToolFailed(reason)
            case Made(str() as result, said) if said:
                return f"{result}\n\n{said}"
            case Made(result, said) if said and not isinstance(result, ToolReturn):
                return ToolReturn(result, content=said)
            case Made(result):
                return result
