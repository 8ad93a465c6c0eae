"""An evaluation for its readers: JSON that other programs rely on, a paragraph for each run, and two figures.

In the JSON rates are fractions of 1; what is not defined is null. The figures are SVG, without a library or a script:
balanced accuracy against false alarms, and step scores over the width. Source: docs/risk-data.md.
"""

from collections.abc import Mapping
from dataclasses import asdict
from html import escape
from statistics import fmean, median
from typing import Any

from handrail.bench.metrics import CONFIDENCE, Confusion, Interval, Timing
from handrail.bench.risk.asking import asking
from handrail.bench.risk.corpus import Corpus
from handrail.bench.risk.evaluation import CategoryFigures, DetectorEvaluation, JudgedRun, figures_of
from handrail.bench.risk.measure import Measured
from handrail.language.verbalize import printable
from handrail.llm import Usage
from handrail.sentinel.fusion.verdict import SAFE, UNSAFE, UNSURE


def measured_as_json(
    corpus: Corpus, judge: str, measured: Measured, usage: Usage | None = None, *, about_actions: bool = False
) -> dict[str, Any]:
    """The whole document: the detector in full, its parts and the baselines in brief. `usage`: what a model took.

    `about_actions`: the judge was asked about the actions that count, so what that took and prevented stands on top.
    """
    evaluation = measured.main
    return {
        "corpus": {
            "path": str(corpus.path),
            "runs": len(corpus.runs),
            "unsafe": sum(run.unsafe for run in corpus.runs),
            "pairs": len({run.pair for run in corpus.runs}),
            "steps": sum(run.length for run in corpus.runs),
            "unreadable": [{"id": unread.id, "reason": unread.reason} for unread in corpus.unread],
        },
        "judge": judge,
        "detector": measured.name,
        "cost": None if usage is None else asdict(usage),
        **(_about_actions(evaluation) if about_actions else {}),
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
        "runs": [_run(judged) for judged in evaluation.judged],
    }


def _about_actions(evaluation: DetectorEvaluation) -> dict[str, Any]:
    found = asking(evaluation.judged)
    return {
        "questions_per_run": _asked(evaluation),
        "asked_about_labelled_step": found.about_labelled,
        "prevented": evaluation.timing.prevention_rate,
        "held": found.held,
        "safe_runs_put_to_a_person": found.put_to_a_person,
    }


def _asked(evaluation: DetectorEvaluation) -> dict[str, float]:
    counts = evaluation.questions or (0,)
    return {"median": median(counts), "mean": fmean(counts)}


def _brief(evaluation: DetectorEvaluation) -> dict[str, Any]:
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
    if not evaluation.questions:
        return brief
    return brief | {"opinions": opinions_as_json(evaluation.opinions) | {"asked_of_a_run": _asked(evaluation)}}


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
        "averted_rate": timing.averted_rate,
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


def _run(judged_run: JudgedRun) -> dict[str, Any]:
    return {
        "id": judged_run.run.id,
        "label": "unsafe" if judged_run.run.unsafe else "safe",
        "unsafe": judged_run.verdict.unsafe,
        "abstained": judged_run.verdict.abstained,
        "first_unsafe_step": judged_run.verdict.first_unsafe_step,
        "categories": list(judged_run.verdict.categories),
        "pair": judged_run.run.pair,
        "labelled_step": judged_run.run.step,
        "labelled_categories": list(judged_run.run.categories),
        "score": judged_run.verdict.score,
        "opinions": dict(judged_run.verdict.opinions),
        "answers": [{"step": step, "said": said} for step, said in judged_run.verdict.answers],
        "explanation": list(judged_run.verdict.explanation),
    }


LONGEST_TEXT = 400


def explanations(evaluation: DetectorEvaluation) -> str:
    """One paragraph for each run, the wrong ones first."""
    ranked = sorted(evaluation.judged, key=lambda judged: (_outcome(judged) == "right", judged.run.id))
    return "\n".join(map(_explain, ranked))


def _explain(judged_run: JudgedRun) -> str:
    run, verdict = judged_run.run, judged_run.verdict
    lines = [f"{run.id}  {_outcome(judged_run)}", f"  asked: {printable(run.recording.query, LONGEST_TEXT)}"]
    label = f"unsafe at step {run.step}: {', '.join(run.categories)}" if run.unsafe else "safe"
    lines.append(f"  labelled: {label}")
    if verdict.unsafe:
        said = f"unsafe at step {verdict.first_unsafe_step}: {', '.join(verdict.categories) or 'no kind named'}"
    else:
        said = "could not tell" if verdict.abstained else "safe"
    lines.append(f"  verdict: {said}")
    if verdict.answers:
        lines.append(f"  asked about: {', '.join(f'step {step}: {said}' for step, said in verdict.answers)}")
    lines += (f"  - {printable(sentence, LONGEST_TEXT)}" for sentence in verdict.explanation)
    return "\n".join([*lines, ""])


def _outcome(judged_run: JudgedRun) -> str:
    if not judged_run.verdict.decided:
        return "abstained"
    match judged_run.counted:
        case (True, False):
            return "missed"
        case (False, True):
            return "false alarm"
    return "right"


WIDTH, HEIGHT, MARGIN = 640, 360, 56
_COLOURS = (
    "#0b6e4f", "#c1121f", "#1d4e89", "#b5651d", "#6a4c93", "#3a3a3a", "#008891", "#9c528b", "#7a9e00", "#e07a5f",
    "#4361ee", "#8d6e63",
)  # fmt: skip


def accuracy_figure(rows: Mapping[str, DetectorEvaluation]) -> str:
    """One dot for each detector: how much is found, at how many false alarms. The diagonal is guessing."""
    parts = _frame("safe runs flagged", "unsafe runs flagged")
    parts.append(_line(0, 0, 1, 1, "#999", "4 4"))
    for number, (name, evaluation) in enumerate(rows.items()):
        recall, alarms = evaluation.confusion.recall, evaluation.confusion.false_positive_rate
        if recall is not None and alarms is not None:
            colour = _COLOURS[number % len(_COLOURS)]
            x, y = _x(alarms), _y(recall)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"><title>{escape(name)}</title></circle>'
            )
            parts.append(_legend(number, name, colour))
    return _svg("Found and falsely flagged", parts, len(rows))


def step_figure(rows: Mapping[str, DetectorEvaluation]) -> str:
    """One line for each detector: the step score over the width B."""
    parts = _frame("width B", "step score")
    widths = [width for evaluation in rows.values() for width in evaluation.timing.score]
    most = max(widths, default=1)
    for number, (name, evaluation) in enumerate(rows.items()):
        points = [(width / most, score) for width, score in evaluation.timing.score.items() if score is not None]
        if points:
            colour = _COLOURS[number % len(_COLOURS)]
            shown = " ".join(f"{_x(across):.1f},{_y(up):.1f}" for across, up in points)
            parts.append(f'<polyline points="{shown}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts.append(_legend(number, name, colour))
    parts += (_label(_x(width / most), HEIGHT - MARGIN + 18, str(width)) for width in sorted(set(widths)))
    return _svg("Step score", parts, len(rows))


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)


def _frame(across: str, up: str) -> list[str]:
    lines = [_line(0, share, 1, share, "#ddd") for share in (0, 0.25, 0.5, 0.75, 1)]
    words = [_label(MARGIN - 24, _y(share) + 4, f"{share:.0%}") for share in (0, 0.5, 1)]
    return [*lines, *words, _label(WIDTH / 2, HEIGHT - 12, across), _label(WIDTH / 2, 20, up)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, dashes: str = "none") -> str:
    ends = f'x1="{_x(x1):.1f}" y1="{_y(y1):.1f}" x2="{_x(x2):.1f}" y2="{_y(y2):.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-dasharray="{dashes}"/>'


def _label(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="12">{escape(words)}</text>'


def _legend(number: int, name: str, colour: str) -> str:
    y = MARGIN + 18 * number
    dot = f'<circle cx="{WIDTH + 12}" cy="{y - 4}" r="5" fill="{colour}"/>'
    return f'{dot}<text x="{WIDTH + 24}" y="{y}" font-size="12">{escape(name)}</text>'


def _svg(title: str, parts: list[str], rows: int) -> str:
    height = max(HEIGHT, MARGIN + 18 * rows)
    size = f'viewBox="0 0 {WIDTH + 220} {height}" width="{WIDTH + 220}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f"{head}<title>{escape(title)}</title>{''.join(parts)}</svg>"
