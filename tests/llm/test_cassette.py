"""Recorded answers: exact hits, misses for anything else, and files that were cut off."""

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.error import Misuse, UnreadableInput
from handrail.llm import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Message,
    Model,
    NotRecorded,
    OverBudget,
    Picture,
    Recorded,
    Recording,
    Reply,
    Request,
    Schema,
    Scripted,
    TimedOut,
    Unreachable,
    Usage,
)

QUESTION = Request(
    "draft/1",
    (Message("system", ("Be brief.",)), Message("user", ("Is it on?", Picture(b"png")))),
    Schema("s", {"type": "object"}),
)
KEPT: list[Reply] = [
    Answer("sí ✓\n\u2028", "m", Usage(3, 2, 0.25, 1), 1.5, cut=True),
    Declined("no", Usage(1, 0)),
    Malformed("why", "x", Usage(1, 1, None, 2)),
    Unreachable("too long", rejected=True),
]


def ask(model: Model, request: Request = QUESTION) -> Reply:
    return asyncio.run(model.ask(request))


def changed(**fields: Any) -> Request:
    return dataclasses.replace(QUESTION, **fields)


@pytest.mark.parametrize("reply", KEPT, ids=lambda value: type(value).__name__)
def test_what_the_server_said_is_kept_and_played_back(reply: Reply, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    assert ask(Recording(Scripted([reply], "openai:gpt-4o"), path)) == reply
    played = Recorded(path)
    assert (played.name, played.torn) == ("openai:gpt-4o", False)
    assert ask(played) == reply


@pytest.mark.parametrize("reply", [Unreachable("gone"), TimedOut(1.0), OverBudget("spent"), NotRecorded("digest")])
def test_what_only_the_moment_said_is_not_kept(reply: Reply, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    recording = Recording(Scripted([reply, "now"]), path)
    assert ask(recording) == reply
    assert not path.exists()
    assert isinstance(ask(recording), Answer)


@pytest.mark.parametrize(
    "other",
    [
        changed(purpose="draft/2"),
        changed(messages=QUESTION.messages[1:]),
        changed(messages=(QUESTION.messages[0], Message("user", ("Is it on? ", Picture(b"png"))))),
        changed(messages=(QUESTION.messages[0], Message("user", ("Is it on?", Picture(b"pnG"))))),
        changed(messages=(QUESTION.messages[0], Message("user", (Picture(b"png"), "Is it on?")))),
        changed(messages=(Message("user", ("Be brief.",)), QUESTION.messages[1])),
        changed(shape=None),
        changed(shape=Schema("s", {"type": "array"})),
        changed(shape=Grammar("start: A")),
        changed(temperature=0.1),
        changed(seed=1),
        changed(seed=None),
        changed(maximum_output_tokens=2047),
    ],
    ids=range(13),
)
def test_anything_that_can_change_the_answer_is_a_miss(other: Request, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    ask(Recording(Scripted(["yes"]), path))
    assert ask(Recorded(path), other) == NotRecorded(other.digest("scripted"))


def test_another_model_is_a_miss(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    for name in ("vllm:one", "vllm:two"):
        ask(Recording(Scripted([f"I am {name}"], name), path))
    answer = ask(Recorded(path, "vllm:two"))
    assert isinstance(answer, Answer)
    assert answer.text == "I am vllm:two"
    assert isinstance(ask(Recorded(path, "vllm:three")), NotRecorded)
    with pytest.raises(Misuse, match="holds `vllm:one`, `vllm:two`; say whose answers"):
        Recorded(path)


def test_a_recording_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    ask(Recording(Scripted(["first"]), path))
    again = Scripted(["second"])
    recording = Recording(again, path)
    answer, other = ask(recording), ask(recording, changed(seed=5))
    assert isinstance(answer, Answer)
    assert isinstance(other, Answer)
    assert (answer.text, other.text, len(again.asked)) == ("first", "second", 1)
    assert len(path.read_text("utf-8").splitlines()) == 2


def test_the_same_question_asked_twice_at_once_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    texts = iter(["first", "second"])

    async def slow(request: Request) -> str:
        text = next(texts)
        await asyncio.sleep(0)
        return text

    async def both() -> list[Reply]:
        recording = Recording(Scripted(slow), path)
        return list(await asyncio.gather(recording.ask(QUESTION), recording.ask(QUESTION)))

    assert [reply.text for reply in asyncio.run(both()) if isinstance(reply, Answer)] == ["first", "first"]
    assert len(path.read_text("utf-8").splitlines()) == 1


def recorded_twice(path: Path) -> bytes:
    recording = Recording(Scripted(["eins ✓", "zwei"]), path)
    ask(recording)
    ask(recording, changed(seed=5))
    return path.read_bytes()


@given(data=st.data())
def test_a_recording_that_was_killed_anywhere_goes_on(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("cassette") / "answers.jsonl"
    whole = recorded_twice(path)
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    lines = whole[:cut].count(b"\n")
    torn = bool(whole[:cut]) and not whole[:cut].endswith(b"\n")
    played = Recorded(path, "scripted")
    assert played.torn == torn
    assert [isinstance(ask(played, request), Answer) for request in (QUESTION, changed(seed=5))] == [
        lines > 0,
        lines > 1,
    ]
    recording = Recording(Scripted(["eins ✓", "zwei"][lines:]), path)
    assert recording.torn == torn
    for request in (QUESTION, changed(seed=5)):
        assert isinstance(ask(recording, request), Answer)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", ["# Notes", '{"custom_id": "1"}', "digest"])
def test_another_kind_of_file_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text(content)
    with pytest.raises(UnreadableInput, match="another kind of file"):
        Recording(Scripted([]), path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "guess"}, "kind|guess"),
        ({"digest": 5}, "digest"),
        ({"reply": {"text": "no model"}}, "model"),
        ({"key": "sk-1"}, "key"),
    ],
)
def test_a_line_that_is_not_of_a_cassette_is_named(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    first, second = recorded_twice(path).decode().splitlines()
    path.write_text(f"{first}\n{json.dumps(json.loads(second) | change)}\n")
    with pytest.raises(UnreadableInput, match=rf"answers\.jsonl:2: .*({said}).*not a line of a cassette"):
        Recorded(path)


def test_a_cassette_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"none\.jsonl: No such file"):
        Recorded(tmp_path / "none.jsonl")


def test_an_empty_cassette_needs_the_name_of_a_model(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").touch()
    with pytest.raises(Misuse, match="holds no answer yet"):
        Recorded(tmp_path / "answers.jsonl")
    assert isinstance(ask(Recorded(tmp_path / "answers.jsonl", "vllm:one")), NotRecorded)
