"""`handrail eval verify`: documents, tables, batches in rounds, and what is refused."""

import asyncio
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from bench.verification.recorded import (
    QUESTIONS,
    TASKS,
    asked_in,
    drafted_answer,
    invoke,
    model,
    questions,
    shown,
    write,
)
from encoder.drafts import answer
from handrail.bench.verification.collect import collect
from handrail.bench.verification.encoders import Online
from handrail.bench.verification.kept import Kept
from handrail.error import HandrailError
from handrail.llm import Recording

MODEL = "openai:gpt-4o"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path)


@pytest.fixture(autouse=True)
def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDRAIL_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def refused(*arguments: str | Path) -> str:
    found = invoke(*arguments).exception
    assert isinstance(found, HandrailError), found
    return str(found)


def test_the_document_has_all_that_other_programs_rely_on(file: Path) -> None:
    document = shown(file, "--model", "gold")
    figures = ("accuracy", "precision", "recall", "f1", "confusion", "abstained")
    assert document.keys() >= {*figures, "by_dataset", "by_app", "predicates", "cost", "tasks"}
    assert document["predicates"].keys() >= {"missing", "critical_missing", "superfluous", "constraint_mismatch"}
    for groups in (document["by_dataset"], document["by_app"]):
        assert all(counted.keys() >= set(figures) for counted in groups.values())
    assert list(document["by_dataset"]) == ["short", "long"]
    assert len(document["tasks"]) == QUESTIONS
    assert all(task.keys() >= {"id", "which", "expected", "accepted", "reason", "spec"} for task in document["tasks"])
    assert (document["accuracy"], document["by_name"]["accuracy"]) == (1, 1)
    low, high = document["intervals"]["accuracy"]
    assert low == high == 1
    assert all(task["reason"] for task in document["tasks"] if task["accepted"] is False)


def test_the_same_seed_gives_the_same_document(file: Path) -> None:
    first, second = (shown(file, "--model", "gold", "--seed", "7") for _ in range(2))
    assert first == second


def test_tables_and_explanations_are_for_people(file: Path, tmp_path: Path) -> None:
    explained = tmp_path / "why.txt"
    done = invoke(file, "--model", "gold", "--explain", explained)
    assert done.exit_code == 0, done.output
    assert "13 questions of 7 tasks, model: gold, cold" in done.stdout
    assert "…" not in done.stdout
    assert "model: gold" in done.stderr
    text = explained.read_text("utf-8")
    assert text.count("asked:") == QUESTIONS
    assert "Errands wake wrong_spec  right\n  asked: Set an alarm called Work for 8:30 AM\n  expected: rejected" in text
    assert "optimistic: rejected, step 2: " in text


def test_without_predicates_none_are_counted(file: Path) -> None:
    assert shown(file, "--model", "gold", "--no-predicates")["predicates"] is None


def test_the_offline_encoder_is_measured_without_a_key(file: Path) -> None:
    pytest.importorskip("onnxruntime")
    document = shown(file, "--resamples", "0")
    assert (document["model"], document["cost"]["calls"]) == ("offline", 0)
    assert sum(document["confusion"].values()) == QUESTIONS
    rows = {(task["id"], task["which"]): task for task in document["tasks"]}
    assert (rows["wake", "spec"]["accepted"], rows["wake", "wrong_spec"]["accepted"]) == (True, False)


def served(requests: Path, answers: Path, *, bad: Collection[str] = ()) -> int:
    """Answer every question of a batch; the first draft about the `bad` instructions is a way around the task."""
    lines = [json.loads(line) for line in requests.read_text("utf-8").splitlines()]
    with answers.open("w", encoding="utf-8") as out:
        for line in lines:
            messages = line["body"]["messages"]
            prompt = next(message["content"] for message in messages if message["role"] == "user")
            instruction = asked_in(prompt)
            is_first = not any(message["role"] == "assistant" for message in messages)
            text = answer(["True -> Done"]) if is_first and instruction in bad else drafted_answer(instruction)
            body: dict[str, Any] = {
                "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10},
            }
            response = {"status_code": 200, "body": body}
            out.write(json.dumps({"custom_id": line["custom_id"], "response": response, "error": None}) + "\n")
    return len(lines)


@pytest.mark.slow
def test_a_batch_goes_in_rounds_until_nothing_waits(file: Path, tmp_path: Path) -> None:
    first, second, first_answers, two = (tmp_path / name for name in ("1.in", "2.in", "1.out", "2.out"))
    common = (file, "--model", MODEL)
    bad = {TASKS[0]["instruction"], TASKS[3]["wrong_instruction"]}
    waiting = shown(*common, "--requests-out", first)
    assert waiting == {"waiting": QUESTIONS, "questions": QUESTIONS, "requests_out": str(first)}
    assert served(first, first_answers, bad=bad) == QUESTIONS
    said = invoke(*common, "--requests-out", second, "--answers-in", first_answers)
    assert (said.exit_code, said.stdout.split(" wait")[0]) == (0, f"2 of {QUESTIONS} questions")
    early = invoke(*common, "--answers-in", first_answers, "--json")
    assert early.exit_code == 3
    assert json.loads(early.stdout)["unanswered"] == 2
    assert served(second, two) == 2
    document = shown(*common, "--requests-out", tmp_path / "3.in", "--answers-in", first_answers, "--answers-in", two)
    assert not (tmp_path / "3.in").exists()
    assert (document["accuracy"], document["abstained"]) == (12 / 13, 0)
    cost = document["cost"]
    assert (cost["attempts"], cost["calls"], cost["input_tokens"]) == (QUESTIONS + 2, QUESTIONS + 2, 1_500)
    assert cost["first_draft_passed"] == (QUESTIONS - 2) / QUESTIONS


@pytest.mark.slow
def test_a_recording_is_evaluated_again_without_its_model(file: Path, tmp_path: Path) -> None:
    cassette = tmp_path / "answers.jsonl"
    recording = Recording(model(), cassette)
    asyncio.run(collect(questions(tmp_path), Online(recording), Kept(None)))
    document = shown(file, "--replay", cassette)
    assert (document["model"], document["accuracy"]) == ("scripted", 11 / 13)
    kept = cassette.read_text("utf-8").splitlines(keepends=True)
    cassette.write_text("".join(kept[1:]), "utf-8")
    missing = invoke(file, "--replay", cassette, "--json")
    assert missing.exit_code == 3
    assert json.loads(missing.stdout)["ended"] == {"encoded": 11, "failed": 1, "waiting": 1}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--model", "gold", "--votes", "3"), "always says the same"),
        (("--model", "offline", "--experience", "warm"), "remembers nothing"),
        (("--model", "gold", "--calls", "3"), "cassettes"),
        (("--model", "gold", "--requests-out", "x"), "batches"),
        (("--requests-out", "x"), "--model openai:gpt-4.1"),
        (("--model", MODEL, "--requests-out", "x", "--dollars", "1"), "leave out cassettes and limits"),
        (("--model", "gold", "--now", "noon"), "--now is `noon`"),
        (("--model", "gold", "--parallel", "0"), "at least 1"),
        (("--model", "gold", "--explain", "/nowhere/at/all"), "choose a file in a folder that exists"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_way_out(file: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(file, *arguments)
