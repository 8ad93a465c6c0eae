"""One line of a journal: an entry, its number, and the hash that binds it to the line before; and its JSON Schema.

The line is JSON in one spelling and ends with `,"hash":"…"}`. The hash is the SHA-256 of the bytes before that, closed
by `}`; the hash of the line before is among them as `previous`. So a line is checked as bytes, without reading it, and
any other byte in it is another hash. Format: docs/journal.md.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_args

from pydantic_core import to_json

from handrail.error import UnreadableInput
from handrail.guard.journal.codec import Definitions, Json, codec_of, read_record, tag_of
from handrail.guard.journal.entry import Entry
from handrail.strict_json import read_json

FORMAT = "handrail.journal/1"
GENESIS = "0" * 64
"""What the first line has as `previous`."""

KINDS: Mapping[str, type] = MappingProxyType({tag_of(kind): kind for kind in get_args(Entry)})
"""The types of entries by what a line calls them."""

_SEAL = re.compile(rb',"hash":"([0-9a-f]{64})"\}')
_SEAL_BYTES = 75
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_CONFUSING = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: its number from 1, the hashes, and the entry."""

    n: int
    previous: str
    hash: str
    entry: Entry


def canonical(value: Json) -> bytes:
    """The one spelling of a value: no spaces, names in the order of their type, those of an update as they came.

    What is invisible, changes the direction of writing, or is half a character is escaped, so that a line shows in a
    terminal what it says.
    """
    try:
        written = to_json(value, inf_nan_mode="constants")
    except ValueError:  # half a character, which UTF-8 does not have
        return escaped(_ENCODER.encode(value)).encode()
    return written if written.isascii() and b"\x7f" not in written else escaped(written.decode()).encode()


def escaped(json_text: str) -> str:
    """JSON with what is invisible, changes the direction of writing, or is half a character, escaped."""
    is_plain = json_text.isascii() and "\x7f" not in json_text
    return json_text if is_plain else _CONFUSING.sub(_escape, json_text)


def _escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


def seal(kind: str, entry: Json, n: int, previous: str) -> tuple[bytes, str]:
    """A whole line with its line break, and its hash."""
    body = canonical({"format": FORMAT, "n": n, "previous": previous, "kind": kind, "entry": entry})
    found = hashlib.sha256(body).hexdigest()
    return b'%b,"hash":"%b"}\n' % (body[:-1], found.encode()), found


def fault_of(line: bytes, n: int, previous: str) -> str | None:
    """Why the bytes of a line, without the line break, are not line `n` after `previous`; None if they are."""
    match = _SEAL.fullmatch(line, max(0, len(line) - _SEAL_BYTES))
    if match is None:
        return "it does not end with its hash; the line was changed or is no line of a journal"
    body = line[: match.start()] + b"}"
    if hashlib.sha256(body).hexdigest().encode() != match.group(1):
        return "its hash does not fit what it says; the line was changed after it was written"
    if not body.startswith(_beginning(n, previous)):
        if n == 1:
            return "it is not the first line of a journal of this format; lines before it were removed"
        return f"it does not follow line {n - 1}; lines were removed, added or exchanged"
    return None


def is_cut_off(tail: bytes, n: int, previous: str) -> bool:
    """Whether the bytes after a line can be what an interruption leaves of line `n`, and not a line that was changed.

    After a loss of power zeros can stand where the rest did not reach the disk, up to its end; a line itself has none.
    """
    written, zero, rest = tail.partition(b"\0")
    if rest.strip(b"\0"):
        return False
    begins = _beginning(n, previous)
    if not (written.startswith(begins) or begins.startswith(written)):
        return False
    match = _SEAL.search(written)
    return match is None or (match.end() == len(written) and not zero)


def _beginning(n: int, previous: str) -> bytes:
    return b'{"format":"%b","n":%d,"previous":"%b",' % (FORMAT.encode(), n, previous.encode())


def read_line(line: bytes, name: str, kinds: Mapping[str, type] = KINDS) -> Line:
    """What an unbroken line says, of one of these kinds. Raises `UnreadableInput`, with `name` for the place."""
    raw = read_json(line, name, exact=False)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else None
        raise UnreadableInput(f"{name}: the format is {found!r}; this Handrail reads {FORMAT}")
    kind = kinds.get(str(raw.get("kind")))
    if kind is None:
        raise UnreadableInput(f"{name}: {raw.get('kind')!r} is no kind of entry; a newer Handrail may have written it")
    try:
        entry: Entry = read_record(kind, raw["entry"])
        return Line(raw["n"], raw["previous"], raw["hash"], entry)
    except (KeyError, UnreadableInput) as error:
        raise UnreadableInput(f"{name}: {error}") from error


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
