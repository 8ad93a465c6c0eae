"""Recorded answers: the same evaluation again, without a model.

A cassette is a file of JSON Lines. Each line holds one reply and the digest of the exact question it answers, so a
prompt with one letter changed is a miss and never an old answer. It holds no question, no key and no address.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from handrail.error import Misuse, UnreadableInput
from handrail.llm.lines import Lines, add_line, read_lines, read_own_lines
from handrail.llm.model import (
    Answer,
    Declined,
    Malformed,
    Model,
    NotRecorded,
    OverBudget,
    Reply,
    Request,
    TimedOut,
    Unreachable,
)

_BEGINS = '{"digest":"'


class Recording:
    """Asks a model and keeps what its server said; what the cassette holds already is answered from it.

    So a recording that was stopped goes on where it was. Kept are answers, refusals, answers of the wrong shape and
    questions the server rejected; not kept is what says something about the moment (no connection, no time, no
    budget). One program writes a cassette at a time. `torn` is true where the cassette ended in the middle of a line.
    """

    def __init__(self, model: Model, path: Path) -> None:
        self._model = model
        self._path = path
        lines = read_own_lines(path, _BEGINS)
        self.torn = bool(lines.torn)
        self._replies: dict[str, Reply] = {line.digest: line.reply for line in _read(lines, path)}

    @property
    def name(self) -> str:
        """The name of the model that is recorded."""
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        """What is kept for this question, or what the model says."""
        digest = request.digest(self.name)
        if digest in self._replies:
            return self._replies[digest]
        reply = await self._model.ask(request)
        line = _line_of(digest, self.name, request.purpose, reply)
        if line is None:
            return reply
        if digest not in self._replies:  # unless the same question, asked at the same time, was answered first
            add_line(self._path, line.model_dump_json())
            self._replies[digest] = reply
        return self._replies[digest]


class Recorded:
    """Answers from a cassette alone; a question that it does not hold is `NotRecorded`.

    `model` says whose answers are wanted, which only a cassette with several models needs. `torn` is true where the
    last line was left out, because the program that wrote it was stopped in the middle.
    """

    def __init__(self, path: Path, model: str | None = None) -> None:
        lines = read_lines(path)
        self.torn = bool(lines.torn)
        read = _read(lines, path)
        self._name = model if model is not None else _only_model(read, path)
        self._replies: dict[str, Reply] = {line.digest: line.reply for line in read if line.model == self._name}

    @property
    def name(self) -> str:
        """The name of the model that was recorded."""
        return self._name

    async def ask(self, request: Request) -> Reply:
        """What was answered to exactly this question."""
        digest = request.digest(self._name)
        return self._replies.get(digest, NotRecorded(digest))


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    digest: str
    model: str
    purpose: str


class _AnswerLine(_Kept):
    kind: Literal["answer"] = "answer"
    reply: Answer


class _DeclinedLine(_Kept):
    kind: Literal["declined"] = "declined"
    reply: Declined


class _MalformedLine(_Kept):
    kind: Literal["malformed"] = "malformed"
    reply: Malformed


class _RejectedLine(_Kept):
    kind: Literal["rejected"] = "rejected"
    reply: Unreachable


_Line: TypeAlias = _AnswerLine | _DeclinedLine | _MalformedLine | _RejectedLine


@cache
def _adapter() -> TypeAdapter[_Line]:
    return TypeAdapter(Annotated[_Line, Field(discriminator="kind")])


def _line_of(digest: str, model: str, purpose: str, reply: Reply) -> _Line | None:
    """The line for what a server said; None for what it did not say."""
    match reply:
        case Answer():
            return _AnswerLine(digest=digest, model=model, purpose=purpose, reply=reply)
        case Declined():
            return _DeclinedLine(digest=digest, model=model, purpose=purpose, reply=reply)
        case Malformed():
            return _MalformedLine(digest=digest, model=model, purpose=purpose, reply=reply)
        case Unreachable(rejected=True):
            return _RejectedLine(digest=digest, model=model, purpose=purpose, reply=reply)
        case Unreachable() | TimedOut() | OverBudget() | NotRecorded():
            return None
        case _:
            assert_never(reply)


def _read(lines: Lines, path: Path) -> list[_Line]:
    """The lines of a cassette; the first reply to a question counts."""
    read: dict[str, _Line] = {}
    for number, text in enumerate(lines.whole, 1):
        try:
            line = _adapter().validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise UnreadableInput(
                f"{path}:{number}: {f'{place}: ' if place else ''}{first['msg']}; this is not a line of a cassette"
            ) from error
        read.setdefault(line.digest, line)
    return list(read.values())


def _only_model(lines: list[_Line], path: Path) -> str:
    models = sorted({line.model for line in lines})
    if len(models) != 1:
        held = ", ".join(f"`{model}`" for model in models) or "no answer yet"
        raise Misuse(f"{path} holds {held}; say whose answers are wanted")
    return models[0]
