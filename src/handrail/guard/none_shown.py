"""Whether a screen has shown that there is none of something, or not too many.

As far as is known there is none of what nobody looked for. So what is rested on there being none needs a look at every
place where it would stand, and nothing there of which nobody can say whether it is one.
"""

from collections.abc import Collection, Mapping
from datetime import date

from handrail.app.update import Raw
from handrail.guard.certainty import constants_of, meets
from handrail.guard.facts import Facts
from handrail.language.operators import Operator
from handrail.language.rule import Literal, StatePredicate


def is_shown(predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether what is known says that a predicate of at most so many holds, and a screen has shown all of that."""
    known = facts.rows.known([predicate.state])[predicate.state].values()
    met = sum(meets(predicate, facts.states[predicate.state], row, today, for_some=True) is True for row in known)
    return (
        predicate.count.holds(met)
        and every_place_was_shown(predicate, facts)
        and not undecided(predicate, facts, today)
    )


def every_place_was_shown(predicate: StatePredicate, facts: Facts) -> bool:
    """Whether a screen has shown all places where such an entry would stand, or that from which it was taken."""
    wanted = _wanted(predicate)
    removed = facts.removed(predicate.state) if names_one(predicate, facts) else ()
    stood = [row for row in removed if all(row.get(name) in values for name, values in wanted.items())]
    places = [{**wanted, **{name: [value] for name, value in row.items()}} for row in stood]
    return any(facts.lists.was_shown(predicate.state, place) for place in (wanted, *places))


def undecided(predicate: StatePredicate, facts: Facts, today: date) -> int:
    """Of how many entries nobody can say whether they are such."""
    state = facts.states[predicate.state]
    known = facts.rows.known([predicate.state])[predicate.state].values() if state.keys else ()
    return sum(meets(predicate, state, row, today) is None for row in known) + sum(
        meets(predicate, state, row, today) is not False for row in facts.twins(predicate.state)
    )


def names_one(predicate: StatePredicate, facts: Facts) -> bool:
    """Whether a predicate says of every key what it is."""
    keys = facts.states[predicate.state].keys
    return bool(keys) and set(keys) <= {
        constraint.variable for constraint in predicate.constraints if constraint.operator is Operator.EQUAL
    }


def _wanted(predicate: StatePredicate) -> Mapping[str, Collection[Raw]]:
    """The texts of which rows of a predicate must have one, by variable, where it says so."""
    return {
        constraint.variable: [constant.value for constant in constants_of(constraint) if isinstance(constant, Literal)]
        for constraint in predicate.constraints
        if constraint.operator in (Operator.EQUAL, Operator.IN)
        and all(isinstance(constant, Literal) for constant in constants_of(constraint))
    }
