"""LlamaTouch's ground-truth traces become recordings."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cli.command import handrail
from handrail.bench.importers.llama_touch import import_llama_touch
from handrail.bench.importers.llama_touch_event import read_event
from handrail.device.action import Action
from handrail.device.element import Bounds
from handrail.device.recording import read_recording
from handrail.error import UnreadableInput

EVENTS = (
    "[Home]",
    "[Click] Screen Resolution (10, 20), Click Position (5, 3)",
    "[Input] pen & paper",
)
DUMP = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"Buy\""
    ' class="android.widget.Button" package="com.shop" bounds="[0,0][20,38]" /></hierarchy>'
)


def view(place: int, parent: int, children: list[int], **changed: Any) -> dict[str, Any]:
    """A view of a `.vh` file, with all the fields that such a file has."""
    flags = ("checkable", "checked", "clickable", "editable", "enabled", "focusable", "focused", "is_password")
    more = ("long_clickable", "scrollable", "selected")
    return {
        "bounds": [[0, 0], [20, 40]], "child_count": len(children), "children": children, "class": "android.view.View",
        "content_description": None, "package": "com.shop", "parent": parent, "resource_id": None, "size": "20*40",
        "temp_id": place, "text": None, "visible": True, **dict.fromkeys((*flags, *more), False),
    } | changed  # fmt: skip


VIEWS = [
    view(0, -1, [1, 2]),
    view(1, 0, [3], visible=False),
    view(2, 0, [], text="Pay", is_password=True, bounds=[[1, -2], [9, 12]], resource_id="com.shop:id/pay"),
    view(3, 1, [], text="hidden with what it stands on"),
]


def write(folder: Path, *events: str, name: str = "trace_3") -> Path:
    """A trace in the shape of the original: three screens with a tree each time in another form, and one without."""
    trace = folder / "generated" / name
    trace.mkdir(parents=True)
    for number in range(len(events) + 1):
        Image.new("RGB", (20, 40)).save(trace / f"{number}.png")
        Image.new("RGB", (20, 40)).save(trace / f"{number}_drawed.png")
        (trace / f"{number}.json").write_text("[]", "utf-8")
    (trace / "0.xml").write_text(DUMP, "utf-8")
    (trace / "1.vh").write_text(json.dumps(VIEWS), "utf-8")
    (trace / "0.activity").write_text("com.shop/com.shop.Main\n\n", "utf-8")
    (trace / "1.activity").write_text("mObscuringWindow=Window{5fc0ca7 u0 com.shop/.Pay}", "utf-8")
    (trace / "2.activity").write_text(
        "mObscuringWindow=Window{5fc0ca7 u0 com.android.systemui.ImageWallpaper}", "utf-8"
    )
    (trace / "3.activity").write_text("com.android.systemui.ImageWallpaper\n\n", "utf-8")
    (trace / "1.ess").write_text('activity<0>|exact<1>|click<//*[@text="Pay"]>\n', "utf-8")
    (trace / "eventStructs.txt").write_text("\n".join(events), "utf-8")
    (trace / "instruction.txt").write_text("20\nBuy a pen.", "utf-8")
    Image.new("RGB", (2, 2)).save(trace / "agg_plot.png")
    return trace


def test_a_trace_becomes_a_recording(tmp_path: Path) -> None:
    done = import_llama_touch(write(tmp_path / "in", *EVENTS).parent.parent, tmp_path / "out")
    run = read_recording(done.files[0])
    assert (run.query, done.files[0]) == ("Buy a pen.", tmp_path / "out" / "generated" / "trace_3")
    assert [step.action for step in run.steps] == [
        Action("home"),
        Action("click", point=(10, 6)),
        Action("input", text="pen & paper"),
        Action("finish", text="complete"),
    ]
    told = [(step.screen.package, step.screen.activity) for step in run.steps]
    assert told == [("com.shop", "com.shop.Main"), ("com.shop", ".Pay"), ("", ""), ("", "")]
    first, second, third, _ = (step.screen for step in run.steps)
    assert [element.text for element in first.elements()] == ["Buy"]
    assert [(child.text, child.bounds, child.password) for child in second.windows[0].children] == [
        ("Pay", Bounds(1, -2, 9, 12), True)
    ]
    assert (third.width_pixels, third.height_pixels, len(third.elements())) == (20, 40, 1)
    assert done.remarks == (
        "2 screens are pictures, without a tree",
        "1 screens with the tree of the .vh file, as there is no .xml",
    )
    kept = json.loads((done.files[0] / "trajectory.json").read_text("utf-8"))["original"]
    assert kept["essential_states"] == {"1": ["activity<0>", "exact<1>", 'click<//*[@text="Pay"]>']}
    assert (kept["category"], kept["trace"], kept["episode"]) == ("generated", "trace_3", "20")


def test_one_trace_may_be_named(tmp_path: Path) -> None:
    trace = write(tmp_path / "in", "[Back]", "[Home]", "[Home]")
    (trace / "3.activity").unlink()
    done = import_llama_touch(trace, tmp_path / "out")
    assert done.remarks[-1] == "1 screens without the name of their activity"
    assert [step.action.type for step in read_recording(done.files[0]).steps] == ["back", "home", "home", "finish"]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("[App Switch]", Action("recents")),
        ("[Input] ", Action("input", text="")),
        ("[Long Click] Screen Resolution (10, 20), Long Click Position (0, 20)", Action("long_click", point=(0, 40))),
        (
            "[Swipe] Screen Resolution (10, 20), Start Position (5, 15), End Position (5, 1)",
            Action("swipe", point=(10, 30), to=(10, 2)),
        ),
        (
            "[Drag] Screen Resolution (10, 20), Start Position (1, 2), End Position (3, 4)",
            Action("drag", point=(2, 4), to=(6, 8)),
        ),
        ("【Home键】", Action("home")),
        ("【Back键】", Action("back")),
        ("【键盘输入】bestbuy", Action("input", text="bestbuy")),
        ("【点击事件】屏幕大小：（w10，h20），触摸位置：（x5，y3）", Action("click", point=(10, 6))),
        (
            "【滑动事件】屏幕大小：（w10，h20），起始位置：（x5，y15），结束位置：（x5，y1）",
            Action("swipe", point=(10, 30), to=(10, 2)),
        ),
    ],
)
def test_both_forms_of_an_action_are_read(line: str, action: Action) -> None:
    assert read_event(line, 20, 40) == action


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("eventStructs.txt", "[Home]\n[Enter]\n[Back]", r"eventStructs.txt:2: `\[Enter\]` is no action"),
        (
            "eventStructs.txt",
            "[Home]\n[Click] Screen Resolution (10, 20), Click Position (11, 3)\n[Back]",
            r"eventStructs.txt:2: the point \(11, 3\) is beyond the 10 x 20 pixels",
        ),
        ("eventStructs.txt", "[Home]", "trace_3: 1 actions, and pictures 0, 1, 2, 3; there is one picture more"),
        ("instruction.txt", "Buy a pen.", "instruction.txt: 1 lines; the first is the episode"),
        ("0.xml", "<hierarchy", r"0\.xml"),
        ("0.xml", DUMP.replace("[20,38]", "[200,38]"), r"0\.png: 20 x 40 pixels, and the tree .* reaches 200 x 38"),
        ("1.vh", "[{}]", r"1\.vh:1:2: \[0\]: the field `bounds` is missing"),
        ("1.vh", json.dumps([view(0, -1, [0])]), "children.* is the place of no view, or of one that stands below"),
        ("1.vh", json.dumps([view(0, -1, [], bounds=[[0, 0], [1]])]), r"not \[\[left, top\], \[right, bottom\]\]"),
        ("0.activity", "somewhere", r"0\.activity: `somewhere` names no activity"),
        ("1.ess", "click", r"1\.ess: `click` is no state like `activity<0>` or"),
        ("9.ess", "click<1>", r"9\.ess: there is no screen 9"),
        ("2.png", "GIF89a", r"2\.png: this is no PNG picture"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(file: str, content: str, said: str, tmp_path: Path) -> None:
    trace = write(tmp_path / "in", *EVENTS)
    (trace / file).write_text(content, "utf-8")
    with pytest.raises(UnreadableInput, match=said):
        import_llama_touch(tmp_path / "in", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@given(st.text(max_size=40) | st.sampled_from(EVENTS).flatmap(lambda line: st.text(max_size=4).map(line.__add__)))
def test_no_line_brings_the_reader_down(line: str) -> None:
    with suppress(UnreadableInput):
        read_event(line, 20, 40)


def test_a_folder_without_traces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"no trace in it; name the folder that has `general/trace_0/instruction"):
        import_llama_touch(tmp_path, tmp_path / "out")


@pytest.mark.slow
def test_the_command_writes_a_run_that_the_sentinel_scans(tmp_path: Path) -> None:
    write(tmp_path / "in", *EVENTS)
    done = handrail("data", "import", "llamatouch", tmp_path / "in", "--out", tmp_path / "out", "--json")
    assert (done.exit_code, done.document["count"]) == (0, 1)
    assert handrail("sentinel", "scan", done.document["files"][0], "--json").exit_code == 0
