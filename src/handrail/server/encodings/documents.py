"""What the routes over encodings say and take, as JSON."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.documents import LONGEST_RULES
from handrail.server.messages import MessageDocument
from handrail.server.store.runs_query import LARGEST

MOST_RUNS = 30


class EncodingsQuery(BaseModel):
    """Which encodings: those in a state, so many after so many of the newest."""

    model_config = ConfigDict(extra="forbid")

    state: Literal["to review", "accepted", "edited"] | None = None
    after: int = Field(default=0, ge=0, le=LARGEST)
    limit: int = Field(default=50, ge=1, le=200)


class EncodingDocument(BaseModel):
    """One instruction for some apps. `edited`: a person accepted other rules than the encoder's."""

    id: str
    instruction: str
    apps: list[str]
    model: str
    encoded: datetime
    state: Literal["to review", "accepted", "edited"]
    by: str | None
    at: datetime | None


class EncodingsDocument(BaseModel):
    """A page of encodings, the newest first, and how many there are in all."""

    encodings: list[EncodingDocument]
    total: int


class WholeEncodingDocument(BaseModel):
    """An encoding with its rules: the encoder's, how it read the words, and those that a person accepted.

    `is_reused` says whether the accepted ones are used the next time; those that name a day or a time are not, as the
    same words may mean another one then. `runs` are the newest with this instruction.
    """

    encoding: EncodingDocument
    rules: str
    accepted: str | None
    is_reused: bool
    review: dict[str, Any]
    runs: list[str]


class RulesRequest(BaseModel):
    """Rules to check."""

    model_config = ConfigDict(extra="forbid")

    specification: str = Field(max_length=LONGEST_RULES)


class AcceptRequest(BaseModel):
    """The rules that a person accepts; null takes back what was accepted."""

    model_config = ConfigDict(extra="forbid")

    specification: str | None = Field(max_length=LONGEST_RULES)


class RulesCheckDocument(BaseModel):
    """Whether rules can be used, what there is to say against them, and what they mean, a sentence each."""

    usable: bool
    messages: list[MessageDocument]
    words: list[str]
