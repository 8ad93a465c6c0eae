"""A value is read once and looked up from then on; nothing that is only equal to it is taken for it."""

from decimal import Decimal

import pytest

from handrail import App, Monitor, Specification, Update
from handrail.language import State, Type, Variable
from handrail.monitor import Allow, Block, Warn
from handrail.monitor.told_values import LONGEST_KEPT, MOST_KEPT, ToldValues

ROOM = State.of("Room", Variable("guests", Type.NUMBER), Variable("quiet", Type.BOOLEAN), Variable("note", Type.TEXT))


def monitor() -> Monitor:
    rules = "Room(guests <= 2, quiet = true) -> Book\nBook -> Done"
    return Monitor(Specification.parse(rules, App.of("hotel", [ROOM])))


def said(about: Monitor, **values: object) -> type:
    verdict = about.anticipate([Update("Room", set=values)])
    if isinstance(verdict, Allow):
        about.revert()
    return type(verdict)


@pytest.mark.parametrize(
    ("first", "then"),
    [({"guests": 1}, {"guests": True}), ({"quiet": True}, {"quiet": 1}), ({"guests": 1}, {"guests": "1"})],
)
def test_what_is_equal_to_a_known_value_and_of_another_type_is_refused(
    first: dict[str, object], then: dict[str, object]
) -> None:
    told_monitor = monitor()
    assert said(told_monitor, **first) is Allow
    assert said(told_monitor, **then) is Block
    assert said(told_monitor, **first) is Allow


def test_a_number_that_is_equal_to_a_known_one_is_shown_as_it_was_told() -> None:
    told_monitor = monitor()
    shown = []
    for told in (2, 2.0, Decimal("2.00"), 2):
        told_monitor.observe([Update("Room", set={"guests": told})])
        shown.append(str(told_monitor.known().rows["Room"][0]["guests"]))
    assert shown == ["2", "2.0", "2.00", "2"]


def test_a_verdict_is_the_same_the_second_time() -> None:
    told_monitor = monitor()
    assert [
        said(told_monitor, guests=3),
        said(told_monitor, quiet=False),
        said(told_monitor, guests=3),
        said(told_monitor, guests=2),
    ] == [
        *(Warn, Warn, Warn),
        Allow,
    ]


def test_what_cannot_be_looked_up_is_refused_as_before() -> None:
    verdict = monitor().anticipate([Update("Room", set={"guests": [1]})])
    assert isinstance(verdict, Block)
    assert "`guests` is a Number" in str(verdict)


def test_no_more_values_are_kept_than_anybody_needs() -> None:
    told = ToldValues(ROOM.variables["guests"], None)
    for number in range(MOST_KEPT + 10):
        assert told[number][1] == number
    assert len(told) == 10
    notes = ToldValues(ROOM.variables["note"], None)
    long = "A" * (LONGEST_KEPT + 1)
    assert notes[long][2] == long.lower()
    assert not notes
