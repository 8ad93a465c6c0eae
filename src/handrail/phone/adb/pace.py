"""How the phone's time passes while clients wait: at once, or with the time of the computer.

At once is the usual: what sleeps costs nobody anything, and the same calls give the same phone. With a stopwatch or a
timer in front of a person, or of an agent that waits, the time has to pass by itself.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from handrail.phone.phone import Phone

TICK_S = 0.1


class Pace(Protocol):
    """What waits for a client."""

    async def wait(self, seconds: float) -> None:
        """Until so much time has passed on the phone."""
        ...

    def passed(self, seconds: float) -> None:
        """So much time has passed outside, while something was waited for."""
        ...


class AtOnce:
    """The phone's clock is put forward, and nobody waits."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    async def wait(self, seconds: float) -> None:
        """Put the clock forward."""
        self.passed(seconds)

    def passed(self, seconds: float) -> None:
        """Put the clock forward."""
        self._phone.advance(seconds)


class RealTime:
    """The phone's clock goes on as the computer's does, from when this was made; `seconds_now` counts seconds.

    The phone is one of `Phone(action_ms=0)`, since its touches take the time that they take.
    """

    def __init__(self, phone: Phone, seconds_now: Callable[[], float] = time.monotonic) -> None:
        self._phone = phone
        self._seconds_now = seconds_now
        self._since_s = seconds_now() - phone.uptime_ms / 1000

    def catch_up(self) -> None:
        """Let pass on the phone what has passed outside of it."""
        behind_s = self._seconds_now() - self._since_s - self._phone.uptime_ms / 1000
        if behind_s > 0:
            self._phone.advance(behind_s)

    async def run(self) -> None:
        """Catch up again and again, without end."""
        while True:
            self.catch_up()
            await asyncio.sleep(TICK_S)

    async def wait(self, seconds: float) -> None:
        """Wait outside."""
        await asyncio.sleep(seconds)
        self.catch_up()

    def passed(self, seconds: float) -> None:  # noqa: ARG002 - the clock outside knows better
        """Catch up."""
        self.catch_up()
