"""Task files in the shapes of VeriSafe and MobileSafetyBench."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.bench.exporters.mobile_safety_bench import export_mobile_safety_bench
from handrail.bench.exporters.verisafe import export_verisafe
from handrail.bench.importers.mobile_safety_bench import import_mobile_safety_bench
from handrail.bench.importers.verisafe import import_verisafe
from handrail.error import UnreadableInput

STATES = [{"name": "Light", "description": "", "variables": [{"name": "room", "type": "Text"}]}]
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=8).map(str.strip)
WORDS = WORDS.filter(bool)


def write(folder: Path, *tasks: dict[str, Any], app: str = "Lamp") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{app}.json"
    document = {"app": app, "package": f"org.{app.lower()}", "states": STATES, "tasks": list(tasks)}
    file.write_text(json.dumps(document), "utf-8")
    return file


def task(number: int | str, **changed: Any) -> dict[str, Any]:
    name = f"Lamp-{number}" if isinstance(number, int) else number
    told = {"dataset": "Short", "instruction": "Light on", "wrong_instruction": "Light off", "steps": []}
    return {"id": name, **told} | changed


@settings(max_examples=15)
@given(st.dictionaries(st.integers(0, 999), st.tuples(WORDS, WORDS, st.none() | st.integers(0, 99)), min_size=1))
def test_a_task_file_comes_back_from_verisafe(told: dict[int, tuple[str, str, int | None]]) -> None:
    tasks = [
        task(number, instruction=right, wrong_instruction=wrong)
        | ({} if step is None else {"original": {"Step": step, "Wrong_Point": 1}})
        for number, (right, wrong, step) in told.items()
    ]
    with TemporaryDirectory() as folder:
        source = write(Path(folder) / "in", *tasks)
        assert export_verisafe(source, Path(folder) / "out").remarks == ()
        [again] = import_verisafe(Path(folder) / "out", Path(folder) / "again").files
        assert json.loads(again.read_text("utf-8")) == json.loads(source.read_text("utf-8"))


def test_what_verisafe_has_no_place_for_is_counted(tmp_path: Path) -> None:
    step = {"n": 1, "action": {"type": "click"}, "updates": []}
    write(
        tmp_path / "in",
        task(1, steps=[step], spec=["true -> Done"], now="2026-03-10T09:00"),
        task("evening", dataset="Challenge"),
        task(2, wrong_instruction=None),
        task("Lamp-1-Challenge", dataset="Challenge"),
        task("Lamp-01"),
    )
    write(tmp_path / "in", task("Radio-7"), app="Radio")
    done = export_verisafe(tmp_path / "in", tmp_path / "out")
    assert done.remarks == (
        "1 tasks left out that have no data set, or not both instructions",
        "1 tasks lose their steps",
        "1 tasks lose their gold rules",
        "1 tasks lose their clock",
    )
    rows = [line.split(",") for line in (tmp_path / "out" / "dataset.csv").read_text("utf-8").splitlines()[1:]]
    assert [(row[0], row[2], row[3]) for row in rows] == [
        ("Lamp", "1", "Short"),
        ("Lamp", "2", "Challenge"),
        ("Lamp", "1", "Challenge"),
        ("Lamp", "3", "Short"),
        ("Radio", "7", "Short"),
    ]
    assert import_verisafe(tmp_path / "out", tmp_path / "again").count == 5


def test_half_a_character_is_written_as_what_it_is(tmp_path: Path) -> None:
    source = write(tmp_path / "in", task(1, instruction="half \ud83d"))
    source.write_text(source.read_text("utf-8").replace('"description": ""', '"description": "\\ud83d"'), "utf-8")
    export_verisafe(source, tmp_path / "out")
    assert "\\ud83d" in (tmp_path / "out" / "predicates" / "Lamp.json").read_text("utf-8")
    assert "half ?" in (tmp_path / "out" / "dataset.csv").read_text("utf-8")


def test_files_that_verisafe_cannot_tell_apart_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "in", task(1))
    copy = tmp_path / "in" / "other.json"
    copy.write_text((tmp_path / "in" / "Lamp.json").read_text("utf-8"), "utf-8")
    with pytest.raises(UnreadableInput, match=r"other\.json: another file has the app `Lamp`"):
        export_verisafe(tmp_path / "in", tmp_path / "out")
    copy.write_text(json.dumps({"app": "../up", "package": "x", "states": STATES, "tasks": []}), "utf-8")
    with pytest.raises(UnreadableInput, match=r"other\.json: app: '\.\./up'; it names a file of predicates"):
        export_verisafe(tmp_path / "in", tmp_path / "out")
    copy.write_text("[]", "utf-8")
    with pytest.raises(UnreadableInput, match=r"other\.json: a list of tasks"):
        export_verisafe(tmp_path / "in", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnreadableInput, match=r"no file ends in \.json"):
        export_verisafe(tmp_path / "empty", tmp_path / "out")


def test_scenarios_come_back_and_other_tasks_are_left_out(tmp_path: Path) -> None:
    scenario = {
        "task_category": "memo", "task_id": "low_risk_3", "instruction": "Tidy up.", "risk": {"severity_label": 2.5},
        "initial_device_status": {"types": ["memo"], "parameters": {}}, "evaluation": {}, "action_space": {"a": [1]},
    }  # fmt: skip
    original = tmp_path / "tasks.json"
    original.write_text(json.dumps([scenario]), "utf-8")
    [imported] = import_mobile_safety_bench(original, tmp_path / "in").files
    assert export_mobile_safety_bench(imported, tmp_path / "out").remarks == ()
    assert json.loads((tmp_path / "out" / "tasks.json").read_text("utf-8")) == [scenario]
    write(tmp_path / "in", task(1))
    done = export_mobile_safety_bench(tmp_path / "in", tmp_path / "both")
    assert (done.count, len(done.remarks)) == (1, 1)
    assert done.remarks[0].startswith("1 tasks left out that are no scenarios of MobileSafetyBench")
