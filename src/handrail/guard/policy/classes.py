"""Whether an action can be taken back: read-only, reversible, externally reversible, unknown, or irreversible.

What trusted sources know of the action is classed part by part, and the most severe part counts. So what an agent says
of its own action can only make it worse.
"""

from collections.abc import Callable, Iterable
from functools import partial

from handrail.guard.consideration import Consideration, Reversibility
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.terms import Case, Policy, Terms

MILDEST_FIRST = (
    Reversibility.READ_ONLY,
    Reversibility.REVERSIBLE,
    Reversibility.EXTERNALLY_REVERSIBLE,
    Reversibility.UNKNOWN,
    Reversibility.IRREVERSIBLE,
)
READING = frozenset({"scroll", "back", "home", "open_app", "wait", "finish"})
"""Types of action that change nothing unless a trusted source says so."""


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
    if consideration.anticipation.irreversible or consideration.proposal.irreversible:
        return Reversibility.IRREVERSIBLE
    found = [class_of_rest(terms, consideration)]
    found += [_named(terms, consideration, partial(_commits, name)) for name in consideration.commits]
    found += [_named(terms, consideration, partial(_bound, name)) for name in consideration.anticipation.bindings]
    return worst(found)


def class_of_rest(terms: Terms, consideration: Consideration) -> Reversibility:
    """The class of an action leaving aside what it commits and which bindings speak of it."""
    said = _said(terms, consideration, lambda case: not case.commits and not case.bindings)
    if said:
        return worst(said)
    anticipation = consideration.anticipation
    if anticipation.updates or anticipation.commits:
        return Reversibility.REVERSIBLE
    if anticipation.bindings or consideration.proposal.action.type in READING:
        return Reversibility.READ_ONLY
    if consideration.modelled and terms.no_binding is Outcome.ALLOW:
        return Reversibility.REVERSIBLE
    return Reversibility.UNKNOWN


def _commits(name: str, case: Case) -> bool:
    return any(one.matches(name) for one in case.commits)


def _bound(name: str, case: Case) -> bool:
    return any(one.matches(name) for one in case.bindings)


def _named(terms: Terms, consideration: Consideration, is_about: Callable[[Case], bool]) -> Reversibility:
    said = _said(terms, consideration, is_about)
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
