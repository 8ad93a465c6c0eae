"""Is there one choice of values for every `?x` under which all the predicates of a rule that use them hold?

Predicates that share no `?x` are decided apart. Within a group the values are taken from rows, one predicate after
the other, with an index on what is already chosen; a predicate is checked as soon as all its variables have values.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Protocol

from handrail.error import HandrailError
from handrail.language.operators import Matches, Operator, holds
from handrail.language.rule import Constraint, Count, Now, RuleVariable, Term
from handrail.language.value import Value
from handrail.monitor.program import CompiledPredicate, has_rule_variable
from handrail.monitor.table import IndexedRow, Table

MOST_COMBINATIONS = 1_000_000
"""Choices tried before a join is given up, and with it the action: a verdict must not take minutes."""

Binding = Mapping[str, Value]
Cells = Mapping[str, Value]


class TooManyCombinations(HandrailError):
    """A rule joins its tables in so many ways that it was not decided."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What the constants `Today` and `Now` mean, and how texts are compared."""

    today: date | None
    now: time | None
    matches: Matches


class JoinCondition(Protocol):
    """Something that holds or not once its `?x` have values."""

    @property
    def variables(self) -> frozenset[str]:
        """Every `?x` it uses."""
        ...

    def holds(self, binding: Binding, moment: Interpretation) -> bool:
        """Whether it holds under a binding of all its variables."""
        ...


@dataclass(frozen=True, slots=True)
class JoinOperand:
    """A predicate of the join with the rows that meet everything it says without a `?x`.

    `groups` holds these rows by the values of `names`, the `?x` that this predicate equates with variables.
    """

    compiled: CompiledPredicate
    names: tuple[str, ...]
    others: tuple[Constraint, ...]
    groups: Mapping[tuple[Value, ...], Sequence[Cells]]

    @property
    def variables(self) -> frozenset[str]:
        """Every `?x` it uses."""
        return frozenset(self.names) | {
            term.name for constraint in self.others for term in constraint.terms if isinstance(term, RuleVariable)
        }

    @property
    def binds(self) -> bool:
        """Whether its rows give values to its `names`."""
        return bool(self.names) and not self.compiled.predicate.holds_on_nothing

    def holds(self, binding: Binding, moment: Interpretation) -> bool:
        """Whether the right number of rows meets it under a binding of all its variables."""
        rows = self.groups.get(tuple(binding[name] for name in self.names), ())
        if not self.others:
            return self.compiled.predicate.count.holds(len(rows))
        met = sum(
            all(_met(self.compiled, constraint, row, binding, moment) for constraint in self.others) for row in rows
        )
        return self.compiled.predicate.count.holds(met)


def solve(
    joined: Sequence[JoinOperand], moment: Interpretation, conditions: Sequence[JoinCondition] = ()
) -> Binding | None:
    """Values under which the join holds and every condition too; None if there are none."""
    found: dict[str, Value] = {}
    for group in _connected([*joined, *conditions]):
        values = _binding(group, moment)
        if values is None:
            return None
        found |= values
    return found


def meets(row: IndexedRow, compiled: CompiledPredicate, binding: Binding, moment: Interpretation) -> bool:
    """Whether a row meets all constraints of a predicate.

    One with a `?x` that has no value, or with `Now` at a moment without a clock, only asks that its variable is known.
    """
    return bool(row.meets >> compiled.number & 1) and all(
        _met(compiled, constraint, row.compared, binding, moment)
        if all(_has_value(term, binding, moment) for term in constraint.terms)
        else constraint.variable in row.compared
        for constraint in compiled.open
    )


def _has_value(term: Term, binding: Binding, moment: Interpretation) -> bool:
    if isinstance(term, RuleVariable):
        return term.name in binding
    return moment.now is not None or not isinstance(term, Now)


def unmet(joined: Sequence[JoinOperand], moment: Interpretation) -> list[CompiledPredicate]:
    """The predicates that stand in the way; empty if the join holds.

    Within a group that shares variables these are the ones that fail even alone, or all of them if each could hold.
    """
    failing: list[CompiledPredicate] = []
    for group in _connected(joined):
        if _binding(group, moment) is not None:
            continue
        members = [condition for condition in group if isinstance(condition, JoinOperand)]
        alone = [member for member in members if member.binds and _binding([member], moment) is None]
        failing.extend(member.compiled for member in alone or members)
    return failing


def candidate(compiled: CompiledPredicate, tables: Mapping[str, Table], moment: Interpretation) -> JoinOperand:
    """Collect a predicate's rows; linear in the rows of its state."""
    equated: list[tuple[str, str]] = []
    others: list[Constraint] = []
    plain: list[Constraint] = []
    observed: list[str] = []
    for constraint in compiled.open:
        observed.append(constraint.variable)
        match constraint.operator, constraint.value:
            case Operator.EQUAL, RuleVariable(name=name) as variable:
                if not variable.is_anonymous:
                    equated.append((name, constraint.variable))
                elif not _asks_for_some_row(compiled.predicate.count):
                    # Rows are counted for each binding, also of a variable without a name; a space keeps it apart.
                    equated.append(
                        (f"{compiled.predicate.state} {compiled.number} {len(equated)}", constraint.variable)
                    )
            case _:
                (others if has_rule_variable(constraint) else plain).append(constraint)
    names = tuple(dict.fromkeys(name for name, _ in equated))
    groups: dict[tuple[Value, ...], list[Cells]] = {}
    wanted = [(constraint, compiled.wanted(constraint, moment.today, moment.now)) for constraint in plain]
    for row in tables[compiled.predicate.state].rows.values():
        cells = row.compared
        if not row.meets >> compiled.number & 1 or not all(variable in cells for variable in observed):
            continue
        if not all(holds(c.operator, cells.get(c.variable), values, moment.matches) for c, values in wanted):
            continue
        bound: dict[str, Value] = {}
        if all(bound.setdefault(name, cells[variable]) == cells[variable] for name, variable in equated):
            groups.setdefault(tuple(bound[name] for name in names), []).append(cells)
    return JoinOperand(compiled, names, tuple(others), groups)


def _asks_for_some_row(count: Count) -> bool:
    """Whether one row is enough, so that it does not matter which of its values a `?_` is."""
    return not count.holds(0) and count.holds(1) and count.holds(2)


def _met(
    compiled: CompiledPredicate, constraint: Constraint, row: Cells, binding: Binding, moment: Interpretation
) -> bool:
    wanted: list[Value] = []
    for term in constraint.terms:
        if isinstance(term, RuleVariable):
            wanted.append(binding[term.name])
        elif isinstance(term, Now):
            assert moment.now is not None  # the monitor demands a clock where the specification has `Now`
            wanted.append(moment.now)
        else:
            wanted.append(compiled.value_of(term, constraint, moment.today))
    return holds(constraint.operator, row.get(constraint.variable), wanted, moment.matches)


def _connected(conditions: Sequence[JoinCondition]) -> list[list[JoinCondition]]:
    """The conditions in groups that share variables, directly or through others."""
    groups: list[tuple[set[str], list[JoinCondition]]] = []
    for condition in conditions:
        variables, members = set(condition.variables), [condition]
        apart = []
        for known, others in groups:
            if known & variables:
                variables |= known
                members = others + members
            else:
                apart.append((known, others))
        groups = [*apart, (variables, members)]
    return [members for _, members in groups]


@dataclass(frozen=True, slots=True)
class _Step:
    """Take values for `new` from one predicate's groups, given those for `known`; then check what has become ready."""

    known: tuple[str, ...]
    new: tuple[str, ...]
    choices: Mapping[tuple[Value, ...], Sequence[tuple[Value, ...]]]
    ready: tuple[JoinCondition, ...]


def _binding(group: Sequence[JoinCondition], moment: Interpretation) -> Binding | None:
    binders = [condition for condition in group if isinstance(condition, JoinOperand) and condition.binds]
    bindable = {name for binder in binders for name in binder.names}
    waiting = [
        condition for condition in group if condition.variables <= bindable
    ]  # alone, a predicate may lack what others bind
    at_once = [condition for condition in waiting if not condition.variables]
    if not all(condition.holds({}, moment) for condition in at_once):
        return None
    return _search(_plan(binders, [condition for condition in waiting if condition.variables]), moment)


def _plan(binders: Sequence[JoinOperand], waiting: Sequence[JoinCondition]) -> list[_Step]:
    """Fewest groups first, then whatever is connected with what is already chosen."""
    steps: list[_Step] = []
    chosen: set[str] = set()
    left, unchecked = list(binders), list(waiting)
    while left:
        left.sort(key=lambda option: (not chosen & set(option.names), len(option.groups)))
        binder = left.pop(0)
        known = tuple(name for name in binder.names if name in chosen)
        new = tuple(name for name in binder.names if name not in chosen)
        if not new:
            continue
        choices: dict[tuple[Value, ...], dict[tuple[Value, ...], None]] = {}
        for values in binder.groups:
            by_name = dict(zip(binder.names, values, strict=True))
            of_known = choices.setdefault(tuple(by_name[name] for name in known), {})
            of_known[tuple(by_name[name] for name in new)] = None
        chosen.update(new)
        ready = tuple(condition for condition in unchecked if condition.variables <= chosen)
        unchecked = [condition for condition in unchecked if not condition.variables <= chosen]
        steps.append(_Step(known, new, {key: list(value) for key, value in choices.items()}, ready))
    return steps


def _search(steps: Sequence[_Step], moment: Interpretation) -> Binding | None:
    binding: dict[str, Value] = {}
    if not steps:
        return binding
    tried = 0
    stack: list[Iterator[tuple[Value, ...]]] = [_choices(steps[0], binding)]
    while stack:
        step = steps[len(stack) - 1]
        values = next(stack[-1], None)
        if values is None:
            stack.pop()
            continue
        tried += 1
        if tried > MOST_COMBINATIONS:
            raise TooManyCombinations(f"a rule joins its states in more than {MOST_COMBINATIONS:,} ways")
        binding.update(zip(step.new, values, strict=True))
        if all(condition.holds(binding, moment) for condition in step.ready):
            if len(stack) == len(steps):
                return binding
            stack.append(_choices(steps[len(stack)], binding))
    return None


def _choices(step: _Step, binding: Binding) -> Iterator[tuple[Value, ...]]:
    return iter(step.choices.get(tuple(binding[name] for name in step.known), ()))


def names_row(compiled: CompiledPredicate, keys: tuple[str, ...], row: IndexedRow, moment: Interpretation) -> bool:
    """Whether the predicate is about one very row: it asks for every key, and the row has just these.

    A `?x` names none, and neither does a range.
    """
    of_keys = [constraint for constraint in compiled.predicate.constraints if constraint.variable in keys]
    if any(has_rule_variable(constraint) for constraint in of_keys):
        return False
    if {constraint.variable for constraint in of_keys if constraint.operator is Operator.EQUAL} != set(keys):
        return False
    return all(
        holds(
            constraint.operator,
            row.compared.get(constraint.variable),
            compiled.wanted(constraint, moment.today, moment.now),
            moment.matches,
        )
        for constraint in of_keys
    )
