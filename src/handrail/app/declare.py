"""Declaring an app in Python: states as plain annotated classes, triggers and bindings as decorated functions.

clock = Declaration("Clock", package="com.example.clock")

@clock.state
class Alarm:
    '''Alarms, one row for each label.'''
    label: Annotated[str, KEY]
    time: datetime.time
    days: Literal["Once", "Daily"]
    on: bool

@clock.on_click("Save", commits="SaveAlarm")                # an app that cooperates: what its own handler will do
def save(event: Event) -> list[Update]:
    return [Update("Alarm", set={"label": "Work", "on": True})]

@clock.on_screen("click", at="//alarm//switch", row="//alarm")       # one that does not: read from its screen
def turn(see: ScreenReader) -> list[Update]:
    return [Update("Alarm", set={"label": see.text("label"), "on": not see.checked("switch")})]

app = clock.app()
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from inspect import getdoc
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from handrail.app.app import App
from handrail.app.binding import (
    ANYWHERE,
    Anticipates,
    Assigned,
    Binding,
    EventKind,
    HarmlessBinding,
    Observer,
    OnScreen,
)
from handrail.app.consequence import NEEDED_DETAILS, Kind
from handrail.app.expression_scanner import ExpressionError
from handrail.app.extractor import Extractor
from handrail.app.extractor_parser import parse_extractor
from handrail.app.screen_model import ScreenModel
from handrail.app.selector import Selector
from handrail.app.selector_parser import read_selector
from handrail.app.text_pattern import read_pattern
from handrail.app.trigger import Anticipate, Trigger
from handrail.language.declaration import DeclarationError, State, Variable
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.value import Type


@dataclass(frozen=True, slots=True)
class KeyMarker:
    """Marks a variable as a key, in `Annotated[str, KEY]`."""


KEY: Final = KeyMarker()

_TYPES: dict[object, Type] = {
    str: Type.TEXT,
    bool: Type.BOOLEAN,
    int: Type.NUMBER,
    float: Type.NUMBER,
    Decimal: Type.NUMBER,
    date: Type.DATE,
    time: Type.TIME,
}

Declared = TypeVar("Declared", bound=type)


@dataclass(slots=True)
class Declaration:
    """Collects the states, triggers and bindings of one app. `versions` are those of the package it was made for."""

    name: str
    package: str = ""
    states: list[State] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    observers: list[Observer] = field(default_factory=list)
    harmless: list[HarmlessBinding] = field(default_factory=list)
    lasting: dict[str, OnScreen] = field(default_factory=dict)
    versions: tuple[str, ...] = ()

    def state(self, declared: Declared) -> Declared:
        """Declare a class as a state; the class itself stays as it is."""
        self.states.append(state_of(declared))
        return declared

    def lasts_while(self, has: str) -> Callable[[Declared], Declared]:
        """Declare a class as a state whose facts end when the selector finds nothing on the screen."""

        def declare(declared: Declared) -> Declared:
            self.lasting[declared.__name__] = OnScreen(has=(self._selector(has),))
            return self.state(declared)

        return declare

    def on(
        self,
        event: str,
        *,
        target: str | None = None,
        commits: str | None = None,
        irreversible: bool = False,
        kind: Kind | str = Kind.UNKNOWN,
    ) -> Callable[[Anticipate], Anticipate]:
        """Declare what an event is about to change; the function stays as it is.

        `kind` is what sort of thing it commits; the updates say to what, with all that leaves the phone.
        """
        declared = _kind(kind)

        def declare(updates: Anticipate) -> Anticipate:
            self.triggers.append(Trigger(event, target, updates, commits, irreversible, declared))
            return updates

        return declare

    def on_click(
        self,
        target: str | None = None,
        *,
        commits: str | None = None,
        irreversible: bool = False,
        kind: Kind | str = Kind.UNKNOWN,
    ) -> Callable[[Anticipate], Anticipate]:
        """Declare what a click is about to change."""
        return self.on("click", target=target, commits=commits, irreversible=irreversible, kind=kind)

    def on_long_click(
        self,
        target: str | None = None,
        *,
        commits: str | None = None,
        irreversible: bool = False,
        kind: Kind | str = Kind.UNKNOWN,
    ) -> Callable[[Anticipate], Anticipate]:
        """Declare what a long click is about to change."""
        return self.on("long_click", target=target, commits=commits, irreversible=irreversible, kind=kind)

    def on_input(
        self,
        target: str | None = None,
        *,
        commits: str | None = None,
        irreversible: bool = False,
        kind: Kind | str = Kind.UNKNOWN,
    ) -> Callable[[Anticipate], Anticipate]:
        """Declare what typing is about to change; the event brings the text."""
        return self.on("input", target=target, commits=commits, irreversible=irreversible, kind=kind)

    def on_screen(
        self,
        *events: EventKind,
        at: str | None = None,
        row: str | None = None,
        where: OnScreen = ANYWHERE,
        commits: str | Sequence[str] = (),
        irreversible: bool = False,
        kind: Kind | str = Kind.UNKNOWN,
        object: Mapping[str, str] | None = None,
        label: str | Sequence[str] = (),
    ) -> Callable[[Anticipates], Anticipates]:
        """Declare what an action on an element of the screen is about to change, for an app that does not say.

        `at` and `row` are selectors, `object` names and readings, `label` patterns, as in a model's file. Raises
        `DeclarationError` where they cannot be meant, and `PatternError` for a label that cannot.
        """
        declared, details = _kind(kind), object or {}
        labels = tuple(map(read_pattern, [label] if isinstance(label, str) else label))
        for name in NEEDED_DETAILS[declared]:
            if name not in details:
                raise DeclarationError(f"a {declared} without `{name}`; write it into `object`, as in {name}: text(…)")

        def declare(anticipates: Anticipates) -> Anticipates:
            binding = Binding(
                getattr(anticipates, "__name__", "") or f"binding {len(self.bindings) + 1}",
                frozenset(events),
                self._optional_selector(at),
                self.package,
                self._optional_selector(row),
                where,
                commits=frozenset([commits] if isinstance(commits, str) else commits),
                irreversible=irreversible,
                kind=declared,
                object=tuple(Assigned(name, self._extractor(source)) for name, source in details.items()),
                labels=labels,
                anticipates=anticipates,
            )
            self.bindings.append(binding)
            return anticipates

        return declare

    def observe(self, has: str) -> Callable[[Anticipates], Anticipates]:
        """Declare what every screen says on which the selector finds something."""

        def declare(observes: Anticipates) -> Anticipates:
            name = getattr(observes, "__name__", "") or f"observer {len(self.observers) + 1}"
            where = OnScreen(has=(self._selector(has),))
            self.observers.append(Observer(name, self.package, where, observes=observes))
            return observes

        return declare

    def harmless_on_screen(self, *events: EventKind, at: str | None = None, where: OnScreen = ANYWHERE) -> None:
        """Declare that an action on an element changes nothing that anybody would miss."""
        self.harmless.append(HarmlessBinding(frozenset(events), self._optional_selector(at), self.package, where))

    def app(self) -> App:
        """The app as declared so far."""
        harmless = tuple(self.harmless)
        screens = ScreenModel(
            tuple(self.bindings), tuple(self.observers), harmless=harmless, lasting=self.lasting, package=self.package
        )
        return App.of(
            self.name,
            self.states,
            package=self.package,
            triggers=self.triggers,
            screens=screens,
            versions=self.versions,
        )

    def _optional_selector(self, source: str | None) -> Selector | None:
        return None if source is None else self._selector(source)

    def _extractor(self, source: str) -> Extractor:
        try:
            return parse_extractor(source, self.package)
        except ExpressionError as error:
            raise DeclarationError(f"reading `{source}`, character {error.offset + 1}: {error}") from error

    def _selector(self, source: str) -> Selector:
        if not self.package:
            raise DeclarationError(f"selector `{source}` in an app without a `package`; whose elements are meant?")
        try:
            return read_selector(source, self.package)
        except ExpressionError as error:
            raise DeclarationError(f"selector `{source}`, character {error.offset + 1}: {error}") from error


def _kind(name: Kind | str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        help = did_you_mean(str(name), tuple(Kind), "the kinds are")
        raise DeclarationError(f"no kind of commitment `{excerpt(str(name))}`; {help}") from None


def state_of(declared: type) -> State:
    """A state from a class: its name, its docstring and its annotations."""
    hints = get_type_hints(declared, include_extras=True)
    variables = [_variable(declared.__name__, name, hint) for name, hint in hints.items()]
    description = getdoc(declared) if declared.__doc__ else ""
    return State.of(declared.__name__, *variables, description=" ".join((description or "").split()))


def _variable(state: str, name: str, hint: Any) -> Variable:
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    description = next((mark for mark in marks if isinstance(mark, str)), "")
    is_key = any(isinstance(mark, KeyMarker) for mark in marks)
    if get_origin(hint) is Literal:
        options = get_args(hint)
        if not all(isinstance(option, str) for option in options):
            raise DeclarationError(f"`{name}` of `{state}` is a Literal of more than texts; an Enum lists texts")
        return Variable(name, Type.ENUM, is_key, options, description)
    if hint not in _TYPES:
        known = "str, bool, int, float, Decimal, datetime.date, datetime.time or a Literal of texts"
        raise DeclarationError(f"`{name}` of `{state}` is annotated with {hint!r}; write {known}")
    return Variable(name, _TYPES[hint], is_key, (), description)
