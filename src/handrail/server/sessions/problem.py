"""What a client is told where nothing came of what it asked: which status, what was wrong, and what would be right."""

from handrail.error import HandrailError


class Problem(HandrailError):
    """A request that cannot be met; `status` is that of HTTP."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Elsewhere(Problem):
    """Another process decides in the session; `owner` is the address at which it answers."""

    def __init__(self, name: str, owner: str, seconds_left: float) -> None:
        super().__init__(
            503,
            f"session {name} is decided by another process, which does not answer; "
            f"ask again in {max(0.1, seconds_left):.1f} seconds, when its time is over",
        )
        self.owner, self.seconds_left = owner, seconds_left


class AppAway(Problem):
    """The app of a session is not connected here; whoever drives the agent can wait, or end it."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            503, f"session {name} goes on when its app is connected again, and not before: {why}; DELETE ends it"
        )


class NoSession(Problem):
    """Nobody has a session of that name, or it is somebody else's, which is told in the same words."""

    def __init__(self, name: str) -> None:
        super().__init__(404, f"there is no session {name[:80]!r}; POST /api/sessions opens one")
