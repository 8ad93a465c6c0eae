"""The decision about one action: what everybody who has a say wants of it, and the most severe of that.

Pure, and a fold: each reason has its outcome, `Block` over `Ask` over `Warn` over `Allow`. A claim of the agent, a text
on the screen and a finding of a model can only add reasons; there is nothing that they could take away. Source:
VeriSafe Agent (MobiCom '25), section 4 and its interactive and dual verification; docs/policy.md.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.guard.condition import Condition
from handrail.guard.consideration import Consideration, Reversibility
from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Source, Warn
from handrail.guard.policy import texts
from handrail.guard.policy.case import holds
from handrail.guard.policy.classes import RAW, READING, class_by, class_of_rest, rank
from handrail.guard.policy.commitment import commitments
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.terms import Policy, Terms, condition_rule
from handrail.monitor import verdict as monitor

_SOURCES = tuple(Source)


class Weighed(NamedTuple):
    """A reason and what it leads to. `insisted` tells a warning that the agent was given before and insists against."""

    outcome: Outcome
    reason: Reason
    insisted: bool = False


def decide(policy: Policy, consideration: Consideration, *, insisted: bool = False) -> Decision:
    """What is done about an action. Whatever breaks on the way is a `Block`.

    `insisted` says that the last decision was a `Warn` about exactly this action: then what a policy or a detector
    only warns of does not withhold it again. For the specification's own warnings the monitor knows.
    """
    try:
        weighed = [one for terms in policy.terms for one in _weigh(terms, consideration, insisted)]
    except Exception as error:
        return Block((Reason(Source.FAILURE, "policy", texts.broken_policy(error)),))
    if not policy.terms:
        return Block((Reason(Source.FAILURE, "policy", "There is no policy, so nothing is allowed."),))
    return _most_severe(weighed)


def is_committing(policy: Policy, consideration: Consideration) -> bool:
    """Whether the action must be on disk before it runs, and does not run on a failure.

    One that commits something, that is irreversible, or whose effect is unknown where the policy fails closed for such.
    """
    if commitments(consideration):
        return True
    for terms in policy.terms:
        named = class_by(terms, consideration)
        if named is Reversibility.IRREVERSIBLE or (named is Reversibility.UNKNOWN and not _is_open(terms, named)):
            return True
    return False


def foreground(policy: Policy, before: str, after: str) -> tuple[Reason, ...]:
    """After an action: what is wrong with the app that came to the front, by the packages before and after."""
    if before == after:
        return ()
    found = [
        Reason(Source.POLICY, "apps", texts.app_came_to_front(after, terms.apps.allowed))
        for terms in policy.terms
        if not terms.apps.allows(after)
    ]
    return tuple(dict.fromkeys(found))


def _most_severe(weighed: Iterable[Weighed]) -> Decision:
    outcomes: dict[Reason, Outcome] = {}
    despite: set[Reason] = set()
    for one in weighed:
        outcomes[one.reason] = max(one.outcome, outcomes.get(one.reason, Outcome.ALLOW))
        if one.insisted:
            despite.add(one.reason)
    ordered = sorted(outcomes, key=lambda one: (-outcomes[one], _SOURCES.index(one.source), one.rule, one.text))
    most = max(outcomes.values(), default=Outcome.ALLOW)
    match most:
        case Outcome.ALLOW:
            return Allow(tuple(one for one in ordered if one in despite))
        case Outcome.WARN:
            return Warn(tuple(ordered))
        case Outcome.ASK:
            return Ask(tuple(ordered))
        case Outcome.BLOCK:
            return Block(tuple(ordered))
        case _:
            assert_never(most)


def _weigh(terms: Terms, consideration: Consideration, insisted: bool) -> list[Weighed]:
    """Every reason that one set of terms gives, refusals turned into questions where there were too many."""
    reversibility = class_by(terms, consideration)
    weighed = [
        *_failures(terms, consideration, reversibility),
        *_verdict(terms, consideration, reversibility),
        *_conditions(terms, consideration, reversibility),
        *_findings(terms, consideration),
        *_people(terms, consideration, reversibility),
        *_apps(terms, consideration),
        *_unread(terms, consideration, reversibility),
        *_limits(terms, consideration, insisted),
    ]
    if insisted:
        weighed = [_insisted_on(one) for one in weighed]
    return _asked_after_refusals(terms, consideration, weighed)


def _insisted_on(one: Weighed) -> Weighed:
    if one.outcome is not Outcome.WARN or one.reason.rule == "soft":  # which the monitor itself lets through
        return one
    return Weighed(Outcome.ALLOW, one.reason, insisted=True)


def _asked_after_refusals(terms: Terms, consideration: Consideration, weighed: list[Weighed]) -> list[Weighed]:
    """The paper's interactive confirmation: after so many refusals in a row a person is asked about the next one.

    A block by the specification alone becomes a question too, since the specification may be what is wrong. A block by
    a policy, a detector or a failure stays one.
    """
    after = terms.asks_after
    if after is None or consideration.standing.refused_in_a_row < after:
        return weighed
    if terms.asks_when_blocked and _only_unsupported(consideration):
        hard = Reason(Source.SPECIFICATION, "hard", texts.bounded(consideration.verdict_text))
        weighed = [Weighed(min(one.outcome, Outcome.ASK), one.reason) if one.reason == hard else one for one in weighed]
        refused = True
    else:
        refused = any(one.outcome is Outcome.WARN for one in weighed)
    if not refused or any(one.outcome is Outcome.BLOCK for one in weighed):
        return weighed
    return [*weighed, Weighed(Outcome.ASK, Reason(Source.POLICY, "refusals", texts.refusals(after)))]


def _only_unsupported(consideration: Consideration) -> bool:
    """Whether the specification was read and asks for something else; not that it could not be checked."""
    verdict = consideration.verdict
    return isinstance(verdict, monitor.Block) and all(
        isinstance(one, monitor.UnmetHead | monitor.SuspectUpdate) for one in verdict.violations
    )


def _failures(terms: Terms, consideration: Consideration, reversibility: Reversibility) -> Iterator[Weighed]:
    action = consideration.proposal.action.type
    closed = bool(commitments(consideration)) or action == "finish" or not _is_open(terms, reversibility)
    for failure in consideration.failures:
        text = texts.failure(failure, reversibility)
        unknown = failure.stage == "anticipate" and action not in READING  # what it commits could not be worked out
        outcome = Outcome.BLOCK if closed or unknown else Outcome.ALLOW
        yield Weighed(outcome, Reason(Source.FAILURE, failure.stage, text))
    if consideration.verdict is None and not consideration.failures:
        outcome = Outcome.BLOCK if closed else Outcome.ALLOW
        yield Weighed(outcome, Reason(Source.FAILURE, "monitor", texts.no_verdict()))


def _is_open(terms: Terms, reversibility: Reversibility) -> bool:
    """Whether an action of a class runs although a part of its verification failed; never an irreversible one."""
    if terms.fails_open_up_to is None or reversibility is Reversibility.IRREVERSIBLE:
        return False
    return rank(reversibility) <= rank(terms.fails_open_up_to)


def _verdict(terms: Terms, consideration: Consideration, reversibility: Reversibility) -> Iterator[Weighed]:
    verdict = consideration.verdict
    said = texts.bounded(consideration.verdict_text)
    match verdict:
        case None:
            return
        case monitor.Allow(despite):
            if despite:
                yield Weighed(Outcome.ALLOW, Reason(Source.SPECIFICATION, "soft", texts.insisted(said)), insisted=True)
        case monitor.Warn():
            yield Weighed(Outcome.WARN, Reason(Source.SPECIFICATION, "soft", said))
        case monitor.Block(violations):
            if any(isinstance(one, monitor.Undecided) for one in violations):
                yield Weighed(Outcome.BLOCK, Reason(Source.FAILURE, "undecided", said))
            else:
                yield Weighed(Outcome.BLOCK, Reason(Source.SPECIFICATION, "hard", said))
        case monitor.Ask(despite=despite):
            yield Weighed(
                _unrequested(terms, reversibility), Reason(Source.SPECIFICATION, "unrequested", texts.unrequested(said))
            )
            if despite:
                yield Weighed(Outcome.ALLOW, Reason(Source.SPECIFICATION, "soft", texts.insisted("")), insisted=True)
        case _:
            assert_never(verdict)


def _unrequested(terms: Terms, reversibility: Reversibility) -> Outcome:
    """What nobody asked for: never milder for what cannot be taken back than for what can."""
    if rank(reversibility) <= rank(Reversibility.REVERSIBLE):
        return terms.unrequested_reversible
    return max(terms.unrequested_reversible, terms.unrequested_irreversible)


def _conditions(terms: Terms, consideration: Consideration, reversibility: Reversibility) -> Iterator[Weighed]:
    """What the guard found that the rule language does not speak of. Insisting passes none of it."""
    for one in consideration.circumstances:
        if one.condition is Condition.REPEATED and rank(reversibility) <= rank(Reversibility.REVERSIBLE):
            continue
        rule = condition_rule(one.condition)
        text = texts.circumstance(one, consideration.verdict_text)
        yield Weighed(terms.conditions[one.condition], Reason(Source.POLICY, rule, text))
    given = {one.condition for one in consideration.circumstances}
    commits = bool(commitments(consideration)) or reversibility is Reversibility.IRREVERSIBLE
    if commits and _is_suspect(consideration.verdict) and Condition.SUSPECT_COMMITMENT not in given:
        yield _condition(terms, Condition.SUSPECT_COMMITMENT, texts.SUSPECT_COMMITMENT)
    action = consideration.proposal.action
    if action.type in RAW and not consideration.anticipation.covered:
        unknown = terms.no_binding if consideration.modelled else terms.no_model
        raw = _condition(terms, Condition.RAW, texts.raw(action))
        yield Weighed(max(raw.outcome, unknown), raw.reason)


def _condition(terms: Terms, condition: Condition, text: str) -> Weighed:
    return Weighed(terms.conditions[condition], Reason(Source.POLICY, condition_rule(condition), text))


def _is_suspect(verdict: monitor.Verdict | None) -> bool:
    return isinstance(verdict, monitor.Warn) or bool(getattr(verdict, "despite", ()))


def _findings(terms: Terms, consideration: Consideration) -> Iterator[Weighed]:
    for finding in consideration.findings:
        outcome = terms.findings.outcome(finding.category, finding.severity)
        yield Weighed(outcome, Reason(Source.DETECTOR, finding.rule, texts.finding(finding)))


def _people(terms: Terms, consideration: Consideration, reversibility: Reversibility) -> Iterator[Weighed]:
    """What needs a person whatever the specification says: the paper's dual verification."""
    for rule in terms.people:
        if any(holds(case, consideration, reversibility) for case in rule.cases):
            text = texts.person(rule, consideration.anticipation.commits)
            yield Weighed(rule.then, Reason(Source.POLICY, rule.name, text))
    unknown = {one.name for one in commitments(consideration) if one.kind is Kind.UNKNOWN}
    if unknown:
        text = texts.unknown_kind(unknown & consideration.anticipation.commits)
        yield Weighed(Outcome.ASK, Reason(Source.POLICY, "unknown-kind", text))
    again = consideration.commits & consideration.standing.done
    if again and rank(reversibility) > rank(Reversibility.REVERSIBLE):
        yield Weighed(terms.irreversible_again, Reason(Source.POLICY, "again", texts.again(again)))


_ABOUT_AN_APP: frozenset[ActionType] = frozenset({"open_app", "install", "uninstall", "clear_data", "force_stop"})
"""Types of action that name an app, which need not be the one in front."""


def _apps(terms: Terms, consideration: Consideration) -> Iterator[Weighed]:
    action = consideration.proposal.action
    if action.type not in READING and not terms.apps.allows(consideration.package):
        text = texts.app(consideration.package, terms.apps.allowed)
        yield Weighed(terms.apps.then, Reason(Source.POLICY, "apps", text))
    other = action.target if action.type in _ABOUT_AN_APP else None
    if other is not None and not terms.apps.everywhere and not (texts.is_package(other) and terms.apps.allows(other)):
        yield Weighed(terms.apps.then, Reason(Source.POLICY, "apps", texts.app(other, terms.apps.allowed)))
    if action.type not in RAW and class_of_rest(terms, consideration) is Reversibility.UNKNOWN:
        if consideration.modelled:
            yield Weighed(terms.no_binding, Reason(Source.POLICY, "no-binding", texts.no_binding(consideration)))
        else:
            yield Weighed(terms.no_model, Reason(Source.POLICY, "no-model", texts.no_model(consideration)))


def _unread(terms: Terms, consideration: Consideration, reversibility: Reversibility) -> Iterator[Weighed]:
    unread = consideration.anticipation.unread
    if unread and (consideration.commits or reversibility is Reversibility.IRREVERSIBLE):
        yield Weighed(terms.unread, Reason(Source.POLICY, "unread", texts.unread(unread)))


def _limits(terms: Terms, consideration: Consideration, insisted: bool) -> Iterator[Weighed]:
    limits, standing = terms.limits, consideration.standing
    if consideration.proposal.action.type == "finish":
        return  # a session must be able to end
    if limits.steps is not None and standing.steps >= limits.steps:
        yield Weighed(limits.then, Reason(Source.POLICY, "steps", texts.too_many_steps(limits.steps)))
    if limits.seconds is not None and standing.seconds >= limits.seconds:
        yield Weighed(limits.then, Reason(Source.POLICY, "seconds", texts.too_long(limits.seconds)))
    insists = insisted or bool(getattr(consideration.verdict, "despite", ()))
    if insists and limits.insistences is not None and standing.insistences >= limits.insistences:
        yield Weighed(limits.then, Reason(Source.POLICY, "insistences", texts.too_insistent(limits.insistences)))
