"""What a codec is, and the codecs of single values: words, numbers, moments, and the values of variables.

A codec says how the values of one type stand in JSON, and what to say of a value that does not fit. What JSON does not
have is an object of one name: `{"decimal": "0.10"}`, `{"date": "2025-07-17"}`. A moment is written with the name of its
zone, as in RFC 9557, since an offset alone does not say when the clocks are changed:
`2025-07-17T09:00:00+02:00[Europe/Berlin]`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

Schema: TypeAlias = dict[str, Any]

Definitions: TypeAlias = dict[str, Schema]


class CodecError(Exception):
    """What does not fit, with its place, which grows on the way up. Stays inside the forms."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found
        self.place: list[str] = []

    def __str__(self) -> str:
        return f"{'.'.join(reversed(self.place)) or 'it'}: {self.found}"


@dataclass(frozen=True, slots=True)
class Codec:
    """How the values of one type stand in JSON: written and read again, or `CodecError`, and as a schema.

    The JSON Schema adds the records that it speaks of to the definitions. A value of exactly the type `as_it_is` stands
    in JSON as it is, so that nobody need call `write` for it.
    """

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    schema: Callable[[Definitions], Schema]
    as_it_is: type | None = None


def expected(what: str, found: object) -> CodecError:
    """What should stand there, and what does."""
    return CodecError(f"{what} belongs here, not {told(found)}")


def none_of(words: Iterable[str], found: object) -> CodecError:
    """Which words there are, and that what was found is none of them."""
    said = "another text" if isinstance(found, str) else told(found)
    return CodecError(f"one of {', '.join(words)} belongs here, not {said}")


def told(found: object) -> str:
    """What kind of thing was found; never the thing, which may be a secret."""
    match found:
        case None:
            return "null"
        case bool():
            return "true" if found else "false"
        case int() | float() | Decimal():
            return "a number"
        case str():
            return "a text"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"a {type(found).__name__}"


def plain_codec(kind: type, name: str) -> Codec:
    """A type that JSON has: exactly this one, so that `true` is no number."""

    def check(value: Any) -> Json:
        json: Json = value
        if type(value) is kind:
            return json
        if kind is str and isinstance(value, str):
            return str(value)
        raise expected(f"a {name}", value)

    return Codec(check, check, lambda _: {"type": name}, kind)


def float_codec() -> Codec:
    """A number of which the last digit does not matter."""

    def check(value: Any) -> Json:
        if type(value) not in (float, int) or not abs(value) < float("inf"):
            raise expected("a finite number", value)
        return float(value)

    return Codec(check, check, lambda _: {"type": "number"})


def moment_codec() -> Codec:
    """A date with a time."""

    def write(value: Any) -> Json:
        if not isinstance(value, datetime):
            raise expected("a date with a time", value)
        return show_moment(value)

    def read(json: Json) -> datetime:
        moment = read_moment(json) if isinstance(json, str) else None
        if moment is None:
            raise expected("a date with a time, as 2025-07-17T09:00:00+02:00,", json)
        return moment

    described = "RFC 9557: with the name of the time zone where it is known"
    return Codec(write, read, lambda _: {"type": "string", "description": described})


def show_moment(moment: datetime) -> str:
    """The moment as text, to the microsecond."""
    zone = moment.tzinfo.key if isinstance(moment.tzinfo, ZoneInfo) else None
    return f"{moment.isoformat()}[{zone}]" if zone else moment.isoformat()


def read_moment(text: str) -> datetime | None:
    """The moment again, or None. A zone that this machine does not know leaves the offset."""
    written, bracket, zone = text.partition("[")
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    if not bracket:
        return moment
    if not zone.endswith("]") or moment.tzinfo is None:
        return None
    try:
        return moment.astimezone(ZoneInfo(zone[:-1]))
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return moment


def word_codec(words: Sequence[str]) -> Codec:
    """One of a few words."""

    def check(value: Any) -> Json:
        if not isinstance(value, str) or value not in words:
            raise none_of(words, value)
        return str(value)

    return Codec(check, check, lambda _: {"enum": list(words)})


def enumeration_codec(kind: type[Enum]) -> Codec:
    """A member of an enumeration: its text, or its name in small letters where it is a number."""
    words = {member: _word(member) for member in kind}
    members: Mapping[Json, Enum] = {word: member for member, word in words.items()}

    def write(value: Any) -> Json:
        if type(value) is not kind:
            raise expected(f"one of {', '.join(words.values())}", value)
        return words[value]

    def read(json: Json) -> Enum:
        if not isinstance(json, str) or json not in members:
            raise none_of(words.values(), json)
        return members[json]

    return Codec(write, read, lambda _: {"enum": list(words.values())})


def _word(member: Enum) -> str:
    if isinstance(member, StrEnum):
        return member.value
    if isinstance(member, IntEnum):
        return member.name.lower()
    raise TypeError(f"a journal has no form for {type(member)}")


DEEPEST = 32
"""How deep lists and objects in a value may be nested."""

LARGEST_INTEGER_BITS = 3_000


def value_codec() -> Codec:
    """A value that fits a variable: text, exact number, true or false, date, or time of day."""
    return Codec(_write_value, _read_value, _value_schema)


def raw_codec() -> Codec:
    """Whatever an update may claim to be a value: those, null, other numbers, lists and objects."""
    return Codec(_write_raw, _read_raw, _raw_schema)


def _write_value(value: Any) -> Json:
    match value:
        case bool() | str():
            return value
        case Decimal() if value.is_finite():
            return {"decimal": str(value)}
        case date() if not isinstance(value, datetime):
            return {"date": value.isoformat()}
        case time():
            return {"time": value.isoformat()}
        case _:
            raise expected("a text, a number, true or false, a date or a time", value)


def _write_raw(value: Any, depth: int = 0) -> Json:
    match value:
        case None | str():
            return value
        case int() if type(value) is int and value.bit_length() <= LARGEST_INTEGER_BITS:
            return value
        case float():
            return {"float": repr(float(value))}
        case datetime():
            return {"datetime": show_moment(value)}
        case list() | tuple() if depth < DEEPEST:
            return [_write_raw(item, depth + 1) for item in value]
        case Mapping() if depth < DEEPEST and all(isinstance(name, str) for name in value):
            return {"object": {name: _write_raw(item, depth + 1) for name, item in value.items()}}
        case _:
            return _write_value(value)


def _read_value(json: Json) -> Any:
    if isinstance(json, bool | str):
        return json
    if isinstance(json, dict) and len(json) == 1:
        (tag, text), *_ = json.items()
        if tag in _VALUES and isinstance(text, str):
            return _convert(_VALUES[tag], text)
    raise expected("a value", json)


def _read_raw(json: Json) -> Any:
    if json is None or type(json) is int:
        return json
    if isinstance(json, list):
        return [_read_raw(item) for item in json]
    if isinstance(json, dict) and len(json) == 1:
        (tag, inner), *_ = json.items()
        if tag in _RAW and isinstance(inner, str):
            return _convert(_RAW[tag], inner)
        if tag == "object" and isinstance(inner, dict):
            return {name: _read_raw(item) for name, item in inner.items()}
    return _read_value(json)


def _decimal(text: str) -> Decimal:
    number = Decimal(text)
    if not number.is_finite():
        raise ValueError
    return number


def _moment(text: str) -> datetime:
    moment = read_moment(text)
    if moment is None:
        raise ValueError
    return moment


_VALUES: Mapping[str, Callable[[str], Any]] = {
    "decimal": _decimal,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
}

_RAW: Mapping[str, Callable[[str], Any]] = {"float": float, "datetime": _moment}


def _convert(convert: Callable[[str], Any], text: str) -> Any:
    try:
        return convert(text)
    except (ValueError, ArithmeticError):
        raise expected("a value that can be read", text) from None


def _value_schema(definitions: Definitions) -> Schema:
    shapes: list[Schema] = [{"type": ["string", "boolean"]}, *(_tagged(tag, {"type": "string"}) for tag in _VALUES)]
    definitions["value"] = {"description": "The value of a variable", "anyOf": shapes}
    return {"$ref": "#/$defs/value"}


def _raw_schema(definitions: Definitions) -> Schema:
    again = {"$ref": "#/$defs/raw"}
    definitions["raw"] = {
        "description": "What an update claims to be a value",
        "anyOf": [
            _value_schema(definitions),
            {"type": ["integer", "null"]},
            *(_tagged(tag, {"type": "string"}) for tag in _RAW),
            {"type": "array", "items": again},
            _tagged("object", {"type": "object", "additionalProperties": again}),
        ],
    }
    return again


def _tagged(tag: str, shape: Schema) -> Schema:
    return {"type": "object", "properties": {tag: shape}, "required": [tag], "additionalProperties": False}
