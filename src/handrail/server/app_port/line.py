"""The way back to an app, whichever transport it came by."""

from collections.abc import Mapping
from typing import Any, Protocol


class Line(Protocol):
    """Sends without waiting. Who does not read is dropped."""

    def send(self, document: Mapping[str, Any]) -> None:
        """One message for the app; nothing where the connection is gone."""
        ...

    def close(self) -> None:
        """End the connection after what was sent."""
        ...
