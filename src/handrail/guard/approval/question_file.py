"""A question, an answer and what became of them as JSON files, for processes and pages that ask people elsewhere."""

import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, NaiveDatetime, model_validator

from handrail.app.faults import as_it_stands, validated
from handrail.error import UnreadableInput
from handrail.guard.approval.question import Answer, Approved, Edited, Person, Rejected, Unanswered
from handrail.guard.approval.shown import ShownChange, ShownConsequence, ShownDetail, ShownQuestion
from handrail.language.normal_form import has_lone_surrogate
from handrail.strict_json import read_json

LARGEST_ANSWER = 1024 * 1024
_FARTHEST = range(1_971, 9_000)
Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Moment: TypeAlias = AwareDatetime | NaiveDatetime
Answered: TypeAlias = Literal["approve", "reject", "edit"]
_WORDS: dict[type, Answered] = {Approved: "approve", Rejected: "reject", Edited: "edit"}


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _OfQuestion(_Document):
    """Both moments of one clock, and such that they can be reckoned with."""

    asked_at: Moment
    expires_at: Moment

    @model_validator(mode="after")
    def _reckonable(self) -> Self:
        if (self.asked_at.tzinfo is None) != (self.expires_at.tzinfo is None):
            raise ValueError("`asked_at` and `expires_at` have a zone, or neither has")
        if any(moment.year not in _FARTHEST for moment in (self.asked_at, self.expires_at)):
            raise ValueError("`asked_at` and `expires_at` are moments that a phone's clock can show")
        return self


class DetailDocument(_Document):
    """One thing about what is done; where it is not `known`, `value` says why."""

    name: str
    value: str
    known: bool


class ConsequenceDocument(_Document):
    """What is committed, in words."""

    what: str
    kind: str
    irreversible: bool
    details: list[DetailDocument]


class ChangeDocument(_Document):
    """One update, in words."""

    what: str
    goes: bool
    values: list[tuple[str, str]]


class QuestionDocument(_OfQuestion):
    """`pending/<id>.json`: all that a person is shown. `picture` is the SHA-256 of `<id>.png` beside it."""

    format: Literal["handrail.question/2"]
    id: str
    digest: Digest
    step: Annotated[int, Field(ge=0, le=10**9)]
    instruction: str
    wants: str
    where: str
    first: list[str]
    does: list[ConsequenceDocument]
    changes: list[ChangeDocument]
    reasons: list[str]
    agent_says: list[str]
    specification: str
    picture: Digest | None = None
    does_in_short: str = ""


class AnswerDocument(_Document):
    """`pending/<id>.answer.json`. `seen` is the SHA-256 of the question's file as the person saw it.

    `signature` is asked for where people are known by keys: see `signature_of`.
    """

    format: Literal["handrail.answer/1"] = "handrail.answer/1"
    question: str
    digest: Digest
    seen: Digest
    by: Annotated[str, Field(min_length=1)]
    answer: Answered
    note: str = ""
    specification: str | None = None
    signature: Digest | None = None


class ClosedDocument(_OfQuestion):
    """`pending/closed/<id>.json`: what became of a question, without anything that it showed.

    `answer` is the SHA-256 of the answer's file that was read. Only `counted` says that the guard went by it.
    """

    format: Literal["handrail.closed/1"] = "handrail.closed/1"
    id: str
    digest: Digest
    step: int
    seen: Digest
    answer: Digest | None = None
    answered: Answered | None = None
    by: str = ""
    counted: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class AnswerReceipt:
    """What the guard took of a question: whether an answer counted, which one, and why not."""

    counted: bool
    answer: str
    why: str


def write_question(question: ShownQuestion) -> bytes:
    """The file of a question."""
    raw = asdict(question)
    raw["id"] = raw.pop("identifier")
    raw["picture"] = question.picture or None
    for moment in ("asked_at", "expires_at"):
        raw[moment] = raw[moment].isoformat()
    return _bytes({"format": "handrail.question/2", **raw})


def read_question(content: bytes, name: str, *, identifier: str) -> ShownQuestion:
    """The question in a file that is called so. Raises `UnreadableInput`."""
    document = validated(QuestionDocument, _read(content, name), name, named=as_it_stands)
    if document.id != identifier:
        raise UnreadableInput(f"{name}: the question in it has another identifier than the file's name")
    return ShownQuestion(
        document.id,
        document.digest,
        document.step,
        document.instruction,
        document.wants,
        document.where,
        tuple(document.first),
        tuple(
            ShownConsequence(
                does.what,
                does.kind,
                does.irreversible,
                tuple(ShownDetail(detail.name, detail.value, detail.known) for detail in does.details),
            )
            for does in document.does
        ),
        tuple(ShownChange(change.what, change.goes, tuple(change.values)) for change in document.changes),
        tuple(document.reasons),
        tuple(document.agent_says),
        document.asked_at,
        document.expires_at,
        document.specification,
        document.picture or "",
        document.does_in_short,
    )


def write_answer(
    question: ShownQuestion, seen: str, answer: Approved | Rejected | Edited, *, key: bytes | None = None
) -> bytes:
    """The file of an answer to a question whose file has the digest `seen`, signed with the key of who gives it."""
    document = AnswerDocument(
        question=question.identifier,
        digest=question.digest,
        seen=seen,
        by=_whole(answer.by),
        answer=_WORDS[type(answer)],
        note=_whole(answer.note) if isinstance(answer, Rejected) else "",
        specification=_whole(answer.specification) if isinstance(answer, Edited) else None,
    )
    if key is not None:
        document.signature = signature_of(document, key)
    return _bytes(document.model_dump())


def signature_of(answer: AnswerDocument, key: bytes) -> str:
    """HMAC-SHA256 over the answer's file as canonical JSON (sorted names, ASCII, no spaces) without `signature`."""
    signed = {name: value for name, value in answer.model_dump().items() if name != "signature"}
    text = json.dumps(signed, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode("ascii"), "sha256").hexdigest()


def read_answer(
    content: bytes, name: str, *, question: ShownQuestion, seen: str, people: Mapping[str, bytes] | None = None
) -> tuple[Answer, Person | None]:
    """The answer in a file, if it is one to this question as it was shown, and who gave it.

    With `people`, only an answer that is signed with the key of whoever it is from. Raises `UnreadableInput`.
    """
    document = validated(AnswerDocument, read_json(content, name), name, named=as_it_stands)
    if document.question != question.identifier or document.digest != question.digest:
        return Unanswered("the answer is to another question"), None
    if document.seen != seen:
        return Unanswered("the answer is to a question whose file was changed"), None
    person = None
    if people is not None:
        key = people.get(document.by)
        if key is None or not hmac.compare_digest(document.signature or "", signature_of(document, key)):
            return Unanswered(f"the answer is not signed with a key of {document.by}"), None
        person = Person("key", document.by)
    match document.answer:
        case "approve":
            return Approved(document.digest, document.by, document.question), person
        case "reject":
            return Rejected(document.by, document.note), person
        case "edit" if document.specification is not None:
            return Edited(document.by, document.specification), person
        case _:
            return Unanswered("the answer changes the specification and does not say into what"), None


def write_closed(
    question: ShownQuestion, seen: str, *, answer: str, given: Answer | None, counted: bool, why: str
) -> bytes:
    """The file that stays of a question: no text that it showed, no note and no rules."""
    document = ClosedDocument(
        id=question.identifier,
        digest=question.digest,
        step=question.step,
        asked_at=question.asked_at,
        expires_at=question.expires_at,
        seen=seen,
        answer=answer or None,
        answered=_WORDS[type(given)] if given is not None and not isinstance(given, Unanswered) else None,
        by="" if given is None or isinstance(given, Unanswered) else _whole(given.by),
        counted=counted,
        why=_whole(why),
    )
    return _bytes(document.model_dump(mode="json") | _moments(question))


def read_closed(content: bytes, name: str) -> AnswerReceipt:
    """What became of a question. Raises `UnreadableInput`."""
    document = validated(ClosedDocument, _read(content, name), name, named=as_it_stands)
    return AnswerReceipt(document.counted, document.answer or "", document.why)


def _moments(question: ShownQuestion) -> dict[str, str]:
    moments: dict[str, datetime] = {"asked_at": question.asked_at, "expires_at": question.expires_at}
    return {name: moment.isoformat() for name, moment in moments.items()}


def _read(content: bytes, name: str) -> Any:
    """A document that can be shown: half a character can stand in JSON, and on no terminal."""
    raw = read_json(content, name)
    if has_lone_surrogate(json.dumps(raw, ensure_ascii=False, default=str)):
        raise UnreadableInput(f"{name}: a text in it has half a character; write whole ones")
    return raw


def _whole(text: str) -> str:
    """A text in which a question mark stands for every half character."""
    return text.encode("utf-8", "replace").decode()


def _bytes(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return text.encode("utf-8", "replace")
