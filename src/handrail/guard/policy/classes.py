"""Whether an action can be taken back: read-only, reversible, externally reversible, unknown, or irreversible.

What trusted sources know of the action is classed part by part, and the most severe part counts. So what an agent says
of its own action can only make it worse.
"""

from collections.abc import Callable, Iterable

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.guard.decision_input import DecisionInput, Reversibility
from handrail.guard.policy.commitment import Commitment, commitments
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.policies import ActionPattern, Policy, PolicySet

MILDEST_FIRST = (
    Reversibility.READ_ONLY,
    Reversibility.REVERSIBLE,
    Reversibility.EXTERNALLY_REVERSIBLE,
    Reversibility.UNKNOWN,
    Reversibility.IRREVERSIBLE,
)
READING: frozenset[ActionType] = frozenset(
    {"scroll", "pinch", "back", "home", "recents", "notifications", "open_app", "copy", "wait", "finish"}
)
"""Types of action that change nothing unless a trusted source says so.

A swipe or a drag is not among them: it is how mails are archived and icons thrown away.
"""
DESTROYING: frozenset[ActionType] = frozenset({"uninstall", "clear_data"})
"""Types of action that delete for good, in whichever app they are proposed."""
RAW: frozenset[ActionType] = frozenset({"open_url", "share", "install", "uninstall", "clear_data", "force_stop"})
"""Types of action that go past the screen: what they do is not said by the app in front."""


def rank(reversibility: Reversibility) -> int:
    """How severe a class is; the unknown stands just below the irreversible."""
    return MILDEST_FIRST.index(reversibility)


def worst(classes: Iterable[Reversibility]) -> Reversibility:
    """The most severe of some classes."""
    return max(classes, key=rank)


def reversibility(policies: PolicySet, decision_input: DecisionInput) -> Reversibility:
    """The class of an action, as the strictest of those who have a say sees it."""
    return worst(class_by(policy, decision_input) for policy in policies.policies)


def class_by(policy: Policy, decision_input: DecisionInput) -> Reversibility:
    """The class of an action by one set of terms. What is flagged irreversible is, whatever they say."""
    if is_flagged_irreversible(decision_input):
        return Reversibility.IRREVERSIBLE
    found = [class_of_rest(policy, decision_input)]
    found += [_of_commitment(policy, decision_input, one) for one in commitments(decision_input)]
    found += [_of_binding(policy, decision_input, name) for name in decision_input.anticipation.bindings]
    return worst(found)


def is_flagged_irreversible(decision_input: DecisionInput) -> bool:
    """Whether an app's model, the agent, or the type of action says that it cannot be taken back."""
    return (
        decision_input.irreversible
        or any(one.irreversible for one in decision_input.anticipation.consequences)
        or decision_input.proposal.action.type in DESTROYING
    )


def class_of_rest(policy: Policy, decision_input: DecisionInput) -> Reversibility:
    """The class of an action leaving aside what it commits and which bindings speak of it."""
    plain = _of_effect(policy, decision_input)
    said = _said(policy, decision_input, lambda pattern: not pattern.names_commitments and not pattern.bindings)
    if not said:
        return plain
    if plain is Reversibility.UNKNOWN and decision_input.modelled:  # a model's silence is not spoken for by a package
        return worst([plain, *said])
    return worst(said)


def _of_effect(policy: Policy, decision_input: DecisionInput) -> Reversibility:
    anticipation, action = decision_input.anticipation, decision_input.proposal.action.type
    if not anticipation.covered and action not in READING:
        if action == "force_stop" or (decision_input.modelled and policy.no_binding is Outcome.ALLOW):
            return Reversibility.REVERSIBLE
        return Reversibility.UNKNOWN
    if anticipation.updates or anticipation.commits:
        return Reversibility.REVERSIBLE
    return Reversibility.READ_ONLY


def speaks_of(pattern: ActionPattern, one: Commitment) -> bool:
    """Whether a commitment has one of the names and one of the kinds of a case, where it gives any."""
    if pattern.commits and not any(name.matches(one.name) for name in pattern.commits):
        return False
    return not pattern.kinds or one.kind in pattern.kinds


def _of_commitment(policy: Policy, decision_input: DecisionInput, one: Commitment) -> Reversibility:
    said = _said(policy, decision_input, lambda pattern: pattern.names_commitments and speaks_of(pattern, one))
    if said:
        return worst(said)
    return Reversibility.UNKNOWN if one.kind is Kind.UNKNOWN else Reversibility.REVERSIBLE


def _of_binding(policy: Policy, decision_input: DecisionInput, name: str) -> Reversibility:
    """A binding without known updates may change something all the same, which is read afterwards."""
    said = _said(policy, decision_input, lambda pattern: any(one.matches(name) for one in pattern.bindings))
    return worst(said) if said else Reversibility.REVERSIBLE


def _said(
    policy: Policy, decision_input: DecisionInput, is_about: Callable[[ActionPattern], bool]
) -> list[Reversibility]:
    return [
        named
        for named, patterns in policy.reversibility
        if any(is_about(pattern) and holds_around(pattern, decision_input) for pattern in patterns)
    ]


def holds_around(pattern: ActionPattern, decision_input: DecisionInput) -> bool:
    """Whether the app and the type of action are those of the case."""
    if pattern.packages and not any(one.matches(decision_input.package) for one in pattern.packages):
        return False
    return not pattern.actions or decision_input.proposal.action.type in pattern.actions
