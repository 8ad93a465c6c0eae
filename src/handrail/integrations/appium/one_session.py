"""Which sessions of an Appium server may begin: one, without a second way to the server beside it."""

from collections.abc import Mapping
from typing import Any

from handrail.integrations.meaning import Meaning, NotUnderstood, Reads

_SECOND = NotUnderstood("one session is guarded; end it, and begin another task for another one")
_SOCKET = NotUnderstood("`webSocketUrl` opens a second way to the server, beside this one")


class OneSession:
    """The first session of a task is its only one."""

    def __init__(self) -> None:
        self._has_begun = False

    def begins(self, given: Mapping[str, Any]) -> Meaning:
        """What a request for a session means; which apps it starts or empties is the program's own doing."""
        if self._has_begun:
            return _SECOND
        if "webSocketUrl" in str(given):
            return _SOCKET
        self._has_begun = True
        return Reads()
