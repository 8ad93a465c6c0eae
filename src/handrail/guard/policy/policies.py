"""A policy as values: the terms of everyone who has a say, each set complete in itself.

An organisation's terms and a user's terms stand side by side; what the strictest of them wants is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from handrail.app.consequence import Kind
from handrail.guard.condition import Condition
from handrail.guard.decision_input import Reversibility
from handrail.guard.detector import Severity
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.outcome import Outcome
from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class ChangePattern:
    """An anticipated update: of one of these states, naming one of these variables, perhaps with more than so much.

    `above` compares a number, `more_than` counts the names in a text, or the updates where no variable is given.
    What cannot be compared or counted counts as too much.
    """

    states: tuple[NamePattern, ...] = ()
    variables: tuple[NamePattern, ...] = ()
    above: Decimal | None = None
    more_than: int | None = None
    deletes: bool = False


@dataclass(frozen=True, slots=True)
class ActionPattern:
    """Actions that a rule is about: everything that is given must hold. A list holds if one of its entries does.

    `commits`, `kinds` and `to_more_than` (people) speak of one and the same commitment.
    """

    commits: tuple[NamePattern, ...] = ()
    kinds: tuple[Kind, ...] = ()
    to_more_than: int | None = None
    changes: tuple[ChangePattern, ...] = ()
    bindings: tuple[NamePattern, ...] = ()
    packages: tuple[NamePattern, ...] = ()
    actions: tuple[str, ...] = ()
    at_least: Reversibility | None = None

    @property
    def names_commitments(self) -> bool:
        """Whether the case is about certain commitments."""
        return bool(self.commits or self.kinds)


@dataclass(frozen=True, slots=True)
class PersonRule:
    """What needs a person whatever the specification says, and why. `then` is `ASK` or `BLOCK`."""

    name: str
    why: str
    patterns: tuple[ActionPattern, ...]
    then: Outcome


@dataclass(frozen=True, slots=True)
class FindingPolicy:
    """What a finding leads to: by its severity, or by its category and its severity."""

    by_severity: Mapping[Severity, Outcome]
    by_category: Mapping[str, Mapping[Severity, Outcome]]

    def outcome(self, category: str, severity: Severity) -> Outcome:
        """What a finding of a category and a severity leads to."""
        return self.by_category.get(normal_form(category), self.by_severity)[severity]


@dataclass(frozen=True, slots=True)
class AppPolicy:
    """In which apps the agent may act. Reading and leaving is possible in every app."""

    allowed: tuple[NamePattern, ...]
    refused: tuple[NamePattern, ...]
    then: Outcome

    @property
    def everywhere(self) -> bool:
        """Whether there is no app in which the agent may not act."""
        return any(one.source == "*" for one in self.allowed) and not self.refused

    def allows(self, package: str) -> bool:
        """Whether the agent may act in the app of a package."""
        return any(one.matches(package) for one in self.allowed) and not any(
            one.matches(package) for one in self.refused
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is enough; None is no limit. `steps` are executed actions, `seconds` since the session began."""

    steps: int | None
    seconds: int | None
    insistences: int | None
    then: Outcome


@dataclass(frozen=True, slots=True)
class Policy:
    """What one person or organisation wants.

    `fails_open_up_to` is the last class of reversibility that may run although a part of the verification failed;
    None: nothing may. `asks_after` is how many refusals in a row make a person be asked about the next one, and
    `asks_when_blocked` whether also about an action that the specification does not support.
    """

    name: str
    people: tuple[PersonRule, ...]
    conditions: Mapping[Condition, Outcome]
    reversibility: tuple[tuple[Reversibility, tuple[ActionPattern, ...]], ...]
    unrequested_reversible: Outcome
    unrequested_irreversible: Outcome
    irreversible_again: Outcome
    asks_after: int | None
    asks_when_blocked: bool
    findings: FindingPolicy
    apps: AppPolicy
    no_model: Outcome
    no_binding: Outcome
    unread: Outcome
    fails_open_up_to: Reversibility | None
    limits: Limits


@dataclass(frozen=True)
class PolicySet:
    """The terms of everyone who has a say. The most severe of what they want is done."""

    policies: tuple[Policy, ...]

    @cached_property
    def source(self) -> str:
        """The canonical text, which `read_policy` reads again to an equal policy, whatever the default becomes."""
        from handrail.guard.policy.show import show_policy

        return show_policy(self)


def condition_rule(condition: Condition) -> str:
    """How a condition is called in reasons."""
    return condition.value.replace(" ", "-")


def combined(*sets: PolicySet) -> PolicySet:
    """The policy of all of them together: never milder about any action than one of them alone."""
    every: list[Policy] = []
    for one in sets:
        every += [policy for policy in one.policies if policy not in every]
    return PolicySet(tuple(every))
