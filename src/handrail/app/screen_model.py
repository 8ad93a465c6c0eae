"""The bindings and observers of an app, compiled once: from an action on a screen to what it is about to change.

Bindings are filed by kind of action and resource id, observers by a resource id that must be there, so the cost of a
step follows the number of those that could match, not of all.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, TypeVar

from handrail.app.binding import KEYS, Binding, HarmlessBinding, Observer, OnScreen, UpdateTemplate
from handrail.app.consequence import (
    NEEDED_DETAILS,
    Consequence,
    Count,
    DeclaredCommitment,
    Detail,
    Kind,
    details_of,
    each_once,
)
from handrail.app.drift import NO_FIT, Fit, Reading, Speaking, blind, called_otherwise, can_be_gone, gone, unread_now
from handrail.app.extraction import ExtractionScope, KnownValue, ScreenReader, UnreadValue, may_go_on, read
from handrail.app.extractor import Arithmetic, EstablishedValue, within
from handrail.app.screen_tree import ROOT, BoundsLike, ScreenIndex, ScreenLike
from handrail.app.selection import could_mean, select
from handrail.app.selector import Selector
from handrail.app.shown_value import NumberFormat
from handrail.app.trigger import NOTHING_SAID, Anticipation
from handrail.app.update import Raw, Update
from handrail.app.whole import PartOf
from handrail.language.normal_form import name_set

MOST_ROWS = 1_000
"""Rows of a table that one screen can update."""

FiledUnder = TypeVar("FiledUnder")
OnEvent = TypeVar("OnEvent", Binding, HarmlessBinding)


@dataclass(frozen=True, slots=True)
class Act:
    """What is about to happen on a screen: to which element, and what comes with it.

    `now` is for days without a year, and `known` for what an earlier step or screen established.
    """

    kind: str
    path: Sequence[int] | None = None
    text: str | None = None
    now: datetime | None = None
    known: KnownValue | None = None


@dataclass(frozen=True, slots=True)
class Fired:
    """A binding that an act sets off, and the element that receives it."""

    binding: Binding
    element: int


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row as it stood in its list: what it says, its place in pixels, and what of it may be out of sight.

    `is_cut`: it may go on beyond the edge of its list.
    """

    update: Update
    bounds: BoundsLike
    is_cut: bool
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows of a state stood there as a list: whether these are all, and of which part of the table (empty: of it all).

    A row of that part that is known from before and is not in a whole list is gone. `unread`: a row stands in it of
    which nobody can say which one it is. `by` names what read it, and `rows` are those that could be read, in order;
    `of_table` says that the model says when they are all, so that it is the same list wherever it is shown.
    """

    state: str
    whole: bool
    within: Mapping[str, Raw]
    unread: bool = False
    by: str = ""
    rows: tuple[ListedRow, ...] = ()
    of_table: bool = False


@dataclass(frozen=True, slots=True)
class PageInFront:
    """On which page the rows of some states stand: they end with it, while a dialog above it does not end them.

    None for `page` where it is not in front; while a `dialog` is there, that only says that it is not to be seen.
    """

    states: frozenset[str]
    page: Hashable
    dialog: Hashable


@dataclass(frozen=True, slots=True)
class Observed:
    """What a screen says: its updates, and which values could not be read, with the reasons.

    `lists` are the tables that it shows, or a part of them. `ended`
    names those whose facts last only while a screen is there that is not there. `twins` are rows of one list with the
    same keys: which of them is meant nobody can say. `front` is the page with which rows of some states end, and `fit`
    says how the model fits the screen.
    """

    updates: tuple[Update, ...] = ()
    unread: tuple[str, ...] = ()
    lists: tuple[Listed, ...] = ()
    ended: frozenset[str] = frozenset()
    twins: tuple[Update, ...] = ()
    front: PageInFront | None = None
    fit: Fit = NO_FIT

    @property
    def complete(self) -> frozenset[str]:
        """The states of which the updates are all rows there are, or all of one part."""
        return frozenset(listed.state for listed in self.lists if listed.whole)


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """Bindings, what is harmless, and observers, filed. `lasting`: while which screens the facts of a state last.

    `besides` are packages of which it does not speak, whatever stands there. `until` names, by state, the variables
    that the clock ends, each with the one that says when, `part_of` what rows are parts of, and `announces` the one
    that names the app of which rows are news.
    """

    bindings: tuple[Binding, ...] = ()
    observers: tuple[Observer, ...] = ()
    numbers: NumberFormat = NumberFormat.POINT
    harmless: tuple[HarmlessBinding, ...] = ()
    lasting: Mapping[str, OnScreen] = field(default_factory=dict)
    package: str = ""
    units: frozenset[str] = frozenset()
    besides: frozenset[str] = frozenset()
    until: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    part_of: PartOf = field(default_factory=dict)
    announces: Mapping[str, str] = field(default_factory=dict)
    _by_place: Mapping[tuple[str, str], tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _by_anchor: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _by_element: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _placed: tuple[Binding, ...] = field(init=False, repr=False, compare=False)
    _harmless_by_place: Mapping[tuple[str, str], tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_place", _filed(_places(binding) for binding in self.bindings))
        object.__setattr__(self, "_harmless_by_place", _filed(_places(harmless) for harmless in self.harmless))
        object.__setattr__(self, "_by_anchor", _filed(_anchors(observer) for observer in self.observers))
        object.__setattr__(self, "_placed", tuple(binding for binding in self.bindings if can_be_gone(binding)))
        object.__setattr__(self, "_by_element", _filed(_ids(binding) for binding in self.bindings))

    @property
    def is_generic(self) -> bool:
        """Whether it knows of no app in particular."""
        return False

    @property
    def of_pages(self) -> frozenset[str]:
        """States whose rows stand on a page by the names that it gives them, and end with it."""
        return frozenset()

    @property
    def shown_by(self) -> frozenset[str]:
        """States that it reads wherever they are shown."""
        return frozenset(template.state for observer in self.observers for template in observer.post)

    @property
    def named_by(self) -> Mapping[str, tuple[str, ...]]:
        """States that say which page is in front, and by which variables: the app first."""
        return {}

    @property
    def opened(self) -> frozenset[str]:
        """States that say what the page in front was opened for, and that no page takes away."""
        return frozenset()

    @property
    def declared(self) -> tuple[DeclaredCommitment, ...]:
        """What its bindings commit, in order of appearance."""
        return each_once(_declared(binding, name) for binding in self.bindings for name in sorted(binding.commits))

    def fired(self, index: ScreenIndex, act: Act) -> tuple[Fired, ...]:
        """The bindings that an act sets off, in their order."""
        found = (
            binding
            for binding in self._matching(self.bindings, self._by_place, index, act, _may_hold)
            if binding.unless_known is None or not _is_known(binding.unless_known, act)
        )
        number = index.at(act.path) if act.path is not None else None
        return tuple(Fired(observer, ROOT if observer.at is None or number is None else number) for observer in found)

    def calling_harmless(self, index: ScreenIndex, act: Act) -> tuple[HarmlessBinding, ...]:
        """The entries that say that nobody would miss what the act changes."""
        return tuple(self._matching(self.harmless, self._harmless_by_place, index, act, _is_on))

    def anticipate(self, screen: ScreenLike, act: Act) -> Anticipation:
        """What an act is about to change, as far as the model says."""
        index = ScreenIndex.of(screen)
        fired = self.fired(index, act)
        if fired:
            return self.anticipated(index, fired, act)
        return Anticipation(covered=True) if self.calling_harmless(index, act) else NOTHING_SAID

    def anticipated(self, index: ScreenIndex, fired: Sequence[Fired], act: Act) -> Anticipation:
        """What some bindings say of an act that sets them off."""
        said = NOTHING_SAID
        for firing in fired:
            said = said.joined(self._said(index, firing, act))
        return said

    def _said(self, index: ScreenIndex, fired: Fired, act: Act) -> Anticipation:
        binding, scope, filled = fired.binding, self._scope(index, fired, act), _Filled()
        for template in binding.pre:
            _fill(template, scope, binding.name, filled)
        if binding.anticipates is not None:
            filled.updates.extend(binding.anticipates(ScreenReader(scope, binding.package)))
        consequence = Consequence(
            binding.name,
            binding.kind,
            binding.commits,
            _object(binding, scope) if binding.object else details_of(filled.updates, filled.reasons),
            binding.irreversible,
            frozenset(
                [
                    *(update.state for update in filled.updates),
                    *(update_template.state for update_template in binding.post),
                    *filled.partly,
                ]
            ),
            tuple(_counts(binding, filled.updates)),
        )
        return Anticipation(
            tuple(filled.updates),
            binding.commits,
            binding.irreversible,
            (binding.name,),
            tuple(filled.unread),
            (consequence,) if binding.commits else (),
            covered=True,
            partly=frozenset(filled.partly),
            drift=tuple(unread_now(filled.readings, binding.package)),
            alike=() if binding.commits else tuple(self._alike(index, fired, act)),
        )

    def _alike(self, index: ScreenIndex, fired: Fired, act: Act) -> Iterator[Update]:
        """The rows that the element is about, and another of those that the binding speaks for as well."""
        binding = fired.binding
        keyed = [
            replace(template, values=tuple(part for part in template.values if part.variable in template.keys))
            for template in binding.pre
            if template.keys and template.each is None and not template.deletes
        ]
        if not keyed or binding.at is None or fired.element == ROOT:
            return
        others = [number for number in select(binding.at, index) if number != fired.element]
        about: list[_Filled] = []
        for number in (fired.element, *others):
            about.append(_Filled())
            scope = self._scope(index, Fired(binding, number), act)
            for template in keyed:
                _fill(template, scope, binding.name, about[-1])
        elsewhere = [update for filled in about[1:] for update in filled.updates]
        yield from (update for update in about[0].updates if update in elsewhere)

    def observe(self, screen: ScreenLike, after: Iterable[str] = (), now: datetime | None = None) -> Observed:
        """What a screen says. `after` names the bindings set off by the action that led to it, for their `post`."""
        index = ScreenIndex.of(screen)
        scope = ExtractionScope(index, now=now, numbers=self.numbers, units=self.units)
        names = frozenset(after)
        templates = [
            (binding.name, template) for binding in self.bindings if binding.name in names for template in binding.post
        ]
        observing = self.observing(index)
        templates += [(observer.name, template) for observer in observing for template in observer.post]
        filled = _Filled()
        lists: dict[str, Listed] = {}
        for name, template in templates:
            filled.rows = []
            left_out = _fill(template, scope, name, filled, observed=True)
            listed = _listed(template, scope, name, filled.rows, left_out=left_out)
            if listed is not None:
                before = lists.get(listed.state)
                lists[listed.state] = listed if before is None else _together(before, listed)
        for observer in observing:
            if observer.observes is not None:
                filled.updates.extend(observer.observes(ScreenReader(scope, observer.package)))
        ended = frozenset(state for state, while_ in self.lasting.items() if not self._is_there(while_, index))
        return Observed(
            tuple(filled.updates),
            tuple(filled.unread),
            tuple(lists.values()),
            ended,
            tuple(filled.twins),
            fit=self._fit(index, observing, [reading for reading in filled.readings if reading.name not in names]),
        )

    def _fit(self, index: ScreenIndex, observing: Sequence[Observer], readings: Sequence[Reading]) -> Fit:
        """Which of the selectors that should mean something here do."""
        if not self.package or self.package not in index.packages:
            return NO_FIT
        there = self._there(index)
        speaking = Speaking(self.package, index, lambda: self._spoken_for(index))
        found = [
            *blind(readings, [has for observer in observing for has in observer.on_screen.has], speaking),
            *gone(self._placed, there, lambda declared: _holds(declared.on_screen, declared.package, index), speaking),
        ]
        otherwise = tuple(called_otherwise(self.bindings, there, speaking))
        found += otherwise
        there -= {drift.name for drift in otherwise}
        blinded = {observer.name for observer in found}
        read = frozenset(reading.name for reading in readings if reading.rows and reading.name not in blinded)
        return Fit(
            self.package, tuple(observer.name for observer in observing), tuple(sorted(there)), read, tuple(found)
        )

    def _there(self, index: ScreenIndex) -> frozenset[str]:
        """The bindings whose element is on a screen on which they hold."""
        ids = ("", *index.ids())
        numbers = {number for identifier in ids for number in self._by_element.get(identifier, ())}
        return frozenset(
            binding.name
            for binding in (self.bindings[number] for number in sorted(numbers))
            if binding.at is not None
            and _holds(binding.on_screen, binding.package, index)
            and select(binding.at, index)
        )

    def _spoken_for(self, index: ScreenIndex) -> frozenset[int]:
        """The elements of which a binding or an entry of `harmless` says what happens to them."""
        everything: tuple[Binding | HarmlessBinding, ...] = (*self.bindings, *self.harmless)
        return frozenset(
            number
            for declared in everything
            if declared.at is not None and _holds(declared.on_screen, declared.package, index)
            for number in select(declared.at, index)
        )

    def observing(self, index: ScreenIndex) -> tuple[Observer, ...]:
        """The observers that hold on a screen, in their order."""
        numbers = set(self._by_anchor.get("", ()))
        if len(self._by_anchor) > 0:
            numbers.update(n for identifier in index.ids() for n in self._by_anchor.get(identifier, ()))
        candidates = (self.observers[number] for number in sorted(numbers))
        return tuple(candidate for candidate in candidates if _holds(candidate.on_screen, candidate.package, index))

    def _is_there(self, on_screen: OnScreen, index: ScreenIndex) -> bool:
        """Whether one of these screens is there: the activity of an app behind another one is not."""
        in_front = index.screen.package == self.package or not on_screen.activities
        return in_front and _holds(on_screen, self.package, index)

    def _matching(
        self,
        filed: Sequence[OnEvent],
        by_place: Mapping[tuple[str, str], tuple[int, ...]],
        index: ScreenIndex,
        act: Act,
        is_on: Callable[[OnEvent, ScreenIndex], bool],
    ) -> list[OnEvent]:
        """Those that speak for exactly what receives the act, in their order."""
        number = index.at(act.path) if act.path is not None else None
        if number is None and act.path is not None:
            return []
        numbers = set(by_place.get((act.kind, ""), ()))
        if number is not None:
            numbers.update(by_place.get((act.kind, index.nodes[number].resource_id), ()))
        return [
            on_event
            for on_event in (filed[at] for at in sorted(numbers))
            if _is_for(on_event, act, number, index) and is_on(on_event, index)
        ]

    def _scope(self, index: ScreenIndex, fired: Fired, act: Act) -> ExtractionScope:
        start = fired.element
        if fired.binding.row is not None and start != ROOT:
            start = _row(fired.binding.row, index, start)
        into_password = fired.element != ROOT and index.nodes[fired.element].password
        return ExtractionScope(index, start, act.text, into_password, act.now, act.known, self.numbers, self.units)


def _is_known(value: EstablishedValue, act: Act) -> bool:
    return act.known is not None and act.known(value.state, value.variable) is not None


def _filed(keys: Iterable[Sequence[FiledUnder]]) -> Mapping[FiledUnder, tuple[int, ...]]:
    filed: dict[FiledUnder, list[int]] = {}
    for number, filed_unders in enumerate(keys):
        for key in filed_unders:
            filed.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in filed.items()}


def _places(one_of: Binding | HarmlessBinding) -> list[tuple[str, str]]:
    ids = one_of.at.ids if one_of.at is not None else None
    return [
        (kind, identifier) for kind in sorted(one_of.kinds) for identifier in (sorted(ids) if ids is not None else [""])
    ]


def _ids(binding: Binding) -> list[str]:
    """Resource ids without which a binding's element is not there; the empty one if it names none."""
    return sorted(binding.at.ids if binding.at is not None and binding.at.ids is not None else [""])


def _anchors(observer: Observer) -> list[str]:
    """Resource ids without which the observer says nothing; the empty one if it names none."""
    for selector in observer.on_screen.has:
        if selector.ids is not None:
            return sorted(selector.ids)
    anchors: set[str] = set()
    for template in observer.post:
        if template.each is None or template.each.ids is None:
            return [""]
        anchors.update(template.each.ids)
    return sorted(anchors) or [""]


def _holds(on_screen: OnScreen, package: str, index: ScreenIndex) -> bool:
    """Whether a screen is one of those meant. The activity of an app behind another one is not known, and not asked."""
    screen = index.screen
    if (
        on_screen.activities
        and screen.package == package
        and not on_screen.activities & _names(screen.activity, package)
    ):
        return False
    for selector in on_screen.has:
        if not select(selector, index):
            return False
    for selector in on_screen.lacks:  # noqa: SIM110 - a generator costs more than what it would ask
        if select(selector, index):
            return False
    return True


def _is_on(declared: Binding | HarmlessBinding, index: ScreenIndex) -> bool:
    return _holds(declared.on_screen, declared.package, index)


def _may_hold(binding: Binding, index: ScreenIndex) -> bool:
    """Whether a screen is one of those meant, or may be: what would be lost may be beyond the edge of the page."""
    if _is_on(binding, index):
        return True
    if not binding.commits or binding.kind is not Kind.DELETION or not index.is_cut_off(binding.package):
        return False
    beyond_the_edge = [selector for selector in binding.on_screen.has if _may_be_beyond_the_edge(selector, index)]
    rest = [selector for selector in binding.on_screen.has if selector not in beyond_the_edge]
    return bool(beyond_the_edge) and _holds(replace(binding.on_screen, has=tuple(rest)), binding.package, index)


def _may_be_beyond_the_edge(selector: Selector, index: ScreenIndex) -> bool:
    return any(not index.with_id(identifier) for identifier in selector.ids or ())


def _names(activity: str, package: str) -> set[str]:
    """An activity's name in all its spellings: in full, after a dot, and alone."""
    full = package + activity if activity.startswith(".") else activity
    return {activity, full, full.removeprefix(package), full.rsplit(".", 1)[-1]}


def _is_for(declared: Binding | HarmlessBinding, act: Act, number: int | None, index: ScreenIndex) -> bool:
    """What names no element is for what happens without one; a key that goes to an element may be meant by both."""
    if declared.at is None:
        return index.screen.package == declared.package and (number is None or act.kind in KEYS)
    if number is None or index.packages[number] != declared.package:
        return False
    return could_mean(declared.at, index, number) and number in select(declared.at, index)


def _object(binding: Binding, scope: ExtractionScope) -> tuple[Detail, ...]:
    """What is committed. A detail that the kind needs may not be left out; any other may, where the model says so."""
    details = []
    asked: list[Raw | None] = []

    def known(state: str, variable: str) -> Raw | None:
        asked.append(scope.known(state, variable) if scope.known is not None else None)
        return asked[-1]

    noting = replace(scope, known=known)
    for assigned in binding.object:
        asked.clear()
        value = read(assigned.extractor, noting)
        if isinstance(value, UnreadValue):
            if not value.leave_out or assigned.variable in NEEDED_DETAILS[binding.kind]:
                details.append(Detail(assigned.variable, unread=value.reason))
        elif value is None:
            details.append(Detail(assigned.variable, unread="the model gives nothing for it"))
        else:
            details.append(Detail(assigned.variable, value, remembered=bool(asked)))
    return tuple(details)


def _declared(binding: Binding, name: str) -> DeclaredCommitment:
    """What a binding says before anything happens. One made in Python computes its updates, so it tells no states."""
    if binding.anticipates is not None:
        return DeclaredCommitment(name, (binding.kind,), (binding.name,), irreversible=binding.irreversible)
    return DeclaredCommitment(
        name,
        (binding.kind,),
        (binding.name,),
        frozenset(template.state for template in (*binding.pre, *binding.post)),
        frozenset(template.state for template in binding.pre if template.deletes)
        - frozenset(template.state for template in binding.pre if not template.deletes),
        binding.irreversible,
    )


def _row(selector: Selector, index: ScreenIndex, number: int) -> int:
    rows = set(select(selector, index))
    around = number
    while around != ROOT and around not in rows:
        around = index.parents[around]
    return number if around == ROOT else around


@dataclass(slots=True)
class _Filled:
    """What templates made of a screen so far. `reasons` says, by state and variable, why a value is null."""

    updates: list[Update] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    reasons: dict[tuple[str, str], str] = field(default_factory=dict)
    twins: list[Update] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    partly: set[str] = field(default_factory=set)
    rows: list[ListedRow] = field(default_factory=list)


def _fill(
    template: UpdateTemplate, scope: ExtractionScope, name: str, filled: _Filled, *, observed: bool = False
) -> bool:
    """Add the updates that a template makes here and what could not be read; whether a row had to be left out."""
    left_out = False
    if template.seen_later:
        return left_out
    starts: Sequence[int]
    if template.each is None:
        starts = [scope.start]
    else:
        starts = select(template.each, scope.index, scope.start)
        if len(starts) > MOST_ROWS:
            many = f"{len(starts):,} rows of `{template.state}`; at most {MOST_ROWS:,} are read"
            filled.unread.append(f"{name}: {many}")
            starts, left_out = starts[:MOST_ROWS], True
    rows: list[list[Raw]] = []  # whatever a state compares as: in normal form, and names in any order
    reading = Reading(name, template)
    filled.readings.append(reading)
    if observed and not starts and template.when is not None:
        reading.applies = read(template.when, scope) is True
    for start in starts:
        here = scope if start == scope.start else replace(scope, start=start)
        if template.when is None or _applies(template, here, name, filled):
            values, has_keys, hidden = _values(template, here, name, filled, reading, observed=observed)
            if not has_keys and not observed and template.each is not None:
                filled.partly.add(template.state)
            elif has_keys or not observed:
                filled.updates.append(_update(template, values))
                keys = {name: values[name] for name in template.keys if name in values}
                told_apart_by = [name_set(raw) if isinstance(raw, str) else raw for raw in keys.values()]
                if template.each is not None and keys and told_apart_by in rows:
                    filled.twins.append(Update(template.state, keys))
                rows.append(told_apart_by)
                if observed and template.each is not None:
                    bounds, is_cut = scope.index.nodes[start].bounds, scope.index.is_cut(start)
                    filled.rows.append(ListedRow(filled.updates[-1], bounds, is_cut, frozenset(hidden)))
            else:
                left_out = True
    return left_out


def _counts(binding: Binding, updates: Sequence[Update]) -> Iterator[Count]:
    """What a binding sets to what stands there and so many more, or fewer."""
    for template in binding.pre:
        for assigned in template.values:
            steps = {part.operation for part in within(assigned.extractor) if isinstance(part, Arithmetic)}
            for update in updates:
                value = (update.set or {}).get(assigned.variable) if update.state == template.state else None
                if value is not None and steps in ({"plus"}, {"minus"}):
                    yield Count(template.state, assigned.variable, value, steps == {"plus"})


def _together(listed: Listed, other: Listed) -> Listed:
    """Two lists of one state on one screen: they are all there is only where both are, and of the same part."""
    whole = listed.whole and other.whole and listed.within == other.within
    by, rows = f"{listed.by}, {other.by}", listed.rows + other.rows
    return replace(other, whole=whole, unread=listed.unread or other.unread, by=by, rows=rows)


def _listed(
    template: UpdateTemplate, scope: ExtractionScope, name: str, rows: Sequence[ListedRow], *, left_out: bool
) -> Listed | None:
    """The list that a template reads, if it is there and one knows of what it is."""
    if template.complete is None and template.each is None:
        return None
    if template.when is not None and read(template.when, scope) is not True:
        return None
    within = {assigned.variable: read(assigned.extractor, scope) for assigned in template.within}
    known = {name: value for name, value in within.items() if not isinstance(value, UnreadValue)}
    if len(known) < len(within):
        return None
    whole = template.complete is not None and not left_out and read(template.complete, scope) is True
    whole = whole and not _may_go_on(template, scope)
    return Listed(template.state, whole, known, left_out, name, tuple(rows), template.complete is not None)


def _may_go_on(template: UpdateTemplate, scope: ExtractionScope) -> bool:
    """Whether there may be more rows beyond an edge, whatever the model says: they stand in what can be scrolled."""
    return template.each is not None and may_go_on(template.each, scope)


def _applies(template: UpdateTemplate, scope: ExtractionScope, name: str, filled: _Filled) -> bool:
    assert template.when is not None
    condition = read(template.when, scope)
    if isinstance(condition, UnreadValue) and not condition.leave_out:
        filled.unread.append(f"{name}: whether `{template.state}` changes: {condition.reason}")
    return condition is True


def _values(
    template: UpdateTemplate,
    scope: ExtractionScope,
    name: str,
    filled: _Filled,
    reading: Reading,
    *,
    observed: bool = False,
) -> tuple[dict[str, Raw], bool, list[str]]:
    """The values that could be read, null for those that could not, whether all keys are among the former, and what
    may be out of sight.

    Of a row that is cut off a screen says nothing where it shows nothing: what was seen of it before may still be so.
    """
    values: dict[str, Raw] = {}
    has_keys = True
    hidden: list[str] = []
    for assigned in template.values:
        value = read(assigned.extractor, scope)
        if not isinstance(value, UnreadValue):
            values[assigned.variable] = value
            continue
        if not value.leave_out and not (observed and value.is_cut):
            filled.unread.append(f"{name}: `{assigned.variable}` of `{template.state}`: {value.reason}")
            filled.reasons[template.state, assigned.variable] = value.reason
            values[assigned.variable] = None
            reading.note(assigned.variable, value.reason, missing=value.is_missing)
        if value.is_cut:
            hidden.append(assigned.variable)
        has_keys = has_keys and assigned.variable not in template.keys
    reading.rows += not hidden
    if scope.start != ROOT:
        reading.places.append(scope.start)
    return values, has_keys, hidden


def _update(template: UpdateTemplate, values: dict[str, Raw]) -> Update:
    return Update(template.state, None, values) if template.deletes else Update(template.state, values)


NO_SCREENS: Final = ScreenModel()
