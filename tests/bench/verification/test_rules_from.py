"""`handrail eval verify --rules-from`: rules written elsewhere, scored by the same code."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.verification.recorded import invoke, shown, write
from handrail.bench.task_file import load_tasks
from handrail.bench.verification.question import questions_of


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    return write(tmp_path)


def lines(tasks: Path, *drop: str) -> Path:
    """The gold rules of the file, but for some tasks."""
    questions = [
        question
        for question in questions_of(load_tasks(tasks))
        if question.gold is not None and question.task.id not in drop
    ]
    said = [{"task": question.task.id, "which": question.which, "rules": question.gold} for question in questions]
    file = tasks.parent / "rules.jsonl"
    file.write_text("\n".join(map(json.dumps, said)) + "\n", "utf-8")
    return file


def verify(tasks: Path, *options: str | Path) -> dict[str, Any]:
    return shown(tasks, *options, "--no-predicates", "--resamples", "0")


def test_the_gold_rules_written_down_score_as_gold(tasks: Path) -> None:
    written, gold = verify(tasks, "--rules-from", lines(tasks)), verify(tasks, "--model", "gold")
    assert written["confusion"] == gold["confusion"]
    assert written["model"] == "rules from rules.jsonl"


def test_what_is_missing_or_refused_is_an_abstention(tasks: Path) -> None:
    first = load_tasks(tasks)[0].id
    file = lines(tasks, first)
    missing = verify(tasks, "--rules-from", file)
    assert missing["abstained"] > 0
    with file.open("a", encoding="utf-8") as more:
        more.write(json.dumps({"task": first, "which": "spec", "rules": ["Nowhere(x = 1) -> Done"]}))
    assert verify(tasks, "--rules-from", file)["abstained"] == missing["abstained"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"task": "a", "which": "gold", "rules": []}', "which"),
        ('{"task": "a", "which": "spec"}', "rules"),
        ("nonsense", "rules.jsonl:1"),
        ('{"task": "a", "which": "spec", "rules": []}\n{"task": "a", "which": "spec", "rules": []}', "twice"),
    ],
)
def test_a_line_that_says_nothing_is_told_with_its_place(text: str, says: str, tasks: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.jsonl").write_text(text, "utf-8")
    assert says in str(invoke(tasks, "--rules-from", tmp_path / "rules.jsonl").exception)


def test_rules_that_are_there_ask_no_model(tasks: Path) -> None:
    assert "leave out --model" in str(invoke(tasks, "--rules-from", lines(tasks), "--model", "offline").exception)
