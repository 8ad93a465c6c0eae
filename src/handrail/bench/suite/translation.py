"""A task's rules in the words of other models of the same apps, found by what both know at the same moments.

Nobody writes down which names mean the same. The agent that does not err carries out the task with other seeds; where
the rules' own models commit an objective, and at the end, the values that the rules speak of are looked for in what the
other models know, and a variable that has such a value every time stands for it. What has no counterpart is left out
of the rule, and counted; where nothing commits an objective, or nothing is left of its rules, the task has none.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from handrail.app import Apps
from handrail.bench.suite.counterparts import Counterpart, PredicatePlace, SeenMoment, counterparts
from handrail.bench.suite.episode import TaskInstance, prepare
from handrail.bench.suite.known import KnownStep, Row, Rows, moments_of
from handrail.bench.suite.spellings import Spellings
from handrail.bench.suite.task import Task
from handrail.error import HandrailError
from handrail.language.declaration import State
from handrail.language.operators import Operator, holds
from handrail.language.printer import show_head, show_rules
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Done,
    Head,
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
    seen: dict[PredicatePlace, list[SeenMoment]] = field(default_factory=dict)
    rows: dict[PredicatePlace, list[tuple[StatePredicate, Rows]]] = field(default_factory=dict)
    spellings: Spellings = field(init=False)
    _found: dict[PredicatePlace, tuple[Counterpart, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.spellings = Spellings(self.others.states)

    @staticmethod
    def learned(task: Task, others: Apps, seeds: Iterable[int]) -> "Translation":
        """From walks with these seeds. A seed with which something is asked for must not be one of them."""
        made = Translation(others)
        for seed in seeds:
            made._walk(prepare(task, seed))
        return made

    def of(self, setting: TaskInstance) -> Translated:
        """The rules of one seed. Raises `NotExpressible` where something that they cannot do without has no name."""
        given, today = setting.specification.rules, setting.phone.now.date()
        made = [self._rule(rule, setting.apps, today) for rule in given]
        for head in dict.fromkeys(rule.head for rule in given):
            if all(new is None for old, new in zip(given, made, strict=True) if old.head == head):
                raise NotExpressible(f"nothing is left of the rules for `{show_head(head)}`")
        said = [
            any(other.says(constraint, today) for other in self.meaning(_place(rule, predicate, setting.apps)))
            for rule in given
            for predicate in rule.body
            if isinstance(predicate, StatePredicate)
            for constraint in predicate.constraints
        ]
        return Translated(show_rules(rule for rule in made if rule is not None), len(said), sum(said))

    def objective(self, name: str) -> str:
        """What the others commit wherever this is committed."""
        found = self.committed.get(name)
        always = frozenset.intersection(*found) if found else frozenset[str]()
        if not always:
            raise NotExpressible(f"nothing commits `{name}`")
        return min(always, key=lambda candidate: (candidate != name, candidate))

    def meaning(self, place: PredicatePlace) -> tuple[Counterpart, ...]:
        """The states of the others that say what a predicate speaks of."""
        if place not in self._found:
            seen = self.seen.get(place, ())
            states = {
                name: declared_state
                for app in self.others
                if app.package == place.package
                for name, declared_state in app.states.items()
            }
            is_told = any(seen.wanted for seen in seen)
            self._found[place] = counterparts(place, seen, states, self.spellings) if is_told else self._counted(place)
        return self._found[place]

    def _counted(self, place: PredicatePlace) -> tuple[Counterpart, ...]:
        """For a table of which only the rows are counted: that which stands for it elsewhere, if it has as many."""
        found = self.rows.get(place, [])
        named = [other for other in self.seen if other.state == place.state and other != place]
        others = {counterpart.state for other in named for counterpart in self.meaning(other)}
        tables = sorted(name for name in others if self.others.states[name].keys)
        return tuple(
            Counterpart(name, {})
            for name in tables[:1]
            if found and all(predicate.count.holds(len(known.get(name, ()))) for predicate, known in found)
        )

    def _rule(self, rule: Rule, apps: Apps, today: date) -> Rule | None:
        """None where its states have no counterpart at all."""
        states = [predicate for predicate in rule.body if isinstance(predicate, StatePredicate)]
        made = {id(state): tuple(_renamed(state, self.meaning(_place(rule, state, apps)), today)) for state in states}
        if (
            states
            and not any(made.values())
            and not any(isinstance(predicate, ObjectivePredicate) for predicate in rule.body)
        ):
            return None
        body: list[Predicate] = []
        for predicate in rule.body:
            if isinstance(predicate, ObjectivePredicate):
                body.append(replace(predicate, name=self.objective(predicate.name)))
            else:
                body += made[id(predicate)]
        head = rule.head if isinstance(rule.head, Done) else Objective(self.objective(rule.head.name))
        return Rule(tuple(dict.fromkeys(body)), head)

    def _walk(self, setting: TaskInstance) -> None:
        today = setting.phone.now.date()
        own, other = asyncio.run(moments_of(setting, setting.apps, self.others))
        for moment, same in zip(own, other, strict=True):
            self.spellings.note(moment, same, today)
        for head, mine, theirs in _same_moments(setting, own, other):
            self.committed.setdefault(head, []).append(other[theirs].commits if theirs is not None else frozenset())
            if theirs is None:
                continue
            there = other[theirs]
            ever = _all_of(earlier.before for earlier in other[: theirs + 1])
            for rule in setting.specification.rules:
                for predicate in rule.body if _name(rule.head) == head else ():
                    if not isinstance(predicate, StatePredicate):
                        continue
                    place = _place(rule, predicate, setting.apps)
                    if not predicate.constraints:
                        self.rows.setdefault(place, []).append((predicate, there.known))
                    for wanted in _spoken_of(predicate, own[mine].known, setting.apps.states[predicate.state], today):
                        self.seen.setdefault(place, []).append(
                            SeenMoment(wanted, there.known, there.before, ever, today)
                        )


def _same_moments(
    setting: TaskInstance, own: Sequence[KnownStep], other: Sequence[KnownStep]
) -> Iterator[tuple[str, int, int | None]]:
    """Each objective with the moment of it, and that of the others: the last that commits, since the one before."""
    before = -1
    for number, moment in enumerate(own):
        names = {setting.scene.objectives.get(commit, commit) for commit in moment.commits}
        if names:
            theirs = next((at for at in range(number, before, -1) if other[at].commits), None)
            yield from ((name, number, theirs) for name in sorted(names))
            before = number
    yield DONE, len(own) - 1, len(other) - 1


def _place(rule: Rule, predicate: StatePredicate, apps: Apps) -> PredicatePlace:
    state = apps.states[predicate.state]
    package = next(app.package for app in apps if predicate.state in app.states)
    return PredicatePlace(_name(rule.head), package, predicate.state, bool(state.keys), predicate.holds_on_nothing)


def _name(head: Head) -> str:
    return DONE if isinstance(head, Done) else head.name


def _renamed(predicate: StatePredicate, others: Sequence[Counterpart], today: date) -> Iterator[StatePredicate]:
    for other in others:
        constraints = tuple(new for old in predicate.constraints for new in other.says(old, today))
        if constraints or not predicate.constraints:
            yield StatePredicate(
                other.state, constraints, AT_LEAST_ONE if other.there else predicate.count, predicate.once
            )


def _spoken_of(predicate: StatePredicate, known: Rows, state: State, today: date) -> Iterator[Mapping[str, Value]]:
    """The values of each row that meets a predicate; of one that is to be absent, those that it must not have."""
    wanted = [(constraint, _values(constraint, state, today)) for constraint in predicate.constraints]
    if predicate.holds_on_nothing:
        yield {
            constraint.variable: values[0]
            for constraint, values in wanted
            if constraint.operator is Operator.EQUAL and values
        }
        return
    for row in known.get(predicate.state, ()):
        if all(
            values and holds(constraint.operator, row.get(constraint.variable), values, _is_same)
            for constraint, values in wanted
        ):
            yield {constraint.variable: row[constraint.variable] for constraint, _ in wanted}


def _values(constraint: Constraint, state: State, today: date) -> tuple[Value, ...]:
    """In the form in which they are compared; none for what only a rule's own variable says."""
    if any(isinstance(term, RuleVariable) for term in constraint.terms):
        return ()
    return tuple(
        state.variables[constraint.variable].comparable(ground_value(term, today)) for term in constraint.terms
    )


def _is_same(wanted: str, found: str) -> bool:
    return wanted == found


def _all_of(moments: Iterable[Rows]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    for rows in moments:
        for state, group in rows.items():
            found.setdefault(state, []).extend(group)
    return {state: tuple(numbers) for state, numbers in found.items()}
