"""Which state of other models says what a predicate speaks of: the one that has the same values at the same moments."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from decimal import Decimal
from functools import reduce
from itertools import permutations
from typing import TypeAlias

from handrail.bench.suite.known import Row, Rows
from handrail.bench.suite.spellings import Spelling, Spellings, spelled
from handrail.language.declaration import States
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, Literal, RelativeDay
from handrail.language.value import Value
from handrail.monitor.program import ground_value

Names: TypeAlias = tuple[str, ...]
"""One variable, or the two that say an hour and a minute."""

_Found: TypeAlias = Mapping[str, frozenset[Names]]
"""By variable of the rules, what the other models may call it."""


@dataclass(frozen=True, slots=True)
class PredicatePlace:
    """Where a predicate stands: what it says may be called otherwise before another objective.

    `package` is that of the app whose state it is. `of_table`: its state has rows; `absent`: it says that
    there are none.
    """

    head: str
    package: str
    state: str
    of_table: bool
    absent: bool


@dataclass(frozen=True, slots=True)
class SeenMoment:
    """What a predicate speaks of at one moment, and what the other models know then.

    `before` is what they knew when the action was chosen, `ever` all that they knew so far.
    """

    wanted: Mapping[str, Value]
    known: Rows
    before: Rows
    ever: Rows
    today: date


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A state of the other models, and which of its variables say what. `there`: it speaks of what is about to go.

    `spellings` are for what it does not know as such, but shows in texts.
    """

    state: str
    variables: Mapping[str, Names]
    there: bool = False
    spellings: Mapping[str, Spelling] = field(default_factory=dict)

    def says(self, constraint: Constraint, today: date) -> tuple[Constraint, ...]:
        """A comparison in its words; none where it has none. Of an hour and a minute each stands by itself."""
        names, spelling = self.variables.get(constraint.variable, ()), self.spellings.get(constraint.variable)
        if len(names) == 1:
            return (replace(constraint, variable=names[0]),)
        if constraint.operator is not Operator.EQUAL or isinstance(constraint.value, tuple):
            return ()
        value = ground_value(constraint.value, today) if isinstance(constraint.value, Literal | RelativeDay) else None
        if spelling is not None:
            text = spelling.texts.get(spelled(value, today))
            return (Constraint(spelling.variable, constraint.operator, Literal(text)),) if text is not None else ()
        if not names or not isinstance(value, time):
            return ()
        numbers = (Decimal(value.hour), Decimal(value.minute))
        return tuple(
            Constraint(name, constraint.operator, Literal(of)) for name, of in zip(names, numbers, strict=True)
        )


def counterparts(
    place: PredicatePlace, seen: Sequence[SeenMoment], states: States, spellings: Spellings
) -> tuple[Counterpart, ...]:
    """The states that together say the most of what a predicate speaks of, without one that says nothing new."""
    if place.absent:
        return _of_what_goes(place, seen, states)
    chosen: list[Counterpart] = []
    left = {name for seen in seen for name in seen.wanted}
    candidates = [name for name, state in states.items() if place.of_table or not state.keys]
    while left:
        found = {name: _agreed(name, [(seen.wanted, seen.known) for seen in seen], left) for name in candidates}
        tables = [name for name in found if states[name].keys]
        stood = {name for name in tables if all(_stands(name, found[name], seen.wanted, seen.before) for seen in seen)}
        best = _best(place, found, states, stood)
        if best is None:
            break
        chosen.append(best)
        left -= set(best.variables)
        candidates = [name for name in candidates if name != best.state and not states[name].keys]
    taken = {
        (counterpart.state, name)
        for counterpart in chosen
        for names in counterpart.variables.values()
        for name in names
    }
    for name in sorted(left):
        for spelling in _spelled(place, name, seen, spellings):
            if (spelling.state, spelling.variable) not in taken:  # it says something else already
                chosen.append(Counterpart(spelling.state, {}, spellings={name: spelling}))
                break
    return tuple(chosen)


def _spelled(place: PredicatePlace, name: str, seen: Sequence[SeenMoment], spellings: Spellings) -> list[Spelling]:
    """The texts that stand for a value wherever a predicate speaks of it."""
    return [
        spelling
        for spelling in spellings.of(place.state, name)
        if all(_is_spelled(spelling, seen_now, name) for seen_now in seen if name in seen_now.wanted)
    ]


def _is_spelled(spelling: Spelling, seen: SeenMoment, name: str) -> bool:
    meant = spelled(seen.wanted[name], seen.today)
    text = spelling.texts.get(meant)
    return text is not None and any(row.get(spelling.variable) == text for row in seen.known.get(spelling.state, ()))


def _of_what_goes(place: PredicatePlace, seen: Sequence[SeenMoment], states: States) -> tuple[Counterpart, ...]:
    """A table in which such a row was, and is not any more; before an objective also the page that shows it."""
    names = {name for seen in seen for name in seen.wanted}
    tables = {
        name: _agreed(name, [(seen.wanted, seen.ever) for seen in seen], names)
        for name, state in states.items()
        if state.keys
    }
    gone = {
        name: found
        for name, found in tables.items()
        if not any(_stands(name, found, seen.wanted, seen.known) for seen in seen)
    }
    best = _best(place, gone, states)
    if best is not None or place.head == "Done":
        return () if best is None else (best,)
    pages = {
        name: _agreed(name, [(seen.wanted, seen.known) for seen in seen], names)
        for name, state in states.items()
        if not state.keys
    }
    best = _best(place, pages, states)
    return () if best is None else (Counterpart(best.state, best.variables, there=True),)


def _best(
    place: PredicatePlace, found: Mapping[str, _Found], states: States, stood: Collection[str] = ()
) -> Counterpart | None:
    """That which says the most; of equals none in which it `stood` before, as in a list that has everybody.

    Then one with rows for one with rows, then of the same name, then the first.
    """

    def worth(name: str) -> tuple[int, bool, bool, bool]:
        is_table = bool(states[name].keys)
        return len(found[name]), name not in stood, is_table is place.of_table, name == place.state

    name = max((name for name in found if found[name]), key=worth, default=None)
    if name is None:
        return None
    variables = {
        variable: min(names, key=lambda name: (name != (variable,), name)) for variable, names in found[name].items()
    }
    return Counterpart(name, variables)


def _agreed(
    state: str, seen: Iterable[tuple[Mapping[str, Value], Rows]], names: Iterable[str]
) -> dict[str, frozenset[Names]]:
    """What has the value of each of these at every moment, in the row that has the most of them."""
    moments = [(wanted, [_same(wanted, row) for row in rows.get(state, ())]) for wanted, rows in seen]
    agreed: dict[str, frozenset[Names]] = {}
    for name in sorted(names):
        agreed_names = [
            max(rows, key=_size, default={}).get(name, frozenset()) for wanted, rows in moments if name in wanted
        ]
        both = reduce(frozenset.intersection, agreed_names) if agreed_names else frozenset[Names]()
        if both:
            agreed[name] = both
    return agreed


def _size(found: _Found) -> int:
    return len(found)


def _same(wanted: Mapping[str, Value], row: Row) -> dict[str, frozenset[Names]]:
    found = {name: frozenset(_with_value(value, row)) for name, value in wanted.items()}
    return {name: names for name, names in found.items() if names}


def _with_value(value: Value, row: Row) -> Iterator[Names]:
    for name, other in row.items():
        if isinstance(value, bool) is isinstance(other, bool) and value == other:
            yield (name,)
    if isinstance(value, time):
        numbers = [name for name, other in row.items() if isinstance(other, Decimal)]
        yield from (
            (hour, minute)
            for hour, minute in permutations(numbers, 2)
            if (row[hour], row[minute]) == (value.hour, value.minute)
        )


def _stands(state: str, found: _Found, wanted: Mapping[str, Value], rows: Rows) -> bool:
    """Whether such a row is there."""
    same = [_same(wanted, row) for row in rows.get(state, ())]
    return any(
        all(names & row.get(name, frozenset()) for name, names in found.items() if name in wanted) for row in same
    )
