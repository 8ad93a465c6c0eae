"""What both clients know of the connection: how long to wait, how often to try, and what an executed action said."""

import httpx2

from handrail.client.call import POLL_SECONDS
from handrail.client.errors import Lost
from handrail.device.device import Executed, Execution, Refused, StaleScreen
from handrail.error import Misuse

PAUSES_SECONDS = (0.1, 0.3, 1.0, 2.0, 4.0)
"""Between two tries to reach the server: another process has taken over by then, if there is one."""

UNAVAILABLE = 503
"""What a server answers that cannot now and soon can: the time of a process that was killed is not over yet."""

TIMEOUT = httpx2.Timeout(10.0, read=POLL_SECONDS + 60.0)


def headers_for(key: str) -> dict[str, str]:
    """What goes with every request."""
    return {"authorization": f"Bearer {key}", "content-type": "application/json"}


def lost(url: httpx2.URL, error: Exception) -> Lost:
    """The server did not answer."""
    return Lost(f"{url} does not answer: {str(error) or type(error).__name__}; is `handrail serve` running there?")


def ran_by(execution: Execution | None) -> tuple[bool, str]:
    """Whether an action ran, by what the program that carried it out says, and why not."""
    match execution:
        case None | Executed():
            return True, ""
        case Refused(reason) | StaleScreen(reason):
            return False, reason
        case _:
            kind = type(execution).__name__
            raise Misuse(f"`execute` gave a {kind}; it gives nothing, `Executed`, `Refused` or `StaleScreen`")
