"""How far a task has come, as a value from which the roadmap is written; and which rules still matter."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from handrail.language.rule import Done, Rule
from handrail.monitor.program import CompiledRule
from handrail.monitor.support import Support
from handrail.monitor.verdict import UnmetPredicate


@dataclass(frozen=True, slots=True)
class RuleProgress:
    """One rule: whether its head was achieved, whether it still matters, and what it lacks now."""

    rule: Rule
    achieved: bool
    pending: bool
    lacking: tuple[UnmetPredicate, ...]

    @property
    def satisfied(self) -> bool:
        """Whether everything it requires holds now."""
        return not self.lacking


@dataclass(frozen=True, slots=True)
class Progress:
    """Every rule of the specification, in its order."""

    rules: tuple[RuleProgress, ...]

    @property
    def complete(self) -> bool:
        """Whether the task may end now; it may at any time if nothing is asked for."""
        return not self.rules or any(rule.satisfied for rule in self.rules if isinstance(rule.rule.head, Done))


def report_progress(support: Support, pending: Sequence[Rule]) -> Progress:
    """Ask every rule; costs the whole specification, so once a step and not once an update."""
    still_matter = {id(rule) for rule in pending}
    return Progress(
        tuple(
            RuleProgress(
                compiled.rule,
                not isinstance(compiled.rule.head, Done) and compiled.rule.head.name in support.achieved,
                id(compiled.rule) in still_matter,
                support.unmet_rule(compiled).predicates,
            )
            for compiled in support.program.rules
        )
    )


# Which rules still matter: the pending ones, whose mentions an update is judged by.
#
# Source: docs/language.md: a rule is pending until its head is achieved, and again while a pending rule asks `still`
# for it; rules for Done are always pending.


def pending_rules(rules: Sequence[CompiledRule], achieved: Set[str]) -> tuple[CompiledRule, ...]:
    """The pending rules, in the order of the specification; linear in its predicates."""
    asked_still: set[str] = set()
    by_head: dict[str, list[CompiledRule]] = {}
    frontier: list[CompiledRule] = []
    for rule in rules:
        head = rule.rule.head
        if isinstance(head, Done) or head.name not in achieved:
            frontier.append(rule)
        else:
            by_head.setdefault(head.name, []).append(rule)
    pending = {id(rule) for rule in frontier}
    while frontier:
        for objective in frontier.pop().objectives:
            if objective.still and objective.name not in asked_still:
                asked_still.add(objective.name)
                again = by_head.get(objective.name, ())
                frontier.extend(again)
                pending.update(id(rule) for rule in again)
    return tuple(rule for rule in rules if id(rule) in pending)
