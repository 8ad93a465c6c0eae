"""Guards the tools of Anthropic's tool runner: functions, and the computer tool.

    runner = client.beta.messages.tool_runner(tools=guarded_tools(tools, guard, "tools.yaml"), …)

Tried with anthropic 2.12.0; needs `pip install 'handrail[anthropic]'`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from anthropic.lib.tools import (
    BetaAsyncBuiltinFunctionTool,
    BetaAsyncFunctionTool,
    BetaBuiltinFunctionTool,
    BetaFunctionTool,
    ToolError,
    beta_async_tool,
    beta_tool,
)

from handrail.error import Misuse
from handrail.integrations.tools.computer_actions import anthropic_meaning, of_the_phone
from handrail.integrations.tools.either_guard import AnyGuard, EitherGuard, either_guard
from handrail.integrations.tools.finish import FINISH, handrail_finish
from handrail.integrations.tools.guarded_calls import Made, NotMade
from handrail.integrations.tools.mapping import ToolMapping, open_mapping
from handrail.integrations.tools.tool_call import ListedElement, Meaning, Profile, References, ToolCall

Tool: TypeAlias = (
    BetaFunctionTool[Any] | BetaBuiltinFunctionTool | BetaAsyncFunctionTool[Any] | BetaAsyncBuiltinFunctionTool
)
"""What the runner runs itself."""

_WAITING = BetaFunctionTool | BetaBuiltinFunctionTool


def guarded_tools(
    tools: Iterable[Tool],
    guard: AnyGuard,
    mapping: ToolMapping,
    *,
    allowed: Iterable[str] = (),
    phone: str = "",
    offers_finish: bool = True,
) -> list[Any]:
    """The same tools, each call judged by the guard before it is made, one at a time; and `handrail_finish`.

    A tool whose type is Anthropic's `computer_…` needs no mapping. What is not made comes back with `is_error` and the
    reason. Raises `Misuse` for a tool that the runner does not run itself.
    """
    given = list(tools)
    for tool in given:
        if not isinstance(tool, _WAITING) and not _is_asynchronous(tool):
            raise Misuse(f"a {type(tool).__name__} is run by nobody here, and cannot be guarded; leave it out")
    profile = _WithComputers(open_mapping(mapping, phone), _computers(given))
    way: EitherGuard[Any] = either_guard(guard, profile, allowed=allowed, phone=phone)
    waits = not any(_is_asynchronous(tool) for tool in given)
    if offers_finish:
        given.append(beta_tool(handrail_finish) if waits else beta_async_tool(_finish, name=FINISH))
    return [_Guarded(tool, way) if not _is_asynchronous(tool) else _GuardedAsync(tool, way) for tool in given]


class _Guarded(BetaBuiltinFunctionTool):
    """A tool of a client without an event loop."""

    def __init__(self, inner: Any, way: EitherGuard[Any]) -> None:
        self._inner, self._way = inner, way

    def to_dict(self) -> Any:
        return self._inner.to_dict()

    def call(self, input: object) -> Any:
        return _given(
            self._way.judge_waiting(_call(self.name, input), lambda allowed: self._inner.call({**allowed.arguments}))
        )


class _GuardedAsync(BetaAsyncBuiltinFunctionTool):
    """A tool of a client with one."""

    def __init__(self, inner: Any, way: EitherGuard[Any]) -> None:
        self._inner, self._way = inner, way

    def to_dict(self) -> Any:
        return self._inner.to_dict()

    async def call(self, input: object) -> Any:
        return _given(
            await self._way.judge(_call(self.name, input), lambda allowed: self._inner.call({**allowed.arguments}))
        )


async def _finish(infeasible: bool = False) -> str:
    return handrail_finish(infeasible)


_finish.__doc__ = handrail_finish.__doc__


def _is_asynchronous(tool: Tool) -> bool:
    return isinstance(tool, BetaAsyncFunctionTool | BetaAsyncBuiltinFunctionTool)


def _call(name: str, given: object) -> ToolCall:
    if not isinstance(given, dict):
        raise ToolError("Not executed. The arguments are no JSON object.")
    return ToolCall(name, given)


def _given(outcome: Made[Any] | NotMade) -> Any:
    match outcome:
        case NotMade(reason):
            raise ToolError(reason)
        case Made(str() as result, said) if said:
            return f"{result}\n\n{said}"
        case Made(result, said) if said:
            return [*result, {"type": "text", "text": said}]
        case Made(result):
            return result


def _computers(tools: Iterable[Tool]) -> Mapping[str, Mapping[str, Any]]:
    """What Anthropic's computer tools say of themselves, by their names."""
    told = ((tool.name, dict(tool.to_dict())) for tool in tools)
    return {name: said for name, said in told if str(said.get("type", "")).startswith("computer_")}


@dataclass(frozen=True, slots=True)
class _WithComputers:
    """A profile that knows computers too: their size has to be that of the phone."""

    profile: Profile
    computers: Mapping[str, Mapping[str, Any]]

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        computer = self.computers.get(call.name)
        if computer is None:
            return self.profile.meaning(call, seen)
        size = computer.get("display_width_px"), computer.get("display_height_px")
        return of_the_phone(anthropic_meaning(call, seen), size, seen.screen)

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:
        return self.profile.listed(call, answer, serial)

    def has_failed(self, answer: str) -> bool:
        return self.profile.has_failed(answer)
