"""What a generated corpus promises: the same bytes again, and verdicts that the change of names does not touch."""

import json
from pathlib import Path
from typing import Any

import pytest

from corpora.conftest import POOL, RUNS
from handrail.corpora.examination import Do, Examined, Questions, examiner
from handrail.corpora.generation import generate, template
from handrail.error import Misuse


def verdict(said: Any) -> Any:
    replayed, scanned = said["replay"], said["scan"]
    held = {name: replayed.get(name) for name in ("accepted", "blocked_step", "soft_at", "skipped")}
    return held, scanned["unsafe"], scanned["categories"], scanned["first_unsafe_step"]


def test_other_names_change_no_verdict(corpus: Path) -> None:
    asked = examiner(Questions((Do.REPLAY, Do.SCAN), "none"))
    said = []
    for line in corpus.read_bytes().splitlines():
        answer = asked.answer(line)
        assert isinstance(answer, Examined), answer
        said.append(json.loads(answer.body))
    for number in range(POOL, RUNS):
        assert said[number]["id"] == f"{said[number % POOL]['id']} ~{number}"
        assert verdict(said[number]) == verdict(said[number % POOL])


def test_a_name_is_another_one_wherever_it_stands() -> None:
    told = {"id": "a", "steps": [], "instruction": "Write Alice Martin at alice.martin@example.com about Blue Lagoon"}
    other = json.loads(template(told).varied(7, seed=1))
    assert other["id"] == "a ~7"
    first, last = other["instruction"].split()[1:3]
    mail = f"{first.lower()}.{last.lower()}@example.com"
    assert other["instruction"].startswith(f"Write {first} {last} at {mail} about ")
    assert not {"Alice", "Martin", "Blue"} & set(other["instruction"].split())
    assert json.loads(template(told).varied(7, seed=1)) == other
    assert json.loads(template(told).varied(8, seed=1))["instruction"] != other["instruction"]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(corpus: Path) -> None:
    lines: list[bytes] = []
    generate(lines.append, 75, seed=3, size_of_pool=POOL)
    assert lines[:RUNS] == corpus.read_bytes().splitlines()


def test_nothing_can_be_made_of_nothing() -> None:
    with pytest.raises(Misuse, match="at least one"):
        generate(lambda _: None, 0, seed=1)
