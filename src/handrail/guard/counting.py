"""Whether what happens to one entry brings how many there are nearer to what a rule wants: the second of four."""

from datetime import date

from handrail.app.update import RefusedUpdate, Removal, Update
from handrail.guard.certainty import at_most, meets
from handrail.guard.facts import Facts
from handrail.language.operators import Operator
from handrail.language.rule import StatePredicate

_AT_LEAST = frozenset({Operator.EQUAL, Operator.GREATER, Operator.GREATER_OR_EQUAL})


def brings_nearer(update: Update, predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether it makes one more of too few, or one fewer of too many. What a `?x` stands for is not asked."""
    change = facts.rows.read(update)
    if isinstance(change, RefusedUpdate) or change.state.name != predicate.state or not change.state.keys:
        return False
    state, known = change.state, facts.rows.known([predicate.state])[predicate.state]

    def counts(row: dict[str, object]) -> bool | None:
        return meets(predicate, state, row, today, for_some=True)

    before = dict(known.get(change.key, {}))
    was = counts(before) if before else False
    is_one = False if isinstance(change, Removal) else counts({**before, **change.compared})
    number, most = sum(counts(dict(row)) is True for row in known.values()), at_most(predicate)
    if most is not None and number > most:
        return was is True and is_one is False
    too_few = predicate.count.operator in _AT_LEAST and not predicate.count.holds(number)
    return too_few and was is False and is_one is True
