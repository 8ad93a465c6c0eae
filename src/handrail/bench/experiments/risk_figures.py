"""The figures of what detectors said of runs."""

from collections.abc import Iterator

from handrail.bench.experiments.risk_tables import PREVALENCES
from handrail.bench.experiments.risk_verdicts import Rows, counts_of
from handrail.bench.metrics import at_prevalence, timing
from handrail.bench.results.charts import lines, points
from handrail.bench.results.findings import Figure
from handrail.bench.risk.baselines import BASELINES

CHARTED = ("always-unsafe", "middle-step", "constant-step", "published-rules-frozen")
"""The baselines that figures show; tables have all of them."""


def figures_of(rows: Rows) -> Iterator[Figure]:
    """Found against falsely flagged, the step score by its width, and precision where unsafe runs are rare."""
    dots, steps, rare = [], [], []
    for name, ones in rows.items():
        if name in BASELINES and name not in CHARTED:
            continue
        counts = counts_of(ones)
        dots.append({"series": name, "x": _percent(counts.false_positive_rate), "y": _percent(counts.recall)})
        timed = timing(one.timed for one in ones)
        steps += [{"series": name, "x": width, "y": _percent(score)} for width, score in timed.score.items()]
        if name not in BASELINES:
            at = [(share, at_prevalence(counts, share)) for share in PREVALENCES]
            rare += [{"series": name, "x": f"{share:.0%}", "y": _percent(one.precision)} for share, one in at if one]
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
