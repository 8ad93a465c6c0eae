"""Which columns of which tables hold texts that meet each other, and what those texts are compared with.

Texts of two columns meet where a `?x` joins them. Each class of such columns is reasoned about apart, so that a
question about names need not know the texts of titles.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.declaration import States
from handrail.language.operators import TABLE, Operator, TextRelation
from handrail.language.rule import Constraint, Literal, RuleVariable, StatePredicate

Column: TypeAlias = tuple[str, str]
"""A state and one of its variables."""


@dataclass(slots=True)
class TextClass:
    """Columns whose texts meet, with the constants, in normal form, that they are compared with, by operator."""

    columns: set[Column] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)
    contained: set[str] = field(default_factory=set)
    similar: set[str] = field(default_factory=set)
    tells_rows_apart: bool = False
    compares_texts: bool = False

    def absorb(self, other: "TextClass") -> None:
        """Become the class of the columns of both."""
        self.columns |= other.columns
        self.constants |= other.constants
        self.contained |= other.contained
        self.similar |= other.similar
        self.tells_rows_apart |= other.tells_rows_apart
        self.compares_texts |= other.compares_texts


def named(disjuncts: Iterable[Disjunct], states: States) -> dict[str, tuple[str, ...]]:
    """The states that the cases speak of, each with its keys and the variables they constrain, as declared."""
    named: dict[str, set[str]] = {}
    for disjunct in disjuncts:
        for predicate in disjunct.predicates:
            names = named.setdefault(predicate.state, set(states[predicate.state].keys))
            names.update(constraint.variable for constraint in predicate.constraints)
    return {state: tuple(name for name in states[state].variables if name in names) for state, names in named.items()}


def text_classes(disjuncts: Sequence[Disjunct], states: States) -> tuple[TextClass, ...]:
    """The classes of all textual columns that the cases speak of."""
    class_of: dict[Column, TextClass] = {}
    for state, variables in named(disjuncts, states).items():
        for name in variables:
            if states[state].variables[name].type.is_textual:
                is_key = states[state].variables[name].key
                class_of[state, name] = TextClass({(state, name)}, tells_rows_apart=is_key)
    for disjunct in disjuncts:
        of_rule_variable: dict[str, TextClass] = {}
        for predicate, constraint in _constraints(disjunct):
            found = class_of.get((predicate.state, constraint.variable))
            if found is None:
                continue
            for term in constraint.terms:
                if isinstance(term, Literal) and isinstance(term.value, str):
                    _constants(found, constraint.operator).add(term.value)
                elif isinstance(term, RuleVariable):
                    found.tells_rows_apart = True
                    found.compares_texts |= TABLE[constraint.operator].relation is not None
                    joined = of_rule_variable.setdefault(term.name, found)
                    if joined is not found:
                        joined.absorb(found)
                        found = _merge(joined, class_of, of_rule_variable)
    return tuple({id(found): found for found in class_of.values()}.values())


def _merge(joined: TextClass, class_of: dict[Column, TextClass], of_rule_variable: dict[str, TextClass]) -> TextClass:
    for name, known in of_rule_variable.items():
        if known.columns <= joined.columns:
            of_rule_variable[name] = joined
    for column in joined.columns:
        class_of[column] = joined
    return joined


def _constants(found: TextClass, operator: Operator) -> set[str]:
    relation = TABLE[operator].relation
    match relation:
        case TextRelation.CONTAINMENT:
            return found.contained
        case TextRelation.LIKENESS:
            return found.similar
        case None:
            return found.constants
        case _:
            assert_never(relation)


def _constraints(disjunct: Disjunct) -> Iterator[tuple[StatePredicate, Constraint]]:
    for predicate in disjunct.predicates:
        for constraint in predicate.constraints:
            yield predicate, constraint
