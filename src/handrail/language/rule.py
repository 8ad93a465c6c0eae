"""Rules as data: Horn clauses whose predicates speak about an app's states and about objectives.

Nodes do not evaluate, print or check themselves; the parser, the printer, the checker and the monitor each walk
them in a module of their own. Spans say where a node stood in the text the user wrote and never count in a
comparison, so that `parse(show(rule)) == rule`. Source: docs/language.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from handrail.language.operators import Operator
from handrail.language.value import Value


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line, counted from 1; `length` in characters."""

    line: int
    column: int
    length: int = 1


NOWHERE = Span(0, 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A constant written out. `true` and `1` are different constants although Python finds them equal."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class RelativeDay:
    """A day counted from the one on which the session began: `Tomorrow` is 1."""

    days: int


@dataclass(frozen=True, slots=True)
class Now:
    """The clock at each step, to the second."""


@dataclass(frozen=True, slots=True)
class RuleVariable:
    """`?x`: whatever value makes the rule hold, the same everywhere in the rule. `?_` is fresh at each use."""

    name: str

    @property
    def is_anonymous(self) -> bool:
        """Whether this use stands for itself alone."""
        return self.name == "_"


Term: TypeAlias = Literal | RelativeDay | Now | RuleVariable


@dataclass(frozen=True, slots=True)
class Constraint:
    """`time < 19:00`: one comparison over one variable. `in` and `not in` have a tuple of terms, the others one."""

    variable: str
    operator: Operator
    value: Term | tuple[Term, ...]
    span: Span = field(default=NOWHERE, compare=False)
    value_span: Span = field(default=NOWHERE, compare=False)

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the variable is compared with, one or several."""
        return self.value if isinstance(self.value, tuple) else (self.value,)


@dataclass(frozen=True, slots=True)
class Count:
    """`[>= 3]`: how many rows must meet the constraints. The operator is one of `=`, `<`, `<=`, `>`, `>=`."""

    operator: Operator
    number: int

    def holds(self, rows: int) -> bool:
        """Whether this many rows are right."""
        match self.operator:
            case Operator.EQUAL:
                return rows == self.number
            case Operator.LESS:
                return rows < self.number
            case Operator.LESS_OR_EQUAL:
                return rows <= self.number
            case Operator.GREATER:
                return rows > self.number
            case Operator.GREATER_OR_EQUAL:
                return rows >= self.number
            case _:
                raise AssertionError(f"a count cannot be `{self.operator}`")


AT_LEAST_ONE = Count(Operator.GREATER_OR_EQUAL, 1)


@dataclass(frozen=True, slots=True)
class StatePredicate:
    """`Alarm(time = 9:00, on = true)[>= 2]`: enough rows of the state meet all the constraints.

    With `once` in front it is enough that they did at some moment of the session.
    """

    state: str
    constraints: tuple[Constraint, ...] = ()
    count: Count = AT_LEAST_ONE
    once: bool = False
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def holds_on_nothing(self) -> bool:
        """Whether zero rows satisfy it, as with `[= 0]`."""
        return self.count.holds(0)


@dataclass(frozen=True, slots=True)
class ObjectivePredicate:
    """`Reserve`: the objective was achieved; with `still`, and some rule for it is satisfied now."""

    name: str
    still: bool = False
    span: Span = field(default=NOWHERE, compare=False)


Predicate: TypeAlias = StatePredicate | ObjectivePredicate


@dataclass(frozen=True, slots=True)
class Objective:
    """The head of a rule that establishes an objective."""

    name: str


@dataclass(frozen=True, slots=True)
class Done:
    """The head of a rule that completes the task."""


Head: TypeAlias = Objective | Done


@dataclass(frozen=True, slots=True)
class Rule:
    """A conjunction of predicates and what it establishes. An empty body is `True`: nothing is required."""

    body: tuple[Predicate, ...]
    head: Head
    span: Span = field(default=NOWHERE, compare=False)
    head_span: Span = field(default=NOWHERE, compare=False)


def uses(rule: Rule) -> Iterator[tuple[StatePredicate, Constraint, RuleVariable]]:
    """Every place where the rule uses one of its variables, in the order of the text."""
    for predicate in rule.body:
        if isinstance(predicate, StatePredicate):
            for constraint in predicate.constraints:
                for term in constraint.terms:
                    if isinstance(term, RuleVariable):
                        yield predicate, constraint, term


def binds(predicate: StatePredicate, constraint: Constraint) -> bool:
    """Whether this use gives the variable its value: an `=` in a predicate that zero rows do not satisfy."""
    return constraint.operator is Operator.EQUAL and not predicate.holds_on_nothing


def established(rules: Sequence[Rule]) -> frozenset[str]:
    """The objectives that some rule has as its head."""
    return frozenset(rule.head.name for rule in rules if isinstance(rule.head, Objective))


def required(rules: Sequence[Rule]) -> Iterator[ObjectivePredicate]:
    """Every objective predicate of every body, in the order of the text."""
    for rule in rules:
        for predicate in rule.body:
            if isinstance(predicate, ObjectivePredicate):
                yield predicate
