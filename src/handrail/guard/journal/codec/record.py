"""The codec of each type, made from its annotations: records as objects of their fields, and groups of values.

One of several records is told apart by `is`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from handrail.guard.journal.codec.codec import (
    Codec,
    CodecError,
    Definitions,
    Json,
    Schema,
    enumeration_codec,
    expected,
    float_codec,
    moment_codec,
    plain_codec,
    raw_codec,
    told,
    value_codec,
    word_codec,
)
from handrail.language.value import Value

_PLAIN: Mapping[object, Codec] = {
    str: plain_codec(str, "string"),
    bool: plain_codec(bool, "boolean"),
    int: plain_codec(int, "integer"),
    float: float_codec(),
    datetime: moment_codec(),
    object: raw_codec(),
    Value: value_codec(),
}


@cache
def codec_of(kind: Any) -> Codec:
    """The form of a type. A type without one is a defect of ours, and a `TypeError`."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(arguments)
    if origin is Literal:
        return word_codec(arguments)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple_codec(codec_of(arguments[0]))
    if origin is tuple and arguments == (int, int):
        return pair_codec(codec_of(int))
    if origin is frozenset:
        return set_codec(codec_of(arguments[0]))
    if origin is Mapping and arguments[0] is str:
        return names_codec(codec_of(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return enumeration_codec(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"a journal has no form for {kind}")


def _record(kind: type) -> Codec:
    types = get_type_hints(kind)
    members = [
        Member(
            field.name,
            name_in_journals(field),
            codec_of(types[field.name]),
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
        if field.init and field.compare
    ]
    return record_codec(kind, members)


def _one_of(kinds: tuple[Any, ...]) -> Codec:
    if NoneType in kinds:
        return optional_codec(codec_of(Union[tuple(kind for kind in kinds if kind is not NoneType)]))  # noqa: UP007
    records = {kind: codec_of(kind) for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
    others = [kind for kind in kinds if kind not in records]
    if len(others) > 1:
        raise TypeError(f"a journal cannot tell {others} apart")
    return choice_codec(records, codec_of(others[0]) if others else None)


_PLACES: Mapping[str, str] = {
    **dict.fromkeys(("DecisionInput", "Failure", "ScreenNote", "SessionState"), "decision_input"),
    "Circumstance": "condition",
    "Proposal": "proposal",
}
"""Where a record stood when its definition got its name in the published schema, which does not move with the code."""


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record, and its name in journals. One that is not needed has its default where it is missing: so a
    format can grow.
    """

    field: str
    name: str
    codec: Codec
    needed: bool


def name_in_journals(field: "Field[Any]") -> str:
    """What a field of a record is called in journals, which keep the name that they began with."""
    return str(field.metadata.get("journal", field.name))


def tag_of(kind: type) -> str:
    """What a type is called where several can stand: `SuspectUpdate` is `suspect_update`."""
    return _in_small_letters(kind.__name__)


@cache
def _in_small_letters(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def record_codec(kind: type, members: Sequence[Member]) -> Codec:
    """A dataclass by its members."""
    names = frozenset(member.name for member in members)
    writers = [(member.name, member.field, member.codec.as_it_is, member.codec.write) for member in members]

    def write(value: Any) -> Json:
        if type(value) is not kind:
            raise expected(f"a {kind.__name__}", value)
        written: dict[str, Json] = {}
        name = ""
        try:
            for name, field, as_it_is, write_member in writers:
                found = getattr(value, field)
                is_written = type(found) is as_it_is
                written[name] = found if is_written else write_member(found)
        except CodecError as codec_error:
            codec_error.place.append(name)
            raise
        return written

    def read(json: Json) -> Any:
        if not isinstance(json, dict):
            raise expected("an object", json)
        unknown = json.keys() - names - {"is"}
        if unknown:
            raise CodecError(f'unknown field "{min(unknown)[:40]}"; a newer Handrail may have written it')
        values: dict[str, Any] = {}
        for member in members:
            if member.name in json:
                try:
                    values[member.field] = member.codec.read(json[member.name])
                except CodecError as codec_error:
                    codec_error.place.append(member.name)
                    raise
            elif member.needed:
                raise CodecError(f'"{member.name}" is missing')
        return kind(**values)

    def schema(definitions: Definitions) -> Schema:
        place = _PLACES.get(kind.__name__, kind.__module__.rpartition(".")[2])
        name = f"{place}.{kind.__name__}"
        if name not in definitions:
            definitions[name] = {}  # so that definitions stand in the order in which they are first spoken of
            definitions[name] = {
                "description": (kind.__doc__ or "").strip().split("\n")[0],
                "type": "object",
                "properties": {member.name: member.codec.schema(definitions) for member in members},
                "required": [member.name for member in members if member.needed],
            }
        return {"$ref": f"#/$defs/{name}"}

    return Codec(write, read, schema)


def choice_codec(records: Mapping[type, Codec], otherwise: Codec | None = None) -> Codec:
    """One of several records, by its tag; or what is no record at all."""
    tags = {kind: tag_of(kind) for kind in records}
    by_tag: Mapping[Json, Codec] = {tags[kind]: codec for kind, codec in records.items()}
    listed = ", ".join(tags.values())

    def write(value: Any) -> Json:
        codec = records.get(type(value))
        if codec is not None:
            fields_of_it: Any = codec.write(value)
            return {"is": tags[type(value)], **fields_of_it}
        if otherwise is None:
            raise expected(f"one of {listed}", value)
        return otherwise.write(value)

    def read(json: Json) -> Any:
        if not isinstance(json, dict) and otherwise is not None:
            return otherwise.read(json)
        tag = json.get("is") if isinstance(json, dict) else None
        if not isinstance(tag, str) or tag not in by_tag:
            raise expected(f'an object whose "is" is one of {listed}', json)
        return by_tag[tag].read(json)

    def schema(definitions: Definitions) -> Schema:
        shapes: list[Schema] = [
            {"allOf": [records[kind].schema(definitions)], "properties": {"is": {"const": tag}}, "required": ["is"]}
            for kind, tag in tags.items()
        ]
        return {"anyOf": shapes if otherwise is None else [*shapes, otherwise.schema(definitions)]}

    return Codec(write, read, schema)


def optional_codec(codec: Codec) -> Codec:
    """What may also be None."""

    def write(value: Any) -> Json:
        return None if value is None else codec.write(value)

    def read(json: Json) -> Any:
        return None if json is None else codec.read(json)

    return Codec(write, read, lambda definitions: {"anyOf": [codec.schema(definitions), {"type": "null"}]}, NoneType)


def tuple_codec(item: Codec) -> Codec:
    """A tuple of any length, as a list."""

    def write(value: Any) -> Json:
        if not isinstance(value, tuple):
            raise expected("a tuple", value)
        return _each(value, item.write) if value else []

    def read(json: Json) -> tuple[Any, ...]:
        if not isinstance(json, list):
            raise expected("a list", json)
        return tuple(_each(json, item.read))

    return Codec(write, read, lambda definitions: {"type": "array", "items": item.schema(definitions)})


def pair_codec(item: Codec) -> Codec:
    """Two of the same, as a list: a point."""

    def write(value: Any) -> Json:
        if not isinstance(value, tuple) or len(value) != 2:
            raise expected("a pair", value)
        return _each(value, item.write)

    def read(json: Json) -> tuple[Any, ...]:
        if not isinstance(json, list) or len(json) != 2:
            raise expected("a list of two", json)
        return tuple(_each(json, item.read))

    return Codec(
        write,
        read,
        lambda definitions: {"type": "array", "items": item.schema(definitions), "minItems": 2, "maxItems": 2},
    )


def set_codec(item: Codec) -> Codec:
    """A frozen set, as a list in order, so that equal sets are equal lines."""

    def write(value: Any) -> Json:
        if not isinstance(value, frozenset):
            raise expected("a frozen set", value)
        return sorted(_each(value, item.write)) if value else []

    def read(json: Json) -> frozenset[Any]:
        if not isinstance(json, list):
            raise expected("a list", json)
        return frozenset(_each(json, item.read))

    return Codec(
        write, read, lambda definitions: {"type": "array", "items": item.schema(definitions), "uniqueItems": True}
    )


def names_codec(item: Codec) -> Codec:
    """An object whose names are the user's."""

    def write(value: Any) -> Json:
        if not isinstance(value, Mapping):
            raise expected("an object", value)
        return _each_named(value, item.write)

    def read(json: Json) -> dict[str, Any]:
        if not isinstance(json, dict):
            raise expected("an object", json)
        return _each_named(json, item.read)

    return Codec(write, read, lambda definitions: {"type": "object", "additionalProperties": item.schema(definitions)})


def _each(items: Iterable[Any], treat: Callable[[Any], Any]) -> list[Any]:
    treated: list[Any] = []
    try:
        for item in items:
            treated.append(treat(item))  # noqa: PERF401 - how far it came is its place
    except CodecError as codec_error:
        codec_error.place.append(str(len(treated)))
        raise
    return treated


def _each_named(named: Mapping[Any, Any], treat: Callable[[Any], Any]) -> dict[str, Any]:
    treated = {}
    for name, item in named.items():
        if not isinstance(name, str):
            raise CodecError(f"a name is a text, not {told(name)}")
        try:
            treated[name] = treat(item)
        except CodecError as codec_error:
            codec_error.place.append(name[:40])
            raise
    return treated
