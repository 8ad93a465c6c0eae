"""A receiver of notifications on this computer: notes what it is sent, and answers as it is told to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue


@dataclass(frozen=True, slots=True)
class Sent:
    """One message."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Receiver:
    """`answers` are the statuses of the first requests, then 200; `held` holds up every answer until it is set."""

    port: int = 0
    answers: list[int] = field(default_factory=list)
    sent: "Queue[Sent]" = field(default_factory=Queue)
    held: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def next(self) -> Sent:
        """The next message; waits for it."""
        return self.sent.get(timeout=60)


@contextmanager
def receiver(*answers: int, held: bool = False) -> Iterator[Receiver]:
    """The receiver, until this is left."""
    made = Receiver(answers=list(answers))
    if not held:
        made.held.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.sent.put(Sent(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            made.held.wait(60)
            status = made.answers.pop(0) if made.answers else 200
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield made
    finally:
        made.held.set()
        server.shutdown()
        thread.join()
        server.server_close()
