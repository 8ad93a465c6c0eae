"""How the phone's time passes."""

import asyncio

from handrail.phone.adb import Handset, RealTime, run_line
from handrail.phone.phone import Phone


def test_a_phone_in_real_time_follows_the_clock_outside() -> None:
    outside = [100.0]
    phone = Phone(action_ms=0)
    pace = RealTime(phone, lambda: outside[0])
    phone.tap(1, 1)
    assert phone.uptime_ms == 0
    outside[0] += 12.5
    pace.catch_up()
    assert phone.uptime_ms == 12_500
    pace.passed(3.0)
    assert phone.uptime_ms == 12_500  # outside nothing has passed


def test_a_phone_that_does_not_follow_it_waits_for_nobody() -> None:
    handset = Handset(Phone(), lambda _: b"")
    run_line(handset, "sleep 60")
    assert handset.phone.uptime_ms == 60_000
    asyncio.run(handset.pace.wait(1))
    assert handset.phone.uptime_ms == 61_000
