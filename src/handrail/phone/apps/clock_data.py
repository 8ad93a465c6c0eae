"""What the clock saves: alarms, a timer, a stopwatch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time

WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm; without days it rings once and switches itself off."""

    number: int
    at: time
    label: str = ""
    days: tuple[str, ...] = ()
    on: bool = True

    @property
    def repeats(self) -> str:
        """When it repeats, in words."""
        if len(self.days) == len(WEEK):
            return "Every day"
        return ", ".join(self.days) or "Once"


@dataclass(frozen=True, slots=True)
class Timer:
    """A countdown. Running, it ends at a moment; paused, some seconds are left."""

    seconds_left: int = 0
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Time gone by before it was last started, when that was, and the laps taken."""

    seconds: int = 0
    started: datetime | None = None
    laps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockData:
    """What the app saves."""

    alarms: tuple[Alarm, ...] = ()
    next_number: int = 1
    timer: Timer = Timer()
    stopwatch: Stopwatch = Stopwatch()

    def alarm(self, number: int) -> Alarm | None:
        """The alarm of that number."""
        return next((alarm for alarm in self.alarms if alarm.number == number), None)

    def with_alarm(self, alarm: Alarm) -> ClockData:
        """With an alarm added or changed, in the order of the day."""
        others = [other for other in self.alarms if other.number != alarm.number]
        alarms = tuple(sorted((*others, alarm), key=lambda each: (each.at, each.number)))
        return replace(self, alarms=alarms, next_number=max(self.next_number, alarm.number + 1))

    def without_alarm(self, number: int) -> ClockData:
        """Without an alarm."""
        return replace(self, alarms=tuple(alarm for alarm in self.alarms if alarm.number != number))
