"""Which instruction for which apps: the same for a session that is opened and for a run that was recorded."""

import hashlib
import json
from collections.abc import Iterable

from handrail.guard.journal.entry import AppNote


def encoding_id(instruction: str, apps: Iterable[AppNote]) -> str:
    """One instruction, whatever its spaces, for apps that declare the same states."""
    said = " ".join(instruction.split())
    states = sorted(f"{app.package} {app.digest}" for app in apps)
    return hashlib.sha256(json.dumps([said, states]).encode()).hexdigest()[:24]
