"""The codec of each type, made from its annotations."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from handrail.guard.journal.codec.codec import Codec
from handrail.guard.journal.codec.group import names_codec, pair_codec, set_codec, tuple_codec
from handrail.guard.journal.codec.plain import enumeration_codec, float_codec, moment_codec, plain_codec, word_codec
from handrail.guard.journal.codec.record import Member, choice_codec, name_in_journals, optional_codec, record_codec
from handrail.guard.journal.codec.value import raw_codec, value_codec
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
            one.name,
            name_in_journals(one),
            codec_of(types[one.name]),
            one.default is MISSING and one.default_factory is MISSING,
        )
        for one in fields(kind)
        if one.init and one.compare
    ]
    return record_codec(kind, members)


def _one_of(kinds: tuple[Any, ...]) -> Codec:
    if NoneType in kinds:
        return optional_codec(codec_of(Union[tuple(one for one in kinds if one is not NoneType)]))  # noqa: UP007
    records = {one: codec_of(one) for one in kinds if isinstance(one, type) and is_dataclass(one)}
    others = [one for one in kinds if one not in records]
    if len(others) > 1:
        raise TypeError(f"a journal cannot tell {others} apart")
    return choice_codec(records, codec_of(others[0]) if others else None)
