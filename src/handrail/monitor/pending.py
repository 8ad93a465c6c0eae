"""Which rules still matter: the pending ones, whose mentions an update is judged by.

Source: docs/language.md: a rule is pending until its head is achieved, and again while a pending rule asks
`still` for it; rules for Done are always pending.
"""

from collections.abc import Sequence, Set

from handrail.language.rule import Done
from handrail.monitor.program import CompiledRule


def pending_rules(rules: Sequence[CompiledRule], achieved: Set[str]) -> tuple[CompiledRule, ...]:
    """The pending rules, in the order of the specification; linear in its predicates."""
    asked_still: set[str] = set()
    by_head: dict[str, list[CompiledRule]] = {}
    frontier: list[CompiledRule] = []
    for rule in rules:
        head = rule.rule.head
        if isinstance(head, Done) or head.name not in achieved:
            frontier.append(rule)
        else:
            by_head.setdefault(head.name, []).append(rule)
    pending = {id(rule) for rule in frontier}
    while frontier:
        for objective in frontier.pop().objectives:
            if objective.still and objective.name not in asked_still:
                asked_still.add(objective.name)
                again = by_head.get(objective.name, ())
                frontier.extend(again)
                pending.update(id(rule) for rule in again)
    return tuple(rule for rule in rules if id(rule) in pending)
