"""Branches: where a task splits, sides that are missing, and ends that come although something is left to do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.language.analysis.disjunct import (
    Disjunct,
    is_constant,
    needs,
    plain_count,
    rename,
    state_predicates,
    with_requirements,
)
from handrail.language.analysis.proof import Subject
from handrail.language.analysis.question import Impossible
from handrail.language.analysis.redundant import warning
from handrail.language.analysis.run import Row
from handrail.language.analysis.text_pool import Column
from handrail.language.declaration import Variable
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.operators import TABLE, Operator
from handrail.language.printer import show_constraint, show_head, show_predicate
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Done,
    Literal,
    Objective,
    Rule,
    StatePredicate,
)
from handrail.language.value import Type

# Where a specification splits into two sides: rules on different ways to `Done` with opposite conditions.


@dataclass(frozen=True, slots=True)
class BranchCondition:
    """A constraint that a branch may hang on: no key, no `?x`, in a predicate about some row."""

    place: int
    predicate: StatePredicate
    constraint: Constraint

    @property
    def column(self) -> Column:
        """What it is about."""
        return self.predicate.state, self.constraint.variable


def _conditions(place: int, subject: Subject) -> Iterator[BranchCondition]:
    """The conditions of one rule."""
    for predicate in _about_some_row(subject.rules[place]):
        for constraint in predicate.constraints:
            variable = subject.states[predicate.state].variables[constraint.variable]
            if not variable.key and is_constant(constraint):
                yield BranchCondition(place, predicate, constraint)


def _about_some_row(rule: Rule) -> Iterator[StatePredicate]:
    """The predicates that one row can meet now, as in a branch."""
    return (p for p in state_predicates(rule) if plain_count(p.count) == AT_LEAST_ONE and not p.once)


def _are_two_sides(condition: BranchCondition, other: BranchCondition, subject: Subject) -> bool:
    """Whether the conditions, about one column, part the ways of their rules."""
    variable = subject.states[condition.predicate.state].variables[condition.constraint.variable]
    return (
        _look_like_two_sides(condition.constraint, other.constraint, variable)
        and _are_on_different_ways(condition.place, other.place, subject)
        and _contradict_about_a_row(condition.predicate.state, (condition.constraint, other.constraint), subject)
        and not _have_different_keys(condition.predicate, other.predicate, subject)
    )


def _look_like_two_sides(constraint: Constraint, other: Constraint, variable: Variable) -> bool:
    """`= "A"` and `= "B"` are two wishes unless there are only these; `= "A"` and `!= "A"` are two sides."""
    if variable.type is Type.BOOLEAN or len(variable.options) == 2:
        return True
    first, second = TABLE[constraint.operator], TABLE[other.operator]
    if first.side or second.side:
        return None not in (first.side, second.side) and first.side is not second.side
    return first.denies != second.denies


def _are_on_different_ways(first: int, other: int, subject: Subject) -> bool:
    """Whether neither rule needs the other and no rule for `Done` needs both: the task goes one way or the other."""
    rules = subject.rules[first], subject.rules[other]
    heads = {rule.head.name for rule in rules if isinstance(rule.head, Objective)}
    if rules[0].head == rules[1].head or not heads <= subject.led_to:
        return False
    if heads & (subject.ways[first] | subject.ways[other]):
        return False
    ends = (way for rule, way in zip(subject.rules, subject.ways, strict=True) if isinstance(rule.head, Done))
    return len(heads) < 2 or not any(heads <= way for way in ends)


def _have_different_keys(predicate: StatePredicate, other: StatePredicate, subject: Subject) -> bool:
    keys = subject.states[predicate.state].keys
    on_keys = (c for c in (*predicate.constraints, *other.constraints) if c.variable in keys and is_constant(c))
    return _contradict_about_a_row(predicate.state, tuple(on_keys), subject)


def _contradict_about_a_row(state: str, constraints: tuple[Constraint, ...], subject: Subject) -> bool:
    return isinstance(subject.oracle.ask((Disjunct.of((StatePredicate(state, constraints),)),)), Impossible)


# Branches ("if ...") with a side that is missing.
#
# Only where a two-sided split is apparent: a rule on another way to `Done` asks for the opposite of a constraint.
# Then turning that constraint round must lead to a row for which some rule on another way asks too; what that rule
# asks beyond, about other variables and other states, is what the agent must bring about and no condition of the
# branch.


def one_sided(subject: Subject, dead: frozenset[int]) -> Iterator[Diagnostic]:
    """One warning for each split with a gap, at the side that comes first."""
    by_column: dict[Column, list[BranchCondition]] = {}
    for place in range(len(subject.rules)):
        if place not in dead:
            for condition in _conditions(place, subject):
                by_column.setdefault(condition.column, []).append(condition)
    reported: set[frozenset[int]] = set()
    for same_column in by_column.values():
        for condition in same_column:
            others = [other for other in same_column if _are_two_sides(condition, other, subject)]
            splits = {frozenset((condition.place, other.place)) for other in others}
            if others and not splits & reported:
                gap = _gap(condition, same_column, subject)
                if gap is not None:
                    reported |= splits
                    yield _one_sided_warning(condition, gap)


def _one_sided_warning(condition: BranchCondition, gap: StatePredicate) -> Diagnostic:
    shown = excerpt(show_constraint(condition.constraint))
    found = f"no rule says what to do on the other side of `{shown}`"
    help = f"for example with `{show_predicate(gap)}`; write a rule for it, for `Done` if nothing is to be done"
    return warning("one-sided-branch", condition.constraint.span, found, help)


def _gap(condition: BranchCondition, same_column: Sequence[BranchCondition], subject: Subject) -> StatePredicate | None:
    """A row on the other side for which no rule asks."""
    rule = subject.rules[condition.place]
    other_side = _turned_round(condition)
    predicates = (other_side if p is condition.predicate else p for p in state_predicates(rule))
    known = _vocabulary(rule)
    places = {other.place for other in same_column if _may_cover(other.place, condition.place, subject)}
    covering = [Disjunct.of(_said_with(known, subject.rules[place])) for place in sorted(places)]
    shown = excerpt(show_constraint(condition.constraint))
    question = f"whether some rule covers the other side of `{shown}` in line {rule.span.line}"
    world = subject.example(question, (Disjunct.of(predicates),), covering)
    return None if world is None else _row(other_side, world.tables[other_side.state])


def _turned_round(condition: BranchCondition) -> StatePredicate:
    turned = replace(condition.constraint, operator=TABLE[condition.constraint.operator].complement)
    constraints = (turned if c is condition.constraint else c for c in condition.predicate.constraints)
    return replace(condition.predicate, constraints=tuple(constraints))


def _may_cover(other: int, place: int, subject: Subject) -> bool:
    head = subject.rules[place].head
    return other != place and not (isinstance(head, Objective) and head.name in subject.ways[other])


def _vocabulary(rule: Rule) -> Mapping[str, frozenset[str]]:
    """The states of the rule, with the variables that it constrains."""
    known: dict[str, frozenset[str]] = {}
    for predicate in _about_some_row(rule):
        variables = frozenset(constraint.variable for constraint in predicate.constraints)
        known[predicate.state] = known.get(predicate.state, frozenset()) | variables
    return known


def _said_with(known: Mapping[str, frozenset[str]], rule: Rule) -> Iterator[StatePredicate]:
    """What a rule says about these variables."""
    for predicate in _about_some_row(rule):
        if predicate.state in known:
            kept = (c for c in predicate.constraints if c.variable in known[predicate.state] and is_constant(c))
            yield replace(predicate, constraints=tuple(kept))


def _row(wanted: StatePredicate, rows: Sequence[Row]) -> StatePredicate:
    """The first row in which all that is asked about is known, as a predicate."""
    names = tuple(dict.fromkeys(constraint.variable for constraint in wanted.constraints))
    row = next(row for row in rows if all(name in row for name in names))
    constraints = (Constraint(name, Operator.EQUAL, Literal(row[name])) for name in names)
    return StatePredicate(wanted.state, tuple(constraints))


# Rules for `Done` that can hold while a rule for an objective they do not need holds too.
#
# The paper's restaurant: `… available = true -> Reserve` and `… available != true -> Done` exclude each other.
# Without `available` in the second, the task may end although a table is free. In saying that rules exclude each
# other we are generous, for a needless warning costs more than a missing one: predicates about one table are taken to
# be about the same row unless their keys say otherwise, and what a rule excludes may stand in the rules of an
# objective it needs.


def ends_early(subject: Subject, dead: frozenset[int]) -> Iterator[Diagnostic]:
    """One warning for each rule for `Done` and each objective that it may leave behind."""
    alive = [place for place in range(len(subject.rules)) if place not in dead]
    for ending in alive:
        if isinstance(subject.rules[ending].head, Done) and subject.disjuncts[ending] != (Disjunct(),):
            left_behind: set[str] = set()
            for place in alive:
                head = subject.rules[place].head
                if not isinstance(head, Objective) or head.name not in subject.led_to - left_behind:
                    continue
                if _may_be_left_behind(ending, place, head.name, subject):
                    left_behind.add(head.name)
                    yield _early_end_warning(subject.rules[ending], subject.rules[place])


def _early_end_warning(ending: Rule, rule: Rule) -> Diagnostic:
    name = show_head(rule.head)
    found = f"the task may end without `{name}`: this rule and the one in line {rule.span.line} can hold together"
    help = f"if both are wanted, require `{name}` here; if this is the other branch, exclude what `{name}` asks for"
    return warning("ends-early", ending.span, found, help)


def _may_be_left_behind(ending: int, place: int, name: str, subject: Subject) -> bool:
    """Whether the rule at `place` can be used where the task may end, which needs its objective in no way."""
    gone_through = subject.ways[ending]
    if name in gone_through or not needs(subject.rules[place]) <= gone_through:
        return False
    if not _can_hold_together(ending, place, subject):
        return False
    surely_before = with_requirements(needs(subject.rules[ending]), subject.always)
    return all(
        any(_can_hold_together(other, place, subject) for other in _rules_for(before, subject))
        for before in surely_before - subject.ways[place]
    )


def _rules_for(name: str, subject: Subject) -> Iterator[int]:
    return (place for place, rule in enumerate(subject.rules) if rule.head == Objective(name))


def _can_hold_together(first: int, second: int, subject: Subject) -> bool:
    lines = sorted((subject.rules[first].span.line, subject.rules[second].span.line))
    question = f"whether the rules in lines {lines[0]} and {lines[1]} can hold together"
    return any(
        not _exclude_by_row(disjunct, other, subject) and subject.example(question, (disjunct, other)) is not None
        for disjunct in subject.disjuncts[first]
        for other in subject.disjuncts[second]
    )


def _exclude_by_row(disjunct: Disjunct, other: Disjunct, subject: Subject) -> bool:
    return any(
        first.state == second.state and _contradict_about_one_row(first, second, subject)
        for first in disjunct.predicates
        for second in other.predicates
    )


def _contradict_about_one_row(first: StatePredicate, second: StatePredicate, subject: Subject) -> bool:
    keys = subject.states[first.state].keys
    if not keys or first.count != AT_LEAST_ONE or second.count != AT_LEAST_ONE:
        return False  # without keys there is but one row, and the solver knows
    if first.once or second.once:
        return False  # then it was another row, or another moment
    second = rename(second, lambda name: f"{name}.2")
    merged = StatePredicate(first.state, (*first.constraints, *second.constraints))
    by_key = StatePredicate(first.state, tuple(c for c in merged.constraints if c.variable in keys))
    return _is_impossible(merged, subject) and not _is_impossible(by_key, subject)


def _is_impossible(predicate: StatePredicate, subject: Subject) -> bool:
    return isinstance(subject.oracle.ask((Disjunct.of((predicate,)),)), Impossible)
