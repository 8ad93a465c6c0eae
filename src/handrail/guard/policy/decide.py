"""The decision about one action: what everybody who has a say wants of it, and the most severe of that.

Pure, and a fold: each reason has its outcome, `Block` over `Ask` over `Warn` over `Allow`. A claim of the agent, a text
on the screen and a finding of a model can only add reasons; there is nothing that they could take away. Source:
VeriSafe Agent (MobiCom '25), section 4 and its interactive and dual verification; docs/policy.md.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.guard.built_in import RAW
from handrail.guard.decision import (
    Allow,
    Ask,
    Block,
    Condition,
    Decision,
    DecisionInput,
    Reason,
    Reversibility,
    Source,
    Warn,
    rank,
)
from handrail.guard.policy import texts
from handrail.guard.policy.classes import READING, class_by, class_of_rest
from handrail.guard.policy.commitment import commitments
from handrail.guard.policy.policies import Policy, PolicyDecision, PolicySet, condition_rule
from handrail.monitor import verdict as monitor

_SOURCES = tuple(Source)


class WeighedReason(NamedTuple):
    """A reason and what it leads to. `insisted` tells a warning that the agent was given before and insists against."""

    outcome: PolicyDecision
    reason: Reason
    insisted: bool = False


def decide(policies: PolicySet, decision_input: DecisionInput, *, insisted: bool = False) -> Decision:
    """What is done about an action. Whatever breaks on the way is a `Block`.

    `insisted` says that the last decision was a `Warn` about exactly this action: then what a policy or a detector
    only warns of does not withhold it again. For the specification's own warnings the monitor knows.
    """
    try:
        weighed = [weighed for policy in policies.policies for weighed in _weigh(policy, decision_input, insisted)]
    except Exception as error:
        return Block((Reason(Source.FAILURE, "policy", texts.broken_policy(error)),))
    if not policies.policies:
        return Block((Reason(Source.FAILURE, "policy", "There is no policy, so nothing is allowed."),))
    return _most_severe(weighed)


def is_committing(policies: PolicySet, decision_input: DecisionInput) -> bool:
    """Whether the action must be on disk before it runs, and does not run on a failure.

    One that commits something, that is irreversible, or whose effect is unknown where the policy fails closed for such.
    """
    if commitments(decision_input):
        return True
    for policy in policies.policies:
        named = class_by(policy, decision_input)
        if named is Reversibility.IRREVERSIBLE or (named is Reversibility.UNKNOWN and not _is_open(policy, named)):
            return True
    return False


def foreground(policies: PolicySet, before: str, after: str) -> tuple[Reason, ...]:
    """After an action: what is wrong with the app that came to the front, by the packages before and after."""
    if before == after:
        return ()
    found = [
        Reason(Source.POLICY, "apps", texts.app_came_to_front(after, policy.apps.allowed))
        for policy in policies.policies
        if not policy.apps.allows(after)
    ]
    return tuple(dict.fromkeys(found))


def _most_severe(weighed: Iterable[WeighedReason]) -> Decision:
    outcomes: dict[Reason, PolicyDecision] = {}
    despite: set[Reason] = set()
    for candidate in weighed:
        outcomes[candidate.reason] = max(candidate.outcome, outcomes.get(candidate.reason, PolicyDecision.ALLOW))
        if candidate.insisted:
            despite.add(candidate.reason)
    ordered = sorted(
        outcomes, key=lambda outcome: (-outcomes[outcome], _SOURCES.index(outcome.source), outcome.rule, outcome.text)
    )
    most = max(outcomes.values(), default=PolicyDecision.ALLOW)
    match most:
        case PolicyDecision.ALLOW:
            return Allow(tuple(reason for reason in ordered if reason in despite))
        case PolicyDecision.WARN:
            return Warn(tuple(ordered))
        case PolicyDecision.ASK:
            return Ask(tuple(ordered))
        case PolicyDecision.BLOCK:
            return Block(tuple(ordered))
        case _:
            assert_never(most)


def _weigh(policy: Policy, decision_input: DecisionInput, insisted: bool) -> list[WeighedReason]:
    """Every reason that one set of terms gives, refusals turned into questions where there were too many."""
    rest = class_of_rest(policy, decision_input)
    reversibility = class_by(policy, decision_input, rest)
    weighed = [
        *_failures(policy, decision_input, reversibility),
        *_verdict(policy, decision_input, reversibility),
        *_conditions(policy, decision_input, reversibility),
        *_findings(policy, decision_input),
        *_people(policy, decision_input, reversibility),
        *_apps(policy, decision_input, rest),
        *_unread(policy, decision_input, reversibility),
        *_limits(policy, decision_input, insisted),
    ]
    if insisted:
        weighed = [_insisted_on(candidate) for candidate in weighed]
    return _asked_after_refusals(policy, decision_input, weighed)


def _insisted_on(weighed: WeighedReason) -> WeighedReason:
    if (
        weighed.outcome is not PolicyDecision.WARN or weighed.reason.rule == "soft"
    ):  # which the monitor itself lets through
        return weighed
    return WeighedReason(PolicyDecision.ALLOW, weighed.reason, insisted=True)


def _asked_after_refusals(
    policy: Policy, decision_input: DecisionInput, weighed: list[WeighedReason]
) -> list[WeighedReason]:
    """The paper's interactive confirmation: after so many refusals in a row a person is asked about the next one.

    A block by the specification alone becomes a question too, since the specification may be what is wrong; and so does
    one of an end because something is otherwise again, which may be nobody's mistake. A block by any other policy, a
    detector or a failure stays one.
    """
    after = policy.asks_after
    if after is None or decision_input.session_state.refused_in_a_row < after:
        return weighed
    open_to_question = {condition_rule(Condition.UNDONE)}
    if _only_unsupported(decision_input):
        open_to_question.add("hard")
    asked = [
        candidate for candidate in weighed if policy.asks_when_blocked and candidate.reason.rule in open_to_question
    ]
    weighed = [
        WeighedReason(min(candidate.outcome, PolicyDecision.ASK), candidate.reason) if candidate in asked else candidate
        for candidate in weighed
    ]
    refused = bool(asked) or any(candidate.outcome is PolicyDecision.WARN for candidate in weighed)
    if not refused or any(candidate.outcome is PolicyDecision.BLOCK for candidate in weighed):
        return weighed
    return [*weighed, WeighedReason(PolicyDecision.ASK, Reason(Source.POLICY, "refusals", texts.refusals(after)))]


def _only_unsupported(decision_input: DecisionInput) -> bool:
    """Whether the specification was read and asks for something else; not that it could not be checked."""
    verdict = decision_input.verdict
    return isinstance(verdict, monitor.Block) and all(
        isinstance(violation, monitor.UnmetHead | monitor.SuspectUpdate) for violation in verdict.violations
    )


def _failures(policy: Policy, decision_input: DecisionInput, reversibility: Reversibility) -> Iterator[WeighedReason]:
    action = decision_input.proposal.action.type
    closed = bool(commitments(decision_input)) or action == "finish" or not _is_open(policy, reversibility)
    for failure in decision_input.failures:
        text = texts.failure(failure, reversibility)
        unknown = failure.stage == "anticipate" and action not in READING  # what it commits could not be worked out
        outcome = PolicyDecision.BLOCK if closed or unknown else PolicyDecision.ALLOW
        yield WeighedReason(outcome, Reason(Source.FAILURE, failure.stage, text))
    if decision_input.verdict is None and not decision_input.failures:
        outcome = PolicyDecision.BLOCK if closed else PolicyDecision.ALLOW
        yield WeighedReason(outcome, Reason(Source.FAILURE, "monitor", texts.no_verdict()))


def _is_open(policy: Policy, reversibility: Reversibility) -> bool:
    """Whether an action of a class runs although a part of its verification failed; never an irreversible one."""
    if policy.fails_open_up_to is None or reversibility is Reversibility.IRREVERSIBLE:
        return False
    return rank(reversibility) <= rank(policy.fails_open_up_to)


def _verdict(policy: Policy, decision_input: DecisionInput, reversibility: Reversibility) -> Iterator[WeighedReason]:
    verdict = decision_input.verdict
    said = texts.bounded(decision_input.verdict_text)
    match verdict:
        case None:
            return
        case monitor.Allow(despite):
            if despite:
                yield WeighedReason(
                    PolicyDecision.ALLOW, Reason(Source.SPECIFICATION, "soft", texts.insisted(said)), insisted=True
                )
        case monitor.Warn():
            yield WeighedReason(PolicyDecision.WARN, Reason(Source.SPECIFICATION, "soft", said))
        case monitor.Block(violations):
            if any(isinstance(violation, monitor.Undecided) for violation in violations):
                yield WeighedReason(PolicyDecision.BLOCK, Reason(Source.FAILURE, "undecided", said))
            else:
                yield WeighedReason(PolicyDecision.BLOCK, Reason(Source.SPECIFICATION, "hard", said))
        case monitor.Ask(despite=despite):
            yield WeighedReason(
                _unrequested(policy, reversibility),
                Reason(Source.SPECIFICATION, "unrequested", texts.unrequested(said)),
            )
            if despite:
                yield WeighedReason(
                    PolicyDecision.ALLOW, Reason(Source.SPECIFICATION, "soft", texts.insisted("")), insisted=True
                )
        case _:
            assert_never(verdict)


def _unrequested(policy: Policy, reversibility: Reversibility) -> PolicyDecision:
    """What nobody asked for: never milder for what cannot be taken back than for what can."""
    if rank(reversibility) <= rank(Reversibility.REVERSIBLE):
        return policy.unrequested_reversible
    return max(policy.unrequested_reversible, policy.unrequested_irreversible)


def _conditions(policy: Policy, decision_input: DecisionInput, reversibility: Reversibility) -> Iterator[WeighedReason]:
    """What the guard found that the rule language does not speak of. Insisting passes none of it."""
    for circumstance in decision_input.circumstances:
        if circumstance.condition is Condition.REPEATED and rank(reversibility) <= rank(Reversibility.REVERSIBLE):
            continue
        rule = condition_rule(circumstance.condition)
        text = texts.circumstance(circumstance, decision_input.verdict_text)
        yield WeighedReason(policy.conditions[circumstance.condition], Reason(Source.POLICY, rule, text))
    given = {circumstance.condition for circumstance in decision_input.circumstances}
    commits = bool(commitments(decision_input)) or reversibility is Reversibility.IRREVERSIBLE
    if commits and _is_suspect(decision_input.verdict) and Condition.SUSPECT_COMMITMENT not in given:
        yield _condition(policy, Condition.SUSPECT_COMMITMENT, texts.SUSPECT_COMMITMENT)
    action = decision_input.proposal.action
    if action.type in RAW and not decision_input.anticipation.covered:
        unknown = policy.no_binding if decision_input.modelled else policy.no_model
        raw = _condition(policy, Condition.RAW, texts.raw(action))
        yield WeighedReason(max(raw.outcome, unknown), raw.reason)


def _condition(policy: Policy, condition: Condition, text: str) -> WeighedReason:
    return WeighedReason(policy.conditions[condition], Reason(Source.POLICY, condition_rule(condition), text))


def _is_suspect(verdict: monitor.Verdict | None) -> bool:
    return isinstance(verdict, monitor.Warn) or bool(getattr(verdict, "despite", ()))


def _findings(policy: Policy, decision_input: DecisionInput) -> Iterator[WeighedReason]:
    for finding in decision_input.findings:
        outcome = policy.findings.outcome(finding.category, finding.severity)
        yield WeighedReason(outcome, Reason(Source.DETECTOR, finding.rule, texts.finding(finding)))


def _people(policy: Policy, decision_input: DecisionInput, reversibility: Reversibility) -> Iterator[WeighedReason]:
    """What needs a person whatever the specification says: the paper's dual verification."""
    commits = commitments(decision_input)
    for rule in policy.people:
        could_hold = [pattern for pattern in rule.patterns if commits or not pattern.needs_a_commitment]
        if any(pattern.holds(decision_input, reversibility) for pattern in could_hold):
            text = texts.person(rule, decision_input.anticipation.commits)
            yield WeighedReason(rule.then, Reason(Source.POLICY, rule.name, text))
    unknown = {commit.name for commit in commits if commit.kind is Kind.UNKNOWN}
    if unknown:
        text = texts.unknown_kind(unknown & decision_input.anticipation.commits)
        yield WeighedReason(PolicyDecision.ASK, Reason(Source.POLICY, "unknown-kind", text))
    again = decision_input.commits & decision_input.session_state.done
    if again and rank(reversibility) > rank(Reversibility.REVERSIBLE):
        yield WeighedReason(policy.irreversible_again, Reason(Source.POLICY, "again", texts.again(again)))


_ABOUT_AN_APP: frozenset[ActionType] = frozenset({"open_app", "install", "uninstall", "clear_data", "force_stop"})
"""Types of action that name an app, which need not be the one in front."""


def _apps(policy: Policy, decision_input: DecisionInput, rest: Reversibility) -> Iterator[WeighedReason]:
    action = decision_input.proposal.action
    if action.type not in READING and not policy.apps.allows(decision_input.package):
        text = texts.app(decision_input.package, policy.apps.allowed)
        yield WeighedReason(policy.apps.then, Reason(Source.POLICY, "apps", text))
    other = action.target if action.type in _ABOUT_AN_APP else None
    if other is not None and not policy.apps.everywhere and not (texts.is_package(other) and policy.apps.allows(other)):
        yield WeighedReason(policy.apps.then, Reason(Source.POLICY, "apps", texts.app(other, policy.apps.allowed)))
    if action.type not in RAW and rest is Reversibility.UNKNOWN:
        if decision_input.modelled:
            yield WeighedReason(
                policy.no_binding, Reason(Source.POLICY, "no-binding", texts.no_binding(decision_input))
            )
        else:
            yield WeighedReason(policy.no_model, Reason(Source.POLICY, "no-model", texts.no_model(decision_input)))


def _unread(policy: Policy, decision_input: DecisionInput, reversibility: Reversibility) -> Iterator[WeighedReason]:
    unread = decision_input.anticipation.unread
    if unread and (decision_input.commits or reversibility is Reversibility.IRREVERSIBLE):
        yield WeighedReason(policy.unread, Reason(Source.POLICY, "unread", texts.unread(unread)))


def _limits(policy: Policy, decision_input: DecisionInput, insisted: bool) -> Iterator[WeighedReason]:
    limits, session_state = policy.limits, decision_input.session_state
    if decision_input.proposal.action.type == "finish":
        return  # a session must be able to end
    if limits.steps is not None and session_state.steps >= limits.steps:
        yield WeighedReason(limits.then, Reason(Source.POLICY, "steps", texts.too_many_steps(limits.steps)))
    if limits.seconds is not None and session_state.seconds >= limits.seconds:
        yield WeighedReason(limits.then, Reason(Source.POLICY, "seconds", texts.too_long(limits.seconds)))
    insists = insisted or bool(getattr(decision_input.verdict, "despite", ()))
    if insists and limits.insistences is not None and session_state.insistences >= limits.insistences:
        yield WeighedReason(limits.then, Reason(Source.POLICY, "insistences", texts.too_insistent(limits.insistences)))
