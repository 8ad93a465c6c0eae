"""The end of a server without an end of what it was asked: nothing new begins, what is under way ends, events close."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

Result = TypeVar("Result")

RETRY_AFTER_SECONDS = 5
OPENS = frozenset({("POST", "/api/sessions")})
"""What begins something that goes on after its answer."""


@dataclass(frozen=True, slots=True)
class Drain:
    """Whether the server is on its way out."""

    _begun: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def begun(self) -> bool:
        """Whether nothing new is taken any more."""
        return self._begun.is_set()

    def begin(self) -> None:
        """Take nothing new from now on; who waits for events is let go."""
        self._begun.set()

    async def first(self, work: Coroutine[Any, Any, Result]) -> Result | None:
        """What the work comes to; None, and the work given up, where the server is on its way out before."""
        working, ending = asyncio.ensure_future(work), asyncio.ensure_future(self._begun.wait())
        try:
            await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else None
        finally:
            for task in (working, ending):
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task


class Draining:
    """A layer around the application, which refuses what would begin something while the server is on its way out."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        self.app = app
        self.drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse it, or let it through."""
        if self.drain.begun and scope["type"] == "http" and (scope["method"], scope["path"]) in OPENS:
            refusal = JSONResponse(
                {"detail": "this server is about to end; ask again, another one answers"},
                503,
                {"Retry-After": str(RETRY_AFTER_SECONDS)},
            )
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)


async def events(drain: Drain, take: Callable[[], Coroutine[Any, Any, str | None]]) -> AsyncIterator[str]:
    """What is taken, one after the other, until there is nothing more or the server is on its way out."""
    while (told := await drain.first(take())) is not None:
        yield told
