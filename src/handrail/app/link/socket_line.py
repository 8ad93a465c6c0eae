"""Lines over a socket, for one thread: what to send is given by any other, and wakes it."""

import json
import selectors
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

LONGEST_LINE = 1024 * 1024
_CHUNK = 64 * 1024


class LineLost(Exception):
    """The connection is gone."""


@dataclass(slots=True)
class SocketLine:
    """One connection. `wait` belongs to one thread, `send` and `wake` to all."""

    plug: socket.socket
    _unsent: bytearray = field(default_factory=bytearray)
    _read: bytearray = field(default_factory=bytearray)
    _lock: Lock = field(default_factory=Lock)
    _bell: tuple[socket.socket, socket.socket] = field(default_factory=socket.socketpair)

    def __post_init__(self) -> None:
        for end in (self.plug, *self._bell):
            end.setblocking(False)

    def send(self, document: Mapping[str, Any]) -> None:
        """One line, when the server reads it."""
        with self._lock:
            self._unsent += json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        self.wake()

    def wake(self) -> None:
        """End the wait now."""
        with suppress(OSError):  # it is full of calls already, or closed
            self._bell[1].send(b"!")

    def wait(self, seconds: float | None) -> Iterator[bytes]:
        """What came until then, or until somebody wakes it. Raises `LineLost`."""
        with selectors.DefaultSelector() as selector:
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
            selector.register(self.plug, wanted)
            selector.register(self._bell[0], selectors.EVENT_READ)
            found = {key.fileobj: events for key, events in selector.select(seconds)}
        try:
            if self._bell[0] in found:
                self._bell[0].recv(_CHUNK)
            if found.get(self.plug, 0) & selectors.EVENT_WRITE:
                with self._lock:
                    del self._unsent[: self.plug.send(self._unsent)]
            if found.get(self.plug, 0) & selectors.EVENT_READ:
                chunk = self.plug.recv(_CHUNK)
                if not chunk:
                    raise LineLost("the server has closed the connection")
                self._read += chunk
        except BlockingIOError:
            pass
        except OSError as error:
            raise LineLost(str(error)) from error
        if len(self._read) > LONGEST_LINE:
            raise LineLost("the server sent a line without an end")
        return self._lines()

    def close(self) -> None:
        """Let go of it."""
        for end in (self.plug, *self._bell):
            end.close()

    def _lines(self) -> Iterator[bytes]:
        while (end := self._read.find(b"\n")) >= 0:
            line = bytes(self._read[:end])
            del self._read[: end + 1]
            yield line
