"""What the monitor says about one action, and why.

A verdict is one of four types and each carries what its reader must act on, so nobody parses a message to learn
what happened. Source: VeriSafe Agent (MobiCom '25), section 4; `Ask` is ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.app.update import RefusedUpdate, Update
from handrail.language.rule import Constraint, Head, Predicate, Rule, StatePredicate
from handrail.language.value import Value


@dataclass(frozen=True, slots=True)
class Miss:
    """One constraint that is false: what it wanted, with `Today` and `Now` worked out, and what was found.

    `wanted` is empty where the constraint speaks of a `?x`; `found` is None where nothing is known.
    """

    constraint: Constraint
    wanted: tuple[Value, ...]
    found: Value | None


@dataclass(frozen=True, slots=True)
class SuspectUpdate:
    """An update that is right under no pending mention of its state; `predicate` is the mention it misses least."""

    update: Update
    rule: Rule
    predicate: StatePredicate
    misses: tuple[Miss, ...]


@dataclass(frozen=True, slots=True)
class UnmetPredicate:
    """A predicate that does not hold. For a state: how many rows meet it, and what the row at hand misses."""

    predicate: Predicate
    rows: int = 0
    misses: tuple[Miss, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """What an action changes in a table beside what a rule says of it: the rows it sets, or (`deleted`) those that go.

    `rows` are as they are shown, or of one that was never seen its keys; `predicates` are what the rule speaks of.
    """

    state: str
    rows: tuple[Mapping[str, Value], ...]
    deleted: bool
    predicates: tuple[StatePredicate, ...]


@dataclass(frozen=True, slots=True)
class UnmetRule:
    """One way to establish a head, and what it still lacks; if that is nothing, what the action changes beside it."""

    rule: Rule
    predicates: tuple[UnmetPredicate, ...]
    elsewhere: tuple[ChangedElsewhere, ...] = ()


@dataclass(frozen=True, slots=True)
class UnmetHead:
    """An objective that was to be committed, or the end of the task, which no rule supports now."""

    head: Head
    alternatives: tuple[UnmetRule, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """Verification itself could not be carried out; nothing is allowed on that ground."""

    reason: str


Violation: TypeAlias = SuspectUpdate | RefusedUpdate | UnmetHead | Undecided


@dataclass(frozen=True, slots=True)
class Allow:
    """The action may run. `despite` is what it was insisted on against, if anything."""

    despite: tuple[SuspectUpdate, ...] = ()


@dataclass(frozen=True, slots=True)
class Warn:
    """Soft: an update looks wrong and all are taken back; the same action, proposed again at once, goes through."""

    violations: tuple[SuspectUpdate, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Hard: an objective without support, or an update that does not fit the app; repeating it does not help."""

    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Nothing decides this but a person: `unrequested` is committed and no objective of the specification."""

    reason: str
    unrequested: tuple[str, ...] = ()
    despite: tuple[SuspectUpdate, ...] = ()


Verdict: TypeAlias = Allow | Warn | Block | Ask


@dataclass(frozen=True, slots=True)
class Observation:
    """What observed updates turned out to be: not as wanted yet (applied all the same), or refused."""

    suspects: tuple[SuspectUpdate, ...] = ()
    refused: tuple[RefusedUpdate, ...] = ()
