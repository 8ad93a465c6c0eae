"""What a committing action does, to which object, with all that leaves the phone.

A model says so; nothing is guessed from a name.
Each detail is read exactly from the screen, or says why it could not be read. Source: docs/app-models.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from handrail.app.update import Raw, Update


class Kind(StrEnum):
    """What sort of thing is committed. `UNKNOWN` where a model does not declare it."""

    PAYMENT = "payment"
    MESSAGE = "message"
    POST = "post"
    SHARE = "share"
    CALL = "call"
    DELETION = "deletion"
    PERMISSION = "permission"
    INSTALL = "install"
    SETTING = "setting"
    BOOKING = "booking"
    RECORD = "record"
    ACCOUNT = "account"
    UNKNOWN = "unknown"


NEEDED_DETAILS: dict[Kind, tuple[str, ...]] = {
    Kind.PAYMENT: ("to", "amount"),
    Kind.MESSAGE: ("to", "text"),
    Kind.POST: ("text",),
    Kind.SHARE: ("to", "what"),
    Kind.CALL: ("to",),
    Kind.DELETION: ("what",),
    Kind.PERMISSION: ("app", "permission"),
    Kind.INSTALL: ("what",),
    Kind.SETTING: ("what",),
    Kind.BOOKING: ("what",),
    Kind.RECORD: ("what",),
    Kind.ACCOUNT: ("what",),
    Kind.UNKNOWN: (),
}
"""What a model must say of a commitment of a kind: the object, and the least of what leaves the phone with it."""


LEAVES_THE_PHONE = frozenset({Kind.PAYMENT, Kind.MESSAGE, Kind.POST, Kind.SHARE, Kind.CALL})
"""Kinds of which something goes to somebody else."""

GRAVE = LEAVES_THE_PHONE | {Kind.BOOKING, Kind.DELETION}
"""Kinds that nobody takes back by doing the reverse: something went to somebody else, or is gone."""


@dataclass(frozen=True, slots=True)
class DeclaredCommitment:
    """What an app can commit, before anybody does: its name in rules, of which kinds it is, and what does it.

    `changes` are the states that it touches, None where nobody says it beforehand; `removes` are those of which it only
    takes rows away.
    """

    name: str
    kinds: tuple[Kind, ...] = ()
    does: tuple[str, ...] = ()
    changes: frozenset[str] | None = None
    removes: frozenset[str] = frozenset()
    irreversible: bool = False

    def joined(self, other: "DeclaredCommitment") -> "DeclaredCommitment":
        """What two sources say of one name. States are only told where both tell them."""
        together = None if self.changes is None or other.changes is None else self.changes | other.changes
        return DeclaredCommitment(
            self.name,
            tuple(dict.fromkeys((*self.kinds, *other.kinds))),
            tuple(dict.fromkeys((*self.does, *other.does))),
            together,
            frozenset() if together is None else self.removes | other.removes,
            self.irreversible or other.irreversible,
        )


def each_once(declared: Iterable[DeclaredCommitment]) -> tuple[DeclaredCommitment, ...]:
    """One for each name, in order of appearance."""
    found: dict[str, DeclaredCommitment] = {}
    for commitment in declared:
        found[commitment.name] = found[commitment.name].joined(commitment) if commitment.name in found else commitment
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing about the object: a value read exactly, or the reason why it could not be read.

    `remembered`: it does not stand on this screen, and is what one before has shown. `stands_in` is the state of which
    a row says it: what a rule says of others is said of something else; empty where any may.
    """

    name: str
    value: Raw = None
    unread: str = ""
    remembered: bool = False
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """A number that goes up, or down, each time the same is done: what it is about to be."""

    state: str
    variable: str
    value: Raw
    goes_up: bool


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a binding commits. `does` names the binding, `objectives` what it commits, as the model calls them.

    `changes` names the states that the binding is about to change, `counts` what it only counts up or down. Without
    details, or with one that is unread, it is not known.
    """

    does: str
    kind: Kind
    objectives: frozenset[str]
    details: tuple[Detail, ...]
    irreversible: bool = False
    changes: frozenset[str] = frozenset()
    counts: tuple[Count, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether it is said to the last detail what happens to what."""
        return bool(self.details) and not any(detail.unread for detail in self.details)

    def is_same(self, other: "Consequence") -> bool:
        """Whether both do the same to the same, by whichever binding; False where a detail is unknown."""
        return (
            self.is_known
            and (self.kind, self.objectives, self.counts) == (other.kind, other.objectives, other.counts)
            and len(self.details) == len(other.details)
            and all(detail in other.details for detail in self.details)
        )


def details_of(updates: Iterable[Update], reasons: Mapping[tuple[str, str], str] | None = None) -> tuple[Detail, ...]:
    """What updates say of the object, where nothing else does: every value of every row that is set or goes.

    `reasons` says, by state and variable, why a value could not be read. A variable that two states have is named with
    its state.
    """
    rows = [(update.state, {**(update.set or {}), **(update.delete or {})}) for update in updates]
    said = [(state, name, raw) for state, row in rows for name, raw in row.items()]
    states = {name: {state for state, other, _ in said if other == name} for _, name, _ in said}
    return tuple(
        Detail(
            name if len(states[name]) == 1 else f"{state}.{name}",
            raw,
            "" if raw is not None else (reasons or {}).get((state, name), "nobody can say beforehand what it will be"),
        )
        for state, name, raw in said
    )
