"""What a policy does, for the people who answer for it: in words, and of each thing that an app can commit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from handrail.app import Anticipation, App
from handrail.app.consequence import NEEDED_DETAILS, Consequence, Detail
from handrail.device.action import Action
from handrail.guard.decision import (
    MILDEST_FIRST,
    Decision,
    DecisionInput,
    Proposal,
    ScreenNote,
    SessionState,
    reasons_of,
)
from handrail.guard.detector import Severity
from handrail.guard.policy.decide import decide
from handrail.guard.policy.declared import Saying, declared_by
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.policies import PersonRule, Policy, PolicyDecision, PolicySet
from handrail.monitor import Allow

_DOES = {
    PolicyDecision.ALLOW: "let through",
    PolicyDecision.WARN: "withheld once, with a warning",
    PolicyDecision.ASK: "asked about",
    PolicyDecision.BLOCK: "blocked",
}


_TAP = Action("click")


@dataclass(frozen=True, slots=True)
class Expected:
    """What is done about something, and the names of the rules that want it so."""

    what: str
    decision: Decision

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind the decision, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in reasons_of(self.decision)))


def summary(policies: PolicySet) -> str:
    """A few lines for each set of terms."""
    parts = ["\n".join(f"- {line}" for line in _lines(policy)) for policy in policies.policies]
    if len(parts) == 1:
        return parts[0]
    headed = [f"{policy.name}:\n{part}" for policy, part in zip(policies.policies, parts, strict=True)]
    return "\n\n".join(headed) + f"\n\nWhere these {len(parts)} differ, the stricter one counts."


def _lines(policy: Policy) -> Iterator[str]:
    for rule in policy.people:
        yield _rule(rule)
    yield from _conditions(policy)
    if policy.unrequested_reversible == policy.unrequested_irreversible:
        yield f"what nobody asked for is {_DOES[policy.unrequested_irreversible]}"
    else:
        worst = _DOES[max(policy.unrequested_reversible, policy.unrequested_irreversible)]
        yield (
            f"what nobody asked for is {_DOES[policy.unrequested_reversible]}, and {worst} if it cannot be taken back"
        )
    yield f"what is hard to take back is, the second time, {_DOES[policy.irreversible_again]}"
    if policy.asks_after is None:
        yield "refusals, however many, are never asked about"
    else:
        also = ", also where the specification blocks" if policy.asks_when_blocked else ""
        yield f"after {policy.asks_after} refusals in a row a person is asked{also}"
    yield f"findings: {_severities(policy)}"
    for category in policy.findings.by_category:
        yield f"findings of `{category}`: {_severities(policy, category)}"
    yield from _apps(policy)
    yield f"a commitment with a value that cannot be read is {_DOES[policy.unread]}"
    yield _failures(policy)
    yield _limits(policy)


def _rule(rule: PersonRule) -> str:
    what = "; or ".join(pattern.describe() for pattern in rule.patterns)
    does = "blocked is" if rule.then is PolicyDecision.BLOCK else "a person must agree to"
    return f"{rule.name}: {does} {what}; because {rule.why}"


def _conditions(policy: Policy) -> Iterator[str]:
    for outcome in (PolicyDecision.BLOCK, PolicyDecision.ASK):
        named = [condition.value for condition, own in policy.conditions.items() if own is outcome]
        if named:
            yield f"{_DOES[outcome]} is what the guard finds to be: {', '.join(named)}"
    yield "what commits a thing of a kind that no model declares is asked about"


def _apps(policy: Policy) -> Iterator[str]:
    everywhere = any(pattern.source == "*" for pattern in policy.apps.allowed)
    where = "in every app" if everywhere else f"only in {_listed(policy.apps.allowed) or 'no app'}"
    but = f" but not in {_listed(policy.apps.refused)}" if policy.apps.refused else ""
    other = "" if everywhere and not but else f"; elsewhere it is {_DOES[policy.apps.then]}"
    yield f"the agent may act {where}{but}{other}"
    yield f"what may change something in an app without a model is {_DOES[policy.no_model]}"
    yield f"what may change something where an app's model is silent is {_DOES[policy.no_binding]}"


def _failures(policy: Policy) -> str:
    if policy.fails_open_up_to is None:
        return "where a part of the verification fails, nothing runs"
    classes = MILDEST_FIRST[: MILDEST_FIRST.index(policy.fails_open_up_to) + 1]
    named = " and ".join(failure_class.value for failure_class in classes)
    return f"where a part of the verification fails, only {named} actions run, and never one that commits something"


def _limits(policy: Policy) -> str:
    limits = policy.limits
    found = (
        (limits.steps, "actions"),
        (limits.seconds, "seconds"),
        (limits.insistences, "insistences against a warning"),
    )
    said = [f"{number:,} {what}" for number, what in found if number is not None]
    return f"after {' or '.join(said)} every action is {_DOES[limits.then]}" if said else "there are no limits"


def _severities(policy: Policy, category: str = "") -> str:
    by: dict[PolicyDecision, list[str]] = {}
    for severity in reversed(Severity):
        by.setdefault(policy.findings.outcome(category, severity), []).append(severity.name.lower())
    return ", ".join(f"{' and '.join(names)} {_DOES[outcome]}" for outcome, names in by.items())


def _listed(patterns: Iterable[NamePattern]) -> str:
    return ", ".join(pattern.source for pattern in patterns)


def expected(policies: PolicySet, app: App) -> Iterator[Expected]:
    """For each commitment of an app, and for an action that its model says nothing of."""
    for saying in declared_by((app,)).sayings:
        if saying.commits:
            names = " and ".join(f"`{name}`" for name in sorted(saying.commits))
            yield Expected(f"{names}, {saying.kind.value}", decide(policies, _considered(app, _anticipated(saying))))
    uncovered = _considered(app, Anticipation())
    yield Expected("an action that the model says nothing of", decide(policies, uncovered))


def _anticipated(saying: Saying) -> Anticipation:
    details = tuple(Detail(name, "…") for name in NEEDED_DETAILS[saying.kind])
    consequence = Consequence(saying.name, saying.kind, saying.commits, details, saying.irreversible)
    bindings = (saying.name,) if saying.name else ()
    return Anticipation((), saying.commits, saying.irreversible, bindings, (), (consequence,), covered=True)


def _considered(app: App, anticipation: Anticipation) -> DecisionInput:
    at = datetime(1970, 1, 1, tzinfo=UTC)
    screen = ScreenNote("", app.package, "", 0, 0)
    return DecisionInput(
        1, at, Proposal(_TAP), screen, app.package, True, anticipation, Allow(), "", (), SessionState()
    )
