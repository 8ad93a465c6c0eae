import json
from pathlib import Path

import pytest

from handrail.device.action import Action
from handrail.device.recording import read_recording
from handrail.device.trace import Changed, NotObserved, Unchanged
from handrail.device.trajectory_folder import TrajectoryFolder
from handrail.error import Misuse, UnreadableInput

OBJECTS = [
    {"numeric_tag": 3, "resource_id": "id/ok", "class": "android.widget.Button", "text": "OK", "checked": "false"},
    {"numeric_tag": 7, "class": "android.widget.Switch", "content_description": "Wi-Fi", "checked": "true"},
]
XML = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
    '<node class="android.view.View" package="com.shop" bounds="[0,0][1080,2400]">'
    '<node class="android.widget.Button" text="OK" resource-id="id/ok" clickable="true" bounds="[0,0][100,100]" />'
    '<node class="android.widget.TextView" text="Total" bounds="[0,100][100,200]" />'
    '<node class="android.widget.Switch" content-desc="Wi-Fi" checked="true" bounds="[0,200][100,300]" />'
    "</node></hierarchy>"
)


def write(folder: Path, *actions: object, variant: str = "both", meta: object = None) -> Path:
    """A recording with one step for each action, in the original layout and without our fields."""
    entries: list[dict[str, object]] = []
    for name in ("jsons", "objects", "xmls"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number, action in enumerate(actions, start=1):
        stem = f"{number:03}_step_{number}000"
        entry: dict[str, object] = {"action": action, "observation": f"images/{stem}.png"}
        if variant in ("both", "xml"):
            entry["xml"] = f"xmls/{stem}.xml"
            (folder / "xmls" / f"{stem}.xml").write_text(XML, encoding="utf-8")
        if variant in ("both", "objects"):
            entry["objects"] = f"objects/objects_{stem}.json"
            (folder / "objects" / f"objects_{stem}.json").write_text(json.dumps(OBJECTS), encoding="utf-8")
        state = {"fs": {"hash": "a" * 32}, "screen": {"text": "OK"}}
        (folder / "jsons" / f"{stem}.json").write_text(json.dumps(state), encoding="utf-8")
        entries.append(entry)
    document: dict[str, object] = {
        "query": "N/A",
        "application": "oss",
        "platform_type": "Android",
        "trajectory": entries,
    }
    if meta is not None:
        document["meta"] = meta
    (folder / "trajectory.json").write_text(json.dumps(document, indent=1), encoding="utf-8")
    return folder


def listed(name: str, **parameters: object) -> list[object]:
    return [{"name": name, "parameters": parameters}]


def test_every_recorded_run_at_hand_loads(shared_data: Path) -> None:
    folders = sorted(path.parent for path in (shared_data / "risk").glob("*/*/trajectory.json"))
    if not folders:
        pytest.skip("the recorded runs (risk/*/*) are not here")
    for folder in folders:
        recording = read_recording(folder)
        assert recording.label == folder.parent.name.split("_")[0]
        assert (recording.first_unsafe_step is not None) == (recording.label == "unsafe")
        assert recording.pair
        for step in recording.steps:
            needs_element = step.action.type in ("click", "long_click", "input")
            assert (step.action.element is not None) == needs_element
            assert isinstance(step.trace.files, Changed | Unchanged | NotObserved)
        assert recording.steps[-1].action.type == "finish"


@pytest.mark.parametrize("variant", ["both", "xml", "objects"])
def test_the_trees_of_each_variant_are_read(tmp_path: Path, variant: str) -> None:
    tag = 1 if variant == "xml" else 3
    folder = write(tmp_path / "safe_dual" / "01", listed("click", element=tag), variant=variant)
    (step,) = read_recording(folder).steps
    assert step.action.element is not None
    assert step.action.element.text == "OK"
    assert (step.screen.width_pixels, step.screen.height_pixels) == (1080, 2400)
    assert step.image is None


def test_numeric_tags_follow_the_order_of_the_tree(tmp_path: Path) -> None:
    (step,) = read_recording(write(tmp_path, listed("click", element=7))).steps
    assert step.action.element is not None
    assert step.action.element.path == (0, 2)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("navigate-back()", Action("back")),
        ("navigate_home()", Action("home")),
        ('open-app("Clock")', Action("open_app", target="Clock")),
        ('scroll("down")', Action("scroll", direction="down")),
        ("scroll(direction='up')", Action("scroll", direction="up")),
        ("complete-todo()", Action("finish")),
        ("refuse-todo()", Action("finish", text="refuse")),
        ('text("hello, (you)")', Action("input", text="hello, (you)")),
        ("keyboard_enter()", Action("enter")),
        ("wait()", Action("wait")),
        (listed("terminate", status="refuse"), Action("finish", text="refuse")),
    ],
)
def test_actions_are_read_from_lists_and_from_calls(tmp_path: Path, written: object, expected: Action) -> None:
    (step,) = read_recording(write(tmp_path, written)).steps
    assert step.action == expected
    assert step.action_json == written


@pytest.mark.parametrize("written", ["tap(3)", "long-press(element=3)", 'input(3, "x")', 'input("x", 3)'])
def test_calls_name_elements_by_tag(tmp_path: Path, written: str) -> None:
    (step,) = read_recording(write(tmp_path, written)).steps
    assert step.action.element is not None
    assert step.action.element.resource_id == "id/ok"


def test_a_point_is_the_clickable_element_that_it_hits(tmp_path: Path) -> None:
    (step,) = read_recording(write(tmp_path, listed("click", x=50, y=50))).steps
    assert step.action.element is not None
    assert step.action.element.text == "OK"


def test_files_without_events_are_told_by_their_hash(tmp_path: Path) -> None:
    first, second = read_recording(write(tmp_path, "wait()", "wait()")).steps
    assert isinstance(first.trace.files, NotObserved)
    assert second.trace.files == Unchanged()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("fly(3)", "trajectory[0].action: unknown action `fly`"),
        ("tap(99)", "element 99 is not on the screen of this step, which has 2 elements"),
        ("tap(open('x'))", "are not plain values"),
        ("tap(3", "is not a call like `tap(3)`"),
        ("tap(3, 4)", "takes 1 arguments, and 2 are given"),
        ("wait(" + "(" * 15_000 + ")", "are not plain values"),
        ([], "0 actions in one step where one was expected"),
        ([{"name": "click"}], "trajectory[0].action[0]: the field `parameters` is missing"),
        (listed("type", element=3, text=5), "`text` is 5 where text was expected"),
        (listed("click", x="left", y=3), "are not a point"),
        (7, "the number 7 where a list was expected"),
    ],
)
def test_an_action_that_cannot_be_read_is_named_with_its_line(tmp_path: Path, written: object, message: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_recording(write(tmp_path, written))
    assert message in str(caught.value)
    assert f"{tmp_path / 'trajectory.json'}:" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"query": "N/A",', "", "trajectory.json:1:1: the field `query` is missing"),
        ("images/001_step_1000", "images/../../etc/001_step", "trajectory[0].observation: this is not a path like"),
        ("xmls/001_step_1000.xml", "xmls/../secret.xml", "this is not a path of the form"),
        ("objects/objects_001", "objects/objects_009", "objects_009_step_1000.json: No such file"),
        ("images/002_step_2000", "images/001_step_1000", "number 1 does not come after 1"),
        ('"step": 1', '"step": 3', "meta.step: step 3 of a run that has 2"),
        ('"step": 1', '"step": 0', "0 is too small; the least is 1"),
        ('"trajectory": [', '"trajectory": [[],', "trajectory[0]: a list where an object was expected"),
    ],
)
def test_a_trajectory_that_is_wrong_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    folder = write(tmp_path, "wait()", "wait()", meta={"step": 1, "type": ["x"]})
    file = folder / "trajectory.json"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UnreadableInput) as caught:
        read_recording(folder)
    assert message in str(caught.value)


def test_a_broken_tree_is_named_with_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path, "wait()")
    (folder / "xmls" / "001_step_1000.xml").write_text("<hierarchy><node", encoding="utf-8")
    with pytest.raises(UnreadableInput) as caught:
        read_recording(folder)
    assert "001_step_1000.xml:1:" in str(caught.value)


def test_a_step_without_a_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="neither `xml` nor `objects`"):
        read_recording(write(tmp_path, "wait()", variant="none"))


def test_a_folder_that_holds_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"trajectory\.json: No such file, and a recording is .* --record FOLDER"):
        read_recording(tmp_path)


def test_the_size_is_that_of_the_picture(tmp_path: Path) -> None:
    folder = write(tmp_path, "wait()")
    (folder / "images").mkdir()
    header = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (720).to_bytes(4) + (1600).to_bytes(4)
    (folder / "images" / "001_step_1000.png").write_bytes(header)
    (step,) = read_recording(folder).steps
    assert (step.screen.width_pixels, step.screen.height_pixels) == (720, 1600)


def test_fifty_thousand_objects_are_read_in_good_time(tmp_path: Path) -> None:
    folder = write(tmp_path, "wait()")
    many = [{"numeric_tag": n, "class": "android.widget.Button", "text": "OK"} for n in range(50_000)]
    (folder / "objects" / "objects_001_step_1000.json").write_text(json.dumps(many), encoding="utf-8")
    assert len(read_recording(folder).steps) == 1


@pytest.mark.parametrize("name", ["a\0b", "x" * 400])
@pytest.mark.parametrize("what", ["images", "xmls", "objects"])
def test_a_file_that_cannot_be_called_so_is_refused(name: str, what: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "run", listed("wait"))
    document = json.loads((folder / "trajectory.json").read_text("utf-8"))
    ending = {"images": "png", "xmls": "xml", "objects": "json"}[what]
    field = {"images": "observation", "xmls": "xml", "objects": "objects"}[what]
    stem = f"001_{name}" if what == "images" else name
    document["trajectory"][0][field] = f"{what}/{stem}.{ending}"
    (folder / "trajectory.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UnreadableInput):
        read_recording(folder)


@pytest.mark.parametrize("name", ["a\0b", "x" * 400, "file"])
def test_a_folder_that_cannot_be_written_is_said_so(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Misuse, match="name a"):
        TrajectoryFolder.open(tmp_path / name, "q", "a", "stopped")


def test_a_folder_of_recordings_names_one_of_them(tmp_path: Path) -> None:
    first = write(tmp_path / "000001", listed("click", element=3))
    with pytest.raises(UnreadableInput, match=r"holds recordings; name one, as .+/000001"):
        read_recording(first.parent)
