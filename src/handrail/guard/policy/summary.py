"""What a policy does, in words, for the people who answer for it."""

from collections.abc import Iterable, Iterator

from handrail.app.consequence import Kind
from handrail.guard.decision_input import Reversibility
from handrail.guard.detector import Severity
from handrail.guard.policy.classes import MILDEST_FIRST
from handrail.guard.policy.name_pattern import NamePattern
from handrail.guard.policy.outcome import Outcome
from handrail.guard.policy.policies import ActionPattern, ChangePattern, PersonRule, Policy, PolicySet

_DOES = {
    Outcome.ALLOW: "let through",
    Outcome.WARN: "withheld once, with a warning",
    Outcome.ASK: "asked about",
    Outcome.BLOCK: "blocked",
}

_KINDS = {
    Kind.PAYMENT: "a payment",
    Kind.MESSAGE: "a message",
    Kind.POST: "a post",
    Kind.SHARE: "sharing something",
    Kind.CALL: "a call",
    Kind.DELETION: "a deletion",
    Kind.PERMISSION: "a permission",
    Kind.INSTALL: "an installation",
    Kind.SETTING: "a setting",
    Kind.BOOKING: "a booking",
    Kind.RECORD: "a record",
    Kind.ACCOUNT: "something about an account",
    Kind.UNKNOWN: "a thing of unknown kind",
}


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
    what = "; or ".join(_pattern(pattern) for pattern in rule.patterns)
    does = "blocked is" if rule.then is Outcome.BLOCK else "a person must agree to"
    return f"{rule.name}: {does} {what}; because {rule.why}"


def _pattern(pattern: ActionPattern) -> str:
    parts = []
    if pattern.kinds:
        parts.append(f"what commits {' or '.join(_KINDS[one] for one in pattern.kinds)}")
    if pattern.commits:
        parts.append(f"{'called' if pattern.kinds else 'what commits'} {_listed(pattern.commits)}")
    if pattern.to_more_than is not None:
        parts.append(f"{'' if pattern.names_commitments else 'what goes '}to more than {pattern.to_more_than:,} people")
    parts += [_change(change) for change in pattern.changes]
    if pattern.bindings:
        parts.append(f"by the binding {_listed(pattern.bindings)}")
    if pattern.packages:
        parts.append(f"in {_listed(pattern.packages)}")
    if pattern.actions:
        parts.append(f"by {' or '.join(pattern.actions)}")
    if pattern.at_least is not None:
        exact = pattern.at_least is Reversibility.IRREVERSIBLE
        parts.append(f"if it is {pattern.at_least.value}{'' if exact else ' or worse'}")
    said = ", ".join(parts)
    if pattern.names_commitments or pattern.to_more_than is not None:
        return said
    return f"what {'is ' if not pattern.changes else ''}{said}"


def _change(change: ChangePattern) -> str:
    of = _listed(change.states) if change.states else "any state"
    said = f"{'deletes' if change.deletes else 'changes'} {of}"
    if change.variables:
        said += f" with {_listed(change.variables)}"
    if change.above is not None:
        said += f" above {change.above:f}"
    if change.more_than is not None:
        counted = "people" if change.variables else "at once"
        said += f" of more than {change.more_than:,} {counted}"
    return said


def _conditions(policy: Policy) -> Iterator[str]:
    for outcome in (Outcome.BLOCK, Outcome.ASK):
        named = [condition.value for condition, own in policy.conditions.items() if own is outcome]
        if named:
            yield f"{_DOES[outcome]} is what the guard finds to be: {', '.join(named)}"
    yield "what commits a thing of a kind that no model declares is asked about"


def _apps(policy: Policy) -> Iterator[str]:
    everywhere = any(one.source == "*" for one in policy.apps.allowed)
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
    named = " and ".join(one.value for one in classes)
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
    by: dict[Outcome, list[str]] = {}
    for severity in reversed(Severity):
        by.setdefault(policy.findings.outcome(category, severity), []).append(severity.name.lower())
    return ", ".join(f"{' and '.join(names)} {_DOES[outcome]}" for outcome, names in by.items())


def _listed(patterns: Iterable[NamePattern]) -> str:
    return ", ".join(one.source for one in patterns)
