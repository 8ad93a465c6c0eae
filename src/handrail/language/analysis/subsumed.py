"""Rules that are never needed, because another rule with the same head holds whenever they do."""

from collections.abc import Iterator

from handrail.language.analysis.disjunct import Disjunct, state_predicates
from handrail.language.analysis.objective_graph import with_requirements
from handrail.language.analysis.plain import names_in
from handrail.language.analysis.redundant import plain_meaning, warning
from handrail.language.analysis.split import is_constant
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic
from handrail.language.printer import show_head
from handrail.language.rule import Done, Objective, Rule, StatePredicate


def subsumed(subject: Subject, dead: frozenset[int]) -> Iterator[Diagnostic]:
    """A warning for each rule that another implies; of two that imply each other, for the later one."""
    redundant = set(dead)
    meanings = [plain_meaning(rule) for rule in subject.rules]
    for place in reversed(range(len(subject.rules))):
        if place in redundant:
            continue
        for other in range(len(subject.rules)):
            if meanings[other] == meanings[place] or other in redundant:
                continue
            if _subsumes(subject, place, other):
                redundant.add(place)
                yield _warning(subject, place, other)
                break


def _warning(subject: Subject, place: int, other: int) -> Diagnostic:
    rule, stronger = subject.rules[place], subject.rules[other]
    found = f"this rule is never needed: whenever it holds, so does the one in line {stronger.span.line}"
    help = f"take it out, or make the other one stricter: either is enough for `{show_head(rule.head)}`"
    return warning("implied-rule", rule.span, found, help)


def _subsumes(subject: Subject, place: int, other: int) -> bool:
    """Whether in all cases of the first rule some case of the second holds too."""
    rule, weaker = subject.rules[place], subject.rules[other]
    if rule.head != weaker.head:
        return False
    if isinstance(rule.head, Done) and subject.disjuncts[other] == (Disjunct(),):
        return False  # `True -> Done` has a warning of its own, and the other rules are not to blame
    if isinstance(rule.head, Objective) and not _speaks_of_as_much(subject, rule, weaker):
        return False
    question = f"whether the rule in line {rule.span.line} makes the one in line {weaker.span.line} hold"
    for disjunct in subject.disjuncts[place]:
        achieved = with_requirements(disjunct.objectives, subject.always)
        active = [candidate for candidate in subject.disjuncts[other] if candidate.is_active(achieved)]
        if not any(_could_follow(candidate, disjunct) for candidate in active):
            return False
        if not subject.is_impossible(question, (disjunct,), active):
            return False
    return True


def _speaks_of_as_much(subject: Subject, rule: Rule, weaker: Rule) -> bool:
    """Whether every row that the first rule speaks of the second does too: a rule supports an action by these alone."""
    said = [p for p in state_predicates(rule) if subject.states[p.state].keys and not p.once]
    covering = [p for p in state_predicates(weaker) if subject.states[p.state].keys and not p.once]
    by_state = {p.state for p in covering}
    if not set(state_predicates(weaker)) <= set(state_predicates(rule)):  # a `?x` may then be something else there
        covering = [p for p in covering if all(name == "_" for name in names_in(p))]
    return by_state <= {p.state for p in said} and all(
        any(_covers(subject, other, one) for other in covering) for one in said if one.state in by_state
    )


def _covers(subject: Subject, other: StatePredicate, one: StatePredicate) -> bool:
    """Whether a row that meets one meets the other."""
    if other.state != one.state or (one.holds_on_nothing and not other.holds_on_nothing):
        return False
    names = set(names_in(other))
    if other == one or (names <= {"_"} and set(other.constraints) <= set(one.constraints)):
        return True
    if names:
        return False
    constants = tuple(c for c in one.constraints if is_constant(c))
    question = f"whether the rules speak of the same rows of `{one.state}`"
    row, no_row = (
        Disjunct.of((StatePredicate(p.state, c),)) for p, c in ((one, constants), (other, other.constraints))
    )
    return subject.is_impossible(question, (row,), (no_row,))


def _could_follow(candidate: Disjunct, disjunct: Disjunct) -> bool:
    """Not if it needs rows of a state of which the case says nothing; that spares the solver most questions."""
    spoken_of = {predicate.state for predicate in disjunct.predicates}
    return all(predicate.state in spoken_of or predicate.holds_on_nothing for predicate in candidate.predicates)
