"""Warnings that can be seen in the text of the rules, without a solver."""

from collections.abc import Iterator, Sequence

from handrail.language.analysis.disjunct import Disjunct, leading_to_done, needs, state_predicates
from handrail.language.analysis.reduction import capacity
from handrail.language.declaration import States
from handrail.language.diagnostic import Diagnostic, Level, excerpt
from handrail.language.printer import show_head, show_predicate
from handrail.language.rule import Done, Head, Objective, ObjectivePredicate, Rule, Span, StatePredicate


def warning(code: str, span: Span, found: str, help: str) -> Diagnostic:
    """A diagnostic that refuses nothing."""
    return Diagnostic(code, span, found, help, Level.WARNING)


def nowhere(rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Objectives that no rule for `Done` needs, directly or through others."""
    led_to = leading_to_done(rules)
    reported = set[Head]()
    for rule in rules:
        if isinstance(rule.head, Objective) and rule.head.name not in led_to and rule.head not in reported:
            reported.add(rule.head)
            name = show_head(rule.head)
            found = f"the objective `{name}` leads nowhere: no rule for `Done` needs it"
            yield warning("leads-nowhere", rule.head_span, found, f"require `{name}` where the task is complete")


def done_at_once(rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Rules for `Done` that require nothing."""
    for rule in rules:
        if isinstance(rule.head, Done) and not needs(rule) and not Disjunct.of(state_predicates(rule)).predicates:
            found = "the task is complete before anything was done: this rule for `Done` requires nothing"
            yield warning("done-at-once", rule.span, found, "say what shows that the task is complete")


def idle_counts(rules: Sequence[Rule], states: States) -> Iterator[Diagnostic]:
    """Counts that are right for every number of rows that the state can have."""
    for rule in rules:
        for predicate in state_predicates(rule):
            most = capacity(states[predicate.state])
            if _is_right_up_to(None, predicate):
                yield idle_warning(predicate, "")
            elif is_idle(predicate, states):
                yield idle_warning(predicate, f", since `{predicate.state}` has at most {most} row{'s'[: most != 1]}")


def is_idle(predicate: StatePredicate, states: States) -> bool:
    """Whether its count alone shows that it always holds."""
    return _is_right_up_to(None, predicate) or _is_right_up_to(capacity(states[predicate.state]), predicate)


def _is_right_up_to(most: int | None, predicate: StatePredicate) -> bool:
    """Whether no row, as many as can be, and every number between is right."""
    if predicate.once and predicate.holds_on_nothing:  # it held when the session began and nothing was known
        return True
    beyond = predicate.count.number + 1  # from there on a count no longer changes its mind
    return predicate.holds_on_nothing and predicate.count.holds(beyond if most is None else min(most, beyond))


def idle_warning(predicate: StatePredicate, reason: str) -> Diagnostic:
    """The warning that a predicate says nothing."""
    found = f"`{excerpt(show_predicate(predicate))}` always holds{reason}"
    return warning("always-holds", predicate.span, found, "take it out, or write how many rows must be there")


def identical(rules: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Rules that say what an earlier one says, in whatever order and spelling."""
    seen: dict[object, Rule] = {}
    for rule in rules:
        meaning = plain_meaning(rule)
        earlier = seen.setdefault(meaning, rule)
        if earlier is not rule:
            found = f"this rule is the same as the one in line {earlier.span.line}"
            yield warning("identical-rules", rule.span, found, "take one of them out")


def plain_meaning(rule: Rule) -> object:
    """Equal for rules that differ in nothing but order and spelling."""
    objectives = frozenset((p.name, p.still) for p in rule.body if isinstance(p, ObjectivePredicate))
    return rule.head, objectives, Disjunct.of(state_predicates(rule))
