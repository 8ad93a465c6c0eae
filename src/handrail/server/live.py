"""One run, told whenever it changes: over a WebSocket, or as server-sent events.

What is told is how the run stands, whole. So whoever reads slowly misses nothing but what was over before they looked,
and holds up nobody: the next thing they are told is how it stands then.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress

from fastapi import WebSocket, WebSocketDisconnect

from handrail.server.documents import run_document
from handrail.server.fleet import Fleet
from handrail.server.news import News
from handrail.server.operations.drain import Drain

KEPT_ALIVE_SECONDS = 15.0
NO_SUCH_RUN = 4404
"""With what a WebSocket is closed that asks for a run that is not there."""


async def live_states(
    fleet: Fleet, news: News, name: str, drain: Drain, still_may: Callable[[], Awaitable[bool]]
) -> AsyncGenerator[str | None, None]:
    """How a run stands, as JSON, now and after each change; None where nothing is new for long.

    Until the run is gone, the server is on its way out, or who looks on `still_may` no more.
    """
    told = -1
    async with news.listener() as listener:
        while not drain.begun and await still_may() and (run := fleet.run(name)) is not None:
            if run.version != told:
                told = run.version
                yield run_document(run).model_dump_json()
                continue  # it may have changed while that was sent
            try:
                async with asyncio.timeout(KEPT_ALIVE_SECONDS):
                    await drain.first(listener.take())
            except TimeoutError:
                yield None


async def server_sent(states: AsyncGenerator[str | None, None]) -> AsyncIterator[str]:
    """As an event stream."""
    async with aclosing(states):
        async for state in states:
            yield ": still here\n\n" if state is None else f"data: {state}\n\n"


async def show_live(socket: WebSocket, states: AsyncGenerator[str | None, None]) -> None:
    """Over a WebSocket, until either side ends it. What a client says is passed over."""
    await socket.accept()
    told = False
    leaving = asyncio.create_task(_left(socket))
    try:
        async with aclosing(states):
            async for state in states:
                if leaving.done():
                    return
                if state is not None:
                    told = True
                    await socket.send_text(state)
        await socket.close(1000 if told else NO_SUCH_RUN)
    except (WebSocketDisconnect, RuntimeError):  # it was closed while something was sent
        return
    finally:
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving


async def _left(socket: WebSocket) -> None:
    """Until the client has gone."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
