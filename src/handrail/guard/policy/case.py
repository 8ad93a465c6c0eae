"""Whether an action is one of those that a rule of a policy is about.

Where a screen could not be read, or holds something that cannot be compared, the rule holds: not knowing how much is
sent is no reason to send it.
"""

from collections.abc import Iterable
from decimal import Decimal

from handrail.app.update import Raw, Update
from handrail.guard.consideration import Consideration, Reversibility
from handrail.guard.policy.classes import holds_around, rank, speaks_of
from handrail.guard.policy.commitment import commitments, recipients
from handrail.guard.policy.counting import names_in
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.terms import Case, ChangeCase


def holds(case: Case, consideration: Consideration, reversibility: Reversibility) -> bool:
    """Whether everything that the case gives is so."""
    if not holds_around(case, consideration):
        return False
    if case.at_least is not None and rank(reversibility) < rank(case.at_least):
        return False
    if case.names_commitments or case.to_more_than is not None:
        about = [one for one in commitments(consideration) if speaks_of(case, one)]
        if not about or (case.to_more_than is not None and recipients(about) <= case.to_more_than):
            return False
    if case.bindings and not _any(case.bindings, consideration.anticipation.bindings):
        return False
    return all(_changes(change, consideration.anticipation.updates) for change in case.changes)


def _any(patterns: Iterable[NamePattern], names: Iterable[str]) -> bool:
    return any(pattern.matches(name) for pattern in patterns for name in names)


def _changes(case: ChangeCase, updates: Iterable[Update]) -> bool:
    about = [update for update in updates if _is_of(case, update)]
    if not case.variables:
        return len(about) > (case.more_than or 0)
    values = [
        value
        for update in about
        for name, value in _named(update)
        if any(pattern.matches(name) for pattern in case.variables)
    ]
    if not values:
        return False
    if case.above is not None and not any(_exceeds(value, case.above) for value in values):
        return False
    return case.more_than is None or sum(names_in(value) for value in values) > case.more_than


def _is_of(case: ChangeCase, update: Update) -> bool:
    if case.deletes and update.delete is None:
        return False
    return not case.states or any(pattern.matches(str(update.state)) for pattern in case.states)


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
