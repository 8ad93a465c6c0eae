"""Branches ("if ...") with a side that is missing.

Only where a two-sided split is apparent: a rule on another way to `Done` asks for the opposite of a constraint. Then
turning that constraint round must lead to a row for which some rule on another way asks too; what that rule asks
beyond, about other variables and other states, is what the agent must bring about and no condition of the branch.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from handrail.language.analysis.columns import Column
from handrail.language.analysis.disjunct import Disjunct, state_predicates
from handrail.language.analysis.redundant import warning
from handrail.language.analysis.run import Row
from handrail.language.analysis.split import Condition, about_some_row, are_two_sides, conditions, is_constant
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.operators import TABLE, Operator
from handrail.language.printer import show_constraint, show_predicate
from handrail.language.rule import Constraint, Literal, Objective, Rule, StatePredicate


def one_sided(subject: Subject, dead: frozenset[int]) -> Iterator[Diagnostic]:
    """One warning for each split with a gap, at the side that comes first."""
    by_column: dict[Column, list[Condition]] = {}
    for place in range(len(subject.rules)):
        if place not in dead:
            for condition in conditions(place, subject):
                by_column.setdefault(condition.column, []).append(condition)
    reported: set[frozenset[int]] = set()
    for same_column in by_column.values():
        for condition in same_column:
            others = [other for other in same_column if are_two_sides(condition, other, subject)]
            splits = {frozenset((condition.place, other.place)) for other in others}
            if others and not splits & reported:
                gap = _gap(condition, same_column, subject)
                if gap is not None:
                    reported |= splits
                    yield _warning(condition, gap)


def _warning(condition: Condition, gap: StatePredicate) -> Diagnostic:
    shown = excerpt(show_constraint(condition.constraint))
    found = f"no rule says what to do on the other side of `{shown}`"
    help = f"for example with `{show_predicate(gap)}`; write a rule for it, for `Done` if nothing is to be done"
    return warning("one-sided-branch", condition.constraint.span, found, help)


def _gap(condition: Condition, same_column: Sequence[Condition], subject: Subject) -> StatePredicate | None:
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


def _turned_round(condition: Condition) -> StatePredicate:
    turned = replace(condition.constraint, operator=TABLE[condition.constraint.operator].complement)
    constraints = (turned if c is condition.constraint else c for c in condition.predicate.constraints)
    return replace(condition.predicate, constraints=tuple(constraints))


def _may_cover(other: int, place: int, subject: Subject) -> bool:
    head = subject.rules[place].head
    return other != place and not (isinstance(head, Objective) and head.name in subject.ways[other])


def _vocabulary(rule: Rule) -> Mapping[str, frozenset[str]]:
    """The states of the rule, with the variables that it constrains."""
    known: dict[str, frozenset[str]] = {}
    for predicate in about_some_row(rule):
        variables = frozenset(constraint.variable for constraint in predicate.constraints)
        known[predicate.state] = known.get(predicate.state, frozenset()) | variables
    return known


def _said_with(known: Mapping[str, frozenset[str]], rule: Rule) -> Iterator[StatePredicate]:
    """What a rule says about these variables."""
    for predicate in about_some_row(rule):
        if predicate.state in known:
            kept = (c for c in predicate.constraints if c.variable in known[predicate.state] and is_constant(c))
            yield replace(predicate, constraints=tuple(kept))


def _row(wanted: StatePredicate, rows: Sequence[Row]) -> StatePredicate:
    """The first row in which all that is asked about is known, as a predicate."""
    names = tuple(dict.fromkeys(constraint.variable for constraint in wanted.constraints))
    row = next(row for row in rows if all(name in row for name in names))
    constraints = (Constraint(name, Operator.EQUAL, Literal(row[name])) for name in names)
    return StatePredicate(wanted.state, tuple(constraints))
