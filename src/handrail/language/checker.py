"""Does a parsed specification fit the app, and can it mean anything? All errors of docs/language.md.

The checker never changes a specification and returns every error it finds. What is well formed and still suspicious
is the business of `handrail.language.analysis`.
"""

from collections.abc import Iterator, Sequence, Set
from typing import assert_never

from handrail.language.declaration import State, States, Variable
from handrail.language.diagnostic import Diagnostic, did_you_mean, excerpt
from handrail.language.normal_form import normal_form
from handrail.language.operators import TABLE, operators_of
from handrail.language.parser import MOST_DIAGNOSTICS, Parsed
from handrail.language.printer import show_name, show_term
from handrail.language.rule import (
    Constraint,
    Done,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    RelativeDay,
    Rule,
    RuleVariable,
    Span,
    StatePredicate,
    Term,
    binds,
    established,
    required,
    uses,
)
from handrail.language.value import PYTHON_TYPES, Type, with_article

LONGEST_PATH = 12

_HOW_TO_WRITE = {
    Type.TEXT: 'a text in double quotes, as in `"Work"`',
    Type.NUMBER: "a number without quotes, as in `7.5`",
    Type.BOOLEAN: "`true` or `false`, without quotes",
    Type.ENUM: "one of its values in double quotes",
    Type.DATE: "a date without quotes, as in `2025-07-17` or `Today+7`",
    Type.TIME: "a time without quotes, as in `19:00`, `7:00 PM` or `Now`",
}


def check(parsed: Parsed, states: States) -> tuple[Diagnostic, ...]:
    """Every error of the specification, in the order of the text; none if it can be used."""
    rules = parsed.rules
    objectives = established(rules)
    diagnostics = [
        *parsed.diagnostics,
        *(diagnostic for rule in rules for diagnostic in _check_rule(rule, states, objectives)),
        *_check_heads(rules, states),
        *([] if parsed.cut_short else _check_objectives(parsed, states)),
    ]
    diagnostics.sort(key=lambda diagnostic: (diagnostic.span.line, diagnostic.span.column))
    if len(diagnostics) > MOST_DIAGNOSTICS and not parsed.cut_short:
        left_out = len(diagnostics) - MOST_DIAGNOSTICS
        place = diagnostics[MOST_DIAGNOSTICS].span
        found = f"there are {left_out:,} more errors from here on"
        diagnostics[MOST_DIAGNOSTICS:] = [Diagnostic("too-many-errors", place, found, "mend the errors above first")]
    return tuple(diagnostics)


def _check_rule(rule: Rule, states: States, objectives: Set[str]) -> Iterator[Diagnostic]:
    for predicate in rule.body:
        if isinstance(predicate, StatePredicate):
            yield from _check_state_predicate(predicate, states, objectives)
    yield from _check_rule_variables(rule, states)


def _check_state_predicate(predicate: StatePredicate, states: States, objectives: Set[str]) -> Iterator[Diagnostic]:
    state = states.get(predicate.state)
    if state is None:
        help = did_you_mean(predicate.state, tuple(states), "the app declares")
        if predicate.state in objectives:
            help = f"{_quoted(predicate.state)} is an objective; objectives stand without brackets"
        yield Diagnostic("unknown-state", predicate.span, f"no state {_quoted(predicate.state)} is declared", help)
        return
    for constraint in predicate.constraints:
        variable = state.variables.get(constraint.variable)
        if variable is None:
            yield unknown_variable(state, constraint.variable, constraint.span)
        else:
            yield from _check_constraint(constraint, state, variable)


def unknown_variable(state: State, name: str, span: Span) -> Diagnostic:
    """The state has no such variable."""
    help = did_you_mean(name, tuple(state.variables), "it declares")
    return Diagnostic(
        "unknown-variable",
        Span(span.line, span.column, len(name)),
        f"no variable {_quoted(name)} in {_quoted(state.name)}",
        help,
    )


def _check_constraint(constraint: Constraint, state: State, variable: Variable) -> Iterator[Diagnostic]:
    if variable.type not in TABLE[constraint.operator].operands:
        operators = ", ".join(f"`{operator}`" for operator in operators_of(variable.type))
        help = f"{with_article(variable.type)} is compared with {operators}"
        yield Diagnostic(
            "wrong-operator",
            constraint.span,
            f"{_wanted(state, variable)}, and `{constraint.operator}` does not fit it",
            help,
        )
        return
    for term in constraint.terms:
        if isinstance(term, RuleVariable):
            continue
        if not _term_fits(term, variable.type):
            found = f"{_wanted(state, variable)}, and `{excerpt(show_term(term))}` is not"
            yield Diagnostic("wrong-constant", constraint.value_span, found, f"write {_HOW_TO_WRITE[variable.type]}")
        elif isinstance(term, Literal) and isinstance(term.value, str):
            yield from _check_text(constraint, term.value, variable)


def _wanted(state: State, variable: Variable) -> str:
    return f"{_quoted(variable.name)} of {_quoted(state.name)} is {with_article(variable.type)}"


def _check_text(constraint: Constraint, text: str, variable: Variable) -> Iterator[Diagnostic]:
    if variable.type is Type.ENUM and normal_form(text) not in variable.by_normal_form:
        found = f"{_quoted(variable.name)} has no value `{excerpt(text)}`"
        help = did_you_mean(text, variable.options, "its values are")
        yield Diagnostic("unknown-enum-value", constraint.value_span, found, help)
    relation = TABLE[constraint.operator].relation
    if relation is not None and relation.is_to_a_part and not variable.comparable(text):
        found = f"`{constraint.operator}` with an empty text says nothing"
        yield Diagnostic("empty-containment", constraint.value_span, found, "write the words to look for")


def _term_fits(term: Term, variable_type: Type) -> bool:
    match term:
        case RelativeDay():
            return variable_type is Type.DATE
        case Now():
            return variable_type is Type.TIME
        case RuleVariable():
            return True
        case Literal(value):
            return type(value) is PYTHON_TYPES[variable_type]
        case _:
            assert_never(term)


def _check_rule_variables(rule: Rule, states: States) -> Iterator[Diagnostic]:
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


def _declared_type(states: States, predicate: StatePredicate, constraint: Constraint) -> Type | None:
    state = states.get(predicate.state)
    variable = state.variables.get(constraint.variable) if state else None
    return variable.type if variable else None


def _check_heads(rules: Sequence[Rule], states: States) -> Iterator[Diagnostic]:
    for rule in rules:
        if isinstance(rule.head, Objective) and rule.head.name in states:
            found = f"the head {_quoted(rule.head.name)} is a state"
            yield Diagnostic(
                "state-as-head",
                rule.head_span,
                found,
                "a rule establishes an objective or `Done`; give it a name of its own",
            )


def _check_objectives(parsed: Parsed, states: States) -> Iterator[Diagnostic]:
    rules, heads_not_read = parsed.rules, parsed.heads_not_read
    heads = established(rules)
    for predicate in required(rules):
        if predicate.name not in heads and predicate.name not in heads_not_read:
            yield _not_established(predicate, heads, states)
    for path, span in cycles(rules):
        found = f"objectives require each other: {' needs '.join(_shortened(path))}"
        yield Diagnostic("cycle", span, found, "none of them can ever be achieved; take one requirement out")
    if not rules and not parsed.diagnostics:
        yield Diagnostic(
            "no-rule", Span(1, 1), "there is no rule at all", "write at least one, as in `Alarm(time = 9:00) -> Done`"
        )
    elif rules and "Done" not in heads_not_read and not any(isinstance(rule.head, Done) for rule in rules):
        yield _no_done(rules, states)


def _no_done(rules: Sequence[Rule], states: States) -> Diagnostic:
    for rule in rules:
        if isinstance(rule.head, Objective) and rule.head.name.casefold() == "done":
            help = f"`{rule.head.name}` is an objective like any other; write `Done`"
            return Diagnostic("no-done", rule.head_span, "no rule establishes `Done`", help)
    goals = [name for name in sorted(established(rules)) if name not in states]
    example = " & ".join(show_name(name) for name in goals[:4]) or "Alarm(time = 9:00)"
    help = f"say what completes the task, as in `{excerpt(example)} -> Done`"
    return Diagnostic("no-done", rules[-1].head_span, "no rule establishes `Done`", help)


def _not_established(predicate: ObjectivePredicate, heads: Set[str], states: States) -> Diagnostic:
    if predicate.name in states:
        help = f"{_quoted(predicate.name)} is a state; a state predicate has brackets: `{show_name(predicate.name)}()`"
    else:
        help = "write a rule that ends with it"
        if heads:
            help = did_you_mean(predicate.name, sorted(heads), f"{help}; there are rules for")
    return Diagnostic("no-such-objective", predicate.span, f"no rule establishes {_quoted(predicate.name)}", help)


def _shortened(path: Sequence[str]) -> list[str]:
    names = [_quoted(name) for name in path]
    return names if len(names) <= LONGEST_PATH else [*names[: LONGEST_PATH - 2], "…", names[-1]]


def _quoted(name: str) -> str:
    return f"`{excerpt(name)}`"


def cycles(rules: Sequence[Rule]) -> Iterator[tuple[tuple[str, ...], Span]]:
    """One path for each knot of objectives that need each other, closed: `A`, `B`, `A`; linear in the rules.

    A depth-first walk with its own stack, since a chain of objectives may be longer than Python's.
    """
    needs: dict[str, dict[str, Span]] = {}
    for rule in rules:
        if isinstance(rule.head, Objective):
            of_head = needs.setdefault(rule.head.name, {})
            for predicate in rule.body:
                if isinstance(predicate, ObjectivePredicate):
                    of_head.setdefault(predicate.name, predicate.span)
    finished: set[str] = set()
    told: set[str] = set()
    for start in needs:
        if start in finished:
            continue
        path = [start]
        place = {start: 0}
        pending = [iter(needs[start].items())]
        while path:
            for name, span in pending[-1]:
                if name in place:
                    knot = path[place[name] :]
                    # A name that was told is on an earlier circle, so this one belongs to the same knot. Only the ends
                    # are looked at: the whole path at each closing edge would cost the square of a tangled knot.
                    if name not in told and knot[-1] not in told:
                        told.update(knot)
                        yield (*knot, name), span
                elif name in needs and name not in finished:
                    place[name] = len(path)
                    path.append(name)
                    pending.append(iter(needs[name].items()))
                    break
            else:
                done = path.pop()
                pending.pop()
                del place[done]
                finished.add(done)
