"""Triggers: what a UI event is about to change, said by the app itself before the event's handler runs.

A trigger is a trusted source. It may name the kind of objective that the event commits, and say that it cannot be
undone. Source: VeriSafe Agent, section 4.2; docs/language.md.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from handrail.app.consequence import Consequence, Kind, details_of
from handrail.app.drift import Drift
from handrail.app.update import Update


@dataclass(frozen=True, slots=True)
class Event:
    """Something that is about to happen to an element: the kind of event, the element, and what comes with it."""

    kind: str
    target: str | None = None
    text: str | None = None
    direction: str | None = None


Anticipate: TypeAlias = Callable[[Event], Iterable[Update]]
"""Which updates an event is about to cause."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """A kind of event, optionally on one element, bound to its updates."""

    on: str
    target: str | None
    updates: Anticipate
    commits: str | None = None
    irreversible: bool = False
    kind: Kind = Kind.UNKNOWN

    @property
    def name(self) -> str:
        """What it is called where it is spoken of."""
        return " ".join(word for word in (self.on, self.target) if word)

    def fires_on(self, event: Event) -> bool:
        """Whether the event is one of those the trigger was declared for."""
        return event.kind == self.on and self.target in (None, event.target)

    def anticipation(self, event: Event) -> "Anticipation":
        """What the trigger says of an event that it fires on. Its updates say what is committed, to the last detail."""
        updates = tuple(self.updates(event))
        commits = frozenset(() if self.commits is None else (self.commits,))
        consequence = Consequence(
            self.name,
            self.kind,
            commits,
            details_of(updates),
            self.irreversible,
            frozenset(update.state for update in updates),
        )
        return Anticipation(
            updates,
            commits,
            self.irreversible,
            consequences=(consequence,) if commits else (),
            covered=True,
        )


@dataclass(frozen=True, slots=True)
class Anticipation:
    """What trusted sources say about an event: its updates, what it commits, whether it can be undone.

    `bindings` names the screen bindings that say so, and `unread` what they could not read from the screen and why.
    `consequences` has one for each source that commits something. `covered` says whether a source speaks for the
    element at all: a binding, a trigger, or the declaration that touching it is harmless. `partly` names the states of
    which rows change that cannot be named, as those that are cut off at the edge of a list. `guessed`: what it commits
    rests on words alone, so where the rules do not support it, it counts as not known. `drift` has what the bindings
    looked for in vain, and `alike` the rows of which another element in sight says that it is about them, too; both
    take no part in what is anticipated.
    """

    updates: tuple[Update, ...] = ()
    commits: frozenset[str] = frozenset()
    irreversible: bool = False
    bindings: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    consequences: tuple[Consequence, ...] = ()
    covered: bool = False
    partly: frozenset[str] = frozenset()
    guessed: bool = field(default=False, compare=False)  # acted upon at once, and not kept
    drift: tuple[Drift, ...] = field(default=(), compare=False, repr=False)
    alike: tuple[Update, ...] = field(default=(), compare=False, repr=False)

    def joined(self, other: "Anticipation") -> "Anticipation":
        """What two sources say together: nothing that one of them says is lost."""
        if self is NOTHING_SAID or other is NOTHING_SAID:
            return self if other is NOTHING_SAID else other
        return Anticipation(
            self.updates + other.updates,
            self.commits | other.commits,
            self.irreversible or other.irreversible,
            self.bindings + other.bindings,
            self.unread + other.unread,
            self.consequences + other.consequences,
            self.covered or other.covered,
            self.partly | other.partly,
            all(anticipation.guessed or not anticipation.commits for anticipation in (self, other))
            and (self.guessed or other.guessed),
            drift=self.drift + other.drift,
            alike=self.alike + other.alike,
        )


NOTHING_SAID: Final = Anticipation()
"""What no source speaks of."""


def fixed_updates(updates: tuple[Update, ...]) -> Anticipate:
    """The same updates whatever the event says."""

    def anticipate(_: Event) -> tuple[Update, ...]:
        return updates

    return anticipate
