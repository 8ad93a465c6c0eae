"""A model tried on recorded walks: what it would have said at each step, held against what the next screens showed.

Pure. Costs, for each screen, what the model's observers cost one by one, and for each act what asking the model costs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from handrail.app.app import App
from handrail.app.binding import Binding, Observer
from handrail.app.evidence import (
    BindingEvidence,
    Contradiction,
    ModelEvidence,
    ObserverEvidence,
    Uncovered,
    ValueEvidence,
)
from handrail.app.screen_model import Act, Fired, Listed, Observed, ScreenModel
from handrail.app.screen_tree import ScreenIndex
from handrail.app.trigger import Anticipation
from handrail.app.update import Assignment, Key, Raw, RefusedUpdate, Removal, Update, read_update
from handrail.app.walk import GOING_ELSEWHERE, LOOKING_ON, Moment, Walk
from handrail.language.value import Value

__all__ = ["try_on_walks"]

MOST_EXAMPLES = 3

_RowName: TypeAlias = tuple[str, Key]
"""A row of a state; the key is empty for a state without keys."""


def try_on_walks(app: App, walks: Iterable[Walk]) -> ModelEvidence:
    """What walks say of a model."""
    trial, all_of_them = _Trial(app), tuple(walks)
    for walk in all_of_them:
        trial.walk(walk)
    return trial.evidence(len(all_of_them))


@dataclass(slots=True)
class _Count:
    confirmed: int = 0
    contradicted: int = 0
    not_seen: int = 0
    screens: int = 0
    values: int = 0
    unread: int = 0
    examples: list[Contradiction] = field(default_factory=list)

    def compare(self, right: bool, where: str, said: str, shown: str) -> None:
        self.confirmed += right
        self.contradicted += not right
        if not right and len(self.examples) < MOST_EXAMPLES:
            self.examples.append(Contradiction(where, said, shown))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A value that a screen showed: which observer read it there, and where that was."""

    value: Value
    by: str
    where: str


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a binding said, and what is known of the row: a variable's value, that the row is there, or that it goes."""

    binding: str
    value: Value | None
    row: Mapping[str, Value]
    is_key: bool = False
    goes: bool = False


@dataclass(frozen=True, slots=True)
class _Done:
    """An act, what it sets off, and whether the model speaks for it at all."""

    act: Act
    fired: tuple[Fired, ...]
    is_covered: bool
    said: tuple[tuple[Binding, Anticipation], ...]

    @property
    def changes(self) -> Iterator[tuple[Binding, Update]]:
        for binding, said in self.said:
            yield from ((binding, update) for update in said.updates)

    def is_only(self, kinds: frozenset[str]) -> bool:
        return self.act.kind in kinds and not self.fired


@dataclass(slots=True)
class _Trial:
    """`_seen` is what screens have shown and nothing can have changed since, `_claims` what is still to be shown."""

    app: App
    fired: dict[str, int] = field(default_factory=dict)
    objects: dict[str, int] = field(default_factory=dict)
    counts: dict[str, dict[tuple[str, str], _Count]] = field(default_factory=dict)
    observers: dict[str, _Count] = field(default_factory=dict)
    observed: dict[str, dict[tuple[str, str], _Count]] = field(default_factory=dict)
    uncovered: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    screens: int = 0
    acts: int = 0
    _sources: tuple[tuple[str, ScreenModel], ...] = field(init=False)
    _known: dict[tuple[str, str], Raw] = field(default_factory=dict)
    _seen: dict[_RowName, dict[str, _Seen]] = field(default_factory=dict)
    _claims: dict[tuple[_RowName, str], _Claim] = field(default_factory=dict)
    _after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        model = self.app.screens
        alone = [(observer.name, replace(model, bindings=(), observers=(observer,))) for observer in model.observers]
        self._sources = (("", replace(model, observers=())), *alone)

    def walk(self, walk: Walk) -> None:
        """One walk, of which nothing before is known."""
        self._known.clear()
        for moment in walk:
            self._look(moment)
            self._do(moment)
        self._forget(lambda _: True)
        self._after = ()

    def evidence(self, walks: int) -> ModelEvidence:
        """What was counted."""
        bindings = tuple(map(self._of_binding, self.app.screens.bindings))
        observers = tuple(map(self._of_observer, self.app.screens.observers))
        uncovered = tuple(Uncovered(*name, tuple(where)) for name, where in sorted(self.uncovered.items()))
        return ModelEvidence(walks, self.screens, self.acts, bindings, observers, uncovered)

    def _of_binding(self, binding: Binding) -> BindingEvidence:
        counts = self.counts.get(binding.name, {})
        order = list(
            dict.fromkeys((template.state, value.variable) for template in binding.pre for value in template.values)
        )
        order += sorted(counts.keys() - set(order))
        values = tuple(_evidence(name, counts[name]) for name in order if name in counts)
        fired, objects = self.fired.get(binding.name, 0), self.objects.get(binding.name, 0)
        return BindingEvidence(binding.name, binding.place, binding.commits, fired, objects, values)

    def _of_observer(self, observer: Observer) -> ObserverEvidence:
        count, counts = self.observers.get(observer.name, _Count()), self.observed.get(observer.name, {})
        against = tuple(_evidence(name, counts[name]) for name in sorted(counts) if counts[name].contradicted)
        agreed = sum(count.confirmed for count in counts.values())
        return ObserverEvidence(
            observer.name, observer.place, count.screens, count.values, count.unread, agreed, against
        )

    # what a screen shows

    def _look(self, moment: Moment) -> None:
        self.screens += 1
        after, self._after = self._after, ()
        index = ScreenIndex(moment.screen)
        if self.app.package and self.app.package not in (*index.packages, moment.screen.package) and not after:
            self._end(self.app.lasting)
            return
        whole = self.app.observe(moment.screen, after=after, now=moment.now)
        twins = {(change.state.name, change.key) for change in self._read(whole.twins)}
        shown: dict[_RowName, dict[str, _Seen]] = {}
        holding = {observer.name for observer in self.app.screens.observing(index)}
        read_afterwards: set[tuple[_RowName, str]] = set()
        for name, source in self._sources:
            if not name or name in holding:
                self._take(name, source.observe(moment.screen, after, moment.now), twins, shown, moment)
            if not name:
                read_afterwards = {
                    (row, variable) for row, values in shown.items() for variable in values if not row[1]
                }
        self._judge(shown, whole.lists, read_afterwards, moment.name)
        for row, values in shown.items():
            self._seen.setdefault(row, {}).update(values)
        self._note(whole.updates)
        self._end(whole.ended)

    def _take(
        self,
        name: str,
        observed: Observed,
        twins: set[_RowName],
        shown: dict[_RowName, dict[str, _Seen]],
        moment: Moment,
    ) -> None:
        """What one observer says, or (without a name) what the bindings of the last act read afterwards."""
        count = self.observers.setdefault(name, _Count())
        count.screens += 1
        count.unread += len(observed.unread)
        there: set[_RowName] = set()
        for change in self._read(observed.updates):
            row = change.state.name, change.key
            there.add(row)
            if row in twins or not isinstance(change, Assignment):
                continue
            known = shown.setdefault(row, {})
            for variable, value in change.compared.items():
                if value is None:
                    continue
                count.values += 1
                before = known.get(variable) or self._seen.get(row, {}).get(variable)
                if before is not None and variable not in change.state.keys:
                    said = (
                        f"{_place(row, variable)} = {before.value} ({before.by or 'after an action'}, {before.where})"
                    )
                    compared = self._observed(name, row[0], variable)
                    compared.compare(value == before.value, moment.name, said, str(value))
                known[variable] = _Seen(value, name, moment.name)
        for listed in observed.lists:
            gone = [
                row for row in self._seen if row not in there and self._is_listed(row, _values(self._seen[row]), listed)
            ]
            for row in gone:
                compared = self._observed(name, row[0], "")
                compared.compare(False, moment.name, _place(row), "a whole list without it")
                del self._seen[row]

    def _is_listed(self, row: _RowName, values: Mapping[str, Value], listed: Listed) -> bool:
        """Whether a row, as far as it is known, would stand in a list that is whole."""
        if not listed.whole or listed.state != row[0]:
            return False
        variables = self.app.states[listed.state].variables
        return all(
            isinstance(raw, Value) and values.get(name) == variables[name].comparable(raw)
            for name, raw in listed.within.items()
        )

    def _judge(
        self,
        shown: Mapping[_RowName, Mapping[str, _Seen]],
        lists: tuple[Listed, ...],
        read_afterwards: set[tuple[_RowName, str]],
        where: str,
    ) -> None:
        """What a binding says of a page is what is committed; where it reads that again (`post`), it need not stay."""
        for (row, variable), claim in list(self._claims.items()):
            seen = shown.get(row)
            is_gone = seen is None and any(self._is_listed(row, claim.row, listed) for listed in lists)
            if claim.goes and (is_gone or seen is not None):
                right, said, instead = is_gone, f"{_place(row)} goes", "it is still there"
            elif claim.is_key and (is_gone or seen is not None):
                right, said, instead = not is_gone, _place(row), "a whole list without it"
            elif seen is not None and variable in seen and not claim.goes:
                right = seen[variable].value == claim.value
                said, instead = f"{_place(row, variable)} = {claim.value}", str(seen[variable].value)
            else:
                continue
            if not right and (row, variable) in read_afterwards:
                self._drop_claim((row, variable))
                continue
            self._count(claim.binding, row[0], variable).compare(right, where, said, instead)
            del self._claims[row, variable]

    # what is done

    def _do(self, moment: Moment) -> None:
        """The acts of a moment happen together, so what one of them claims is not over with the next."""
        if not moment.is_clear:
            self._forget(lambda _: True)
            return
        index = ScreenIndex(moment.screen)
        done = [self._done(index, act, moment) for act in moment.acts]
        self.acts += len(done)
        before = self._seen
        self._pass(done)
        for step in done:
            for binding, said in step.said:
                self.fired[binding.name] = self.fired.get(binding.name, 0) + 1
                known = sum(consequence.is_known for consequence in said.consequences)
                self.objects[binding.name] = self.objects.get(binding.name, 0) + known
                self._after += (binding.name,)
            for binding, update in step.changes:
                self._claim(binding.name, update, moment.name, before)
        self._note(update for performed in done for _, update in performed.changes)

    def _done(self, index: ScreenIndex, act: Act, moment: Moment) -> _Done:
        act = replace(act, now=moment.now, known=lambda state, variable: self._known.get((state, variable)))
        fired = self.app.screens.fired(index, act)
        number = index.at(act.path) if act.path is not None else None
        is_ours = self.app.package == (index.packages[number] if number is not None else moment.screen.package)
        is_covered = bool(fired or act.kind in GOING_ELSEWHERE or self.app.screens.calling_harmless(index, act))
        if number is not None and act.kind == "click" and index.nodes[number].class_name.endswith("EditText"):
            is_covered = True  # it only gets the focus
        if is_ours and not is_covered:
            element = index.nodes[number] if number is not None else None
            name = (element.resource_id or element.text or element.description or element.class_name) if element else ""
            self.uncovered.setdefault((act.kind, name), []).append(moment.name)
        said = [(firing.binding, self.app.screens.anticipated(index, [firing], act)) for firing in fired]
        return _Done(act, fired, is_covered or not is_ours, tuple(said))

    def _pass(self, done: list[_Done]) -> None:
        """What can be otherwise after these acts is not known any more, and what was claimed of it was not seen."""
        if not done:
            return
        looks_on = all(step.is_only(LOOKING_ON) for step in done)
        goes_elsewhere = all(step.is_only(GOING_ELSEWHERE) for step in done)
        unforeseen = not all(step.is_covered for step in done)
        for binding, said in (pair for step in done for pair in step.said):
            unforeseen = unforeseen or bool(binding.commits and not said.updates and not binding.post)
        rows = {
            (change.state.name, change.key)
            for change in self._read(update for step in done for _, update in step.changes)
        }
        tables = {template.state for step in done for binding, _ in step.said for template in binding.post}
        self._drop_claims(lambda row: unforeseen or not (goes_elsewhere if row[1] else looks_on))
        self._drop_seen(lambda row: unforeseen or row in rows or row[0] in tables or not (bool(row[1]) or looks_on))

    def _claim(self, binding: str, update: Update, where: str, before: Mapping[_RowName, Mapping[str, _Seen]]) -> None:
        """`before` is what was seen of all rows. One that nobody saw cannot be seen to go."""
        change = read_update(update, self.app.states)
        if isinstance(change, RefusedUpdate):
            said = "an update that can be taken"
            self._count(binding, update.state, "").compare(False, where, said, change.reason)
            return
        row = change.state.name, change.key
        known = _values(before.get(row, {}))
        if isinstance(change, Removal):
            self._drop_claims(lambda claimed: claimed == row)
            self._claims[row, ""] = _Claim(binding, None, known, goes=True)
            if not known:
                self._drop_claim((row, ""))
            return
        self._drop_claim((row, ""))
        known |= {name: value for name, value in change.compared.items() if value is not None}
        for variable, value in change.compared.items():
            self._drop_claim((row, variable))
            if value is not None:
                self._claims[row, variable] = _Claim(binding, value, known, variable in change.state.keys)

    # what is remembered

    def _observed(self, observer: str, state: str, variable: str) -> _Count:
        return self.observed.setdefault(observer, {}).setdefault((state, variable), _Count())

    def _count(self, binding: str, state: str, variable: str) -> _Count:
        return self.counts.setdefault(binding, {}).setdefault((state, variable), _Count())

    def _read(self, updates: Iterable[Update]) -> Iterator[Assignment | Removal]:
        read = (read_update(update, self.app.states) for update in updates)
        return (change for change in read if not isinstance(change, RefusedUpdate))

    def _drop_claim(self, name: tuple[_RowName, str]) -> None:
        claim = self._claims.pop(name, None)
        if claim is not None:
            self._count(claim.binding, name[0][0], name[1]).not_seen += 1

    def _drop_claims(self, is_over: Callable[[_RowName], bool]) -> None:
        for name in [claim for claim in self._claims if is_over(claim[0])]:
            self._drop_claim(name)

    def _drop_seen(self, is_over: Callable[[_RowName], bool]) -> None:
        self._seen = {row: values for row, values in self._seen.items() if not is_over(row)}

    def _forget(self, is_over: Callable[[_RowName], bool]) -> None:
        self._drop_claims(is_over)
        self._drop_seen(is_over)

    def _note(self, updates: Iterable[Update]) -> None:
        """What is known of states without keys, as readings ask for it."""
        for change in self._read(updates):
            if isinstance(change, Assignment) and not change.state.keys:
                self._known |= {(change.state.name, name): value for name, value in change.values.items()}

    def _end(self, states: Iterable[str]) -> None:
        """The screens are gone with which the facts of these states last."""
        over = frozenset(states)
        self._forget(lambda row: row[0] in over)
        self._known = {name: value for name, value in self._known.items() if name[0] not in over}


def _evidence(name: tuple[str, str], count: _Count) -> ValueEvidence:
    return ValueEvidence(*name, count.confirmed, count.contradicted, count.not_seen, tuple(count.examples))


def _values(row: Mapping[str, _Seen]) -> dict[str, Value]:
    return {name: seen.value for name, seen in row.items()}


def _place(row: _RowName, variable: str = "") -> str:
    """`Alarm(09:00, work).on`."""
    state, key = row
    named = f"{state}({', '.join(map(str, key))})" if key else state
    return f"{named}.{variable}" if variable else named
