"""Guards the tools of the OpenAI Agents SDK: function tools, and a computer with its safety checks.

    agent = Agent("phone", tools=guarded_tools(tools, guard, "tools.yaml"))

Tried with openai-agents 0.24.0; needs `pip install 'handrail[openai-agents]'`.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from inspect import isawaitable
from typing import Any

from agents import (
    AsyncComputer,
    Computer,
    ComputerTool,
    FunctionTool,
    Tool,
    function_tool,
)
from agents.run import CallModelData, ModelInputData
from agents.tool import ComputerToolCustomDataContext, ComputerToolSafetyCheckData
from agents.tool_context import ToolContext

from handrail.error import HandrailError, Misuse
from handrail.guard import Guard
from handrail.integrations.meaning import Reads
from handrail.integrations.tools.computer_actions import of_the_phone, openai_meaning
from handrail.integrations.tools.either_guard import AnyGuard, EitherGuard, either_guard
from handrail.integrations.tools.finish import handrail_finish
from handrail.integrations.tools.guarded_calls import Made, NotMade
from handrail.integrations.tools.held_calls import HeldCalls
from handrail.integrations.tools.mapping import ToolMapping
from handrail.integrations.tools.tool_call import Meaning, References, ToolCall

_FAILED = "An error occurred while running the tool"
"""How the SDK tells the model of a tool that raised."""

_NOT_TOLD = "the model is not told why; run with RunConfig(call_model_input_filter=computer.tell)"
_STOPPED = "Not executed. An action before it in the same call did not run."


class NotAcknowledged(HandrailError):
    """A safety check that Handrail does not acknowledge, and so the run ends: the message says why."""


def guarded_tools(
    tools: Iterable[Tool],
    guard: AnyGuard,
    mapping: ToolMapping,
    *,
    allowed: Iterable[str] = (),
    phone: str = "",
    offers_finish: bool = True,
) -> list[Tool]:
    """The same tools, each call judged by the guard before it is made, one at a time; and `handrail_finish`.

    What is not made gives the reason as its output. Raises `Misuse` for a tool that is no function: what the SDK or its
    server runs by itself cannot be guarded here.
    """
    way: EitherGuard[Any] = either_guard(guard, mapping, allowed=allowed, phone=phone, why_failed=_why_failed)
    offered = (*tools, *((function_tool(handrail_finish),) if offers_finish else ()))
    return [_guarded(tool, way) for tool in offered]


def _guarded(tool: Tool, way: EitherGuard[Any]) -> Tool:
    if not isinstance(tool, FunctionTool):
        raise Misuse(
            f"a {type(tool).__name__} is no function, and is not guarded here; GuardedComputer is for computers"
        )

    async def invoke(context: ToolContext[Any], written: str) -> Any:
        async def make(call: ToolCall) -> Any:
            return await tool.on_invoke_tool(context, json.dumps(dict(call.arguments)))

        arguments = _read(written)
        if arguments is None:
            return "Not executed. The arguments are no JSON object."
        match await way.judge(ToolCall(tool.name, arguments), make):
            case NotMade(reason):
                return reason
            case Made(str() as result, said) if said:
                return f"{result}\n\n{said}"
            case Made(result):
                return result

    return replace(tool, on_invoke_tool=invoke)


def _read(written: str) -> Mapping[str, Any] | None:
    try:
        read = json.loads(written or "{}")
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _why_failed(result: object) -> str:
    return result if isinstance(result, str) and result.startswith(_FAILED) else ""


class GuardedComputer(AsyncComputer):
    """A computer that is a phone: every action is judged before `computer` carries it out.

        computer = GuardedComputer(yours, guard)
        agent = Agent("phone", tools=[computer.tool()])
        await Runner.run(agent, asked, run_config=RunConfig(call_model_input_filter=computer.tell))

    After an action that did not run, none of the same call does. `tell` says to the model why. The size of `computer`
    has to be that of the phone, in pixels.
    """

    def __init__(self, computer: Computer | AsyncComputer, guard: AnyGuard) -> None:
        self._computer = computer
        self._way: EitherGuard[Any] = either_guard(guard, self._meaning)
        self._held = HeldCalls(self._way.calls)
        self._acknowledged: tuple[str, ToolCall] | None = None
        self._said: list[str] = []
        self._stopped = False
        self._texts: dict[str, str] = {}
        self._untold: set[str] = set()

    def tool(self) -> ComputerTool[Any]:
        """The tool for an agent, which acknowledges safety checks as the guard decides."""
        return ComputerTool(self, on_safety_check=self.acknowledge, custom_data_extractor=self._ended)

    async def acknowledge(self, data: ComputerToolSafetyCheckData) -> bool:
        """Acknowledge the check if the guard allows exactly the action that it is about, a person included.

        The action that runs next has to be that one. Raises `NotAcknowledged` with the reason.
        """
        identifier = data.tool_call.call_id
        if self._acknowledged is not None and self._acknowledged[0] == identifier:
            return True
        call = _only_action(data)
        if not isinstance(self._way.guard, Guard) or call is None:
            raise NotAcknowledged("a safety check is acknowledged for a single action, with a guard of `async with`")
        if isinstance(self._meaning(call, References("", self._way.guard.screen)), Reads):
            raise NotAcknowledged(f"nobody decided about `{call.name}`, which touches nothing")
        outcome = await self._held.before(identifier, call)
        if isinstance(outcome, NotMade):
            raise NotAcknowledged(outcome.reason)
        self._acknowledged = identifier, call
        return True

    def tell(self, data: CallModelData[Any]) -> ModelInputData:
        """What the guard said of a call, after its picture, with every request to the model."""
        told = list[Any]()
        for item in data.model_data.input:
            told.append(item)
            identifier = item.get("call_id") if item.get("type") == "computer_call_output" else None
            if isinstance(identifier, str) and identifier in self._texts:
                told.append({"role": "user", "content": f"Handrail, which guards the phone: {self._texts[identifier]}"})
                self._untold.discard(identifier)
        return ModelInputData(told, data.model_data.instructions)

    async def screenshot(self) -> str:
        """A picture, as `computer` gives it."""
        return await self._awaited(self._computer.screenshot())

    async def click(self, x: int, y: int, button: str = "left") -> None:
        """A touch; other buttons are refused."""
        await self._act(
            ToolCall("click", {"x": x, "y": y, "button": button}), lambda: self._computer.click(x, y, button)
        )

    async def double_click(self, x: int, y: int) -> None:
        """Two touches."""
        await self._act(ToolCall("double_click", {"x": x, "y": y}), lambda: self._computer.double_click(x, y))

    async def scroll(self, x: int, y: int, scroll_x: int, scroll_y: int) -> None:
        """A finger's way over the screen."""
        call = ToolCall("scroll", {"x": x, "y": y, "scroll_x": scroll_x, "scroll_y": scroll_y})
        await self._act(call, lambda: self._computer.scroll(x, y, scroll_x, scroll_y))

    async def type(self, text: str) -> None:
        """Typing, into what has the focus."""
        await self._act(ToolCall("type", {"text": text}), lambda: self._computer.type(text))

    async def wait(self) -> None:
        """A pause."""
        await self._act(ToolCall("wait", {}), self._computer.wait)

    async def move(self, x: int, y: int) -> None:
        """A finger that touches nothing: it is not passed on."""

    async def keypress(self, keys: list[str]) -> None:
        """One key."""
        await self._act(ToolCall("keypress", {"keys": keys}), lambda: self._computer.keypress(keys))

    async def drag(self, path: list[tuple[int, int]]) -> None:
        """A finger's way from a start to an end."""
        await self._act(ToolCall("drag", {"path": path}), lambda: self._computer.drag(path))

    async def _act(self, call: ToolCall, carry_out: Callable[[], Awaitable[None] | None]) -> None:
        if self._untold:
            raise Misuse(_NOT_TOLD)
        if self._stopped:
            self._said.append(_STOPPED)
            return
        acknowledged, self._acknowledged = self._acknowledged, None
        if acknowledged is not None:
            await self._as_acknowledged(acknowledged, call, carry_out)
            return
        match await self._way.judge(call, lambda _: self._awaited(carry_out())):
            case NotMade(reason):
                self._stopped = True
                self._said.append(reason)
            case Made(said=said) if said:
                self._said.append(said)

    async def _as_acknowledged(
        self, acknowledged: tuple[str, ToolCall], call: ToolCall, carry_out: Callable[[], Awaitable[None] | None]
    ) -> None:
        identifier, judged = acknowledged
        failed = "" if judged == call else f"`{call.name}` is not the action that was judged"
        try:
            if not failed:
                await self._awaited(carry_out())
        except Exception as error:
            failed = str(error) or type(error).__name__
        self._stopped = bool(failed)
        self._said.append(await self._held.after(identifier, failed=failed))

    def _ended(self, context: ComputerToolCustomDataContext) -> Mapping[str, Any] | None:
        """A call is over: what was said of it is its own, and the next one begins anew."""
        said, stopped = "\n\n".join(dict.fromkeys(text for text in self._said if text)), self._stopped
        self._said, self._stopped = [], False
        if not said:
            return None
        self._texts[context.tool_call.call_id] = said
        if stopped:
            self._untold.add(context.tool_call.call_id)
        return {"handrail": said}

    def _meaning(self, call: ToolCall, seen: References) -> Meaning:
        return of_the_phone(openai_meaning(call, seen), self._computer.dimensions, seen.screen)

    async def _awaited(self, given: Any) -> Any:
        return await given if isawaitable(given) else given


def _only_action(data: ComputerToolSafetyCheckData) -> ToolCall | None:
    """The one action of a call; None where there are several, since a check is about all of them."""
    asked = data.tool_call.actions or ([data.tool_call.action] if data.tool_call.action is not None else [])
    if len(asked) != 1:
        return None
    given = asked[0].model_dump(exclude_none=True)
    name = str(given.pop("type"))
    if "path" in given:
        given["path"] = [(point["x"], point["y"]) for point in given["path"]]
    return ToolCall(name, given)
