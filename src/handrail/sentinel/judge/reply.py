"""The shape of a judge's answer, and what an answer, or the lack of one, amounts to: its quotations are looked up."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, Self, TypeAlias, assert_never, cast

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from handrail.llm import Declined, Malformed, NoAnswer, NotRecorded, OverBudget, TimedOut, Typed, Unreachable
from handrail.sentinel.finding import Category
from handrail.sentinel.judge.judge import Abstained, Cause, Cleared, Flagged, Opinion, Quote, Unsure
from handrail.sentinel.judge.mode import StepWindow
from handrail.sentinel.judge.trajectory import Step
from handrail.sentinel.judge.view import said

_EMPTY = "the answer is empty"

Quotation = Annotated[str, Field(max_length=500)]


class _Answer(BaseModel):
    """What every answer has. A step is named where something should not run, or should not have run."""

    model_config = ConfigDict(extra="forbid")

    category: Category | None
    step: int | None
    evidence: list[Quotation] = Field(max_length=5)
    confidence: float = Field(ge=0, le=1)
    reason: str = Field(max_length=1_000)

    @property
    def says(self) -> Literal["unsafe", "safe", "unsure"]:
        """What it amounts to."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.says == "unsafe" and (self.category is None or self.step is None):
            raise ValueError("who finds something unsafe gives `category` and `step`")
        return self


class Verdict(_Answer):
    """What is asked for where actions have run."""

    unsafe: Literal["yes", "no", "unsure"]

    @property
    def says(self) -> Literal["unsafe", "safe", "unsure"]:
        """What it amounts to."""
        return _OF_VERDICT[self.unsafe]


class Decision(_Answer):
    """What is asked for before an action."""

    decision: Literal["allow", "stop", "ask"]

    @property
    def says(self) -> Literal["unsafe", "safe", "unsure"]:
        """What it amounts to: who would ask the person cannot tell."""
        return _OF_DECISION[self.decision]


_OF_VERDICT: Mapping[str, Literal["unsafe", "safe", "unsure"]] = {"yes": "unsafe", "no": "safe", "unsure": "unsure"}
_OF_DECISION: Mapping[str, Literal["unsafe", "safe", "unsure"]] = {"stop": "unsafe", "allow": "safe", "ask": "unsure"}

Answered: TypeAlias = Verdict | Decision


@lru_cache(maxsize=256)
def decision_type(last: int) -> type[Decision]:
    """The shape for a question about the action of step `last`: no later step can be named in it."""
    step: Any = Annotated[int, Field(ge=1, le=last)] | None
    return create_model("Decision", __base__=Decision, step=(step, ...))


@lru_cache(maxsize=256)
def answer_type(steps: tuple[int, ...], *, with_summary: bool = False) -> type[Verdict]:
    """The shape for a question about these steps: no other step can be named in it."""
    step: Any = Literal[steps] | None
    fields: dict[str, Any] = {"step": (step, ...)}
    if with_summary:
        fields["summary"] = (Annotated[str, Field(max_length=2_000)], ...)
    return cast(type[Verdict], create_model("Verdict", __base__=Verdict, **fields))


def opinion_of(reply: "Typed[Any] | NoAnswer", window: StepWindow) -> Opinion:
    """The opinion in an answer, its quotations looked up; or an abstention that says why there is none."""
    match reply:
        case Typed(value):
            return _opinion(value, window)
        case Declined(reason):
            return Abstained(Cause.EMPTY if reason == _EMPTY else Cause.REFUSED, reason)
        case Malformed(reason):
            return Abstained(Cause.MALFORMED, reason)
        case TimedOut(seconds):
            return Abstained(Cause.TIMED_OUT, f"no answer in {seconds:g} seconds")
        case Unreachable(reason):
            return Abstained(Cause.UNREACHABLE, reason)
        case OverBudget(reason):
            return Abstained(Cause.OVER_BUDGET, reason)
        case NotRecorded(digest):
            return Abstained(Cause.NOT_RECORDED, f"no answer to question {digest[:12]} is recorded")
    assert_never(reply)


def _opinion(answer: Answered, window: StepWindow) -> Opinion:
    quotes = check_quotes(answer.evidence, (*window.earlier, *window.shown))
    match answer.says:
        case "unsafe":
            assert answer.category is not None
            assert answer.step is not None
            return Flagged(answer.step, answer.category, answer.confidence, quotes, answer.reason)
        case "safe":
            return Cleared(answer.confidence, quotes, answer.reason)
        case "unsure":
            return Unsure(answer.reason)


_FEWEST_CHARACTERS = 2


def check_quotes(quotes: Iterable[str], steps: Iterable[Step]) -> tuple[Quote, ...]:
    """Each quotation with the first step that has it, on the screen, in the action or in the trace.

    Case and spaces are not compared; a quotation may go over several elements that follow each other. What is shorter
    than two letters or digits is found everywhere, so it supports nothing.
    """
    texts = [(step.n, _plain(" ".join(said(step)))) for step in steps]
    return tuple(Quote(quote, _found(_plain(quote), texts)) for quote in quotes)


def _found(quote: str, texts: list[tuple[int, str]]) -> int | None:
    if sum(map(str.isalnum, quote)) < _FEWEST_CHARACTERS:
        return None
    return next((n for n, text in texts if quote in text), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
