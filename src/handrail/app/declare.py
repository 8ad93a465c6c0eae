"""Declaring an app in Python: states as plain annotated classes, triggers as decorated functions.

clock = Declaration("Clock")

@clock.state
class Alarm:
    '''Alarms, one row for each label.'''
    label: Annotated[str, KEY]
    time: datetime.time
    days: Literal["Once", "Daily"]
    on: bool

@clock.on("click", target="Save", commits="SaveAlarm")
def save(event: Event) -> list[Update]:
    return [Update("Alarm", set={"label": "Work", "on": True})]

app = clock.app()
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from inspect import getdoc
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from handrail.app.app import App
from handrail.app.trigger import Anticipate, Trigger
from handrail.language.declaration import DeclarationError, State, Variable
from handrail.language.value import Type


@dataclass(frozen=True, slots=True)
class Key:
    """Marks a variable as a key, in `Annotated[str, KEY]`."""


KEY: Final = Key()

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
    """Collects the states and triggers of one app."""

    name: str
    package: str = ""
    states: list[State] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)

    def state(self, declared: Declared) -> Declared:
        """Declare a class as a state; the class itself stays as it is."""
        self.states.append(state_of(declared))
        return declared

    def on(
        self, kind: str, *, target: str | None = None, commits: str | None = None, irreversible: bool = False
    ) -> Callable[[Anticipate], Anticipate]:
        """Declare what an event is about to change; the function stays as it is."""

        def declare(updates: Anticipate) -> Anticipate:
            self.triggers.append(Trigger(kind, target, updates, commits, irreversible))
            return updates

        return declare

    def app(self) -> App:
        """The app as declared so far."""
        return App.of(self.name, self.states, package=self.package, triggers=self.triggers)


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
    is_key = any(isinstance(mark, Key) for mark in marks)
    if get_origin(hint) is Literal:
        options = get_args(hint)
        if not all(isinstance(option, str) for option in options):
            raise DeclarationError(f"`{name}` of `{state}` is a Literal of more than texts; an Enum lists texts")
        return Variable(name, Type.ENUM, is_key, options, description)
    if hint not in _TYPES:
        known = "str, bool, int, float, Decimal, datetime.date, datetime.time or a Literal of texts"
        raise DeclarationError(f"`{name}` of `{state}` is annotated with {hint!r}; write {known}")
    return Variable(name, _TYPES[hint], is_key, (), description)
