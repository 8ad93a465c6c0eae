"""Questions out, answers in, in rounds, in the format of OpenAI's batch service."""

import asyncio
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from handrail.error import Misuse, UnreadableInput
from handrail.llm import (
    Answer,
    BatchIn,
    BatchOut,
    Declined,
    Grammar,
    Malformed,
    Message,
    Model,
    NoAnswer,
    NotRecorded,
    Picture,
    Reply,
    Request,
    Schema,
    Scripted,
    Typed,
    Unreachable,
    Usage,
    ask_typed,
    open_batch,
)

NAME = "openai:gpt-4o"


def question(text: str = "Is it on?", **fields: Any) -> Request:
    return Request("test/1", (Message("user", (text,)),), **fields)


def ask(model: Model, request: Request) -> Reply:
    return asyncio.run(model.ask(request))


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def answered(custom_id: str, text: str | None = "yes", finish: str = "stop", **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    body = {"id": "c", "choices": [choice], "usage": {"prompt_tokens": 11, "completion_tokens": 3}}
    return {
        "id": "batch_req_1",
        "custom_id": custom_id,
        "response": {"status_code": 200, "request_id": "r", "body": body},
        "error": None,
    }


def failed(custom_id: str, status: int, message: str = "no") -> dict[str, Any]:
    body = {"error": {"message": message, "type": "error"}}
    return {"id": "b", "custom_id": custom_id, "response": {"status_code": status, "body": body}, "error": None}


def write(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_question_is_written_as_the_service_reads_it(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"hour": {"type": "integer"}}}
    asked = Request(
        "test/1",
        (Message("system", ("Be brief.",)), Message("user", ("What is this?", Picture(b"png")))),
        Schema("wish", schema),
        temperature=0.5,
        seed=7,
        maximum_output_tokens=99,
    )
    path = tmp_path / "questions.jsonl"
    assert ask(BatchOut(path, NAME), asked) == NotRecorded(asked.digest(NAME))
    assert lines_of(path) == [
        {
            "custom_id": asked.digest(NAME),
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {
                "model": "gpt-4o",
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {
                        "role": "user",
                        "content": [
                            {"type": "text", "text": "What is this?"},
                            {
                                "type": "image_url",
                                "image_url": {"url": f"data:image/png;base64,{b64encode(b'png').decode()}"},
                            },
                        ],
                    },
                ],
                "temperature": 0.5,
                "seed": 7,
                "max_completion_tokens": 99,
                "response_format": {"type": "json_schema", "json_schema": {"name": "wish", "schema": schema}},
            },
        }
    ]


def test_a_grammar_and_no_seed_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    ask(BatchOut(path, "gpt-4o"), question(shape=Grammar("start: A"), seed=None))
    (line,) = lines_of(path)
    assert set(line["body"]) == {"model", "messages", "temperature", "max_completion_tokens"}
    assert line["body"]["model"] == "gpt-4o"


def test_no_question_is_written_twice_not_even_by_another_run(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    for _ in range(2):
        batch = BatchOut(path, NAME)
        for text in ("one", "two", "one"):
            ask(batch, question(text))
    assert [line["body"]["messages"][0]["content"] for line in lines_of(path)] == ["one", "two"]


def test_a_run_that_was_killed_in_the_middle_of_a_line_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    for text in ("one", "two"):
        ask(BatchOut(path, NAME), question(text))
    whole = path.read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        batch = BatchOut(path, NAME)
        for text in ("one", "two"):
            ask(batch, question(text))
        assert path.read_bytes() == whole


def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    for content in ("# Notes", "# Notes\n", '{"digest": "1"}\n', "[1]\n"):
        path.write_text(content)
        with pytest.raises(UnreadableInput):
            BatchOut(path, NAME)
        assert path.read_text() == content


def test_answers_refusals_and_errors_are_replies(tmp_path: Path) -> None:
    questions = [question(str(number)) for number in range(9)]
    ids = [request.digest(NAME) for request in questions]
    path = write(
        tmp_path / "answers.jsonl",
        answered(ids[0], "It is on."),
        answered(ids[1], None, refusal="I will not."),
        answered(ids[2], "It", "content_filter"),
        answered(ids[3], ""),
        answered(ids[4], "It is", "length"),
        answered(ids[5], "", "length"),
        failed(ids[6], 400, "too long"),
        failed(ids[7], 500),
        {"custom_id": ids[8], "response": None, "error": {"code": "batch_expired", "message": "too late"}},
        answered("somebody else's"),
        answered(ids[0], "A second answer."),
    )
    usage = Usage(11, 3)
    batch = BatchIn(path, NAME)
    assert [ask(batch, request) for request in questions] == [
        Answer("It is on.", NAME, usage),
        Declined("I will not.", usage),
        Declined("the content filter of the server held the answer back", usage),
        Declined("the answer is empty", usage),
        Answer("It is", NAME, usage, cut=True),
        Malformed("the answer was cut off before its first word", "", usage),
        Unreachable("the batch service answered 400: too long", rejected=True),
        NotRecorded(ids[7]),
        NotRecorded(ids[8]),
    ]


def test_a_changed_question_is_a_miss(tmp_path: Path) -> None:
    path = write(tmp_path / "answers.jsonl", answered(question().digest(NAME)))
    assert isinstance(ask(BatchIn(path, NAME), question("Is it on? ")), NotRecorded)
    assert isinstance(ask(BatchIn(path, "openai:gpt-5"), question()), NotRecorded)


def test_a_file_without_a_last_line_end_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(answered(question().digest(NAME))))
    assert isinstance(ask(BatchIn(path, NAME), question()), Answer)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Invalid JSON"),
        ("[]", "object"),
        ('{"custom_id": 1}', "custom_id"),
        ('{"custom_id": "a", "response": {"status_code": 200, "body": {"id": "x"}}}', "choices"),
        ('{"custom_id": "a", "response": {"body": {}}}', "response.status_code"),
    ],
)
def test_a_line_that_is_not_an_answer_is_named(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f"{json.dumps(answered('a'))}\n{line}\n")
    with pytest.raises(UnreadableInput, match=rf"answers\.jsonl:2: .*{said}.*not a line of a batch answer"):
        BatchIn(path, NAME)


class Hour(BaseModel):
    hour: int


async def two_steps(model: Model) -> str | NoAnswer:
    """A program whose second question depends on the answer to its first."""
    first = await ask_typed(model, question("When?"), Hour)
    if not isinstance(first, Typed):
        return first
    second = await model.ask(question(f"Why at {first.value.hour}?"))
    return second.text if isinstance(second, Answer) else second


def test_in_rounds_a_program_comes_to_its_end_as_with_a_model_that_is_there(tmp_path: Path) -> None:
    def oracle(asked: Any) -> str:
        text = asked["messages"][-1]["content"]
        if text == "When?":
            return '{"hour": "late"}'
        return '{"hour": 7}' if text.startswith("Your answer does not have the shape") else "Because."

    answers: list[Path] = []
    for number in range(1, 10):
        out = tmp_path / f"questions-{number}.jsonl"
        reply = asyncio.run(two_steps(open_batch(NAME, requests_out=out, answers_in=answers)))
        if isinstance(reply, str):
            break
        assert isinstance(reply, NotRecorded)
        (line,) = lines_of(out)  # only what is new is asked
        assert line["custom_id"] == reply.digest
        said = answered(line["custom_id"], oracle(line["body"]))
        answers.append(write(tmp_path / f"answers-{number}.jsonl", said))
    assert (reply, number) == ("Because.", 4)
    assert not out.exists()
    direct = Scripted(lambda asked: oracle({"messages": [{"content": asked.messages[-1].parts[0]}]}), NAME)
    assert asyncio.run(two_steps(direct)) == reply


def test_what_the_service_did_not_get_to_is_asked_in_the_next_round(tmp_path: Path) -> None:
    answers = write(tmp_path / "answers.jsonl", failed(question().digest(NAME), 429))
    out = tmp_path / "questions.jsonl"
    assert isinstance(ask(open_batch(NAME, requests_out=out, answers_in=[answers]), question()), NotRecorded)
    assert len(lines_of(out)) == 1


def test_an_exchange_without_files_cannot_be_meant(tmp_path: Path) -> None:
    with pytest.raises(Misuse):
        open_batch(NAME)
    answers = write(tmp_path / "answers.jsonl")
    assert isinstance(ask(open_batch(NAME, answers_in=[answers]), question()), NotRecorded)
    with pytest.raises(Misuse, match="`openai:gpt-4o` and the rest would be asked of `vllm:one`"):
        BatchIn(answers, NAME, BatchOut(tmp_path / "q.jsonl", "vllm:one"))
