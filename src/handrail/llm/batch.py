"""Questions written to a file and answers read from one, in the format of OpenAI's batch service.

For batch services, which answer overnight and for less, and for a model that cannot be called from here. Where a
question depends on an answer the exchange goes in rounds: each run of the program is given all answers so far, goes
as far as they carry it, and writes what it would ask next.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from handrail.error import Misuse, UnreadableInput
from handrail.llm.completion import Completion, chat_body, reply_of
from handrail.llm.lines import Lines, add_line, read_lines, read_own_lines
from handrail.llm.model import Model, NotRecorded, Reply, Request, Unreachable

_BEGINS = '{"custom_id": "'
_TRY_AGAIN = frozenset({408, 409, 425, 429})


class BatchOut:
    """Writes each question to a file, once, and answers none: every reply is `NotRecorded`.

    `model` is the name in recordings, as in `openai:gpt-4o`; the file asks for what stands after the colon. The
    `custom_id` of a line is the digest of its question. A grammar cannot be written in this format and is left to the
    checks of the answer. One file is one batch: give each round a new one.
    """

    def __init__(self, path: Path, model: str) -> None:
        self._path = path
        self._name = model
        self._written = {_written_id(line, path, at) for at, line in enumerate(_own(path).whole, 1)}

    @property
    def name(self) -> str:
        """The name of the model that will be asked."""
        return self._name

    async def ask(self, request: Request) -> Reply:
        """Writes the question, unless the file has it."""
        digest = request.digest(self._name)
        if digest not in self._written:
            body = chat_body(request, self._name.partition(":")[2] or self._name)
            line = {"custom_id": digest, "method": "POST", "url": "/v1/chat/completions", "body": body}
            add_line(self._path, json.dumps(line, ensure_ascii=False))
            self._written.add(digest)
        return NotRecorded(digest)


class BatchIn:
    """Answers from the output and error files of batches; what they leave open goes to `otherwise`.

    Refusals and answers cut short are replies like those of a model that is asked directly. A question that the
    service rejected is `Unreachable(rejected=True)`; one that it did not get to (expired, too many requests, an error
    of the server) is open, so that the next round asks it again. Of several answers to a question the first counts.
    """

    def __init__(self, paths: Path | Sequence[Path], model: str, otherwise: Model | None = None) -> None:
        if otherwise is not None and otherwise.name != model:
            raise Misuse(f"the answers are those of `{model}` and the rest would be asked of `{otherwise.name}`")
        self._name = model
        self._otherwise = otherwise
        self._replies: dict[str, Reply] = {}
        for path in [paths] if isinstance(paths, Path) else paths:
            for at, text in enumerate(_all_lines(path), 1):
                line = _parsed(text, path, at)
                if (reply := line.reply(model)) is not None:
                    self._replies.setdefault(line.custom_id, reply)

    @property
    def name(self) -> str:
        """The name of the model that was asked."""
        return self._name

    async def ask(self, request: Request) -> Reply:
        """What the batches hold for exactly this question."""
        digest = request.digest(self._name)
        if digest in self._replies:
            return self._replies[digest]
        return NotRecorded(digest) if self._otherwise is None else await self._otherwise.ask(request)


def open_batch(model: str, *, requests_out: Path | None = None, answers_in: Sequence[Path] = ()) -> Model:
    """One round of an exchange: answers from the files there are, the other questions into `requests_out`."""
    out = None if requests_out is None else BatchOut(requests_out, model)
    if answers_in:
        return BatchIn(answers_in, model, out)
    if out is None:
        raise Misuse("an exchange needs a file for requests, or one with answers")
    return out


class _Error(BaseModel):
    code: str | int | None = None
    message: str | None = None


class _Response(BaseModel):
    status_code: int
    body: dict[str, Any]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True)

    custom_id: str
    response: _Response | None = None
    error: _Error | None = None

    def reply(self, model: str) -> Reply | None:
        if self.error is not None or self.response is None:
            return None
        status = self.response.status_code
        if status == 200:
            return reply_of(Completion.model_validate(self.response.body), model)
        if status in _TRY_AGAIN or status >= 500:
            return None
        told = self.response.body.get("error", self.response.body)
        message = told.get("message") if isinstance(told, dict) else None
        return Unreachable(f"the batch service answered {status}: {message or json.dumps(told)}", rejected=True)


def _own(path: Path) -> Lines:
    return read_own_lines(path, _BEGINS)


def _written_id(line: str, path: Path, at: int) -> str:
    try:
        written = json.loads(line)
        return str(written["custom_id"])
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableInput(f"{path}:{at}: this is not a line of a batch request") from error


def _all_lines(path: Path) -> list[str]:
    """Also a last line without its end: other programs write these files, whole."""
    lines = read_lines(path)
    return [line for line in (*lines.whole, lines.torn) if line.strip()]


def _parsed(text: str, path: Path, at: int) -> _Line:
    try:
        line = _Line.model_validate_json(text)
        line.reply("")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnreadableInput(
            f"{path}:{at}: {f'{place}: ' if place else ''}{first['msg']}; this is not a line of a batch answer"
        ) from error
    return line
