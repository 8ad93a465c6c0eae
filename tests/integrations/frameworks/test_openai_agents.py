"""OpenAI Agents behind the guard: the real package, with function tools and with a computer, and a scripted model."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("agents", reason="needs the extra: pip install 'handrail[openai-agents]'")

from agents import (
    Agent,
    Computer,
    ComputerTool,
    Model,
    ModelResponse,
    RunConfig,
    Runner,
    ShellTool,
    Usage,
    UserError,
    function_tool,
)
from agents.testing import assistant_message, function_call
from openai.types.responses import ResponseComputerToolCall

from handrail.error import Misuse
from handrail.guard.approval import callback
from handrail.integrations.openai_agents import GuardedComputer, NotAcknowledged, guarded_tools
from integrations.frameworks.contract import FrameworkContract, button
from integrations.frameworks.stage import GOODBYE, MAPPING, Actor, Script, Stage, call, in_turns

pytestmark = pytest.mark.night

CONFIG = {"tracing_disabled": True, "tool_not_found_behavior": "return_error_to_model"}


class ScriptedModel(Model):
    """Says what its script says, as calls of functions or as calls of a computer."""

    def __init__(self, actor: Actor, says: Callable[[Any, int], list[Any]]) -> None:
        self.actor, self.says, self.turns = actor, says, 0

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        read = list[str]()
        for item in reversed(input if isinstance(input, list) else []):
            if item.get("type") not in ("function_call_output", "computer_call_output") and (
                not str(item.get("content", "")).startswith("Handrail")
            ):
                break
            read.append(json.dumps(item.get("output") or item.get("content"), ensure_ascii=False))
        self.turns += 1
        turn = self.actor.next("\n".join(reversed(read)).replace('\\"', '"'))
        said = self.says(turn, self.turns) if turn else [assistant_message(GOODBYE)]
        return ModelResponse(output=said, usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def as_functions(turn: Any, number: int) -> list[Any]:
    return [function_call(called.name, called.arguments, call_id=f"{number}-{n}") for n, called in enumerate(turn)]


def agent_of(actor: Actor, tools: Any, says: Any = as_functions) -> Agent[Any]:
    return Agent("phone", model=ScriptedModel(actor, says), tools=tools)


class TestFunctionTools(FrameworkContract):
    own_refusals = ("not found", "Invalid JSON input")

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor, tools = Actor(script), [function_tool(function) for function in stage.tools()]

        async def work() -> None:
            if folder is None:
                await Runner.run(agent_of(actor, tools), "Book.", run_config=RunConfig(**CONFIG))
                return
            async with stage.guard(folder) as guard:
                agent = agent_of(actor, guarded_tools(tools, guard, MAPPING))
                await Runner.run(agent, "Book.", run_config=RunConfig(**CONFIG))

        asyncio.run(work())
        return actor


def test_what_the_server_or_the_sdk_runs_is_not_taken_for_guarded(tmp_path: Path) -> None:
    with Stage().guard(tmp_path) as guard, pytest.raises(Misuse, match="ShellTool"):
        guarded_tools([ShellTool(executor=lambda _: "")], guard, MAPPING)


class PhoneComputer(Computer):
    """A computer as people write them for a phone."""

    def __init__(self, stage: Stage, size: tuple[int, int] = (1080, 2400)) -> None:
        self.phone, self.size = stage.phone, size

    @property
    def dimensions(self) -> tuple[int, int]:
        return self.size

    def screenshot(self) -> str:
        return "aGk="

    def click(self, x: int, y: int, button: str) -> None:
        self.phone.tap(x, y)

    def double_click(self, x: int, y: int) -> None:
        self.phone.tap(x, y)
        self.phone.tap(x, y)

    def scroll(self, x: int, y: int, scroll_x: int, scroll_y: int) -> None:
        self.phone.swipe(x, y, x - scroll_x, y - scroll_y)

    def type(self, text: str) -> None:
        self.phone.type_text(text)

    def wait(self) -> None:
        pass

    def move(self, x: int, y: int) -> None:
        self.phone.tap(x, y)  # as drivers do that know no other way to have a finger somewhere

    def keypress(self, keys: list[str]) -> None:
        self.phone.key(66 if keys == ["ENTER"] else 4)

    def drag(self, path: list[tuple[int, int]]) -> None:
        self.phone.swipe(*path[0], *path[-1])


def as_computer_call(turn: Any, number: int) -> list[Any]:
    checks = [called.arguments["checks"] for called in turn if "checks" in called.arguments]
    actions = [{"type": called.name, **{k: v for k, v in called.arguments.items() if k != "checks"}} for called in turn]
    return [
        ResponseComputerToolCall.model_validate({
            "id": f"{number}", "call_id": f"call-{number}", "type": "computer_call", "status": "completed",
            "actions": actions, "pending_safety_checks": checks[0] if checks else [],
        })
    ]  # fmt: skip


CHECK = [{"id": "check-1", "code": "malicious_instructions", "message": "The page gives instructions."}]


def click(stage: Stage, words: str, **more: Any) -> Any:
    x, y = stage.place(words)
    return call("click", x=x, y=y, button="left", **more)


def used(stage: Stage, script: Script, folder: Path | None, *, tells: bool = True, **given: Any) -> Actor:
    """A run of an agent that has the computer alone."""
    actor, inner = Actor(script), PhoneComputer(stage, **{k: v for k, v in given.items() if k == "size"})

    async def work() -> None:
        if folder is None:
            agent = agent_of(actor, [ComputerTool(inner, on_safety_check=lambda _: True)], as_computer_call)
            await Runner.run(agent, "Book.", run_config=RunConfig(**CONFIG))
            return
        async with stage.guard(folder, **{k: v for k, v in given.items() if k != "size"}) as guard:
            computer = GuardedComputer(inner, guard)
            agent = agent_of(actor, [computer.tool()], as_computer_call)
            config = RunConfig(**CONFIG, call_model_input_filter=computer.tell if tells else None)
            await Runner.run(agent, "Book.", run_config=config)

    asyncio.run(work())
    return actor


def books_with_a_computer(stage: Stage) -> Script:
    yield [click(stage, "Blue Harbor Grill")]
    told = yield [click(stage, "Reserve now")]
    if "time should be before 19:00 but is 19:00" not in told:
        return
    for words in ("Date", "2026-03-02", "Time", "18:30", "Reserve now"):
        yield [click(stage, words)]
    yield [call("screenshot")]


def test_unguarded_a_computer_books_the_wrong_table() -> None:
    stage = Stage()
    used(stage, books_with_a_computer(stage), None)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-03", "19:00")]


def test_a_guarded_computer_books_the_right_one_once_the_model_is_told(tmp_path: Path) -> None:
    stage = Stage()
    actor = used(stage, books_with_a_computer(stage), tmp_path)
    assert stage.bookings() == [("Blue Harbor Grill", "2026-03-02", "18:30")]
    assert "Blocked." in actor.heard[1]


COMPUTER_WAYS: dict[str, Callable[[Stage], Any]] = {
    "a touch": lambda on: [click(on, "Reserve now")],
    "twice": lambda on: [call("double_click", x=210, y=1022)],
    "behind a picture": lambda on: [call("screenshot"), click(on, "Reserve now")],
    "many in one call": lambda on: [click(on, "Reserve now")] * 5,
    "past what did not run": lambda on: [call("double_click", x=210, y=1022), click(on, "Reserve now")],
    "a finger that only hovers": lambda on: [call("move", x=210, y=1022)],
    "another button": lambda on: [call("click", x=210, y=1022, button="right")],
    "a way that is a touch": lambda on: [call("drag", path=[{"x": 210, "y": 1022}, {"x": 211, "y": 1022}])],
    "a way with a corner": lambda on: [call("drag", path=[{"x": n, "y": 1022} for n in (210, 300, 210)])],
    "a scroll that is a touch": lambda on: [call("scroll", x=210, y=1022, scroll_x=0, scroll_y=1)],
    "a scroll in two ways": lambda on: [call("scroll", x=210, y=1022, scroll_x=1, scroll_y=1)],
    "the enter key": lambda on: [call("keypress", keys=["ENTER"])],
    "a chord": lambda on: [call("keypress", keys=["CTRL", "ENTER"])],
    "a text with the enter key": lambda on: [call("type", text="x\n")],
    "off the screen": lambda on: [call("click", x=-5, y=99_999, button="left")],
}


@pytest.mark.parametrize("way", COMPUTER_WAYS)
def test_guarded_no_way_of_a_computer_books(way: str, tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    before = stage.phone.screen()
    actor = used(stage, in_turns(COMPUTER_WAYS[way](stage), [call("screenshot")]), tmp_path)
    assert stage.bookings() == []
    assert stage.phone.screen() == before
    assert "Handrail" in actor.heard[0] or way == "a finger that only hovers"


def test_after_a_refusal_the_rest_of_a_call_is_not_tried_and_the_next_call_is(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    script = in_turns([click(stage, "Reserve now"), click(stage, "Navigate up")], [click(stage, "Date")])
    actor = used(stage, script, tmp_path)
    assert "An action before it in the same call did not run" in actor.heard[0]
    assert stage.place("Select date")


def test_a_computer_of_another_size_is_not_taken_for_the_phone(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor = used(stage, in_turns([click(stage, "Date")]), tmp_path, size=(540, 1200))
    assert "the computer is 540 by 1200 pixels, and the phone 1080 by 2400" in actor.everything


def test_a_model_that_is_not_told_why_does_not_go_on(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    with pytest.raises(Misuse, match="call_model_input_filter"):
        used(stage, in_turns([click(stage, "Reserve now")], [click(stage, "Date")]), tmp_path, tells=False)


def test_unguarded_a_safety_check_that_is_waved_through_books() -> None:
    stage = Stage().at_the_button()
    used(stage, in_turns([click(stage, "Reserve now", checks=CHECK)]), None)
    assert stage.bookings()


def test_a_safety_check_is_not_acknowledged_for_what_the_guard_does_not_allow(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    with pytest.raises((NotAcknowledged, UserError), match="time should be before 19:00"):
        used(stage, in_turns([click(stage, "Reserve now", checks=CHECK)]), tmp_path)
    assert stage.bookings() == []


@pytest.mark.parametrize("beside", ["a batch", "a picture"])
def test_a_safety_check_is_about_one_action_that_is_decided(beside: str, tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    turn = (
        [click(stage, "Date", checks=CHECK), click(stage, "Reserve now")]
        if beside == "a batch"
        else [call("screenshot", checks=CHECK)]
    )
    with pytest.raises(NotAcknowledged):
        used(stage, in_turns(turn), tmp_path)
    assert stage.bookings() == []


def test_a_safety_check_is_acknowledged_for_exactly_what_the_guard_allows(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    used(stage, in_turns([click(stage, "Date", checks=CHECK)], [call("screenshot")]), tmp_path)
    assert stage.place("Select date")


@pytest.mark.parametrize("yes", [True, False])
def test_where_a_person_is_asked_only_a_yes_acknowledges(yes: bool, tmp_path: Path) -> None:
    stage, asked = Stage().at_the_button(), list[str]()

    def person(question: Any) -> bool:
        asked.append(question.action.type)
        return yes

    def run() -> None:
        script = in_turns([click(stage, "Reserve now", checks=CHECK)], [call("screenshot")])
        used(stage, script, tmp_path, approver=callback(person), rules="", asks=True)

    if yes:
        run()
        assert len(stage.bookings()) == 1
    else:
        with pytest.raises(NotAcknowledged, match="Rejected"):
            run()
        assert stage.bookings() == []
    assert asked == ["click"]


def test_the_word_for_a_failed_tool_is_that_of_the_sdk(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    def go_back() -> str:
        """The back button."""
        raise RuntimeError("the cable is out")

    actor = Actor(in_turns([call("go_back")]))

    async def work() -> None:
        async with stage.guard(tmp_path) as guard:
            agent = agent_of(actor, guarded_tools([function_tool(go_back)], guard, MAPPING))
            await Runner.run(agent, "Book.", run_config=RunConfig(**CONFIG))

    asyncio.run(work())
    assert "Nobody knows whether it ran" in actor.everything


def test_a_program_without_an_event_loop_is_guarded_too(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    actor, loop = Actor(in_turns([button(stage)])), asyncio.new_event_loop()
    asyncio.set_event_loop(loop)  # `run_sync` makes one that it leaves open
    try:
        with stage.guard(tmp_path) as guard:
            tools = guarded_tools([function_tool(function) for function in stage.tools()], guard, MAPPING)
            Runner.run_sync(agent_of(actor, tools), "Book.", run_config=RunConfig(**CONFIG))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    assert "Blocked." in actor.everything
    assert stage.bookings() == []
