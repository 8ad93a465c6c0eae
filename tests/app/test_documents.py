"""App documents: every accepted shape declares what it says, and every fault is named with its place."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.documents import SHAPES, VARIABLES, WRONG_SHAPES, WRONG_VARIABLES, Declared, state
from handrail.app import App, Event, Update
from handrail.error import UnreadableInput
from handrail.examples import example
from handrail.language import State, Type


def load(document: Any, folder: Path) -> App:
    """The app in a file that holds the document: a value to write as JSON, or text, or bytes."""
    path = folder / "app.json"
    if isinstance(document, bytes):
        path.write_bytes(document)
    else:
        path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return App.load(path)


def refusal(document: Any, folder: Path) -> str:
    with pytest.raises(UnreadableInput) as raised:
        load(document, folder)
    return str(raised.value)


def variables_of(state: State) -> list[Declared]:
    return [(variable.name, variable.type, variable.key, variable.options) for variable in state.variables.values()]


@pytest.mark.parametrize(("document", "declared"), VARIABLES.values(), ids=VARIABLES.keys())
def test_a_variable_is_accepted_in_every_form(document: Any, declared: Declared, tmp_path: Path) -> None:
    in_a_mapping = load({"S": state(document)}, tmp_path)
    in_a_list = load([{"name": "S", **state(document)}], tmp_path)
    assert variables_of(in_a_mapping.states["S"]) == variables_of(in_a_list.states["S"]) == [declared]


@pytest.mark.parametrize(("document", "declared"), SHAPES.values(), ids=SHAPES.keys())
def test_states_are_accepted_in_every_shape(document: Any, declared: dict[str, list[Declared]], tmp_path: Path) -> None:
    app = load(document, tmp_path)
    assert {name: variables_of(declared_state) for name, declared_state in app.states.items()} == declared
    assert list(app.states) == list(declared)


def test_a_document_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert list(load("\ufeff" + json.dumps({"S": state()}), tmp_path).states) == ["S"]


def test_descriptions_come_with_what_they_describe(tmp_path: Path) -> None:
    document = {"S": state({"name": "x", "type": "Text", "description": "the x"}, description="the S")}
    declared = load(document, tmp_path).states["S"]
    assert declared.description == "the S"
    assert declared.variables["x"].description == "the x"


def test_an_app_is_called_as_it_says_or_as_its_file(tmp_path: Path) -> None:
    app = load({"app": "Clock", "package": "com.example.clock", "states": []}, tmp_path)
    assert (app.name, app.package) == ("Clock", "com.example.clock")
    assert load({"S": state()}, tmp_path).name == str(tmp_path / "app.json")


def test_the_keys_of_a_state_stand_in_the_order_of_its_variables(tmp_path: Path) -> None:
    document = {"S": state({"a": "Text"}, {"b": "Text"}, {"c": "Text"}, key_arg_name=["c", "a"])}
    assert load(document, tmp_path).states["S"].keys == ("a", "c")


@pytest.mark.parametrize(("document", "words"), WRONG_VARIABLES.values(), ids=WRONG_VARIABLES.keys())
def test_a_variable_that_is_wrong_in_its_form_is_refused_at_its_place(
    document: Any, words: str, tmp_path: Path
) -> None:
    told = refusal([{"name": "S", **state(document)}], tmp_path)
    assert told.startswith(f"{tmp_path / 'app.json'}: states.0.variables.0")
    assert words in told
    assert "S.variables.0" in refusal({"S": state(document)}, tmp_path)


@pytest.mark.parametrize("document", WRONG_SHAPES.values(), ids=WRONG_SHAPES.keys())
def test_a_document_of_another_shape_is_refused(document: Any, tmp_path: Path) -> None:
    assert str(tmp_path / "app.json") in refusal(document, tmp_path)


@pytest.mark.parametrize(
    "document",
    [
        {"S": state({"x": "Strnig"})},
        [{"name": "S", **state({"x": "Strnig"})}],
        {"S": []},
        {"S": state("x")},
        {"states": "x"},
    ],
)
def test_one_fault_is_told_once_and_without_the_names_of_our_classes(document: Any, tmp_path: Path) -> None:
    told = refusal(document, tmp_path)
    assert len(told.splitlines()) == 1
    assert "Document" not in told


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ([{"name": "S", **state()}, {"name": "S", **state()}], "state `S` is declared twice"),
        ({"S": state({"x": "Text"}, {"x": "Date"})}, "state `S` declares variable `x` twice"),
        ({"S": state({"x": "Text"}, {"name": "x", "type": "Text"})}, "state `S` declares variable `x` twice"),
        ('{"S": {"variables": []}, "S": {"variables": []}}', '"S" stands twice'),
        ('{"S": {"variables": [{"x": "Text", "x": "Date"}]}}', '"x" stands twice'),
        ('{"S": {"variables": [], "variables": []}}', '"variables" stands twice'),
        ({"S": state({"x": "Enum"})}, "`x` is an Enum without values"),
        ({"S": state({"x": "Enum", "enum_values": []})}, "`x` is an Enum without values"),
        ({"S": state({"name": "x", "type": "Enum", "enum_values": None})}, "`x` is an Enum without values"),
        ({"S": state({"x": "Enum", "enum_values": ["Work", "Play", "Work"]})}, "`Work` and `Work`"),
        ({"S": state({"x": "Enum", "enum_values": ["A", "A"]})}, "`A` and `A`"),
        ({"S": state({"x": "Enum", "enum_values": ["Work", " work"]})}, "`Work` and ` work`"),
        ({"S": state({"x": "Enum", "enum_values": ["ｗｏｒｋ", "work"]})}, "only in case, width or spaces"),
        ({"S": state({"x": "Enum", "enum_values": ["Straße", "STRASSE"]})}, "only in case, width or spaces"),
        ({"S": state({"x": "Enum", "enum_values": ["a  b", "a b"]})}, "only in case, width or spaces"),
        ({"S": state({"x": "Text"}, key_arg_name="y")}, "state `S` has the key `y`"),
        ({"S": state({"x": "Text"}, key_arg_name=["x", "y"])}, "state `S` has the key `y`"),
    ],
)
def test_an_app_that_contradicts_itself_is_refused(document: Any, words: str, tmp_path: Path) -> None:
    assert words in refusal(document, tmp_path)


def test_every_fault_of_a_document_is_told_at_once(tmp_path: Path) -> None:
    told = refusal({"S": state({"x": "text"}, {"y": "Text"}, {"z": "bool"}), "T": {}}, tmp_path)
    assert all(place in told for place in ("S.variables.0", "S.variables.2", "T.variables"))
    assert "S.variables.1" not in told


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "app.json:1:1"),
        (b"[", "app.json:1:"),
        (b'{"S": {\n  "variables": [}\n}', "app.json:2:17"),
        (b"{'S': 1}", "app.json:1:2"),
        (b'{"S": NaN}', "NaN is not JSON"),
        (b'{"S": [Infinity, -Infinity]}', "Infinity is not JSON"),
        (b'{"S": 1e99999999999999999999}', "1e99999999999999999999"),
        (b"\xff\xfe{\x00}\x00", "byte 0 (line 1) is not UTF-8"),
        (b'{"S":\n\n "\xe4"}', "byte 9 (line 3) is not UTF-8"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="deep lists"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="deep objects"),
        pytest.param(b"[" * 800 + b"]" * 800, "app.json", id="lists in lists"),
    ],
)
def test_a_file_that_is_not_json_is_refused_with_the_place(content: bytes, words: str, tmp_path: Path) -> None:
    assert words in refusal(content, tmp_path)


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=re.escape(str(tmp_path))):
        App.load(tmp_path / name)


def test_the_bundled_app_is_read() -> None:
    app = App.load(example("restaurant.json"))
    assert app.name == "Restaurants"
    assert variables_of(app.states["ReserveInfo"])[:2] == [
        ("date", Type.DATE, False, ()),
        ("time", Type.TIME, False, ()),
    ]
    anticipation = app.anticipate(Event("click", target="Reserve now"))
    assert anticipation.commits == {"Reserve"}
    assert anticipation.irreversible


def test_a_trigger_in_a_document_names_its_updates(tmp_path: Path) -> None:
    document = {
        "states": {"Alarm": state({"label": "Text", "is_key": True}, {"on": "Boolean"}, {"hour": "Number"})},
        "triggers": [
            {"on": "click", "target": "Off", "updates": [{"state": "Alarm", "set": {"label": "Work", "on": False}}]},
            {"on": "click", "target": "Delete", "updates": [{"state": "Alarm", "delete": {"label": "Work"}}]},
            {"on": "long_click", "commits": "Erase", "irreversible": True},
        ],
    }
    app = load(document, tmp_path)
    off = app.anticipate(Event("click", target="Off"))
    assert off.updates == (Update("Alarm", set={"label": "Work", "on": False}),)
    assert app.anticipate(Event("click", target="Delete")).updates == (Update("Alarm", delete={"label": "Work"}),)
    erase = app.anticipate(Event("long_click", target="anything"))
    assert erase.commits == {"Erase"}
    assert erase.irreversible


@pytest.mark.parametrize("value", [4, -1, 0.1, "4", True, None])
def test_a_trigger_in_a_document_may_set_a_variable_to_any_constant(value: Any, tmp_path: Path) -> None:
    document = {
        "states": {"S": state({"x": "Number"})},
        "triggers": [{"on": "click", "updates": [{"state": "S", "set": {"x": value}}]}],
    }
    (update,) = load(document, tmp_path).anticipate(Event("click")).updates
    assert update.set is not None
    assert str(update.set["x"]) == str(value)


@pytest.mark.parametrize(
    ("trigger", "place"),
    [
        ({}, "triggers.0.on"),
        ({"on": 5}, "triggers.0.on"),
        ({"on": "click", "updates": [{}]}, "triggers.0.updates.0.state"),
        ({"on": "click", "updates": [{"state": "S", "set": []}]}, "triggers.0.updates.0.set"),
        ({"on": "click", "commits": ["A"]}, "triggers.0.commits"),
    ],
)
def test_a_trigger_that_is_wrong_in_its_form_is_refused_at_its_place(
    trigger: dict[str, Any], place: str, tmp_path: Path
) -> None:
    assert place in refusal({"states": {"S": state()}, "triggers": [trigger]}, tmp_path)


def test_a_text_may_be_a_set(tmp_path: Path) -> None:
    declared = '{"Party": {"variables": [{"name": "people", "type": "Text", "is_set": true}, {"note": "Text"}]}}'
    file = tmp_path / "party.json"
    file.write_text(declared, "utf-8")
    assert [variable.is_set for variable in App.load(file).states["Party"].variables.values()] == [True, False]
    file.write_text(declared.replace("Text", "Number"), "utf-8")
    with pytest.raises(UnreadableInput, match="only a Text lists names"):
        App.load(file)


def test_a_text_may_be_a_code(tmp_path: Path) -> None:
    declared = '{"Account": {"variables": [{"name": "iban", "type": "Text", "is_code": true}, {"note": "Text"}]}}'
    file = tmp_path / "bank.json"
    file.write_text(declared, "utf-8")
    assert [variable.is_code for variable in App.load(file).states["Account"].variables.values()] == [True, False]
    for wrong in (declared.replace("Text", "Number"), declared.replace('"is_code"', '"is_set": true, "is_code"')):
        file.write_text(wrong, "utf-8")
        with pytest.raises(UnreadableInput, match="only a single Text is a code"):
            App.load(file)
