"""A question and an answer as JSON files, for processes and pages that ask people somewhere else."""

import json
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, NaiveDatetime

from handrail.app.faults import as_it_stands, validated
from handrail.guard.approval.question import Answer, Approved, Edited, Rejected, Unanswered
from handrail.guard.approval.shown import Shown, ShownChange
from handrail.strict_json import read_json

LARGEST_ANSWER = 1024 * 1024
Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ChangeDocument(_Document):
    """One update, in words."""

    what: str
    goes: bool
    values: list[tuple[str, str]]


class QuestionDocument(_Document):
    """`pending/<id>.json`: all that a person is shown. `picture` is a PNG in the same folder."""

    format: Literal["handrail.question/1"]
    id: str
    digest: Digest
    step: int
    instruction: str
    wants: str
    where: str
    changes: list[ChangeDocument]
    commits: list[str]
    reasons: list[str]
    asked_at: AwareDatetime | NaiveDatetime
    expires_at: AwareDatetime | NaiveDatetime
    specification: str
    picture: str | None = None


class AnswerDocument(_Document):
    """`pending/<id>.answer.json`. `seen` is the SHA-256 of the question's file as the person saw it."""

    format: Literal["handrail.answer/1"] = "handrail.answer/1"
    question: str
    digest: Digest
    seen: Digest
    by: Annotated[str, Field(min_length=1)]
    answer: Literal["approve", "reject", "edit"]
    note: str = ""
    specification: str | None = None


def write_question(question: Shown, picture: str | None) -> bytes:
    """The file of a question."""
    changes = [
        {"what": one.what, "goes": one.goes, "values": [list(pair) for pair in one.values]} for one in question.changes
    ]
    return _bytes(
        {
            "format": "handrail.question/1",
            "id": question.identifier,
            "digest": question.digest,
            "step": question.step,
            "instruction": question.instruction,
            "wants": question.wants,
            "where": question.where,
            "changes": changes,
            "commits": list(question.commits),
            "reasons": list(question.reasons),
            "asked_at": question.asked_at.isoformat(),
            "expires_at": question.expires_at.isoformat(),
            "specification": question.specification,
            "picture": picture,
        }
    )


def read_question(content: bytes, name: str) -> Shown:
    """The question in a file. Raises `UnreadableInput`."""
    one = validated(QuestionDocument, read_json(content, name), name, named=as_it_stands)
    return Shown(
        one.id,
        one.digest,
        one.step,
        one.instruction,
        one.wants,
        one.where,
        tuple(ShownChange(change.what, change.goes, tuple(change.values)) for change in one.changes),
        tuple(one.commits),
        tuple(one.reasons),
        one.asked_at,
        one.expires_at,
        one.specification,
    )


def write_answer(question: Shown, seen: str, answer: Approved | Rejected | Edited) -> bytes:
    """The file of an answer to a question whose file has the digest `seen`."""
    words = {Approved: "approve", Rejected: "reject", Edited: "edit"}
    return _bytes(
        {
            "format": "handrail.answer/1",
            "question": question.identifier,
            "digest": question.digest,
            "seen": seen,
            "by": answer.by,
            "answer": words[type(answer)],
            "note": answer.note if isinstance(answer, Rejected) else "",
            "specification": answer.specification if isinstance(answer, Edited) else None,
        }
    )


def read_answer(content: bytes, name: str, *, question: Shown, seen: str) -> Answer:
    """The answer in a file, if it is one to this question as it was shown. Raises `UnreadableInput`."""
    one = validated(AnswerDocument, read_json(content, name), name, named=as_it_stands)
    if one.question != question.identifier or one.digest != question.digest:
        return Unanswered("the answer is to another question")
    if one.seen != seen:
        return Unanswered("the answer is to a question whose file was changed")
    match one.answer:
        case "approve":
            return Approved(one.digest, one.by, one.question)
        case "reject":
            return Rejected(one.by, one.note)
        case "edit" if one.specification is not None:
            return Edited(one.by, one.specification)
        case _:
            return Unanswered("the answer changes the specification and does not say into what")


def _bytes(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return text.encode("utf-8", "backslashreplace")
