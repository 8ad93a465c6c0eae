"""Asking for a value of a type, and not for text that may hold one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from handrail.error import Misuse
from handrail.llm.model import Answer, Malformed, Message, Model, NoAnswer, Request, Schema, Usage

T = TypeVar("T")
_MOST_REASONS = 10


@dataclass(frozen=True, slots=True)
class Typed(Generic[T]):
    """A value that a model gave. `answer` holds its text; its usage and seconds are of all that was asked for it."""

    value: T
    answer: Answer


async def ask_typed(
    model: Model, request: Request, kind: type[T] | TypeAdapter[T], *, attempts: int = 2
) -> Typed[T] | NoAnswer:
    """A value of `kind`, or why there is none.

    The schema of `kind` becomes the shape of the request, unless it has one already. An answer that is not of `kind`
    is given back with what is wrong with it, until `attempts` questions are asked; then it is `Malformed`. A pair of
    code fences around the JSON is taken off, nothing else is forgiven. Any other `NoAnswer` is handed on as it is.
    """
    if attempts < 1:
        raise Misuse(f"`attempts` is {attempts}; a value needs at least one")
    adapter: TypeAdapter[T] = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    question = request if request.shape is not None else replace(request, shape=_schema_of(adapter))
    usage: Usage | None = None
    seconds = 0.0
    while True:
        reply = await model.ask(question)
        if not isinstance(reply, Answer):
            return reply
        usage = reply.usage if usage is None else usage + reply.usage
        seconds += reply.seconds
        try:
            value = adapter.validate_json(_without_fences(reply.text))
        except ValidationError as error:
            reasons = _reasons(error, reply, request)
        else:
            return Typed(value, replace(reply, usage=usage, seconds=seconds))
        attempts -= 1
        if not attempts:
            return Malformed(reasons, reply.text, usage)
        question = _corrected(question, request.purpose, reply.text, reasons)


def _schema_of(adapter: TypeAdapter[Any]) -> Schema:
    schema: Mapping[str, Any] = adapter.json_schema()
    return Schema(re.sub(r"[^A-Za-z0-9_-]", "_", str(schema.get("title", "answer")))[:64], schema)


def _without_fences(text: str) -> str:
    fenced = re.fullmatch(r"\s*```(?:json)?[ \t]*\n(.*?)\n?```\s*", text, re.DOTALL)
    return fenced[1] if fenced else text


def _reasons(error: ValidationError, answer: Answer, request: Request) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{_place(fault['loc'])}: {fault['msg']}" for fault in found[:_MOST_REASONS]]
    if len(found) > _MOST_REASONS:
        lines.append(f"and {len(found) - _MOST_REASONS} more")
    if answer.cut:
        lines.insert(0, f"the answer is cut off: at most {request.maximum_output_tokens} tokens fit")
    return "\n".join(lines)


def _place(location: tuple[int | str, ...]) -> str:
    return "".join(f"[{json.dumps(step)}]" for step in location) or "the answer"


def _corrected(question: Request, purpose: str, text: str, reasons: str) -> Request:
    again = (
        Message("assistant", (text,)),
        Message("user", (_correction().substitute(reasons=reasons),)),
    )
    return replace(question, purpose=f"{purpose} correction/1", messages=question.messages + again)


@cache
def _correction() -> Template:
    return Template(files("handrail.llm").joinpath("prompts/correction.1.txt").read_text("utf-8").rstrip("\n"))
