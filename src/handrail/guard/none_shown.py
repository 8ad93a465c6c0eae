"""Whether a screen has shown that there is none of something, or not too many.

As far as is known there is none of what nobody looked for. So what is rested on there being none needs a look at every
place where it would stand, and nothing there of which nobody can say whether it is one.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from handrail.app.update import Key, Raw
from handrail.guard.certainty import constants_of, is_bound, meets, of_keys
from handrail.guard.facts import Facts
from handrail.guard.known_rows import FactOrigin
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import Literal, StatePredicate


def is_shown(predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether what is known says that a predicate of at most so many holds, and a screen has shown all of that.

    Not where an entry was one of those when it was first seen, or was none, and the agent's touch made it otherwise.
    """
    return (
        is_met(predicate, facts, today)
        and every_place_was_shown(predicate, facts)
        and not undecided(predicate, facts, today)
        and not any(otherwise_when_found(predicate, facts, today))
    )


def is_met(predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether what is known says that so many entries meet a predicate as it wants."""
    state, known = facts.states[predicate.state], facts.rows.known([predicate.state])[predicate.state].values()
    return predicate.count.holds(sum(meets(predicate, state, row, today, for_some=True) is True for row in known))


def is_seen(predicate: StatePredicate, facts: Facts, today: date, *, or_just_chosen: bool = False) -> bool:
    """Whether a screen shows, or has shown, all that a predicate says, and no model only said that it would come.

    `or_just_chosen`: or the last action was to bring it about.
    """
    known, named = facts.rows.table(predicate.state).values(), {part.variable for part in predicate.constraints}
    said = [row.facts[name] for row in known for name in named & row.facts.keys()]
    is_new = facts.rows.looks - 1
    was_seen = all(
        fact.origin is not FactOrigin.ANTICIPATED or (or_just_chosen and fact.look >= is_new) for fact in said
    )
    return was_seen and is_met(predicate, facts, today)


def denies_of_a_page(predicate: StatePredicate, facts: Facts) -> bool:
    """Whether a predicate says what does not stand on a page: what is below its edge may say so."""
    naming = facts.first_seen.named_by.get(predicate.state)
    return naming is not None and any(
        TABLE[constraint.operator].denies for constraint in predicate.constraints if constraint.variable not in naming
    )


def is_in_front(predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether the page in front is the one of which a predicate speaks."""
    state, naming = facts.states[predicate.state], facts.first_seen.named_by[predicate.state]
    known = facts.rows.known([predicate.state])[predicate.state].values()
    return any(meets(of_keys(predicate, naming), state, row, today, for_some=True) is True for row in known)


def otherwise_when_found(predicate: StatePredicate, facts: Facts, today: date) -> Iterator[tuple[Key, bool]]:
    """The entries that were such when they were first seen, or were none, and are otherwise now; and whether they were.

    A `?x` stands for what it then was.
    """
    state, now = facts.states[predicate.state], facts.rows.known([predicate.state])[predicate.state]
    joined = [constraint.variable for constraint in predicate.constraints if is_bound(constraint)]
    for key, row in facts.as_found(predicate.state):
        is_known = now.get(key, {})
        was = meets(predicate, state, row, today, for_some=True)
        is_so = meets(predicate, state, is_known, today, for_some=True) if key in now else False
        is_another = any(
            None
            not in (
                row.get(name),
                is_known.get(name),
            )
            and row[name] != is_known[name]
            for name in joined
        )
        if None not in (was, is_so) and (was is not is_so or (is_so and is_another)):
            yield key, bool(was) and not is_another


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
    known = facts.rows.known([predicate.state])[predicate.state].values()
    if not (state.keys or known or predicate.state in facts.passing):  # there is one, of which nothing is known
        return 1
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
