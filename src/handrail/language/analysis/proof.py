"""Warnings that take a proof: rules that can never hold or are never needed, row counts that always hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from handrail.language.analysis.disjunct import (
    Disjunct,
    always_needed,
    disjuncts_of_rules,
    ever_needed,
    is_constant,
    leading_to_done,
    names_in,
    needs,
    prerequisites_first,
    state_predicates,
    with_requirements,
)
from handrail.language.analysis.question import EXHAUSTED, Answer, Impossible, Oracle, Possible, Undetermined
from handrail.language.analysis.reduction import capacity
from handrail.language.analysis.redundant import idle_warning, is_idle, plain_meaning, warning
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.world import PossibleWorld
from handrail.language.declaration import States
from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.printer import show_constraint, show_head, show_name, show_predicate
from handrail.language.rule import AT_LEAST_ONE, Done, Objective, ObjectivePredicate, Rule, Span, StatePredicate

MOST_PARTS = 60
"""Constraints and predicates of one rule among which the contradiction is looked for: a question for each."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A specification under inspection: its rules, what they need, and someone who answers questions about them.

    `disjuncts` and `ways` are in the order of the rules; `doubts` collects the questions without an answer.

    `ways` are the objectives that a rule needs, with all that some way to them goes through; `always` says for an
    objective what was surely achieved before it; `led_to` are the objectives on some way to `Done`.
    """

    rules: Sequence[Rule]
    states: States
    disjuncts: Sequence[tuple[Disjunct, ...]]
    always: Mapping[str, frozenset[str]]
    ways: Sequence[frozenset[str]]
    led_to: frozenset[str]
    oracle: Oracle
    doubts: dict[str, None] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Sequence[Rule], setting: Setting) -> Self:
        """The subject in its setting. Raises `TooManyDisjuncts`."""
        ever = ever_needed(rules)
        ways = tuple(with_requirements(needs(rule), ever) for rule in rules)
        disjuncts, always = disjuncts_of_rules(rules), always_needed(rules)
        return cls(rules, setting.states, disjuncts, always, ways, leading_to_done(rules), Oracle(setting))

    def is_impossible(self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct] = ()) -> bool:
        """Whether it is proven that this cannot be; the question is noted if it stays open."""
        return isinstance(self._ask(question, holding, failing), Impossible)

    def example(
        self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct] = ()
    ) -> PossibleWorld | None:
        """Tables and a clock where this is so, if there are any; the question is noted if it stays open."""
        answer = self._ask(question, holding, failing)
        return answer.world if isinstance(answer, Possible) else None

    def _ask(self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct]) -> Answer:
        answer = self.oracle.ask(holding, failing)
        if isinstance(answer, Undetermined):
            asked = "other questions" if answer.reason == EXHAUSTED else question  # or there would be thousands
            self.doubts[f"{asked}: {answer.reason}"] = None
        return answer


# Rules that can never hold, with as few as possible of the constraints that contradict each other.


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
        case [only]:
            return f"{only} is impossible"
        case [only, other]:
            return f"{only} and {other} cannot both hold"
        case _:
            return f"{', '.join(shown[:-1])} and {shown[-1]} cannot all hold"


# Row counts that hold whatever the tables: at most one row of a key, no row with contradicting constraints.


def always_holds(subject: Subject) -> Iterator[Diagnostic]:
    """Only those that cannot be seen without a solver."""
    for rule in subject.rules:
        for predicate in state_predicates(rule):
            joins = any(True for _ in names_in(predicate))
            if joins or not predicate.holds_on_nothing or is_idle(predicate, subject.states):
                continue
            question = f"whether a row count in line {rule.span.line} always holds"
            if subject.is_impossible(question, (), (Disjunct.of((predicate,)),)):
                yield idle_warning(predicate, "")


# Rules that are never needed, because another rule with the same head holds whenever they do.


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
                yield _subsumed_warning(subject, place, other)
                break


def _subsumed_warning(subject: Subject, place: int, other: int) -> Diagnostic:
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
        any(_covers(subject, other, predicate) for other in covering)
        for predicate in said
        if predicate.state in by_state
    )


def _covers(subject: Subject, other: StatePredicate, predicate: StatePredicate) -> bool:
    """Whether a row that meets one meets the other."""
    if other.state != predicate.state or (predicate.holds_on_nothing and not other.holds_on_nothing):
        return False
    names = set(names_in(other))
    if other == predicate or (names <= {"_"} and set(other.constraints) <= set(predicate.constraints)):
        return True
    if names:
        return False
    constants = tuple(c for c in predicate.constraints if is_constant(c))
    question = f"whether the rules speak of the same rows of `{predicate.state}`"
    row, no_row = (
        Disjunct.of((StatePredicate(p.state, c),)) for p, c in ((predicate, constants), (other, other.constraints))
    )
    return subject.is_impossible(question, (row,), (no_row,))


def _could_follow(candidate: Disjunct, disjunct: Disjunct) -> bool:
    """Not if it needs rows of a state of which the case says nothing; that spares the solver most questions."""
    spoken_of = {predicate.state for predicate in disjunct.predicates}
    return all(predicate.state in spoken_of or predicate.holds_on_nothing for predicate in candidate.predicates)
