"""Whether an action is one of those that a rule of a policy is about.

Where a screen could not be read, or holds something that cannot be compared, the rule holds: not knowing how much is
sent is no reason to send it.
"""

from collections.abc import Iterable
from decimal import Decimal

from handrail.app.update import Raw, Update
from handrail.guard.decision_input import DecisionInput, Reversibility
from handrail.guard.policy.classes import holds_around, rank, speaks_of
from handrail.guard.policy.commitment import commitments, recipients
from handrail.guard.policy.counting import names_in
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.policies import ActionPattern, ChangePattern


def holds(pattern: ActionPattern, decision_input: DecisionInput, reversibility: Reversibility) -> bool:
    """Whether everything that the case gives is so."""
    if not holds_around(pattern, decision_input):
        return False
    if pattern.at_least is not None and rank(reversibility) < rank(pattern.at_least):
        return False
    if pattern.names_commitments or pattern.to_more_than is not None:
        about = [one for one in commitments(decision_input) if speaks_of(pattern, one)]
        if not about or (pattern.to_more_than is not None and recipients(about) <= pattern.to_more_than):
            return False
    if pattern.bindings and not _any(pattern.bindings, decision_input.anticipation.bindings):
        return False
    return all(_changes(change, decision_input.anticipation.updates) for change in pattern.changes)


def _any(patterns: Iterable[NamePattern], names: Iterable[str]) -> bool:
    return any(pattern.matches(name) for pattern in patterns for name in names)


def _changes(pattern: ChangePattern, updates: Iterable[Update]) -> bool:
    about = [update for update in updates if _is_of(pattern, update)]
    if not pattern.variables:
        return len(about) > (pattern.more_than or 0)
    values = [
        value
        for update in about
        for name, value in _named(update)
        if any(one.matches(name) for one in pattern.variables)
    ]
    if not values:
        return False
    if pattern.above is not None and not any(_exceeds(value, pattern.above) for value in values):
        return False
    return pattern.more_than is None or sum(names_in(value) for value in values) > pattern.more_than


def _is_of(pattern: ChangePattern, update: Update) -> bool:
    if pattern.deletes and update.delete is None:
        return False
    return not pattern.states or any(one.matches(str(update.state)) for one in pattern.states)


def _named(update: Update) -> list[tuple[str, Raw]]:
    named: list[tuple[str, Raw]] = []
    for values in (update.set, update.delete):
        named += [(str(name), value) for name, value in (values or {}).items()]
    return named


def _exceeds(value: Raw, most: Decimal) -> bool:
    match value:
        case bool():
            return True
        case int() | Decimal():
            number = Decimal(value)
        case float():
            number = Decimal(repr(value))
        case _:
            return True
    return not number.is_finite() or number > most
