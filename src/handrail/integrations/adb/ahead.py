"""A connection to the server behind on which the phone is chosen already, made before anybody asks for it.

What reads does not wait for it then. It is for reading alone: where it turns out to be closed, the same is asked again
on a new one.
"""

import asyncio

from handrail.device.adb_protocol.request import Failure
from handrail.device.adb_protocol.stream import SocketStream
from handrail.integrations.adb.upstream import Upstream, say


class Ahead:
    """At most one connection is kept."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._made: asyncio.Task[SocketStream] | None = None

    async def open(self, service: str) -> SocketStream:
        """The stream of a service that reads. Raises `Failure`."""
        made, self._made = self._made, None
        if made is not None:
            try:
                stream = await made
                await say(stream, service)
                return stream
            except Failure:
                await _let_go(made)
        return await self._upstream.open(service)

    def make(self) -> None:
        """Make one for the next who asks."""
        if self._made is None:
            self._made = asyncio.ensure_future(self._upstream.ask(f"host:transport:{self._upstream.serial}"))

    async def close(self) -> None:
        """Let it go."""
        made, self._made = self._made, None
        if made is not None:
            made.cancel()
            await _let_go(made)


async def _let_go(made: "asyncio.Task[SocketStream]") -> None:
    [stream] = await asyncio.gather(made, return_exceptions=True)
    if isinstance(stream, SocketStream):
        stream.abort()
