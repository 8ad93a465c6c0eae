"""The Claude Agent SDK behind the hooks: the real package with its own program, before a stand-in for the API."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("claude_agent_sdk", reason="needs the extra: pip install 'handrail[claude-agent-sdk]'")

from claude_agent_sdk import ClaudeAgentOptions, create_sdk_mcp_server, query, tool

from handrail.integrations.claude_agent_sdk import FINISH_TOOL, finish_server, guarded_hooks
from handrail.integrations.tools.tool_call import ToolCall
from integrations.frameworks.contract import WAYS, button
from integrations.frameworks.messages_server import messages_server
from integrations.frameworks.stage import MAPPING, Actor, Script, Stage, Turn, books_a_table, in_turns

pytestmark = [pytest.mark.slow, pytest.mark.night]

SERVER = "mcp__phone__"
NAMES = {**MAPPING, "reads": [f"{SERVER}read_screen"], "acts": {SERVER + n: v for n, v in MAPPING["acts"].items()}}


def renamed(turn: Turn) -> Turn:
    return [
        ToolCall(FINISH_TOOL if called.name == "handrail_finish" else SERVER + called.name, called.arguments)
        for called in turn
    ]


def under_its_names(script: Script) -> Script:
    """The same script, for tools that are called by the name of their server too."""
    turn = next(script)
    while True:
        read = yield renamed(turn)
        try:
            turn = script.send(read)
        except StopIteration:
            return


def asynchronous(function: Callable[..., str]) -> Any:
    shape = {name: kind for name, kind in function.__annotations__.items() if name != "return"}

    @tool(function.__name__, str(function.__doc__), shape)
    async def run(given: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "text", "text": function(**given)}]}

    return run


async def played(stage: Stage, actor: Actor, folder: Path | None, home: Path) -> None:
    servers: Any = {
        "phone": create_sdk_mcp_server("phone", tools=[asynchronous(function) for function in stage.tools()])
    }
    if folder is not None:
        servers["handrail"] = finish_server()
    with messages_server(actor, f"{SERVER}tap") as address:
        environment = {
            "ANTHROPIC_BASE_URL": address,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CONFIG_DIR": str(home / "configuration"),
            "HOME": str(home),
            "NO_PROXY": "127.0.0.1",
            "PATH": os.environ["PATH"],
            "ENABLE_TOOL_SEARCH": "false",
        }

        async def run(**hooks: Any) -> None:
            options = ClaudeAgentOptions(
                tools=[],
                mcp_servers=servers,
                allowed_tools=[f"{SERVER}{function.__name__}" for function in stage.tools()] + [FINISH_TOOL],
                env=environment,
                cwd=str(home),
                setting_sources=[],
                **hooks,
            )
            async for _ in query(prompt="Book a table.", options=options):
                pass

        if folder is None:
            await run()
            return
        async with stage.guard(folder) as guard:
            await run(hooks=guarded_hooks(guard, NAMES))


def play(stage: Stage, script: Script, folder: Path, *, guarded: bool = True) -> Actor:
    actor, home = Actor(under_its_names(script)), folder / "home"
    home.mkdir()
    asyncio.run(played(stage, actor, folder if guarded else None, home))
    return actor


def test_unguarded_the_wrong_table_is_booked(tmp_path: Path) -> None:
    stage = Stage()
    play(stage, books_a_table(stage), tmp_path, guarded=False)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-03", "19:00")]


def test_guarded_the_model_is_told_why_and_books_the_right_one(tmp_path: Path) -> None:
    stage = Stage()
    actor = play(stage, books_a_table(stage), tmp_path)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-02", "18:30")]
    assert 'Blocked. "reserve" is not ready' in actor.everything
    assert "The task is done, and verified." in actor.heard[-1]


def test_guarded_no_way_books_and_the_model_is_told_why(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    before = stage.phone.screen()
    turns = [(way, turn) for way in WAYS for turn in WAYS[way](stage)]
    actor = play(stage, in_turns(*(turn for _, turn in turns)), tmp_path)
    assert stage.bookings() == []
    assert stage.phone.screen() == before
    said = ("Blocked.", "Not executed.", "No such tool", "InputValidationError")
    for (way, turn), heard in zip(turns, actor.heard, strict=True):
        reads = all(called.name == "read_screen" for called in turn)
        assert reads or any(text in heard for text in said), (way, heard)


def test_tools_of_the_sdk_itself_are_refused_too(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    async def before(name: str) -> Any:
        async with stage.guard(tmp_path) as guard:
            [matcher] = guarded_hooks(guard, NAMES)["PreToolUse"]
            asked: Any = {"tool_name": name, "tool_input": {"command": "adb shell input tap 210 1022"}}
            return await matcher.hooks[0](asked, "toolu_1", {"signal": None})

    decided = asyncio.run(before("Bash"))["hookSpecificOutput"]
    assert decided["permissionDecision"] == "deny"
    assert "Blocked." in decided["permissionDecisionReason"]


def test_a_call_that_was_changed_after_it_was_judged_is_not_taken_for_the_one_that_was(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    async def work() -> Any:
        async with stage.guard(tmp_path) as guard:
            hooks: Any = guarded_hooks(guard, NAMES)
            before, after = hooks["PreToolUse"][0].hooks[0], hooks["PostToolUse"][0].hooks[0]
            judged = dict(stage.touch("Date").arguments)
            given = {"tool_name": f"{SERVER}tap", "hook_event_name": "PostToolUse"}
            decided = await before({**given, "tool_input": judged}, "toolu_1", {"signal": None})
            assert decided["hookSpecificOutput"]["permissionDecision"] == "allow"
            changed = {**given, "tool_input": dict(button(stage).arguments)}
            return await after(changed, "toolu_1", {"signal": None})

    told = asyncio.run(work())["hookSpecificOutput"]["additionalContext"]
    assert "other arguments than those that were judged" in told
    assert "Nobody knows whether it ran" in told


def test_calls_at_once_are_judged_one_after_another(tmp_path: Path) -> None:
    stage, order = Stage().at_the_button(), list[str]()

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            hooks: Any = guarded_hooks(guard, NAMES)
            before, after = hooks["PreToolUse"][0].hooks[0], hooks["PostToolUse"][0].hooks[0]

            async def made(identifier: str) -> None:
                asked = {"tool_name": f"{SERVER}go_back", "hook_event_name": "PostToolUse", "tool_input": {}}
                await before(asked, identifier, {"signal": None})
                order.append(f"{identifier} begins")
                stage.phone.back()
                await asyncio.sleep(0)
                order.append(f"{identifier} ends")
                await after(asked, identifier, {"signal": None})

            await asyncio.gather(made("one"), made("two"))

    asyncio.run(work())
    assert order == ["one begins", "one ends", "two begins", "two ends"]
