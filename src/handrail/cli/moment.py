"""The moment of `--now`."""

from datetime import datetime

from handrail.error import Misuse


def read_moment(text: str | None) -> datetime | None:
    """What `--now` says, None where it was not given. Raises `Misuse`."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Misuse(f"--now is `{text}`; write a moment such as 2026-03-10T09:00") from None
