"""Does the specification ask for anything? One that any run fulfils, or none can, is no reading of an instruction."""

from collections.abc import Iterator

from handrail.language.diagnostic import Diagnostic
from handrail.language.rule import Done, Objective, ObjectivePredicate, Rule, StatePredicate
from handrail.language.specification import Specification


def empty(specification: Specification) -> Iterator[Diagnostic]:
    """An error for each rule by which the task could end although nothing of the app was looked at."""
    asking_nothing = _asking_nothing(specification.rules)
    for rule in specification.rules:
        if isinstance(rule.head, Done) and _asks_nothing(rule, asking_nothing):
            yield Diagnostic(
                "asks-nothing",
                rule.head_span,
                "any run could end here: nothing that the app shows is required",
                "say what must hold in the app when the task is done",
            )


def _asking_nothing(rules: tuple[Rule, ...]) -> frozenset[str]:
    """The objectives that may be committed whatever the app shows."""
    found: frozenset[str] = frozenset()
    while True:
        more = found | {
            rule.head.name for rule in rules if isinstance(rule.head, Objective) and _asks_nothing(rule, found)
        }
        if more == found:
            return found
        found = more


def _asks_nothing(rule: Rule, asking_nothing: frozenset[str]) -> bool:
    for predicate in rule.body:
        match predicate:
            case ObjectivePredicate(name):
                if name not in asking_nothing:
                    return False
            case StatePredicate():
                if not _always_holds(predicate):
                    return False
    return True


def _always_holds(predicate: StatePredicate) -> bool:
    """`[>= 0]`, whatever the rows."""
    return predicate.count.holds(0) and predicate.count.holds(1) and predicate.count.holds(10**6)
