"""Recorded runs in the shapes of others: what the format carries comes back, and what it lacks is counted."""

import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.exporters.runs import BOUNDS, HEIGHT, POINTS, SCREENS, TEXTS, WIDTH, picture, told, write
from bench.importers.buffers import EXAMPLE, FOREST, message
from cli.command import handrail
from handrail.bench.exporters.aitw import export_aitw
from handrail.bench.exporters.android_control import export_android_control
from handrail.bench.exporters.llama_touch import export_llama_touch
from handrail.bench.importers.aitw import import_aitw
from handrail.bench.importers.android_control import import_android_control
from handrail.bench.importers.llama_touch import import_llama_touch
from handrail.bench.importers.recorded_run import PngFile, RunStep
from handrail.bench.importers.tf_record import read_records
from handrail.bench.importers.written import WrittenFiles
from handrail.device.action import Action
from handrail.device.element import Bounds, Element, identify
from handrail.device.screen import Screen
from handrail.error import Misuse, UnreadableInput

Converter = Callable[[Path, Path], WrittenFiles]
FRAME = Element("android.widget.FrameLayout", package="com.shop", bounds=Bounds(0, 0, WIDTH, HEIGHT))
SCREEN = Screen("com.shop", "", (FRAME,), WIDTH, HEIGHT)
STOPPED, COMPLETE = Action("finish", text="stopped"), Action("finish", text="complete")

TAPS = st.builds(lambda point: Action("click", point=point), POINTS)
TYPED = st.builds(lambda text: Action("input", text=text), TEXTS)
KEY_PRESSES = (Action("home"), Action("back"))
KEYS = st.sampled_from(KEY_PRESSES)
TAP, HELD = Action("click", point=(3, 4)), Action("long_click", point=(3, 4))
TEXT, DOWN = Action("input", text="5 pens"), Action("scroll", direction="down")
SWIPE, DRAG = Action("swipe", point=(5, 16), to=(5, 1)), Action("drag", point=(1, 2), to=(9, 2))
FOUND = st.builds(
    lambda kind, text, bounds: Element(kind, text, package="com.shop", bounds=bounds),
    st.sampled_from(["TEXT", "ICON_HOME"]), TEXTS, BOUNDS,
)  # fmt: skip
AITW_SCREENS = st.builds(
    lambda found: Screen(
        "com.shop",
        "com.shop.Main",
        (Element(FRAME.class_name, package="com.shop", bounds=FRAME.bounds, children=tuple(found)),),
        WIDTH,
        HEIGHT,
    ),
    st.lists(FOUND, max_size=3),
)


@pytest.fixture(autouse=True, scope="module")
def _without_waiting_for_the_disk() -> Iterator[None]:
    """Recordings are on the disk before the next step is written; of many small ones that is most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


def there_and_back(steps: list[tuple[Screen, Action]], export: Converter, restore: Converter, **kept: Any) -> None:
    """Written, exported, imported, and compared with what was written."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        run = write(place / "run", *steps, **kept)
        assert export(run, place / "out").count == 1
        [again] = restore(place / "out", place / "again").files
        assert told(again) == told(run)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(st.tuples(AITW_SCREENS, TAPS | TYPED | KEYS | st.just(Action("enter"))), max_size=3), AITW_SCREENS)
def test_an_aitw_run_comes_back(steps: list[tuple[Screen, Action]], last: Screen) -> None:
    there_and_back([*steps, (last, COMPLETE)], export_aitw, import_aitw, format="aitw", episode_id="1")


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            SCREENS,
            TAPS
            | TYPED
            | KEYS
            | st.builds(lambda point: Action("long_click", point=point), POINTS)
            | st.builds(lambda way: Action("scroll", direction=way), st.sampled_from(["up", "down", "left", "right"]))
            | st.builds(lambda name: Action("open_app", target=name), TEXTS.filter(bool))
            | st.just(Action("wait")),
        ),
        max_size=3,
    ),
    SCREENS,
)
def test_an_android_control_run_comes_back(steps: list[tuple[Screen, Action]], last: Screen) -> None:
    there_and_back([*steps, (last, STOPPED)], export_android_control, import_android_control)


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            SCREENS,
            TAPS
            | TYPED
            | KEYS
            | st.just(Action("recents"))
            | st.builds(lambda point: Action("long_click", point=point), POINTS)
            | st.builds(
                lambda kind, start, end: Action(kind, point=start, to=end),
                st.sampled_from(["swipe", "drag"]), POINTS, POINTS,
            ),
        ),
        max_size=3,
    ),
    SCREENS,
)  # fmt: skip
def test_a_llama_touch_run_comes_back(steps: list[tuple[Screen, Action]], last: Screen) -> None:
    there_and_back([*steps, (last, COMPLETE)], export_llama_touch, import_llama_touch)


@pytest.mark.parametrize(
    ("export", "restore", "actions"),
    [
        (
            export_aitw,
            import_aitw,
            [TAP, TEXT, SWIPE, *KEY_PRESSES, Action("enter"), COMPLETE],
        ),
        (
            export_android_control,
            import_android_control,
            [TAP, TEXT, HELD, *KEY_PRESSES, DOWN, Action("open_app", target="Shop"), Action("wait"), STOPPED],
        ),
        (
            export_llama_touch,
            import_llama_touch,
            [TAP, TEXT, HELD, SWIPE, DRAG, *KEY_PRESSES, Action("recents"), COMPLETE],
        ),
    ],
)
def test_each_action_comes_back(export: Converter, restore: Converter, actions: list[Action]) -> None:
    there_and_back([(SCREEN, action) for action in actions], export, restore)


def test_a_tap_a_text_and_enter_on_one_screen_are_one_type(tmp_path: Path) -> None:
    same = [Action("click", point=(1, 2)), Action("input", text="pen"), Action("enter")]
    run = write(tmp_path / "run", *(RunStep(SCREEN, act, picture()) for act in (*same, STOPPED)))
    export_android_control(run, tmp_path / "out")
    [record] = read_records(tmp_path / "out" / "android_control-00000-of-00001")
    features = {entry.key: entry.value for entry in message(EXAMPLE, "Example").FromString(record).features.feature}
    [action] = features["actions"].bytes_list.value
    assert action == b'{"action_type": "type", "x": 1, "y": 2, "text": "pen"}'
    [again] = import_android_control(tmp_path / "out", tmp_path / "again").files
    assert told(again) == told(run)


def test_google_reads_the_forest_that_is_written(tmp_path: Path) -> None:
    inside = Element("android.widget.Button", "Pay", bounds=Bounds(-1, 2, 5, 6), clickable=True, hint="money")
    window = Element("android.widget.FrameLayout", package="com.shop", bounds=FRAME.bounds, children=(inside,))
    run = write(tmp_path / "run", (Screen("com.shop", "", (window,), WIDTH, HEIGHT), STOPPED))
    export_android_control(run, tmp_path / "out")
    [record] = read_records(tmp_path / "out" / "android_control-00000-of-00001")
    features = {entry.key: entry.value for entry in message(EXAMPLE, "Example").FromString(record).features.feature}
    [shown] = message(FOREST, "Forest").FromString(features["accessibility_trees"].bytes_list.value[0]).windows
    root, button = shown.tree.nodes
    assert (list(root.child_ids), root.unique_id, shown.is_active, root.is_visible_to_user) == ([1], 0, True, True)
    assert (button.text, button.bounds_in_screen.left, button.is_clickable, button.is_checked) == (
        "Pay",
        -1,
        True,
        False,
    )


@pytest.mark.parametrize(
    ("export", "steps", "why"),
    [
        (export_aitw, [Action("scroll", direction="down"), COMPLETE], "the action `scroll`"),
        (export_aitw, [Action("finish", text="refuse")], "the action `finish` with `refuse`"),
        (export_aitw, [Action("click", point=(99, 1)), COMPLETE], "a point beyond the screen"),
        (export_aitw, [STOPPED], "a run without a step"),
        (export_android_control, [Action("swipe", point=(1, 1), to=(2, 2)), STOPPED], "the action `swipe`"),
        (export_android_control, [Action("click"), STOPPED], "a `click` that names no place"),
        (export_android_control, [Action("home")], "no closing step"),
        (export_llama_touch, [Action("open_app", target="Shop"), COMPLETE], "the action `open_app`"),
        (export_llama_touch, [Action("input", text="two\nlines"), COMPLETE], "the action `input`"),
        (export_llama_touch, [Action("home"), STOPPED], "an end with `stopped`"),
    ],
)
def test_a_run_without_a_form_is_left_out_and_counted(
    export: Converter, steps: list[Action], why: str, tmp_path: Path
) -> None:
    write(tmp_path / "in" / "1", *((SCREEN, step) for step in steps))
    write(tmp_path / "in" / "2", (SCREEN, Action("home")), (SCREEN, COMPLETE))
    done = export(tmp_path / "in", tmp_path / "out")
    assert (done.count, done.remarks[0]) == (1, f"1 runs left out, as the format has no form for {why}")


@pytest.mark.parametrize("export", [export_aitw, export_android_control, export_llama_touch])
def test_a_run_without_pictures_is_left_out(export: Converter, tmp_path: Path) -> None:
    write(tmp_path / "run", RunStep(SCREEN, Action("home"), None), RunStep(SCREEN, COMPLETE, None))
    done = export(tmp_path / "run", tmp_path / "out")
    assert (done.count, done.remarks) == (
        0,
        ("1 runs left out, as the format has no form for a step without a picture",),
    )


def test_what_a_format_has_no_place_for_is_counted(tmp_path: Path) -> None:
    button = Element("android.widget.Button", "Pay", bounds=Bounds(2, 2, 6, 8))
    window = Element("android.widget.FrameLayout", package="com.shop", bounds=FRAME.bounds, children=(button,))
    screen = Screen("com.shop", ".Main", (window,), WIDTH, HEIGHT)
    named = identify((0, 0), button)
    steps = [Action("click", element=named), Action("input", element=named, text="9"), COMPLETE]
    run = write(tmp_path / "unsafe_made" / "1", *((screen, step) for step in steps))
    state = next((run / "jsons").glob("001_*"))
    state.write_text(state.read_text("utf-8").replace('"permissions": null', '"permissions": []'), "utf-8")
    common = {
        "1 runs lose their label of risk",
        "1 typed texts lose the field that they name",
        "1 taps on an element become taps on its middle",
    }
    done = export_llama_touch(run, tmp_path / "llamatouch")
    assert set(done.remarks) >= common
    [again] = import_llama_touch(tmp_path / "llamatouch", tmp_path / "again").files
    assert told(again)[0][1] == Action("click", point=(4, 5))
    done = export_android_control(run, tmp_path / "androidcontrol")
    assert set(done.remarks) - common == {
        "1 runs lose how they ended",
        "3 screens lose the name of their activity",
        "1 episodes without step_instructions",
    }
    done = export_aitw(run, tmp_path / "aitw")
    assert set(done.remarks) - common == {
        "1 episodes without android_api_level and device_type",
        "3 elements are not written: AITW keeps texts and icons, each alone",
    }


def test_a_stop_is_no_step_of_aitw(tmp_path: Path) -> None:
    run = write(tmp_path / "run", (SCREEN, Action("home")), (SCREEN, STOPPED))
    done = export_aitw(run, tmp_path / "out")
    assert "1 runs lose the screen that a stop closed them with" in done.remarks
    [again] = import_aitw(tmp_path / "out", tmp_path / "again").files
    assert [action for _, action, _ in told(again)] == [Action("home"), STOPPED]


def test_what_an_importer_kept_is_written_back(tmp_path: Path) -> None:
    kept: dict[str, Any] = {
        "format": "llamatouch", "category": "general", "trace": "trace_7", "episode": "4711",
        "essential_states": {"1": ["activity<0>", "click<3>"]},
    }  # fmt: skip
    run = write(tmp_path / "run", (SCREEN, Action("back")), (SCREEN, COMPLETE), **kept)
    [trace] = export_llama_touch(run, tmp_path / "out").files
    assert trace == tmp_path / "out" / "general" / "trace_7"
    assert (trace / "1.ess").read_text("utf-8") == "activity<0>|click<3>\n"
    assert (trace / "instruction.txt").read_text("utf-8") == "4711\nBuy a pen\n"
    table = (tmp_path / "out" / "llamatouch_task_metadata.tsv").read_text("utf-8").splitlines()
    assert table[1].split("\t") == ["4711", "general", "general/trace_7", "Buy a pen", "2", ""]
    aitw: dict[str, Any] = {"format": "aitw", "episode_id": "12", "android_api_level": 30, "device_type": "pixel_4"}
    run = write(tmp_path / "other", (SCREEN, Action("back")), (SCREEN, COMPLETE), **aitw)
    assert export_aitw(run, tmp_path / "aitw").remarks == (
        "2 elements are not written: AITW keeps texts and icons, each alone",
    )
    [again] = import_aitw(tmp_path / "aitw", tmp_path / "again").files
    assert again.name == "12"
    told_back = (again / "trajectory.json").read_text("utf-8")
    assert '"android_api_level": 30' in told_back
    assert '"device_type": "pixel_4"' in told_back


def test_a_picture_that_is_none_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    broken = RunStep(SCREEN, Action("home"), PngFile(picture().content[:40]))
    run = write(tmp_path / "run", broken, RunStep(SCREEN, COMPLETE, picture()))
    with pytest.raises(UnreadableInput, match=r"001_navigate-home_0\.png: .*this is no picture that can be read"):
        export_aitw(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("states", [3, {"9": ["click<1>"]}, {"0": "click<1>"}, {"0": ["click"]}, {"x": []}])
def test_states_that_llama_touch_would_not_read_are_refused(states: object, tmp_path: Path) -> None:
    kept: dict[str, Any] = {"format": "llamatouch", "essential_states": states}
    run = write(tmp_path / "run", (SCREEN, COMPLETE), **kept)
    with pytest.raises(UnreadableInput, match=r"run: original\.essential_states: not lists like `click<3>`"):
        export_llama_touch(run, tmp_path / "out")


@pytest.mark.parametrize("export", [export_aitw, export_android_control, export_llama_touch])
def test_half_a_character_is_replaced(export: Converter, tmp_path: Path) -> None:
    odd = Action("input", text="\ud83d")
    write(tmp_path / "in" / "1", (SCREEN, odd), (SCREEN, COMPLETE), query="Buy \ud83d")
    assert export(tmp_path / "in", tmp_path / "out").count == 1


def test_two_runs_of_one_episode_are_refused(tmp_path: Path) -> None:
    for number in ("1", "2"):
        kept: dict[str, Any] = {"format": "aitw", "episode_id": "4711"}
        write(tmp_path / "aitw" / number, (SCREEN, COMPLETE), **kept)
        kept = {"format": "androidcontrol", "episode_id": 4711}
        write(tmp_path / "control" / number, (SCREEN, STOPPED), **kept)
        kept = {"format": "llamatouch", "category": "general", "trace": "trace_1"}
        write(tmp_path / "llama" / number, (SCREEN, COMPLETE), **kept)
    for export, name in ((export_aitw, "aitw"), (export_android_control, "control"), (export_llama_touch, "llama")):
        with pytest.raises(UnreadableInput, match=rf"{name}/2: .*(another run|one of another run)"):
            export(tmp_path / name, tmp_path / "out")


def test_the_same_runs_give_the_same_bytes_with_the_published_framing(tmp_path: Path) -> None:
    run = write(tmp_path / "run", (SCREEN, Action("home")), (SCREEN, COMPLETE))
    for name in ("one", "two"):
        export_aitw(run, tmp_path / name)
    left, two = (tmp_path / name / "aitw-00000-of-00001" for name in ("one", "two"))
    assert left.read_bytes() == two.read_bytes()
    first = next(iter(read_records(left)))
    assert int.from_bytes(gzip.decompress(left.read_bytes())[:8], "little") == len(first)
    with pytest.raises(Misuse, match="is not empty"):
        export_aitw(run, tmp_path / "one")


@pytest.mark.slow
def test_the_command_says_what_was_lost(tmp_path: Path) -> None:
    write(tmp_path / "run", (SCREEN, Action("home")), (SCREEN, COMPLETE))
    done = handrail("data", "export", "aitw", tmp_path / "run", "--out", tmp_path / "out")
    assert done.exit_code == 0
    assert "1 episodes written to" in done.stdout
    assert "  1 episodes without android_api_level and device_type" in done.stdout
    wrong = handrail("data", "export", "phonesafety", tmp_path / "run", "--out", tmp_path / "out2")
    assert (wrong.exit_code, "is no format that is exported; there are verisafe" in wrong.stderr) == (2, True)
