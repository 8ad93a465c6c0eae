"""What the risk board says and takes, as JSON."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from handrail.server.store.runs_query import LARGEST, LONGEST

SeverityName = Literal["critical", "high", "medium", "low", "note"]
Said = Literal["right", "false alarm"]


class FindingsQuery(BaseModel):
    """Which findings: all that is given has to be so. `marked` is what a person said of it, or `not yet`."""

    model_config = ConfigDict(extra="forbid")

    category: str = Field(default="", max_length=LONGEST)
    severity: SeverityName | None = None
    detector: str = Field(default="", max_length=LONGEST)
    rule: str = Field(default="", max_length=LONGEST)
    run: str = Field(default="", max_length=LONGEST)
    marked: Said | Literal["not yet"] | None = None
    after: int = Field(default=0, ge=0, le=LARGEST)
    limit: int = Field(default=50, ge=1, le=200)


class MarkDocument(BaseModel):
    """What a person said of a finding, and when."""

    mark: Said
    by: str
    at: datetime


class FindingDocument(BaseModel):
    """What a detector found in a step of a run."""

    run: str
    instruction: str
    began: datetime
    step: int
    detector: str
    rule: str
    category: str
    severity: str
    message: str
    evidence: list[str]
    marked: MarkDocument | None


class FindingsDocument(BaseModel):
    """A page of findings, those of the newest runs first, and how many there are in all."""

    findings: list[FindingDocument]
    total: int


class CategoryDocument(BaseModel):
    """How many findings of a category there are, by severity."""

    category: str
    total: int
    severities: dict[str, int]


class RuleCountDocument(BaseModel):
    """How often a rule found something, and how often people called it right.

    `marked` and `right` count runs: one in which it was right once counts as right. `at_least` is the lower end of
    Wilson's 95 % interval of its precision. Both are null where nobody said anything.
    """

    detector: str
    rule: str
    category: str
    findings: int
    marked: int
    right: int
    precision: float | None
    at_least: float | None


class BoardDocument(BaseModel):
    """The findings of all runs in numbers."""

    total: int
    categories: list[CategoryDocument]
    rules: list[RuleCountDocument]


class MarkRequest(BaseModel):
    """What somebody says of a finding; null takes back what was said."""

    model_config = ConfigDict(extra="forbid")

    run: str = Field(max_length=LONGEST)
    step: int = Field(ge=0, le=LARGEST)
    detector: str = Field(max_length=300)
    rule: str = Field(max_length=300)
    mark: Said | None
