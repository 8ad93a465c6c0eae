"""AndroidWorld's episodes become recordings, and a pickle that would run anything is refused."""

import gzip
import os
import pickle
import sys
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cli.command import handrail
from handrail.bench.importers.android_world import import_android_world
from handrail.device.action import Action
from handrail.device.recording import read_recording
from handrail.error import UnreadableInput

PROTOCOLS = (2, 4, 5)
BOX = ("x_min", "x_max", "y_min", "y_max")
ELEMENT = (
    "text", "content_description", "class_name", "bbox", "bbox_pixels", "hint_text", "is_checked", "is_checkable",
    "is_clickable", "is_editable", "is_enabled", "is_focused", "is_focusable", "is_long_clickable", "is_scrollable",
    "is_selected", "is_visible", "package_name", "resource_name", "tooltip", "resource_id",
)  # fmt: skip
ACTION = ("action_type", "index", "x", "y", "text", "direction", "goal_status", "app_name", "keycode", "clear_text")


@dataclass(frozen=True, slots=True)
class World:
    """Classes that are called as AndroidWorld's are, so that pickles of them name what its own pickles name."""

    box: Any
    element: Any
    action: Any


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = []
    for module, name, fields in (
        ("android_world.env.representation_utils", "BoundingBox", BOX),
        ("android_world.env.representation_utils", "UIElement", ELEMENT),
        ("android_world.env.json_action", "JSONAction", ACTION),
    ):
        kind: Any = make_dataclass(name, [(field, Any, None) for field in fields])
        kind.__module__ = module
        for part in ("android_world", "android_world.env", module):
            if part not in sys.modules:
                monkeypatch.setitem(sys.modules, part, ModuleType(part))
        setattr(sys.modules[module], name, kind)
        made.append(kind)
    return World(*made)


def elements(world: World) -> list[Any]:
    return [
        world.element("Alarm", class_name="android.widget.TextView", package_name="org.clock"),
        world.element(
            "Save",
            class_name="android.widget.Button",
            bbox_pixels=world.box(10, 50, 20.0, 40.0),
            is_clickable=True,
            package_name="org.clock",
            resource_name="org.clock:id/save",
        ),
    ]


def episode(world: World, *outputs: str, **changed: Any) -> dict[str, Any]:
    data = {
        "before_screenshot": [np.full((60, 80, 3), 7, np.uint8) for _ in outputs],
        "before_element_list": [elements(world) for _ in outputs],
        "action_output": list(outputs),
        "summary": [None for _ in outputs],
        "step_number": list(range(len(outputs))),
    }
    return {
        "goal": "Save the alarm",
        "task_template": "ClockSave",
        "instance_id": 0,
        "is_successful": 1.0,
        "run_time": np.float64(2.5),
        "episode_data": data,
    } | changed


def write(folder: Path, content: object, protocol: int = 4) -> Path:
    path = folder / "ClockSave_0.pkl.gz"
    path.write_bytes(gzip.compress(pickle.dumps(content, protocol)))
    return path


CLICK = 'Reason: it saves.\nAction: {"action_type": "click", "index": 1}'
DONE = 'Reason: done.\nAction: {"action_type": "status", "goal_status": "complete"}'


@pytest.mark.parametrize("protocol", PROTOCOLS[1:])
def test_an_episode_becomes_a_recording_with_its_elements_pinned(world: World, protocol: int, tmp_path: Path) -> None:
    source = write(tmp_path, [episode(world, CLICK, DONE)], protocol)
    done = import_android_world(source, tmp_path / "out")
    assert (done.count, done.remarks) == (1, ())
    run = read_recording(done.files[0])
    assert (run.query, run.application, run.label) == ("Save the alarm", "ClockSave", None)
    click, finish = run.steps
    assert click.action.type == "click"
    assert click.action.element is not None
    button = click.screen.at(click.action.element.path)
    assert button is not None
    assert (button.text, button.bounds.left, button.bounds.bottom) == ("Save", 10, 40)
    assert button.resource_id == "org.clock:id/save"
    assert (click.screen.package, click.screen.width_pixels, click.screen.height_pixels) == ("org.clock", 80, 60)
    assert click.image is not None
    assert finish.action == Action("finish", text="complete")
    assert set(click.trace.not_observed().values()) == {"the original did not keep it"}


def test_the_one_file_of_a_run_that_earlier_versions_wrote_is_read(world: World, tmp_path: Path) -> None:
    source = write(tmp_path, ([episode(world, CLICK), episode(world, CLICK, DONE)], ["ClockSave_0", "ClockSave_1"]))
    assert import_android_world(source, tmp_path / "out").count == 2
    with pytest.raises(UnreadableInput, match="tuple where a list of episodes was expected"):
        import_android_world(write(tmp_path, ([episode(world, CLICK)], "names")), tmp_path / "out2")


def test_a_run_that_was_not_finished_is_closed(world: World, tmp_path: Path) -> None:
    done = import_android_world(write(tmp_path, [episode(world, CLICK)]), tmp_path / "out")
    assert [step.action.type for step in read_recording(done.files[0]).steps] == ["click", "finish"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('{"action_type": "click", "x": 5, "y": 7.9}', Action("click", point=(5, 7))),
        ('{"action_type": "scroll", "direction": "down"}', Action("scroll", direction="down")),
        ('{"action_type": "swipe", "direction": "left"}', Action("swipe", direction="left")),
        ('{"action_type": "open_app", "app_name": "Clock"}', Action("open_app", target="Clock")),
        ('{"action_type": "input_text", "text": "9"}', Action("input", text="9")),
        ('{"action_type": "double_tap", "x": 1, "y": 2}', Action("double_tap", point=(1, 2))),
        ('{"action_type": "navigate_back"}', Action("back")),
        ('{"action_type": "navigate_home"}', Action("home")),
        ('{"action_type": "keyboard_enter"}', Action("enter")),
        ('{"action_type": "wait"}', Action("wait")),
    ],
)
def test_every_action_is_read_again_as_what_it_was(
    written: str, expected: Action, world: World, tmp_path: Path
) -> None:
    done = import_android_world(write(tmp_path, [episode(world, f"Action: {written}")]), tmp_path / "out")
    assert read_recording(done.files[0]).steps[0].action == expected


def test_the_record_of_an_action_counts_more_than_what_was_written(world: World, tmp_path: Path) -> None:
    made = episode(world, CLICK)
    made["episode_data"]["action_output_json"] = [world.action("navigate_back")]
    done = import_android_world(write(tmp_path, [made]), tmp_path / "out")
    assert read_recording(done.files[0]).steps[0].action == Action("back")


def test_steps_and_episodes_without_an_action_are_left_out_and_counted(world: World, tmp_path: Path) -> None:
    answer = 'Action: {"action_type": "answer", "text": "9"}'
    failed = episode(world, episode_data=float("nan"))
    source = write(tmp_path, [episode(world, "Well.", answer, "Action: {[[}", CLICK), failed])
    done = import_android_world(source.parent, tmp_path / "out")
    assert done.count == 1
    assert [remark.partition(" ")[0] for remark in done.remarks] == ["1", "1", "2"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"goal": None}, "episode 1: goal: NoneType where text was expected"),
        ({"episode_data": []}, "episode 1: episode_data: not a dict"),
        ({"episode_data": {"a": [1], "b": []}}, "not every field has as many steps"),
        ({"episode_data": {"action_output": [CLICK]}}, "neither before_element_list nor before_ui_elements"),
        ({"episode_data": {"before_element_list": [[3]], "action_output": [CLICK]}}, "step 1: the elements are not"),
        ({"episode_data": {"before_element_list": []}}, "no step in which the agent touched the phone"),
    ],
)
def test_an_episode_of_another_shape_is_refused_with_its_place(
    changed: dict[str, Any], said: str, world: World, tmp_path: Path
) -> None:
    with pytest.raises(UnreadableInput, match=rf"ClockSave_0\.pkl\.gz: .*{said}"):
        import_android_world(write(tmp_path, [episode(world, CLICK, **changed)]), tmp_path / "out")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"action_type": "click", "index": 2}', "step 1: index: 2 is none of the 2 elements"),
        ('{"action_type": "hop"}', "step 1: action_type: 'hop' is not known"),
        ('{"action_type": "scroll", "direction": "in"}', "step 1: direction: 'in' is none of"),
        ('{"action_type": "click", "x": 1e999, "y": 2}', "step 1: x, y: not two numbers"),
        ('{"action_type": "input_text", "text": [1]}', "step 1: text: list where text was expected"),
    ],
)
def test_an_action_that_cannot_be_is_refused(written: str, said: str, world: World, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=said):
        import_android_world(write(tmp_path, [episode(world, f"Action: {written}")]), tmp_path / "out")


@pytest.mark.parametrize("shape", [(60, 80), (60, 80, 4)])
def test_a_picture_of_another_shape_is_refused(shape: tuple[int, ...], world: World, tmp_path: Path) -> None:
    made = episode(world, CLICK)
    made["episode_data"]["before_screenshot"] = [np.zeros(shape, np.uint8)]
    with pytest.raises(UnreadableInput, match="step 1: the picture is not an array of height x width x 3 bytes"):
        import_android_world(write(tmp_path, [made]), tmp_path / "out")


class Harm:
    """Makes a folder where it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.folder,)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_pickle_that_would_run_something_is_refused_and_runs_nothing(protocol: int, tmp_path: Path) -> None:
    source = write(tmp_path, [{"goal": Harm(tmp_path / "harm")}], protocol)
    with pytest.raises(UnreadableInput, match=r"it would load `posix\.mkdir`; only arrays"):
        import_android_world(source, tmp_path / "out")
    assert not (tmp_path / "harm").exists()


def _packed(content: bytes) -> bytes:
    """The same bytes whenever it is called: tests are named after them, in each worker alike."""
    return gzip.compress(content, mtime=0)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not packed",
        _packed(b""),
        _packed(b"not a pickle"),
        _packed(pickle.dumps([1] * 50))[:-12],
        _packed(b"\x80\x04Nr\xff\xff\xff\x7f0."),  # counts to two thousand millions
        _packed(b"\x80\x04cbuiltins\neval\n."),
        _packed(b"\x80\x04cnumpy\ndtype\n}\x8c\x01aNsb."),  # would change a class
        _packed(pickle.dumps({})),
    ],
)
def test_what_is_no_episode_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.pkl.gz").write_bytes(content)
    with pytest.raises(UnreadableInput, match=r"x\.pkl\.gz: "):
        import_android_world(tmp_path / "x.pkl.gz", tmp_path / "out")


def test_what_is_not_packed_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "x.pkl.gz").write_bytes(b"not packed")
    with pytest.raises(UnreadableInput, match=r"x\.pkl\.gz: .*; this is no file packed by gzip"):
        import_android_world(tmp_path / "x.pkl.gz", tmp_path / "out")


def test_a_folder_without_episodes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"no file ends in \.pkl\.gz"):
        import_android_world(tmp_path, tmp_path / "out")


def test_the_sentinel_scans_what_the_command_wrote(world: World, tmp_path: Path) -> None:
    source = write(tmp_path, [episode(world, CLICK, DONE)])
    done = handrail("data", "import", "androidworld", source, "--out", tmp_path / "out", "--json")
    assert (done.exit_code, done.document["what"]) == (0, "runs")
    scanned = handrail("sentinel", "scan", done.document["files"][0], "--json")
    assert scanned.exit_code == 0
    assert [step["n"] for step in scanned.document["steps"]] == [1, 2]
