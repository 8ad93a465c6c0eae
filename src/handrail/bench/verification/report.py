"""An evaluation for its readers: JSON that other programs rely on, and a paragraph for each question.

In the JSON rates are fractions of 1; what is not defined is null. Source: docs/evaluation.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from handrail.bench.metrics import CONFIDENCE, Confusion
from handrail.bench.replay import Replayed
from handrail.bench.verification.evaluation import (
    FIGURES,
    HEADLINE,
    MATCHINGS,
    Evaluation,
    Figures,
    QuestionGroup,
    accepted,
    is_right,
)
from handrail.bench.verification.judging import LEAST_LIKENESS, JudgedQuestion
from handrail.bench.verification.measure import Measured, Spent
from handrail.bench.verification.sample import EncodingEnd
from handrail.language.verbalize import printable


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
        "majority": [asdict(at_votes) for at_votes in measured.majority],
        "model": measured.model,
        "experience": experience,
        "votes": measured.votes,
        "similarity": {"name": measured.measures.similarity.name, "threshold": measured.measures.threshold},
        "likeness_of_objectives": {
            "name": "shared words" + (" and MiniLM embeddings" if embed else ""),
            "threshold": LEAST_LIKENESS,
        },
        "unanswered": measured.ended(EncodingEnd.UNANSWERED) + measured.ended(EncodingEnd.WAITING),
        "tasks": [_question(judged) for judged in measured.evaluation.judged],
    }


def _groups(groups: Mapping[str, QuestionGroup]) -> dict[str, Any]:
    return {name: _group(group) for name, group in groups.items()}


def _group(group: QuestionGroup) -> dict[str, Any]:
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
        between = {
            name: None if interval is None else [interval.low, interval.high]
            for name, interval in figures.intervals.items()
        }
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


def _question(judged: JudgedQuestion) -> dict[str, Any]:
    question, answer = judged.question, judged.answer
    verdicts = {
        name: None if judged.verdicts is None else _replayed(matching(judged.verdicts))
        for name, matching in MATCHINGS.items()
    }
    return {
        "id": question.task.id,
        "which": question.which,
        "expected": question.expected,
        "accepted": accepted(judged),
        "reason": answer.reason if judged.verdicts is None else judged.verdicts.optimistic.reason,
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


LONGEST_TEXT = 2_000


def explanations(evaluation: Evaluation) -> str:
    """One paragraph for each question, the wrong ones first."""
    ranked = sorted(evaluation.judged, key=lambda judged: (is_right(judged), judged.question.key))
    return "\n".join("\n".join((*_explain(judged), "")) for judged in ranked)


def _explain(judged: JudgedQuestion) -> Iterator[str]:
    question, answer = judged.question, judged.answer
    expected = "accepted" if question.expected else "rejected"
    yield f"{question.task.app.name} {question.task.id} {question.which}  {_outcome(judged)}"
    yield f"  asked: {printable(question.instruction, LONGEST_TEXT)}"
    yield f"  expected: {expected}"
    if answer.reason:
        yield f"  no rules: {printable(answer.reason, LONGEST_TEXT)}"
    yield from (f"  rule: {printable(rule, LONGEST_TEXT)}" for rule in answer.rules)
    if judged.verdicts is None:
        return
    for name, replayed in (("optimistic", judged.verdicts.optimistic), ("by name", judged.verdicts.by_name)):
        told = "accepted" if replayed.accepted else f"rejected, {printable(replayed.reason, LONGEST_TEXT)}"
        yield f"  {name}: {told}"


def _outcome(judged: JudgedQuestion) -> str:
    if judged.verdicts is None:
        return f"abstained ({judged.answer.ended.value})"
    if is_right(judged):
        return "right"
    return "rejected by mistake" if judged.question.expected else "accepted by mistake"
