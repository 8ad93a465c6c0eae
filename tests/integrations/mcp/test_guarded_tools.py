"""What a client of a guarded server meets: tasks, people who are asked, servers that lie, and other clients."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastmcp", reason="needs the extra: pip install 'handrail[mcp]'")

from fastmcp.client.elicitation import ElicitResult

from handrail.device.open_device import open_device
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.approval import callback, nobody
from handrail.guard.approval.question import Question
from handrail.integrations.mcp.elicitation import Elicitation, confirm
from handrail.integrations.task import Begins
from integrations.mcp.mobile_mcp_server import (
    BEFORE_SEVEN,
    CLICK,
    LIST,
    PRESS,
    RESTAURANTS,
    TYPE,
    Answer,
    Assistant,
    assistant,
    booking_guard,
)

pytestmark = pytest.mark.slow

LYING = [sys.executable, str(Path(__file__).with_name("lying_server.py"))]


@dataclass
class Person:
    """Answers each question in the same way, and keeps what was shown."""

    answer: Any
    shown: list[str] = field(default_factory=list)

    async def __call__(self, message: str, response_type: Any, params: Any, context: Any) -> Any:
        self.shown.append(message)
        return self.answer


def policy_alone(device: Any, folder: Path) -> Guard:
    return booking_guard(device, folder, Elicitation(nobody), rules="")


CLOCK = "com.example.clock"


def takes_the_clock_away(agent: Assistant) -> Answer:
    return agent.call("mobile_uninstall_app", bundle_id=CLOCK)


def at_the_button(agent: Assistant) -> None:
    agent.call("mobile_launch_app", packageName=RESTAURANTS)
    agent.tap("Blue Harbor Grill")


def begun_by_the_agent(folder: Path) -> Callable[[Any], Begins]:
    def of(device: Any) -> Begins:
        async def begins(instruction: str) -> Guard:
            if "table" not in instruction:
                raise Misuse("that is about no table")
            await confirm(instruction, BEFORE_SEVEN)
            return booking_guard(device, folder / "begun")

        return begins

    return of


def test_a_person_is_asked_by_the_client_and_a_yes_is_for_exactly_what_was_shown(tmp_path: Path) -> None:
    person = Person({"answer": "yes"})
    with assistant(tmp_path, policy_alone, has_end=False, answers=person) as agent:
        assert not takes_the_clock_away(agent).is_error
        assert CLOCK not in agent.served.phone.packages
    [card] = person.shown
    assert "the agent wants to uninstall an app, with its data" in card.splitlines()[0]
    assert card.count(CLOCK) >= 2
    assert "UninstallApp" in card


@pytest.mark.parametrize(
    "answer",
    [{"answer": "no", "note": "not that one"}, ElicitResult(action="decline"), ElicitResult(action="cancel")],
    ids=["no", "declined", "dismissed"],
)
def test_whatever_is_no_yes_is_a_no(answer: Any, tmp_path: Path) -> None:
    person = Person(answer)
    with assistant(tmp_path, policy_alone, has_end=False, answers=person) as agent:
        refused = takes_the_clock_away(agent)
        assert refused.is_error
        assert CLOCK in agent.served.phone.packages
        assert len(person.shown) == 1
        assert isinstance(answer, ElicitResult) or "not that one" in refused.text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_where_the_client_cannot_ask_another_way_is_taken(mode: str, tmp_path: Path) -> None:
    asked = list[str]()

    def elsewhere(question: Question) -> bool:
        asked.append(question.action.type)
        return True

    def guard(device: Any, folder: Path) -> Guard:
        return booking_guard(device, folder, Elicitation(callback(elsewhere)), rules="")

    with assistant(tmp_path, guard, has_end=False, mode=mode) as agent:
        assert not takes_the_clock_away(agent).is_error
        assert CLOCK not in agent.served.phone.packages
    assert asked == ["uninstall"]


def test_without_a_task_reading_passes_and_nothing_else(tmp_path: Path) -> None:
    with assistant(tmp_path, None, begun_by_the_agent(tmp_path)) as agent:
        assert {"handrail_task", "handrail_finish", CLICK} <= set(agent.tools())
        assert not agent.call(LIST).is_error
        refused = agent.call("mobile_launch_app", packageName=RESTAURANTS)
        assert refused.is_error
        assert "handrail_task" in refused.text
        assert agent.call_as_is("handrail_finish", {}).is_error
        assert "no table" in agent.call_as_is("handrail_task", {"instruction": "Send money."}).text
        begun = agent.call_as_is("handrail_task", {"instruction": "Book a table before seven."})
        assert not begun.is_error
        assert "Blue Harbor Grill" in begun.text
        assert not agent.call("mobile_launch_app", packageName=RESTAURANTS).is_error
        assert agent.call_as_is("handrail_task", {"instruction": "Book another table."}).is_error
        given_up = agent.call_as_is("handrail_finish", {"infeasible": True})
        assert "not done" in given_up.text
        assert "handrail_task" in agent.tap("Blue Harbor Grill").text


def test_a_task_that_the_person_does_not_confirm_does_not_begin(tmp_path: Path) -> None:
    person = Person({"answer": "no", "note": "I said lunch"})
    with assistant(tmp_path, None, begun_by_the_agent(tmp_path), answers=person) as agent:
        refused = agent.call_as_is("handrail_task", {"instruction": "Book a table for dinner."})
        assert refused.is_error
        assert "I said lunch" in refused.text
        assert "Book a table for dinner." in person.shown[0]
        assert agent.call("mobile_launch_app", packageName=RESTAURANTS).is_error


def test_a_batch_says_what_ran_and_stops_at_the_first_that_may_not(tmp_path: Path) -> None:
    with assistant(tmp_path) as agent:
        at_the_button(agent)
        agent.call(PRESS, button="BACK")
        steps = [
            {"name": CLICK, "arguments": agent.place("Blue Harbor Grill")},
            {"name": CLICK, "arguments": {"x": 210, "y": 1022}},
            {"name": PRESS, "arguments": {"button": "BACK"}},
        ]
        answer = agent.call("mobile_batch_commands", steps=steps)
        assert answer.is_error
        assert f"Step 1 of 3, {CLICK}, ran" in answer.text
        assert f"Step 2 of 3, {CLICK}, did not run" in answer.text
        assert "1 of 3 steps were not tried" in answer.text
        assert agent.bookings() == []
        assert agent.served.shown("Reserve now").text


def test_an_element_that_moved_is_not_touched_by_its_old_reference(tmp_path: Path) -> None:
    with assistant(tmp_path) as agent:
        at_the_button(agent)
        ref = agent.ref("Navigate up")
        listed = agent.ref("Date")
        agent.served.phone.back()
        refused = agent.call(CLICK, ref=listed)
        assert refused.is_error
        assert LIST in refused.text
        assert agent.call(CLICK, ref=ref).is_error
        assert agent.served.shown("Find a table").text


def test_what_is_typed_is_judged_with_what_stands_there_and_enter_is_a_step_of_its_own(tmp_path: Path) -> None:
    with assistant(tmp_path) as agent:
        agent.call("mobile_launch_app", packageName=RESTAURANTS)
        agent.call(CLICK, ref=agent.ref("Restaurant, kitchen or district"))
        assert not agent.call(TYPE, text="Blue", submit=False).is_error
        answer = agent.call(TYPE, text=" Harbor", submit=True)
        assert f"Step 1 of 2, {TYPE}, ran" in answer.text
        assert f"Step 2 of 2, {PRESS}" in answer.text
        assert agent.served.shown("Blue Harbor").text


def test_a_second_guard_on_the_same_phone_is_told_that_it_is_in_use(tmp_path: Path) -> None:
    with assistant(tmp_path) as agent:
        agent.call("mobile_launch_app", packageName=RESTAURANTS)
        other = booking_guard(open_device(f"adb:{agent.serial},plain"), tmp_path / "other")

        async def tap() -> str:
            from handrail.device.action import Action

            async with other as guard:
                return (await guard.act(Action("home"))).feedback

        assert "another session acts on this phone" in agent.portal.call(tap).casefold()


def test_a_tool_that_a_person_lets_through_passes(tmp_path: Path) -> None:
    with assistant(tmp_path, command=LYING, allowed=["wipe_the_phone"]) as agent:
        assert agent.call("wipe_the_phone").text == f"wiped {agent.serial}"


def test_what_a_server_says_of_its_tools_counts_for_nothing(tmp_path: Path) -> None:
    with assistant(tmp_path, command=LYING) as agent:
        agent.served.phone.launch(RESTAURANTS)
        assert agent.call("wipe_the_phone").is_error
        assert agent.call_as_is("handrail_finish", {}).is_error
        agent.call(LIST)
        for ref in ("@e1", "@e2"):
            assert LIST in agent.call(CLICK, ref=ref).text
        assert "nobody knows" in agent.call(CLICK, ref="@e3").text.casefold()
        assert "Please fix" in agent.call(PRESS, button="HOME").text
