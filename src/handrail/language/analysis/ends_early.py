"""Rules for `Done` that can hold while a rule for an objective they do not need holds too.

The paper's restaurant: `… available = true -> Reserve` and `… available != true -> Done` exclude each other. Without
`available` in the second, the task may end although a table is free. In saying that rules exclude each other we are
generous, for a needless warning costs more than a missing one: predicates about one table are taken to be about the
same row unless their keys say otherwise, and what a rule excludes may stand in the rules of an objective it needs.
"""

from collections.abc import Iterator

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.objective_graph import needs, with_requirements
from handrail.language.analysis.plain import rename
from handrail.language.analysis.question import Impossible
from handrail.language.analysis.redundant import warning
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic
from handrail.language.printer import show_head
from handrail.language.rule import AT_LEAST_ONE, Done, Objective, Rule, StatePredicate


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
                    yield _warning(subject.rules[ending], subject.rules[place])


def _warning(ending: Rule, rule: Rule) -> Diagnostic:
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
        not _exclude_by_row(one, other, subject) and subject.example(question, (one, other)) is not None
        for one in subject.disjuncts[first]
        for other in subject.disjuncts[second]
    )


def _exclude_by_row(one: Disjunct, other: Disjunct, subject: Subject) -> bool:
    return any(
        first.state == second.state and _contradict_about_one_row(first, second, subject)
        for first in one.predicates
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
