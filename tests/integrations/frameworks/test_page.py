"""The programs of docs/integrations/frameworks.md are run, and what they guard stays as it was."""

import ast
import asyncio
import importlib
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import handrail
from docs.test_pages import ROOT, Block, blocks_of
from handrail.language import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from integrations.frameworks.contract import BOOKING, WAYS, button
from integrations.frameworks.messages_server import messages_server
from integrations.frameworks.stage import BEFORE_SEVEN, MAPPING, Actor, Stage, in_turns

PAGE = ROOT / "docs/integrations/frameworks.md"
Names = dict[str, Any]


def of(package: str, module: str) -> Any:
    """The tests of a framework, where it is installed."""
    pytest.importorskip(package, reason=f"{package} is not installed")
    return importlib.import_module(f"integrations.frameworks.{module}")


def langchain(stage: Stage, actor: Actor) -> Names:
    return {"model": of("langchain", "test_langchain").ScriptedModel(actor=actor), "tools": stage.tools()}


def pydantic_ai(stage: Stage, actor: Actor) -> Names:
    return {"model": of("pydantic_ai", "test_pydantic_ai").model_of(actor), "tools": stage.tools()}


def openai_agents(stage: Stage, actor: Actor) -> Names:
    tests = of("agents", "test_openai_agents")
    tools = [tests.function_tool(function) for function in stage.tools()]
    return {"model": tests.ScriptedModel(actor, tests.as_functions), "tools": tools}


def openai_computer(stage: Stage, actor: Actor) -> Names:
    tests = of("agents", "test_openai_agents")
    actor.script = in_turns([tests.click(stage, "Reserve now")])
    return {"model": tests.ScriptedModel(actor, tests.as_computer_call), "computer": tests.PhoneComputer(stage)}


def google_adk(stage: Stage, actor: Actor) -> Names:
    return {"model": of("google.adk", "test_google_adk").ScriptedModel(actor=actor), "tools": stage.tools()}


def anthropic(stage: Stage, actor: Actor) -> Names:
    tests = of("anthropic", "test_anthropic")
    return {"tools": [tests.asynchronous(function) for function in stage.tools()]}


def claude_agent_sdk(stage: Stage, actor: Actor) -> Names:
    tests = of("claude_agent_sdk", "test_claude_agent_sdk")
    actor.script = tests.under_its_names(actor.script)
    Path("tools.yaml").write_text(yaml.safe_dump({"format": "handrail.tools/1", **tests.NAMES}))
    tools = [tests.asynchronous(function) for function in stage.tools()]
    return {"phone_server": tests.create_sdk_mcp_server("phone", tools=tools)}


STAND_INS: dict[str, Callable[[Stage, Actor], Names]] = {
    "langchain": langchain,
    "pydantic-ai": pydantic_ai,
    "openai-agents": openai_agents,
    "openai-agents computer": openai_computer,
    "anthropic": anthropic,
    "claude-agent-sdk": claude_agent_sdk,
    "google-adk": google_adk,
}
"""For each program of the page, by its title."""


def programs() -> dict[str, Block]:
    return {block.title: block for block in blocks_of(PAGE) if block.language == "python"}


def test_every_program_has_what_it_leaves_to_its_reader() -> None:
    assert programs().keys() == STAND_INS.keys()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("title", STAND_INS)
def test_a_program_of_the_page_guards(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    Path("tools.yaml").write_text(yaml.safe_dump({"format": "handrail.tools/1", **MAPPING}))
    stage = Stage().at_the_button()
    actor = Actor(in_turns([button(stage)]))
    app = load("restaurant")
    names: Names = {
        "handrail": handrail,
        "device": PhoneDevice(stage.phone),
        "app": app,
        "specification": Specification.parse(BEFORE_SEVEN, app),
        "print": lambda _: None,
        **STAND_INS[title](stage, actor),
    }
    asyncio.run(run(programs()[title], names, actor, tmp_path))
    assert stage.bookings() == []
    assert "Blocked." in actor.everything


async def run(program: Block, names: Names, actor: Actor, home: Path) -> None:
    code = compile(program.text, program.title, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    needs = "mcp__phone__tap" if "phone_server" in names else "tap"
    with messages_server(actor, needs) as address:
        names["environment"] = {
            "ANTHROPIC_BASE_URL": address,
            "ANTHROPIC_API_KEY": "none",
            "ENABLE_TOOL_SEARCH": "false",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "HOME": str(home),
            "PATH": os.environ["PATH"],
        }
        if program.title == "anthropic":
            names["client"] = importlib.import_module("anthropic").AsyncAnthropic(api_key="none", base_url=address)
        waiting = eval(code, names)
        if inspect.isawaitable(waiting):
            await waiting
        if "client" in names:
            await names["client"].close()


def test_the_mapping_of_the_page_is_the_one_that_is_tried() -> None:
    written = next(block.text for block in blocks_of(PAGE) if block.title == "tools.yaml")
    assert yaml.safe_load(written) == {"format": "handrail.tools/1", **MAPPING}


def test_the_page_says_how_many_ways_there_are() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    assert f"Of {len(WAYS)} ways around by named tools {len(BOOKING)} book" in page
    for package, module, whose in (
        ("agents", "test_openai_agents", "with OpenAI's"),
        ("anthropic", "test_anthropic", "with Anthropic's"),
        ("google.adk", "test_google_adk", "with Google's"),
    ):
        try:
            ways = of(package, module).COMPUTER_WAYS
        except pytest.skip.Exception:
            continue
        assert f"{len(ways)} {whose}" in page or f"{len(ways)} ways of a computer tried {whose}" in page
