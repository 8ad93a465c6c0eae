"""Agents of Google's ADK behind the plugin and behind the computer: the real package, and a model with a script."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("google.adk", reason="needs the extra: pip install 'handrail[google-adk]'")

from google.adk.agents import Agent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.adk.runners import InMemoryRunner
from google.adk.tools.computer_use.base_computer import BaseComputer, ComputerEnvironment, ComputerState
from google.adk.tools.computer_use.computer_use_toolset import ComputerUseToolset
from google.genai import types
from pydantic import ConfigDict

from handrail.integrations.google_adk import GuardedComputer, HandrailPlugin
from handrail.integrations.tools.finish import handrail_finish
from integrations.frameworks.contract import FrameworkContract, button
from integrations.frameworks.stage import GOODBYE, MAPPING, Actor, Script, Stage, call, in_turns

pytestmark = [
    pytest.mark.night,
    pytest.mark.filterwarnings(
        "ignore::UserWarning",
        "ignore::DeprecationWarning",
        "ignore::ResourceWarning",
        "ignore::pytest.PytestUnraisableExceptionWarning",
    ),
]  # fmt: skip  ADK warns of what it calls experimental


class ScriptedModel(BaseLlm):
    """Says what its script says."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    model: str = "scripted"
    actor: Actor

    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> AsyncGenerator[LlmResponse, None]:
        parts = llm_request.contents[-1].parts or []
        read = [json.dumps(part.function_response.response) for part in parts if part.function_response]
        turn = self.actor.next("\n".join(read).replace('\\"', '"'))
        calls = [
            types.Part(function_call=types.FunctionCall(name=called.name, args=dict(called.arguments)))
            for called in turn
        ]
        content = types.Content(role="model", parts=calls or [types.Part(text=GOODBYE)])
        yield LlmResponse(content=content)


async def run(actor: Actor, tools: Any, *plugins: BasePlugin, **callbacks: Any) -> None:
    agent = Agent(name="phone", model=ScriptedModel(actor=actor), tools=tools, **callbacks)
    async with InMemoryRunner(agent, plugins=list(plugins)) as runner:
        await runner.run_debug("Book a table.", quiet=True)


class TestPlugin(FrameworkContract):
    own_refusals = ("not found", "mandatory input parameters")

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)

        async def work() -> None:
            if folder is None:
                await run(actor, stage.tools())
                return
            async with stage.guard(folder) as guard:
                await run(actor, [*stage.tools(), handrail_finish], HandrailPlugin(guard, MAPPING))

        asyncio.run(work())
        return actor


def test_a_call_that_another_callback_changes_is_not_taken_for_the_one_that_was_judged(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    moved = dict(stage.touch("Time").arguments)

    def changes(tool: Any, args: dict[str, Any], tool_context: Any) -> None:
        args.update(moved)

    actor = Actor(in_turns([stage.touch("Date")], [button(stage)]))

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            await run(actor, stage.tools(), HandrailPlugin(guard, MAPPING), before_tool_callback=changes)

    asyncio.run(work())
    assert "other arguments than those that were judged" in actor.heard[0]


def test_a_failing_tool_leaves_it_open_whether_it_ran(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    def go_back() -> str:
        """The back button."""
        raise RuntimeError("the cable is out")

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            await run(Actor(in_turns([call("go_back")])), [go_back], HandrailPlugin(guard, MAPPING))

    with pytest.raises(RuntimeError, match="the cable is out"):
        asyncio.run(work())
    assert '"lost"' in (tmp_path / "journal" / "journal.jsonl").read_text("utf-8")


class PhoneComputer(BaseComputer):
    """A computer as people write it for a phone."""

    def __init__(self, stage: Stage, size: tuple[int, int] = (1080, 2400)) -> None:
        self.phone, self.size = stage.phone, size

    async def screen_size(self) -> tuple[int, int]:
        return self.size

    async def environment(self) -> ComputerEnvironment:
        return ComputerEnvironment.ENVIRONMENT_BROWSER

    async def current_state(self) -> ComputerState:
        return ComputerState(screenshot=b"picture", url="phone:")

    async def open_web_browser(self) -> ComputerState:
        return await self.click_at(210, 1022)

    async def search(self) -> ComputerState:
        return await self.click_at(210, 1022)

    async def go_forward(self) -> ComputerState:
        return await self.click_at(210, 1022)

    async def go_back(self) -> ComputerState:
        self.phone.back()
        return await self.current_state()

    async def click_at(self, x: int, y: int) -> ComputerState:
        self.phone.tap(x, y)
        return await self.current_state()

    async def hover_at(self, x: int, y: int) -> ComputerState:
        return await self.click_at(x, y)

    async def type_text_at(
        self, x: int, y: int, text: str, press_enter: bool = True, clear_before_typing: bool = True
    ) -> ComputerState:
        await self.click_at(x, y)
        return await self.type_text(text)

    async def type_text(self, text: str, press_enter: bool = False) -> ComputerState:
        self.phone.type_text(text)
        return await self.current_state()

    async def scroll_document(self, direction: Any) -> ComputerState:
        return await self.current_state()

    async def scroll_at(self, x: int, y: int, direction: Any, magnitude: int) -> ComputerState:
        self.phone.swipe(x, y, x, y - magnitude)
        return await self.current_state()

    async def wait(self, seconds: int) -> ComputerState:
        return await self.current_state()

    async def navigate(self, url: str) -> ComputerState:
        return await self.click_at(210, 1022)

    async def key_combination(self, keys: list[str]) -> ComputerState:
        self.phone.key(66)
        return await self.current_state()

    async def drag_and_drop(self, x: int, y: int, destination_x: int, destination_y: int) -> ComputerState:
        self.phone.swipe(x, y, destination_x, destination_y)
        return await self.current_state()


def used(stage: Stage, script: Script, folder: Path | None, **size: Any) -> Actor:
    actor, inner = Actor(script), PhoneComputer(stage, **size)

    async def work() -> None:
        if folder is None:
            await run(actor, [ComputerUseToolset(computer=inner)])
            return
        async with stage.guard(folder) as guard:
            await run(actor, [ComputerUseToolset(computer=GuardedComputer(inner, guard))])

    asyncio.run(work())
    return actor


def at(stage: Stage, words: str) -> dict[str, int]:
    """A place in thousandths of the screen, as this model's maker counts, within the element."""
    x, y = stage.place(words)
    return {"x": round(x * 1000 / 1080), "y": round(y * 1000 / 2400)}


def test_unguarded_a_computer_books() -> None:
    stage = Stage().at_the_button()
    used(stage, in_turns([call("click_at", **at(stage, "Reserve now"))]), None)
    assert stage.bookings()


def test_a_guarded_computer_books_the_right_table_once_the_model_is_told(tmp_path: Path) -> None:
    stage = Stage()

    def script() -> Script:
        yield [call("click_at", **at(stage, "Blue Harbor Grill"))]
        told = yield [call("click", **at(stage, "Reserve now"))]
        assert "time should be before 19:00 but is 19:00" in told
        for words in ("Date", "2026-03-02", "Time", "18:30", "Reserve now"):
            yield [call("click_at", **at(stage, words))]

    used(stage, script(), tmp_path)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-02", "18:30")]


def test_what_is_typed_at_a_place_is_a_touch_and_then_typing(tmp_path: Path) -> None:
    stage = Stage()
    field = at(stage, "Restaurant, kitchen or district")
    actor = used(stage, in_turns([call("type_text_at", **field, text="Blue", press_enter=False)]), tmp_path)
    assert stage.place("Blue"), actor.heard


PLACE = {"x": 194, "y": 426}
COMPUTER_WAYS: dict[str, Any] = {
    "a touch": call("click_at", **PLACE),
    "a touch by its newer name": call("click", **PLACE),
    "a finger that only hovers": call("hover_at", **PLACE),
    "typing at a button": call("type_text_at", **PLACE, text="x"),
    "a text with the enter key": call("type", text="x\n"),
    "the enter key": call("key_combination", keys=["enter"]),
    "a chord": call("hotkey", keys=["control", "enter"]),
    "a way that is a touch": call("drag_and_drop", **PLACE, destination_x=194, destination_y=426),
    "a scroll that is a touch": call("scroll_at", **PLACE, direction="down", magnitude=1),
    "a browser": call("open_web_browser"),
    "a search": call("search"),
    "forward": call("go_forward"),
    "an address that calls": call("navigate", url="tel:112"),
    "a method of its own": call("book", **PLACE),
}


@pytest.mark.parametrize("way", COMPUTER_WAYS)
def test_guarded_no_way_of_a_computer_books(way: str, tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    before = stage.phone.screen()
    actor = used(stage, in_turns([COMPUTER_WAYS[way]] * 2), tmp_path)
    assert stage.bookings() == []
    assert stage.phone.screen() == before
    assert "error" in actor.heard[0] or way == "a finger that only hovers"


def test_a_computer_of_another_size_is_not_taken_for_the_phone(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = used(stage, in_turns([call("click_at", x=500, y=180)]), tmp_path, size=(540, 1200))
    assert "the computer is 540 by 1200 pixels, and the phone 1080 by 2400" in actor.everything
