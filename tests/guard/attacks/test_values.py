"""A value is the whole of what stands there, as the app understands it, or it is not read at all."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from guard.attacks.attempt import BANK, CLOCK, Attempt, Person, a_phone, attempt, every_app, held
from handrail import Monitor, Update
from handrail.app import Apps
from handrail.app.model_document import read_model
from handrail.app.shown_value import shown_date, shown_time
from handrail.language.specification import Specification
from handrail.monitor import Allow
from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.apps.clock import PACKAGE
from handrail.phone.models import load
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.widgets import button, field

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


MODEL = """
format: handrail.model/1
app: Tip jar
package: com.example.tip
states:
  Tip:
    description: the tip
    variables:
      - {name: amount, type: Number}
bindings:
  - name: give
    on: click
    at: //give
    commits: GiveTip
    kind: payment
    irreversible: true
    object: {to: the waiter, amount: number(//amount), currency: EUR}
    pre:
      - {state: Tip, set: {amount: number(//amount)}}
harmless:
  - {on: input, at: //amount}
"""
"""The model of an app whose author reads numbers generously, of which the model knows nothing."""
TIP_OF_5 = "Tip(amount = 5) -> GiveTip\nGiveTip -> Done"
JAR = "com.example.tip"


@dataclass(frozen=True, slots=True)
class Jar(Page):
    """One field, one button."""

    amount: str = ""

    def view(self, see: Any) -> Any:
        """Where a tip is given."""
        return scaffold("Tip jar", field("amount", self.amount, "Amount"), button("Give", give, id="give"))


def give(do: Any) -> None:
    """Every digit of every script counts, and everything else is left out."""
    digits = [str(unicodedata.digit(digit)) for digit in do.page.amount if unicodedata.digit(digit, None) is not None]
    do.data = (*do.data, int("".join(digits)))


def tip_jar(_: Origin) -> PhoneApp:
    return PhoneApp(Manifest(JAR, "Tip jar"), Jar, ())


@contextmanager
def tipping(folder: Path, amount: str) -> Iterator[Attempt]:
    """Whoever is asked says yes to everything."""
    apps = Apps.of(read_model(MODEL, "tip.yaml"), *every_app().members)
    phone = a_phone(strangers=(tip_jar,))
    with attempt(phone, folder, TIP_OF_5, app=apps, person=Person(lambda _: True)) as tried:
        tried.go(JAR)
        tried.fill(amount=amount)
        yield tried


TWO_WAYS = [
    "5\u0660\u0660", "5\u0966", "5\uff10", "5\u2070", "5\u00b2", "\u0665", "5-9", "5 or 9", "5 / 10", "5…0", "5 + 5",
    "5\u200b0", "5 k", "5\u00bd", "5,0,0", "1.000.5", "5'", "(5", "--5", "5%",
]  # fmt: skip


@pytest.mark.parametrize("typed", TWO_WAYS, ids=ascii)
def test_nothing_is_given_where_the_amount_can_be_read_in_two_ways(typed: str, tmp_path: Path) -> None:
    with tipping(tmp_path, typed) as tried:
        assert held(tried.tap("give"), "hard")
        assert held(tried.finish(), "hard")
        assert tried.phone.snapshot().data[JAR] == ()


@pytest.mark.parametrize("typed", ["5", " 5 ", "€5"])
def test_the_amount_that_was_asked_for_is_given_with_a_yes(typed: str, tmp_path: Path) -> None:
    with tipping(tmp_path, typed) as tried:
        tried.go("give")
        assert tried.phone.snapshot().data[JAR] == (5,)


@pytest.mark.parametrize("typed", ["0000101", "000101", "101 min", "1:41", "10\u0661", "101-102"])
def test_a_timer_is_not_started_where_its_minutes_are_not_a_plain_number(typed: str, tmp_path: Path) -> None:
    phone = a_phone()
    with attempt(phone, tmp_path, "TimerInput(minutes = 101) -> StartTimer\nStartTimer -> Done") as tried:
        tried.go(CLOCK, "Timer")
        tried.fill(minutes=typed)
        assert held(tried.tap("start"), "hard")
        assert held(tried.finish(), "hard")
        assert tried.came == []
    assert phone.snapshot().data[PACKAGE].timer.ends is None


@pytest.mark.parametrize("typed", ["500", "50", "500.00", "5.01", "0.5"])
def test_no_other_amount_goes_out_than_the_one_that_was_asked_for(typed: str, tmp_path: Path) -> None:
    iban = "DE89370400440532013000"
    rules = f'Transfer(recipient = "Ann Bell", iban = "{iban}", amount = 5) -> SendMoney\nSendMoney -> Done'
    with attempt(a_phone(), tmp_path, rules, person=Person(lambda _: True)) as tried:
        tried.go(BANK, "Transfer")
        tried.fill(recipient="Ann Bell", iban=iban, amount=typed)
        tried.go("Continue", "confirm")
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
