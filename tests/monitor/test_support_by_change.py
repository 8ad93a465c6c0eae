"""Support by what changes, and `once`: examples to be read off docs/language.md, for the twin and the monitor alike."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

import pytest

from handrail.app.update import Raw, Update
from handrail.language.specification import Specification
from monitor.naive_twin import NaiveTwin
from monitor.strategies import Session
from monitor.test_twin import MonitorAsTwin
from monitor.worlds import specification

NOON = datetime(2026, 3, 10, 12, 0)  # noqa: DTZ001 - a naive clock is taken as it stands

Begins: TypeAlias = Callable[[Specification, datetime], Session]


def twin(rules: Specification, clock: datetime) -> Session:
    return NaiveTwin(rules, clock=clock)


def monitor(rules: Specification, clock: datetime) -> Session:
    return MonitorAsTwin(rules, clock)


both_ways = pytest.mark.parametrize("begins", [twin, monitor])


def alarm(label: str, **values: Raw) -> Update:
    return Update("Alarm", set={"label": label, **values})


def gone(label: str) -> Update:
    return Update("Alarm", delete={"label": label})


def contact(name: str, group: str | None = None) -> Update:
    return Update("Contact", set={"name": name, "group": group})


def message(**values: Raw) -> Update:
    return Update("Message", set=values)


NINE, TEN = alarm("Work", time="09:00", on=True), alarm("Gym", time="10:00", on=True)

CASES: dict[str, tuple[str, Sequence[Update], Sequence[Update], bool]] = {
    # rule, what is there, what the committing action changes, whether it is supported
    "another row": ("Alarm(time = 9:00)", [NINE], [TEN], False),
    "the row itself": ("Alarm(time = 9:00)", [], [NINE], True),
    "one of two rows": ("Alarm(time = 9:00)", [], [TEN, NINE], True),
    "nothing changes": ("Alarm(time = 9:00)", [NINE], [], True),
    "a state without keys": ("Alarm(time = 9:00)", [NINE], [message(to="Ann")], True),
    "a state the rule does not mention": ("Alarm(time = 9:00)", [NINE], [contact("Ann")], True),
    "a rule that requires nothing": ("True", [NINE], [TEN], True),
    "a row that another predicate speaks of": ("Alarm(time = 9:00) & Alarm(time = 10:00)", [NINE], [TEN], True),
    "any row will do": ("Alarm(time = 9:00) & Alarm()", [NINE], [TEN], True),
    "a row set as wanted and gone again": ("Alarm(time = 9:00)", [NINE], [TEN, gone("Gym")], False),
    "switched off, as wanted of the row": ("Alarm(on = true)[= 0]", [NINE], [alarm("Work", on=False)], True),
    "another row switched off": (
        'Alarm(label = "Work", on = true)[= 0]',
        [alarm("Work", on=False), TEN],
        [alarm("Gym", on=False)],
        False,
    ),
    "deleted, and it was to go": ('Alarm(label = "Work")[= 0]', [NINE, TEN], [gone("Work")], True),
    "deleted, and another was to go": ('Alarm(label = "Work")[= 0]', [TEN], [gone("Gym")], False),
    "deleted unseen, and it was named": ('Alarm(label = "Work")[= 0]', [], [gone("WORK")], True),
    "deleted unseen, by what nobody saw": ('Alarm(label = "Work", on = true)[= 0]', [], [gone("Work")], False),
    "deleted, and one more": (
        "Alarm(on = true)[= 0]",
        [NINE, alarm("Nap", on=False)],
        [gone("Work"), gone("Nap")],
        False,
    ),
    "deleted, and it was what was to be there": ("Alarm(on = true)", [NINE, TEN], [gone("Gym")], True),
    "a rename": ('Alarm(label = "Job")', [NINE], [gone("Work"), alarm("Job", time="09:00")], True),
    "moved away, and none was to be there": (
        'Alarm(label = "Work")[= 0]',
        [NINE],
        [gone("Work"), alarm("Old", time="09:00")],
        True,
    ),
    "moved away, and another was to go": (
        'Alarm(label = "Work")[= 0]',
        [TEN],
        [gone("Gym"), alarm("Old", time="10:00")],
        False,
    ),
    "moved away, and one more": (
        'Alarm(label = "Work")[= 0]',
        [NINE, TEN],
        [gone("Work"), gone("Gym"), alarm("Old")],
        False,
    ),
    "a rename into something else": ('Alarm(label = "Gym")', [NINE, TEN], [gone("Work"), alarm("Job")], False),
    "the row that ?x binds": (
        "Message(to = ?who) & Contact(name = ?who, group = ?_)",
        [message(to="Ann"), contact("Bob", "work")],
        [contact("ann", "friends")],
        True,
    ),
    "another row than ?x binds": (
        "Message(to = ?who) & Contact(name = ?who, group = ?_)",
        [message(to="Ann"), contact("Ann", "friends")],
        [contact("Bob", "friends")],
        False,
    ),
    "one binding for all of it": (
        "Contact(name = ?a) & Alarm(label = ?a)",
        [contact("Ann"), alarm("Ann"), contact("Bob"), alarm("Bob")],
        [contact("Ann", "x"), alarm("Bob", on=True)],
        False,
    ),
    "rows that go, of different groups": (
        "Contact(group = ?_) & Alarm(on = true)",
        [contact("Ann", "a"), contact("Bob", "b"), contact("Carl", "c"), NINE],
        [Update("Contact", delete={"name": "Ann"}), Update("Contact", delete={"name": "Bob"})],
        True,
    ),
    "the clock": ("Alarm(time > Now)", [alarm("Late", time="13:00")], [alarm("Early", time="11:00")], False),
    "under once": ("once Alarm(time = 9:00)", [NINE], [TEN], True),
}


@both_ways
@pytest.mark.parametrize(("rule", "known", "changes", "supported"), CASES.values(), ids=CASES.keys())
def test_a_rule_supports_an_action_by_the_rows_that_it_changes(
    begins: Begins, rule: str, known: Sequence[Update], changes: Sequence[Update], supported: bool
) -> None:
    session = begins(specification(f"{rule} -> Save", "Save -> Done"), NOON)
    session.observe(known, NOON)
    for _ in range(2):  # insisting on what is soft does not help
        outcome = session.anticipate(changes, ["Save"], now=NOON)
        if outcome.kind != "warn":
            break
    assert (outcome.kind, outcome.unmet) == (("allow", ()) if supported else ("block", ("Save",)))


@both_ways
def test_the_second_rule_may_speak_of_what_the_first_does_not(begins: Begins) -> None:
    session = begins(specification("Alarm(time = 9:00) -> Save", "Alarm(time = 10:00) -> Save", "Save -> Done"), NOON)
    session.observe([NINE])
    assert session.anticipate([TEN], ["Save"]).kind == "allow"


@both_ways
def test_what_changes_plays_no_part_at_the_finish_and_under_still(begins: Begins) -> None:
    session = begins(specification("Alarm(time = 9:00) -> Save", "still Save -> Tidy", "Tidy -> Done"), NOON)
    session.anticipate([NINE], ["Save"])
    session.commit()
    assert session.anticipate([TEN], ["Tidy"]).kind == "warn"
    assert session.anticipate([TEN], ["Tidy"]).kind == "allow"
    session.commit()
    assert session.finish()


@both_ways
def test_an_update_is_not_suspect_beside_one_that_agrees(begins: Begins) -> None:
    rules = specification('Alarm(label = "Work", on = true) -> Done')
    work, gym = alarm("Work", on=True), alarm("Gym", on=False)
    assert begins(rules, NOON).anticipate([gym, work]).kind == "allow"
    assert begins(rules, NOON).anticipate([gym, work, contact("Ann")]).kind == "allow"
    assert begins(rules, NOON).anticipate([gym]).suspects == (0,)
    assert begins(rules, NOON).anticipate([gym, alarm("Nap", on=True)]).suspects == (0, 1)
    silent = specification("Alarm(on = true) -> Done")  # the other one says nothing of what is wanted
    assert begins(silent, NOON).anticipate([gym, alarm("Nap", time="9:00")]).suspects == (0,)


# `once`.

SEEN = specification('once Alarm(label = "Work", on = true) -> Done')


@both_ways
def test_what_held_after_a_step_is_enough(begins: Begins) -> None:
    session = begins(SEEN, NOON)
    assert not session.finish()
    session.anticipate([alarm("Work", on=True)])
    session.commit()
    session.observe([alarm("Work", on=False)])  # the step is over when the answer was observed
    assert not session.finish()
    session.anticipate([alarm("Work", on=True)])
    session.commit()
    session.anticipate([alarm("Work", on=False)])  # the step before is over: nothing was observed
    session.commit()
    assert session.finish()


@both_ways
def test_what_was_only_anticipated_is_not_enough(begins: Begins) -> None:
    session = begins(SEEN, NOON)
    session.anticipate([alarm("Work", on=True)])
    session.revert()
    assert not session.finish()


@both_ways
def test_what_held_at_the_start_is_enough(begins: Begins) -> None:
    session = begins(specification("once Alarm()[= 0] -> Done"), NOON)
    session.observe([NINE])
    assert session.finish()


@both_ways
def test_once_holds_while_its_predicate_does(begins: Begins) -> None:
    session = begins(specification("once Alarm(time = 9:00) -> Save", "Save -> Done"), NOON)
    assert session.anticipate([NINE], ["Save"]).kind == "allow"
    session.revert()
    assert session.anticipate([], ["Save"]).kind == "block"


@both_ways
def test_a_mention_under_once_is_none_any_more_when_it_has_held(begins: Begins) -> None:
    session = begins(SEEN, NOON)
    off = alarm("Work", on=False)
    assert session.anticipate([off]).kind == "warn"
    session.observe([alarm("Work", on=True)])
    assert session.anticipate([off]).kind == "allow"
    session.commit()
    assert session.observe([off]).suspects == ()


@both_ways
def test_under_once_now_is_the_clock_of_that_moment(begins: Begins) -> None:
    session = begins(specification("once Alarm(time > Now) -> Done"), NOON)
    session.anticipate([alarm("Tea", time="12:30")], now=NOON)
    session.commit()
    assert session.finish(NOON.replace(hour=13))
