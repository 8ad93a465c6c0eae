"""What was understood where no specification came about: readings that only a person can decide between.

An encoder that abstains may have a draft that it does not trust, and a draft may have been refused because something of
the instruction is in none of its rules. A person sees each reading with what speaks against it, and answers for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from handrail.app.app import App, Apps
from handrail.encoder.check import check_draft
from handrail.encoder.draft import Draft
from handrail.encoder.grounding import GroundedInstruction
from handrail.encoder.outcome import Encoded, EncodingFailed
from handrail.encoder.review import review_of
from handrail.language.parser import parse_lines
from handrail.language.rule import Done

MOST_READINGS = 4
FOR_A_PERSON = frozenset({"uncovered", "ungrounded", "misquoted"})
"""What a person may say of a draft that it is meant so: words that no rule looks at, values that nobody said."""


def understood(failed: EncodingFailed, app: App | Apps, instruction: str, now: datetime) -> tuple[Encoded, ...]:
    """The readings of the last draft, all its alternatives together first; none where there is nothing to choose."""
    draft = next((attempt.draft for attempt in reversed(failed.attempts) if attempt.draft is not None), None)
    found: list[Encoded] = []
    for rules in dict.fromkeys(_ways(draft.rules)) if draft is not None else ():
        reading = _reading(replace(draft, rules=rules), failed, app, instruction, now) if draft is not None else None
        found += [] if reading is None else [reading]
    return tuple(found[:MOST_READINGS])


def _reading(draft: Draft, failed: EncodingFailed, app: App | Apps, instruction: str, now: datetime) -> Encoded | None:
    checked = check_draft(draft, app, instruction, now)
    if checked.specification is None or any(diagnostic.code not in FOR_A_PERSON for diagnostic in checked.refused):
        return None
    doubts = (*checked.refused, *checked.doubts)
    review = review_of(checked.specification, draft, GroundedInstruction.of(instruction, now), doubts)
    return Encoded(
        checked.specification,
        draft.rules,
        review.objectives,
        review,
        failed.attempts,
        doubts,
        failed.cost,
        failed.model,
    )


def _ways(rules: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All rules, then one alternative for each objective at a time; rules for `Done` are always there."""
    yield tuple(rules)
    parsed = parse_lines(rules).rules
    if len(parsed) != len(rules):
        return
    by_head: dict[object, list[str]] = {}
    for rule, text in zip(parsed, rules, strict=True):
        by_head.setdefault(rule.head, []).append(text)
    most = max((len(texts) for head, texts in by_head.items() if not isinstance(head, Done)), default=1)
    for number in range(most if most > 1 else 0):
        yield tuple(
            text
            for head, texts in by_head.items()
            for text in (texts if isinstance(head, Done) else [texts[min(number, len(texts) - 1)]])
        )
