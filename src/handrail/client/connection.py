"""What both clients know of the connection: how long to wait, how often to try, and what an executed action said."""

from typing import Any

import httpx2

from handrail.client.call import POLL_SECONDS
from handrail.client.errors import Lost, RefusedByServer
from handrail.device.device import Executed, Execution, Refused, StaleScreen
from handrail.error import Misuse

PAUSES_SECONDS = (0.1, 0.2, *(0.4,) * 19)
"""Between two tries to reach the server: another process has taken over by then, if there is one."""

UNAVAILABLE = 503
"""What a server answers that cannot now and soon can: the time of a process that was killed is not over yet."""

TIMEOUT = httpx2.Timeout(10.0, read=POLL_SECONDS + 60.0)


_FORGOTTEN = 404


def client_options(url: str, key: str) -> dict[str, Any]:
    """What either kind of connection is made with."""
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    return {"base_url": url, "headers": headers, "timeout": TIMEOUT}


def says_more(answer: httpx2.Response) -> bool:
    """Whether the server says more than that it cannot now."""
    return answer.status_code != UNAVAILABLE


def is_forgotten(refused: RefusedByServer) -> bool:
    """Whether the server knows nothing of a proposal."""
    return refused.status == _FORGOTTEN


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
