"""Whether an action can be taken back: read-only, reversible, externally reversible, unknown, or irreversible.

What trusted sources know of the action is classed part by part, and the most severe part counts. So what an agent says
of its own action can only make it worse.
"""

from collections.abc import Callable, Iterable

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.guard.consideration import Consideration, Reversibility
from handrail.guard.policy.commitment import Commitment, commitments
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.terms import Case, Policy, Terms

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


def reversibility(policy: Policy, consideration: Consideration) -> Reversibility:
    """The class of an action, as the strictest of those who have a say sees it."""
    return worst(class_by(terms, consideration) for terms in policy.terms)


def class_by(terms: Terms, consideration: Consideration) -> Reversibility:
    """The class of an action by one set of terms. What is flagged irreversible is, whatever they say."""
    if is_flagged_irreversible(consideration):
        return Reversibility.IRREVERSIBLE
    found = [class_of_rest(terms, consideration)]
    found += [_of_commitment(terms, consideration, one) for one in commitments(consideration)]
    found += [_of_binding(terms, consideration, name) for name in consideration.anticipation.bindings]
    return worst(found)


def is_flagged_irreversible(consideration: Consideration) -> bool:
    """Whether an app's model, the agent, or the type of action says that it cannot be taken back."""
    return (
        consideration.irreversible
        or any(one.irreversible for one in consideration.anticipation.consequences)
        or consideration.proposal.action.type in DESTROYING
    )


def class_of_rest(terms: Terms, consideration: Consideration) -> Reversibility:
    """The class of an action leaving aside what it commits and which bindings speak of it."""
    plain = _of_effect(terms, consideration)
    said = _said(terms, consideration, lambda case: not case.names_commitments and not case.bindings)
    if not said:
        return plain
    if plain is Reversibility.UNKNOWN and consideration.modelled:  # a model's silence is not spoken for by a package
        return worst([plain, *said])
    return worst(said)


def _of_effect(terms: Terms, consideration: Consideration) -> Reversibility:
    anticipation, action = consideration.anticipation, consideration.proposal.action.type
    if not anticipation.covered and action not in READING:
        if action == "force_stop" or (consideration.modelled and terms.no_binding is Outcome.ALLOW):
            return Reversibility.REVERSIBLE
        return Reversibility.UNKNOWN
    if anticipation.updates or anticipation.commits:
        return Reversibility.REVERSIBLE
    return Reversibility.READ_ONLY


def speaks_of(case: Case, one: Commitment) -> bool:
    """Whether a commitment has one of the names and one of the kinds of a case, where it gives any."""
    if case.commits and not any(pattern.matches(one.name) for pattern in case.commits):
        return False
    return not case.kinds or one.kind in case.kinds


def _of_commitment(terms: Terms, consideration: Consideration, one: Commitment) -> Reversibility:
    said = _said(terms, consideration, lambda case: case.names_commitments and speaks_of(case, one))
    if said:
        return worst(said)
    return Reversibility.UNKNOWN if one.kind is Kind.UNKNOWN else Reversibility.REVERSIBLE


def _of_binding(terms: Terms, consideration: Consideration, name: str) -> Reversibility:
    """A binding without known updates may change something all the same, which is read afterwards."""
    said = _said(terms, consideration, lambda case: any(pattern.matches(name) for pattern in case.bindings))
    return worst(said) if said else Reversibility.REVERSIBLE


def _said(terms: Terms, consideration: Consideration, is_about: Callable[[Case], bool]) -> list[Reversibility]:
    return [
        named
        for named, cases in terms.reversibility
        if any(is_about(case) and holds_around(case, consideration) for case in cases)
    ]


def holds_around(case: Case, consideration: Consideration) -> bool:
    """Whether the app and the type of action are those of the case."""
    if case.packages and not any(one.matches(consideration.package) for one in case.packages):
        return False
    return not case.actions or consideration.proposal.action.type in case.actions
