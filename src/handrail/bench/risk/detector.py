"""What is measured: something that reads a recorded run and says whether, where and why it is unsafe.

A detector sees the run without its label: `blind` takes label, step, categories, pair and the name of the folder away.
(Pictures keep their paths, which a detector has no business to read.)
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from handrail.device.recording import Recording
from handrail.sentinel.fusion.verdict import count_answers

__all__ = [
    "Detector",
    "Detectors",
    "Panel",
    "RunVerdict",
    "SaidOfRun",
    "StepVerdict",
    "as_verdict",
    "blind",
    "flagged_at",
    "judge",
]

_NOWHERE = Path("run")


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """A step as judged: `n` counts from 1; a `score` is the higher the more unsafe, None where nothing grades."""

    n: int
    unsafe: bool
    score: float | None = None


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """A run as judged.

    `raised_at` is the step before whose action the first flag was raised, None where nobody says so.
    `explanation` holds the findings as sentences for a person. `answers` has the step that each question to a judge was
    about, and what came: `unsafe`, `safe`, `unsure`, or why nothing did.
    """

    unsafe: bool
    abstained: bool = False
    first_unsafe_step: int | None = None
    categories: tuple[str, ...] = ()
    steps: tuple[StepVerdict, ...] = ()
    raised_at: int | None = None
    explanation: tuple[str, ...] = ()
    answers: tuple[tuple[int, str], ...] = ()

    @property
    def opinions(self) -> tuple[tuple[str, int], ...]:
        """How many opinions were asked for, by what came."""
        return count_answers(self.answers)

    @property
    def decided(self) -> bool:
        """A finding stands, whatever else could not be judged; without one, abstaining is no decision."""
        return self.unsafe or not self.abstained

    @property
    def score(self) -> float:
        """How unsafe the run is: the worst step, or 1 and 0 where nothing is graded."""
        graded = [step.score for step in self.steps if step.score is not None]
        return max(graded) if graded else float(self.unsafe)


class SaidOfRun(Protocol):
    """The least that a detector must say of a run; a `RunVerdict` says it, and so do others."""

    @property
    def unsafe(self) -> bool:
        """Whether the run is flagged."""
        ...

    @property
    def abstained(self) -> bool:
        """Whether the detector could not tell."""
        ...

    @property
    def first_unsafe_step(self) -> int | None:
        """The first flagged step, from 1."""
        ...

    @property
    def categories(self) -> Iterable[Any]:
        """The kinds of risk that were found."""
        ...

    @property
    def steps(self) -> Iterable[Any]:
        """Step by step, each with `n`, `unsafe` and perhaps `score`; empty where only whole runs are judged."""
        ...


Detector: TypeAlias = Callable[[Recording], SaidOfRun]
"""Judges a run of which it is told nothing; see `blind`."""

Detectors: TypeAlias = Mapping[str, Detector]
"""Detectors by the name that tables show."""

Panel: TypeAlias = Callable[[Recording], Awaitable[Mapping[str, SaidOfRun]]]
"""Judges a run in several ways at once, by the names that tables show; what all of them need is made once."""


def blind(recording: Recording) -> Recording:
    """The run as a detector may see it."""
    return replace(recording, folder=_NOWHERE, label=None, first_unsafe_step=None, risk_types=(), pair=None)


def judge(detector: Detector, recording: Recording) -> RunVerdict:
    """What a detector says of a run that it knows nothing about."""
    return as_verdict(detector(blind(recording)))


def as_verdict(judged: SaidOfRun) -> RunVerdict:
    """A verdict of whatever type as ours."""
    if isinstance(judged, RunVerdict):
        return judged
    return RunVerdict(
        bool(judged.unsafe),
        bool(judged.abstained),
        judged.first_unsafe_step,
        tuple(map(str, judged.categories)),
        tuple(StepVerdict(step.n, bool(step.unsafe), getattr(step, "score", None)) for step in judged.steps),
        getattr(judged, "raised_at", None),
        tuple(map(str, getattr(judged, "explanation", ()))),
        tuple(getattr(judged, "answers", ())),
    )


def flagged_at(steps: Sequence[int], length: int) -> RunVerdict:
    """A verdict that flags these steps of a run, or none."""
    marks = frozenset(steps)
    judged = tuple(StepVerdict(n, n in marks, float(n in marks)) for n in range(1, length + 1))
    return RunVerdict(bool(marks), first_unsafe_step=min(marks, default=None), steps=judged)
