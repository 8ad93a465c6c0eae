"""What is asked of a session that another process decides goes to that process, and its answer comes back.

A process is known by its address, with a mark behind it that no two have: `http://127.0.0.1:8770#5f0c`. A request is
passed on once; where nobody answers, the client hears when to ask again, and the session is taken over then.
"""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx2

from handrail.server.sessions.problem import Elsewhere

PASSED_ON = "x-handrail-passed-on"
_TIMEOUT = httpx2.Timeout(2.0, read=130.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as much of it as another process needs."""

    method: str
    path: str
    authorization: str
    passed_on: bool
    body: bytes


@dataclass(slots=True)
class Forwarding:
    """The connections to the other processes; `owner` is how they know this one."""

    owner: str
    _http: httpx2.AsyncClient | None = field(default=None, init=False)

    async def send(self, elsewhere: Elsewhere, asked: Asked) -> tuple[int, bytes]:
        """The answer of the process that has the session. Raises the problem where there is none to be had."""
        address = urlsplit(elsewhere.owner)
        is_this = address.netloc == urlsplit(self.owner).netloc  # what had this address before is gone
        if asked.passed_on or is_this or address.scheme not in ("http", "https"):
            raise elsewhere
        if self._http is None:
            self._http = httpx2.AsyncClient(timeout=_TIMEOUT, trust_env=False)
        headers = {"authorization": asked.authorization, "content-type": "application/json", PASSED_ON: "1"}
        url = f"{address.scheme}://{address.netloc}{asked.path}"
        try:
            answer = await self._http.request(asked.method, url, headers=headers, content=asked.body)
        except httpx2.TransportError:
            raise elsewhere from None
        return answer.status_code, answer.content

    async def close(self) -> None:
        """Let go of the connections."""
        if self._http is not None:
            await self._http.aclose()
