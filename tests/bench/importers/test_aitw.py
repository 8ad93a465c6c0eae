"""AITW's records, a step each, become recordings."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cli.command import handrail
from handrail.bench.importers.aitw import import_aitw
from handrail.bench.importers.tf_record import Feature, write_examples
from handrail.device.action import Action
from handrail.device.element import Bounds
from handrail.device.recording import read_recording
from handrail.error import UnreadableInput

WIDTH, HEIGHT = 20, 40
NOWHERE = [-1.0, -1.0]


def step(number: int, length: int, kind: int, **changed: Any) -> dict[str, Feature]:
    """A record in the shape of the original, on a grey screen with a text and an icon."""
    fields: dict[str, Feature] = {
        "android_api_level": [30],
        "current_activity": [b"com.android.settings/com.android.settings.Settings"],
        "device_type": [b"pixel_4"],
        "episode_id": [b"4711"],
        "episode_length": [length],
        "goal_info": ["Turn wi-fi off – now".encode()],
        "image/channels": [3],
        "image/height": [HEIGHT],
        "image/width": [WIDTH],
        "image/encoded": [bytes([number]) * (WIDTH * HEIGHT * 3)],
        "image/ui_annotations_positions": [0.25, 0.1, 0.05, 0.5, 0.5, 0.0, 0.1, 0.2],
        "image/ui_annotations_text": [b"Wi-Fi", b""],
        "image/ui_annotations_ui_types": [b"TEXT", b"ICON_WIFI"],
        "results/action_type": [kind],
        "results/type_action": [b""],
        "results/yx_touch": NOWHERE,
        "results/yx_lift": NOWHERE,
        "step_id": [number],
    }
    return fields | {name.replace("__", "/"): value for name, value in changed.items()}


def write(folder: Path, *steps: dict[str, Feature]) -> Path:
    source = folder / "general-00000-of-00321"
    write_examples(source, steps)
    return source


TAP: dict[str, Any] = {"results__yx_touch": [0.275, 0.35], "results__yx_lift": [0.3, 0.35]}
SWIPE: dict[str, Any] = {"results__yx_touch": [0.9, 0.5], "results__yx_lift": [0.1, 0.5]}


def test_every_action_is_read_again_as_what_it_was(tmp_path: Path) -> None:
    steps = [
        step(0, 7, 6),
        step(1, 7, 4, **TAP),
        step(2, 7, 4, **SWIPE),
        step(3, 7, 3, results__type_action=[b"caf\xc3\xa9"]),
        step(4, 7, 7),
        step(5, 7, 5),
        step(6, 7, 10),
    ]
    done = import_aitw(write(tmp_path, *steps), tmp_path / "out")
    run = read_recording(done.files[0])
    assert (run.query, done.files[0].name, done.remarks) == ("Turn wi-fi off – now", "4711", ())
    assert [recorded_step.action for recorded_step in run.steps] == [
        Action("home"),
        Action("click", point=(7, 11)),
        Action("swipe", point=(10, 36), to=(10, 4)),
        Action("input", text="café"),
        Action("enter"),
        Action("back"),
        Action("finish", text="complete"),
    ]
    screen = run.steps[1].screen
    assert (screen.package, screen.activity) == ("com.android.settings", "com.android.settings.Settings")
    assert [(child.class_name, child.text, child.bounds) for child in screen.windows[0].children] == [
        ("TEXT", "Wi-Fi", Bounds(2, 10, 12, 12)),
        ("ICON_WIFI", "", Bounds(0, 20, 4, 24)),
    ]
    assert run.steps[1].image is not None
    with Image.open(run.steps[1].image) as image:
        assert (image.size, image.getpixel((5, 5))) == ((WIDTH, HEIGHT), (1, 1, 1))


def test_an_episode_without_a_status_is_closed_as_one_that_was_stopped(tmp_path: Path) -> None:
    done = import_aitw(write(tmp_path, step(0, 1, 6)), tmp_path / "out")
    assert [recorded_step.action.text for recorded_step in read_recording(done.files[0]).steps] == [None, "stopped"]
    done = import_aitw(write(tmp_path, step(0, 1, 11)), tmp_path / "out2")
    assert [recorded_step.action.text for recorded_step in read_recording(done.files[0]).steps] == ["infeasible"]


def test_an_activity_without_a_package_is_one(tmp_path: Path) -> None:
    done = import_aitw(write(tmp_path, step(0, 1, 10, current_activity=[b"Settings"])), tmp_path / "out")
    [only] = read_recording(done.files[0]).steps
    assert (only.screen.package, only.screen.activity) == ("", "Settings")


def test_what_is_not_all_of_an_episode_is_left_out_and_counted(tmp_path: Path) -> None:
    other: dict[str, Any] = {"episode_id": [b"9"]}
    steps = [step(0, 3, 6), step(2, 3, 10), step(0, 1, 10, **other), step(1, 2, 10, episode_id=[b"8"])]
    done = import_aitw(write(tmp_path, *steps).parent, tmp_path.with_name("aitw-out"))
    assert [file.name for file in done.files] == ["9"]
    assert done.remarks == ("2 episodes left out of which not every step is there, one after the other",)
    with pytest.raises(UnreadableInput, match="general-00000-of-00321: no complete episode"):
        import_aitw(write(tmp_path, step(1, 2, 6)), tmp_path / "none")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"episode_id": [b"../up"]}, "episode_id: `../up` is no name for a run"),
        ({"image__channels": [4]}, "image/channels: 4; a picture has 3"),
        ({"image__encoded": [b"123"]}, "image/encoded: 3 bytes; 20 x 40 pixels of 3 bytes were expected"),
        ({"image__encoded": []}, "image/encoded: no bytes"),
        ({"image__width": [0]}, "image/width: 0 is too small"),
        ({"image__ui_annotations_text": [b"a"]}, "8 numbers, 1 texts, 2 kinds"),
        ({"image__ui_annotations_positions": [float("nan")] * 8}, "a number far beyond 1"),
        ({"results__action_type": [8]}, "results/action_type: 8 is not known; it is one of 3, 4, 5, 6, 7, 10, 11"),
        ({"results__action_type": [4]}, "results/yx_touch: not two fractions of the screen"),
        ({"results__action_type": [3], "results__type_action": []}, "results/type_action: 0 texts where one was"),
        ({"goal_info": [1]}, "goal_info: something else where bytes were expected"),
    ],
)
def test_what_is_wrong_is_said_with_file_record_and_field(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    source = write(tmp_path, step(0, 1, 10, episode_id=[b"1"]), step(0, 1, 6, **changed))
    with pytest.raises(UnreadableInput, match=rf"general-00000-of-00321: record 2: .*{said}"):
        import_aitw(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_episode_is_of_one_goal_and_ends_once_and_stands_once(tmp_path: Path) -> None:
    parted = [step(0, 1, 10), step(0, 1, 10, episode_id=[b"2"]), step(0, 1, 10)]
    for steps, said in (
        ([step(0, 2, 6), step(1, 2, 10, goal_info=[b"else"])], "record 2: goal_info: another goal"),
        ([step(0, 2, 10), step(1, 2, 10)], "record 1: results/action_type: the episode ends here"),
        (parted, "record 3: episode_id: 4711 stands twice"),
    ):
        with pytest.raises(UnreadableInput, match=said):
            import_aitw(write(tmp_path, *steps), tmp_path / "out")


@pytest.mark.slow
def test_the_command_writes_a_run_that_the_sentinel_scans(tmp_path: Path) -> None:
    source = write(tmp_path, step(0, 2, 4, **TAP), step(1, 2, 10))
    done = handrail("data", "import", "aitw", source, "--out", tmp_path / "out", "--json")
    assert (done.exit_code, done.document["count"]) == (0, 1)
    assert handrail("sentinel", "scan", done.document["files"][0], "--json").exit_code == 0
