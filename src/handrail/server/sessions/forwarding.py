"""What is asked of a session that another process decides goes to that process, and its answer comes back.

A process is known by its address, with a mark behind it that no two have: `http://127.0.0.1:8770#5f0c`. A request is
passed on once. Where nobody answers, that process is dead or as good as dead: the request waits here until its time is
over, and is then asked of this process, which takes the session over. So a client waits for the lease, and not for its
own next try.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

import httpx2

from handrail.server.sessions.problem import Elsewhere

PASSED_ON = "x-handrail-passed-on"
CONNECTS_WITHIN_SECONDS = 1.0
_TIMEOUT = httpx2.Timeout(CONNECTS_WITHIN_SECONDS, read=130.0)
_NO_LIMIT = httpx2.Limits(max_connections=None, max_keepalive_connections=100)  # each request of a dead process waits
_A_LITTLE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class ForwardedRequest:
    """A request, as much of it as another process needs."""

    method: str
    path: str
    authorization: str
    passed_on: bool
    body: bytes


@dataclass(slots=True)
class Forwarding:
    """The connections to the other processes; `owner` is how they know this one. `seconds` only goes forward."""

    owner: str
    seconds: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _http: httpx2.AsyncClient | None = field(default=None, init=False)

    async def send(self, elsewhere: Elsewhere, asked: ForwardedRequest) -> tuple[int, bytes]:
        """The answer of the process that has the session, or of this one when its time is over.

        Raises the problem where there is none to be had.
        """
        if asked.passed_on:
            raise elsewhere
        over_at = self.seconds() + elsewhere.seconds_left + _A_LITTLE_SECONDS
        there, here = urlsplit(elsewhere.owner), urlsplit(self.owner)
        is_this = there.netloc == here.netloc  # what had this address before is gone
        told = None if is_this else await self._answer(there, asked)
        if told is None:
            await self.sleep(max(0.0, over_at - self.seconds()))
            told = await self._answer(here, asked)
        if told is None:
            raise elsewhere
        return told

    async def _answer(self, address: SplitResult, asked: ForwardedRequest) -> tuple[int, bytes] | None:
        if address.scheme not in ("http", "https"):
            return None
        if self._http is None:
            self._http = httpx2.AsyncClient(timeout=_TIMEOUT, limits=_NO_LIMIT, trust_env=False)
        headers = {"authorization": asked.authorization, "content-type": "application/json", PASSED_ON: "1"}
        url = f"{address.scheme}://{address.netloc}{asked.path}"
        try:
            answer = await self._http.request(asked.method, url, headers=headers, content=asked.body)
        except httpx2.TransportError:
            return None
        return answer.status_code, answer.content

    async def close(self) -> None:
        """Let go of the connections."""
        if self._http is not None:
            await self._http.aclose()
