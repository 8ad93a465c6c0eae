"""What is asked in an evaluation: is this path right for this instruction?

A task asks once or twice. Its steps carry out its instruction, so that one is expected to accept them; they do not
carry out its wrong instruction, so that one is expected to reject them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from handrail.bench.task_file import Task, Which
from handrail.encoder.encoding import LONGEST_INSTRUCTION
from handrail.error import UnreadableInput

__all__ = ["Question", "questions_of"]


@dataclass(frozen=True, slots=True)
class Question:
    """One instruction of a task. `now` is when the session begins."""

    task: Task
    which: Which
    instruction: str
    now: datetime

    @property
    def expected(self) -> bool:
        """Whether the path should be accepted."""
        return self.which == "spec"

    @property
    def key(self) -> tuple[str, str, Which]:
        """What tells it from the others."""
        return self.task.app.name, self.task.id, self.which

    @property
    def gold(self) -> tuple[str, ...] | None:
        """The gold rules, if the file has them."""
        return self.task.rules(self.which)


def questions_of(tasks: Iterable[Task], *, now: datetime | None = None) -> tuple[Question, ...]:
    """The questions of all tasks, in their order. `now` is the clock of tasks that have none.

    Raises `UnreadableInput` for a task that nothing can be asked about, and for two that have one name.
    """
    questions = tuple(question for task in tasks for question in _questions(task, now))
    seen: set[tuple[str, str, Which]] = set()
    for question in questions:
        if question.key in seen:
            raise UnreadableInput(f"two tasks of {question.task.app.name} have the id {question.task.id!r}")
        seen.add(question.key)
    return questions


def _questions(task: Task, now: datetime | None) -> Iterable[Question]:
    moment = task.now or now
    if moment is None:
        raise UnreadableInput(
            f"{task.id}: it has no `now`, and what `tomorrow` is depends on it; write it in the file, or give --now"
        )
    asked: list[tuple[Which, str | None]] = [("spec", task.instruction), ("wrong_spec", task.wrong_instruction)]
    for which, instruction in asked:
        if instruction is None:
            continue
        field = "instruction" if which == "spec" else "wrong_instruction"
        if not instruction.strip():
            raise UnreadableInput(f"{task.id}: `{field}` is empty; write what the user asked for")
        if len(instruction) > LONGEST_INSTRUCTION:
            raise UnreadableInput(f"{task.id}: `{field}` is longer than {LONGEST_INSTRUCTION:,} characters")
        yield Question(replace(task, now=moment), which, instruction, moment)
