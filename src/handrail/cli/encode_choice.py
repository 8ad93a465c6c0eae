"""A person at the terminal chooses a reading where the encoder does not: side by side, one key."""

from collections.abc import Callable, Sequence
from datetime import datetime

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from handrail.app.app import App, Apps
from handrail.encoder import AskUser, Encoded, EncodingFailed, Outcome
from handrail.encoder.understood import understood

WIDTH = 56  # characters of a reading; two stand side by side in a wide terminal


def readings_of(outcome: Outcome, app: App | Apps, instruction: str, now: datetime) -> tuple[Encoded, ...]:
    """What a person can choose from: what several encodings mean, or what was understood where none came about."""
    match outcome:
        case AskUser(readings=readings):
            return tuple(reading.encoded for reading in readings)
        case EncodingFailed():
            return understood(outcome, app, instruction, now)
        case _:
            return ()


def chosen_by_key(readings: Sequence[Encoded], console: Console, key: Callable[[], str]) -> Encoded | None:
    """Show the readings and wait for the key of one; any other key takes none."""
    panels = [
        Panel(Text(reading.review.as_text()), title=f"{number}", title_align="left", width=WIDTH)
        for number, reading in enumerate(readings, 1)
    ]
    console.print(Text("What was understood:", style="bold"))
    console.print(Columns(panels))
    numbers = "/".join(map(str, range(1, len(readings) + 1)))
    console.print(Text(f"Which one is meant? [{numbers}, any other key for none] "), end="")
    pressed = key()
    console.print(Text(pressed if pressed.isprintable() else ""))
    return readings[int(pressed) - 1] if pressed.isdecimal() and 1 <= int(pressed) <= len(readings) else None
