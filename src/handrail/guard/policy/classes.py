"""Whether an action can be taken back: read-only, reversible, externally reversible, unknown, or irreversible.

What trusted sources know of the action is classed part by part, and the most severe part counts. So what an agent says
of its own action can only make it worse.
"""

from collections.abc import Callable, Iterable

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.guard.built_in import DESTROYING
from handrail.guard.decision import DecisionInput, Reversibility, rank
from handrail.guard.policy.action_pattern import ActionPattern
from handrail.guard.policy.commitment import Commitment, commitments
from handrail.guard.policy.policies import Classes, Policy, PolicyDecision, PolicySet

READING: frozenset[ActionType] = frozenset(
    {"scroll", "pinch", "back", "home", "recents", "notifications", "open_app", "copy", "wait", "finish"}
)
"""Types of action that change nothing unless a trusted source says so.

A swipe or a drag is not among them: it is how mails are archived and icons thrown away.
"""


def worst(classes: Iterable[Reversibility]) -> Reversibility:
    """The most severe of some classes."""
    return max(classes, key=rank)


def reversibility(policies: PolicySet, decision_input: DecisionInput) -> Reversibility:
    """The class of an action, as the strictest of those who have a say sees it."""
    return worst(class_by(policy, decision_input) for policy in policies.policies)


def class_by(policy: Policy, decision_input: DecisionInput, rest: Reversibility | None = None) -> Reversibility:
    """The class of an action by one set of terms. What is flagged irreversible is, whatever they say.

    `rest` is `class_of_rest`, where it is known already.
    """
    if is_flagged_irreversible(decision_input):
        return Reversibility.IRREVERSIBLE
    found = [class_of_rest(policy, decision_input) if rest is None else rest]
    found += [_of_commitment(policy, decision_input, commitment) for commitment in commitments(decision_input)]
    found += [_of_binding(policy, decision_input, name) for name in decision_input.anticipation.bindings]
    return worst(found)


def is_flagged_irreversible(decision_input: DecisionInput) -> bool:
    """Whether an app's model, the agent, or the type of action says that it cannot be taken back."""
    return (
        decision_input.irreversible
        or any(consequence.irreversible for consequence in decision_input.anticipation.consequences)
        or decision_input.proposal.action.type in DESTROYING
    )


def class_of_rest(policy: Policy, decision_input: DecisionInput) -> Reversibility:
    """The class of an action leaving aside what it commits and which bindings speak of it."""
    plain = _of_effect(policy, decision_input)
    said = _said(policy.of_rest, decision_input)
    if not said:
        return plain
    if plain is Reversibility.UNKNOWN and decision_input.modelled:  # a model's silence is not spoken for by a package
        return worst([plain, *said])
    return worst(said)


def _of_effect(policy: Policy, decision_input: DecisionInput) -> Reversibility:
    anticipation, action = decision_input.anticipation, decision_input.proposal.action.type
    if not anticipation.covered and action not in READING:
        if action == "force_stop" or (decision_input.modelled and policy.no_binding is PolicyDecision.ALLOW):
            return Reversibility.REVERSIBLE
        return Reversibility.UNKNOWN
    if anticipation.updates or anticipation.commits:
        return Reversibility.REVERSIBLE
    return Reversibility.READ_ONLY


def _of_commitment(policy: Policy, decision_input: DecisionInput, commitment: Commitment) -> Reversibility:
    said = _said(policy.of_commitments, decision_input, lambda pattern: pattern.speaks_of(commitment))
    if said:
        return worst(said)
    return Reversibility.UNKNOWN if commitment.kind is Kind.UNKNOWN else Reversibility.REVERSIBLE


def _of_binding(policy: Policy, decision_input: DecisionInput, name: str) -> Reversibility:
    """A binding without known updates may change something all the same, which is read afterwards."""
    said = _said(policy.of_bindings, decision_input, lambda pattern: _speaks_of_binding(pattern, name))
    return worst(said) if said else Reversibility.REVERSIBLE


def _speaks_of_binding(pattern: ActionPattern, name: str) -> bool:
    return pattern.bindings is not None and pattern.bindings.matches(name)


def _said(
    classes: Classes, decision_input: DecisionInput, is_about: Callable[[ActionPattern], bool] = lambda _: True
) -> list[Reversibility]:
    return [
        named
        for named, patterns in classes
        if any(is_about(pattern) and pattern.is_around(decision_input) for pattern in patterns)
    ]
