"""What a client raises: the server said no to a request, or did not answer at all."""

from handrail.error import HandrailError


class RefusedByServer(HandrailError):
    """The server answered that it will not; the message is its own, and `status` that of HTTP."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Lost(HandrailError):
    """The server does not answer. A session goes on: `find` it again by its id, and say the same once more."""
