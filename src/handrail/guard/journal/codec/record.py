"""Dataclasses as objects of their fields, and one of several of them, told apart by `is`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass
from typing import Any, cast

from handrail.guard.journal.codec.codec import Codec, CodecError, Definitions, Json, Schema, expected


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record, and its name in journals. One that is not needed has its default where it is missing: so a
    format can grow.
    """

    field: str
    name: str
    codec: Codec
    needed: bool


def name_in_journals(one: "Field[Any]") -> str:
    """What a field of a record is called in journals, which keep the name that they began with."""
    return str(one.metadata.get("journal", one.name))


def tag_of(kind: type) -> str:
    """What a type is called where several can stand: `SuspectUpdate` is `suspect_update`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def record_codec(kind: type, members: Sequence[Member]) -> Codec:
    """A dataclass by its members."""
    names = frozenset(member.name for member in members)

    def write(value: Any) -> Json:
        if type(value) is not kind:
            raise expected(f"a {kind.__name__}", value)
        written: dict[str, Json] = {}
        for member in members:
            try:
                written[member.name] = member.codec.write(getattr(value, member.field))
            except CodecError as codec_error:
                codec_error.place.append(member.name)
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
        name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
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
            return {"is": tags[type(value)], **cast(dict[str, Json], codec.write(value))}
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

    return Codec(write, read, lambda definitions: {"anyOf": [codec.schema(definitions), {"type": "null"}]})
