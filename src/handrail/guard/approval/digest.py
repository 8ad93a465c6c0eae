"""What an approval is bound to: the exact action on the exact screen with the exact consequences, as one digest.

Approving a transfer of $82,000 is worth nothing for one of $820,000: another value is another digest.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic_core import to_json

from handrail.app.consequence import Consequence
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard.decision import Circumstance

_ENCODER = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest_of(
    action: Action,
    screen_digest: str,
    updates: Iterable[Update] = (),
    commits: Iterable[str] = (),
    *,
    consequences: Iterable[Consequence] = (),
    circumstances: Iterable[Circumstance] = (),
    unread: Iterable[str] = (),
) -> str:
    """SHA-256, as 64 hexadecimal digits, over canonical JSON of all that a person is shown and agrees to.

    Values keep their types, so `"1"`, `1` and `true` differ; the order of updates counts, that of names does not.
    Raises `Misuse` for a value that has no canonical form, and so cannot be approved.
    """
    bound = [
        "handrail.approval/2",
        _canonical(action),
        screen_digest,
        [[update.state, _canonical(update.set), _canonical(update.delete)] for update in updates],
        sorted(set(commits)),
        [_canonical(consequence) for consequence in consequences],
        [_canonical(circumstance) for circumstance in circumstances],
        list(unread),
    ]
    return hashlib.sha256(_written(bound)).hexdigest()


def _written(bound: list[object]) -> bytes:
    """As `_ENCODER` writes it; where nothing is to be escaped for ASCII, another writer makes the same sooner."""
    try:
        written = to_json(bound)
        is_same = written.isascii() and b"\x7f" not in written
    except ValueError:  # half a character
        is_same = False
    return written if is_same else _ENCODER.encode(bound).encode("ascii")


def _canonical(value: object) -> object:
    """A value as JSON in which no two different values look the same."""
    if value is None or isinstance(value, str | bool):
        return value
    kind: Any = type(value)
    names = _names(kind)
    if names is not None:
        return {kind.__name__: [[name, _canonical(getattr(value, name))] for name in names]}
    match value:
        case int():
            return {"int": str(value)}
        case float():
            return {"float": repr(value)}
        case Decimal():
            return {"decimal": str(value)}
        case datetime():
            return {"datetime": value.isoformat()}
        case date():
            return {"date": value.isoformat()}
        case time():
            return {"time": value.isoformat()}
        case frozenset():
            return {"set": sorted(json.dumps(_canonical(inner)) for inner in value)}
        case list() | tuple():
            return {"list": [_canonical(inner) for inner in value]}
        case Mapping():
            pairs = [[str(name), _canonical(inner)] for name, inner in value.items()]
            return {"mapping": sorted(pairs, key=lambda pair: str(pair[0]))}
        case _:
            raise Misuse(f"a {type(value).__name__} cannot be part of what is approved; use plain values")


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass; None for any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def picture_digest(picture: bytes | None) -> str:
    """SHA-256 of the picture that a person is shown; empty where there is none."""
    return hashlib.sha256(picture).hexdigest() if picture is not None else ""
