"""Values of variables, and what an update claims to be one. What JSON does not have is an object of one name:
`{"decimal": "0.10"}`, `{"date": "2025-07-17"}`.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from handrail.guard.journal.codec.codec import Codec, Definitions, Json, Schema, expected
from handrail.guard.journal.moment import read_moment, show_moment

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
        case None:
            return None
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
