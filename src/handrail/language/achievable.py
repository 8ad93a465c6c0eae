"""Objectives that no app can ever commit, and whether a specification can end in spite of them.

Only an action that commits an objective achieves it, so one that no app calls by this name (or by another that is known
to mean it) waits for ever. To be asked before a specification is started, by its names alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from handrail.language.diagnostic import nearest
from handrail.language.rule import Done, Objective, ObjectivePredicate, Span
from handrail.language.specification import Specification
from handrail.language.verbalize import spaced


@dataclass(frozen=True, slots=True)
class Unachievable:
    """An objective that nothing commits: where its first rule names it, and the commitment most like it, if any."""

    objective: str
    span: Span
    nearest: str | None


def unachievable(
    specification: Specification, commitments: Iterable[str], renamed: Mapping[str, str] | None = None
) -> tuple[Unachievable, ...]:
    """The objectives that no commitment of the apps means, in the order of the rules.

    `renamed` has the objective for each commitment that has another name.
    """
    committed = _objectives_committed(commitments, renamed or {})
    names = {spaced(name): name for name in sorted(committed.values())}
    found: dict[str, Unachievable] = {}
    for rule in specification.rules:
        if isinstance(rule.head, Objective) and rule.head.name not in committed:
            near = nearest(spaced(rule.head.name), names, at_least=0.5)
            found.setdefault(
                rule.head.name, Unachievable(rule.head.name, rule.head_span, None if near is None else names[near])
            )
    return tuple(found.values())


def can_end(specification: Specification, commitments: Iterable[str], renamed: Mapping[str, str] | None = None) -> bool:
    """Whether some rule for `Done` needs no objective that can never be achieved, by itself or by others; linear."""
    if not specification.asks_for_anything:
        return True
    committed = _objectives_committed(commitments, renamed or {})
    lacking = [
        {predicate.name for predicate in rule.body if isinstance(predicate, ObjectivePredicate)}
        for rule in specification.rules
    ]
    waiting: dict[str, list[int]] = {}
    for place, names in enumerate(lacking):
        for name in names:
            waiting.setdefault(name, []).append(place)
    ready = [place for place, names in enumerate(lacking) if not names]
    reached: set[str] = set()
    while ready:
        head = specification.rules[ready.pop()].head
        if isinstance(head, Done):
            return True
        if head.name in committed and head.name not in reached:
            reached.add(head.name)
            for place in waiting.get(head.name, ()):
                lacking[place].discard(head.name)
                if not lacking[place]:
                    ready.append(place)
    return False


def _objectives_committed(commitments: Iterable[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """The commitment for each objective that some commitment means."""
    return {renamed.get(name, name): name for name in commitments}
