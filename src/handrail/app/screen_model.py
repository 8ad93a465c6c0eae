"""The bindings and observers of an app, compiled once: from an action on a screen to what it is about to change.

Bindings are filed by kind of action and resource id, observers by a resource id that must be there, so the cost of a
step follows the number of those that could match, not of all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, TypeVar

from handrail.app.binding import Binding, Observer, OnScreen, UpdateTemplate
from handrail.app.read_screen import Sight, Unread, read
from handrail.app.screen_tree import ROOT, ScreenIndex, ScreenLike
from handrail.app.selection import could_mean, select
from handrail.app.selector import Selector
from handrail.app.shown_value import NumberFormat
from handrail.app.sight import ScreenReader
from handrail.app.touched import TOUCHES, focused, takes_touches, touched
from handrail.app.trigger import Anticipation
from handrail.app.update import Raw, Update

MOST_ROWS = 1_000
"""Rows of a table that one screen can update."""

FiledUnder = TypeVar("FiledUnder")


@dataclass(frozen=True, slots=True)
class Act:
    """What is about to be done on a screen: where, and what comes with it. `now` is for days without a year."""

    kind: str
    path: Sequence[int] | None = None
    text: str | None = None
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Fired:
    """A binding that an act sets off, on the element that takes it."""

    binding: Binding
    element: int


@dataclass(frozen=True, slots=True)
class Observed:
    """What a screen says: its updates, and which values could not be read, with the reasons.

    `complete` names the states of which the updates are all rows there are: a row known from before is gone.
    """

    updates: tuple[Update, ...] = ()
    unread: tuple[str, ...] = ()
    complete: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """Bindings and observers, filed."""

    bindings: tuple[Binding, ...] = ()
    observers: tuple[Observer, ...] = ()
    numbers: NumberFormat = NumberFormat.POINT
    _by_place: Mapping[tuple[str, str], tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _by_anchor: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_place", _filed(_places(one) for one in self.bindings))
        object.__setattr__(self, "_by_anchor", _filed(_anchors(one) for one in self.observers))

    def fired(self, index: ScreenIndex, act: Act) -> tuple[Fired, ...]:
        """The bindings that an act sets off, in their order."""
        if act.path is None:
            number = focused(index) if act.kind == "enter" else None
            on_focused = self._on(index, number, act.kind) if number is not None else ()
            return on_focused + self._without_element(index, act.kind)
        number = index.at(act.path)
        if number is None:
            return ()
        if act.kind not in TOUCHES:
            return self._on(index, number, act.kind)
        found = touched(index, number, act.kind)
        if found is None:
            return ()
        taker, kind = found
        fired = self._on(index, taker, kind)
        while not fired and not takes_touches(index.nodes[taker]) and index.parents[taker] != ROOT:
            taker = index.parents[taker]
            fired = self._on(index, taker, kind)
        return fired

    def anticipate(self, screen: ScreenLike, act: Act) -> Anticipation:
        """What an act is about to change, as far as the model says."""
        index = ScreenIndex(screen)
        return self.anticipated(index, self.fired(index, act), act)

    def anticipated(self, index: ScreenIndex, fired: Sequence[Fired], act: Act) -> Anticipation:
        """What some bindings say of an act that sets them off."""
        updates: list[Update] = []
        unread: list[str] = []
        for one in fired:
            sight = self._sight(index, one, act)
            for template in one.binding.pre:
                _fill(template, sight, one.binding.name, updates, unread)
            if one.binding.anticipates is not None:
                updates.extend(one.binding.anticipates(ScreenReader(sight, one.binding.package)))
        return Anticipation(
            tuple(updates),
            frozenset(name for one in fired for name in one.binding.commits),
            any(one.binding.irreversible for one in fired),
            tuple(one.binding.name for one in fired),
            tuple(unread),
        )

    def observe(self, screen: ScreenLike, after: Iterable[str] = (), now: datetime | None = None) -> Observed:
        """What a screen says. `after` names the bindings set off by the action that led to it, for their `post`."""
        index = ScreenIndex(screen)
        sight = Sight(index, now=now, numbers=self.numbers)
        names = frozenset(after)
        templates = [(one.name, template) for one in self.bindings if one.name in names for template in one.post]
        observing = self.observing(index)
        templates += [(one.name, template) for one in observing for template in one.post]
        updates: list[Update] = []
        unread: list[str] = []
        complete: dict[str, bool] = {}
        for name, template in templates:
            left_out = _fill(template, sight, name, updates, unread, observed=True)
            if template.complete is not None:
                whole = not left_out and read(template.complete, sight) is True
                complete[template.state] = complete.get(template.state, True) and whole
        for observer in observing:
            if observer.observes is not None:
                updates.extend(observer.observes(ScreenReader(sight, observer.package)))
        whole_tables = frozenset(state for state, whole in complete.items() if whole)
        return Observed(tuple(updates), tuple(unread), whole_tables)

    def observing(self, index: ScreenIndex) -> tuple[Observer, ...]:
        """The observers that hold on a screen, in their order."""
        numbers = set(self._by_anchor.get("", ()))
        if len(self._by_anchor) > 0:
            numbers.update(n for one in index.ids() for n in self._by_anchor.get(one, ()))
        candidates = (self.observers[number] for number in sorted(numbers))
        return tuple(one for one in candidates if _holds(one.on_screen, one.package, index))

    def _without_element(self, index: ScreenIndex, kind: str) -> tuple[Fired, ...]:
        candidates = (self.bindings[number] for number in self._by_place.get((kind, ""), ()))
        return tuple(
            Fired(one, ROOT)
            for one in candidates
            if one.at is None and index.screen.package == one.package and _holds(one.on_screen, one.package, index)
        )

    def _on(self, index: ScreenIndex, number: int, kind: str) -> tuple[Fired, ...]:
        element = index.nodes[number]
        filed = {*self._by_place.get((kind, ""), ()), *self._by_place.get((kind, element.resource_id), ())}
        fired: list[Fired] = []
        for binding in (self.bindings[one] for one in sorted(filed)):
            if binding.at is None or element.package not in ("", binding.package):
                continue
            means = could_mean(binding.at, element) and number in select(binding.at, index)
            if means and _holds(binding.on_screen, binding.package, index):
                fired.append(Fired(binding, number))
        return tuple(fired)

    def _sight(self, index: ScreenIndex, fired: Fired, act: Act) -> Sight:
        start = fired.element
        if fired.binding.row is not None and start != ROOT:
            start = _row(fired.binding.row, index, start)
        into_password = fired.element != ROOT and index.nodes[fired.element].password
        return Sight(index, start, act.text, into_password, act.now, self.numbers)


def _filed(keys: Iterable[Sequence[FiledUnder]]) -> Mapping[FiledUnder, tuple[int, ...]]:
    filed: dict[FiledUnder, list[int]] = {}
    for number, ones in enumerate(keys):
        for key in ones:
            filed.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in filed.items()}


def _places(binding: Binding) -> list[tuple[str, str]]:
    ids = binding.at.ids if binding.at is not None else None
    return [(kind, one) for kind in sorted(binding.kinds) for one in (sorted(ids) if ids is not None else [""])]


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
    return all(select(one, index) for one in on_screen.has) and not any(select(one, index) for one in on_screen.lacks)


def _names(activity: str, package: str) -> set[str]:
    """An activity's name in all its spellings: in full, after a dot, and alone."""
    full = package + activity if activity.startswith(".") else activity
    return {activity, full, full.removeprefix(package), full.rsplit(".", 1)[-1]}


def _row(selector: Selector, index: ScreenIndex, number: int) -> int:
    rows = set(select(selector, index))
    around = number
    while around != ROOT and around not in rows:
        around = index.parents[around]
    return number if around == ROOT else around


def _fill(
    template: UpdateTemplate,
    sight: Sight,
    name: str,
    updates: list[Update],
    unread: list[str],
    *,
    observed: bool = False,
) -> bool:
    """Add the updates that a template makes here and what could not be read; whether a row had to be left out."""
    left_out = False
    if template.seen_later:
        return left_out
    if template.each is None:
        starts = [sight.start]
    else:
        starts = select(template.each, sight.index, sight.start)
        if len(starts) > MOST_ROWS:
            unread.append(f"{name}: {len(starts):,} rows of `{template.state}`; at most {MOST_ROWS:,} are read")
            starts, left_out = starts[:MOST_ROWS], True
    for start in starts:
        here = sight if start == sight.start else replace(sight, start=start)
        if template.when is None or _applies(template, here, name, unread):
            values, has_keys = _values(template, here, name, unread)
            if has_keys or not observed:
                updates.append(_update(template, values))
            else:
                left_out = True
    return left_out


def _applies(template: UpdateTemplate, sight: Sight, name: str, unread: list[str]) -> bool:
    assert template.when is not None
    condition = read(template.when, sight)
    if isinstance(condition, Unread) and not condition.leave_out:
        unread.append(f"{name}: whether `{template.state}` changes: {condition.reason}")
    return condition is True


def _values(template: UpdateTemplate, sight: Sight, name: str, unread: list[str]) -> tuple[dict[str, Raw], bool]:
    """The values that could be read, null for those that could not, and whether all keys are among the former."""
    values: dict[str, Raw] = {}
    has_keys = True
    for assigned in template.values:
        value = read(assigned.reading, sight)
        if not isinstance(value, Unread):
            values[assigned.variable] = value
            continue
        if not value.leave_out:
            unread.append(f"{name}: `{assigned.variable}` of `{template.state}`: {value.reason}")
            values[assigned.variable] = None
        has_keys = has_keys and assigned.variable not in template.keys
    return values, has_keys


def _update(template: UpdateTemplate, values: dict[str, Raw]) -> Update:
    return Update(template.state, None, values) if template.deletes else Update(template.state, values)


NO_SCREENS: Final = ScreenModel()
