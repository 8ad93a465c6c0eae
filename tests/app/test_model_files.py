"""Models from files: what is read, and every fault at once with its line and column."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.app import App
from handrail.app.model_check import ModelProblem, check_model
from handrail.app.model_document import ModelError, read_model
from handrail.app.model_yaml import read_model_yaml
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.error import UnreadableInput

MODEL = """\
app: Clock
package: com.example.clock
states:
  Alarm:
    description: the list of alarms
    variables:
      - {name: label, type: Text, is_key: true}
      - {name: time, type: Time}
      - {name: days, type: Enum, enum_values: [Once, Daily]}
      - {name: on, type: Boolean}
bindings:
  - name: turn
    on: click
    at: //alarm//onoff
    row: //alarm
    commits: TurnAlarm
    irreversible: false
    pre:
      - state: Alarm
        set: {label: text(label), on: not(checked(onoff)), days: Once}
  - name: delete
    on: long_click
    at: //alarm
    commits: [Delete, Clean]
    irreversible: true
    pre:
      - {state: Alarm, delete: {label: text(label)}}
    post:
      - {state: Alarm}
observers:
  - post:
      - {state: Alarm, each: //alarm, complete: true, set: {label: text(label), time: time(time), on: checked(onoff)}}
"""


def screen(*labels: str) -> Screen:
    id = "com.example.clock:id/"
    rows = tuple(
        Element(
            "android.view.View",
            resource_id=id + "alarm",
            clickable=True,
            long_clickable=True,
            children=(
                Element("android.widget.TextView", text=label, resource_id=id + "label"),
                Element("android.widget.TextView", text="7:00", resource_id=id + "time"),
                Element("android.widget.Switch", resource_id=id + "onoff", clickable=True),
            ),
        )
        for label in labels
    )
    return Screen(
        "com.example.clock",
        ".Main",
        (Element("android.view.View", package="com.example.clock", children=rows),),
        1080,
        2400,
    )


def faults(text: str) -> list[str]:
    with pytest.raises(ModelError, match=r"clock\.yaml:") as caught:
        read_model(text, "clock.yaml")
    return str(caught.value).split("\n")


def test_a_model_says_what_an_action_changes_commits_and_cannot_undo() -> None:
    app = read_model(MODEL, "clock.yaml")
    turned = app.anticipate_on(screen("Work"), (0, 0, 2), "click")
    assert [update.set for update in turned.updates] == [{"label": "Work", "on": True, "days": "Once"}]
    assert turned.commits == {"TurnAlarm"}
    assert turned.bindings == ("turn",)
    assert not turned.irreversible
    deleted = app.anticipate_on(screen("Work"), (0, 0), "long_click")
    assert [update.delete for update in deleted.updates] == [{"label": "Work"}]
    assert deleted.commits == {"Delete", "Clean"}
    assert deleted.irreversible
    assert app.anticipate_on(screen("Work"), (0, 0), "click").bindings == ()
    assert app.anticipate_on(screen("Work"), (7, 7), "click").bindings == ()


def test_a_screen_that_shows_a_whole_table_says_so() -> None:
    app = read_model(MODEL, "clock.yaml")
    observed = app.observe(screen("Work", "Gym"))
    assert [update.set and update.set["label"] for update in observed.updates] == ["Work", "Gym"]
    assert observed.complete == {"Alarm"}


def test_an_anticipated_row_without_its_key_blocks_and_an_observed_one_is_left_out() -> None:
    app = read_model(MODEL, "clock.yaml")
    nameless = screen("Work").windows[0].children[0].children[1:]
    window = Element(
        "android.view.View",
        package="com.example.clock",
        children=(Element("android.view.View", resource_id="com.example.clock:id/alarm", children=nameless),),
    )
    shown = Screen("com.example.clock", ".Main", (window,), 1080, 2400)
    said = app.anticipate_on(shown, (0, 0, 1), "click")
    assert said.updates[0].set == {"label": None, "on": True, "days": "Once"}
    assert said.unread == ("turn: `label` of `Alarm`: no element is `label`",)
    observed = app.observe(shown)
    assert observed.updates == ()
    assert observed.complete == frozenset()


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("state: Alarm\n        set: {label", "state: Alram\n        set: {label", ":19:16: no state `Alram`"),
        ("time: time(time)", "tiem: time(time)", "no variable `tiem` in `Alarm`; did you mean `time`?"),
        ("time: time(time)", "time: checked(onoff)", "`time` is a Time, and this reads a Boolean; write time(…)"),
        ("time: time(time)", "time: text(time)", "`time` is a Time, and this reads a Text; write time(…)"),
        ("time: time(time)", "time: 25:00", "`time` is a Time, which takes"),
        ("days: Once", "days: Weekly", '`days` is an Enum, one of "Once", "Daily"'),
        ("days: Once", "days: [Once]", "a value is a constant or a reading"),
        ("text(label), on", "txet(label), on", ":20:22: no reading `txet`; did you mean `text`?"),
        ("at: //alarm//onoff", "at: //alarm//onoff[@chekced]", ":14:25: no attribute `@chekced`"),
        ("on: click", "on: clik", ":13:9: no kind of action `clik`; did you mean `click`?"),
        ("    at: //alarm//onoff\n", "", "`click` without an element"),
        ("    row: //alarm\n", "    rwo: //alarm\n", ":15:5: unknown field `rwo`; did you mean `row`?"),
        ("observers:", "obsrevers:", ":30:1: unknown field `obsrevers`; did you mean `observers`?"),
        ("    on: click\n", "", "`on` is missing"),
        ("delete: {label: text(label)}", "delete: {on: true}", "`on` is not a key of `Alarm`"),
        ("delete: {label: text(label)}", "delete: {}", "key `label` of `Alarm` is missing"),
        ("irreversible: true", "irreversible: maybe", "`irreversible`: input should be a valid boolean"),
        ("name: delete", "name: turn", "two bindings are called `turn`"),
        ("package: com.example.clock\n", "", "bindings without a `package`"),
        ("type: Boolean", "type: Boolaen", "`type`"),
        ("enum_values: [Once, Daily]", "enum_values: [Once, ONCE]", "differ only in case"),
        ("complete: true", "complete: text(label)", "a condition is a yes or no"),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_would_be_right(wrong: str, right: str, told: str) -> None:
    assert wrong in MODEL
    said = faults(MODEL.replace(wrong, right, 1))
    assert any(told in line for line in said), said


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    said = faults(MODEL.replace("on: click", "on: clik").replace("tiem", "x").replace("time(time)", "tmie(time)"))
    lines = [int(line.split(":")[1]) for line in said]
    assert len(said) == 2
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("a: [", "this is not YAML"),
        ("a: b: c", "stands in quotation marks"),
        ("a: @b", "stands in quotation marks"),
        ("a: &x 1\nb: *x", ":2:1: an alias; write the value again"),
        ("a: 1\na: 2", ":2:1: `a` stands twice"),
        ("a: !!python/object:os.system x", "the tag"),
        ("? [a]\n: b", "a name that is a list"),
        ("[" * 100 + "]" * 100, "more than 40 levels"),
        pytest.param("a: " + "[" * 30_000, ":1:44: more than 40 levels", id="deep lists"),
        pytest.param("{a: " * 30_000, "more than 40 levels", id="deep mappings"),
        pytest.param("- " * 30_000, "more than 40 levels", id="deep block lists"),
        pytest.param("? " * 30_000, "a name that is a list", id="deep names"),
        ("a: \ud800", "this is not YAML"),
        ("a: 1\n---\nb: 2", ":2:1: a second document; a file holds one"),
    ],
)
def test_yaml_that_is_no_model_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(UnreadableInput, match=r"m\.yaml") as caught:
        read_model(text, "m.yaml")
    assert told in str(caught.value)


def test_values_are_those_of_yaml_1_2() -> None:
    read = read_model_yaml("{a: on, b: yes, c: 9:00, d: 2026-03-02, e: 0.1, f: true, g: null, h: '1', i: 0o7}", "m")
    assert read.value == {
        "a": "on",
        "b": "yes",
        "c": "9:00",
        "d": "2026-03-02",
        "e": Decimal("0.1"),
        "f": True,
        "g": None,
        "h": "1",
        "i": "0o7",
    }


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(UnreadableInput):
        read_model(text + "\nx: [", "m")


def test_a_model_is_loaded_from_yaml_json_and_python(tmp_path: Path) -> None:
    (tmp_path / "clock.yaml").write_text(MODEL, "utf-8")
    document = {
        "app": "Clock",
        "package": "com.example.clock",
        "states": {"Alarm": {"variables": [{"name": "label", "type": "Text", "is_key": True}]}},
        "bindings": [{"on": "click", "at": "//alarm", "pre": [{"state": "Alarm", "set": {"label": "text(label)"}}]}],
    }
    (tmp_path / "clock.json").write_text(json.dumps(document), "utf-8")
    (tmp_path / "clock.py").write_text(
        "from handrail.app import Declaration\napp = Declaration('Clock', 'com.example.clock')\n", "utf-8"
    )
    assert len(App.load(tmp_path / "clock.yaml").screens.bindings) == 2
    said = App.load(tmp_path / "clock.json").anticipate_on(screen("Work"), (0, 0), "click")
    assert said.updates[0].set == {"label": "Work"}
    assert App.load(tmp_path / "clock.py").name == "Clock"


@pytest.mark.parametrize("program", ["1/0", "x =", "app = 5", "import nothing_of_that_name"])
def test_a_python_model_that_fails_is_refused_by_name(program: str, tmp_path: Path) -> None:
    (tmp_path / "clock.py").write_text(program, "utf-8")
    with pytest.raises(UnreadableInput, match=r"clock\.py"):
        App.load(tmp_path / "clock.py")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"nothing\.yaml"):
        App.load(tmp_path / "nothing.yaml")


def test_the_check_finds_what_never_matches_overlaps_and_misreads() -> None:
    wrong = MODEL + ("  - {name: elsewhere, on_screen: {has: //settings}, post: [{state: Alarm}]}\n")
    wrong = wrong.replace(
        "observers:",
        "  - {name: turn again, on: click, at: //onoff, row: //alarm, pre: [{state: Alarm, set: "
        "{label: text(label), on: checked(onoff), days: text(label)}}]}\n"
        "  - {name: nowhere, on: click, at: //snooze}\n"
        "observers:",
    )
    report = check_model(read_model(wrong, "clock.yaml"), [("one", screen("Work")), ("two", screen("Gym"))])
    problems = {(remark.problem, remark.name) for remark in report.remarks}
    assert (ModelProblem.NEVER_MATCHES, "nowhere") in problems
    assert (ModelProblem.NEVER_MATCHES, "elsewhere") in problems
    assert (ModelProblem.MISREADS, "turn again") in problems  # "Work" is none of the days
    assert (ModelProblem.UNCOVERED, "com.example.clock:id/alarm") in problems
    contradiction = read_model(wrong.replace(", days: text(label)", ""), "clock.yaml")
    remarks = check_model(contradiction, [("one", screen("Work"))]).remarks
    assert any(remark.problem is ModelProblem.CONTRADICTS and "`on` of `Alarm`" in remark.said for remark in remarks)


def test_the_check_of_a_right_model_has_nothing_to_say() -> None:
    report = check_model(read_model(MODEL, "clock.yaml"), [("one", screen("Work"))])
    assert not report.errors
    open_ends = {ModelProblem.UNCOVERED, ModelProblem.WITHOUT_KIND}
    assert {remark.problem for remark in report.remarks} == open_ends
