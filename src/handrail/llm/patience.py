"""How long to wait for an answer, and how often to ask for it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits of one question. Between attempts the wait doubles, unless the server says how long it should be."""

    timeout_seconds: float = 120.0
    """For the whole question: every attempt and every wait between them."""
    attempts: int = 4
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 30.0
