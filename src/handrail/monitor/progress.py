"""How far a task has come, as a value: what the roadmap is written from."""

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.language.rule import Done, Rule
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
        return not self.rules or any(one.satisfied for one in self.rules if isinstance(one.rule.head, Done))


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
