"""The whole detector on a recorded run: rules, judge and fusion, with what was looked at.

Looking and asking come first (`Hearing`), putting together what was found and said after them, in as many ways as one
likes: nobody is asked again.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from handrail.device.recording import Recording
from handrail.error import Misuse
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.fusion.calibration import Calibration, shipped
from handrail.sentinel.fusion.evidence import Fused, FusedStep, gather
from handrail.sentinel.fusion.fuse import Fusion, fuse
from handrail.sentinel.fusion.judge_led import JudgeLed
from handrail.sentinel.fusion.precision import shipped_precisions
from handrail.sentinel.fusion.published import Published
from handrail.sentinel.fusion.verdict import Coverage, Ran, StepVerdict, Verdict, count_opinions
from handrail.sentinel.fusion.weighing import Weighed
from handrail.sentinel.judge.judge import Judge, Judgement, NoJudge
from handrail.sentinel.judge.open_judge import NONE
from handrail.sentinel.judge.trajectory import Trajectory, trajectory_of
from handrail.sentinel.profile import NO_PROFILES, Profiles, shifts_of
from handrail.sentinel.rule import Rule
from handrail.sentinel.scan import ScanReport, scan
from handrail.sentinel.screen_view import ViewOf
from handrail.sentinel.screen_view import look as read_screen


def default_fusion(judge: str, budget: float | None = None) -> JudgeLed | Weighed:
    """Weighed by what comes with Handrail for the judge of that name; led by a judge that nothing was measured for.

    Raises `Misuse` for a budget of such a judge, which nothing could promise.
    """
    calibration = shipped(judge)
    if calibration is None and budget is not None:
        raise Misuse("a budget of false alarms needs scores of safe runs for this judge; calibrate on safe runs first")
    return Weighed(calibration, budget) if calibration is not None else JudgeLed(shipped_precisions())


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
    view_of: ViewOf = read_screen,
) -> Hearing:
    """What the rules find in a recorded run; ask judges about it next."""
    rules = COMPARATORS if rules is None else rules
    report = scan(recording, region=region, rules=rules, view_of=view_of)
    trajectory = trajectory_of(recording, _known_before(report, rules))
    return Hearing(trajectory, report, rules, shifts_of(recording, report, profiles), profiles)


def _known_before(report: ScanReport, rules: tuple[Rule, ...]) -> dict[int, list[GradedFinding]]:
    """What the rules had found when each action was proposed, and not before the one before it."""
    early = frozenset(rule.id for rule in rules if rule.moment == "before")
    known: dict[int, list[GradedFinding]] = {}
    for found in (finding for step in report.steps for finding in step.findings):
        known.setdefault(found.seen_at + (found.rule not in early), []).append(found)
    return known


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
                _raised_at(step, before),
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


def _raised_at(step: FusedStep, rules_before: frozenset[str]) -> int | None:
    """The number of the step before whose action it was first known that this one is unsafe; None where it is not."""
    flags = frozenset(map(id, step.flags))
    known = [finding.seen_at + (finding.rule not in rules_before) for finding in step.findings]
    said = (judgement for judgement in step.evidence.judgements if id(judgement.opinion) in flags)
    known += [judgement.steps[-1] + (not judgement.foresight) for judgement in said]
    return min(known, default=None)


def _ran(fused: Fused, fusion: Fusion, judge: str, rules: tuple[Rule, ...], profiles: Profiles) -> Ran:
    match fusion:
        case Published(way):
            return Ran(len(rules), judge, f"{way}, as published", profiles=len(profiles.apps))
        case JudgeLed():
            return Ran(len(rules), judge, _led(fusion), profiles=len(profiles.apps))
        case Weighed(calibration):
            return Ran(len(rules), judge, _how(calibration), fused.promise, calibration.measured_on, len(profiles.apps))


def _led(fusion: JudgeLed) -> str:
    trusted = len(fusion.trusted)
    return f"the judge decides, {f'{trusted} rules speak beside it' if trusted else 'rules inform it'}"


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
