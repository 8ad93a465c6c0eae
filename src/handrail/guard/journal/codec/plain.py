"""Values that JSON has, moments, and words out of a few."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum, IntEnum, StrEnum
from typing import Any, cast

from handrail.guard.journal.codec.codec import Codec, Json, expected
from handrail.guard.journal.moment import read_moment, show_moment


def plain_codec(kind: type, name: str) -> Codec:
    """A type that JSON has: exactly this one, so that `true` is no number."""

    def check(value: Any) -> Json:
        if type(value) is kind:
            return cast(Json, value)
        if kind is str and isinstance(value, str):
            return str(value)
        raise expected(f"a {name}", value)

    return Codec(check, check, lambda _: {"type": name})


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


def word_codec(words: Sequence[str]) -> Codec:
    """One of a few words."""

    def check(value: Any) -> Json:
        if not isinstance(value, str) or value not in words:
            raise expected(f"one of {', '.join(words)}", value)
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
            raise expected(f"one of {', '.join(words.values())}", json)
        return members[json]

    return Codec(write, read, lambda _: {"enum": list(words.values())})


def _word(member: Enum) -> str:
    if isinstance(member, StrEnum):
        return member.value
    if isinstance(member, IntEnum):
        return member.name.lower()
    raise TypeError(f"a journal has no form for {type(member)}")
