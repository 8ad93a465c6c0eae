"""What recorded walks say of a model: what it anticipated and the next screens showed, and what its observers agree on.

An anticipated value is looked for until something happens that could change it. A row of a table is looked for while
somebody only goes elsewhere; what has no key stands on a page, and only the screens before the next act can tell.
"""

from dataclasses import dataclass

from handrail.app.binding import NOWHERE, At


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Where a screen showed something else than what was said of it."""

    where: str
    said: str
    shown: str

    def __str__(self) -> str:
        """As a report says it."""
        return f"{self.where}: {self.shown}, not {self.said}"


@dataclass(frozen=True, slots=True)
class ValueEvidence:
    """How often what a binding anticipates for a variable was so; `variable` is empty for a row that is to go."""

    state: str
    variable: str
    confirmed: int = 0
    contradicted: int = 0
    not_seen: int = 0
    examples: tuple[Contradiction, ...] = ()

    @property
    def name(self) -> str:
        """`Alarm.time`, or `Alarm goes`."""
        return f"{self.state}.{self.variable}" if self.variable else f"{self.state} goes"


@dataclass(frozen=True, slots=True)
class BindingEvidence:
    """What became of a binding: how often an act set it off, and each value that it anticipates.

    `objects` counts how often it was known to the last detail what it commits.
    """

    name: str
    place: At = NOWHERE
    commits: frozenset[str] = frozenset()
    fired: int = 0
    objects: int = 0
    values: tuple[ValueEvidence, ...] = ()

    @property
    def confirmed(self) -> int:
        """How many anticipated values were shown."""
        return sum(evidence.confirmed for evidence in self.values)

    @property
    def contradicted(self) -> int:
        """How many were shown otherwise."""
        return sum(evidence.contradicted for evidence in self.values)

    @property
    def not_seen(self) -> int:
        """How many no screen has shown in time."""
        return sum(evidence.not_seen for evidence in self.values)


@dataclass(frozen=True, slots=True)
class ObserverEvidence:
    """What an observer read, and whether that agrees with what was seen before nothing happened that could change it.

    `unread` counts values that could not be read, or that do not fit the variable. `against` are the variables of which
    it says what is not so; one without a name is a list that is called whole and is not.
    """

    name: str
    place: At = NOWHERE
    screens: int = 0
    values: int = 0
    unread: int = 0
    agreed: int = 0
    against: tuple[ValueEvidence, ...] = ()

    @property
    def contradicted(self) -> int:
        """How often it said something else than what was seen before."""
        return sum(evidence.contradicted for evidence in self.against)

    @property
    def examples(self) -> tuple[Contradiction, ...]:
        """Where."""
        return tuple(example for evidence in self.against for example in evidence.examples)


@dataclass(frozen=True, slots=True)
class Uncovered:
    """An act of a walk of which nothing in the model speaks, and where that was."""

    kind: str
    element: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelEvidence:
    """What was walked through, and what that says."""

    walks: int
    screens: int
    acts: int
    bindings: tuple[BindingEvidence, ...]
    observers: tuple[ObserverEvidence, ...]
    uncovered: tuple[Uncovered, ...] = ()

    @property
    def contradicted(self) -> tuple[BindingEvidence | ObserverEvidence, ...]:
        """What the walks speak against."""
        both: tuple[BindingEvidence | ObserverEvidence, ...] = (*self.bindings, *self.observers)
        return tuple(evidence for evidence in both if evidence.contradicted)
