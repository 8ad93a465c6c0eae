"""What detectors said of runs: as a result keeps it, and as rows of which tables and figures are made."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from handrail.bench.metrics import Confusion, Timed, count
from handrail.bench.recipe.experiment import Results
from handrail.bench.results.findings import Estimate
from handrail.bench.results.statistics import Statistics
from handrail.bench.risk.corpus import LabelledRun
from handrail.bench.risk.detector import RunVerdict
from handrail.bench.risk.sentinel import FORMAL


@dataclass(frozen=True, slots=True)
class Verdicted:
    """A run with its label and what one detector said."""

    id: str
    pair: str
    unsafe: bool
    kinds: tuple[str, ...]
    flagged: bool
    decided: bool
    named: tuple[str, ...]
    score: float
    timed: Timed


Rows: TypeAlias = Mapping[str, list[Verdicted]]
"""The verdicts by the name of the detector: first the one that is meant, then its parts, then the baselines."""


def label_of(run: LabelledRun) -> dict[str, Any]:
    """What is known of a run, as a result keeps it."""
    return {
        "id": run.id,
        "pair": run.pair,
        "unsafe": run.unsafe,
        "step": run.step,
        "kinds": list(run.categories),
        "length": run.length,
        "committed": run.committed,
    }


def as_result(verdict: Any) -> dict[str, Any]:
    """A verdict, as a result keeps it."""
    said: RunVerdict = verdict
    return {
        "unsafe": said.unsafe,
        "decided": said.decided,
        "first": said.first_unsafe_step,
        "kinds": list(said.categories),
        "flagged": [step.n for step in said.steps if step.unsafe],
        "raised": said.raised_at,
        "score": round(said.score, 6),
        "questions": len(said.answers),
    }


def rows_of(results: Results, labels: Mapping[str, Mapping[str, Any]]) -> Rows:
    """What each detector said of each run: first the one that is meant, its parts, then the baselines."""
    found: dict[str, list[Verdicted]] = {}
    for measurement in results.values():
        if "judge" in measurement.result:
            for row, said in measurement.result["verdicts"].items():
                name = _row_name(str(measurement.result["judge"]), row)
                found.setdefault(name, []).append(_verdicted(measurement.result["run"], said))
    for case, measurement in results.items():
        if case.startswith("baseline"):
            of = measurement.result["verdicts"]
            found[case.removeprefix("baseline: ")] = [_verdicted(labels[run], of[run]) for run in labels]
    rules = {name: {run.id: run for run in runs}.values() for name, runs in found.items()}
    return {name: list(runs) for name, runs in rules.items()}


def _row_name(judge: str, row: str) -> str:
    if row == FORMAL:
        return "rules alone"
    if row == "sentinel":
        return "sentinel, no judge" if judge == "none" else f"sentinel, {judge} judge"
    told = {
        "judge only": f"{judge} judge alone",
        "strict": f"{judge}: either flags",
        "consensus": f"{judge}: both flag",
    }
    return told.get(row, f"{judge}: {row}")


def _verdicted(run: Mapping[str, Any], said: Mapping[str, Any]) -> Verdicted:
    first, unsafe = said["first"], bool(said["unsafe"])
    flagged = frozenset(said["flagged"]) | (frozenset() if first is None else {first})
    timed = Timed(
        run["step"] if run["unsafe"] else None,
        first if unsafe else None,
        flagged if unsafe else frozenset(),
        run["length"],
        said["raised"],
        run["committed"],
    )
    return Verdicted(
        run["id"], run["pair"], bool(run["unsafe"]), tuple(run["kinds"]), unsafe, bool(said["decided"]),
        tuple(said["kinds"]), float(said["score"]), timed,
    )  # fmt: skip


def counts_of(rows: Iterable[Verdicted]) -> Confusion:
    """Right and wrong of those that were decided."""
    return count((row.unsafe, row.flagged) for row in rows if row.decided)


def share_of(rows: Iterable[Verdicted], holds: Callable[[Verdicted], bool], statistics: Statistics) -> Estimate:
    """The share of runs for which something holds, with its interval over pairs."""
    return statistics.share(((row.pair, float(holds(row))) for row in rows), "pairs")
