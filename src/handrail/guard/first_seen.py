"""What the entries and fields of pages said when their page was first seen, and what they say now.

An app changes what it lists by what is done in it: opening a mail takes its mark away, a dialog sets a date. Who has
changed it, no screen says; that it was otherwise at first, this does.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from handrail.app.update import Assignment, Key
from handrail.language.normal_form import normal_form

MOST_PAGES = 100
MOST_ROWS = 1_000
"""How many pages are remembered, and how many rows of each: those that were new last."""
MOST_VERSIONS = 20
"""How many things that a row has said: the first, and the last."""

Page: TypeAlias = tuple[object, ...]
"""What a page is called: the app, and its title."""

Name = TypeVar("Name")
Entry = TypeVar("Entry")
Values: TypeAlias = Mapping[str, object]
Row: TypeAlias = tuple[str, Key]
"""Which row: its state, and its keys; of what a page says of itself there is one."""
Versions: TypeAlias = Sequence[Values]
"""What a row has said, each once: at first, in between, and last."""


@dataclass(slots=True)
class FirstSeen:
    """Rows of pages, by page: as they were first seen, and all that they have said since.

    `named_by` are the states that say which page is in front, each with the variables that do; the first is the app.
    `_came` is how the rows of each app's page were when it came, the last time, and `_once` what those of a page have
    said until something that was asked for was done in its app.
    """

    named_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _page: Page = ()
    _rows: dict[Page, dict[Row, Versions]] = field(default_factory=dict)
    _came: dict[object, tuple[Page, dict[Row, Values]]] = field(default_factory=dict)
    _once: dict[Page, list[Values]] = field(default_factory=dict)

    def note(self, changes: Iterable[Assignment], states: Collection[str]) -> None:
        """Take in what one screen says; of these states there are rows on pages."""
        seen = list(changes)
        for change in seen:
            if variables := self.named_by.get(change.state.name):
                self._page = tuple(change.compared.get(name) for name in variables)
        if not self._page:
            return
        rows, app = self._rows.setdefault(self._page, {}), self._page[0]
        if app not in self._came or self._came[app][0] != self._page:
            self._came[app] = self._page, {}
        came = self._came[app][1]
        for change in seen:
            if change.state.name in (states if change.state.keys else self.named_by):
                row = change.state.name, change.key
                values = {name: value for name, value in change.compared.items() if value is not None}
                rows[row], came[row] = _with(rows.get(row, ()), values), {**values, **came.get(row, {})}
        _keep_newest(self._rows, MOST_PAGES)
        _keep_newest(rows, MOST_ROWS)
        _keep_newest(came, MOST_ROWS)

    def asked(self, package: str) -> None:
        """Something was done in an app that was asked for: what stands on its page is as it should be, and what its
        other pages say may be otherwise by that, but for what was otherwise before.

        What its page said in between, and does not say now, was not saved.
        """
        app = normal_form(package)
        for page, rows in self._rows.items():
            if page[:1] == (app,):
                is_front = page == self._page
                self._once[page] = [*self._once.get(page, ()), *_said_by(rows)][-MOST_ROWS:]
                saved = {row: _without_last(versions) if is_front else versions for row, versions in rows.items()}
                self._rows[page] = {row: versions for row, versions in saved.items() if len(versions) > 1}
        _keep_newest(self._once, MOST_PAGES)
        self._came.pop(app, None)

    def otherwise(self, state: str, *, once: bool = False) -> Iterator[tuple[Values, Values]]:
        """The rows of a state that say something else by now: what they said at first, and what they say.

        `once`: or said in between.
        """
        for rows in self._rows.values():
            for (name, _), (first, *later) in rows.items():
                if name == state:
                    yield from ((first, said) for said in (later if once else later[-1:]) if said != first)

    def at_first(self, state: str) -> Iterator[list[Values]]:
        """The rows of a state as they were first seen, page by page."""
        for rows in self._rows.values():
            yield [versions[0] for (name, _), versions in rows.items() if name == state]

    def pages(self, state: str, *, once: bool = False) -> Iterator[tuple[Values, list[Values]]]:
        """The pages that a state names, each by the variables that do, and all that their rows have said.

        `once`: also before something that was asked for was done there.
        """
        variables = self.named_by.get(state, ())
        for page, rows in self._rows.items() if variables else ():
            said = [*(self._once.get(page, ()) if once else ()), *_said_by(rows)]
            yield dict(zip(variables, page, strict=False)), said

    def changed_in_front(self, state: str) -> Iterator[Values]:
        """The rows of the page in front that say something else than when it came, as they are."""
        came = self._came.get(self._page[0], ((), {}))[1] if self._page else {}
        now = self._rows.get(self._page, {})
        yield from (
            now[row][-1] for row, first in came.items() if row[0] == state and row in now and now[row][-1] != first
        )


def _with(versions: Versions, values: Values) -> Versions:
    """What a row has said, and says now: what is new of it belongs to the first as well."""
    if not versions:
        return (values,)
    first, last = {**values, **versions[0]}, {**versions[-1], **values}
    between = [said for said in versions[1:] if said != last]
    return (first,) if last == first and not between else (first, *between[2 - MOST_VERSIONS :], last)


def _without_last(versions: Versions) -> Versions:
    """What a row has said but what it says now; nothing where it has said only that."""
    first, *between = versions
    return [first, *(said for said in between if said not in (first, versions[-1]))]


def _said_by(rows: Mapping[Row, Versions]) -> Iterator[Values]:
    for versions in rows.values():
        yield from versions


def _keep_newest(entries: dict[Name, Entry], most: int) -> None:
    while len(entries) > most:
        del entries[next(iter(entries))]
