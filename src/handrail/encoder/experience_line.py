"""Remembered work as JSON Lines: one entry a line, to carry from one place to another. `handrail.experience/1`."""

import json
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from handrail.encoder.draft import Draft, LeftOut, Trace
from handrail.encoder.evidence import Evidence
from handrail.error import UnreadableInput

Short = Annotated[str, Field(max_length=2_000)]


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
            tuple(Trace(one.what, one.words, one.start, one.end, one.assumption) for one in self.sources),
            tuple(LeftOut(one.words, one.why) for one in self.left_out),
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
