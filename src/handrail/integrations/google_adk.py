"""Guards the tools of Google's Agent Development Kit: a plugin for all tools of a runner, and a computer.

    runner = InMemoryRunner(agent, plugins=[HandrailPlugin(guard, "tools.yaml")])

ADK runs the tool itself, after the plugin was asked: the guard waits within the step until the plugin hears what came
of it. Tried with google-adk 2.13.0; needs `pip install 'handrail[google-adk]'`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from google.adk.plugins.base_plugin import BasePlugin
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.computer_use.base_computer import BaseComputer, ComputerEnvironment, ComputerState
from google.adk.tools.tool_context import ToolContext

from handrail.guard import Guard
from handrail.integrations.tools.computer_actions import google_meaning, of_the_phone
from handrail.integrations.tools.either_guard import AnyGuard, EitherGuard, either_guard
from handrail.integrations.tools.guarded_calls import GuardedCalls, Made, NotMade
from handrail.integrations.tools.held_calls import HeldCalls, MayRun
from handrail.integrations.tools.mapping import ToolMapping, open_mapping
from handrail.integrations.tools.tool_call import Meaning, References, ToolCall

Direction: TypeAlias = Literal["up", "down", "left", "right"]


class HandrailPlugin(BasePlugin):
    """Every call of a tool, by whichever agent of the runner, is judged by the guard before it is made, one at a time.

    `guard` was opened with `async with`; `mapping` says what the tools do to the phone; `allowed` pass unverified. Give
    the agent `handrail_finish` among its tools. What is not made gives `{"error": reason}`.
    """

    def __init__(self, guard: Guard, mapping: ToolMapping, *, allowed: Iterable[str] = (), phone: str = "") -> None:
        super().__init__("handrail")
        profile = open_mapping(mapping, phone)
        self._held = HeldCalls(GuardedCalls(profile, lambda: guard, phone, frozenset(allowed)))

    async def before_tool_callback(
        self, *, tool: BaseTool, tool_args: dict[str, Any], tool_context: ToolContext
    ) -> dict[str, Any] | None:
        """Judge a call; where it may run it does so with exactly the arguments that were judged."""
        match await self._held.before(_identifier(tool_context), ToolCall(tool.name, dict(tool_args))):
            case NotMade(reason):
                return {"error": reason}
            case MayRun(call):
                tool_args.clear()
                tool_args.update(call.arguments)
                return None

    async def after_tool_callback(
        self,
        *,
        tool: BaseTool,  # noqa: ARG002  the signature is ADK's
        tool_args: dict[str, Any],
        tool_context: ToolContext,
        result: Any,
    ) -> dict[str, Any] | None:
        """Hear that a call has been made, and add what the agent has to know."""
        said = await self._held.after(_identifier(tool_context), made=tool_args)
        given = result if isinstance(result, dict) else {"result": result}
        return {**given, "handrail": said} if said else None

    async def on_tool_error_callback(
        self,
        *,
        tool: BaseTool,  # noqa: ARG002
        tool_args: dict[str, Any],  # noqa: ARG002
        tool_context: ToolContext,
        error: BaseException,
    ) -> dict[str, Any] | None:
        """Hear that nobody knows how far a call came; the error goes its way."""
        await self._held.after(_identifier(tool_context), failed=str(error) or type(error).__name__)
        return None


def _identifier(context: ToolContext) -> str:
    return f"{context.invocation_id} {context.function_call_id}"


class GuardedComputer(BaseComputer):
    """A computer that is a phone: every action is judged before `computer` carries it out.

        ComputerUseToolset(computer=GuardedComputer(yours, guard))

    What did not run gives `{"error": reason}` with the address that is shown. The size of `computer` has to be that of
    the phone, in pixels.
    """

    def __init__(self, computer: BaseComputer, guard: AnyGuard) -> None:
        self._computer = computer
        self._size: tuple[int, int] | None = None
        self._way: EitherGuard[Any] = either_guard(guard, self._meaning)

    async def prepare(self, tool_context: ToolContext) -> None:
        """As `computer` does it."""
        await self._computer.prepare(tool_context)

    async def initialize(self) -> None:
        """As `computer` does it."""
        await self._computer.initialize()

    async def close(self) -> None:
        """As `computer` does it."""
        await self._computer.close()

    async def screen_size(self) -> tuple[int, int]:
        """As `computer` says it."""
        return await self._computer.screen_size()

    async def environment(self) -> ComputerEnvironment:
        """As `computer` says it."""
        return await self._computer.environment()

    async def current_state(self) -> ComputerState:
        """As `computer` shows it."""
        return await self._computer.current_state()

    async def open_web_browser(self) -> ComputerState:
        """Refused: nobody can say what it opens."""
        return await self._act("open_web_browser")

    async def search(self) -> ComputerState:
        """Refused: nobody can say what it opens."""
        return await self._act("search")

    async def go_forward(self) -> ComputerState:
        """Refused: a phone has nothing of that kind."""
        return await self._act("go_forward")

    async def click_at(self, x: int, y: int) -> ComputerState:
        """A touch."""
        return await self._act("click_at", x=x, y=y)

    async def hover_at(self, x: int, y: int) -> ComputerState:  # noqa: ARG002
        """A finger that touches nothing: it is not passed on."""
        return await self._computer.current_state()

    async def type_text_at(
        self, x: int, y: int, text: str, press_enter: bool = True, clear_before_typing: bool = True
    ) -> ComputerState:
        """A touch on a field, the typing, and the enter key, one after another."""
        given = {"press_enter": press_enter, "clear_before_typing": clear_before_typing}
        return await self._act("type_text_at", x=x, y=y, text=text, **given)

    async def type_text(self, text: str, press_enter: bool = False) -> ComputerState:
        """Typing into what has the focus."""
        return await self._act("type_text", text=text, press_enter=press_enter)

    async def scroll_document(self, direction: Direction) -> ComputerState:
        """What is further there."""
        return await self._act("scroll_document", direction=direction)

    async def scroll_at(self, x: int, y: int, direction: Direction, magnitude: int) -> ComputerState:
        """A finger's way over the screen."""
        return await self._act("scroll_at", x=x, y=y, direction=direction, magnitude=magnitude)

    async def wait(self, seconds: int) -> ComputerState:
        """A pause."""
        return await self._act("wait", seconds=seconds)

    async def go_back(self) -> ComputerState:
        """The back button."""
        return await self._act("go_back")

    async def navigate(self, url: str) -> ComputerState:
        """An address, opened."""
        return await self._act("navigate", url=url)

    async def key_combination(self, keys: list[str]) -> ComputerState:
        """One key."""
        return await self._act("key_combination", keys=keys)

    async def drag_and_drop(self, x: int, y: int, destination_x: int, destination_y: int) -> ComputerState:
        """A finger's way from a start to an end."""
        return await self._act("drag_and_drop", x=x, y=y, destination_x=destination_x, destination_y=destination_y)

    async def _act(self, method: str, **given: Any) -> Any:  # a state, or a result in words
        if self._size is None:
            self._size = await self._computer.screen_size()

        async def make(call: ToolCall) -> ComputerState:
            return await getattr(self._computer, call.name)(**call.arguments)

        match await self._way.judge(ToolCall(method, given), make):
            case NotMade(reason):
                return await self._told({"error": reason})
            case Made(_, said) if said:
                return await self._told({"handrail": said})
            case Made(state):
                return state

    async def _told(self, said: Mapping[str, str]) -> dict[str, Any]:
        """A result in words; the model's maker demands the address with it."""
        state = await self._computer.current_state()
        return {**said, "url": state.url or ""}

    def _meaning(self, call: ToolCall, seen: References) -> Meaning:
        return of_the_phone(google_meaning(call, seen), self._size, seen.screen)
