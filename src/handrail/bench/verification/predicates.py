"""What the predicates of an encoding are worth beside those of the gold rules, decided by proof and not by text.

Source: VeriSafe Agent (MobiCom '25), section 8; definitions: docs/evaluation.md, "The table of predicates".
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from handrail.encoder.alignment import aligned
from handrail.language.analysis import Equivalent, Undecided, difference
from handrail.language.operators import Operator
from handrail.language.rule import (
    Constraint,
    Done,
    Head,
    Objective,
    ObjectivePredicate,
    Rule,
    RuleVariable,
    StatePredicate,
)
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification


@dataclass(frozen=True, slots=True)
class PredicateCounts:
    """How the state predicates of encodings and of gold rules compare; sums over several encodings.

    `gold` = `equal` + `constraint_mismatch` + `missing`, `encoded` = `equal` + `constraint_mismatch` + `superfluous`.
    `undecided` counts questions that the solver left open; such a pair counts as different.
    """

    encodings: int = 0
    gold: int = 0
    encoded: int = 0
    equal: int = 0
    missing: int = 0
    critical_missing: int = 0
    superfluous: int = 0
    constraint_mismatch: int = 0
    undecided: int = 0
    faultless: int = 0
    """Encodings with all predicates of the gold rules and no other."""

    def plus(self, other: "PredicateCounts") -> "PredicateCounts":
        """Both together."""
        return PredicateCounts(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class RequiredPredicate:
    """A predicate, taken alone, and the head whose rules require it."""

    head: Head
    predicate: StatePredicate


def compare_predicates(
    gold: Specification, encoded: Specification, clock: datetime, similarity: Similarity, threshold: float
) -> PredicateCounts:
    """Count what an encoding has, lacks, adds and constrains otherwise."""
    encoded = aligned(encoded, gold)
    judge = _Judge(gold, clock, similarity, threshold)
    wanted, written = placed(gold.rules), placed(encoded.rules)
    sides = _Sides(list(wanted), list(written))
    equal = sides.pair(lambda first, other: first.head == other.head and judge.equal(first, other))
    equal += sides.pair(judge.equal)
    mismatched = sides.pair(lambda first, other: first.head == other.head and _same_state(first, other))
    mismatched += sides.pair(_same_state)
    critical = sum(
        _always_required(gold, expected.predicate, judge) and not _always_required(encoded, expected.predicate, judge)
        for expected in sides.wanted
    )
    return PredicateCounts(
        encodings=1,
        gold=len(wanted),
        encoded=len(written),
        equal=equal,
        missing=len(sides.wanted),
        critical_missing=critical,
        superfluous=len(sides.written),
        constraint_mismatch=mismatched,
        undecided=judge.undecided,
        faultless=int(equal == len(wanted) == len(written)),
    )


def placed(rules: Sequence[Rule]) -> tuple[RequiredPredicate, ...]:
    """Every state predicate once for each head, in the order of the text."""
    found = (
        RequiredPredicate(rule.head, alone(predicate))
        for rule in rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
    )
    return tuple(dict.fromkeys(found))


def alone(predicate: StatePredicate) -> StatePredicate:
    """A predicate without its rule: `?x` is any value then, so that only `a = ?x` says something: that a is known."""
    named = (_alone(constraint) for constraint in predicate.constraints)
    return replace(predicate, constraints=tuple(constraint for constraint in named if constraint is not None))


def _alone(constraint: Constraint) -> Constraint | None:
    if not any(isinstance(term, RuleVariable) for term in constraint.terms):
        return constraint
    return replace(constraint, value=RuleVariable("_")) if constraint.operator is Operator.EQUAL else None


def _same_state(first: RequiredPredicate, other: RequiredPredicate) -> bool:
    return first.predicate.state == other.predicate.state


@dataclass(slots=True)
class _Sides:
    """The predicates of both that have no partner yet."""

    wanted: list[RequiredPredicate]
    written: list[RequiredPredicate]

    def pair(self, fits: Callable[[RequiredPredicate, RequiredPredicate], bool]) -> int:
        """Take away all pairs that fit, the first one first; how many."""
        pairs = 0
        for wanted in tuple(self.wanted):
            partner = next((other for other in self.written if fits(wanted, other)), None)
            if partner is not None:
                self.wanted.remove(wanted)
                self.written.remove(partner)
                pairs += 1
        return pairs


@dataclass(slots=True)
class _Judge:
    """Asks the solver, each question once."""

    gold: Specification
    clock: datetime
    similarity: Similarity
    threshold: float
    undecided: int = 0
    known: dict[tuple[tuple[object, ...], tuple[object, ...]], bool] = field(default_factory=dict)

    def equal(self, first: RequiredPredicate, other: RequiredPredicate) -> bool:
        """Whether neither admits what the other does not."""
        return _same_state(first, other) and self._same((first.predicate,), (other.predicate,))

    def implies(self, body: Sequence[StatePredicate], predicate: StatePredicate) -> bool:
        """Whether the predicate holds wherever the body does."""
        if all(state_predicate.state != predicate.state for state_predicate in body):
            return False  # nothing is said about its state
        return self._same(body, (*body, predicate))

    def _same(self, body: Iterable[StatePredicate], other: Iterable[StatePredicate]) -> bool:
        key = tuple(body), tuple(other)
        if key[0] == key[1]:
            return True
        if key not in self.known:
            first, second = (replace(self.gold, rules=(Rule(predicates, Done()),)) for predicates in key)
            found = difference(first, second, clock=self.clock, similarity=self.similarity, threshold=self.threshold)
            self.undecided += isinstance(found, Undecided)
            self.known[key] = isinstance(found, Equivalent)
        return self.known[key]


def _always_required(specification: Specification, predicate: StatePredicate, judge: _Judge) -> bool:
    """Whether every way to complete the task goes through a rule that implies the predicate."""
    known: dict[Head, bool] = {}

    def required(head: Head) -> bool:
        if head not in known:
            known[head] = all(_requires(rule) for rule in specification.rules if rule.head == head)
        return known[head]

    def _requires(rule: Rule) -> bool:
        states = [predicate for predicate in rule.body if isinstance(predicate, StatePredicate)]
        if judge.implies(states, predicate):
            return True
        return any(
            required(Objective(predicate.name)) for predicate in rule.body if isinstance(predicate, ObjectivePredicate)
        )

    return required(Done())
