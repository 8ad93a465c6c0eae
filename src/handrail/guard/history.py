"""All that happened in a session, small enough to be kept: another monitor can be told it again, in its order.

What an action or a look says that was said before weighs a number, and a row that a page showed before another. So a
session that waits, or goes to and fro, takes a few bytes a step, and one that sees much takes what was new of it.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from handrail.app import Anticipation, Update

_Said: TypeAlias = tuple[bool, frozenset[str], tuple[int, ...]]
"""Whether it was an action, what it commits, and its updates by their numbers."""

_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Happened:
    """An action that ran, as the rows remember it; or, without an action, what a screen said."""

    anticipation: Anticipation
    at: datetime
    acted: bool


@dataclass(slots=True)
class History:
    """What happened since a session `began`, oldest first: updates, commitments and, to the second, when.

    Of an anticipation that is all that monitors and facts are told.
    """

    began: datetime
    _updates: list[Update] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _said: list[_Said] = field(default_factory=list)
    _known: dict[_Said, int] = field(default_factory=dict)
    _order: "array[int]" = field(default_factory=lambda: array("I"))
    _seconds: "array[int]" = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self._order)

    def add(self, happened: Happened) -> None:
        """One more, the newest. Costs its updates."""
        told = happened.anticipation
        said = happened.acted, told.commits, tuple(self._number(update) for update in told.updates)
        number = self._known.setdefault(said, len(self._said))
        if number == len(self._said):
            self._said.append(said)
        self._order.append(number)
        self._seconds.append((_shown(happened.at) - _shown(self.began)) // _SECOND)

    def __iter__(self) -> Iterator[Happened]:
        for number, seconds in zip(self._order, self._seconds, strict=True):
            acted, commits, updates = self._said[number]
            anticipation = Anticipation(tuple(self._updates[update] for update in updates), commits)
            at = _shown(self.began) + seconds * _SECOND
            yield Happened(anticipation, at.replace(tzinfo=self.began.tzinfo), acted)

    def _number(self, update: Update) -> int:
        written = repr(update)  # tells apart what is equal and yet not the same: 1 and True, 1.50 and 1.5
        number = self._numbers.setdefault(written, len(self._updates))
        if number == len(self._updates):
            self._updates.append(update)
        return number


def _shown(at: datetime) -> datetime:
    """The date and the second that the phone shows, never converted: its zone may have changed."""
    return at.replace(microsecond=0, tzinfo=None)
