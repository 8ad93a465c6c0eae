"""Guards the tools of LangChain and LangGraph agents: a middleware of `create_agent`, or a wrapper of a `ToolNode`.

    agent = create_agent(model, tools, middleware=[HandrailMiddleware(guard, "tools.yaml")])

Tried with langchain 1.4.7 and langgraph 1.2.22; needs `pip install 'handrail[langchain]'`.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias

from langchain.agents.middleware import AgentMiddleware
from langchain.tools import tool
from langchain.tools.tool_node import ToolCallRequest
from langchain_core.messages import ToolMessage
from langgraph.errors import GraphBubbleUp
from langgraph.types import Command

from handrail.integrations.tools.either_guard import AnyGuard, either_guard
from handrail.integrations.tools.finish import handrail_finish
from handrail.integrations.tools.guarded_calls import Made, NotMade
from handrail.integrations.tools.mapping import ToolMapping
from handrail.integrations.tools.tool_call import ToolCall

Given: TypeAlias = ToolMessage | Command[Any]
"""What a tool gives: a message for the model, or a command to the graph."""


class HandrailMiddleware(AgentMiddleware[Any, Any, Any]):
    """Every call of a tool is judged by the guard before it is made, one at a time.

    `mapping` says what the tools do to the phone; `allowed` pass unverified. The agent is offered `handrail_finish`,
    unless `offers_finish` says otherwise. What is not made comes back as an error, whose text is for the model.
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
        super().__init__()
        self.tools = [tool(handrail_finish)] if offers_finish else []
        self._guard = either_guard(
            guard,
            mapping,
            allowed=allowed,
            phone=phone,
            text_of=_text,
            why_failed=_why_failed,
            pass_on=(GraphBubbleUp,),
        )

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Given]) -> Given:
        """Judge a call of an agent that was started with `invoke` or `stream`."""
        outcome = self._guard.judge_waiting(_call(request), lambda allowed: handler(_with(request, allowed)))
        return _as_given(outcome, request)

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Given]]
    ) -> Given:
        """Judge a call of an agent that was started with `ainvoke` or `astream`."""
        outcome = await self._guard.judge(_call(request), lambda allowed: handler(_with(request, allowed)))
        return _as_given(outcome, request)


def _call(request: ToolCallRequest) -> ToolCall:
    return ToolCall(request.tool_call["name"], request.tool_call["args"])


def _with(request: ToolCallRequest, call: ToolCall) -> ToolCallRequest:
    """The request with the arguments that were judged."""
    return request.override(tool_call={**request.tool_call, "args": dict(call.arguments)})


def _text(given: Given) -> str:
    return str(given.text) if isinstance(given, ToolMessage) else ""


def _why_failed(given: Given) -> str:
    return _text(given) if isinstance(given, ToolMessage) and given.status == "error" else ""


def _as_given(outcome: Made[Given] | NotMade, request: ToolCallRequest) -> Given:
    match outcome:
        case NotMade(reason):
            name = request.tool_call["name"]
            return ToolMessage(reason, name=name, tool_call_id=request.tool_call["id"] or "", status="error")
        case Made(ToolMessage() as message, said) if said:
            return message.model_copy(update={"content": [*_blocks(message), {"type": "text", "text": said}]})
        case Made(given):
            return given


def _blocks(message: ToolMessage) -> list[str | dict[Any, Any]]:
    return message.content if isinstance(message.content, list) else [{"type": "text", "text": message.content}]
