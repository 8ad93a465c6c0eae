"""Sets of names in a question: to the solver they are texts, of which each set has one."""

from collections.abc import Iterable
from dataclasses import replace

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.declaration import States
from handrail.language.normal_form import name_set
from handrail.language.operators import TABLE
from handrail.language.rule import Constraint, Literal, RuleVariable, StatePredicate, Term


class AsksForMembers(Exception):
    """Internal to the analysis: a rule says something of a set that a text does not tell."""


def one_spelling_of_sets(disjuncts: Iterable[Disjunct], states: States) -> tuple[Disjunct, ...]:
    """The cases with every set of names in one spelling. Raises `AsksForMembers`."""
    return tuple(
        replace(disjunct, predicates=tuple(_predicate(predicate, states) for predicate in disjunct.predicates))
        for disjunct in disjuncts
    )


def _predicate(predicate: StatePredicate, states: States) -> StatePredicate:
    variables = states[predicate.state].variables
    if not any(variables[constraint.variable].is_set for constraint in predicate.constraints):
        return predicate
    constraints = (_constraint(c) if variables[c.variable].is_set else c for c in predicate.constraints)
    return replace(predicate, constraints=tuple(constraints))


def _constraint(constraint: Constraint) -> Constraint:
    if TABLE[constraint.operator].relation is not None:
        raise AsksForMembers
    terms = tuple(map(_term, constraint.terms))
    return replace(constraint, value=terms if isinstance(constraint.value, tuple) else terms[0])


def _term(term: Term) -> Term:
    match term:
        case RuleVariable(name=name) if not name.startswith("_"):  # it may meet a text that is no set
            raise AsksForMembers
        case Literal(value=str() as text):
            return Literal(", ".join(sorted(name_set(text).members)))
        case _:
            return term
