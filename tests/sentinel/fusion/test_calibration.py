import json
from pathlib import Path

import pytest

from handrail.error import Misuse, UnreadableInput
from handrail.sentinel.fusion import (
    Calibration,
    JudgeLed,
    default_fusion,
    load_calibration,
    shipped,
    write_calibration,
)
from handrail.sentinel.fusion.calibration import read_calibration


@pytest.mark.parametrize("judge", ["none", "offline"])
def test_what_is_shipped_is_measured_and_survives_writing(judge: str) -> None:
    calibration = shipped(judge)
    assert calibration is not None
    assert calibration.is_measured
    assert calibration.safe is not None
    assert calibration.safe.promise(0.1).n >= 100
    assert read_calibration(write_calibration(calibration), "x") == calibration


def test_no_language_model_is_measured() -> None:
    assert shipped("openai:gpt-4o (step, text)") is None
    assert isinstance(default_fusion("openai:gpt-4o (step, text)"), JudgeLed)
    with pytest.raises(Misuse, match="calibrate on safe runs first"):
        default_fusion("openai:gpt-4o (step, text)", 0.05)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": "handrail.fusion/9"}, "version"),
        ({"weights": {"rules": -1}}, "weights.rules"),
        ({"more": 1}, "more"),
    ],
)
def test_a_file_that_is_not_one_names_the_place(change: dict[str, object], place: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**json.loads(write_calibration(Calibration())), **change}), "utf-8")
    with pytest.raises(UnreadableInput, match=f"mine.json: {place}"):
        load_calibration(file)
    with pytest.raises(UnreadableInput, match=r"none\.json"):
        load_calibration(tmp_path / "none.json")
