"""A policy as its canonical text: complete in itself, so that a journal's policy stays what it was.

`read_policy(show_policy(policy)) == policy`; JSON's texts are also YAML's.
"""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from handrail.guard.condition import Condition
from handrail.guard.detector import Severity
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.policies import ActionPattern, Policy, PolicySet


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
                "when": [_pattern(pattern) for pattern in rule.patterns],
                "then": rule.then.word,
            }
            for rule in policy.people
        },
        "conditions": {condition.value: policy.conditions[condition].word for condition in Condition},
        "reversibility": {
            named.value: [_pattern(pattern) for pattern in patterns] for named, patterns in policy.reversibility
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
            "allowed": _sources(policy.apps.allowed),
            "refused": _sources(policy.apps.refused),
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


def _pattern(pattern: ActionPattern) -> dict[str, Any]:
    changes = [
        {
            "state": _sources(change.states),
            "variable": _sources(change.variables),
            "above": change.above,
            "more_than": change.more_than,
            "deletes": change.deletes,
        }
        for change in pattern.changes
    ]
    said = {
        "kind": [one.value for one in pattern.kinds],
        "commits": _sources(pattern.commits),
        "to_more_than": pattern.to_more_than,
        "changes": [{name: value for name, value in one.items() if _is_said(value)} for one in changes],
        "bindings": _sources(pattern.bindings),
        "packages": _sources(pattern.packages),
        "actions": list(pattern.actions),
        "at_least": pattern.at_least.value if pattern.at_least else None,
    }
    return {name: value for name, value in said.items() if _is_said(value)}


def _is_said(value: Any) -> bool:
    """Whether a value is more than what stands for nothing; a 0 is, as in `more_than: 0`."""
    return value is not None and value is not False and value != []


def _sources(patterns: Iterable[NamePattern]) -> list[str]:
    return [one.source for one in patterns]


def _severities(outcomes: Mapping[Severity, Outcome]) -> dict[str, str]:
    return {severity.name.lower(): outcomes[severity].word for severity in reversed(Severity)}


def _limit(number: int | None) -> int | str:
    return "none" if number is None else number


def _flow(value: Any) -> str:
    """A value in flow style: JSON, with numbers as they were written."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(name)}: {_flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    return format(value, "f") if isinstance(value, Decimal) else str(value)
