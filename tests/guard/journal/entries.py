"""Entries of every kind: made up from their annotations for property tests, and a small session by hand."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, time, timedelta, timezone
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from handrail.app.trigger import Anticipation
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.device.element import NO_BOUNDS, ElementIdentity
from handrail.guard.decision import Allow, DecisionInput, Proposal, Reason, ScreenNote, SessionState, Source
from handrail.guard.journal.entry import (
    AppNote,
    Closed,
    Considered,
    Decided,
    Entry,
    Executing,
    Opened,
    Ran,
    Saw,
)
from handrail.guard.journal.line import KINDS
from handrail.guard.progress_note import ProgressNote
from handrail.language.value import Value
from language.rule_strategies import numbers

AT = datetime(2026, 3, 2, 9, 30, tzinfo=timezone(timedelta(hours=1)))

texts = st.one_of(
    st.sampled_from(
        (
            "",
            "Work",
            "\u202egnp.exe",
            "a\u200bb",
            "\x00\x1b[2J",
            "\ud83d",
            '"\\\n',
            "\u2028",
            "‹card ending 1111 #1›",
            "預約",
        )
    ),
    st.text(max_size=6),
)
moments = st.one_of(
    st.datetimes(
        allow_imaginary=False,
        timezones=st.sampled_from((UTC, timezone(timedelta(hours=-3, minutes=-30)), ZoneInfo("Europe/Berlin"))),
    ),
    st.datetimes(),
)
times = st.builds(time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59), st.integers(0, 999_999))
values = st.one_of(texts, numbers, st.booleans(), st.dates(), times)
raw_values = st.recursive(
    st.one_of(values, st.none(), st.integers(), st.floats(allow_nan=False), moments),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(texts, inner, max_size=2)),
    max_leaves=4,
)
_PLAIN: Mapping[object, st.SearchStrategy[Any]] = {
    str: texts,
    bool: st.booleans(),
    int: st.integers(-(10**9), 10**9),
    float: st.floats(allow_nan=False, allow_infinity=False),
    datetime: moments,
    object: raw_values,
    Value: values,
}


@cache  # a strategy that is made anew at each draw is validated anew, and takes minutes
def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Whatever the annotation allows."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of([st.none() if value is NoneType else any_of(value) for value in _with_values(arguments)])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and Ellipsis not in arguments:
        return st.tuples(*map(any_of, arguments))
    if origin is tuple:
        return st.lists(any_of(arguments[0]), max_size=2).map(tuple)
    if origin is frozenset:
        return st.frozensets(any_of(arguments[0]), max_size=2)
    if origin is Mapping:
        return st.dictionaries(texts, any_of(arguments[1]), max_size=2)
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    assert isinstance(kind, type), kind
    assert is_dataclass(kind), kind
    hints = get_type_hints(kind)
    drawn = {field.name: hints[field.name] for field in fields(kind) if field.init and field.compare}
    return st.deferred(lambda: st.builds(kind, **{name: any_of(field_type) for name, field_type in drawn.items()}))


def _with_values(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """`Value | None` comes flattened; its members are no records."""
    if set(get_args(Value)) <= set(arguments):
        return (Value, *(argument for argument in arguments if argument not in get_args(Value)))
    return arguments


entries: st.SearchStrategy[Entry] = st.sampled_from(sorted(KINDS)).flatmap(lambda name: any_of(KINDS[name]))

SCREEN = ScreenNote("5c" * 32, "com.example.bank", "Transfer", 1080, 2400)
NOTHING_YET = ProgressNote(False, ())
STATES = (
    '{"states": {"Transfer": {"variables": [{"name": "to", "type": "Text"}, {"name": "amount", "type": "Number"}]}}}'
)


def element(description: str, resource: str = "field") -> ElementIdentity:
    return ElementIdentity(
        (0, 3, 1),
        "android.widget.EditText",
        f"com.example.bank:id/{resource}",
        "",
        description,
        "com.example.bank",
        NO_BOUNDS,
    )


def opened(**other: Any) -> Opened:
    given: dict[str, Any] = {
        "at": AT,
        "session": "a1b2c3",
        "instruction": "Send 20 to Ann",
        "specification": 'Transfer(to = "Ann", amount = 20) -> Send\nSend -> Done',
        "states": STATES,
        "policy": "",
        "apps": (AppNote("Bank", "com.example.bank", "00" * 32),),
        "device": "phone",
        "agent": "scripted",
        "detectors": (),
        "threshold": 0.7,
        "similarity": "character trigrams",
        "screen": SCREEN,
        "updates": (),
        "unread": (),
        "progress": NOTHING_YET,
        "feedback": "",
    }
    return Opened(**{**given, **other})


def considered(
    action: Action, *updates: Update, step: int = 1, hides_text: bool = False, thought: str = ""
) -> Considered:
    decision_input = DecisionInput(
        step,
        AT,
        Proposal(action, thought),
        SCREEN,
        "com.example.bank",
        True,
        Anticipation(updates),
        None,
        "",
        (),
        SessionState(),
    )
    return Considered(decision_input, "d1" * 32, NO_BOUNDS, hides_text)


def session() -> list[Entry]:
    """A session of one step as a guard's journal has it: the task has come no further, so that is not told again."""
    allowed = Allow((Reason(Source.APPROVAL, "approved", "approved by Ann"),))
    return [
        opened(),
        considered(Action("input", "To", "Ann", element=element("To")), Update("Transfer", set={"to": "Ann"})),
        Decided(1, AT, allowed, allowed, "", NOTHING_YET),
        Executing(1, AT, "d1" * 32),
        Ran(1, AT, "executed", ""),
        Saw(1, AT, SCREEN, (Update("Transfer", set={"to": "Ann", "amount": 20}),), (), (), (), (), None, "Go on."),
        Closed(AT, True, "finished"),
    ]
