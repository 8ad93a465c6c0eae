"""A WebDriver server on loopback that acts on the simulated phone: a stand-in for Appium, which needs more of a phone.

It does the few things that the tests ask for, in the way that uiautomator2-driver was read to do them, and nothing of
what makes that hard: no server on the phone, no waiting, no web pages.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from handrail.device.element import Element, Path
from handrail.device.screen import Screen
from handrail.integrations.tools.typed_text import standing_in
from handrail.phone.phone import Phone

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_SEARCHED: Mapping[str, Callable[[Element], object]] = {
    "accessibility id": lambda element: element.description,
    "id": lambda element: element.resource_id,
    "class name": lambda element: element.class_name,
}
_BY_TEXT = re.compile(r"""//\*\[@text=['"](?P<text>[^'"]*)['"]\]""")


class NotThere(Exception):
    """No such element."""


class StandIn:
    """Answers requests; an element's identifier is its place in the tree when it was found."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def answer(self, verb: str, path: str, given: Mapping[str, Any]) -> Any:
        rest = re.sub(r"^/session/[^/]+/?", "", path) or "session"
        match verb, rest.split("/"):
            case "POST", ["", "session"]:
                return {"sessionId": "one", "capabilities": {"platformName": "Android"}}
            case "DELETE", ["session"]:
                return None
            case "GET", ["source"]:
                return "<hierarchy/>"
            case "POST", ["element"]:
                return self._reference(self._find(given))
            case _, ["element", identifier, *words]:
                return self._on_element(tuple(map(int, identifier.split("-"))), words, given)
            case "POST", ["actions"]:
                return self._actions(given["actions"])
            case "POST", ["back"]:
                return self.phone.back()
            case "POST", ["execute", "sync"]:
                return self._script(given["script"], given["args"][0] if given["args"] else {})
        raise LookupError(f"{verb} {path}")

    def _find(self, given: Mapping[str, Any]) -> Path:
        by_text = _BY_TEXT.fullmatch(given["value"]) if given["using"] == "xpath" else None
        said = (lambda value: value.text) if by_text else _SEARCHED[given["using"]]
        wanted = by_text["text"] if by_text else given["value"]
        for path, element in reversed(list(self._screen().walk())):
            if said(element) == wanted:
                return path
        raise NotThere(wanted)

    def _on_element(self, path: Path, words: list[str], given: Mapping[str, Any]) -> Any:
        element = self._screen().at(path)
        if element is None:
            raise NotThere(str(path))
        bounds = element.bounds
        match words:
            case ["click"]:
                return self.phone.tap(*bounds.center)
            case ["rect"]:
                width, height = bounds.right - bounds.left, bounds.bottom - bounds.top
                return {"x": bounds.left, "y": bounds.top, "width": width, "height": height}
            case ["text"]:
                return element.text
            case ["attribute", "class"]:
                return element.class_name
            case ["attribute", "resource-id"]:
                return element.resource_id
            case ["value"] | ["clear"]:
                self.phone.set_text(path, standing_in(element) + given["text"] if words == ["value"] else "")
                return None
        raise LookupError(str(words))

    def _actions(self, sequences: list[Any]) -> None:
        for sequence in sequences:
            places = [(action["x"], action["y"]) for action in sequence["actions"] if action["type"] == "pointerMove"]
            held = sum(action.get("duration") or 0 for action in sequence["actions"])
            if len(places) == 1 and sequence["type"] == "pointer":
                (self.phone.long_press if held >= 500 else self.phone.tap)(*places[0])
            elif len(places) > 1:
                self.phone.swipe(*places[0], *places[-1])

    def _script(self, script: str, given: Mapping[str, Any]) -> Any:
        match script:
            case "mobile: clickGesture":
                return self.phone.tap(int(given["x"]), int(given["y"]))
            case "mobile: shell":
                words = given["args"]
                return self.phone.tap(int(words[1]), int(words[2])) if words[:1] == ["tap"] else ""
            case "mobile: getCurrentPackage":
                return self.phone.foreground.package
        raise LookupError(script)

    def _screen(self) -> Screen:
        return self.phone.screen()

    @staticmethod
    def _reference(path: Path) -> dict[str, str]:
        return {ELEMENT: "-".join(map(str, path))}


@contextmanager
def stand_in_server(phone: Phone) -> Iterator[str]:
    """The address of the server while it runs."""
    stand_in = StandIn(phone)

    class Answers(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            given = json.loads(self.rfile.read(length) or b"{}")
            try:
                status, value = 200, stand_in.answer(self.command, self.path, given)
            except NotThere as error:
                status, value = 404, {"error": "no such element", "message": str(error), "stacktrace": ""}
            except Exception as error:
                status, value = 500, {"error": "unknown error", "message": repr(error), "stacktrace": ""}
            said = json.dumps({"value": value if isinstance(value, dict | str | None) else None}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = do_DELETE = _answer  # noqa: N815  # the names of the library

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
