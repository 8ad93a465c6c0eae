"""Calls of tools through the guard, without any framework: what they mean, in which order they run, what is told."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from handrail.device.action import Action
from handrail.error import Misuse, UnreadableInput
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.either_guard import EitherGuard, either_guard
from handrail.integrations.tools.guarded_calls import DONE, GuardedCalls, Made, NotMade
from handrail.integrations.tools.held_calls import HeldCalls, MayRun
from handrail.integrations.tools.mapping import open_mapping
from handrail.integrations.tools.tool_call import ActingCall, Meaning, References, ToolCall, Unpacked
from integrations.frameworks.stage import MAPPING, Stage, call


def taps(call: ToolCall, seen: References) -> Meaning:
    """A mapping as a function: `tap` names what it touches, and `twice` is two taps."""
    if call.name == "twice":
        return Unpacked((ToolCall("tap", call.arguments), ToolCall("tap", call.arguments)))
    if call.name != "tap":
        return NotUnderstood("only taps are known")
    found = [element for element in seen.screen.elements() if element.text == call.arguments["on"]]
    return (
        ActingCall(Action("click", point=found[0].bounds.center), call) if found else NotUnderstood("it is not there")
    )


def made_with(stage: Stage, *calls: ToolCall, folder: Path, mapping: Any = taps) -> list[Any]:
    """What becomes of calls whose tool touches the words."""

    async def work() -> list[Any]:
        async def make(tool_call: ToolCall) -> str:
            if "on" in tool_call.arguments:
                stage.phone.tap(*stage.place(tool_call.arguments["on"]))
            return "tapped"

        async with stage.guard(folder) as guard:
            way: EitherGuard[str] = either_guard(guard, mapping)
            return [await way.judge(tool_call, make) for tool_call in calls]

    return asyncio.run(work())


def test_a_function_says_what_a_call_means_on_the_screen_that_there_is(tmp_path: Path) -> None:
    stage = Stage()
    opened, blocked, unknown = made_with(
        stage, call("tap", on="Blue Harbor Grill"), call("tap", on="Reserve now"), call("hum"), folder=tmp_path
    )
    assert isinstance(opened, Made)
    assert isinstance(blocked, NotMade)
    assert blocked.reason.startswith("Blocked.")
    assert unknown == NotMade("Blocked. `hum`: only taps are known.")
    assert stage.bookings() == []


def test_a_call_that_is_several_stops_at_the_first_that_does_not_run(tmp_path: Path) -> None:
    stage = Stage().at_the_button()
    [twice] = made_with(stage, call("twice", on="Navigate up"), folder=tmp_path)
    assert isinstance(twice, NotMade)
    assert "not there" in twice.reason
    [both] = made_with(Stage().at_the_button(), call("twice", on="+"), folder=tmp_path / "second")
    assert isinstance(both, Made)
    left = Stage().at_the_button()
    [refused] = made_with(left, call("twice", on="Reserve now"), folder=tmp_path / "third")
    assert "Blocked." in refused.reason
    assert "Steps after it that were not tried: 1." in refused.reason
    assert left.bookings() == []


def test_an_agent_may_give_up(tmp_path: Path) -> None:
    early, given_up, after = made_with(
        Stage(), call("handrail_finish"), call("handrail_finish", infeasible=True), call("hum"), folder=tmp_path
    )
    assert isinstance(early, NotMade)
    assert "not done" in given_up.reason
    assert isinstance(after, NotMade)
    [unclear] = made_with(Stage(), call("handrail_finish", infeasible="yes"), folder=tmp_path / "second")
    assert "true or false" in unclear.reason


def test_a_tool_of_ones_own_can_be_the_end(tmp_path: Path) -> None:
    mapping = {"acts": {"submit": {"action": "finish"}}}
    [refused] = made_with(Stage(), call("submit"), folder=tmp_path, mapping=mapping)
    assert isinstance(refused, NotMade)

    async def accepted() -> Any:
        async with Stage().guard(tmp_path / "second", rules="") as guard:
            way: EitherGuard[str] = either_guard(guard, mapping)
            return await way.judge(call("submit"), _submitted)

    assert asyncio.run(accepted()) == Made("submitted", DONE)


async def _submitted(_: ToolCall) -> str:
    return "submitted"


def test_a_mapping_that_names_the_phone_needs_it_to_be_named() -> None:
    mapping = {"phone": "serial", "reads": ["look"]}
    with pytest.raises(Misuse, match="`serial`"):
        open_mapping(mapping)
    looked = open_mapping(mapping, "phone-1").meaning(call("look"), References("phone-1", Stage().phone.screen()))
    assert looked == Reads()
    with pytest.raises(UnreadableInput, match="writes"):
        open_mapping({"writes": ["look"]})


def test_a_call_that_nobody_tells_of_counts_as_perhaps_done(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    async def work() -> Any:
        async with stage.guard(tmp_path) as guard:
            held = HeldCalls(GuardedCalls(open_mapping(MAPPING), lambda: guard))
            first = await held.before("one", call("go_back"))
            again = await held.before("one", call("go_back"))
            assert await held.after("two") == ""
            await held.close()
            return first, again

    first, again = asyncio.run(work())
    assert first == MayRun(call("go_back"))
    assert isinstance(again, NotMade)
    assert '"lost"' in (tmp_path / "journal" / "journal.jsonl").read_text("utf-8")


def test_a_call_that_is_several_cannot_be_held(tmp_path: Path) -> None:
    async def work() -> Any:
        async with Stage().guard(tmp_path) as guard:
            held = HeldCalls(GuardedCalls(open_mapping(taps), lambda: guard))
            return await held.before("one", call("twice", on="+"))

    assert "several actions in one" in asyncio.run(work()).reason


def test_whoever_gives_up_while_a_call_is_judged_leaves_nothing_running(tmp_path: Path) -> None:
    stage = Stage().at_the_button()

    async def work() -> Any:
        async with stage.guard(tmp_path) as guard:
            held = HeldCalls(GuardedCalls(open_mapping(MAPPING), lambda: guard))
            await held.before("one", call("go_back"))
            waiting = asyncio.create_task(held.before("two", call("go_back")))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            stage.phone.back()
            await held.after("one")
            third = await held.before("three", stage.touch("Blue Harbor Grill"))
            await held.after("three", failed="it was not made")
            return third

    assert isinstance(asyncio.run(work()), MayRun)
