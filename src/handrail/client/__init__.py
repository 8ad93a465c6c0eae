"""A program whose phone is its own, and a server that decides: sessions over HTTP from Python.

    with handrail.client.connect("http://127.0.0.1:8770", key) as server:
        session = server.open(app="clock", specification="Alarm(time = 09:00) -> SaveAlarm\\nSaveAlarm -> Done")
        while not session.over:
            step = session.act(agent.next(session.feedback), screen=look, execute=press)

Needs the extra `client`. `connect_async` is the same with `await`.
"""

from typing import TYPE_CHECKING

from handrail.client.answer import Decision, Ended, Reason, Rule, SessionState
from handrail.client.errors import Lost, RefusedByServer
from handrail.error import MissingExtra, install_line

if TYPE_CHECKING:
    from handrail.client.asynchronous import AsyncServer, AsyncSession
    from handrail.client.synchronous import Server, Session

__all__ = [
    "AsyncServer",
    "AsyncSession",
    "Decision",
    "Ended",
    "Lost",
    "Reason",
    "RefusedByServer",
    "Rule",
    "Server",
    "Session",
    "SessionState",
    "connect",
    "connect_async",
]

_IN = {
    "AsyncServer": "asynchronous",
    "AsyncSession": "asynchronous",
    "Server": "synchronous",
    "Session": "synchronous",
}


def connect(url: str, key: str) -> "Server":
    """A server by its address and a key of it; use it as a context manager. Raises `MissingExtra`."""
    _demand_http()
    from handrail.client.synchronous import Server

    return Server(url, key)


def connect_async(url: str, key: str) -> "AsyncServer":
    """The same for programs with an event loop: `async with`, and `await` each call."""
    _demand_http()
    from handrail.client.asynchronous import AsyncServer

    return AsyncServer(url, key)


def _demand_http() -> None:
    try:
        import httpx2  # noqa: F401 - whether it is there
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the client needs {error.name}: {install_line('handrail[client]')}") from error


def __getattr__(name: str) -> object:
    if name in _IN:
        from importlib import import_module

        _demand_http()
        return getattr(import_module(f"handrail.client.{_IN[name]}"), name)
    raise AttributeError(f"module `handrail.client` has no `{name}`; it exports {', '.join(__all__)}")
