"""A text that leaves the server by the way of a log or a notification, without what nobody may read there."""

import re

from handrail.guard.journal import Redactor

_KEYS = re.compile(r"\bh[ki]_[A-Za-z0-9_-]{8,}|(?i:\bbearer\s+)\S+|(?<=[?&]key=)[^&\s\"']+")
_INSTEAD = "‹key›"


def without_secrets(text: str) -> str:
    """The text with every key of ours, and whatever a journal would take out of it, replaced by a mark."""
    return Redactor().prose(_KEYS.sub(_INSTEAD, text))
