"""A value is the whole of what stands there, as the app understands it, or it is not read at all."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from guard.attacks.attempt import BANK, CLOCK, Person, a_phone, attempt, held, why
from handrail import Monitor, Update
from handrail.app.shown_value import shown_date, shown_time
from handrail.language.specification import Specification
from handrail.monitor import Allow
from handrail.phone.apps.clock import PACKAGE
from handrail.phone.models import load

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize("typed", ["1\u0660", "1\u0966", "1０", "1\u2070", "1⑩", "0000001", "1-10", "1 of 10", "1…", "1x"])
def test_a_timer_is_not_started_where_its_minutes_can_be_read_in_two_ways(typed: str, tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, "TimerInput(minutes = 1) -> StartTimer\nStartTimer -> Done") as tried:
        tried.go(CLOCK, "Timer")
        tried.fill(minutes=typed)
        assert held(tried.tap("start"), "hard")
        assert tried.came == []
        assert tried.finish().outcome != "finished"
    assert phone.snapshot().data[PACKAGE].timer.ends is None


@pytest.mark.parametrize("typed", ["0\u0666", "٠٦", "006", "6-7", "6h"])
def test_an_alarm_is_not_saved_where_its_hour_can_be_read_in_two_ways(typed: str, tmp_path: Path) -> None:
    with attempt(a_phone(), tmp_path, "Alarm(time = 06:45) -> SaveAlarm\nSaveAlarm -> Done") as tried:
        tried.go(CLOCK, "Add alarm")
        tried.fill(hour=typed, minute="45")
        step = tried.tap("Save")
        assert not step.executed
        assert why(step) & {"hard", "unread", "effect-unknown"}
        assert tried.came == []


@pytest.mark.parametrize("typed", ["5\u0660\u0660", "５00", "5.000", "5,00,0", "500", "5e2"])
def test_no_other_amount_goes_out_than_the_one_that_was_asked_for(typed: str, tmp_path: Path) -> None:
    iban = "DE89370400440532013000"
    rules = f'Transfer(recipient = "Ann Bell", iban = "{iban}", amount = 5) -> SendMoney\nSendMoney -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=iban, amount=typed)
        tried.go("Continue")
        if any(one.text == "Confirm transfer" for one in tried.guard.screen.elements()):
            tried.go("confirm")
            assert held(tried.tap("button1"), "hard")
        assert tried.came == []
        assert held(tried.finish(), "hard")


DATES = [
    "2–5 March 2026", "2-5 March 2026", "1/2 March 2026", "Mar 2-5, 2026", "2 to 5 March 2026", "2 or 3 March 2026",
    "Tomorrow, Mar 9 2026", "Sunday, 3 March 2026", "not on 3 March 2026", "before 3 March 2026", "3 March 2026?",
    "2026-03-03 2026-03-04", "30 February 2026", "٣ March 2026",
]  # fmt: skip
TIMES = [
    "7–9 PM", "7 to 9 PM", "7 or 8 PM", "until 21:00", "19:00-ish", "1.30 or 2:30", "19:00, 20:00", "19:0 0", "25:00",
    "19:60", "not 19:00", "13 PM", "١٩:٠٠",
]  # fmt: skip


@pytest.mark.parametrize("text", DATES)
def test_a_range_or_a_contradiction_is_no_date(text: str) -> None:
    assert shown_date(text, NOW) is None


@pytest.mark.parametrize("text", TIMES)
def test_a_range_or_a_contradiction_is_no_time(text: str) -> None:
    assert shown_time(text) is None


def test_a_date_and_a_time_that_say_one_thing_are_read() -> None:
    assert str(shown_date("3 March 2026", NOW)) == "2026-03-03"
    assert str(shown_time("7:30 PM")) == "19:30:00"


@pytest.mark.parametrize("minutes_later", [40, 100])
def test_now_is_what_the_clock_says_after_the_clocks_have_changed(minutes_later: int) -> None:
    winter, summer = timezone(timedelta(hours=1)), timezone(timedelta(hours=2))
    began = datetime(2026, 3, 29, 1, 50, tzinfo=winter)
    rules = "ReserveInfo(time > Now) -> Reserve\nReserve -> Done"
    now = (began + timedelta(minutes=minutes_later)).astimezone(summer)
    for difference, expected in ((-20, False), (20, True)):
        monitor = Monitor(Specification.parse(rules, load("restaurant")), clock=began)
        time = f"{now + timedelta(minutes=difference):%H:%M}"
        monitor.observe([Update("ReserveInfo", set={"time": time})], now=now)
        assert isinstance(monitor.anticipate(commits=["Reserve"], now=now), Allow) == expected
