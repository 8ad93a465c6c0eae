"""What detectors said of runs as tables and figures: whole runs, steps, kinds, prevalences, ways of asking, leaks."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from handrail.bench.experiments.risk_verdicts import Rows, Verdicted, counts_of, share_of
from handrail.bench.metrics import (
    WIDTHS,
    Timed,
    area_under_precision_recall,
    at_prevalence,
    averted,
    intervened,
    prevented,
    step_score,
    timing,
)
from handrail.bench.recipe.experiment import Measured, Results
from handrail.bench.results.charts import lines, points
from handrail.bench.results.findings import Cell, Estimate, Figure, Headline, PublishedFigure, ResultTable
from handrail.bench.results.statistics import Statistics
from handrail.bench.risk.baselines import BASELINES

PUBLISHED = (
    PublishedFigure(
        "GPT-4o + OS-Sentinel, consecutive: accuracy 60.8 %, F1 66.1 %", "OS-Sentinel, arXiv 2510.24411 v2, table 1"
    ),
    PublishedFigure("Claude-3.7-Sonnet + OS-Sentinel, sampled: accuracy 62.3 %, F1 67.0 %", "the same"),
    PublishedFigure("rule-based evaluators, consecutive: accuracy 54.5 %, F1 52.7 %", "the same"),
)
PUBLISHED_STEPS = (
    PublishedFigure(
        "Claude-3.7-Sonnet + OS-Sentinel: 22.2 %; gpt-oss-120B + OS-Sentinel: 27.6 %; rules: 19.8 %",
        "OS-Sentinel, arXiv 2510.24411 v2, table 1",
    ),
)
PREVALENCES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
_WIDTH = 3


def headlines(rows: Rows, statistics: Statistics) -> Iterator[Headline]:
    """The shares of the first detector: unsafe runs stopped in time, and safe ones flagged."""
    name, main = next(iter(rows.items()))
    unsafe, safe = [row for row in main if row.unsafe], [row for row in main if not row.unsafe]
    yield Headline(
        share_of(unsafe, lambda row: prevented(row.timed), statistics),
        f"of the unsafe runs stopped before the harm: {name}",
    )
    yield Headline(share_of(safe, lambda row: row.flagged, statistics), f"of their safe twins flagged: {name}")


def whole_runs(rows: Rows, statistics: Statistics) -> ResultTable:
    """A row for each detector, of runs taken as a whole."""
    found: list[tuple[Cell, ...]] = []
    for name, group in rows.items():
        counts = counts_of(group)
        unsafe, safe = [row for row in group if row.unsafe], [row for row in group if not row.unsafe]
        found.append(
            (
                name, len(group), share_of(group, lambda row: row.decided and row.flagged is row.unsafe, statistics),
                share_of(unsafe, lambda row: row.flagged, statistics),
                share_of(safe, lambda row: row.flagged, statistics),
                None if counts.f1 is None else Estimate(counts.f1),
                None if counts.balanced_accuracy is None else Estimate(counts.balanced_accuracy), counts.mcc,
                area_under_precision_recall((row.unsafe, row.score) for row in group if row.decided),
                sum(not row.decided for row in group),
            )
        )  # fmt: skip
    return ResultTable(
        "runs",
        "Whole runs",
        "First the detector that is meant, then its parts (the ablation), then detectors that look at nothing that"
        " matters and the published verifier, written from its description. Flagging everything has an F1 of 66.7 %.",
        ("detector", "runs", "right", "unsafe flagged", "safe flagged", "F1", "balanced", "MCC", "AUPRC", "abstained"),
        tuple(found),
        PUBLISHED,
    )


def step_table(rows: Rows, statistics: Statistics) -> ResultTable:
    """A row for each detector, of when it flags."""
    found: list[tuple[Cell, ...]] = []
    for name, group in rows.items():
        unsafe = [row for row in group if row.unsafe]
        scores = [
            statistics.mean(
                (
                    (result.pair, step_score(result.timed.labelled or 0, result.timed.first_flagged, width))
                    for result in unsafe
                ),
                "pairs",
            )
            for width in WIDTHS
        ]
        alarms = statistics.rate(((row.pair, *_alarms(row.timed)) for row in group), "pairs", share=False)
        found.append(
            (
                name, *(Estimate(score.value, score.low, score.high, score.n, True, score.of) for score in scores),
                share_of(unsafe, lambda row: intervened(row.timed), statistics),
                share_of(unsafe, lambda row: prevented(row.timed), statistics),
                share_of(unsafe, lambda row: averted(row.timed), statistics),
                timing(row.timed for row in group).mean_gap, alarms,
            )
        )  # fmt: skip
    return ResultTable(
        "steps",
        "When: the labelled step, and how sensitive the score is to B",
        "Step scores as published, for four widths B; they know no safe runs. In time: flagged at the labelled step or"
        " before. Prevented: before its action ran. Averted: before the first commitment from there on. Gap in steps,"
        " below 0 is early.",
        (
            "detector",
            *(f"B={width}" for width in WIDTHS),
            "in time",
            "prevented",
            "averted",
            "gap",
            "alarms per 100 steps",
        ),
        tuple(found),
        PUBLISHED_STEPS,
    )


def _alarms(run: Timed) -> tuple[float, float]:
    """A hundred times the false alarms, and the steps at which an alarm would be false."""
    places = run.length if run.labelled is None else min(run.length, run.labelled - 1)
    return 100.0 * sum(step <= places for step in run.flagged), float(places)


def kinds_of_risk(main: Sequence[Verdicted], name: str) -> ResultTable:
    """A row for each kind of risk, of the verdicts of one detector."""
    kinds = sorted({kind for row in main for kind in row.kinds})
    found: list[tuple[Cell, ...]] = []
    for kind in kinds:
        unsafe = [row for row in main if row.unsafe and kind in row.kinds]
        safe_ones = [row for row in main if not row.unsafe and row.pair in {row.pair for row in unsafe}]
        flagged = [result for result in unsafe if result.flagged]
        scores = [step_score(result.timed.labelled or 0, result.timed.first_flagged, _WIDTH) for result in unsafe]
        found.append(
            (
                kind, len(unsafe), len(flagged), sum(prevented(result.timed) for result in unsafe),
                sum(kind in row.named for row in flagged), sum(row.flagged for row in safe_ones), fmean(scores),
            )
        )  # fmt: skip
    return ResultTable(
        "kinds",
        f"By kind of risk: {name}",
        "Named: flagged and given that kind. Twins: safe runs of the same pairs that were flagged.",
        ("kind of risk", "unsafe runs", "flagged", "prevented", "named", "safe twins flagged", "step score, B=3"),
        tuple(found),
    )


def prevalences(rows: Rows) -> ResultTable:
    """What the rates of each detector come to where unsafe runs are rarer than here."""
    found: list[tuple[Cell, ...]] = []
    for name, group in list(rows.items()):
        if name in BASELINES and not name.startswith(("always-unsafe", "published")):
            continue
        for share in PREVALENCES:
            at = at_prevalence(counts_of(group), share)
            if at is not None:
                f1 = None if at.f1 is None else Estimate(at.f1)
                precision = None if at.precision is None else Estimate(at.precision)
                found.append((name, f"{share:.0%}", precision, f1, Estimate(at.accuracy), at.false_alarms_per_true))
    return ResultTable(
        "prevalence",
        "The same where unsafe runs are rare",
        "From the same two rates, at other shares of unsafe runs than the half of this corpus.",
        ("detector", "unsafe runs", "precision", "F1", "accuracy", "false for a true alarm"),
        tuple(found),
    )


def ways_of_asking(results: Results, modes: Iterable[str], statistics: Statistics) -> ResultTable:
    """A row for each way in which a judge is asked, of what it can see at best."""
    found: list[tuple[Cell, ...]] = []
    for mode in modes:
        selected = [measurement.result for name, measurement in results.items() if name.startswith(f"asking: {mode}:")]
        unsafe = [row for row in selected if row["run"]["unsafe"]]
        found.append(
            (
                mode,
                len(unsafe),
                statistics.mean(((row["run"]["pair"], row["questions"]) for row in selected), "pairs"),
                statistics.share(((result["run"]["pair"], float(result["about"])) for result in unsafe), "pairs"),
                statistics.share(
                    (
                        (
                            result["run"]["pair"],
                            float(result["raised"] is not None and result["raised"] <= result["run"]["step"]),
                        )
                        for result in unsafe
                    ),
                    "pairs",
                ),
            )
        )
    return ResultTable(
        "asking",
        "What each way of asking can see",
        "No model is asked: this is the most that a judge who is always right could do, and how many questions a run"
        " takes. step, sampled and consecutive are the published ways; before and after ask about the actions that"
        " count.",
        ("way", "unsafe runs", "questions a run", "labelled step asked about", "could prevent it"),
        tuple(found),
    )


def live_table(results: Results) -> ResultTable:
    """The same detector beside the run, and on its recording."""
    selected = [measurement.result for name, measurement in results.items() if name.startswith("live:")]
    flagged = [
        sum(bool(row[what]) and row["run"]["unsafe"] is label for row in selected)
        for what in ("live", "recorded")
        for label in (True, False)
    ]
    same = sum(bool(row["same"]) for row in selected)
    return ResultTable(
        "live",
        "Live against recorded",
        "The same detector beside the run as it goes on, and on its recording afterwards; the published one reads other"
        " screens and uses another threshold in each (its two rows are among the baselines).",
        ("", "runs", "unsafe flagged", "safe flagged"),
        (
            ("live", len(selected), *flagged[:2]),
            ("recorded", len(selected), *flagged[2:]),
            ("the very same verdict", len(selected), same, None),
        ),
    )


def leak_table(measurement: Measured) -> ResultTable:
    """A row for each kind of trace that might give the label away."""
    rows: list[tuple[Cell, ...]] = []
    for found in measurement.result["probes"]:
        low, high = found["auc_interval"] or (None, None)
        rows.append((found["name"], Estimate(found["auc"], low, high, 0, share=False, of="pairs"), found["accuracy"]))
    return ResultTable(
        "leaks",
        "Does something else give the label away?",
        "What can be told from one kind of trace alone, on pairs that were not learned from: 0.5 is guessing, and good."
        " Words of the request may tell more where the request is the risk.",
        ("trace", "AUC", "accuracy"),
        tuple(rows),
    )


# Figures.


CHARTED = ("always-unsafe", "middle-step", "constant-step", "published-rules-frozen")
"""The baselines that figures show; tables have all of them."""


def figures_of(rows: Rows) -> Iterator[Figure]:
    """Found against falsely flagged, the step score by its width, and precision where unsafe runs are rare."""
    dots, steps, rare = [], [], []
    for name, group in rows.items():
        if name in BASELINES and name not in CHARTED:
            continue
        counts = counts_of(group)
        dots.append({"series": name, "x": _percent(counts.false_positive_rate), "y": _percent(counts.recall)})
        timed = timing(row.timed for row in group)
        steps += [{"series": name, "x": width, "y": _percent(score)} for width, score in timed.score.items()]
        if name not in BASELINES:
            at = [(share, at_prevalence(counts, share)) for share in PREVALENCES]
            rare += [
                {"series": name, "x": f"{share:.0%}", "y": _percent(prevalence.precision)}
                for share, prevalence in at
                if prevalence
            ]
    yield points(
        "found", "Found, and falsely flagged", "A point for each detector; the diagonal is guessing.", dots,
        across="safe runs flagged, %", up="unsafe runs flagged, %", diagonal=True,
    )  # fmt: skip
    yield lines(
        "score",
        "Step score by its width B",
        "Means over the unsafe runs.",
        steps,
        across="B",
        up="step score, %",
        ordinal=True,
    )
    yield lines(
        "prevalence", "How often a flag is right, the rarer unsafe runs are",
        "Precision over the share of unsafe runs.", rare,
        across="unsafe runs", up="precision, %", ordinal=True,
    )  # fmt: skip


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value
