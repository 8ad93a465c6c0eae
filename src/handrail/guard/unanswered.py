"""What actions were to change whose answer no screen has given: the page on which they ran says what it said before.

An app may take its time, and a phone may show a screen from before. What such a screen says of what the action changes
need not be so any more. Another page, or the same one that says something else, is an answer; so is the page when it is
come back to.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from handrail.app import Update
from handrail.guard.screen_digest import PageStructure


@dataclass(frozen=True, slots=True)
class _Deed:
    """What an action may have changed: by its updates, in states of which they do not say how, and in tables of which a
    row may have come or gone.
    """

    package: str
    page: PageStructure
    updates: tuple[Update, ...]
    states: frozenset[str]
    tables: frozenset[str]
    left: bool = False

    def is_answered(self, now: PageStructure | None) -> bool:
        """Whether the page in front of its app, if there is one, is from after the action."""
        return now is not None and (self.left or not now.says_the_same(self.page))

    def and_then(self, later: "_Deed") -> "_Deed":
        """Both, on the same page."""
        new = tuple(update for update in later.updates if update not in self.updates)
        states, tables = self.states | later.states, self.tables | later.tables
        return replace(self, updates=self.updates + new, states=states, tables=tables)


@dataclass(slots=True)
class Unanswered:
    """The actions that no screen has answered, those of one app together. Costs the few of them at each look."""

    _waiting: dict[str, _Deed] = field(default_factory=dict)
    _last: _Deed | None = None

    def ran(
        self,
        package: str,
        page: PageStructure | None,
        updates: Iterable[Update],
        states: Iterable[str],
        *,
        commits: bool,
    ) -> None:
        """An action ran, or may have, on this page of an app; it changes some states, and only screens tell how."""
        changes = tuple(updates)
        tables = frozenset(update.state for update in changes if commits)
        deed = _Deed(package, page, changes, frozenset(states), tables) if page is not None else None
        self._last = deed if deed is not None and (deed.updates or deed.states) else None

    def look(self, pages: Mapping[str, PageStructure]) -> bool:
        """A screen was taken in: whether the last action waits. Another app that is shown at once is an answer."""
        last, self._last = self._last, None
        if last is not None and last.package in pages:
            earlier = self._waiting.get(last.package)
            self._waiting[last.package] = last if earlier is None else earlier.and_then(last)
        self._waiting = {
            package: deed if package in pages else replace(deed, left=True)
            for package, deed in self._waiting.items()
            if not deed.is_answered(pages.get(package))
        }
        return last is not None and last.package in self._waiting and last.package in pages

    def __iter__(self) -> Iterator[tuple[tuple[Update, ...], frozenset[str], frozenset[str]]]:
        """What those of each app may have changed: rows, states, and the tables to which rows may have come."""
        return ((deed.updates, deed.states, deed.tables) for deed in self._waiting.values())
