"""A server in a process of its own, which can be killed. It is forked from one that has read the program already."""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from server.served import AGENTS_KEY, Served
from server.sessions.serving import serve

_READ_ONCE = [
    "handrail.phone.models",
    "handrail.sentinel.sentinel",
    "handrail.server.application",
    "handrail.server.store.migrations.runner",
    "httpx2",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
]


@contextmanager
def process(runs: Path, database: str) -> Iterator[tuple[Served, ForkServerProcess]]:
    """A server over a folder of runs and a database, until this is left, and its process."""
    context = get_context("forkserver")
    context.set_forkserver_preload(_READ_ONCE)
    hears, says = context.Pipe(duplex=False)
    started = context.Process(target=serve, args=(runs, database, AGENTS_KEY, says))
    started.start()
    try:
        yield Served(hears.recv()), started
    finally:
        started.kill()
        started.join()
