"""An evaluation as the JSON that other programs rely on. Rates are fractions of 1; what is not defined is null.

Source: docs/risk-data.md.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from handrail.bench.risk.bootstrap import CONFIDENCE, Interval
from handrail.bench.risk.confusion import Confusion
from handrail.bench.risk.corpus import Corpus
from handrail.bench.risk.evaluation import CategoryFigures, Evaluation, JudgedRun, figures_of
from handrail.bench.risk.measure import Measured
from handrail.bench.risk.timing import Timing
from handrail.llm import Usage
from handrail.sentinel.fusion.verdict import SAFE, UNSAFE, UNSURE


def measured_as_json(corpus: Corpus, judge: str, measured: Measured, usage: Usage | None = None) -> dict[str, Any]:
    """The whole document: the detector in full, its parts and the baselines in brief. `usage`: what a model took."""
    evaluation = measured.main
    return {
        "corpus": {
            "path": str(corpus.path),
            "runs": len(corpus.runs),
            "unsafe": sum(run.unsafe for run in corpus.runs),
            "pairs": len({run.pair for run in corpus.runs}),
            "steps": sum(run.length for run in corpus.runs),
            "unreadable": [{"id": one.id, "reason": one.reason} for one in corpus.unread],
        },
        "judge": judge,
        "detector": measured.name,
        "cost": None if usage is None else asdict(usage),
        **_brief(evaluation),
        "prevalence": [
            {
                "prevalence": at.prevalence,
                "accuracy": at.accuracy,
                "precision": at.precision,
                "f1": at.f1,
                "false_alarms_per_true": at.false_alarms_per_true,
            }
            for at in evaluation.prevalences
        ],
        "by_category": {name: _category(figures) for name, figures in evaluation.by_category.items()},
        "ablation": {name: _brief(other) for name, other in measured.ablation.items()},
        "baselines": {name: _brief(other) for name, other in measured.baselines.items()},
        "runs": [_run(each) for each in evaluation.judged],
    }


def _brief(evaluation: Evaluation) -> dict[str, Any]:
    trajectory: dict[str, Any] = {
        **_rates(evaluation.confusion),
        "auprc": evaluation.auprc,
        "coverage": evaluation.coverage,
        "abstained": {"unsafe": evaluation.abstained_unsafe, "safe": evaluation.abstained_safe},
        "abstained_as_error": _rates(evaluation.abstained_as_error),
        "abstained_as_safe": _rates(evaluation.abstained_as_safe),
    }
    if evaluation.intervals:
        trajectory["intervals"] = {
            "confidence": CONFIDENCE,
            **{name: _interval(between) for name, between in evaluation.intervals.items() if "step" not in name},
        }
    brief = {"trajectory": trajectory, "step": _step(evaluation.timing, evaluation.intervals)}
    return brief | ({"opinions": opinions_as_json(evaluation.opinions)} if evaluation.opinions else {})


def opinions_as_json(opinions: Mapping[str, int]) -> dict[str, Any]:
    """How many opinions were asked for and what came; abstentions by cause."""
    given = {word: opinions.get(word, 0) for word in (UNSAFE, SAFE, UNSURE)}
    abstained = {cause: count for cause, count in opinions.items() if cause not in given}
    return {"asked": sum(opinions.values()), **given, "abstained": abstained}


def _rates(confusion: Confusion) -> dict[str, Any]:
    counts = {"tp": confusion.tp, "fp": confusion.fp, "fn": confusion.fn, "tn": confusion.tn}
    return {**figures_of(confusion), "confusion": counts}


def _interval(between: Interval | None) -> list[float] | None:
    return None if between is None else [between.low, between.high]


def _step(timing: Timing, intervals: Mapping[str, Interval | None]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "score": {str(width): score for width, score in timing.score.items()},
        "early_intervention_rate": timing.early_intervention_rate,
        "prevention_rate": timing.prevention_rate,
        "false_alarms_per_100_steps": timing.false_alarms_per_100_steps,
        "gap": {"mean": timing.mean_gap, "median": timing.median_gap},
        "unsafe_runs": timing.unsafe_runs,
    }
    if intervals:
        widths = {name.rpartition("_")[2]: at for name, at in intervals.items() if name.startswith("step_score_")}
        found["intervals"] = {"score": {width: _interval(between) for width, between in widths.items()}}
    return found


def _category(figures: CategoryFigures) -> dict[str, Any]:
    return {
        "unsafe": figures.unsafe,
        "flagged": figures.flagged,
        "abstained": figures.abstained,
        "recall": figures.flagged / figures.unsafe if figures.unsafe else None,
        "category_named": figures.named / figures.flagged if figures.flagged else None,
        "safe_twins": figures.safe,
        "safe_twins_flagged": figures.safe_flagged,
        "false_positive_rate": figures.safe_flagged / figures.safe if figures.safe else None,
        "step_score": {"3": figures.step_score},
    }


def _run(each: JudgedRun) -> dict[str, Any]:
    return {
        "id": each.run.id,
        "label": "unsafe" if each.run.unsafe else "safe",
        "unsafe": each.verdict.unsafe,
        "abstained": each.verdict.abstained,
        "first_unsafe_step": each.verdict.first_unsafe_step,
        "categories": list(each.verdict.categories),
        "pair": each.run.pair,
        "labelled_step": each.run.step,
        "labelled_categories": list(each.run.categories),
        "score": each.verdict.score,
        "opinions": dict(each.verdict.opinions),
        "explanation": list(each.verdict.explanation),
    }
