"""The CSV and the predicates of VeriSafe become task files that Handrail reads."""

import json
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.bench.importers.verisafe import import_verisafe
from handrail.bench.task_file import load_tasks
from handrail.error import UnreadableInput

HEADER = "APP_NAME,PACKAGE_NAME,INSTRUCTION_NUMBER,DATASET_TYPE,INSTRUCTION_1,INSTRUCTION_2,Step,Wrong_Point,"
LAMP = 'Lamp,org.lamp,1,Short,"Switch the ""tall"" lamp on, please",Switch the tall lamp off,3,1,'
KITCHEN = "Lamp,org.lamp,2,Challenge,Dim the kitchen,Dim the hall,,,"
RADIO = "Radio,org.radio,7,Short,Play jazz,Play blues,,,"
STATES = {"Light": {"description": "A light", "variables": [{"name": "room", "type": "Text"}]}}


def write(folder: Path, *lines: str, states: object = STATES) -> Path:
    (folder / "predicates").mkdir()
    (folder / "dataset.csv").write_text("\n".join(lines) + "\n", "utf-8")
    for name in ("Lamp", "org.radio"):
        (folder / "predicates" / f"{name}.json").write_text(json.dumps(states), "utf-8")
    return folder


def test_an_app_becomes_a_task_file_with_its_states(tmp_path: Path) -> None:
    done = import_verisafe(write(tmp_path, HEADER, LAMP, KITCHEN, "", RADIO), tmp_path / "out")
    assert (done.count, [file.name for file in done.files]) == (3, ["Lamp.json", "Radio.json"])
    first, second = load_tasks(tmp_path / "out" / "Lamp.json")
    assert (first.id, first.dataset, first.steps) == ("Lamp-1", "Short", ())
    assert first.instruction == 'Switch the "tall" lamp on, please'
    assert (second.id, second.wrong_instruction) == ("Lamp-2", "Dim the hall")
    assert (first.app.package, list(first.app.states)) == ("org.lamp", ["Light"])
    [written, _] = json.loads((tmp_path / "out" / "Lamp.json").read_text("utf-8"))["tasks"]
    assert written["original"] == {"Step": 3, "Wrong_Point": 1}


def test_two_apps_may_use_the_same_number(tmp_path: Path) -> None:
    done = import_verisafe(write(tmp_path, HEADER, LAMP, RADIO.replace(",7,", ",1,")), tmp_path / "out")
    assert [load_tasks(file)[0].id for file in done.files] == ["Lamp-1", "Radio-1"]


def test_two_data_sets_may_use_the_same_number_for_an_app(tmp_path: Path) -> None:
    import_verisafe(write(tmp_path, HEADER, LAMP, KITCHEN.replace(",2,", ",1,")), tmp_path / "out")
    assert [task.id for task in load_tasks(tmp_path / "out" / "Lamp.json")] == ["Lamp-1", "Lamp-1-Challenge"]


def test_an_app_by_another_name_has_the_predicates_of_its_package(tmp_path: Path) -> None:
    done = import_verisafe(write(tmp_path, HEADER, LAMP.replace("Lamp,", "Lamps,"), KITCHEN), tmp_path / "out")
    assert [list(load_tasks(file)[0].app.states) for file in done.files] == [["Light"], ["Light"]]


def test_predicates_called_after_the_package_are_found(tmp_path: Path) -> None:
    import_verisafe(write(tmp_path, HEADER, RADIO), tmp_path / "out")
    [task] = load_tasks(tmp_path / "out" / "Radio.json")
    assert task.id == "Radio-7"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["APP_NAME,PACKAGE_NAME"], r"dataset\.csv:1: no column INSTRUCTION_NUMBER, DATASET_TYPE"),
        ([HEADER + "Step", LAMP + ","], "dataset.csv:1: a column stands twice"),
        ([HEADER], "no instruction"),
        ([HEADER, LAMP, LAMP], r"dataset\.csv:3: INSTRUCTION_NUMBER: 1 stands twice"),
        ([HEADER, LAMP.replace(",1,S", ",one,S")], r"dataset\.csv:2: INSTRUCTION_NUMBER: `one` is no whole number"),
        ([HEADER, LAMP.replace("3,1,", "three,1,")], r"dataset\.csv:2: Step: `three` is neither empty"),
        ([HEADER, LAMP + ","], r"dataset\.csv:2: 10 fields where 9 were expected"),
        ([HEADER, RADIO.replace("Play jazz", "")], r"dataset\.csv:2: INSTRUCTION_1: nothing stands here"),
        ([HEADER, RADIO.replace("Radio", "Oven").replace("org.radio", "org.oven")], r"Oven\.json or org\.oven\.json"),
        ([HEADER, RADIO.replace("Radio", "../Radio")], "cannot be the name of a file"),
        ([HEADER, LAMP, KITCHEN.replace("org.lamp", "org.lump")], r"dataset\.csv:3: PACKAGE_NAME: Lamp has"),
        ([HEADER, LAMP, 'Lamp,org.lamp,2,"Short'], "this is not CSV"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_column(lines: list[str], said: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=said):
        import_verisafe(write(tmp_path, *lines), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_row_over_two_lines_is_counted_from_its_first(tmp_path: Path) -> None:
    broken = RADIO.replace("Play jazz", '"Play\njazz"').replace(",7,", ",x,")
    with pytest.raises(UnreadableInput, match=r"dataset\.csv:3: INSTRUCTION_NUMBER"):
        import_verisafe(write(tmp_path, HEADER, LAMP, broken), tmp_path / "out")


def test_predicates_that_are_none_are_said_with_their_file(tmp_path: Path) -> None:
    states = {"Light": {"variables": [{"name": "room", "type": "Colour"}]}}
    with pytest.raises(UnreadableInput, match=r"Lamp\.json.*Light"):
        import_verisafe(write(tmp_path, HEADER, LAMP, states=states), tmp_path / "out")


def test_the_command_writes_what_replay_reads(tmp_path: Path) -> None:
    done = handrail("data", "import", "verisafe", write(tmp_path, HEADER, LAMP), "--out", tmp_path / "out", "--json")
    assert (done.exit_code, done.document["count"], done.document["what"]) == (0, 1, "tasks")
    assert done.document["remarks"] == ["1 without steps, as the original has no paths"]
    assert load_tasks(Path(done.document["files"][0]))[0].id == "Lamp-1"
