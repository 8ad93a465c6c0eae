"""A stand-in for Anthropic's Messages API on this computer: it says what a script says."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from integrations.frameworks.stage import GOODBYE, Actor, Turn


@contextmanager
def messages_server(actor: Actor, needs: str) -> Iterator[str]:
    """Its address. Requests that do not offer the tool `needs` are answered with a word: they are not of the script."""

    class Handler(BaseHTTPRequestHandler):
        turns = 0

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            goes_on = asked.get("thread", {}).get("type") == "continue"  # the server knows the tools by then
            if goes_on or needs in {tool.get("name") for tool in asked.get("tools", ())}:
                turn = actor.next("\n".join(_read(asked["messages"])))
                type(self).turns += 1
            else:
                turn = ()
            message = _message(turn, type(self).turns, asked.get("model", "m"))
            body = _events(message) if asked.get("stream") else json.dumps(message)
            self._answer(body, "text/event-stream" if asked.get("stream") else "application/json")

        def do_GET(self) -> None:
            self._answer("{}", "application/json")

        do_HEAD = do_GET  # noqa: N815

        def _answer(self, body: str, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _read(messages: list[Any]) -> list[str]:
    """What the model reads of its calls: results, and texts beside them."""
    blocks = list[Any]()
    for message in reversed(messages):
        if message["role"] == "assistant":
            break
        content = message["content"]
        blocks[:0] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    said = list[str]()
    for block in blocks:
        inner = block.get("content", block.get("text", ""))
        texts = [inner] if isinstance(inner, str) else [part.get("text", "") for part in inner]
        said.append(("error: " if block.get("is_error") else "") + "\n".join(texts))
    return said


def _message(turn: Turn, number: int, model: str) -> dict[str, Any]:
    calls = [
        {"type": "tool_use", "id": f"toolu_{number}_{n}", "name": called.name, "input": dict(called.arguments)}
        for n, called in enumerate(turn)
    ]
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": calls or [{"type": "text", "text": GOODBYE}],
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _events(message: dict[str, Any]) -> str:
    told: list[Any] = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            begun, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            begun = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        told += [
            {"type": "content_block_start", "index": index, "content_block": begun},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    told += [{"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}}, {"type": "message_stop"}]
    return "".join(f"event: {entry['type']}\ndata: {json.dumps(entry)}\n\n" for entry in told)
