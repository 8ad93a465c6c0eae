"""How long the port waits, and how much it takes from one client."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AppPortLimits:
    """Times in seconds, sizes in bytes.

    `verdict_seconds` and `ask_seconds` are told to apps; what the server decides later than that counts for nothing,
    so it answers `margin_seconds` before. `outcome_seconds` is how long an allowed handler may take, and
    `flag_seconds` how long a client of the published protocol may take to do what was allowed.
    """

    verdict_seconds: float = 5.0
    ask_seconds: float = 300.0
    margin_seconds: float = 0.5
    outcome_seconds: float = 10.0
    flag_seconds: float = 3.0
    control_seconds: float = 5.0
    greeting_seconds: float = 30.0
    line_seconds: float = 10.0
    quiet_seconds: float = 30.0
    pong_seconds: float = 15.0
    most_waiting: int = 64
    most_kept: int = 128
    most_connections: int = 512
    most_unsent_bytes: int = 1024 * 1024
