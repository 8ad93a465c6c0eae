"""The server itself: sessions, and what each route does. Source: appium-uiautomator2-driver 8.7.0."""

import base64
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from handrail.device.adb_protocol.stream import Stream
from handrail.device.element import Element
from handrail.phone.adb.handset import Handset
from handrail.phone.clients.appium import device, gestures
from handrail.phone.clients.appium.elements import Elements
from handrail.phone.clients.appium.page_source import page_source
from handrail.phone.clients.appium.problem import WebDriverProblem, invalid, no_such_element
from handrail.phone.clients.http import ClientRequest, Response, as_json, serve_requests

PORT = 6790
TEST_PACKAGE = "io.appium.uiautomator2.server.test"
RUNNER = f"{TEST_PACKAGE}/androidx.test.runner.AndroidJUnitRunner"
SESSION = "handrail-session"
_ANSWERS = {"accept": ("allow", "button1", "positive"), "dismiss": ("deny", "button2", "negative")}
"""What stands in the resource ids of the buttons that say yes and no."""
_STATUS = {
    "no such element": "404 Not Found", "stale element reference": "404 Not Found", "no such alert": "404 Not Found",
    "unknown command": "404 Not Found", "invalid argument": "400 Bad Request", "invalid selector": "400 Bad Request",
    "invalid element state": "400 Bad Request",
}  # fmt: skip


class AppiumServer:
    """The server of one phone, with the elements of its session."""

    def __init__(self, handset: Handset) -> None:
        self._handset = handset
        self._elements = Elements(handset)
        self._settings: dict[str, Any] = dict(device.SETTINGS)

    async def serve(self, stream: Stream) -> None:
        """Answer HTTP."""
        await serve_requests(self._respond, stream)

    async def _respond(self, request: ClientRequest) -> Response:
        try:
            value = self._answer(request)
        except WebDriverProblem as problem:
            told = {"error": problem.name, "message": str(problem), "stacktrace": ""}
            return as_json(
                {"sessionId": SESSION, "value": told}, _STATUS.get(problem.name, "500 Internal Server Error")
            )
        return as_json({"sessionId": SESSION, "value": value})

    def _answer(self, request: ClientRequest) -> Any:
        path = request.path.removeprefix("/wd/hub").strip("/")
        if path == "status":
            return {"ready": True, "message": "UiAutomator2 Server is ready to accept commands"}
        if path == "session":
            self._elements = Elements(self._handset)
            return {"sessionId": SESSION, "capabilities": device.information(self._handset)}
        if path == "sessions":
            return [{"id": SESSION, "capabilities": device.information(self._handset)}]
        _, _, path = path.removeprefix("session/").partition("/")
        for method, pattern, do in _ROUTES:
            match = re.fullmatch(pattern, path)
            if match is not None and method == request.method:
                return do(self, request.fields(), *match.groups())
        self._handset.record_gap(f"appium {request.method} /{path}")
        raise WebDriverProblem("unknown command", f"{request.method} /{path} is not known to the simulated phone")

    # Elements

    def find(self, fields: Mapping[str, Any]) -> dict[str, str]:
        """The first element that a selector means."""
        found = self._found(fields)
        if not found:
            raise no_such_element(f"{fields.get('strategy')}: {fields.get('selector')}")
        return self._elements.name(found[0])

    def find_all(self, fields: Mapping[str, Any]) -> list[dict[str, str]]:
        """All of them."""
        try:
            return [self._elements.name(place) for place in self._found(fields)]
        except WebDriverProblem as problem:
            if problem.name == "no such element":
                return []
            raise

    def _found(self, fields: Mapping[str, Any]) -> list[Any]:
        strategy = fields.get("strategy") or fields.get("using")
        selector = fields.get("selector") or fields.get("value")
        if not isinstance(strategy, str) or not isinstance(selector, str):
            raise invalid("a search needs a strategy and a selector")
        return self._elements.find(strategy, selector, str(fields.get("context") or ""))

    def active(self, _: Mapping[str, Any]) -> dict[str, str]:
        """The element that has the focus."""
        for path, element in self._handset.phone.screen().walk():
            if element.focused:
                return self._elements.name((path, element))
        raise no_such_element("the focus")

    def click(self, _: Mapping[str, Any], name: str) -> None:
        """Touch the middle of an element."""
        self._handset.input_injector.tap(*self._elements.get(name)[1].bounds.center)

    def type_into(self, fields: Mapping[str, Any], name: str) -> None:
        """Add to the text of a field, or replace it; a line break at the end is the enter key."""
        path, element = self._elements.get(name)
        value = fields.get("text")
        text = value if isinstance(value, str) else "".join(map(str, fields.get("value") or []))
        body = text.rstrip("\n")
        if not self._handset.phone.set_text(path, _text_before(element, fields) + body):
            raise WebDriverProblem(
                "invalid element state", f"Cannot set the element to '{text[:100]}': it is no text field"
            )
        for _ in text[len(body) :]:
            self._handset.input_injector.key(66)

    def clear(self, _: Mapping[str, Any], name: str) -> None:
        """Empty a field."""
        if not self._handset.phone.set_text(self._elements.get(name)[0], ""):
            raise WebDriverProblem("invalid element state", "Cannot clear the element: it is no text field")

    def text(self, _: Mapping[str, Any], name: str) -> str:
        """The text of an element, the hint of an empty field."""
        element = self._elements.get(name)[1]
        return element.text or element.hint

    def attribute(self, _: Mapping[str, Any], name: str, attribute: str) -> str | None:
        """One of the attributes, as text."""
        return device.attribute(self._elements.get(name)[1], attribute)

    def rect(self, _: Mapping[str, Any], name: str) -> dict[str, int]:
        """Where an element stands, in pixels."""
        return _rect(self._elements.get(name)[1])

    def size(self, _: Mapping[str, Any], name: str) -> dict[str, int]:
        """How large an element is."""
        rect = _rect(self._elements.get(name)[1])
        return {"width": rect["width"], "height": rect["height"]}

    def location(self, _: Mapping[str, Any], name: str) -> dict[str, int]:
        """Where the corner of an element is."""
        rect = _rect(self._elements.get(name)[1])
        return {"x": rect["x"], "y": rect["y"]}

    def element_screenshot(self, _: Mapping[str, Any], name: str) -> str:
        """The part of the picture that is an element."""
        return _encoded(device.part_of(self._handset.png(), self._elements.get(name)[1].bounds))

    def scroll_to_element(self, _: Mapping[str, Any], name: str, target: str) -> None:
        """Both are shown already: what is not shown has no name."""
        self._elements.get(name)
        self._elements.get(target)

    def scroll_to(self, fields: Mapping[str, Any]) -> None:
        """Scroll the list on the screen until something shows."""
        wanted = fields.get("params")
        wanted = wanted if isinstance(wanted, dict) else {}
        strategy, selector = str(wanted.get("strategy")), str(wanted.get("selector"))
        swipes = int(wanted.get("maxSwipes") or 30)
        for _ in range(min(max(swipes, 1), 100)):
            if self._elements.find(strategy, selector):
                return
            lists = self._elements.find("-android uiautomator", "new UiSelector().scrollable(true)")
            if not lists:
                break
            area = lists[0][1].bounds
            rect = {"left": area.left, "top": area.top, "width": area.right - area.left,
                    "height": area.bottom - area.top}  # fmt: skip
            gestures.gesture(self._handset, self._elements, "scroll", {"area": rect, "direction": "down"})
        if not self._elements.find(strategy, selector):
            raise no_such_element(selector)

    # The screen

    def source(self, _: Mapping[str, Any]) -> str:
        """The tree of the active window."""
        phone = self._handset.phone
        return page_source(phone.screen(), phone.active_window, phone.rotation).text()

    def screenshot(self, _: Mapping[str, Any]) -> str:
        """The picture, as PNG in base 64."""
        return _encoded(self._handset.png())

    def actions(self, fields: Mapping[str, Any]) -> None:
        """Fingers and keys."""
        sources = fields.get("actions")
        gestures.perform(self._handset, self._elements, sources if isinstance(sources, list) else [])

    def gesture(self, fields: Mapping[str, Any], name: str) -> bool | None:
        """One of Appium's own gestures."""
        return gestures.gesture(self._handset, self._elements, name, fields)

    def keys(self, fields: Mapping[str, Any]) -> None:
        """Type into what has the focus."""
        text = fields.get("text")
        gestures.type_keys(
            self._handset, text if isinstance(text, str) else "".join(map(str, fields.get("value") or []))
        )

    def alert_text(self, _: Mapping[str, Any]) -> str:
        """What a dialog says."""
        return "\n".join(element.text for element in self._dialog() if element.text and not element.clickable)

    def answer_alert(self, fields: Mapping[str, Any], verb: str) -> None:
        """Touch the button of a dialog that a label names; else the one whose id says so, or the last or first."""
        buttons = [element for element in self._dialog() if element.clickable and element.label]
        label = fields.get("buttonLabel")
        named = [button for button in buttons if label in (None, button.label)]
        if not named:
            raise invalid(f"the dialog has no button `{label}`")
        said = [button for button in named if any(word in button.resource_id for word in _ANSWERS[verb])]
        button = said[0] if said else named[-1 if verb == "accept" else 0]
        self._handset.input_injector.tap(*button.bounds.center)

    def _dialog(self) -> list[Element]:
        phone = self._handset.phone
        window = phone.screen().windows[phone.active_window]
        if window.bounds.bottom - window.bounds.top >= phone.screen().height_pixels:
            raise WebDriverProblem("no such alert", "no dialog is open")
        return [element for _, element in window.walk()]

    def settings(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """How the session behaves."""
        return self._settings

    def put_settings(self, fields: Mapping[str, Any]) -> None:
        """Change how it does; kept, and without effect here."""
        changed = fields.get("settings")
        self._settings |= changed if isinstance(changed, dict) else {}

    def information(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """What the phone is."""
        return device.information(self._handset)

    def of_device(self, fields: Mapping[str, Any], verb: str) -> Any:
        """What is asked of the phone itself, or done to it."""
        return device.answer(self._handset, verb, fields)

    def nothing(self, _: Mapping[str, Any]) -> None:
        """There is nothing to do."""


def _text_before(element: Element, fields: Mapping[str, Any]) -> str:
    """What typing adds to: nothing where all is replaced, or where an empty field shows its hint."""
    return "" if fields.get("replace") or element.text == element.hint else element.text


def _rect(element: Element) -> dict[str, int]:
    bounds = element.bounds
    return {"x": bounds.left, "y": bounds.top, "width": bounds.right - bounds.left,
            "height": bounds.bottom - bounds.top}  # fmt: skip


def _encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


Do: TypeAlias = Callable[..., Any]
_ROUTES: tuple[tuple[str, str, Do], ...] = (
    ("GET", "", AppiumServer.information),
    ("DELETE", "", AppiumServer.nothing),
    ("POST", "element", AppiumServer.find),
    ("POST", "elements", AppiumServer.find_all),
    ("GET", "element/active", AppiumServer.active),
    ("POST", r"element/([^/]+)/click", AppiumServer.click),
    ("POST", r"element/([^/]+)/value", AppiumServer.type_into),
    ("POST", r"element/([^/]+)/clear", AppiumServer.clear),
    ("GET", r"element/([^/]+)/text", AppiumServer.text),
    ("GET", r"element/([^/]+)/attribute/(.+)", AppiumServer.attribute),
    ("GET", r"element/([^/]+)/name", lambda server, fields, name: server.attribute(fields, name, "content-desc")),
    ("GET", r"element/([^/]+)/rect", AppiumServer.rect),
    ("GET", r"element/([^/]+)/size", AppiumServer.size),
    ("GET", r"element/([^/]+)/location(?:_in_view)?", AppiumServer.location),
    ("GET", r"element/([^/]+)/screenshot", AppiumServer.element_screenshot),
    ("POST", r"appium/element/([^/]+)/scroll_to/([^/]+)", AppiumServer.scroll_to_element),
    ("POST", "(?:appium/)?gestures/scroll_to", AppiumServer.scroll_to),
    ("POST", r"appium/gestures/(\w+)", AppiumServer.gesture),
    ("GET", "source", AppiumServer.source),
    ("GET", "screenshot", AppiumServer.screenshot),
    ("POST", "actions", AppiumServer.actions),
    ("DELETE", "actions", AppiumServer.nothing),
    ("POST", "keys", AppiumServer.keys),
    ("GET", "alert/text", AppiumServer.alert_text),
    ("POST", "alert/(accept|dismiss)", AppiumServer.answer_alert),
    ("GET", "appium/settings", AppiumServer.settings),
    ("POST", "appium/settings", AppiumServer.put_settings),
    ("POST", "appium/reset_ax_cache", AppiumServer.nothing),
    ("GET", "(orientation|rotation|window/current/size|window/rect)", AppiumServer.of_device),
    ("POST", "(orientation|rotation|back|appium/list_windows|appium/list_displays)", AppiumServer.of_device),
    ("GET", r"appium/device/(\w+)", AppiumServer.of_device),
    ("POST", r"appium/device/(\w+)", AppiumServer.of_device),
)
