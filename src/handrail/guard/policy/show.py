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
from handrail.guard.policy.terms import Case, Policy, Terms


def show_policy(policy: Policy) -> str:
    """The text; several terms are several documents."""
    return "---\n".join(_show(terms) for terms in policy.terms)


def _show(terms: Terms) -> str:
    lines = ["format: handrail.policy/1\n"]
    for name, value in _values(terms).items():
        if isinstance(value, Mapping) and value:
            lines.append(f"{name}:\n")
            lines += [f"  {_flow(field)}: {_flow(inner)}\n" for field, inner in value.items()]
        else:
            lines.append(f"{name}: {_flow(value)}\n")
    return "".join(lines)


def _values(terms: Terms) -> dict[str, Any]:
    return {
        "name": terms.name,
        "extends": "nothing",
        "needs_a_person": {
            rule.name: {"why": rule.why, "when": [_case(case) for case in rule.cases], "then": rule.then.word}
            for rule in terms.people
        },
        "conditions": {condition.value: terms.conditions[condition].word for condition in Condition},
        "reversibility": {named.value: [_case(case) for case in cases] for named, cases in terms.reversibility},
        "unrequested": {
            "reversible": terms.unrequested_reversible.word,
            "irreversible": terms.unrequested_irreversible.word,
        },
        "irreversible_again": terms.irreversible_again.word,
        "refusals": {"ask_after": terms.asks_after or "never", "also_when_blocked": terms.asks_when_blocked},
        "findings": {
            **_severities(terms.findings.by_severity),
            "categories": {name: _severities(own) for name, own in terms.findings.by_category.items()},
        },
        "apps": {
            "allowed": _sources(terms.apps.allowed),
            "refused": _sources(terms.apps.refused),
            "then": terms.apps.then.word,
        },
        "unknown_effect": {"no_model": terms.no_model.word, "no_binding": terms.no_binding.word},
        "unread_values": terms.unread.word,
        "failures": {"open_up_to": terms.fails_open_up_to.value if terms.fails_open_up_to else "nothing"},
        "limits": {
            "steps": _limit(terms.limits.steps),
            "seconds": _limit(terms.limits.seconds),
            "insistences": _limit(terms.limits.insistences),
            "then": terms.limits.then.word,
        },
    }


def _case(case: Case) -> dict[str, Any]:
    changes = [
        {
            "state": _sources(change.states),
            "variable": _sources(change.variables),
            "above": change.above,
            "more_than": change.more_than,
            "deletes": change.deletes,
        }
        for change in case.changes
    ]
    said = {
        "kind": [one.value for one in case.kinds],
        "commits": _sources(case.commits),
        "to_more_than": case.to_more_than,
        "changes": [{name: value for name, value in one.items() if _is_said(value)} for one in changes],
        "bindings": _sources(case.bindings),
        "packages": _sources(case.packages),
        "actions": list(case.actions),
        "at_least": case.at_least.value if case.at_least else None,
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
