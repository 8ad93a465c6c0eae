"""Anthropic's tool runner behind the guard: the real client, before a stand-in for the API."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anthropic.lib.tools._beta_runner", reason="needs the extra: pip install 'handrail[anthropic]'")

from anthropic import Anthropic, AsyncAnthropic, beta_async_tool, beta_tool
from anthropic.lib.tools import BetaBuiltinFunctionTool

from handrail.error import Misuse
from handrail.integrations.anthropic import guarded_tools
from integrations.frameworks.contract import FrameworkContract, button
from integrations.frameworks.messages_server import messages_server
from integrations.frameworks.stage import MAPPING, Actor, Script, Stage, call, in_turns

# The runner warns the program of what it tells the model.
pytestmark = [pytest.mark.night, pytest.mark.filterwarnings("ignore:Tool '.*' not found in tool runner:UserWarning")]

ASKED: dict[str, Any] = {
    "model": "claude-none",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Book a table."}],
}


class TestWaiting(FrameworkContract):
    own_refusals = ("not found",)

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor, tools = Actor(script), [beta_tool(function) for function in stage.tools()]
        with messages_server(actor, "tap") as address, Anthropic(api_key="none", base_url=address) as client:
            if folder is None:
                client.beta.messages.tool_runner(tools=tools, **ASKED).until_done()
                return actor
            with stage.guard(folder) as guard:
                guarded = guarded_tools(tools, guard, MAPPING)
                client.beta.messages.tool_runner(tools=guarded, **ASKED).until_done()
        return actor


def asynchronous(function: Callable[..., str]) -> Any:
    import functools

    @functools.wraps(function)
    async def run(**given: Any) -> str:
        return function(**given)

    return beta_async_tool(run)


class TestAsynchronously(FrameworkContract):
    own_refusals = TestWaiting.own_refusals

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)
        with messages_server(actor, "tap") as address:
            asyncio.run(self._played(stage, actor, address, folder))
        return actor

    async def _played(self, stage: Stage, actor: Actor, address: str, folder: Path | None) -> None:
        tools = [asynchronous(function) for function in stage.tools()]
        async with AsyncAnthropic(api_key="none", base_url=address) as client:
            if folder is None:
                await client.beta.messages.tool_runner(tools=tools, **ASKED).until_done()
                return
            async with stage.guard(folder) as guard:
                guarded = guarded_tools(tools, guard, MAPPING)
                await client.beta.messages.tool_runner(tools=guarded, **ASKED).until_done()


def test_a_refusal_is_an_error_for_the_model(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = TestWaiting().play(stage, in_turns([button(stage)]), tmp_path)
    assert actor.heard[0].startswith("error: Blocked.")


def test_what_the_api_runs_is_not_taken_for_guarded(tmp_path: Path) -> None:
    with Stage().guard(tmp_path) as guard, pytest.raises(Misuse, match="dict"):
        guarded_tools([{"type": "web_search_20250305", "name": "web_search"}], guard, MAPPING)


class PhoneComputer(BetaBuiltinFunctionTool):
    """Anthropic's computer tool, as people write it for a phone."""

    def __init__(self, stage: Stage, height: int = 2400) -> None:
        self.phone, self.height = stage.phone, height

    def to_dict(self) -> Any:
        size = {"display_width_px": 1080, "display_height_px": self.height}
        return {"type": "computer_20250124", "name": "computer", **size}

    def call(self, input: Any) -> Any:
        match input:
            case {"action": "left_click_drag", "start_coordinate": start, "coordinate": end}:
                self.phone.swipe(start[0], start[1], end[0], end[1])
            case {"action": "scroll", "coordinate": place}:
                self.phone.swipe(place[0], place[1], place[0], place[1] - 1)
            case {"action": "type", "text": words}:
                self.phone.type_text(words)
            case {"action": "key"}:
                self.phone.key(66)
            case {"coordinate": place}:
                self.phone.tap(*place)
        return [{"type": "text", "text": "a picture"}]


def used(stage: Stage, script: Script, folder: Path | None, height: int = 2400) -> Actor:
    actor, computer = Actor(script), PhoneComputer(stage, height)
    with messages_server(actor, "computer") as address, Anthropic(api_key="none", base_url=address) as client:
        if folder is None:
            client.beta.messages.tool_runner(tools=[computer], **ASKED).until_done()
            return actor
        with stage.guard(folder) as guard:
            client.beta.messages.tool_runner(tools=guarded_tools([computer], guard, {}), **ASKED).until_done()
    return actor


PLACE = [210, 1022]
COMPUTER_WAYS: dict[str, dict[str, Any]] = {
    "a touch": {"action": "left_click", "coordinate": PLACE},
    "two touches": {"action": "double_click", "coordinate": PLACE},
    "three touches": {"action": "triple_click", "coordinate": PLACE},
    "another button": {"action": "right_click", "coordinate": PLACE},
    "a key held": {"action": "left_click", "coordinate": PLACE, "text": "shift"},
    "a finger that stays": {"action": "left_mouse_down", "coordinate": PLACE},
    "a way that is a touch": {"action": "left_click_drag", "start_coordinate": PLACE, "coordinate": [211, 1022]},
    "fractions of pixels": {"action": "left_click", "coordinate": [210.4, 1022.4]},
    "places in words": {"action": "left_click", "coordinate": "210, 1022"},
    "a finger that only hovers": {"action": "mouse_move", "coordinate": PLACE},
    "no action": {"coordinate": PLACE},
    "an action of its own": {"action": "book", "coordinate": PLACE},
    "the enter key": {"action": "key", "text": "Return"},
    "a chord": {"action": "key", "text": "ctrl+Return"},
    "a text with the enter key": {"action": "type", "text": "x\n"},
}


def test_unguarded_a_computer_books() -> None:
    stage = Stage().at_the_button()
    used(stage, in_turns([call("computer", **COMPUTER_WAYS["a touch"])]), None)
    assert stage.bookings()


@pytest.mark.parametrize("way", COMPUTER_WAYS)
def test_guarded_no_way_of_a_computer_books(way: str, tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    before = stage.phone.screen()
    actor = used(stage, in_turns([call("computer", **COMPUTER_WAYS[way])] * 2), tmp_path)
    assert stage.bookings() == []
    assert stage.phone.screen() == before
    assert actor.heard[0].startswith("error: ")


def test_a_computer_books_what_was_asked_for(tmp_path: Path) -> None:
    stage = Stage()

    def script() -> Script:
        for words in ("Blue Harbor Grill", "Date", "2026-03-02", "Time", "18:30", "Reserve now"):
            yield [call("computer", action="left_click", coordinate=list(stage.place(words)))]
        yield [call("handrail_finish")]

    actor = used(stage, script(), tmp_path)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-02", "18:30")]
    assert "The task is done, and verified." in actor.heard[-1]


def test_a_computer_of_another_size_is_not_taken_for_the_phone(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = used(stage, in_turns([call("computer", action="left_click", coordinate=[540, 437])]), tmp_path, height=1200)
    assert "1080 by 1200 pixels, and the phone 1080 by 2400" in actor.everything
