"""The phone's own time: it passes when the phone is used or told to wait, never by itself."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from handrail.error import Misuse

STARTED = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""A Monday morning; what a phone shows first unless told otherwise."""


@dataclass(slots=True)
class PhoneClock:
    """Counts milliseconds since the phone started."""

    started: datetime = STARTED
    elapsed_ms: int = 0

    @property
    def now(self) -> datetime:
        """The date and time that the phone shows."""
        return self.started + timedelta(milliseconds=self.elapsed_ms)

    @property
    def epoch_ms(self) -> int:
        """Milliseconds since 1970, as file times and logs use them."""
        return int(self.started.timestamp()) * 1000 + self.elapsed_ms

    def advance(self, milliseconds: int) -> None:
        """Let time pass. Raises `Misuse` if it would run backwards."""
        if milliseconds < 0:
            raise Misuse(f"a phone's clock does not run backwards: {milliseconds} ms; restore a snapshot instead")
        self.elapsed_ms += milliseconds
