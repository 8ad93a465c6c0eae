"""A policy as values: the terms of everyone who has a say, each set complete in itself.

An organisation's terms and a user's terms stand side by side; what the strictest of them wants is done. The canonical
text of a policy is complete in itself too, so that a journal's policy stays what it was: `read_policy` takes it back to
an equal policy, whatever the default becomes.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeAlias

from handrail.guard.decision import Condition, Reversibility
from handrail.guard.detector import Severity
from handrail.guard.policy.action_pattern import ActionPattern
from handrail.guard.policy.name_pattern import NamePattern, sources_of
from handrail.language.normal_form import normal_form


class PolicyDecision(IntEnum):
    """Ordered: of several the greatest wins. `ASK` stands below `BLOCK`, since a person may say yes."""

    ALLOW = 0
    WARN = 1
    ASK = 2
    BLOCK = 3

    @property
    def word(self) -> str:
        """As a policy file writes it."""
        return self.name.lower()


def read_outcome(word: str) -> PolicyDecision:
    """The outcome that a policy file means; the file's shape has been checked."""
    return PolicyDecision[word.upper()]


@dataclass(frozen=True, slots=True)
class PersonRule:
    """What needs a person whatever the specification says, and why. `then` is `ASK` or `BLOCK`."""

    name: str
    why: str
    patterns: tuple[ActionPattern, ...]
    then: PolicyDecision


@dataclass(frozen=True, slots=True)
class FindingPolicy:
    """What a finding leads to: by its severity, or by its category and its severity."""

    by_severity: Mapping[Severity, PolicyDecision]
    by_category: Mapping[str, Mapping[Severity, PolicyDecision]]

    def outcome(self, category: str, severity: Severity) -> PolicyDecision:
        """What a finding of a category and a severity leads to."""
        return self.by_category.get(normal_form(category), self.by_severity)[severity]


@dataclass(frozen=True, slots=True)
class AppPolicy:
    """In which apps the agent may act. Reading and leaving is possible in every app."""

    allowed: tuple[NamePattern, ...]
    refused: tuple[NamePattern, ...]
    then: PolicyDecision

    @property
    def everywhere(self) -> bool:
        """Whether there is no app in which the agent may not act."""
        return any(pattern.source == "*" for pattern in self.allowed) and not self.refused

    def allows(self, package: str) -> bool:
        """Whether the agent may act in the app of a package."""
        return any(pattern.matches(package) for pattern in self.allowed) and not any(
            pattern.matches(package) for pattern in self.refused
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is enough; None is no limit. `steps` are executed actions, `seconds` since the session began."""

    steps: int | None
    seconds: int | None
    insistences: int | None
    then: PolicyDecision


Classes: TypeAlias = tuple[tuple[Reversibility, tuple[ActionPattern, ...]], ...]
"""Classes of actions, each with the patterns of which one is enough."""


@dataclass(frozen=True)
class Policy:
    """What one person or organisation wants.

    `fails_open_up_to` is the last class of reversibility that may run although a part of the verification failed;
    None: nothing may. `asks_after` is how many refusals in a row make a person be asked about the next one, and
    `asks_when_blocked` whether also about an action that the specification does not support.
    """

    name: str
    people: tuple[PersonRule, ...]
    conditions: Mapping[Condition, PolicyDecision]
    reversibility: Classes
    unrequested_reversible: PolicyDecision
    unrequested_irreversible: PolicyDecision
    irreversible_again: PolicyDecision
    asks_after: int | None
    asks_when_blocked: bool
    findings: FindingPolicy
    apps: AppPolicy
    no_model: PolicyDecision
    no_binding: PolicyDecision
    unread: PolicyDecision
    fails_open_up_to: Reversibility | None
    limits: Limits

    @cached_property
    def of_bindings(self) -> Classes:
        """The classes that are named for certain bindings."""
        return _those(self.reversibility, lambda pattern: pattern.bindings is not None)

    @cached_property
    def of_commitments(self) -> Classes:
        """The classes that are named for certain commitments."""
        return _those(self.reversibility, lambda pattern: pattern.names_commitments)

    @cached_property
    def of_rest(self) -> Classes:
        """The classes that are named for neither, but for apps, types of action and the like."""
        return _those(self.reversibility, lambda pattern: not pattern.names_commitments and pattern.bindings is None)


def _those(classes: Classes, are_meant: Callable[[ActionPattern], bool]) -> Classes:
    found = ((named, tuple(pattern for pattern in patterns if are_meant(pattern))) for named, patterns in classes)
    return tuple((named, patterns) for named, patterns in found if patterns)


@dataclass(frozen=True)
class PolicySet:
    """The terms of everyone who has a say. The most severe of what they want is done."""

    policies: tuple[Policy, ...]

    @property
    def terms(self) -> tuple[Policy, ...]:
        """The policies, by the name that programs know."""
        return self.policies

    @cached_property
    def source(self) -> str:
        """The canonical text, which `read_policy` reads again to an equal policy, whatever the default becomes."""
        from handrail.guard.policy.policies import show_policy

        return show_policy(self)


def combined(*sets: PolicySet) -> PolicySet:
    """The policy of all of them together: never milder about any action than one of them alone."""
    every: list[Policy] = []
    for policy_set in sets:
        every += [policy for policy in policy_set.policies if policy not in every]
    return PolicySet(tuple(every))


def condition_rule(condition: Condition) -> str:
    """How a condition is called in reasons."""
    return condition.value.replace(" ", "-")


def show_policy(policies: PolicySet) -> str:
    """The text; several terms are several documents."""
    return "---\n".join(_show(policy) for policy in policies.policies)


def _show(policy: Policy) -> str:
    lines = ["format: handrail.policy/1\n"]
    for name, value in _values(policy).items():
        if isinstance(value, Mapping) and value:
            lines.append(f"{name}:\n")
            lines += [f"  {_flow(field)}: {_flow(inner)}\n" for field, inner in value.items()]
        else:
            lines.append(f"{name}: {_flow(value)}\n")
    return "".join(lines)


def _values(policy: Policy) -> dict[str, Any]:
    return {
        "name": policy.name,
        "extends": "nothing",
        "needs_a_person": {
            rule.name: {
                "why": rule.why,
                "when": [pattern.show() for pattern in rule.patterns],
                "then": rule.then.word,
            }
            for rule in policy.people
        },
        "conditions": {condition.value: policy.conditions[condition].word for condition in Condition},
        "reversibility": {
            named.value: [pattern.show() for pattern in patterns] for named, patterns in policy.reversibility
        },
        "unrequested": {
            "reversible": policy.unrequested_reversible.word,
            "irreversible": policy.unrequested_irreversible.word,
        },
        "irreversible_again": policy.irreversible_again.word,
        "refusals": {"ask_after": policy.asks_after or "never", "also_when_blocked": policy.asks_when_blocked},
        "findings": {
            **_severities(policy.findings.by_severity),
            "categories": {name: _severities(own) for name, own in policy.findings.by_category.items()},
        },
        "apps": {
            "allowed": sources_of(policy.apps.allowed),
            "refused": sources_of(policy.apps.refused),
            "then": policy.apps.then.word,
        },
        "unknown_effect": {"no_model": policy.no_model.word, "no_binding": policy.no_binding.word},
        "unread_values": policy.unread.word,
        "failures": {"open_up_to": policy.fails_open_up_to.value if policy.fails_open_up_to else "nothing"},
        "limits": {
            "steps": _limit(policy.limits.steps),
            "seconds": _limit(policy.limits.seconds),
            "insistences": _limit(policy.limits.insistences),
            "then": policy.limits.then.word,
        },
    }


def _severities(outcomes: Mapping[Severity, PolicyDecision]) -> dict[str, str]:
    return {severity.name.lower(): outcomes[severity].word for severity in reversed(Severity)}


def _limit(number: int | None) -> int | str:
    return "none" if number is None else number


def _flow(value: Any) -> str:
    """A value in flow style: JSON, with numbers as they were written."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(name)}: {_flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    return format(value, "f") if isinstance(value, Decimal) else str(value)
