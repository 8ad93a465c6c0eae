"""AndroidControl's episodes, as JSON Lines, become recordings."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cli.command import handrail
from handrail.bench.importers.android_control import import_android_control
from handrail.device.action import Action
from handrail.device.recording import read_recording
from handrail.error import UnreadableInput

ACTIONS: list[dict[str, Any]] = [
    {"action_type": "open_app", "app_name": "Clock"},
    {"action_type": "click", "x": 5, "y": 7},
    {"action_type": "long_press", "x": 20, "y": 30},
    {"action_type": "scroll", "direction": "down"},
    {"action_type": "input_text", "text": "9"},
    {"action_type": "type", "x": 1, "y": 2, "text": "nine"},
    {"action_type": "navigate_home"},
    {"action_type": "navigate_back"},
    {"action_type": "wait"},
]


def write(folder: Path, *actions: dict[str, Any], **changed: Any) -> Path:
    Image.new("RGB", (20, 30)).save(folder / "screen.png")
    count = len(actions) + 1
    episode = {
        "episode_id": 12,
        "goal": "Set an alarm",
        "screenshots": ["screen.png"] * count,
        "screenshot_widths": [20] * count,
        "screenshot_heights": [30] * count,
        "actions": list(actions),
        "step_instructions": ["do it"] * len(actions),
    } | changed
    source = folder / "episodes.jsonl"
    source.write_text(f"\n{json.dumps(episode)}\n", "utf-8")
    return source


def test_every_action_is_read_again_as_what_it_was(tmp_path: Path) -> None:
    done = import_android_control(write(tmp_path, *ACTIONS), tmp_path / "out")
    run = read_recording(done.files[0])
    assert (run.query, done.files[0].name) == ("Set an alarm", "000012")
    assert [step.action for step in run.steps] == [
        Action("open_app", target="Clock"),
        Action("click", point=(5, 7)),
        Action("long_click", point=(20, 30)),
        Action("scroll", direction="down"),
        Action("input", text="9"),
        Action("click", point=(1, 2)),
        Action("input", text="nine"),
        Action("enter"),
        Action("home"),
        Action("back"),
        Action("wait"),
        Action("finish", text="stopped"),
    ]
    assert run.steps[0].image is not None
    assert run.steps[0].image.read_bytes() == (tmp_path / "screen.png").read_bytes()
    assert (run.steps[0].screen.width_pixels, run.steps[0].screen.height_pixels) == (20, 30)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"episode_id": "12"}, "episode_id: the text .* where a whole number was expected"),
        ({"goal": None}, "goal: null where text was expected"),
        ({"screenshots": ["screen.png"]}, "1 pictures, 2 widths, 2 heights, 1 actions"),
        ({"step_instructions": []}, "step_instructions: not as many as the 1 actions"),
        ({"screenshots": ["screen.png", "../screen.png"]}, r"screenshots\[1\]: this is not a path"),
        ({"screenshots": ["screen.png", "gone.png"]}, r"screenshots\[1\]: .*gone\.png: No such file"),
        ({"screenshots": ["screen.png", "episodes.jsonl"]}, "episodes.jsonl is no PNG file"),
        ({"actions": [{"action_type": "hop"}]}, r"actions\[0\].action_type: `hop` is not known; it is one of click"),
        ({"actions": [{"action_type": "click", "x": 21, "y": 1}]}, "beyond the screen, which has 20 x 30 pixels"),
        ({"actions": [{"action_type": "click", "x": 1}]}, "the field `y` is missing"),
        ({"actions": [{"action_type": "scroll", "direction": "in"}]}, "`in` is none of up, down, left, right"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_field(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    source = write(tmp_path, {"action_type": "wait"}, **changed)
    with pytest.raises(UnreadableInput, match=rf"episodes\.jsonl:2:\d+: .*{said}"):
        import_android_control(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_episode_that_stands_twice_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path, {"action_type": "wait"})
    source.write_text(source.read_text("utf-8") * 2, "utf-8")
    with pytest.raises(UnreadableInput, match=r"episodes\.jsonl:4:\d+: episode_id: 12 stands twice"):
        import_android_control(source, tmp_path / "out")
    source.write_text("", "utf-8")
    with pytest.raises(UnreadableInput, match="no episode"):
        import_android_control(source, tmp_path / "out")


@pytest.mark.slow
def test_the_command_writes_a_run_that_the_sentinel_scans(tmp_path: Path) -> None:
    source = write(tmp_path, *ACTIONS)
    done = handrail("data", "import", "androidcontrol", source, "--out", tmp_path / "out", "--json")
    assert (done.exit_code, done.document["count"]) == (0, 1)
    assert handrail("sentinel", "scan", done.document["files"][0], "--json").exit_code == 0
