"""An evaluation as the JSON that other programs rely on. Rates are fractions of 1; what is not defined is null.

Source: docs/evaluation.md.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from handrail.bench.replay import Replayed
from handrail.bench.risk.bootstrap import CONFIDENCE
from handrail.bench.risk.confusion import Confusion
from handrail.bench.verification.evaluation import FIGURES, HEADLINE, MATCHINGS, Figures, Group, accepted
from handrail.bench.verification.judging import Judged
from handrail.bench.verification.matching import LEAST_LIKENESS
from handrail.bench.verification.measure import Measured, Spent
from handrail.bench.verification.sample import Ended


def measured_as_json(measured: Measured, experience: str) -> dict[str, Any]:
    """The whole document; its first fields are the figures of all questions by the rule whose accuracy is quoted."""
    whole = measured.evaluation.whole
    embed = measured.measures.embed
    return {
        **_group(whole),
        "by_dataset": _groups(measured.evaluation.by_dataset),
        "by_app": _groups(measured.evaluation.by_app),
        "predicates": None if measured.predicates is None else asdict(measured.predicates),
        "cost": _spent(measured.spent, whole.questions),
        "majority": [asdict(one) for one in measured.majority],
        "model": measured.model,
        "experience": experience,
        "votes": measured.votes,
        "similarity": {"name": measured.measures.similarity.name, "threshold": measured.measures.threshold},
        "likeness_of_objectives": {
            "name": "shared words" + (" and MiniLM embeddings" if embed else ""),
            "threshold": LEAST_LIKENESS,
        },
        "unanswered": measured.ended(Ended.UNANSWERED) + measured.ended(Ended.WAITING),
        "tasks": [_question(each) for each in measured.evaluation.judged],
    }


def _groups(groups: Mapping[str, Group]) -> dict[str, Any]:
    return {name: _group(one) for name, one in groups.items()}


def _group(group: Group) -> dict[str, Any]:
    return {
        **_figures(group.main),
        "questions": group.questions,
        "ended": dict(group.ended),
        **{name: _figures(figures) for name, figures in group.figures.items() if name != HEADLINE},
    }


def _figures(figures: Figures) -> dict[str, Any]:
    found: dict[str, Any] = {
        **_rates(figures.confusion),
        "abstained": figures.abstained,
        "decided": _rates(figures.decided),
        "whole_tasks": {"tasks": figures.tasks, "right": figures.tasks_right},
    }
    if figures.intervals:
        between = {name: None if one is None else [one.low, one.high] for name, one in figures.intervals.items()}
        found["intervals"] = {"confidence": CONFIDENCE, **between}
    return found


def _rates(confusion: Confusion) -> dict[str, Any]:
    counts = {"tp": confusion.tp, "fp": confusion.fp, "fn": confusion.fn, "tn": confusion.tn}
    return {**{name: figure(confusion) for name, figure in FIGURES.items()}, "confusion": counts}


def _spent(spent: Spent, questions: int) -> dict[str, Any]:
    cost = spent.cost
    return {
        "calls": cost.calls,
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "dollars": cost.dollars,
        "attempts": spent.attempts,
        "first_draft_passed": spent.first_drafts / questions if questions else None,
        "seconds": {"median": spent.median_seconds, "of_19_in_20": spent.seconds_of_19_in_20},
    }


def _question(each: Judged) -> dict[str, Any]:
    question, answer = each.question, each.answer
    verdicts = {
        name: None if each.verdicts is None else _replayed(matching(each.verdicts))
        for name, matching in MATCHINGS.items()
    }
    return {
        "id": question.task.id,
        "which": question.which,
        "expected": question.expected,
        "accepted": accepted(each),
        "reason": answer.reason if each.verdicts is None else each.verdicts.optimistic.reason,
        "spec": list(answer.rules),
        "app": question.task.app.name,
        "dataset": question.task.dataset,
        "instruction": question.instruction,
        "ended": answer.ended.value,
        **verdicts,
        "attempts": answer.attempts,
        "calls": answer.cost.calls,
        "tokens": answer.cost.input_tokens + answer.cost.output_tokens,
        "dollars": answer.cost.dollars,
        "seconds": answer.seconds,
    }


def _replayed(replayed: Replayed) -> dict[str, Any]:
    return {"accepted": replayed.accepted, "blocked_step": replayed.blocked_step, "reason": replayed.reason}
