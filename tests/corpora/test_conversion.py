"""Recorded runs and journals become records, and records become recorded runs that say the same."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from cli.command import handrail
from handrail.agent.run import run
from handrail.agent.scripted import ScriptedAgent
from handrail.bench.risk.corpus import read_corpus
from handrail.bench.suite.environments import YesSayer
from handrail.bench.suite.episode import prepare
from handrail.bench.suite.tasks import all_tasks
from handrail.corpora.conversion import line_of, record_of_journal
from handrail.corpora.examination import Do, Examined, Questions, examiner
from handrail.corpora.writing import corpus_writer
from handrail.error import Misuse
from handrail.guard.session import Guard
from handrail.sentinel.scan import report_as_json, scan


@pytest.mark.slow
def test_a_corpus_becomes_folders_and_folders_a_corpus(corpus: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_bytes(b"".join(corpus.read_bytes().splitlines(keepends=True)[1:3]))
    folders, again = tmp_path / "folders", tmp_path / "again.jsonl.gz"
    made = handrail("corpus", "convert", few, "--out", folders, "--json").document
    lines = few.read_bytes().splitlines()
    assert made["runs"] == len(lines)
    labelled = sum(b'"label":"' in line for line in lines)
    assert len(list(folders.glob("safe_corpus/*")) + list(folders.glob("unsafe_corpus/*"))) == labelled
    assert handrail("corpus", "convert", folders, "--out", again, "--json").document["runs"] == len(lines)
    asked = examiner(Questions((Do.SCAN,), "none"))
    pair = next(line for line in lines if b'"label":"' in line)
    answer = asked.answer(pair)
    assert isinstance(answer, Examined)
    [first, *_] = read_corpus(folders).runs
    assert json.loads(answer.body)["scan"] == json.loads(json.dumps(report_as_json(scan(first.recording))))
    with pytest.raises(Misuse, match="there already"), corpus_writer(again):
        raise AssertionError("what is there stays")


@pytest.mark.slow
def test_a_journal_is_replayed_as_it_was_decided(tmp_path: Path) -> None:
    setting = prepare(next(task for task in all_tasks() if task.id == "clock-delete"), 1)

    async def guarded() -> None:
        guard = Guard(
            setting.device,
            setting.apps,
            setting.specification,
            instruction=setting.scene.instruction,
            approver=YesSayer(),
            journal=tmp_path / "journal",
            clock=lambda: setting.phone.now,
            objectives=setting.scene.objectives,
            pictures=False,
        )
        async with guard as environment:
            await run(ScriptedAgent(setting.scene.scripted_task, rng=Random(1)), environment)

    asyncio.run(guarded())
    record = record_of_journal(tmp_path / "journal")
    assert len(record["steps"]) > 2
    answer = examiner(Questions()).answer(line_of(record))
    assert isinstance(answer, Examined), answer
    said = json.loads(answer.body)
    assert said["replay"]["accepted"], said["replay"]["reason"]
    assert said["replay"]["update_errors"] == []
    assert said["scan"] == said["judge"] == {"skipped": "the run has no screens"}
