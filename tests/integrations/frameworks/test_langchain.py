"""LangChain agents behind the middleware: the real package, and a model that says a script."""

import asyncio
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langchain", reason="needs the extra: pip install 'handrail[langchain]'")

from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict

from handrail.error import Misuse
from handrail.integrations.langchain import HandrailMiddleware
from integrations.frameworks.contract import BOOKING, FrameworkContract, button
from integrations.frameworks.stage import GOODBYE, MAPPING, Actor, Script, Stage, in_turns


class ScriptedModel(BaseChatModel):
    """A chat model that says what its script says."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    actor: Actor

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Any:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        read = list[str]()
        for message in reversed(messages):
            if not isinstance(message, ToolMessage):
                break
            read.append(f"{message.status}: {message.text}")
        turn = self.actor.next("\n".join(reversed(read)))
        calls = [{"name": called.name, "args": dict(called.arguments), "id": uuid.uuid4().hex} for called in turn]
        said = AIMessage(content="" if turn else GOODBYE, tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=said)])


ASKED = {"messages": [{"role": "user", "content": "Book a table."}]}


class TestAsynchronously(FrameworkContract):
    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)

        async def work() -> None:
            model, tools = ScriptedModel(actor=actor), stage.tools()
            if folder is None:
                await create_agent(model, tools).ainvoke(ASKED)
                return
            async with stage.guard(folder) as guard:
                await create_agent(model, tools, middleware=[HandrailMiddleware(guard, MAPPING)]).ainvoke(ASKED)

        asyncio.run(work())
        return actor


class TestWithoutAnEventLoop(FrameworkContract):
    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)
        model, tools = ScriptedModel(actor=actor), stage.tools()
        if folder is None:
            create_agent(model, tools).invoke(ASKED)
            return actor
        with stage.guard(folder) as guard:
            create_agent(model, tools, middleware=[HandrailMiddleware(guard, MAPPING)]).invoke(ASKED)
        return actor

    @pytest.mark.parametrize("way", BOOKING)
    def test_guarded_no_way_books_and_the_model_is_told_why(self, way: str, tmp_path: Path) -> None:
        """All the other ways are tried above: what judges them is the same."""
        super().test_guarded_no_way_books_and_the_model_is_told_why(way, tmp_path)


def test_a_refusal_is_an_error_for_the_model(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = TestAsynchronously().play(stage, in_turns([button(stage)]), tmp_path)
    assert actor.heard[0].startswith("error: Blocked.")


def test_a_guard_of_the_other_kind_says_what_to_write(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = Actor(in_turns([button(stage)]))

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            agent = create_agent(
                ScriptedModel(actor=actor), stage.tools(), middleware=[HandrailMiddleware(guard, MAPPING)]
            )
            await asyncio.to_thread(agent.invoke, ASKED)

    with pytest.raises(Misuse, match="asynchronous method"):
        asyncio.run(work())
    assert stage.bookings() == []


def test_the_waiting_guard_serves_asynchronous_agents_too(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = Actor(in_turns([button(stage)], [stage.touch("Date")]))
    with stage.guard(tmp_path) as guard:
        agent = create_agent(ScriptedModel(actor=actor), stage.tools(), middleware=[HandrailMiddleware(guard, MAPPING)])
        asyncio.run(agent.ainvoke(ASKED))
    assert actor.heard[0].startswith("error: Blocked.")
    assert actor.heard[1].startswith("success: tapped")
    assert stage.bookings() == []
