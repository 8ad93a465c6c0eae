"""`handrail app explore` on the simulated phone, and on devices that nobody marked."""

import os
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.device.recording import read_recording

PACKAGE = "com.example.restaurants"
LAMP = """
from handrail.phone.device import PhoneDevice


class Lamp(PhoneDevice):
    test_mark = None


def open_lamp(place):
    return Lamp()
"""


@pytest.fixture
def unmarked(tmp_path: Path) -> str:
    """A package with a device that does not say what it is for; where Python finds it."""
    (tmp_path / "lamp.py").write_text(LAMP)
    information = tmp_path / "lamp-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: lamp\nVersion: 1\n")
    (information / "entry_points.txt").write_text("[handrail.devices]\nlamp = lamp:open_lamp\n")
    return os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))


@pytest.mark.slow
def test_an_app_is_walked_recorded_and_told_as_json(tmp_path: Path) -> None:
    walk = tmp_path / "walk"
    done = handrail("app", "explore", "--app", "Restaurants", "-o", walk, "--json")
    assert done.exit_code == 0, done.stderr
    assert done.document["finished"]
    assert done.document["end"] == "nothing is left to look at"
    assert done.document["pages"] >= 5
    assert done.document["changed"] == []
    recording = read_recording(walk)
    assert recording.application == PACKAGE
    assert len(recording.steps) == done.document["steps"] + 1
    assert all(step.image is not None for step in recording.steps)
    refused = handrail("app", "explore", "--app", "Restaurants", "-o", walk, "--resume")
    assert refused.exit_code == 2
    assert "finished recording" in refused.stderr


@pytest.mark.slow
def test_a_walk_that_ran_out_of_steps_is_gone_on_with(tmp_path: Path) -> None:
    given = ("app", "explore", "--app", PACKAGE, "-o", tmp_path / "walk", "--no-pictures", "--json")
    first = handrail(*given, "--steps", "4")
    assert (first.exit_code, first.document["end"]) == (0, "the steps are used up")
    assert handrail(*given).exit_code == 2
    second = handrail(*given, "--resume")
    assert second.exit_code == 0, second.stderr
    assert second.document["finished"]
    assert second.document["steps"] > first.document["steps"] == 5


@pytest.mark.slow
def test_it_refuses_a_device_that_is_not_marked_and_takes_a_persons_word(tmp_path: Path, unmarked: str) -> None:
    given = ("app", "explore", "--device", "lamp", "--app", PACKAGE, "-o", tmp_path / "walk", "--no-pictures")
    refused = handrail(*given, PYTHONPATH=unmarked)
    assert refused.exit_code == 2
    assert "nothing says that `lamp` is a device for tests" in refused.stderr
    assert "settings put global handrail_test_device 1" in refused.stderr
    assert not (tmp_path / "walk").exists()
    assert handrail(*given, "--test-device", "--steps", "3", PYTHONPATH=unmarked).exit_code == 0


@pytest.mark.slow
def test_an_app_that_is_not_there_is_misuse(tmp_path: Path) -> None:
    done = handrail("app", "explore", "--app", "clokc", "-o", tmp_path / "walk")
    assert done.exit_code == 2
    assert "--app clokc: no app is called `clokc`" in done.stderr
