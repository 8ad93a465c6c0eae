"""The variables `?x` of a rule: where each gets its value, and whether its uses can agree."""

from collections.abc import Iterator

from handrail.language.declaration import States
from handrail.language.diagnostic import Diagnostic
from handrail.language.rule import Constraint, Operator, Rule, RuleVariable, StatePredicate
from handrail.language.value import Type, with_article


def check_rule_variables(rule: Rule, states: States) -> Iterator[Diagnostic]:
    """Errors for a `?x` that nothing binds, for one whose uses have different types, and for one under `once`."""
    bound = {variable.name for predicate, constraint, variable in uses(rule) if binds(predicate, constraint)}
    types: dict[str, Type] = {}
    for predicate, constraint, variable in uses(rule):
        if predicate.once:
            found = f"`?{variable.name}` stands under `once`"
            help = "what held earlier is asked about for itself: write a constant, or leave `once` out"
            yield Diagnostic("variable-under-once", constraint.span, found, help)
            continue
        if variable.is_anonymous:
            if not binds(predicate, constraint):
                help = (
                    "`?_` means anything; `= ?_`, in a predicate that needs at least one row, asks that it was observed"
                )
                yield Diagnostic("unbound", constraint.span, "nothing binds this `?_`", help)
            continue
        if variable.name not in bound:
            help = "bind it with `=` in a predicate that needs at least one row, as in `Book(title = ?x)`"
            yield Diagnostic("unbound", constraint.span, f"nothing binds `?{variable.name}`", help)
            bound.add(variable.name)  # once is enough
        declared = _declared_type(states, predicate, constraint)
        if declared is None:
            continue
        first = types.setdefault(variable.name, declared)
        if first is not declared and not (first.is_textual and declared.is_textual):
            found = (
                f"`?{variable.name}` is {with_article(first)} elsewhere in this rule and {with_article(declared)} here"
            )
            yield Diagnostic(
                "type-of-variable", constraint.span, found, "use two variables, or compare variables of one type"
            )


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


def _declared_type(states: States, predicate: StatePredicate, constraint: Constraint) -> Type | None:
    state = states.get(predicate.state)
    variable = state.variables.get(constraint.variable) if state else None
    return variable.type if variable else None
