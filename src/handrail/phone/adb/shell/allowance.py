"""What one line may use up: steps and bytes, counted rather than timed, so that a line ends alike on every machine."""

from dataclasses import dataclass

MOST_STEPS = 50_000
"""How many commands and rounds one line may run; a script without end would hold its client and all others for ever."""

MOST_BYTES = 256 * 1024 * 1024
"""How much its values and what it prints may add up to; a value that is doubled in a loop soon fills every memory."""


class Exhausted(Exception):
    """The script does more than anybody waits for."""


@dataclass(slots=True)
class Allowance:
    """What a shell and those that it starts may still use up."""

    steps: int = MOST_STEPS
    bytes: int = MOST_BYTES

    def step(self, count: int = 1) -> None:
        """A command, a round of a loop, or work that takes as long as so many of them."""
        self.steps -= count
        if self.steps < 0:
            raise Exhausted

    def took(self, size: int) -> None:
        """So many bytes or characters were printed, or put in the place of a variable."""
        self.bytes -= size
        if self.bytes < 0:
            raise Exhausted
