"""The two agents that need no model: a person, and a list of actions."""

import asyncio
from pathlib import Path

import pytest

from guard.hand import restaurant_phone
from handrail.agent.by_hand import ActionList, ByHand, choices_on, read_action_list, read_command
from handrail.agent.passthrough import Passthrough
from handrail.agent.run import End, run
from handrail.device.action import Action
from handrail.error import UnreadableInput
from handrail.guard.decision import INFEASIBLE


def test_a_person_acts_by_number_and_is_asked_again_until_understood() -> None:
    device = restaurant_phone()
    screen = device.phone.screen()
    number = next(choice.number for choice in choices_on(screen) if choice.words.startswith("Blue Harbor Grill"))
    lines = ["dance", "tap 999", "scroll sideways", f"tap {number}"]
    shown: list[str] = []
    agent = ByHand(lambda _: lines.pop(0), lambda _, __, said: shown.append(said))
    proposal = asyncio.run(agent.next(screen, "the road so far"))
    assert proposal.action.type == "click"
    assert proposal.action.element is not None
    assert shown[0] == "the road so far"
    assert len(shown) == 4


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("back", Action("back")),
        ("open Clock", Action("open_app", "Clock")),
        ("scroll down", Action("scroll", direction="down")),
        ("stop", Action("finish", text=INFEASIBLE)),
    ],
)
def test_commands_without_an_element(line: str, action: Action) -> None:
    assert read_command(line, ()) == action


def test_nobody_at_the_keyboard_is_the_end() -> None:
    def nobody(_: str) -> str:
        raise EOFError

    agent = ByHand(nobody, lambda *_: None)
    assert asyncio.run(agent.next(restaurant_phone().phone.screen(), "")).action.text == INFEASIBLE


def write(folder: Path, *lines: str) -> Path:
    path = folder / "actions"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_list_is_carried_out_line_by_line(tmp_path: Path) -> None:
    device = restaurant_phone()
    lines = read_action_list(
        write(tmp_path, "# to the table", "", "tap Blue Harbor Grill", "tap date", "back", "finish")
    )

    async def story() -> End:
        async with Passthrough(device) as environment:
            return (await run(ActionList(lines), environment)).end

    assert asyncio.run(story()) is End.FINISHED


def test_a_list_ends_where_a_line_cannot_be_carried_out(tmp_path: Path) -> None:
    lines = read_action_list(write(tmp_path, "tap Something else", "finish"))
    proposal = asyncio.run(ActionList(lines).next(restaurant_phone().phone.screen(), ""))
    assert proposal.action.text == INFEASIBLE
    assert "`Something else` is not on the screen" in proposal.thought


@pytest.mark.parametrize("line", ["jump", "type Label", "scroll", "tap", "back home"])
def test_a_line_that_is_no_action_is_named_with_its_place(line: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=f"actions:2: `{line}` is not an action"):
        read_action_list(write(tmp_path, "finish", line))
