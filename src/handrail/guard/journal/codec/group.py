"""Several values: tuples, sets, and objects whose names are the user's."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from handrail.guard.journal.codec.codec import Codec, CodecError, Json, expected, told


def tuple_codec(item: Codec) -> Codec:
    """A tuple of any length, as a list."""

    def write(value: Any) -> Json:
        if not isinstance(value, tuple):
            raise expected("a tuple", value)
        return _each(value, item.write)

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
        return sorted(_each(value, item.write))

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
    treated = []
    for number, item in enumerate(items):
        try:
            treated.append(treat(item))
        except CodecError as codec_error:
            codec_error.place.append(str(number))
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
