"""What speaks for and against each step before anything is combined: the rules' findings and the judges' opinions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handrail.sentinel.finding import Finding
from handrail.sentinel.judge.opinion import Flagged, Judgement


@dataclass(frozen=True, slots=True)
class StepEvidence:
    """One step. `n` counts from 1; `judgements` are those that are about it, alone or with others."""

    n: int
    findings: tuple[Finding, ...] = ()
    judgements: tuple[Judgement, ...] = ()

    @property
    def found(self) -> bool:
        """Whether a rule calls it unsafe."""
        return any(finding.is_unsafe for finding in self.findings)

    @property
    def flags(self) -> tuple[Flagged, ...]:
        """The opinions that call this very step unsafe."""
        return tuple(
            judgement.opinion
            for judgement in self.judgements
            if isinstance(judgement.opinion, Flagged) and judgement.opinion.step == self.n
        )


def gather(
    findings: Iterable[tuple[int, Sequence[Finding]]], judgements: Iterable[Judgement]
) -> tuple[StepEvidence, ...]:
    """The findings of each step with the judgements that are about it."""
    about: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        for step in judgement.steps:
            about.setdefault(step, []).append(judgement)
    return tuple(StepEvidence(n, tuple(found), tuple(about.get(n, ()))) for n, found in findings)
