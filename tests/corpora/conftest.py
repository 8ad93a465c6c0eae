"""A tiny corpus, made once: runs with rules that keep to them or err, and one of a pair without rules."""

from pathlib import Path

import pytest

from handrail.corpora.generation import generate
from handrail.corpora.writing import corpus_writer

POOL = 3
RUNS = 8


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "runs.jsonl"
    lines: list[bytes] = []
    generate(lines.append, 75, seed=3, size_of_pool=POOL)
    assert len(lines) >= RUNS, "enough runs to be cut in several ways"
    with corpus_writer(path) as sink:
        for line in lines[:RUNS]:
            sink(line)
    return path
