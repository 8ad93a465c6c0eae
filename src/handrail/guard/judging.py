"""One action before the monitor, in the way that a live session, a resumed one and a replay all do it.

What the agent says that its action changes and commits is judged too, and can only make the verdict stricter: it never
becomes a fact, never achieves an objective, and never makes a request out of what nobody asked for.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import assert_never

from handrail.app import Anticipation, Update
from handrail.app.consequence import Consequence, Count, Kind
from handrail.device.action import Action
from handrail.guard.certainty import at_most, constants_of
from handrail.guard.decision import Proposal
from handrail.language.operators import Operator
from handrail.language.rule import Literal, Objective, Predicate, Rule, StatePredicate
from handrail.language.verbalize import quoted
from handrail.monitor import Allow, Ask, Block, Feedback, Monitor, Verdict, Warn
from handrail.monitor.verdict import Miss, SuspectUpdate, UnmetHead, UnmetRule, Violation

_MOST_CLAIMS = 3
"""How many of an agent's claims are named; it may make any number."""


def judge(monitor: Monitor, proposal: Proposal, anticipation: Anticipation, now: datetime) -> Verdict:
    """The monitor's verdict. After `Allow` and `Ask` of anything but `finish` it waits for `commit` or `revert`."""
    if proposal.action.type == "finish":
        return monitor.finish(now=now)
    verdict = monitor.anticipate(
        _spoken_of_or_known(monitor, anticipation),
        anticipation.commits,
        action=same_action(proposal.action),
        irreversible=anticipation.irreversible or proposal.irreversible,
        now=now,
    )
    claimed = proposal.commits - anticipation.commits
    if claimed and isinstance(verdict, Allow | Ask):
        verdict = _stricter(monitor, verdict, claimed, now)
    told = tuple(update for update in proposal.updates if update not in anticipation.updates)
    if told and isinstance(verdict, Allow | Ask):
        verdict = _with_updates(monitor, verdict, told, anticipation.commits, now)
    return verdict


def on_the_way(
    monitor: Monitor,
    anticipation: Anticipation,
    objectives: Mapping[str, str],
    goes_beyond: Callable[[Update, Consequence], bool],
    is_about: Callable[[Rule, str], bool],
) -> frozenset[str]:
    """What nobody asked for by name, and yet is a step of what was asked for: a row that a pending rule speaks of.

    Only what can be taken back, and of which all rows are such: one more of the thing that is to be ordered. None that
    `goes_beyond` what the rules say of it, nor what is only a condition: what a rule `is_about` is to be so.
    `objectives` gives the specification's name for a commitment where the app's model calls it otherwise.
    """
    states = monitor.specification.states
    found: set[str] = set()
    for consequence in anticipation.consequences:
        rows = [
            update
            for update in anticipation.updates
            if update.state in consequence.changes and states[update.state].keys
        ]
        takes_a_step = (
            consequence.kind is Kind.RECORD and not consequence.irreversible and consequence.is_known and bool(rows)
        )
        if takes_a_step and all(
            update.set is not None
            and monitor.names_row_of(update, by=is_about)
            and not goes_beyond(update, consequence)
            for update in rows
        ):
            found |= {name for name in consequence.objectives if not monitor.establishes(objectives.get(name, name))}
    return frozenset(found)


def is_short_of_a_count(violations: Iterable[Violation], anticipation: Anticipation) -> bool:
    """Whether all that is amiss is a number, of which the action brings a step nearer what the rules want.

    The second of four mugs: only what can be taken back.
    """
    counts = [
        count
        for consequence in anticipation.consequences
        if consequence.kind is Kind.RECORD and not consequence.irreversible and consequence.is_known
        for count in consequence.counts
    ]
    return bool(counts) and all(_falls_short(violation, counts) for violation in violations)


def takes_one_of_several(
    violations: Collection[Violation],
    anticipation: Anticipation,
    monitor: Monitor,
    brings_nearer: Callable[[Update, StatePredicate], bool],
) -> tuple[UnmetRule, ...]:
    """The rules that lack nothing but a number of entries, to which the action brings them one step nearer.

    The second of four mails goes: of a rule that wants none of two things one may be a condition, so it is no such
    rule; how many there may be of another is a condition that is met. Or the second of four is ticked, which can be
    taken back. None where anything else is amiss.
    """
    gone = [anticipated for anticipated in anticipation.updates if anticipated.delete is not None]
    ticked = [] if gone else list(_written(anticipation, monitor))
    found: list[UnmetRule] = []
    for violation in violations:
        if not (isinstance(violation, UnmetHead) and isinstance(violation.head, Objective) and (gone or ticked)):
            return ()
        head = violation.head.name
        rule = next(
            (
                rule
                for rule in violation.alternatives
                if (_wants_them_gone(rule, head, gone, monitor) if gone else _counts_them(rule, ticked, brings_nearer))
            ),
            None,
        )
        if rule is None:
            return ()
        found.append(rule)
    return tuple(found)


def _written(anticipation: Anticipation, monitor: Monitor) -> Iterator[Update]:
    """The entries that an action writes, where that can be taken back and is known."""
    for consequence in anticipation.consequences:
        if consequence.kind is Kind.RECORD and not consequence.irreversible and consequence.is_known:
            for update in anticipation.updates:
                if update.state in consequence.changes and monitor.specification.states[update.state].keys:
                    yield update


def _counts_them(
    rule: UnmetRule, written: Collection[Update], brings_nearer: Callable[[Update, StatePredicate], bool]
) -> bool:
    """Whether a rule lacks nothing but a number of entries, and all that is written are such.

    Not where it says more of their table: then the number may be a condition.
    """
    lacking = [predicate.predicate for predicate in rule.predicates]
    states = [predicate.state for predicate in rule.rule.body if isinstance(predicate, StatePredicate)]
    return len(lacking) == 1 and all(
        isinstance(predicate, StatePredicate)
        and states.count(predicate.state) == 1
        and not predicate.once
        and brings_nearer(update, predicate)
        for predicate in lacking
        for update in written
    )


def _wants_them_gone(rule: UnmetRule, head: str, gone: Collection[Update], monitor: Monitor) -> bool:
    """Whether all that goes is of what this very rule wants none of; another, whose time is not, may want it gone."""
    states = {update.state for update in gone}
    wanted = [
        predicate
        for predicate in rule.rule.body
        if isinstance(predicate, StatePredicate) and predicate.holds_on_nothing and not predicate.once
    ]
    none_at_all = [predicate for predicate in wanted if at_most(predicate) == 0]
    lacking = [predicate.predicate for predicate in rule.predicates]
    if not (len(states) == len(lacking) == 1 and lacking in (wanted, none_at_all) and {wanted[0].state} == states):
        return False
    if any(_is_called_otherwise(rule.rule, update) for update in gone):
        return False
    return all(monitor.speaks_of(head, [update], by=none_at_all[0] if none_at_all else wanted[0]) for update in gone)


def _is_called_otherwise(rule: Rule, gone: Update) -> bool:
    """Whether a rule says itself which one is to go, by all that it is called: then what it wants none of is a
    condition. `EditedTask(list = "Home", title = "Pay rent")` on the page on which it is deleted.
    """
    called = set((gone.delete or {}).values())
    return any(
        called
        <= {
            term.value
            for constraint in predicate.constraints
            if constraint.operator is Operator.EQUAL
            for term in constants_of(constraint)
            if isinstance(term, Literal)
        }
        for predicate in rule.body
        if isinstance(predicate, StatePredicate) and not (predicate.once or predicate.holds_on_nothing)
    )


def _falls_short(violation: Violation, counts: Collection[Count]) -> bool:
    """Whether nothing but a number is amiss, which has not been overshot."""
    match violation:
        case UnmetHead():
            return any(_lacks_only(alternative, counts) for alternative in violation.alternatives)
        case SuspectUpdate():
            return _are_short(violation.predicate, violation.misses, counts)
        case _:
            return False


def _lacks_only(rule: UnmetRule, counts: Collection[Count]) -> bool:
    lacking = [
        predicate.predicate
        for predicate in rule.predicates
        if _are_short(predicate.predicate, predicate.misses, counts)
    ]
    return not rule.elsewhere and 0 < len(lacking) == len(rule.predicates)


def _are_short(predicate: Predicate, misses: Collection[Miss], counts: Collection[Count]) -> bool:
    counted = {(count.state, count.variable): count.goes_up for count in counts}
    return (
        isinstance(predicate, StatePredicate)
        and not predicate.once
        and bool(misses)
        and all(_is_short(miss, counted.get((predicate.state, miss.constraint.variable))) for miss in misses)
    )


def _is_short(miss: Miss, goes_up: bool | None) -> bool:
    found = miss.found
    if goes_up is None or not isinstance(found, Decimal):
        return False
    return bool(miss.wanted) and all(isinstance(value, Decimal) and (value > found) == goes_up for value in miss.wanted)


def same_action(action: Action) -> Action:
    """What makes two proposals the same action: where an element is pinned, not how the agent calls it."""
    return replace(action, target=None) if action.element is not None else action


def told_apart(proposal: Proposal, anticipation: Anticipation) -> Hashable:
    """What makes two proposals the same."""
    updates = tuple(repr(anticipated) for anticipated in anticipation.updates)
    told = tuple(repr(update) for update in proposal.updates)
    return (same_action(proposal.action), proposal.commits, anticipation.commits, updates, told)


def _stricter(monitor: Monitor, verdict: Allow | Ask, claimed: Collection[str], now: datetime) -> Verdict:
    unmet: list[UnmetHead] = []
    unrequested: list[str] = []
    progress = monitor.progress(now=now)
    for name in sorted(claimed):
        rules = [rule for rule in progress.rules if rule.rule.head == Objective(name)]
        if not rules:
            unrequested.append(name)
        elif not any(rule.satisfied for rule in rules):
            unmet.append(UnmetHead(Objective(name), tuple(UnmetRule(rule.rule, rule.lacking) for rule in rules)))
    if unmet:
        monitor.revert()
        return Block(tuple(unmet))
    if not unrequested:
        return verdict
    names = ", ".join(quoted(name) for name in unrequested[:_MOST_CLAIMS])
    if len(unrequested) > _MOST_CLAIMS:
        names = f"{names} and {len(unrequested) - _MOST_CLAIMS:,} more"
    reason = f"the agent says that the action commits {names}, which nobody asked for"
    if isinstance(verdict, Ask):
        return Ask(f"{verdict.reason}; {reason}", (*verdict.unrequested, *unrequested), verdict.despite)
    return Ask(reason, tuple(unrequested), verdict.despite)


def _with_updates(
    monitor: Monitor, verdict: Allow | Ask, told: tuple[Update, ...], commits: Collection[str], now: datetime
) -> Verdict:
    """The verdict where the agent's updates are so, too, and no better: they are tried on what is known, and forgotten.

    A person is asked where they look wrong, as the agent itself cannot insist on what it says of its own action.
    """
    tried = monitor.another(monitor.known()).anticipate(known_values(told), commits, now=now)
    match tried:
        case Block():
            monitor.revert()
            return tried
        case Warn(violations):
            said = Feedback.about(monitor.specification.states, monitor.similarity).soft(violations)
            reason = f"the agent says itself that the action changes what it should not: {said}"
            if isinstance(verdict, Ask):
                return replace(verdict, reason=f"{verdict.reason}; {reason}")
            return Ask(reason, (), verdict.despite)
        case Allow() | Ask():
            return verdict
        case _:
            assert_never(tried)


def _spoken_of_or_known(monitor: Monitor, anticipation: Anticipation) -> tuple[Update, ...]:
    """The updates, of which those that no rule for what is committed speaks of are without what nobody can foresee.

    The sum of a cart into which something goes is unknown until it is shown, and no sign that the agent is wrong.
    """
    spoken_of = {state for name in anticipation.commits for state in monitor.named_states(name)}
    return tuple(
        update
        for anticipated in anticipation.updates
        for update in ((anticipated,) if anticipated.state in spoken_of else known_values([anticipated]))
    )


def known_values(updates: Iterable[Update]) -> tuple[Update, ...]:
    """The updates without what nobody can foresee.

    A model says `null` for a value that the app will only show afterwards. For an action that commits something the
    monitor takes that at its word: the value is unknown, so nothing can rest on it. Where nothing is committed it is no
    sign that the agent is wrong, and would only make it say everything twice.
    """
    return tuple(
        replace(update, set={name: value for name, value in update.set.items() if value is not None})
        if update.set is not None and None in update.set.values()
        else update
        for update in updates
        if update.set is None or not update.set or any(value is not None for value in update.set.values())
    )


def settle(monitor: Monitor, anticipation: Anticipation, now: datetime) -> None:
    """The judged action ran: what it achieves is achieved, what it made unknown is unknown, and what goes is gone."""
    monitor.commit()
    withdrawn = [
        anticipated
        for anticipated in anticipation.updates
        if anticipated.set is None or None in anticipated.set.values()
    ]
    if withdrawn:
        monitor.observe(withdrawn, now=now)


def take_for_granted(monitor: Monitor, anticipation: Anticipation, now: datetime) -> None:
    """Something that ran, told to a monitor that did not decide about it: facts, and what they achieve if they may.

    For another specification, after a person's approval against the monitor, and for replays.
    """
    verdict = monitor.anticipate(anticipation.updates, anticipation.commits, now=now)
    if isinstance(verdict, Warn):
        verdict = monitor.anticipate(anticipation.updates, anticipation.commits, now=now)
    if isinstance(verdict, Allow | Ask):
        monitor.commit()
    else:
        monitor.observe(anticipation.updates, now=now)


def verdict_words(verdict: Verdict | None, words: Feedback) -> str:
    """What the monitor says, for the agent and for people."""
    match verdict:
        case Allow(despite):
            return words.soft(despite)
        case Warn(violations):
            return words.soft(violations)
        case Block():
            return words.hard(verdict)
        case Ask(reason):
            return f"{reason[:1].upper()}{reason[1:]}."
        case None:
            return ""
        case _:
            assert_never(verdict)
