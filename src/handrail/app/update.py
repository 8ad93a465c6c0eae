"""State updates: what an action is about to change (anticipated) or what the app answered (observed).

An `Update` is what somebody claims, with values as they came. `read_update` turns it into a `Change` whose values
fit the declaration, or refuses it whole, with the reason. Values are not converted. Source: docs/language.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from handrail.language.declaration import State, States, Variable
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.normal_form import has_lone_surrogate, normal_form
from handrail.language.value import (
    LONGEST_NUMBER,
    Type,
    Value,
    is_of_sane_length,
    read_date,
    read_time,
    with_article,
)

__all__ = [
    "Assignment",
    "Change",
    "DoesNotFit",
    "Key",
    "Raw",
    "RefusedUpdate",
    "Removal",
    "Update",
    "key_of",
    "read_update",
    "read_value",
]

Raw: TypeAlias = object
"""A value as it came from JSON or from Python; `None` withdraws what was known."""


@dataclass(frozen=True, slots=True)
class Update:
    """A claim that a state changes: either `set` names new values, or `delete` names the keys of a row that goes.

    `Update("Alarm", set={"label": "Work", "time": "07:00"})`, `Update("Alarm", delete={"label": "Work"})`.
    """

    state: str
    set: Mapping[str, Raw] | None = None
    delete: Mapping[str, Raw] | None = None


Key: TypeAlias = tuple[Value, ...]
"""The comparable values of a row's keys, in the order of declaration; empty for a state without keys."""


@dataclass(slots=True)
class Assignment:
    """Values for one row: `values` as they are shown, `compared` in the form in which they are compared.

    `withdraws` says that a value is None. Never changed, and yet not frozen: one is made for every update, and a frozen
    dataclass takes four times as long to make, a named tuple twice.
    """

    state: State
    key: Key
    values: Mapping[str, Value | None]
    compared: Mapping[str, Value | None]
    withdraws: bool


class Removal(NamedTuple):
    """One row that goes away; nothing happens if it is not there. `named` are its keys as they were written."""

    state: State
    key: Key
    named: Mapping[str, Value | None] = {}


Change: TypeAlias = Assignment | Removal


@dataclass(frozen=True, slots=True)
class RefusedUpdate:
    """An update that was not applied at all, and why: a clause for people, without a full stop."""

    update: Update
    reason: str


class DoesNotFit(Exception):
    """A value does not fit what is declared; the reason travels up to `read_update`."""


def read_update(update: Update, states: States) -> Change | RefusedUpdate:
    """Fit one update to the declaration. Cost follows the number of values it names."""
    named: object = update.state  # from JSON it may be anything
    state = states.get(named) if isinstance(named, str) else None
    if state is None:
        name = _as_name(named)
        return RefusedUpdate(
            update, f"no state `{name}` is declared; {did_you_mean(name, tuple(states), 'the app declares')}"
        )
    try:
        if update.delete is not None:
            return _removal(update, state)
        return _assignment(update, state)
    except DoesNotFit as misfit:
        return RefusedUpdate(update, str(misfit))


def _removal(update: Update, state: State) -> Removal:
    if update.set is not None:
        raise DoesNotFit("it has both `set` and `delete`; send two updates")
    named = _mapping(update.delete, "delete")
    for name in named:
        if name not in state.keys:
            keys = ", ".join(f"`{key}`" for key in state.keys) or "nothing: `{}`"
            raise DoesNotFit(f"`{_as_name(name)}` is not a key of `{state.name}`; a delete names exactly {keys}")
    compared = {name: None if raw is None else _comparable(state.variables[name], raw) for name, raw in named.items()}
    shown = {
        name: raw if isinstance(raw, str) and isinstance(compared[name], str) else compared[name]
        for name, raw in named.items()
    }
    return Removal(state, key_of(state, compared), shown)


def _comparable(variable: Variable, raw: Raw) -> Value:
    return variable.comparable(_READERS[variable.type](variable, raw))


_TEXT, _BOOLEAN, _NUMBER = Type.TEXT, Type.BOOLEAN, Type.NUMBER
_PLAIN_INTEGERS = range(-(10**15), 10**15)
"""Of these nobody need count the digits."""


def _assignment(update: Update, state: State) -> Assignment:
    named: Mapping[str, Any] = update.set if type(update.set) is dict else _mapping(update.set, "set")
    values: dict[str, Value | None] = {}
    compared: dict[str, Value | None] = {}
    variables = state.variables
    for name, raw in named.items():
        if name not in variables:
            help = did_you_mean(_as_name(name), tuple(variables), "it declares")
            raise DoesNotFit(f"no variable `{_as_name(name)}` in `{state.name}`; {help}")
        values[name], compared[name] = read_value(variables[name], raw)
    return Assignment(state, key_of(state, compared) if state.keys else (), values, compared, None in values.values())


def read_value(variable: Variable, raw: Any) -> tuple[Value | None, Value | None]:
    """A value as it is shown, and in the form in which it is compared. Raises `DoesNotFit`."""
    kind = type(raw)  # most of what a screen says is told here; what follows would come to the same
    if kind is str and variable.type is _TEXT and raw.isascii() and not (variable.is_set or variable.is_code):
        return raw, " ".join(raw.lower().split())
    if kind is int and variable.type is _NUMBER and raw in _PLAIN_INTEGERS:
        number = Decimal(raw)
        return number, number
    if raw is None or (kind is bool and variable.type is _BOOLEAN):
        return raw, raw
    value = _READERS[variable.type](variable, raw)
    return value, variable.comparable(value) if isinstance(value, str) else value


def _mapping(named: Mapping[str, Raw] | None, what: str) -> Mapping[str, Raw]:
    if named is None:
        raise DoesNotFit("it has neither `set` nor `delete`; say which values change or which row goes")
    if not isinstance(named, (dict, Mapping)):  # a plain dictionary is recognised several times as fast
        raise DoesNotFit(f"`{what}` is not an object of variables and values")
    return named


def key_of(state: State, compared: Mapping[str, Value | None]) -> Key:
    """The key of a row from its values as they are compared. Raises `DoesNotFit` where one is missing or null."""
    key = []
    for name in state.keys:
        value = compared.get(name)
        if value is None:
            given = "null" if name in compared else "missing"
            raise DoesNotFit(f"key `{name}` of `{state.name}` is {given}; every update names its row")
        key.append(value)
    return tuple(key)


def _as_name(name: object) -> str:
    """What stands where a name belongs, short and printable; from Python it may be anything."""
    return excerpt(name) if isinstance(name, str) else _show_raw(name)


def _wrong(variable: Variable, raw: Raw, wanted: str) -> DoesNotFit:
    return DoesNotFit(f"`{variable.name}` is {with_article(variable.type)}, {wanted}; it was given {_show_raw(raw)}")


def _show_raw(raw: Raw) -> str:
    match raw:
        case None:
            return "null"
        case bool():
            return "true" if raw else "false"
        case str():
            return f'"{excerpt(raw)}"'
        case int() | float() | Decimal():
            return excerpt(format(raw, "g") if isinstance(raw, float) else _short_number(raw))
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"a {type(raw).__name__}"


def _short_number(raw: int | Decimal) -> str:
    if isinstance(raw, int) and raw.bit_length() > 200:
        return "a very large number"
    return str(raw)


def _read_text(variable: Variable, raw: Raw) -> str:
    if not isinstance(raw, str):
        raise _wrong(variable, raw, "which takes a string")
    if not raw.isascii() and has_lone_surrogate(raw):
        raise _wrong(variable, "", "and the text has half a character in it")
    return raw


def _read_enum(variable: Variable, raw: Raw) -> str:
    if isinstance(raw, str):
        option = variable.by_normal_form.get(normal_form(raw))
        if option is not None:
            return option
    listed = ", ".join(f'"{option}"' for option in variable.options[:12])
    raise _wrong(variable, raw, f"one of {listed}{' and others' if len(variable.options) > 12 else ''}")


def _read_number(variable: Variable, raw: Raw) -> Decimal:
    if type(raw) is int and raw.bit_length() <= 3 * LONGEST_NUMBER:
        return Decimal(raw)
    if type(raw) is float and isfinite(raw):
        return Decimal(repr(raw))  # as it was written, not as it is stored: 0.1 is a tenth
    if type(raw) is Decimal and is_of_sane_length(raw):
        return raw
    raise _wrong(variable, raw, f"which takes a finite number of at most {LONGEST_NUMBER:,} digits, without quotes")


def _read_boolean(variable: Variable, raw: Raw) -> bool:
    if type(raw) is bool:
        return raw
    raise _wrong(variable, raw, "which takes true or false, without quotes")


def _read_date(variable: Variable, raw: Raw) -> date:
    if isinstance(raw, str):
        day = read_date(raw)
        if day is not None:
            return day
    elif isinstance(raw, date) and not isinstance(raw, datetime):
        return raw
    raise _wrong(variable, raw, 'which takes "YYYY-MM-DD"')


def _read_time(variable: Variable, raw: Raw) -> time:
    if isinstance(raw, str):
        moment = read_time(raw)
        if moment is not None:
            return moment
    elif isinstance(raw, time) and raw.tzinfo is None:
        return raw.replace(microsecond=0)
    raise _wrong(variable, raw, 'which takes "9:00", "19:00:30" or "7:00 PM"')


_READERS: Mapping[Type, Callable[[Variable, Raw], Value]] = {
    Type.TEXT: _read_text,
    Type.NUMBER: _read_number,
    Type.BOOLEAN: _read_boolean,
    Type.ENUM: _read_enum,
    Type.DATE: _read_date,
    Type.TIME: _read_time,
}
