"""The form of each type, made from its annotations."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from handrail.guard.journal.form.form import Form
from handrail.guard.journal.form.group import names_form, pair_form, set_form, tuple_form
from handrail.guard.journal.form.plain import enumeration_form, float_form, moment_form, plain_form, word_form
from handrail.guard.journal.form.record import Member, choice_form, optional_form, record_form
from handrail.guard.journal.form.value import raw_form, value_form
from handrail.language.value import Value

_PLAIN: Mapping[object, Form] = {
    str: plain_form(str, "string"),
    bool: plain_form(bool, "boolean"),
    int: plain_form(int, "integer"),
    float: float_form(),
    datetime: moment_form(),
    object: raw_form(),
    Value: value_form(),
}


@cache
def form_of(kind: Any) -> Form:
    """The form of a type. A type without one is a defect of ours, and a `TypeError`."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(arguments)
    if origin is Literal:
        return word_form(arguments)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple_form(form_of(arguments[0]))
    if origin is tuple and arguments == (int, int):
        return pair_form(form_of(int))
    if origin is frozenset:
        return set_form(form_of(arguments[0]))
    if origin is Mapping and arguments[0] is str:
        return names_form(form_of(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return enumeration_form(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"a journal has no form for {kind}")


def _record(kind: type) -> Form:
    types = get_type_hints(kind)
    members = [
        Member(one.name, form_of(types[one.name]), one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)
        if one.init and one.compare
    ]
    return record_form(kind, members)


def _one_of(kinds: tuple[Any, ...]) -> Form:
    if NoneType in kinds:
        return optional_form(form_of(Union[tuple(one for one in kinds if one is not NoneType)]))  # noqa: UP007
    records = {one: form_of(one) for one in kinds if isinstance(one, type) and is_dataclass(one)}
    others = [one for one in kinds if one not in records]
    if len(others) > 1:
        raise TypeError(f"a journal cannot tell {others} apart")
    return choice_form(records, form_of(others[0]) if others else None)
