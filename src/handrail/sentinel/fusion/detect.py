"""The whole detector on a recorded run: rules, judge and fusion, with what was looked at."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from handrail.device.recording import Recording
from handrail.sentinel.fusion.calibration import Calibration, shipped
from handrail.sentinel.fusion.fuse import Fused, Fusion, Published, PublishedWay, Weighed, fuse
from handrail.sentinel.fusion.step_evidence import StepEvidence, gather
from handrail.sentinel.fusion.verdict import Coverage, Ran, StepVerdict, Verdict, count_opinions
from handrail.sentinel.judge import NoJudge, open_judge
from handrail.sentinel.judge.case import case_of
from handrail.sentinel.judge.judge import Judge
from handrail.sentinel.judge.mode import Consecutive, Sampled
from handrail.sentinel.judge.opening import NONE, OFFLINE
from handrail.sentinel.judge.opinion import Judgement
from handrail.sentinel.profile.profile import NO_PROFILES, Profiles
from handrail.sentinel.profile.shift import shifts_of
from handrail.sentinel.rule import Rule
from handrail.sentinel.rule_file import load_rules
from handrail.sentinel.scan import ScanReport, scan


def default_fusion(judge: str, budget: float | None = None) -> Weighed:
    """Weighed by what comes with Handrail for the judge of that name; see `calibration.shipped`."""
    return Weighed(shipped(judge), budget)


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
    rules = load_rules() if rules is None else rules
    way = fusion if fusion is not None else default_fusion(asked.name, budget)
    report = scan(recording, region=region, rules=rules)
    judged = await asked.judge(case_of(recording))
    shifts = shifts_of(recording, report, profiles)
    return conclude(report, judged.judgements, way, judge=asked.name, rules=rules, shifts=shifts, profiles=profiles)


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


def detectors(judge: str, *, budget: float | None = None) -> Mapping[str, Callable[[Recording], Verdict]]:
    """The detector that a judge's name stands for, first, then its parts and the published ways, for an ablation.

    For a model each detector asks by itself; give the model a recording (`Recording`, `Recorded`) to pay once.
    """
    made: dict[str, Callable[[Recording], Verdict]] = {}
    opened = open_judge(judge)
    made["sentinel"] = partial(detect_now, judge=opened, budget=budget)
    if judge == NONE:
        return made
    ways: tuple[PublishedWay, ...] = ("rules only", "judge only", "strict", "consensus")
    for way in ways:
        made[way] = partial(detect_now, judge=opened, fusion=Published(way))
    if judge != OFFLINE:
        for mode in (Sampled(), Consecutive()):
            other = open_judge(judge, mode=mode)
            made[f"sentinel, {mode.name}"] = partial(detect_now, judge=other, budget=budget)
            made[f"judge only, {mode.name}"] = partial(detect_now, judge=other, fusion=Published("judge only"))
    return made
