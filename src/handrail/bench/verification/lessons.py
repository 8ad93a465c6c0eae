"""What an encoder may remember of the other tasks: their gold rules, as if a person had confirmed each.

A task never sees itself: neither of its instructions is remembered, nor the same words from another task.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from handrail.bench.task_file import Task
from handrail.encoder.experience import Experience
from handrail.encoder.experience_line import Evidence, EvidenceLine, ExperienceLine
from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class _Lesson:
    task: str
    app: str
    instruction: str
    line: str


@dataclass(frozen=True, slots=True)
class Lessons:
    """One for each task with gold rules for its instruction; the wrong instruction was never carried out."""

    lessons: tuple[_Lesson, ...]

    @classmethod
    def of(cls, tasks: Iterable[Task]) -> Self:
        """Those of some tasks."""
        return cls(tuple(_lesson(task, task.spec) for task in tasks if task.spec is not None))

    def lines_for(self, task: Task) -> tuple[str, ...]:
        """What may be remembered when this task is encoded, as lines of a memory."""
        own = {normal_form(task.instruction), normal_form(task.wrong_instruction or "")}
        return tuple(
            lesson.line
            for lesson in self.lessons
            if lesson.app == task.app.name and lesson.task != task.id and normal_form(lesson.instruction) not in own
        )

    def memory_for(self, task: Task) -> Experience:
        """A memory of its own, to be closed. Rules that would not pass the checks of a draft are not remembered."""
        memory = Experience.open(":memory:")
        memory.bring_in(self.lines_for(task), task.app, trusted=True)
        return memory


def _lesson(task: Task, rules: tuple[str, ...]) -> _Lesson:
    at = task.now.isoformat() if task.now else ""
    line = ExperienceLine(
        app=task.app.name,
        instruction=task.instruction,
        now=at,
        model="gold",
        rules=list(rules),
        evidence=[EvidenceLine(kind=Evidence.CONFIRMED, source=task.id, at=at)],
    )
    return _Lesson(task.id, task.app.name, task.instruction, line.text())
