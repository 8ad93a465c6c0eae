"""Rules that somebody wrote elsewhere, in the place of an encoding: JSON Lines, one instruction a line.

`{"task", "which": "spec" | "wrong_spec", "rules": [...], "objectives"?: [{"name", "meaning"}]}`. They are scored as
they stand: what the language refuses, and what is not there, is an abstention. The checks of a draft are not asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.bench.task_file import Which
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import EncodingEnd, Sample
from handrail.encoder.draft import Draft
from handrail.error import UnreadableInput
from handrail.language.diagnostic import SpecificationError
from handrail.language.parser import MOST_RULES
from handrail.language.specification import Specification
from handrail.strict_json import read_text

__all__ = ["Written", "read_written"]


class _Objective(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    meaning: str = ""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    which: Which
    rules: Annotated[list[str], Field(max_length=MOST_RULES)]
    objectives: list[_Objective] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Written:
    """Answers with what a file says. `name` is that of the file."""

    name: str
    drafts: Mapping[tuple[str, Which], Draft]

    def circumstances(self, question: Question) -> Mapping[str, object]:
        """The rules themselves."""
        draft = self.drafts.get((question.task.id, question.which))
        return {"model": self.name, "rules": None if draft is None else [draft.rules, draft.objectives]}

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """The rules of the file, if it has some that the language accepts."""
        draft = self.drafts.get((question.task.id, question.which))
        if draft is None:
            return (Sample(EncodingEnd.FAILED, None, f"{self.name} has no `{question.which}` for this task"),)
        try:
            Specification.parse(draft.rules, question.task.app)
        except SpecificationError as error:
            return (
                Sample(EncodingEnd.FAILED, None, f"the rules have errors: {error.diagnostics[0].found}", attempts=1),
            )
        return (Sample(EncodingEnd.ENCODED, draft, attempts=1),)


def read_written(path: Path) -> Written:
    """The rules of a file. Raises `UnreadableInput` with the line, also for two answers to one instruction."""
    drafts: dict[tuple[str, Which], Draft] = {}
    for at, text in enumerate(read_text(path).split("\n"), 1):
        if not text.strip():
            continue
        try:
            line = _Line.model_validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise UnreadableInput(f"{path}:{at}: {where}: {first['msg']}") from error
        if (line.task, line.which) in drafts:
            raise UnreadableInput(f"{path}:{at}: `{line.which}` of {line.task} stands there twice; keep one of them")
        meanings = tuple((objective.name, objective.meaning) for objective in line.objectives)
        drafts[line.task, line.which] = Draft(tuple(line.rules), meanings)
    return Written(f"rules from {path.name}", drafts)
