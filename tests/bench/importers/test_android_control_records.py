"""AndroidControl's own TFRecord files, with trees as Google's library writes them."""

import json
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bench.importers.buffers import FOREST, message
from handrail.bench.importers.accessibility_forest import read_forest
from handrail.bench.importers.android_control import import_android_control
from handrail.bench.importers.tf_record import Feature, write_examples
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.recording import read_recording
from handrail.error import UnreadableInput

SEEN = {"is_visible_to_user": True, "is_enabled": True}


def picture(width: int = 20, height: int = 30) -> bytes:
    written = BytesIO()
    Image.new("RGB", (width, height)).save(written, "PNG")
    return written.getvalue()


def forest(*nodes: dict[str, Any], **window: Any) -> bytes:
    """A keyboard's window, and in front of it an app's with these nodes."""
    made = message(FOREST, "Forest")()
    made.windows.add(window_type=2).tree.nodes.add(unique_id=0, package_name="com.keys", **SEEN)
    app = made.windows.add(window_type=1, **({"is_active": True} | window))
    for node in nodes:
        sides = node.pop("bounds", None)
        added = app.tree.nodes.add(**node)
        if sides is not None:
            added.bounds_in_screen.left, added.bounds_in_screen.top = sides[:2]
            added.bounds_in_screen.right, added.bounds_in_screen.bottom = sides[2:]
    return bytes(made.SerializeToString())


def nodes() -> list[dict[str, Any]]:
    return [
        {"unique_id": 0, "child_ids": [3, 1, 2], "class_name": "Frame", "package_name": "com.clock", **SEEN},
        {"unique_id": 1, "text": "hidden", "child_ids": [4]},
        {
            "unique_id": 2, "text": "9:00", "content_description": "nine", "view_id_resource_name": "com.clock:id/time",
            "class_name": "Button", "is_clickable": True, "is_password": True, "hint_text": "when",
            "bounds": (-1, 2, 10, 20), "drawing_order": 7, **SEEN,
        },
        {"unique_id": 3, "text": "first", **SEEN, "is_enabled": False},
        {"unique_id": 4, "text": "below what is hidden", **SEEN},
    ]  # fmt: skip


def write(folder: Path, **changed: Any) -> Path:
    episode: dict[str, Feature] = {
        "episode_id": [12],
        "goal": [b"Set an alarm"],
        "screenshots": [picture()] * 2,
        "screenshot_widths": [20] * 2,
        "screenshot_heights": [30] * 2,
        "accessibility_trees": [forest(*nodes())] * 2,
        "actions": [json.dumps({"action_type": "click", "x": 5, "y": 7}).encode()],
        "step_instructions": [b"Tap the time"],
    }
    source = folder / "android_control-00000-of-00020"
    write_examples(source, [{name: value for name, value in (episode | changed).items() if value is not None}])
    return source


def test_a_record_becomes_a_recording_with_its_trees(tmp_path: Path) -> None:
    done = import_android_control(write(tmp_path), tmp_path / "out")
    run = read_recording(done.files[0])
    assert (run.query, done.files[0].name, done.remarks) == ("Set an alarm", "000012", ())
    assert [step.action for step in run.steps] == [Action("click", point=(5, 7)), Action("finish", text="stopped")]
    assert run.steps[0].image is not None
    assert run.steps[0].image.read_bytes() == picture()
    screen = run.steps[0].screen
    assert (screen.package, screen.width_pixels, screen.height_pixels) == ("com.clock", 20, 30)
    assert [window.package for window in screen.windows] == ["com.keys", "com.clock"]


def test_what_can_be_seen_of_a_tree_is_read_in_its_order() -> None:
    read = read_forest(forest(*nodes()))
    time = Element(
        "Button", "9:00", "nine", "com.clock:id/time", bounds=Bounds(-1, 2, 10, 20), clickable=True, password=True,
        hint="when",
    )  # fmt: skip
    assert read.windows[1].children == (Element("", "first", enabled=False), time)
    assert read_forest(forest(*nodes(), is_active=False)).package == "com.clock"
    assert read_forest(b"").windows == ()


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([{"unique_id": 1}], "window 1: no node with the id 0"),
        ([{"unique_id": 0}, {"unique_id": 0}], "window 1: two nodes have the id 0"),
        ([{"unique_id": 0, "child_ids": [5], **SEEN}], "window 1: node 5 is named as a child, and not there"),
        ([{"unique_id": 0, "child_ids": [0], **SEEN}], "window 1: node 0 is below two nodes, or below itself"),
        ([{"unique_id": 0, "bounds": (0, 0, 9, 10**9), **SEEN}], r"window 1: node 0: bounds: \[.*\] are no pixels"),
        (
            [{"unique_id": number, "child_ids": [number + 1], **SEEN} for number in range(900)],
            "window 1: nodes are nested more than 200 deep",
        ),
    ],
)
def test_a_tree_that_is_none_is_refused(made: list[dict[str, Any]], said: str, tmp_path: Path) -> None:
    source = write(tmp_path, accessibility_trees=[forest(*nodes()), forest(*(dict(node) for node in made))])
    with pytest.raises(UnreadableInput, match=rf"00020: record 1: accessibility_trees\[1\]: {said}"):
        import_android_control(source, tmp_path / "out")


@given(st.binary(max_size=60) | st.lists(st.integers(-1, 3), max_size=4).map(lambda ids: forest(*many(ids))))
def test_no_bytes_bring_the_reader_of_trees_down(content: bytes) -> None:
    with suppress(UnreadableInput):
        read_forest(content)


def many(children: list[int]) -> list[dict[str, Any]]:
    return [{"unique_id": number, "child_ids": children[number:], **SEEN} for number in range(len(children))]


def test_trees_may_be_missing_and_that_is_counted(tmp_path: Path) -> None:
    done = import_android_control(write(tmp_path, accessibility_trees=None), tmp_path / "out")
    assert done.remarks == ("2 screens are pictures, without a tree",)
    assert len(read_recording(done.files[0]).steps[0].screen.elements()) == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"episode_id": [b"12"]}, "episode_id: something else where whole numbers were expected"),
        ({"goal": []}, "goal: 0 texts where one was expected"),
        ({"screenshots": [picture()]}, "screenshots: 1 pictures, 2 widths, 2 heights, 1 actions"),
        ({"screenshots": [picture(), b"GIF89a"]}, "screenshots: one of them is no PNG picture"),
        ({"screenshot_widths": [0, 20]}, "a size below 1"),
        ({"accessibility_trees": [b""]}, "accessibility_trees: 1, and 2 pictures"),
        ({"step_instructions": [b"a", b"b"]}, "step_instructions: 2, and 1 actions"),
        ({"actions": [b"{"]}, r"actions\[0\]:1:2: .*this is not JSON"),
        ({"actions": [b'{"action_type": "hop"}']}, r"actions\[0\]:1:\d+: action_type: `hop` is not known"),
        ({"actions": [b'{"action_type": "click", "x": 99, "y": 1}']}, "beyond the screen, which has 20 x 30 pixels"),
    ],
)
def test_what_is_wrong_is_said_with_file_record_and_field(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=rf"android_control-00000-of-00020: record 1: .*{said}"):
        import_android_control(write(tmp_path, **changed), tmp_path / "out")
    assert not (tmp_path / "out").exists()
