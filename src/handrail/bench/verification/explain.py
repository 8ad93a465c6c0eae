"""The verdicts question by question as text for a person: what was asked, how it was read, what became of it."""

from collections.abc import Iterator

from handrail.bench.verification.evaluation import Evaluation, is_right
from handrail.bench.verification.judging import Judged
from handrail.language.verbalize import printable

LONGEST_TEXT = 2_000


def explanations(evaluation: Evaluation) -> str:
    """One paragraph for each question, the wrong ones first."""
    ranked = sorted(evaluation.judged, key=lambda each: (is_right(each), each.question.key))
    return "\n".join("\n".join((*_explain(each), "")) for each in ranked)


def _explain(each: Judged) -> Iterator[str]:
    question, answer = each.question, each.answer
    expected = "accepted" if question.expected else "rejected"
    yield f"{question.task.app.name} {question.task.id} {question.which}  {_outcome(each)}"
    yield f"  asked: {printable(question.instruction, LONGEST_TEXT)}"
    yield f"  expected: {expected}"
    if answer.reason:
        yield f"  no rules: {printable(answer.reason, LONGEST_TEXT)}"
    yield from (f"  rule: {printable(rule, LONGEST_TEXT)}" for rule in answer.rules)
    if each.verdicts is None:
        return
    for name, replayed in (("optimistic", each.verdicts.optimistic), ("by name", each.verdicts.by_name)):
        told = "accepted" if replayed.accepted else f"rejected, {printable(replayed.reason, LONGEST_TEXT)}"
        yield f"  {name}: {told}"


def _outcome(each: Judged) -> str:
    if each.verdicts is None:
        return f"abstained ({each.answer.ended.value})"
    if is_right(each):
        return "right"
    return "rejected by mistake" if each.question.expected else "accepted by mistake"
