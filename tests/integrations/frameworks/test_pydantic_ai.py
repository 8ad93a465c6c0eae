"""pydantic-ai agents behind the capability: the real package, and its own `FunctionModel` that says a script."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="needs the extra: pip install 'handrail[pydantic-ai]'")

from pydantic_ai import Agent, CallDeferred, DeferredToolRequests, Tool
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from handrail.integrations.pydantic_ai import Handrail
from integrations.frameworks.contract import BOOKING, FrameworkContract, button
from integrations.frameworks.stage import GOODBYE, MAPPING, Actor, Script, Stage, call, in_turns


def model_of(actor: Actor) -> FunctionModel:
    def says(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        read = [
            part.model_response() if isinstance(part, RetryPromptPart) else str(part.content)
            for part in (messages[-1].parts if isinstance(messages[-1], ModelRequest) else ())
            if isinstance(part, RetryPromptPart | ToolReturnPart)
        ]
        turn = actor.next("\n".join(read))
        calls: list[Any] = [ToolCallPart(called.name, dict(called.arguments)) for called in turn]
        return ModelResponse(parts=calls or [TextPart(GOODBYE)])

    return FunctionModel(says)


def agent_of(actor: Actor, tools: Any, *capabilities: AbstractCapability[Any], **more: Any) -> Agent[None, Any]:
    return Agent(model_of(actor), tools=tools, capabilities=capabilities, retries=9, **more)


class TestAsynchronously(FrameworkContract):
    own_refusals = ("Unknown tool name", "Field required", "Extra inputs", "valid integer", "valid string")

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)

        async def work() -> None:
            if folder is None:
                await agent_of(actor, stage.tools()).run("Book a table.")
                return
            async with stage.guard(folder) as guard:
                await agent_of(actor, stage.tools(), Handrail(guard, MAPPING)).run("Book a table.")

        asyncio.run(work())
        return actor


class TestWithoutAnEventLoop(FrameworkContract):
    own_refusals = TestAsynchronously.own_refusals

    @pytest.fixture(autouse=True)
    def loop_of_the_thread(self) -> Iterator[None]:
        """`run_sync` makes one that it leaves open."""
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        yield
        asyncio.set_event_loop(None)
        loop.close()

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)
        if folder is None:
            agent_of(actor, stage.tools()).run_sync("Book a table.")
            return actor
        with stage.guard(folder) as guard:
            agent_of(actor, stage.tools(), Handrail(guard, MAPPING)).run_sync("Book a table.")
        return actor

    @pytest.mark.parametrize("way", BOOKING)
    def test_guarded_no_way_books_and_the_model_is_told_why(self, way: str, tmp_path: Path) -> None:
        """All the other ways are tried above: what judges them is the same."""
        super().test_guarded_no_way_books_and_the_model_is_told_why(way, tmp_path)


def test_another_capability_cannot_change_a_call_after_it_was_judged(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    elsewhere, there = button(stage, y=1_500), button(stage)

    class Changes(AbstractCapability[Any]):
        async def before_tool_execute(self, ctx: Any, *, call: Any, tool_def: Any, args: Any) -> Any:
            return dict(there.arguments)

    actor = Actor(in_turns([elsewhere]))

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            await agent_of(actor, stage.tools(), Changes(), Handrail(guard, MAPPING)).run("Book a table.")

    asyncio.run(work())
    assert stage.bookings() == []
    assert "Blocked." in actor.everything


def test_a_tool_that_defers_its_call_still_does(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    def go_back() -> str:
        raise CallDeferred

    async def work() -> Any:
        async with stage.guard(tmp_path) as guard:
            actor = Actor(in_turns([call("go_back")]))
            types = [str, DeferredToolRequests]
            agent = agent_of(actor, [Tool(go_back)], Handrail(guard, MAPPING), output_type=types)
            return (await agent.run("Go back.")).output

    assert isinstance(asyncio.run(work()), DeferredToolRequests)


def test_a_failing_tool_leaves_it_open_whether_it_ran(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    def go_back() -> str:
        raise RuntimeError("the cable is out")

    async def work() -> str:
        async with stage.guard(tmp_path) as guard:
            actor = Actor(in_turns([call("go_back")]))
            await agent_of(actor, [go_back], Handrail(guard, MAPPING)).run("Go back.")
            return actor.everything

    said = asyncio.run(work())
    assert "the cable is out" in said
    assert "Nobody knows whether it ran" in said
