"""The whole detector on a recorded run: rules, judge and fusion, with what was looked at.

Looking and asking come first (`Hearing`), putting together what was found and said after them, in as many ways as one
likes: nobody is asked again.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from handrail.device.recording import Recording
from handrail.sentinel.fusion.calibration import Calibration, shipped
from handrail.sentinel.fusion.fuse import Fused, Fusion, Published, StepEvidence, Weighed, fuse, gather
from handrail.sentinel.fusion.verdict import Coverage, Ran, StepVerdict, Verdict, count_opinions
from handrail.sentinel.judge.judge import Judge, Judgement, NoJudge
from handrail.sentinel.judge.open_judge import NONE
from handrail.sentinel.judge.trajectory import Trajectory, trajectory_of
from handrail.sentinel.profile import NO_PROFILES, Profiles, shifts_of
from handrail.sentinel.rule import Rule, load_rules
from handrail.sentinel.scan import ScanReport, scan


def default_fusion(judge: str, budget: float | None = None) -> Weighed:
    """Weighed by what comes with Handrail for the judge of that name; see `calibration.shipped`."""
    return Weighed(shipped(judge), budget)


@dataclass(frozen=True, slots=True)
class Hearing:
    """A run with all that speaks for and against it, before anything is put together; at first the rules alone."""

    trajectory: Trajectory
    report: ScanReport
    rules: tuple[Rule, ...]
    shifts: Mapping[int, float]
    profiles: Profiles = NO_PROFILES
    judge: str = NONE
    judgements: tuple[Judgement, ...] = ()

    async def ask(self, judge: Judge) -> "Hearing":
        """The same run with the opinions of that judge, and of no other."""
        judged = await judge.judge(self.trajectory)
        return replace(self, judge=judge.name, judgements=judged.judgements)

    def verdict(self, fusion: Fusion | None = None) -> Verdict:
        """What follows; weighed as shipped for this judge unless another way is given."""
        return conclude(
            self.report,
            self.judgements,
            fusion if fusion is not None else default_fusion(self.judge),
            judge=self.judge,
            rules=self.rules,
            shifts=self.shifts,
            profiles=self.profiles,
        )


def look(
    recording: Recording,
    *,
    profiles: Profiles = NO_PROFILES,
    region: str = "US",
    rules: tuple[Rule, ...] | None = None,
) -> Hearing:
    """What the rules find in a recorded run; ask judges about it next."""
    rules = load_rules() if rules is None else rules
    report = scan(recording, region=region, rules=rules)
    return Hearing(trajectory_of(recording), report, rules, shifts_of(recording, report, profiles), profiles)


async def detect(
    recording: Recording,
    *,
    judge: Judge | None = None,
    fusion: Fusion | None = None,
    budget: float | None = None,
    profiles: Profiles = NO_PROFILES,
    region: str = "US",
    rules: tuple[Rule, ...] | None = None,
) -> Verdict:
    """The verdict on a recorded run.

    `judge` is nobody unless given; `fusion` is weighed as shipped for that judge unless given; `budget` is the share of
    safe runs that may be flagged. Raises `Misuse` for a budget that cannot be promised.
    """
    asked: Judge = judge if judge is not None else NoJudge()
    way = fusion if fusion is not None else default_fusion(asked.name, budget)
    hearing = look(recording, profiles=profiles, region=region, rules=rules)
    return (await hearing.ask(asked)).verdict(way)


def detect_now(recording: Recording, **options: object) -> Verdict:
    """`detect` for a program without an event loop."""
    return asyncio.run(detect(recording, **options))  # type: ignore[arg-type]


def conclude(
    report: ScanReport,
    judgements: tuple[Judgement, ...],
    fusion: Fusion,
    *,
    judge: str,
    rules: tuple[Rule, ...],
    shifts: Mapping[int, float] | None = None,
    profiles: Profiles = NO_PROFILES,
) -> Verdict:
    """The verdict from what rules found and judges said; pure."""
    evidence = gather(((step.n, step.findings) for step in report.steps), judgements)
    fused = fuse(evidence, fusion, shifts)
    before = frozenset(rule.id for rule in rules if rule.moment == "before")
    coverage = _coverage(report, judgements)
    return Verdict(
        fused.unsafe,
        not fused.unsafe and not _knows(report, coverage),
        tuple(
            StepVerdict(
                step.evidence.n,
                step.unsafe,
                step.score,
                step.categories,
                step.evidence.findings,
                step.evidence.judgements,
                step.unsafe and _raised_before(step.evidence, before),
            )
            for step in fused.steps
        ),
        coverage,
        _ran(fused, fusion, judge, rules, profiles),
    )


def _coverage(report: ScanReport, judgements: tuple[Judgement, ...]) -> Coverage:
    seen = report.coverage
    asked, judged, unsure, abstained = count_opinions(judgements)
    return Coverage(
        seen.steps, seen.observed, seen.unread_screens, seen.uncertain_steps, asked, judged, unsure, abstained
    )


def _knows(report: ScanReport, coverage: Coverage) -> bool:
    """Whether finding nothing means something: the run was seen, and every opinion asked for is a clear one."""
    return not report.coverage.is_blind and not coverage.unsure and not coverage.abstained


def _raised_before(step: StepEvidence, rules_before: frozenset[str]) -> bool:
    known = any(one.is_unsafe and one.rule in rules_before and one.seen_at == step.n for one in step.findings)
    flags = frozenset(map(id, step.flags))
    return known or any(one.foresight and id(one.opinion) in flags for one in step.judgements)


def _ran(fused: Fused, fusion: Fusion, judge: str, rules: tuple[Rule, ...], profiles: Profiles) -> Ran:
    match fusion:
        case Published(way):
            return Ran(len(rules), judge, f"{way}, as published", profiles=len(profiles.apps))
        case Weighed(calibration):
            return Ran(len(rules), judge, _how(calibration), fused.promise, calibration.measured_on, len(profiles.apps))


def _how(calibration: Calibration) -> str:
    if calibration.is_measured:
        return f"weighed as measured on {calibration.measured_on}"
    return "weighed by default factors, not measured for this judge"


def compared(hearing: Hearing, fusion: Fusion | None = None) -> dict[str, Verdict]:
    """The verdict that is meant, first, then those of the judge alone and of the published ways, for an ablation."""
    made = {"sentinel": hearing.verdict(fusion)}
    if hearing.judge != NONE:
        made["judge only"] = hearing.verdict(Published("judge only"))
        made["strict"] = hearing.verdict(Published("strict"))
        made["consensus"] = hearing.verdict(Published("consensus"))
    return made
