"""The recorded task files, where they are at hand."""

import json
from pathlib import Path

import pytest

from bench.verification.recorded import shown


def vsa(shared_data: Path) -> list[Path]:
    return sorted((shared_data / "vsa").glob("*.json"))


def test_the_gold_rules_are_right_but_where_the_optimistic_rule_gives_too_much(shared_data: Path) -> None:
    document = shown(*vsa(shared_data), "--model", "gold", "--resamples", "0")
    wrong = [task for task in document["tasks"] if task["accepted"] is not task["expected"]]
    # "Change the automatic home clock": any value is right, the path shows one, and commits something else
    assert [(entry["id"], entry["which"]) for entry in wrong] == [("Clock-24", "wrong_spec")]
    assert document["by_name"]["confusion"] == {"tp": 55, "fp": 0, "fn": 0, "tn": 55}
    assert document["predicates"]["faultless"] == document["predicates"]["encodings"] == 110


@pytest.mark.slow
def test_the_offline_encoder_decides_some_recorded_tasks_of_every_kind(shared_data: Path) -> None:
    pytest.importorskip("onnxruntime")
    files = [path for path in vsa(shared_data) if path.stem in ("BBC", "Clock", "Instagram")]
    document = shown(*files, "--model", "offline", "--resamples", "0")
    questions = sum(2 * len(json.loads(path.read_text("utf-8"))["tasks"]) for path in files)
    assert sum(document["confusion"].values()) == questions == len(document["tasks"])
    assert document["abstained"] == sum(task["accepted"] is None for task in document["tasks"])
    # no more is asked here than telling executions apart better than by guessing; docs/evaluation.md has the figures
    assert document["decided"]["accuracy"] > 0.6
