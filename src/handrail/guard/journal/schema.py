"""The JSON Schema of a line of a journal, made from the types of its entries."""

from typing import Any

from handrail.guard.journal.codec import Definitions, codec_of
from handrail.guard.journal.line import FORMAT, KINDS


def journal_schema() -> dict[str, Any]:
    """The JSON Schema of one line."""
    definitions: Definitions = {}
    hexadecimal = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    kinds = [
        {"properties": {"kind": {"const": kind}, "entry": codec_of(entry).schema(definitions)}}
        for kind, entry in KINDS.items()
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": FORMAT,
        "title": "A line of a journal",
        "type": "object",
        "properties": {
            "entry": {"type": "object"},
            "format": {"const": FORMAT},
            "hash": hexadecimal,
            "kind": {"enum": list(KINDS)},
            "n": {"type": "integer", "minimum": 1},
            "previous": hexadecimal,
        },
        "required": ["entry", "format", "hash", "kind", "n", "previous"],
        "additionalProperties": False,
        "oneOf": kinds,
        "$defs": definitions,
    }
