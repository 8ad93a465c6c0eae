"""Remembered work as JSON Lines: one entry a line, to carry from one place to another. `handrail.experience/1`."""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from handrail.encoder.draft import Draft, LeftOut, ValueSource
from handrail.error import UnreadableInput

Short = Annotated[str, Field(max_length=2_000)]


# How far a remembered encoding is to be trusted: what speaks for it, what speaks against it, and its rivals.
#
# A person's word counts three times a completed run, a person's no more than a yes: a completed run alone is trusted
# by half, a person's yes by three quarters. Where several encodings of one instruction are remembered, each keeps
# only its share: two that contradict each other both lose.


OFFERED_FROM = 0.5
"""The least trust with which an entry is shown to a model."""


class Evidence(StrEnum):
    """What is known about a finished task."""

    CONFIRMED = "confirmed by a person"
    COMPLETED = "completed by a run"
    UNCONFIRMED = "not confirmed"
    REJECTED = "rejected by a person"
    FAILED = "a run went wrong"


_FOR = {Evidence.CONFIRMED: 3.0, Evidence.COMPLETED: 1.0}
_AGAINST = {Evidence.REJECTED: 4.0, Evidence.FAILED: 1.0}


@dataclass(frozen=True, slots=True)
class EvidenceBalance:
    """The sums of what speaks for and against an entry."""

    supports: float
    opposes: float

    @classmethod
    def of(cls, evidence: dict[Evidence, int]) -> "EvidenceBalance":
        """From how often each kind of evidence was given."""
        return cls(
            sum(_FOR.get(kind, 0.0) * times for kind, times in evidence.items()),
            sum(_AGAINST.get(kind, 0.0) * times for kind, times in evidence.items()),
        )

    def trust(self, rivals: "tuple[EvidenceBalance, ...]" = ()) -> float:
        """From 0 to 1: the share of what speaks for it, among all that was said about it and for its rivals.

        One more is counted as not said yet, so that much evidence is worth more than little.
        """
        return self.supports / (1.0 + self.supports + self.opposes + sum(rival.supports for rival in rivals))


# One entry, as a line.


def _moment(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Moment = Annotated[Short, AfterValidator(_moment)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class SourceLine(_Line):
    """Where a value of the rules comes from."""

    what: Short
    words: Short = ""
    start: int = -1
    end: int = -1
    assumption: Short = ""


class LeftOutLine(_Line):
    """Words that no rule needs."""

    words: Short
    why: Short


class EvidenceLine(_Line):
    """What is known about one finished task."""

    kind: Evidence
    source: Short
    at: Moment


class ExperienceLine(_Line):
    """One entry."""

    format: Literal["handrail.experience/1"] = "handrail.experience/1"
    app: Short
    instruction: Annotated[str, Field(min_length=1, max_length=10_000)]
    now: Moment
    model: Short = ""
    rules: list[Annotated[str, Field(max_length=20_000)]] = Field(min_length=1, max_length=5_000)
    predicates: list[Short] = Field(default_factory=list)
    objectives: dict[str, Short] = Field(default_factory=dict)
    sources: list[SourceLine] = Field(default_factory=list)
    left_out: list[LeftOutLine] = Field(default_factory=list)
    evidence: list[EvidenceLine] = Field(default_factory=list)

    def draft(self) -> Draft:
        """The entry as a draft, to be checked again."""
        return Draft(
            tuple(self.rules),
            tuple(self.objectives.items()),
            tuple(
                ValueSource(source.what, source.words, source.start, source.end, source.assumption)
                for source in self.sources
            ),
            tuple(LeftOut(left_out_line.words, left_out_line.why) for left_out_line in self.left_out),
        )

    def text(self) -> str:
        """The line, with its fields in a fixed order."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"))


def read_line(text: str, place: str) -> ExperienceLine:
    """A line that somebody brings. Raises `UnreadableInput` that names the place and the first fault."""
    try:
        return ExperienceLine.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UnreadableInput(f"{place}: {where}: {first['msg']}") from error
