"""Entries as JSON and back, exactly.

A record is an object of its fields, and where several types can stand, `is` says which. What a form writes it can read
again; what it could not read again it does not write. Fields that take no part in comparison, as the place of a rule in
its text, are left out. Format: docs/journal.md.
"""

from typing import Any, cast

from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal.codec.codec import CodecError, Definitions, Json, Schema
from handrail.guard.journal.codec.record import codec_of, name_in_journals, tag_of

__all__ = ["Definitions", "Json", "Schema", "codec_of", "name_in_journals", "read_record", "tag_of", "write_record"]


def write_record(record: object) -> dict[str, Json]:
    """A record as JSON. Raises `Misuse` for what could not be read again."""
    kind: Any = type(record)
    try:
        return cast(dict[str, Json], codec_of(kind).write(record))
    except CodecError as codec_error:
        raise Misuse(f"a journal cannot hold this {type(record).__name__}: {codec_error}") from codec_error


def read_record(kind: type, json: Json) -> Any:
    """The record that was written. Raises `UnreadableInput`."""
    try:
        return codec_of(kind).read(json)
    except CodecError as codec_error:
        raise UnreadableInput(str(codec_error)) from codec_error
