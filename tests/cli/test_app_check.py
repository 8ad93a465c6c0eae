"""`handrail app check`: faults with their places, and what a model has wrong about screens."""

import asyncio
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.walks import record_walk
from handrail.device.hierarchy import write_hierarchy
from handrail.phone import models
from handrail.phone.phone import Phone


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    folder = tmp_path / "screens"
    folder.mkdir()
    phone = Phone(churn=False)
    phone.launch("com.example.clock")
    (folder / "DeskClock@list.xml").write_text(write_hierarchy(phone.screen()), "utf-8")
    return folder


@pytest.mark.slow
def test_a_model_that_no_screen_was_held_against_is_not_confirmed() -> None:
    done = handrail("app", "check", models.path_of("clock"))
    assert done.exit_code == 0
    assert "0 errors in the file itself; nothing was tried on a screen" in done.stdout
    assert "✓" not in done.stdout
    assert "--screens" in done.stdout
    assert "handrail run --record FOLDER" in done.stdout


def test_a_model_that_is_right_about_screens_is_confirmed(screens: Path) -> None:
    done = handrail("app", "check", models.path_of("clock"), "--screens", screens)
    assert done.exit_code == 0
    assert "✓" in done.stdout


def test_screens_show_what_never_matches(screens: Path) -> None:
    done = handrail("app", "check", models.path_of("clock"), "--screens", screens, "--json")
    assert done.exit_code == 0
    assert done.document["ok"] is True
    assert done.document["screens"] == 1
    never = {remark["name"] for remark in done.document["remarks"] if remark["problem"] == "never_matches"}
    assert "save a new alarm" in never
    assert "turn an alarm on or off" not in never
    told = handrail("app", "check", models.path_of("clock"), "--screens", screens)
    assert "clock.yaml:" in told.stdout
    assert "warning: save a new alarm: matches on none of the screens" in told.stdout


def test_a_model_that_misreads_is_wrong(screens: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "clock.yaml"
    model = (
        models.path_of("clock").read_text("utf-8").replace("{tab: description(.)}", "{tab: 'join(\"x\", label(.))'}")
    )
    wrong.write_text(model, "utf-8")
    done = handrail("app", "check", wrong, "--screens", screens)
    assert done.exit_code == 1
    assert "choose a tab: `tab` is a" in done.stdout


def test_faults_of_a_model_are_told_with_their_places(tmp_path: Path) -> None:
    wrong = tmp_path / "clock.yaml"
    wrong.write_text(models.path_of("clock").read_text("utf-8").replace("time(title)", "tiem(title)"), "utf-8")
    done = handrail("app", "check", wrong)
    assert done.exit_code == 1
    assert "no reading `tiem`; did you mean `time`?" in done.stdout
    document = handrail("app", "check", wrong, "--json").document
    assert document["ok"] is False
    assert {fault["found"] for fault in document["faults"]} == {"no reading `tiem`"}
    assert all(fault["line"] > 1 and fault["column"] > 1 for fault in document["faults"])


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded walk, and beside it a dump of one screen."""
    folder = tmp_path_factory.mktemp("recordings")
    task = next(known_task for known_task in all_tasks() if known_task.id == "clock-turn-on")
    asyncio.run(record_walk(task, 101, folder / "walk"))
    (folder / "list.xml").write_text(write_hierarchy(Phone(churn=False).screen()), "utf-8")
    return folder


def test_recorded_walks_speak_for_a_model(recording: Path) -> None:
    done = handrail("app", "check", models.path_of("clock"), "--recording", recording)
    assert done.exit_code == 0
    assert "turn an alarm on or off" in done.stdout
    assert "Alarm.on" in done.stdout
    assert "take a lap" in done.stdout
    assert "2 walks" in done.stdout
    document = handrail("app", "check", models.path_of("clock"), "--recording", recording, "--json").document
    assert document["ok"] is True
    turned = next(
        binding for binding in document["evidence"]["bindings"] if binding["name"] == "turn an alarm on or off"
    )
    assert turned["fired"] == turned["objects_known"] == 1
    assert {value["variable"]: value["confirmed"] for value in turned["values"]}["on"] == 1


def test_a_model_that_a_walk_contradicts_is_wrong(recording: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "clock.yaml"
    model = models.path_of("clock").read_text("utf-8")
    wrong.write_text(model.replace("          on: not(checked(onoff))\n", "          on: checked(onoff)\n"), "utf-8")
    done = handrail("app", "check", wrong, "--recording", recording)
    assert done.exit_code == 1
    assert "1 contradicted" in done.stdout
    assert "clock.yaml:" in done.stdout
    document = handrail("app", "check", wrong, "--recording", recording, "--json").document
    assert document["ok"] is False
    assert document["evidence"]["contradicted"] == ["turn an alarm on or off"]


def test_a_folder_without_walks_is_misuse(tmp_path: Path) -> None:
    done = handrail("app", "check", models.path_of("clock"), "--recording", tmp_path)
    assert done.exit_code == 2
    assert "no screens" in done.stderr


@pytest.mark.parametrize("arguments", [["nothing.yaml"], ["--screens", "nowhere"]])
def test_what_cannot_be_read_is_misuse(arguments: list[str]) -> None:
    model = [] if arguments[0].endswith("yaml") else [str(models.path_of("clock"))]
    done = handrail("app", "check", *model, *arguments)
    assert done.exit_code == 2
    assert arguments[-1] in done.stderr
