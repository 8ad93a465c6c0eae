"""How what a screen shows agrees with what was foreseen: confirmed, as before, contradicted, or not shown."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.app import Update
from handrail.app.drift import Drift, Fit, Sign
from handrail.app.screen_model import Listed
from handrail.guard.doubts import Agreement, Awaited, Doubts, agreement_with, foresee
from handrail.guard.facts import Facts
from handrail.guard.known_rows import FactOrigin
from handrail.guard.screen_digest import PageStructure
from handrail.language.declaration import State, Variable, states_by_name
from handrail.language.value import Type

STATES = states_by_name(
    [
        State.of("Form", Variable("name", Type.TEXT), Variable("people", Type.NUMBER)),
        State.of("Alarm", Variable("time", Type.TEXT, True), Variable("on", Type.BOOLEAN)),
    ]
)
WHOLE, PART = Listed("Alarm", whole=True, within={}), Listed("Alarm", whole=False, within={})
STAYED, LEFT = False, True


def form(**values: Any) -> Update:
    return Update("Form", values)


def alarm(time: str, **values: Any) -> Update:
    return Update("Alarm", {"time": time, **values})


def no_alarm(time: str) -> Update:
    return Update("Alarm", delete={"time": time})


def agreement(
    before: Iterable[Update],
    said: Update,
    after: Iterable[Update],
    *lists: Listed,
    left: bool = STAYED,
    typed: bool = False,
) -> Agreement:
    """What comes of an action: seen before it, said of it, and seen after it."""
    facts = Facts(STATES)
    facts.look()
    facts.note(before, FactOrigin.SEEN)
    (foreseen,) = foresee([said], facts, typed=typed)
    facts.note([said], FactOrigin.ANTICIPATED)
    facts.look()
    seen = tuple(after)
    facts.note(seen, FactOrigin.SEEN)
    facts.note(facts.gone(seen, lists), FactOrigin.SEEN)
    return agreement_with(foreseen, facts, lists, left=left)[0]


@pytest.mark.parametrize(
    ("before", "said", "after", "lists", "left", "expected"),
    [
        # a value
        ([form(people=2)], form(people=3), [form(people=3)], [], STAYED, Agreement.CONFIRMED),
        ([form(people=2)], form(people=3), [form(people=2)], [], STAYED, Agreement.AS_BEFORE),
        ([form(people=2)], form(people=3), [form(people=2)], [], LEFT, Agreement.CONTRADICTED),
        ([form(people=2)], form(people=3), [form(people=4)], [], STAYED, Agreement.CONTRADICTED),
        ([form(people=2)], form(people=3), [], [], LEFT, Agreement.NOT_SHOWN),
        ([], form(people=3), [form(people=4)], [], STAYED, Agreement.AS_BEFORE),  # it may have been 4 before
        ([], form(people=3), [form(people=4)], [], LEFT, Agreement.CONTRADICTED),
        (
            [form(people=3)],
            form(people=3),
            [form(people=4)],
            [],
            STAYED,
            Agreement.NOT_SHOWN,
        ),  # it was to change nothing
        ([form(people=2)], form(people=None), [form(people=9)], [], LEFT, Agreement.NOT_SHOWN),
        # a row that comes
        ([], alarm("7:00", on=True), [alarm("7:00", on=True)], [WHOLE], LEFT, Agreement.CONFIRMED),
        ([], alarm("7:00", on=True), [alarm("7:00", on=False)], [WHOLE], LEFT, Agreement.CONFIRMED),  # it is there
        ([], alarm("7:00", on=True), [alarm("8:00", on=True)], [WHOLE], LEFT, Agreement.CONTRADICTED),
        ([], alarm("7:00", on=True), [], [WHOLE], STAYED, Agreement.AS_BEFORE),
        ([], alarm("7:00", on=True), [alarm("8:00", on=True)], [PART], LEFT, Agreement.NOT_SHOWN),
        # a row that changes
        ([alarm("7:00", on=False)], alarm("7:00", on=True), [alarm("7:00", on=False)], [], STAYED, Agreement.AS_BEFORE),
        (
            [alarm("7:00", on=False)],
            alarm("7:00", on=True),
            [alarm("7:00", on=False)],
            [],
            LEFT,
            Agreement.CONTRADICTED,
        ),
        # a row that goes
        ([alarm("7:00", on=True)], no_alarm("7:00"), [], [WHOLE], LEFT, Agreement.CONFIRMED),
        ([alarm("7:00", on=True)], no_alarm("7:00"), [], [PART], LEFT, Agreement.NOT_SHOWN),
        ([alarm("7:00", on=True)], no_alarm("7:00"), [alarm("7:00", on=True)], [WHOLE], STAYED, Agreement.AS_BEFORE),
        ([alarm("7:00", on=True)], no_alarm("7:00"), [alarm("7:00", on=True)], [WHOLE], LEFT, Agreement.CONTRADICTED),
    ],
)
def test_what_comes_of_an_action(
    before: list[Update], said: Update, after: list[Update], lists: list[Listed], left: bool, expected: Agreement
) -> None:
    assert agreement(before, said, after, *lists, left=left) is expected


@pytest.mark.parametrize(
    ("typed", "shown", "expected"),
    [
        ("5551234", "555-1234", Agreement.CONFIRMED),
        ("new york", "New York", Agreement.CONFIRMED),
        ("10115", "Berlin 10115", Agreement.CONFIRMED),  # what stood there before
        ("a very long name", "a very long", Agreement.CONFIRMED),  # the field takes no more
        ("Ann", "Bob", Agreement.CONTRADICTED),
        ("Ann", "An", Agreement.CONFIRMED),
    ],
)
def test_an_app_writes_what_is_typed_in_its_own_way(typed: str, shown: str, expected: Agreement) -> None:
    assert agreement([form(name="x")], form(name=typed), [form(name=shown)], typed=True) is expected


def test_what_was_not_typed_is_not_taken_for_the_same_because_it_has_it_in_it() -> None:
    assert agreement([form(name="x")], form(name="Ann"), [form(name="Joanna")]) is Agreement.CONTRADICTED
    assert agreement([form(name="x")], form(name="5551234"), [form(name="555 1234")]) is Agreement.CONFIRMED


NUMBERS = st.integers(0, 3)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_as_foreseen_and_as_it_was_on_the_same_page_are_never_contradictions(was: int, said: int, now: int) -> None:
    found = agreement([form(people=was)], form(people=said), [form(people=now)])
    assert (found is Agreement.CONTRADICTED) == (was != said and now not in (was, said))


def test_two_rows_of_the_same_keys_are_not_waited_for() -> None:
    facts = Facts(STATES)
    facts.look()
    facts.note([alarm("7:00", on=True)], FactOrigin.SEEN)
    facts.note_lists([PART], [alarm("7:00")])
    assert list(foresee([no_alarm("7:00")], facts, typed=False)) == []


APP = "com.example.app"
FORM_PAGE = PageStructure(".Edit", frozenset({"form", "save"}))
LIST_PAGE = PageStructure(".List", frozenset({"list", "add"}))


def after_saving(*later: list[Update]) -> Doubts:
    """An alarm was saved, the list came without it, and then what is told."""
    doubts, facts = Doubts(()), Facts(STATES)
    facts.look()
    said = alarm("7:00", on=True)
    doubts.expect(Awaited(APP, "save", tuple(foresee([said], facts, typed=False)), FORM_PAGE))
    facts.note([said], FactOrigin.COMMITTED)
    for seen in ([], *later):
        facts.look()
        facts.note(seen, FactOrigin.SEEN)
        facts.note(facts.gone(seen, [WHOLE]), FactOrigin.SEEN)
        doubts.look(facts, (), [WHOLE], {APP: LIST_PAGE}, explained=True)
    return doubts


def test_a_row_that_is_only_shown_later_came_about_after_all() -> None:
    assert [drift.sign for drift in after_saving().open] == [Sign.CONTRADICTED]
    assert len(after_saving([], []).open) == 1
    assert after_saving([], [alarm("7:00", on=True)]).open == ()


def test_a_screen_that_somebody_else_changed_is_not_held_against_the_action() -> None:
    doubts, facts = Doubts(()), Facts(STATES)
    facts.look()
    facts.note([form(people=2)], FactOrigin.SEEN)
    doubts.expect(Awaited(APP, "more", tuple(foresee([form(people=3)], facts, typed=False)), FORM_PAGE))
    facts.look()
    facts.note([form(people=9)], FactOrigin.SEEN)
    assert doubts.look(facts, (), (), {APP: FORM_PAGE}, explained=False) == ((), None)
    assert not doubts.open


def test_what_fits_again_is_in_doubt_no_longer() -> None:
    doubts, facts = Doubts(()), Facts(STATES)
    blind, gone = Drift(APP, Sign.BLIND, "list", "it is blind"), Drift(APP, Sign.ELEMENT_GONE, "add", "it is gone")
    doubts.look(facts, [Fit(APP, ("list",), (), frozenset(), (blind, gone))], (), {}, explained=True)
    assert doubts.about([APP]) == (blind, gone)
    assert doubts.about(["com.other"]) == ()
    met, _ = doubts.look(facts, [Fit(APP, ("list",), ("add",), frozenset())], (), {}, explained=True)
    assert list(doubts.open) == [blind]
    assert [app_fit.elements for app_fit in met] == [("add",)]
    met, _ = doubts.look(facts, [Fit(APP, ("list",), ("add",), frozenset({"list"}))], (), {}, explained=True)
    assert not doubts.open
    assert met == ()
