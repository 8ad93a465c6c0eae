"""The monitor by its public door, where an example says more than a property."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from handrail.app.update import Update
from handrail.error import Misuse
from handrail.language.similarity import EXACT, Similarity
from handrail.monitor import Allow, Ask, Block, Monitor, Warn, join
from handrail.monitor.program import UnusableClock
from handrail.monitor.verdict import Undecided, UnmetHead
from monitor.worlds import specification

NOON = datetime(2026, 3, 10, 12, 0)  # noqa: DTZ001 - a naive clock is taken as it stands


def alarm(**values: object) -> Update:
    return Update("Alarm", set=values)


def test_an_insistence_must_repeat_the_action_at_once_and_is_used_up() -> None:
    wrong, other = [alarm(label="Work", on=False)], [alarm(label="Work", on=None)]
    monitor = Monitor(specification('Alarm(label = "Work", on = true) -> Done'))
    assert isinstance(monitor.anticipate(wrong, action="tap"), Warn)
    assert isinstance(monitor.anticipate(wrong, action="another tap"), Warn)
    assert isinstance(monitor.anticipate(wrong, action="tap"), Warn)
    assert isinstance(monitor.anticipate(other, action="tap"), Warn)
    insisted = monitor.anticipate(other, action="tap")
    assert isinstance(insisted, Allow)
    assert [refused.update for refused in insisted.despite] == other
    monitor.commit()
    assert isinstance(monitor.anticipate(other, action="tap"), Warn)


def test_a_finish_in_between_drops_the_insistence_and_an_observation_does_not() -> None:
    wrong = [alarm(label="Work", on=False)]
    monitor = Monitor(specification('Alarm(label = "Work", on = true) -> Done'))
    monitor.anticipate(wrong)
    monitor.observe([alarm(label="Nap", on=True)])
    assert isinstance(monitor.anticipate(wrong), Allow)
    monitor.revert()
    monitor.anticipate(wrong)
    monitor.finish()
    assert isinstance(monitor.anticipate(wrong), Warn)


def test_changing_the_update_object_after_the_warning_is_not_insisting() -> None:
    values: dict[str, object] = {"label": "Work", "on": False}
    monitor = Monitor(specification('Alarm(label = "Work", time = 7:00, on = true) -> Done'))
    assert isinstance(monitor.anticipate([Update("Alarm", set=values)]), Warn)
    values["time"] = "19:00"
    assert isinstance(monitor.anticipate([Update("Alarm", set=values)]), Warn)


def test_a_hard_verdict_lists_both_levels_and_opens_no_insistence() -> None:
    monitor = Monitor(specification('Alarm(label = "Work", on = true) -> Set', "Set -> Done"))
    wrong = [alarm(label="Work", on=False)]
    for _ in range(3):
        verdict = monitor.anticipate(wrong, ["Set"])
        assert isinstance(verdict, Block)
        assert [type(violation).__name__ for violation in verdict.violations] == ["UnmetHead", "SuspectUpdate"]


def test_a_blocked_action_leaves_no_trace_and_a_reverted_one_neither() -> None:
    monitor = Monitor(specification('Alarm(label = "Work", on = true)[= 1] -> Set', "Set -> Done"))
    assert isinstance(monitor.anticipate([alarm(label="Work", on=True), alarm(nonsense=1)], ["Set"]), Block)
    assert isinstance(monitor.anticipate(commits=["Set"]), Block)
    monitor.anticipate([alarm(label="Work", on=True)], ["Set"])
    monitor.revert()
    assert monitor.achieved == frozenset()
    assert isinstance(monitor.anticipate(commits=["Set"]), Block)


def test_several_objectives_are_checked_against_what_was_achieved_before() -> None:
    monitor = Monitor(specification("True -> First", "First -> Second", "Second -> Done"))
    verdict = monitor.anticipate(commits=["First", "Second"])
    assert isinstance(verdict, Block)
    assert [violation.head for violation in verdict.violations if isinstance(violation, UnmetHead)] == [
        specification("First -> Second", "True -> First", "Second -> Done").rules[0].head
    ]
    assert isinstance(monitor.anticipate(commits=["First"]), Allow)


def test_what_nobody_asked_for_is_not_allowed_by_silence() -> None:
    monitor = Monitor(specification("True -> Pay", "Pay -> Done"))
    asked = monitor.anticipate(commits=["Subscribe", "Pay"])
    assert isinstance(asked, Ask)
    assert asked.unrequested == ("Subscribe",)
    monitor.commit()
    assert monitor.achieved == {"Pay"}
    assert isinstance(monitor.anticipate(irreversible=True), Ask)
    monitor.revert()
    assert isinstance(monitor.anticipate(commits=["Done"]), Ask)


def test_still_needs_the_setting_to_last_and_brings_its_mentions_back() -> None:
    monitor = Monitor(specification('Alarm(label = "Work", on = true) -> Set', "still Set -> Done"))
    monitor.anticipate([alarm(label="Work", on=True)], ["Set"])
    monitor.commit()
    assert isinstance(monitor.finish(), Allow)
    assert monitor.observe([alarm(label="Work", on=False)]).suspects
    assert isinstance(monitor.finish(), Block)


@pytest.mark.slow
def test_a_long_chain_of_still_is_no_trouble() -> None:
    length = 1_100  # more than an interpreter goes down by itself
    rules = ["Order(total = 1) -> O0", *(f"still O{n} -> O{n + 1}" for n in range(length)), f"still O{length} -> Done"]
    monitor = Monitor(specification(*rules))
    monitor.observe([Update("Order", set={"total": 1})])
    for n in range(length + 1):
        assert isinstance(monitor.anticipate(commits=[f"O{n}"]), Allow)
        monitor.commit()
    assert isinstance(monitor.finish(), Allow)
    monitor.observe([Update("Order", set={"total": 2})])
    assert isinstance(monitor.finish(), Block)


def broken(_wanted: str, _found: str) -> float:
    raise RuntimeError("the model is gone")


def test_what_breaks_inside_verification_blocks() -> None:
    monitor = Monitor(
        specification('Message(text ~= "hello") -> Send', "Send -> Done"), similarity=Similarity("broken", broken)
    )
    verdict = monitor.anticipate([Update("Message", set={"text": "hi"})])
    assert isinstance(verdict, Block)
    assert isinstance(verdict.violations[0], Undecided)
    assert "the model is gone" in verdict.violations[0].reason
    assert isinstance(monitor.anticipate([Update("Message", set={"text": "Hello"})]), Allow), (
        "equal texts need no model"
    )


def test_after_an_observation_that_could_not_be_verified_nothing_is_allowed() -> None:
    monitor = Monitor(specification('Message(text ~= "hello") -> Done'), similarity=Similarity("broken", broken))
    with pytest.raises(RuntimeError, match="the model is gone"):
        monitor.observe([Update("Message", set={"text": "hi"})])
    assert isinstance(monitor.anticipate(), Block)
    assert isinstance(monitor.finish(), Block)


@pytest.mark.parametrize(("threshold", "expected"), [(0.3, Allow), (0.9, Warn)])
def test_the_threshold_is_really_used(threshold: float, expected: type) -> None:
    half = Similarity("half", lambda _wanted, _found: 0.5)
    monitor = Monitor(specification('Message(text ~= "hello") -> Done'), similarity=half, threshold=threshold)
    assert isinstance(monitor.anticipate([Update("Message", set={"text": "hi"})]), expected)


def test_similarity_is_asked_about_normal_forms() -> None:
    monitor = Monitor(specification('Message(text ~= "HELLO  there") -> Done'), similarity=EXACT)
    assert isinstance(monitor.anticipate([Update("Message", set={"text": " hello There"})]), Allow)


@pytest.mark.parametrize("threshold", [0, -1, 1.1, float("nan")])
def test_a_threshold_that_decides_nothing_is_refused(threshold: float) -> None:
    with pytest.raises(Misuse, match="threshold"):
        Monitor(specification("True -> Done"), threshold=threshold)


def test_the_order_of_calls_is_demanded() -> None:
    monitor = Monitor(specification("True -> Done"))
    with pytest.raises(Misuse, match="anticipate"):
        monitor.commit()
    monitor.anticipate()
    for call in (monitor.anticipate, monitor.finish, lambda: monitor.observe([])):
        with pytest.raises(Misuse, match="`commit` or `revert`"):
            call()
    with pytest.raises(Misuse, match=r"commits=\['Pay'\]"):
        monitor.anticipate(commits="Pay")


def test_relative_days_need_a_clock_and_now_needs_one_at_each_step() -> None:
    with pytest.raises(UnusableClock, match="clock="):
        Monitor(specification("Order(day = Today) -> Done"))
    with pytest.raises(UnusableClock, match="clock="):
        Monitor(specification("Order(day = ?d) & Order(day in [?d, Today+1]) -> Done"))
    with pytest.raises(UnusableClock, match="calendar"):
        Monitor(specification("Order(day = Today+90000) -> Done"), clock=datetime(9_900, 1, 1))  # noqa: DTZ001
    monitor = Monitor(specification("Alarm(time > Now) -> Done"), clock=NOON)
    with pytest.raises(Misuse, match="now="):
        monitor.anticipate([alarm(label="Work", time="13:00")])


def test_now_is_the_clock_of_the_step_as_the_phone_shows_it_whatever_zone_the_session_began_in() -> None:
    seoul = timezone(timedelta(hours=9))
    monitor = Monitor(specification("Alarm(time = Now) -> Done"), clock=datetime(2026, 3, 10, 9, tzinfo=seoul))
    at_noon_there = datetime(2026, 3, 10, 12, 0, 0, 999_999, tzinfo=UTC)
    assert isinstance(monitor.anticipate([alarm(label="Work", time="12:00")], now=at_noon_there), Allow)
    monitor.commit()
    assert isinstance(monitor.finish(now=at_noon_there), Allow)
    assert isinstance(monitor.finish(now=at_noon_there + timedelta(seconds=1)), Block)


def test_a_join_that_would_take_forever_is_not_decided_and_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "MOST_COMBINATIONS", 50)
    rule = "Contact(name = ?a, group = ?x) & Contact(name = ?b, group = ?y) & Message(to != ?a, text != ?b) -> Done"
    monitor = Monitor(specification(rule))
    monitor.observe([Update("Contact", set={"name": f"n{n}", "group": f"g{n}"}) for n in range(20)])
    verdict = monitor.finish()
    assert isinstance(verdict, Block)
    assert isinstance(verdict.violations[0], Undecided)
    with pytest.raises(join.TooManyCombinations, match="in more than 50 ways"):
        monitor.progress()


def test_a_join_of_large_tables_follows_its_index() -> None:
    monitor = Monitor(specification("Contact(name = ?a, group = ?g) & Alarm(label = ?a) & Message(to = ?g) -> Done"))
    monitor.observe([Update("Contact", set={"name": f"n{n}", "group": f"g{n}"}) for n in range(2_000)])
    monitor.observe([alarm(label=f"n{n}") for n in range(0, 2_000, 2)])
    monitor.observe([Update("Message", set={"to": "G1999"})])
    assert isinstance(monitor.finish(), Block)
    monitor.observe([Update("Message", set={"to": "G1998"})])
    assert isinstance(monitor.finish(), Allow)
