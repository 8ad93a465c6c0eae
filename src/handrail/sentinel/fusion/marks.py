"""What people said of findings, as JSON Lines: from it the precision of each rule is counted on runs of one's own."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from handrail.error import UnreadableInput


class Mark(BaseModel):
    """That a person called a finding right, or a false alarm: what a rule of a detector found in a step of a run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    run: str
    step: int
    detector: str
    rule: str
    category: str
    severity: str
    mark: Literal["right", "false alarm"]
    by: str
    at: AwareDatetime


def write_marks(marks: Iterable[Mark]) -> str:
    """A line for each."""
    return "".join(mark.model_dump_json() + "\n" for mark in marks)


def read_marks(text: str, name: str) -> tuple[Mark, ...]:
    """What `write_marks` wrote; raises `UnreadableInput` that names the line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(Mark.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "JSON"
            raise UnreadableInput(f"{name}:{number}: {place}: {first['msg']}") from error
    return tuple(found)


def marked_runs(marks: Iterable[Mark]) -> Iterator[tuple[bool, frozenset[str]]]:
    """For `precisions_of`: of each run the rules that were right in it, and those that were not even once."""
    right: dict[str, set[str]] = {}
    flagged: dict[str, set[str]] = {}
    for mark in marks:
        flagged.setdefault(mark.run, set()).add(mark.rule)
        if mark.mark == "right":
            right.setdefault(mark.run, set()).add(mark.rule)
    for run, rules in flagged.items():
        was_right = frozenset(right.get(run, ()))
        yield True, was_right
        yield False, frozenset(rules) - was_right
