"""Pages for a browser, from memory, under a content security policy that lets nothing in but the page's own files."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://127.0.0.1:*; base-uri 'none'"
_KINDS = {"css": "text/css", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@contextmanager
def site(files: Mapping[str, bytes]) -> Iterator[str]:
    """The address of a site of these files, by name."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].lstrip("/") or "index.html"
            body = files.get(name)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", _KINDS.get(name.rpartition(".")[2], "text/plain"))
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
