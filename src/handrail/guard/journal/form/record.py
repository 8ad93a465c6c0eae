"""Dataclasses as objects of their fields, and one of several of them, told apart by `is`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from handrail.guard.journal.form.form import Definitions, Form, Json, Misfit, Schema, expected


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record. One that is not needed has its default where it is missing: so a format can grow."""

    name: str
    form: Form
    needed: bool


def tag_of(kind: type) -> str:
    """What a type is called where several can stand: `SuspectUpdate` is `suspect_update`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def record_form(kind: type, members: Sequence[Member]) -> Form:
    """A dataclass by its members."""
    names = frozenset(member.name for member in members)

    def write(value: Any) -> Json:
        if type(value) is not kind:
            raise expected(f"a {kind.__name__}", value)
        written: dict[str, Json] = {}
        for member in members:
            try:
                written[member.name] = member.form.write(getattr(value, member.name))
            except Misfit as misfit:
                misfit.place.append(member.name)
                raise
        return written

    def read(json: Json) -> Any:
        if not isinstance(json, dict):
            raise expected("an object", json)
        unknown = json.keys() - names - {"is"}
        if unknown:
            raise Misfit(f'unknown field "{min(unknown)[:40]}"; a newer Handrail may have written it')
        values: dict[str, Any] = {}
        for member in members:
            if member.name in json:
                try:
                    values[member.name] = member.form.read(json[member.name])
                except Misfit as misfit:
                    misfit.place.append(member.name)
                    raise
            elif member.needed:
                raise Misfit(f'"{member.name}" is missing')
        return kind(**values)

    def schema(definitions: Definitions) -> Schema:
        name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
        if name not in definitions:
            definitions[name] = {}  # so that definitions stand in the order in which they are first spoken of
            definitions[name] = {
                "description": (kind.__doc__ or "").strip().split("\n")[0],
                "type": "object",
                "properties": {member.name: member.form.schema(definitions) for member in members},
                "required": [member.name for member in members if member.needed],
            }
        return {"$ref": f"#/$defs/{name}"}

    return Form(write, read, schema)


def choice_form(records: Mapping[type, Form], otherwise: Form | None = None) -> Form:
    """One of several records, by its tag; or what is no record at all."""
    tags = {kind: tag_of(kind) for kind in records}
    by_tag: Mapping[Json, Form] = {tags[kind]: form for kind, form in records.items()}
    listed = ", ".join(tags.values())

    def write(value: Any) -> Json:
        form = records.get(type(value))
        if form is not None:
            return {"is": tags[type(value)], **cast(dict[str, Json], form.write(value))}
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

    return Form(write, read, schema)


def optional_form(form: Form) -> Form:
    """What may also be None."""

    def write(value: Any) -> Json:
        return None if value is None else form.write(value)

    def read(json: Json) -> Any:
        return None if json is None else form.read(json)

    return Form(write, read, lambda definitions: {"anyOf": [form.schema(definitions), {"type": "null"}]})
