"""Rules that can never hold, with as few as possible of the constraints that contradict each other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from handrail.language.analysis.disjunct import Disjunct, state_predicates
from handrail.language.analysis.objective_graph import prerequisites_first
from handrail.language.analysis.question import Impossible
from handrail.language.analysis.redundant import warning
from handrail.language.analysis.rows import capacity
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.printer import show_constraint, show_name, show_predicate
from handrail.language.rule import AT_LEAST_ONE, Objective, ObjectivePredicate, Rule, Span, StatePredicate

MOST_PARTS = 60
"""Constraints and predicates of one rule among which the contradiction is looked for: a question for each."""


def dead_rules(subject: Subject) -> frozenset[int]:
    """The places of the rules that no tables satisfy, or that need an objective of which no rule is alive."""
    dead: set[int] = set()
    alive: set[str] = set()
    for place in prerequisites_first(subject.rules):
        rule = subject.rules[place]
        question = f"whether the rule in line {rule.span.line} can hold"
        possible = [
            disjunct for disjunct in subject.disjuncts[place] if not subject.is_impossible(question, (disjunct,))
        ]
        if any(disjunct.objectives <= alive for disjunct in possible):
            if isinstance(rule.head, Objective):
                alive.add(rule.head.name)
        else:
            dead.add(place)
    return frozenset(dead)


def unsatisfiable(subject: Subject, dead: frozenset[int]) -> Iterator[Diagnostic]:
    """A warning for each dead rule."""
    alive = {rule.head for place, rule in enumerate(subject.rules) if place not in dead}
    for place in sorted(dead):
        rule = subject.rules[place]
        lacking = [p for p in rule.body if isinstance(p, ObjectivePredicate) and Objective(p.name) not in alive]
        parts = _contradiction(rule, subject)
        if parts:
            yield _contradictory(parts, subject)
        elif lacking:
            name = show_name(lacking[0].name)
            found = f"this rule can never hold: it needs `{name}`, and no rule for `{name}` can hold"
            yield warning("never-holds", lacking[0].span, found, f"mend the rule for `{name}` first")
        else:
            stills = [p for p in rule.body if isinstance(p, ObjectivePredicate) and p.still]
            shown = " and ".join(f"`{show_predicate(p)}`" for p in stills)
            found = f"this rule can never hold: it contradicts {shown}"
            span = stills[0].span if stills else rule.span
            yield warning("never-holds", span, found, "without `still` the objective only has to have been achieved")


def _contradiction(rule: Rule, subject: Subject) -> Sequence[StatePredicate]:
    """The least of the rule's own predicates that is still impossible; nothing if they are possible."""
    parts = list(state_predicates(rule))
    if not _impossible(parts, subject):
        return ()
    if len(parts) + sum(len(predicate.constraints) for predicate in parts) > MOST_PARTS:
        return parts
    for predicate in tuple(parts):
        rest = [part for part in parts if part is not predicate]
        if _impossible(rest, subject):
            parts = rest
    for place, predicate in enumerate(parts):
        if not predicate.holds_on_nothing:  # with fewer constraints an upper count asks for more
            for constraint in predicate.constraints:
                kept = tuple(c for c in parts[place].constraints if c is not constraint)
                rest = [*parts[:place], replace(parts[place], constraints=kept), *parts[place + 1 :]]
                if _impossible(rest, subject):
                    parts = rest
    return parts


def _impossible(predicates: Sequence[StatePredicate], subject: Subject) -> bool:
    return isinstance(subject.oracle.ask((Disjunct.of(predicates),)), Impossible)


def _contradictory(parts: Sequence[StatePredicate], subject: Subject) -> Diagnostic:
    first = parts[0]
    if len(parts) == 1 and first.count == AT_LEAST_ONE and first.constraints:
        shown = [f"`{excerpt(show_constraint(constraint))}`" for constraint in first.constraints]
        start, end = first.constraints[0].span, first.constraints[-1].span
        span = Span(start.line, start.column, end.column + end.length - start.column)
    else:
        shown = [f"`{excerpt(show_predicate(predicate))}`" for predicate in parts]
        span = first.span
    found = f"this rule can never hold: {_listed(shown)}"
    most = capacity(subject.states[first.state])
    if (
        all(part.state == first.state for part in parts)
        and most == 1
        and (len(parts) > 1 or first.count != AT_LEAST_ONE)
    ):
        return warning("never-holds", span, found, f"`{first.state}` has no keys, so it has one row")
    help = "if either will do, write a rule for each" if len(shown) > 1 else "change it, or take the rule out"
    return warning("never-holds", span, found, help)


def _listed(shown: Sequence[str]) -> str:
    match shown:
        case [one]:
            return f"{one} is impossible"
        case [one, other]:
            return f"{one} and {other} cannot both hold"
        case _:
            return f"{', '.join(shown[:-1])} and {shown[-1]} cannot all hold"
