"""What happened is kept small, and told again it makes a monitor know exactly what it would have known."""

import gc
import tracemalloc
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.app import Anticipation, Update
from handrail.guard.history import Happened, History
from handrail.guard.judging import take_for_granted
from handrail.language.specification import Specification
from handrail.monitor import Monitor
from monitor.strategies import Anticipate, Observe, Script, scripts, specifications, worlds
from monitor.worlds import specification

BEGAN = datetime(2026, 3, 2, 9, 0, 0, 600_000, tzinfo=UTC)


def happened_in(script: Script) -> list[Happened]:
    """What ran and what was seen, each with updates of its own, as two looks have; some of it happens again."""
    happeneds = [
        Happened(Anticipation(step.updates, frozenset(getattr(step, "commits", ()))), step.now or script.clock, acted)
        for step in script.steps
        if (acted := isinstance(step, Anticipate)) or isinstance(step, Observe)
    ]
    return [*happeneds, *happeneds[-3:], *happeneds[:2]]


def history_of(happeneds: Iterable[Happened], began: datetime = BEGAN) -> History:
    history = History(began)
    for happened in happeneds:
        history.add(happened)
    return history


def _said(happened: Happened) -> tuple[object, ...]:
    return happened.anticipation.updates, sorted(happened.anticipation.commits), happened.acted


def told(monitor: Monitor, happeneds: Iterable[Happened]) -> list[object]:
    """All that a monitor says of what happened, and what it knows and would have said of the end after each."""
    said: list[object] = []
    for happened in happeneds:
        if happened.acted:
            take_for_granted(monitor, happened.anticipation, happened.at)
        else:
            said.append(monitor.observe(happened.anticipation.updates, now=happened.at))
        said += [repr(monitor.known()), monitor.progress(now=happened.at), monitor.finish(now=happened.at)]
    return said


@settings(max_examples=30)
@given(st.data())
def test_told_again_it_makes_a_monitor_of_any_rules_know_the_same(data: st.DataObject) -> None:
    rules = data.draw(specifications(data.draw(worlds())))
    script = data.draw(scripts(rules))
    happeneds = happened_in(script)
    again = history_of(happeneds, script.clock)
    assert len(again) == len(happeneds)
    assert repr([_said(happened) for happened in again]) == repr([_said(happened) for happened in happeneds])
    first, second = Monitor(rules, clock=script.clock), Monitor(rules, clock=script.clock)
    assert told(first, happeneds) == told(second, again)


def test_what_held_only_for_a_second_is_found_again() -> None:
    rules: Specification = specification("once Alarm(time = Now) -> Ring", "Ring -> Done")
    alarm = Happened(Anticipation((Update("Alarm", {"label": "a", "time": "09:00:30"}),)), BEGAN, acted=False)
    nothing = [
        Happened(Anticipation(), BEGAN + timedelta(seconds=seconds, microseconds=399_999), acted=False)
        for seconds in range(29, 33)
    ]
    commits = Happened(Anticipation(commits=frozenset({"Ring"})), BEGAN + timedelta(minutes=5), acted=True)
    for happeneds, achieved in (([alarm, *nothing, commits], {"Ring"}), ([alarm, nothing[0], commits], set())):
        monitor = Monitor(rules, clock=BEGAN)
        told(monitor, history_of(happeneds))
        assert monitor.achieved == achieved


def test_the_time_is_the_one_that_the_phone_shows_in_whatever_zone() -> None:
    elsewhere = BEGAN.astimezone(None).replace(tzinfo=None) - timedelta(days=30_000, seconds=1)
    for at in (elsewhere, BEGAN + timedelta(days=30_000), datetime.max.replace(tzinfo=UTC)):
        (again,) = history_of([Happened(Anticipation(), at, acted=True)])
        assert again.at.replace(tzinfo=None) == at.replace(microsecond=0, tzinfo=None)


@pytest.mark.parametrize("values", [(1, True, 1.0), (Decimal("1.5"), Decimal("1.50")), ("a", "A"), (None, "None")])
def test_what_is_equal_and_yet_not_the_same_is_told_apart(values: tuple[object, ...]) -> None:
    happeneds = [Happened(Anticipation((Update("Order", {"total": value}),)), BEGAN, acted=False) for value in values]
    totals = [
        update.set["total"]
        for happened in history_of(happeneds)
        for update in happened.anticipation.updates
        if update.set
    ]
    assert repr(totals) == repr(list(values))


def test_what_says_nothing_new_takes_a_few_bytes() -> None:
    """A list that is looked at again and again, of which one row says something else each time."""

    def look(number: int) -> Happened:
        rows = [Update("Alarm", {"label": f"alarm {row}", "on": row == number % 60}) for row in range(60)]
        return Happened(Anticipation(tuple(rows)), BEGAN + timedelta(seconds=number), acted=False)

    history = history_of(look(number) for number in range(60))
    tracemalloc.start()
    for number in range(60, 180):
        history.add(look(number))
    gc.collect()
    more = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert more < 120 * 40
