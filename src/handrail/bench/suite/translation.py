"""A task's rules in the words of other models of the same apps, found by what both know at the same moments.

Nobody writes down which names mean the same. The agent that does not err carries out the task with other seeds; where
the rules' own models commit an objective, and at the end, the values that the rules speak of are looked for in what the
other models know, and a variable that has such a value every time stands for it. What has no counterpart is left out
of the rule, and counted; where nothing commits an objective, or nothing is left of its rules, the task has none.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from decimal import Decimal

from handrail.app import Apps
from handrail.bench.suite.counterparts import Counterpart, Place, Seen, counterparts
from handrail.bench.suite.episode import Setting, prepare
from handrail.bench.suite.known import Moment, Row, Rows, moments_of
from handrail.bench.suite.task import Task
from handrail.error import HandrailError
from handrail.language.declaration import State
from handrail.language.operators import Operator, holds
from handrail.language.printer import show_head, show_rules
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Done,
    Literal,
    Objective,
    ObjectivePredicate,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
)
from handrail.language.value import Value
from handrail.monitor.program import ground_value

DONE = show_head(Done())


class NotExpressible(HandrailError):
    """A task for whose rules other models do not say enough."""


@dataclass(frozen=True, slots=True)
class Translated:
    """Rules in other words, how many comparisons there were, and how many of them are left."""

    rules: str
    comparisons: int
    kept: int


@dataclass(slots=True)
class Translation:
    """What the names of one task's rules are called by other models.

    `committed` is by objective what the others commit with it, each time; `seen` what predicates speak of; `rows` how
    many rows there were of each state where a rule counts them without a comparison.
    """

    others: Apps
    committed: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    seen: dict[Place, list[Seen]] = field(default_factory=dict)
    rows: dict[Place, list[tuple[StatePredicate, Rows]]] = field(default_factory=dict)
    _found: dict[Place, tuple[Counterpart, ...]] = field(default_factory=dict)

    @staticmethod
    def learned(task: Task, others: Apps, seeds: Iterable[int]) -> "Translation":
        """From walks with these seeds. A seed with which something is asked for must not be one of them."""
        made = Translation(others)
        for seed in seeds:
            made._walk(prepare(task, seed))
        return made

    def of(self, setting: Setting) -> Translated:
        """The rules of one seed. Raises `NotExpressible` where something that they cannot do without has no name."""
        given = setting.specification.rules
        made = [self._rule(rule, setting.apps) for rule in given]
        for head in dict.fromkeys(rule.head for rule in given):
            if all(new is None for old, new in zip(given, made, strict=True) if old.head == head):
                raise NotExpressible(f"nothing is left of the rules for `{show_head(head)}`")
        comparisons = [(place, one) for rule in given for place, one in _comparisons(rule, setting.apps)]
        kept = sum(any(one.variable in other.variables for other in self.meaning(place)) for place, one in comparisons)
        return Translated(show_rules(one for one in made if one is not None), len(comparisons), kept)

    def objective(self, name: str) -> str:
        """What the others commit wherever this is committed."""
        found = self.committed.get(name)
        always = frozenset.intersection(*found) if found else frozenset[str]()
        if not always:
            raise NotExpressible(f"nothing commits `{name}`")
        return min(always, key=lambda one: (one != name, one))

    def meaning(self, place: Place) -> tuple[Counterpart, ...]:
        """The states of the others that say what a predicate speaks of."""
        if place not in self._found:
            seen = self.seen.get(place, ())
            told = any(one.wanted for one in seen)
            self._found[place] = counterparts(place, seen, self.others.states) if told else self._counted(place)
        return self._found[place]

    def _counted(self, place: Place) -> tuple[Counterpart, ...]:
        """For a table of which only the rows are counted: that which stands for it elsewhere, if it has as many."""
        found = self.rows.get(place, [])
        named = [other for other in self.seen if other.state == place.state and other != place]
        others = {one.state for other in named for one in self.meaning(other)}
        tables = sorted(name for name in others if self.others.states[name].keys)
        return tuple(
            Counterpart(name, {})
            for name in tables[:1]
            if found and all(one.count.holds(len(known.get(name, ()))) for one, known in found)
        )

    def _rule(self, rule: Rule, apps: Apps) -> Rule | None:
        """None where its states have no counterpart at all."""
        states = [one for one in rule.body if isinstance(one, StatePredicate)]
        made = {id(one): tuple(self._renamed(one, self.meaning(_place(rule, one, apps)))) for one in states}
        if states and not any(made.values()) and not any(isinstance(one, ObjectivePredicate) for one in rule.body):
            return None
        body: list[Predicate] = []
        for one in rule.body:
            if isinstance(one, ObjectivePredicate):
                body.append(replace(one, name=self.objective(one.name)))
            else:
                body += made[id(one)]
        head = rule.head if isinstance(rule.head, Done) else Objective(self.objective(rule.head.name))
        return Rule(tuple(dict.fromkeys(body)), head)

    @staticmethod
    def _renamed(one: StatePredicate, others: Sequence[Counterpart]) -> Iterator[StatePredicate]:
        for other in others:
            named = [old for old in one.constraints if old.variable in other.variables]
            constraints = tuple(new for old in named for new in _compared(old, other.variables[old.variable]))
            if constraints or not one.constraints:
                yield StatePredicate(other.state, constraints, AT_LEAST_ONE if other.there else one.count, one.once)

    def _walk(self, setting: Setting) -> None:
        today = setting.phone.now.date()
        own, other = asyncio.run(moments_of(setting, setting.apps, self.others))
        for head, mine, theirs in _same_moments(setting, own, other):
            self.committed.setdefault(head, []).append(other[theirs].commits if theirs is not None else frozenset())
            if theirs is None:
                continue
            ever = _all_of(one.before for one in other[: theirs + 1])
            for rule in setting.specification.rules:
                for one in rule.body if show_head(rule.head).strip("`") == head else ():
                    if not isinstance(one, StatePredicate):
                        continue
                    place = _place(rule, one, setting.apps)
                    if not one.constraints:
                        self.rows.setdefault(place, []).append((one, other[theirs].known))
                    for wanted in _spoken_of(one, own[mine].known, setting.apps.states[one.state], today):
                        self.seen.setdefault(place, []).append(Seen(wanted, other[theirs].known, ever))


def _same_moments(
    setting: Setting, own: Sequence[Moment], other: Sequence[Moment]
) -> Iterator[tuple[str, int, int | None]]:
    """Each objective with the moment of it, and that of the others: the last that commits, since the one before."""
    before = -1
    for number, moment in enumerate(own):
        names = {setting.scene.objectives.get(one, one) for one in moment.commits}
        if names:
            theirs = next((at for at in range(number, before, -1) if other[at].commits), None)
            yield from ((name, number, theirs) for name in sorted(names))
            before = number
    yield DONE, len(own) - 1, len(other) - 1


def _place(rule: Rule, one: StatePredicate, apps: Apps) -> Place:
    return Place(show_head(rule.head).strip("`"), one.state, bool(apps.states[one.state].keys), one.holds_on_nothing)


def _comparisons(rule: Rule, apps: Apps) -> Iterator[tuple[Place, Constraint]]:
    for one in rule.body:
        if isinstance(one, StatePredicate):
            yield from ((_place(rule, one, apps), constraint) for constraint in one.constraints)


def _spoken_of(one: StatePredicate, known: Rows, state: State, today: date) -> Iterator[Mapping[str, Value]]:
    """The values of each row that meets a predicate; of one that is to be absent, those that it must not have."""
    wanted = [(each, _values(each, state, today)) for each in one.constraints]
    if one.holds_on_nothing:
        yield {each.variable: values[0] for each, values in wanted if each.operator is Operator.EQUAL and values}
        return
    for row in known.get(one.state, ()):
        if all(values and holds(each.operator, row.get(each.variable), values, _is_same) for each, values in wanted):
            yield {each.variable: row[each.variable] for each, _ in wanted}


def _values(one: Constraint, state: State, today: date) -> tuple[Value, ...]:
    """In the form in which they are compared; none for what only a rule's own variable says."""
    if any(isinstance(term, RuleVariable) for term in one.terms):
        return ()
    return tuple(state.variables[one.variable].comparable(ground_value(term, today)) for term in one.terms)


def _is_same(wanted: str, found: str) -> bool:
    return wanted == found


def _compared(old: Constraint, names: Sequence[str]) -> Iterator[Constraint]:
    """The comparison with another name; of an hour and a minute each by itself, where a time is written out."""
    if len(names) == 1:
        yield replace(old, variable=names[0])
    elif old.operator is Operator.EQUAL and isinstance(old.value, Literal) and isinstance(old.value.value, time):
        at = old.value.value
        yield from (
            Constraint(name, old.operator, Literal(number))
            for name, number in zip(names, map(Decimal, (at.hour, at.minute)), strict=True)
        )


def _all_of(moments: Iterable[Rows]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    for rows in moments:
        for state, ones in rows.items():
            found.setdefault(state, []).extend(ones)
    return {state: tuple(ones) for state, ones in found.items()}
