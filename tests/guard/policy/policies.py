"""Random policies: every section that a file may have, in every value."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from handrail.guard.decision import Condition
from handrail.guard.policy import PolicySet, combined, read_policy
from handrail.guard.policy.change_pattern import ChangeDocument, ChangePattern

refusals = st.sampled_from(["ask", "block"])
outcomes = st.sampled_from(["allow", "warn", "ask", "block"])
patterns = st.lists(
    st.sampled_from(
        ["Pay", "Pay*", "*Alarm", "delete*", "*", "Send*", "*a*e*", 'odd "name"', "with: colon # x", "{x}"]
    ),
    min_size=1,
    max_size=2,
)
some_packages = st.lists(
    st.sampled_from(["com.example.*", "*", "com.android.launcher", "*.bank"]), min_size=1, max_size=2
)
packages: st.SearchStrategy[list[str]] = st.just([]) | some_packages
classes = st.sampled_from(["read-only", "reversible", "externally reversible", "irreversible"])
actions = st.lists(st.sampled_from(["click", "input", "open_app", "uninstall"]), min_size=1, max_size=2)
some_kinds = st.lists(st.sampled_from(["payment", "message", "deletion", "unknown"]), min_size=1, max_size=2)


def limits(none: str) -> st.SearchStrategy[int | str]:
    return st.sampled_from([1, 2, 10, 200]) | st.just(none)


def _some(fields: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """At least one of some fields, and each of them alone as well: what always goes along with another is not tried."""
    return st.one_of(
        [
            st.fixed_dictionaries(
                {always: fields[always].filter(lambda value: value != [])},
                optional={name: values for name, values in fields.items() if name != always},
            )
            for always in fields
        ]
    )


CHANGE_FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "variable": patterns | st.just(["to", "amount"]),
    "state": patterns,
    "above": st.sampled_from([0, 10, 1.5, -3]),
    "more_than": st.integers(0, 6),
    "deletes": st.just(True),
}
changes = _some(CHANGE_FIELDS).filter(
    lambda change: ChangePattern.read(ChangeDocument.model_validate(change).model_dump()).why_not() is None
)
CASE_FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "commits": patterns,
    "kind": some_kinds,
    "to_more_than": st.integers(0, 6),
    "changes": st.lists(changes, max_size=2),
    "bindings": patterns,
    "packages": packages,
    "actions": actions,
    "at_least": classes,
}
cases = _some(CASE_FIELDS)
class_cases = st.fixed_dictionaries({"packages": some_packages}, optional={"actions": actions}) | (
    st.fixed_dictionaries({"commits": patterns}, optional={"bindings": patterns, "kind": some_kinds})
)
rules = st.fixed_dictionaries(
    {
        "why": st.just("it matters"),
        "when": st.lists(cases, min_size=1, max_size=2),
    },
    optional={"then": refusals},
)


@st.composite
def severities(draw: st.DrawFn) -> Mapping[str, str]:
    words = ["allow", "warn", "ask", "block"]
    chosen = sorted(draw(st.lists(outcomes, min_size=5, max_size=5)), key=words.index)
    return dict(zip(["note", "low", "medium", "high", "critical"], chosen, strict=True))


@st.composite
def findings(draw: st.DrawFn) -> Mapping[str, Any]:
    categories = draw(st.dictionaries(st.sampled_from(["fraud", "Privacy Violation"]), severities(), max_size=2))
    return {**draw(severities()), "categories": categories}


documents = st.fixed_dictionaries(
    {"format": st.just("handrail.policy/1")},
    optional={
        "name": st.sampled_from(["mine", "our company's"]),
        "needs_a_person": st.dictionaries(
            st.sampled_from(["payments", "deletion", "our own"]), rules | st.just("off") | st.none(), max_size=2
        ),
        "conditions": st.dictionaries(
            st.sampled_from([condition.value for condition in Condition]), refusals, max_size=3
        ),
        "reversibility": st.dictionaries(classes, st.lists(class_cases, min_size=1, max_size=2), max_size=2),
        "unrequested": st.fixed_dictionaries({}, optional={"reversible": outcomes, "irreversible": refusals}),
        "irreversible_again": refusals,
        "refusals": st.fixed_dictionaries(
            {}, optional={"ask_after": limits("never"), "also_when_blocked": st.booleans()}
        ),
        "findings": findings(),
        "apps": st.fixed_dictionaries({}, optional={"allowed": packages, "refused": packages, "then": refusals}),
        "unknown_effect": st.fixed_dictionaries({}, optional={"no_model": outcomes, "no_binding": outcomes}),
        "unread_values": refusals,
        "failures": st.fixed_dictionaries(
            {},
            optional={
                "open_up_to": st.sampled_from(
                    ["nothing", "read-only", "reversible", "externally reversible", "unknown"]
                )
            },
        ),
        "limits": st.fixed_dictionaries(
            {},
            optional={
                "steps": limits("none"),
                "seconds": limits("none"),
                "insistences": limits("none"),
                "then": refusals,
            },
        ),
    },
)


def policy_of(document: Mapping[str, Any]) -> PolicySet:
    return read_policy(json.dumps(document), "random.yaml")


single_policies = documents.map(policy_of)
policies = single_policies | st.builds(combined, single_policies, single_policies)


few = settings(max_examples=max(1, min(settings().max_examples, 800) // 2))
"""A random policy costs milliseconds: it is written and read as a file is."""
