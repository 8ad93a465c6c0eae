"""A walk on the bare phone: recorded as it went, with a word where another app is in front."""

import asyncio
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console

from handrail.agent.by_hand import ActionList as Listed
from handrail.agent.by_hand import ByHand, read_action_list
from handrail.agent.passthrough import Outcome
from handrail.agent.run import Agent, End, Run
from handrail.agent.walk import walk
from handrail.cli.record_view import StepLines
from handrail.cli.screen_view import show_screen
from handrail.device.device import Device
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.error import Misuse
from handrail.phone.apps.misbehaving.lookalike_bank import PACKAGE as LOGIN
from handrail.phone.apps.misbehaving.lookalike_bank import lookalike_bank
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

CLOCK = "com.example.clock"
SECRET = "hunter2xyz"


def by_hand(*lines: str, console: Console | None = None) -> ByHand:
    left = list(lines)

    def read(_: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    silent = Console(file=StringIO(), width=100)
    return ByHand(read, lambda screen, choices, said: show_screen(screen, choices, said, console or silent))


def listed(folder: Path, *lines: str) -> Listed:
    (folder / "actions").write_text("\n".join(lines), "utf-8")
    return Listed(read_action_list(folder / "actions"))


async def recorded(agent: Agent, device: Device, folder: Path, package: str = "", **said: StepLines) -> Run[Outcome]:
    ticks = count(1_700_000_000_000, 1000)
    recorder = await record(device, folder, query="a walk", application=package, now_ms=lambda: next(ticks))
    lines = said.get("lines") or StepLines(Console(file=StringIO()))
    done = await walk(agent, recorder, package, limit_steps=30, tell=lines.tell)
    await recorder.close()
    return done


def types_in(folder: Path) -> list[str]:
    return [step.action.type for step in read_recording(folder).steps]


def test_a_walk_by_hand_is_recorded_from_the_opening_of_the_app_to_the_finish(tmp_path: Path) -> None:
    agent = by_hand("tap 3", "type 2 7", "dance", "back", "finish")
    done = asyncio.run(recorded(agent, PhoneDevice(Phone(churn=False)), tmp_path, CLOCK))
    assert done.end is End.FINISHED
    assert types_in(tmp_path) == ["open_app", "click", "input", "back", "finish"]
    assert read_recording(tmp_path).steps[-1].action.text == "complete"


def test_the_end_of_the_input_leaves_a_recording_to_go_on_with(tmp_path: Path) -> None:
    device = PhoneDevice(Phone(churn=False))
    first = asyncio.run(recorded(by_hand("tap 3"), device, tmp_path, CLOCK))
    assert first.end is End.GAVE_UP
    assert types_in(tmp_path) == ["open_app", "click", "finish"]
    assert read_recording(tmp_path).steps[-1].action.text == "stopped"
    asyncio.run(recorded(by_hand("back", "finish"), device, tmp_path, CLOCK))
    assert types_in(tmp_path) == ["open_app", "click", "back", "finish"]


def test_a_recorded_walk_can_be_walked_again_on_the_recording_alone(tmp_path: Path) -> None:
    lines = ("tap 09:00", "type Hour = 7", "tap Save", "back", "finish")
    asyncio.run(recorded(listed(tmp_path, *lines), PhoneDevice(Phone(churn=False)), tmp_path / "walk", CLOCK))
    replay = ReplayDevice(read_recording(tmp_path / "walk"))
    done = asyncio.run(walk(listed(tmp_path, f"open {CLOCK}", *lines), replay, limit_steps=30))
    assert done.end is End.FINISHED
    assert replay.finished


def test_another_app_in_front_is_said_and_what_was_refused_is_not_recorded(tmp_path: Path) -> None:
    shown_to_them = StringIO()
    agent = by_hand("home", "open Nowhere", f"open {CLOCK}", "finish", console=Console(file=shown_to_them, width=200))
    lines = StepLines(Console(file=StringIO()))
    done = asyncio.run(recorded(agent, PhoneDevice(Phone(churn=False)), tmp_path, CLOCK, lines=lines))
    assert done.refused == 1
    assert types_in(tmp_path) == ["open_app", "home", "open_app", "finish"]
    assert lines.recorded == 3
    told = shown_to_them.getvalue()
    assert told.count("com.android.launcher is in front, not com.example.clock") == 2  # after home, and still
    assert "No app is called `Nowhere`" in told


def test_an_app_that_cannot_be_opened_is_misuse(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match=r"com\.nowhere cannot be opened: no app is called `com\.nowhere`"):
        asyncio.run(walk(by_hand("finish"), PhoneDevice(), "com.nowhere", limit_steps=3))


def test_a_typed_password_is_in_no_file_and_in_no_line(tmp_path: Path) -> None:
    device = PhoneDevice(Phone(churn=False))
    device.phone.install(lookalike_bank)
    seen = StringIO()
    console = Console(file=seen, width=100)
    agent = by_hand("type 1 maria", f"type 2 {SECRET}", "tap 1", "finish", console=console)
    asyncio.run(recorded(agent, device, tmp_path, LOGIN, lines=StepLines(console)))
    assert types_in(tmp_path) == ["open_app", "input", "input", "click", "finish"]
    said = seen.getvalue()
    assert 'type "maria"' in said
    assert 'type "‹password›"' in said
    assert SECRET not in said
    for file in tmp_path.rglob("*.*"):
        assert SECRET.encode() not in file.read_bytes(), file
    password = [read_recording(tmp_path).steps[at].screen for at in (2, 3)]
    fields = [element for screen in password for element in screen.elements() if element.password]
    assert len(fields) == 2
    assert not any(SECRET in field.text for field in fields)
