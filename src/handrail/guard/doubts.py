"""Which models are in doubt: what the phone does is held against what they said it would do.

An action that ran is held against the next screen. What it shows of the same rows confirms the model, contradicts it,
or is still as it was before, as where an app refuses. A contradiction needs a screen that was shown *after* the action
and says otherwise; what is only not shown yet says nothing. Signs of a single screen come with the sighting. A doubt
ends when a later screen shows that all is as the model says. Source: docs/app-models.md.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, cast

from handrail.app import App, Update
from handrail.app.drift import Drift, Fit, Sign
from handrail.app.screen_model import Listed
from handrail.app.update import Assignment, Key, Removal
from handrail.device.device import PackageVersion
from handrail.guard.facts import Facts
from handrail.guard.known_rows import Fact
from handrail.guard.screen_digest import PageStructure
from handrail.language.value import Value
from handrail.language.verbalize import in_words, quoted, spaced


class Agreement(StrEnum):
    """How what came agrees with what a model had said would come."""

    CONFIRMED = "confirmed"
    AS_BEFORE = "as before"
    """It is shown, and nothing has changed: the app may have refused."""
    CONTRADICTED = "contradicted"
    NOT_SHOWN = "not shown"


_WORST_FIRST = (Agreement.CONTRADICTED, Agreement.AS_BEFORE, Agreement.CONFIRMED, Agreement.NOT_SHOWN)

Doubt: TypeAlias = tuple[str, Sign, str]
"""By what a doubt is known: the package, the sign, and the name of what it is about."""


@dataclass(frozen=True, slots=True)
class AppFit:
    """What of an app's model a session met for the first time: the version, observers' pages, bindings' elements."""

    package: str
    version: str = ""
    observers: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An update that a model said would come, and what the screen showed of its row before; None for no such row.

    `typed` says that its values were typed, which apps write in their own way.
    """

    update: Update
    change: Assignment | Removal
    before: Mapping[str, Fact] | None
    typed: bool = False

    @property
    def row(self) -> tuple[str, Key]:
        """Which row it is about."""
        return self.change.state.name, self.change.key

    @property
    def called(self) -> str:
        """The row in words."""
        return " ".join((spaced(self.change.state.name), *map(in_words, self.change.key)))


@dataclass(frozen=True, slots=True)
class Awaited:
    """What an action that ran was to change, by which binding, and on which page of its app it was done."""

    package: str
    name: str
    foreseen: tuple[Foreseen, ...]
    page: PageStructure | None


@dataclass(slots=True)
class Doubts:
    """What speaks against the models of a session, as it stands, and what of them was met."""

    apps: tuple[App, ...]
    _open: dict[Doubt, Drift] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _told: dict[str, str] = field(default_factory=dict)
    _met: set[tuple[str, str, str]] = field(default_factory=set)
    _awaited: Awaited | None = None
    _overdue: list[tuple[Doubt, Foreseen]] = field(default_factory=list)

    @property
    def open(self) -> tuple[Drift, ...]:
        """All that speaks against a model now."""
        return tuple(self._open.values())

    def about(self, packages: Collection[str]) -> tuple[Drift, ...]:
        """What speaks against the models of some apps."""
        return tuple(drift for drift in self._open.values() if drift.package in packages)

    def unmet(self, package: str) -> bool:
        """Whether an app has a model, and nobody has asked the phone yet which version of it there is."""
        return package not in self._asked and any(app.package == package for app in self.apps if package)

    def meet(self, package: str, version: PackageVersion | None) -> None:
        """The phone was asked which version of an app it has."""
        self._asked.add(package)
        if version is None or not str(version):
            return
        self._told[package] = str(version)
        for app in (app for app in self.apps if app.package == package):
            if not app.is_made_for(version.name, version.code):
                wanted = " or ".join(pattern.source for pattern in app.versions)
                text = f"it was made for version {quoted(wanted)}, and the phone has {quoted(str(version))}"
                self._raise(Drift(package, Sign.VERSION, str(version), text))

    def expect(self, awaited: Awaited) -> None:
        """An action ran. What it changes is not waited for any longer from the actions before it."""
        self._awaited = awaited
        rows = {foreseen.row for foreseen in awaited.foreseen}
        self._overdue = [(doubt, foreseen) for doubt, foreseen in self._overdue if foreseen.row not in rows]

    def anticipated(self, package: str, bindings: Iterable[str], drift: Iterable[Drift]) -> None:
        """Bindings were set off; those that could read what they look for see again if they did not before."""
        for name in bindings:
            self._open.pop((package, Sign.BLIND, name), None)
        for sign in drift:
            self._raise(sign)

    def remember(self, open: Iterable[Drift], fits: Iterable[AppFit]) -> None:
        """As a journal says that it stood at this look."""
        self._open = {_doubt(drift): drift for drift in open}
        self._awaited, self._overdue = None, []
        for app_fit in fits:
            self._first_met(app_fit.package, "observer", app_fit.observers)
            self._first_met(app_fit.package, "element", app_fit.elements)

    def look(
        self,
        facts: Facts,
        fits: Iterable[Fit],
        lists: Collection[Listed],
        pages: Mapping[str, PageStructure],
        *,
        explained: bool,
    ) -> tuple[tuple[AppFit, ...], Agreement | None]:
        """Take in a screen: what of the models was met for the first time, and how it agrees with the last action.

        `explained` says whether that action is why the screen is another one.
        """
        met = tuple(app_fit for fit in fits if (app_fit := self._fit(fit)) is not None)
        self._end_what_is_shown(facts, lists)
        awaited, self._awaited = self._awaited, None
        if awaited is None or not explained:
            return met, None
        left = _is_left(awaited.page, pages.get(awaited.package))
        return met, self._weigh(awaited, facts, lists, left=left)

    def _weigh(self, awaited: Awaited, facts: Facts, lists: Collection[Listed], *, left: bool) -> Agreement:
        found = {Agreement.NOT_SHOWN}
        for foreseen in awaited.foreseen:
            agreement, text = agreement_with(foreseen, facts, lists, left=left)
            found.add(agreement)
            if agreement is Agreement.CONTRADICTED:
                drift = Drift(awaited.package, Sign.CONTRADICTED, awaited.name, f"after {quoted(awaited.name)} {text}")
                self._raise(drift)
                self._overdue.append((_doubt(drift), foreseen))
        return next(agreement for agreement in _WORST_FIRST if agreement in found)

    def _end_what_is_shown(self, facts: Facts, lists: Collection[Listed]) -> None:
        """What was only shown later than the next screen came about after all."""
        kept = []
        for doubt, foreseen in self._overdue:
            if agreement_with(foreseen, facts, lists, left=False)[0] is Agreement.CONFIRMED:
                self._open.pop(doubt, None)
            else:
                kept.append((doubt, foreseen))
        self._overdue = kept

    def _fit(self, fit: Fit) -> AppFit | None:
        if not fit.package:
            return None
        for doubt in list(self._open):
            package, sign, name = doubt
            seen_again = (sign is Sign.BLIND and name in fit.read) or (
                sign is Sign.ELEMENT_GONE and name in fit.elements
            )
            if package == fit.package and seen_again:
                del self._open[doubt]
        for drift in fit.drift:
            self._raise(drift)
        met = AppFit(
            fit.package,
            self._told.pop(fit.package, ""),
            self._first_met(fit.package, "observer", fit.observers),
            self._first_met(fit.package, "element", fit.elements),
        )
        return met if met != AppFit(fit.package) else None

    def _first_met(self, package: str, what: str, names: Iterable[str]) -> tuple[str, ...]:
        new = tuple(dict.fromkeys(name for name in names if (package, what, name) not in self._met))
        self._met.update((package, what, name) for name in new)
        return new

    def _raise(self, drift: Drift) -> None:
        self._open.setdefault(_doubt(drift), drift)


def foresee(updates: Iterable[Update], facts: Facts, *, typed: bool) -> Iterator[Foreseen]:
    """What is to be looked for on the next screen: rows of which there is only one with their keys."""
    for update in updates:
        change = facts.rows.read(update)
        if isinstance(change, Assignment | Removal) and not facts.has_twin(update):
            yield Foreseen(update, change, facts.rows.shown_now(update), typed)


def agreement_with(foreseen: Foreseen, facts: Facts, lists: Collection[Listed], *, left: bool) -> tuple[Agreement, str]:
    """Whether this screen shows what was foreseen, and a clause that says what it shows instead.

    `left`: the app shows another page than the one on which it was asked, so it did not refuse there.
    """
    shown = facts.rows.shown_now(foreseen.update)
    not_come = Agreement.CONTRADICTED if left else Agreement.AS_BEFORE
    is_listed = shown is None and _is_listed(foreseen.update, lists)
    if isinstance(foreseen.change, Removal):
        if shown is None:
            return (Agreement.CONFIRMED if is_listed else Agreement.NOT_SHOWN), ""
        return (not_come if shown else Agreement.NOT_SHOWN), f"{foreseen.called} was to go, and is still there"
    if shown is None:
        absent = f"{foreseen.called} was to be there, and its list does not have it"
        return (not_come if is_listed else Agreement.NOT_SHOWN), absent
    if foreseen.before is None and foreseen.change.state.keys and shown:
        return Agreement.CONFIRMED, ""
    return _values_agree(foreseen, foreseen.change, shown, left=left)


def _values_agree(
    foreseen: Foreseen, change: Assignment, shown: Mapping[str, Fact], *, left: bool
) -> tuple[Agreement, str]:
    """A value is as foreseen, as it was on the screen before, or a third one, with which no app refuses.

    Where nobody knows what it was before, only another page can contradict.
    """
    before = foreseen.before or {}
    found, said = {Agreement.NOT_SHOWN}, ""
    for name, wanted in change.compared.items():
        was, now = before.get(name), shown.get(name)
        if name in change.state.keys or wanted is None or now is None or (was is not None and was.compared == wanted):
            continue
        if now.compared == wanted or _is_rewritten(wanted, now.compared, typed=foreseen.typed):
            found.add(Agreement.CONFIRMED)
        elif (was is not None and was.compared != now.compared) or left:
            found.add(Agreement.CONTRADICTED)
            value, other = in_words(change.values[name]), in_words(cast(Value, now.value))
            said = f"{spaced(name)} of {foreseen.called} was to be {value}, and {other} is shown"
        else:
            found.add(Agreement.AS_BEFORE)
    return next(agreement for agreement in _WORST_FIRST if agreement in found), said


def _is_rewritten(wanted: object, found: object, *, typed: bool) -> bool:
    """Whether it is the same text in the app's own spelling; of what is typed also with what stood there, or cut."""
    if not (isinstance(wanted, str) and isinstance(found, str)):
        return False
    first, other = ("".join(sign for sign in text.casefold() if sign.isalnum()) for text in (wanted, found))
    return first == other or (typed and bool(first and other) and (first in other or first.startswith(other)))


def _is_listed(update: Update, lists: Collection[Listed]) -> bool:
    """Whether all there is of the part of the table stands there in which the row would be."""
    named = {**(update.set or {}), **(update.delete or {})}
    return any(
        listed.state == update.state
        and listed.whole
        and all(named.get(name) == value for name, value in listed.within.items())
        for listed in lists
    )


def _is_left(before: PageStructure | None, now: PageStructure | None) -> bool:
    """Whether an app shows another page: another activity, or the smaller part of what stood there before."""
    if before is None or now is None:
        return False
    return before.activity != now.activity or 2 * len(before.elements & now.elements) < len(before.elements)


def _doubt(drift: Drift) -> Doubt:
    return drift.package, drift.sign, drift.name
