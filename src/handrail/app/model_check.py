"""Is a model right about the screens it was written for? Which entries never match, overlap, misread, or leave open.

Every element of every screen is tried with every kind of action it takes; nothing is executed. Without screens only
what the model itself says is checked, of which loading has done most.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from itertools import combinations
from typing import TypeAlias

from handrail.app.app import App
from handrail.app.binding import KINDS, NOWHERE, ON_ELEMENTS, At
from handrail.app.consequence import Kind
from handrail.app.screen_model import Act, Fired
from handrail.app.screen_tree import ScreenIndex, ScreenLike
from handrail.app.update import Assignment, Change, Key, Raw, RefusedUpdate, Update, read_update
from handrail.language.value import Type

_TYPED_SAMPLES = ("some words", "7", "7:30", "2026-03-02")
_KNOWN_SAMPLES: Mapping[Type, Raw] = {
    Type.TEXT: "some words",
    Type.NUMBER: Decimal(7),
    Type.BOOLEAN: True,
    Type.DATE: date(2026, 3, 2),
    Type.TIME: time(7, 30),
}
_MOST_EXAMPLES = 3


class ModelProblem(StrEnum):
    """What can be wrong with a binding or an observer."""

    NEVER_MATCHES = "never_matches"
    OVERLAPS = "overlaps"
    CONTRADICTS = "contradicts"
    MISREADS = "misreads"
    UNREAD = "unread"
    CALLED_HARMLESS = "called_harmless"
    WITHOUT_KIND = "without_kind"
    UNREADABLE_OBJECT = "unreadable_object"
    UNCOVERED = "uncovered"

    @property
    def is_error(self) -> bool:
        """Whether the model is wrong, and not only perhaps."""
        return self in (ModelProblem.CONTRADICTS, ModelProblem.MISREADS)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to know about a model: the binding or observer, where it stands, and on which screens it was seen."""

    problem: ModelProblem
    name: str
    said: str
    at: At = NOWHERE
    screens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What was looked at, and what there is to say."""

    bindings: int
    observers: int
    screens: int
    acts: int
    remarks: tuple[Remark, ...]

    @property
    def errors(self) -> tuple[Remark, ...]:
        """What makes the model wrong."""
        return tuple(remark for remark in self.remarks if remark.problem.is_error)


def check_model(app: App, screens: Iterable[tuple[str, ScreenLike]] = ()) -> ModelReport:
    """Try a model on named screens. Costs the number of elements times the bindings that could match each."""
    check = _Check(app)
    seen = 0
    for name, screen in screens:
        seen += 1
        check.screen(name, screen)
    model = app.screens
    return ModelReport(len(model.bindings), len(model.observers), seen, check.acts, tuple(check.remarks(seen > 0)))


@dataclass(slots=True)
class _Check:
    app: App
    acts: int = 0
    matched: set[str] = field(default_factory=set)
    observed: set[int] = field(default_factory=set)
    harmless: set[int] = field(default_factory=set)
    lasted: set[str] = field(default_factory=set)
    read_details: set[tuple[str, str]] = field(default_factory=set)
    unread_details: dict[tuple[str, str], str] = field(default_factory=dict)
    found: dict[tuple[ModelProblem, str, str, At], list[str]] = field(default_factory=dict)

    def screen(self, name: str, screen: ScreenLike) -> None:
        index = ScreenIndex(screen)
        for act in _acts(index, self.app.package):
            self.act(name, index, replace(act, known=self.known))
        for observer in self.app.screens.observing(index):
            self.observed.add(self.app.screens.observers.index(observer))
        observed = self.app.observe(screen)
        self.lasted.update(self.app.lasting.keys() - observed.ended)
        for update in observed.updates:
            self.fits(update, "observers", NOWHERE, name)
        for reason in observed.unread:
            self.note(ModelProblem.UNREAD, reason.split(": ", 1)[0], reason.split(": ", 1)[-1], NOWHERE, name)

    def act(self, name: str, index: ScreenIndex, act: Act) -> None:
        fired = self.app.screens.fired(index, act)
        self.acts += 1
        harmless = self.app.screens.calling_harmless(index, act)
        self.harmless.update(self.app.screens.harmless.index(harmless) for harmless in harmless)
        if not fired and not harmless and act.kind in ON_ELEMENTS and act.path is not None:
            element = index.nodes[index.at(act.path) or 0]
            called = element.resource_id or element.text or element.description or element.class_name
            said = f"nothing says what a `{act.kind}` there changes, or that it is harmless: a person is asked"
            self.note(ModelProblem.UNCOVERED, called, said, NOWHERE, name)
        for firing in fired:
            if harmless and firing.binding.commits:
                said = "commits something where an entry of `harmless` says that nothing changes; the binding counts"
                self.note(ModelProblem.CALLED_HARMLESS, firing.binding.name, said, firing.binding.place, name)
        self.matched.update(firing.binding.name for firing in fired)
        for firing in fired:
            self.reads(firing, index, act, name)
        for firing, other in combinations(fired, 2):
            self.overlap(firing, other, index, act, name)

    def reads(self, fired: Fired, index: ScreenIndex, act: Act, name: str) -> None:
        """An `input` is tried with several texts, and one that fits is enough."""
        binding = fired.binding
        tries = [self.app.screens.anticipated(index, [fired], replace(act, text=text)) for text in _samples(act)]
        refusals = [[reason for update in tried.updates if (reason := self.refused(update))] for tried in tries]
        if all(refusals):
            self.note(ModelProblem.MISREADS, binding.name, refusals[-1][0], binding.place, name)
        for detail in (detail for tried in tries for said in tried.consequences for detail in said.details):
            if detail.unread:
                self.unread_details.setdefault((binding.name, detail.name), detail.unread)
            else:
                self.read_details.add((binding.name, detail.name))
        for reason in min((tried.unread for tried in tries), key=len):
            self.note(ModelProblem.UNREAD, binding.name, reason.split(": ", 1)[-1], binding.place, name)

    def overlap(self, first: Fired, other: Fired, index: ScreenIndex, act: Act, name: str) -> None:
        mine, theirs = (
            [
                _row(read_update(update, self.app.states))
                for update in self.app.screens.anticipated(index, [fired], act).updates
            ]
            for fired in (first, other)
        )
        for left in mine:
            for right in theirs:
                if left is None or right is None or left[0] != right[0]:
                    continue
                shared = sorted(left[1].keys() & right[1].keys())
                differs = [variable for variable in shared if left[1][variable] != right[1][variable]]
                if shared:
                    problem = ModelProblem.CONTRADICTS if differs else ModelProblem.OVERLAPS
                    variables = ", ".join(f"`{variable}`" for variable in (differs or shared))
                    so = "differently from" if differs else "as"
                    said = f"sets {variables} of `{left[0][0]}` {so} `{other.binding.name}`"
                    self.note(problem, first.binding.name, said, first.binding.place, name)

    def fits(self, update: Update, name: str, at: At, screen: str) -> None:
        refused = self.refused(update)
        if refused:
            self.note(ModelProblem.MISREADS, name, refused, at, screen)

    def note(self, problem: ModelProblem, name: str, said: str, at: At, screen: str) -> None:
        self.found.setdefault((problem, name, said, at), []).append(screen)

    def remarks(self, has_screens: bool) -> Iterator[Remark]:
        order = {problem: place for place, problem in enumerate(ModelProblem)}
        for (problem, name, said, at), screens in sorted(
            self.found.items(), key=lambda item: (not item[0][0].is_error, order[item[0][0]], item[0][3], item[0][1:3])
        ):
            examples = tuple(dict.fromkeys(screens))
            yield Remark(problem, name, said, at, examples[:_MOST_EXAMPLES])
        yield from self.without_kind()
        if not has_screens:
            return
        for binding in self.app.screens.bindings:
            if binding.name not in self.matched:
                yield Remark(ModelProblem.NEVER_MATCHES, binding.name, "matches on none of the screens", binding.place)
        for number, observer in enumerate(self.app.screens.observers):
            if number not in self.observed:
                yield Remark(ModelProblem.NEVER_MATCHES, observer.name, "holds on none of the screens", observer.place)
        for number, harmless in enumerate(self.app.screens.harmless):
            if number not in self.harmless:
                called = f"harmless {' or '.join(sorted(harmless.kinds))} {harmless.at or ''}".strip()
                yield Remark(ModelProblem.NEVER_MATCHES, called, "matches on none of the screens", harmless.place)
        for state in self.app.lasting:
            if state not in self.lasted:
                yield Remark(ModelProblem.NEVER_MATCHES, state, "its `lasts_while` holds on none of the screens")
        yield from self.unreadable_objects()

    def without_kind(self) -> Iterator[Remark]:
        said = "it commits something and does not say of what `kind`: a person is asked each time"
        for binding in self.app.screens.bindings:
            if binding.commits and binding.kind is Kind.UNKNOWN:
                yield Remark(ModelProblem.WITHOUT_KIND, binding.name, said, binding.place)
        for trigger in self.app.triggers:
            if trigger.commits is not None and trigger.kind is Kind.UNKNOWN:
                yield Remark(ModelProblem.WITHOUT_KIND, trigger.name, said)

    def unreadable_objects(self) -> Iterator[Remark]:
        for binding in self.app.screens.bindings:
            for assigned in binding.object:
                place = (binding.name, assigned.variable)
                if place in self.unread_details and place not in self.read_details:
                    reason = self.unread_details[place]
                    said = f"`{assigned.variable}` of the object cannot be read on any screen: {reason}"
                    yield Remark(ModelProblem.UNREADABLE_OBJECT, binding.name, said, assigned.at)

    def known(self, state: str, variable: str) -> Raw | None:
        """Some value of the right type: what an earlier step established is not on the screens."""
        declared = self.app.states[state].variables[variable]
        return declared.options[0] if declared.options else _KNOWN_SAMPLES[declared.type]

    def refused(self, update: Update) -> str:
        read = read_update(update, self.app.states)
        return read.reason if isinstance(read, RefusedUpdate) else ""


_Row: TypeAlias = tuple[tuple[str, Key], Mapping[str, object]]


def _row(change: Change | RefusedUpdate) -> _Row | None:
    """The row that an update changes, and the values that are not its keys."""
    if not isinstance(change, Assignment):
        return None
    values = {name: value for name, value in change.compared.items() if name not in change.state.keys}
    return (change.state.name, change.key), values


def _samples(act: Act) -> tuple[str | None, ...]:
    return _TYPED_SAMPLES if act.kind == "input" else (None,)


def _acts(index: ScreenIndex, package: str) -> Iterator[Act]:
    """What could be done on a screen."""
    for number, element in enumerate(index.nodes):
        if index.packages[number] != package or not element.enabled:
            continue
        if element.clickable:
            yield Act("click", index.path_of(number))
        if element.long_clickable:
            yield Act("long_click", index.path_of(number))
        if element.class_name.endswith("EditText"):
            yield Act("input", index.path_of(number), _TYPED_SAMPLES[0])
        if element.scrollable:
            yield Act("scroll", index.path_of(number))
    for kind in KINDS:
        if kind in ("back", "home", "enter", "open_app"):
            yield Act(kind)
