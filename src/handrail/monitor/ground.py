"""On what ground an action is supported: which rule, and where texts met, what was wanted and what is shown.

The language compares texts in normal form. Whoever must be stricter (a name is no place to be generous) finds here
both sides as they are written, for each row that the rule met. Nothing here decides anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from handrail.app.update import Key
from handrail.language.operators import TABLE, Operator, operators_of
from handrail.language.rule import (
    Constraint,
    Literal,
    Objective,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
    binds,
)
from handrail.language.value import Type, Value
from handrail.monitor.changed import concerns
from handrail.monitor.join import Binding, meets
from handrail.monitor.program import CompiledPredicate, CompiledRule
from handrail.monitor.support import Support
from handrail.monitor.table import IndexedRow

COMPARED_TEXTS = frozenset(operator for operator in operators_of(Type.TEXT) if not TABLE[operator].denies)


@dataclass(frozen=True, slots=True)
class Match:
    """One text that met a constraint: what was wanted, one or several, as written, and what was found, as last shown.

    `key` are the values of the row's keys, as shown. `through` is the `?x` by whose value the two met; what was wanted
    is then what another row of the rule shows. `changed` says that the action changes this row, `once` that the row met
    at an earlier moment, and is told as it was then.
    """

    state: str
    key: tuple[Value, ...]
    variable: str
    operator: Operator
    wanted: tuple[str, ...]
    found: str
    through: str | None = None
    changed: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """Why an objective may be committed: a rule that is satisfied, and the texts in its rows that met.

    `short_of` are the predicates that the rule still lacks, where the action is one step towards them.
    """

    objective: str
    rule: Rule
    matches: tuple[Match, ...]
    short_of: tuple[Predicate, ...] = ()

    @property
    def rests_on(self) -> tuple[Predicate, ...]:
        """What of the rule is so."""
        return tuple(predicate for predicate in self.rule.body if predicate not in self.short_of)


@dataclass(frozen=True, slots=True)
class Met:
    """A row that meets a predicate."""

    predicate: StatePredicate
    key: tuple[Value, ...]
    row: IndexedRow
    changed: bool

    def shown(self, constraint: Constraint) -> str | None:
        """The text that a constraint is about, if it is one."""
        value = self.row.values.get(constraint.variable)
        return value if isinstance(value, str) else None

    @property
    def spelled_as_written(self) -> int:
        """How many constants of the predicate the row shows to the letter."""
        return sum(
            Literal(shown) in constraint.terms
            for constraint in self.predicate.constraints
            if (shown := self.shown(constraint))
        )


def ground(objective: str, support: Support) -> Ground | None:
    """The first rule that supports the action, with its matches; None if there is none.

    One that speaks of what the action changes comes before one that does not.
    """
    supporting = [rule for rule in support.program.rules_for(objective) if support.supports(rule)]
    if not supporting:
        return None
    concerned = (rule for rule in supporting if len(supporting) > 1 and concerns(rule.states, support.changed))
    rule = next(concerned, supporting[0])
    return Ground(objective, rule.rule, tuple(_matches(rule, support)))


def step_towards(rule: Rule, short_of: tuple[Predicate, ...], support: Support) -> Ground:
    """A rule that an action brings one step nearer, with the texts that met. Raises `StopIteration` for another's."""
    compiled = next(compiled_rule for compiled_rule in support.program.rules if compiled_rule.rule is rule)
    objective = rule.head.name if isinstance(rule.head, Objective) else ""
    return Ground(objective, rule, tuple(_matches(compiled, support)), short_of)


def ending_of(support: Support) -> Ground | None:
    """The first rule by which the task may end, with its matches; None if there is none."""
    for rule in support.program.rules_for(None):
        if support.satisfied(rule):
            return Ground("", rule.rule, tuple(_matches(rule, support)))
    return None


def met_now(compiled: CompiledPredicate, support: Support) -> tuple[Met, ...]:
    """Rows that meet a predicate now, as they are now: for what is asked to have held once."""
    return tuple(replace(row, row=copy(row.row)) for row in _rows(compiled, {}, support))


def _matches(rule: CompiledRule, support: Support) -> Iterator[Match]:
    binding = (
        support.binding(rule, [concern for concern in concerns(rule.states, support.changed) if concern.variables])
        or {}
    )
    met = [row for compiled in rule.states for row in _rows(compiled, binding, support)]
    binders: dict[str, str] = {}
    for match in met:
        for constraint in match.predicate.constraints:
            shown = match.shown(constraint)
            if isinstance(constraint.value, RuleVariable) and shown is not None and binds(match.predicate, constraint):
                binders.setdefault(constraint.value.name, shown)
    for match in met:
        for constraint in match.predicate.constraints:
            found = match.shown(constraint)
            if found is not None and constraint.operator in COMPARED_TEXTS:
                yield from _match(match, constraint, found, binders)


def _match(met: Met, constraint: Constraint, found: str, binders: Mapping[str, str]) -> Iterator[Match]:
    wanted: list[str] = []
    through = None
    for term in constraint.terms:
        if isinstance(term, RuleVariable) and term.name in binders:
            wanted.append(binders[term.name])
            through = term.name
        elif isinstance(term, Literal) and isinstance(term.value, str):
            wanted.append(term.value)
    if wanted:
        place = met.predicate.state, met.key, constraint.variable
        yield Match(*place, constraint.operator, tuple(wanted), found, through, met.changed, met.predicate.once)


def _rows(compiled: CompiledPredicate, binding: Binding, support: Support) -> Sequence[Met]:
    """The changed rows that the predicate speaks of; where there are none, as many others as it asks for."""
    predicate = compiled.predicate
    if predicate.once and support.held_before(compiled):
        return support.met_once.get(id(compiled), ())
    table, moment = support.tables[predicate.state], support.moment

    def met(row: IndexedRow | None, key: Key, changed: bool) -> Iterator[Met]:
        if row is not None and meets(row, compiled, binding, moment):
            keys = zip(table.program.state.keys, key, strict=True)
            yield Met(predicate, tuple(row.values.get(name, value) for name, value in keys), row, changed)

    found: list[Met] = []
    for rows in support.changed:
        if rows.table is table:
            for key in rows.before:
                now, was_there = rows.after(key), rows.before[key] is not None
                found += met(now, key, changed=True)
                if (predicate.holds_on_nothing or not rows.assigned) and (was_there or now is None):
                    found += met(rows.gone(key), key, changed=True)
    if found or predicate.holds_on_nothing:
        return found
    others = [match for key, row in table.rows.items() for match in met(row, key, changed=False)]
    others.sort(key=lambda other: -other.spelled_as_written)
    return others[: max(1, predicate.count.number)]
