"""How an app may write a time or a day where it shows it as a text."""

from datetime import date, time, timedelta
from decimal import Decimal

from handrail.encoder.offline.grammar import grammar
from handrail.language.value import show_number

_MONTHS: tuple[str, ...] = ("January", "February", "March", "April", "May", "June", "July", "August")
_MONTHS += ("September", "October", "November", "December")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def time_spellings(value: time) -> list[str]:
    """How an app may write a time where it shows it as a text."""
    half, hour = ("AM", "PM")[value.hour >= 12], value.hour % 12 or 12
    plain = [f"{value.hour:02d}:{value.minute:02d}", f"{hour}:{value.minute:02d} {half}", f"{hour}:{value.minute:02d}"]
    return list(dict.fromkeys(plain if value.hour < 13 else plain[:2]))


def day_spellings(value: date | int, today: date) -> list[str]:
    """How an app may write a day where it shows it as a text."""
    day = today + timedelta(value) if isinstance(value, int) else value
    near = {0: ["Today"], 1: ["Tomorrow"], -1: ["Yesterday"]}.get((day - today).days, [])
    month = _MONTHS[day.month - 1]
    short = month[:3]
    return [
        *near,
        day.isoformat(),
        f"{month} {day.day}",
        f"{short} {day.day}",
        f"{_DAYS[day.weekday()]}, {short} {day.day}",
    ]


def amount_spellings(written: str, value: object, unit: str) -> list[str]:
    """How an app may write an amount where it shows it as a text: `5 minutes`, `5 mins`, `5 min`."""
    if not isinstance(value, Decimal) or not unit:
        return [written]
    forms = [form for form, base in grammar().units.items() if base == unit and form.isalpha()]
    return list(dict.fromkeys((written, *(f"{show_number(value)} {form}" for form in forms))))
