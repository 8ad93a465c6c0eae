"""Facts that the clock ends: an alarm that rings once is off by itself, and a timer runs for so many seconds.

A model says which variable ends with which other one of its row (`until`). From then on nobody knows it, until a screen
shows it again. What ends with itself runs, as the seconds of a timer do. Source: docs/guard.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from decimal import Decimal

from handrail.app.update import Key, Raw

_RUNS_FOR = timedelta(seconds=1)
"""How long a number that runs is what a screen showed."""
_LONGEST_SECONDS = 366 * 24 * 60 * 60
"""What a number of seconds may be; a longer time outlasts a session."""


@dataclass(slots=True)
class Lapsing:
    """The facts of a session that end by themselves. `until` names, by state, a variable and the one that says when.

    `now` is the time of the last look or action; nothing ends before the first.
    """

    until: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    now: datetime | None = None
    _ends: dict[tuple[str, Key, str], datetime] = field(default_factory=dict)

    def note(self, state: str, key: Key, told: Iterable[str], row: Mapping[str, Raw]) -> None:
        """Something was told of a row that is now known to be so; what is not told goes on as it did."""
        told = frozenset(told)
        for name, by in self.until.get(state, {}).items():
            if name in told or (by in told and row.get(by) is not None):
                ends = self._moment(row[by], runs=name == by) if name in row and row.get(by) is not None else None
                if ends is None:
                    self._ends.pop((state, key, name), None)
                else:
                    self._ends[state, key, name] = ends

    def over(self, now: datetime) -> Mapping[tuple[str, Key], frozenset[str]]:
        """The rows of which something is over at a time, and what."""
        found: dict[tuple[str, Key], frozenset[str]] = {}
        for (state, key, name), ends in self._ends.items():
            if ends <= now:
                found[state, key] = found.get((state, key), frozenset()) | {name}
        return found

    def _moment(self, said: Raw, *, runs: bool) -> datetime | None:
        """The next time that the clock shows this time of the day; or so many seconds from now."""
        if runs and self.now is not None:
            return self.now + _RUNS_FOR
        match said:
            case time() if self.now is not None:
                today = self.now.replace(hour=said.hour, minute=said.minute, second=said.second, microsecond=0)
                return today if today > self.now else today + timedelta(days=1)
            case Decimal() if self.now is not None and 0 <= said <= _LONGEST_SECONDS:
                return self.now + timedelta(seconds=float(said))
            case _:
                return None
