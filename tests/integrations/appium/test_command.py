"""What a request to an Appium server means, by its verb and path; needs no Appium."""

from typing import Any

import pytest

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.integrations.appium.command import NewSession, OnElement, read_command
from handrail.integrations.meaning import Acts, NotUnderstood, Reads, resolved

SESSION = "/session/ab-12"
NOWHERE = Screen("a", "a.Main", (), 1080, 2400)


def meant(verb: str, path: str, **given: Any) -> Any:
    command = read_command(verb, path, given)
    if not isinstance(command, Acts):
        return command
    return resolved(command.act, NOWHERE)


def finger(*steps: dict[str, Any], kind: str = "touch") -> dict[str, Any]:
    return {"type": "pointer", "id": "finger", "parameters": {"pointerType": kind}, "actions": list(steps)}


def move(x: Any, y: Any, **more: Any) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0, **more}


DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
KEYS = {"type": "key", "id": "keys", "actions": [{"type": "pause", "duration": 5}]}


def rest(milliseconds: int) -> dict[str, Any]:
    return {"type": "pause", "duration": milliseconds}


@pytest.mark.parametrize(
    ("verb", "path", "given"),
    [
        ("GET", f"{SESSION}/source", {}),
        ("GET", f"{SESSION}/element/1/text", {}),
        ("DELETE", SESSION, {}),
        ("POST", f"{SESSION}/timeouts", {"implicit": 1}),
        ("POST", f"{SESSION}/context", {"name": "NATIVE_APP"}),
        ("POST", f"{SESSION}/element", {"using": "id", "value": "x"}),
        ("POST", f"{SESSION}/element/0-1/elements", {"using": "-android uiautomator", "value": "new UiSelector()"}),
        ("POST", f"{SESSION}/execute/sync", {"script": "mobile: getCurrentPackage", "args": []}),
    ],
)
def test_a_request_that_reads(verb: str, path: str, given: dict[str, Any]) -> None:
    assert meant(verb, path, **given) == Reads()


@pytest.mark.parametrize(
    ("sequences", "action"),
    [
        ([finger(move(1, 2), DOWN, rest(100), UP)], Action("click", point=(1, 2))),
        ([finger(move(1, 2), DOWN, UP), KEYS], Action("click", point=(1, 2))),
        ([finger(move(1.0, 2.0), DOWN, rest(800), UP)], Action("long_click", point=(1, 2))),
        ([finger(move(1, 2), DOWN, move(1, 900, duration=300), UP)], Action("swipe", point=(1, 2), to=(1, 900))),
        ([finger(move(1, 2), DOWN, move(1, 2, duration=900), UP)], Action("long_click", point=(1, 2))),
        ([finger(move(1, 2), DOWN, rest(900), move(1, 900), UP)], Action("drag", point=(1, 2), to=(1, 900))),
    ],
)
def test_one_finger_is_understood(sequences: list[Any], action: Action) -> None:
    assert meant("POST", f"{SESSION}/actions", actions=sequences) == action


@pytest.mark.parametrize(
    "sequences",
    [
        None,
        [],
        ["x"],
        [finger(move(1, 2), DOWN, UP), finger(move(3, 4), DOWN, UP)],
        [finger(move(1, 2), DOWN, UP), {**KEYS, "actions": [{"type": "keyDown", "value": "a"}]}],
        [finger(move(1, 2), DOWN, UP, DOWN, UP)],
        [finger(move(1, 2), DOWN)],
        [finger(DOWN, UP)],
        [finger(move(1.5, 2), DOWN, UP)],
        [finger(move(True, "2"), DOWN, UP)],
        [finger(move("here", None), DOWN, UP)],
        [finger(move(1, 2, origin="pointer"), DOWN, UP)],
        [finger(move(1, 2, origin={"ELEMENT": "1"}), DOWN, UP)],
        [finger(move(1, 2), DOWN, UP, kind="pen")],
    ],
)
def test_anything_else_of_fingers_is_not(sequences: Any) -> None:
    assert isinstance(meant("POST", f"{SESSION}/actions", actions=sequences), NotUnderstood)


@pytest.mark.parametrize(
    ("script", "arguments", "action"),
    [
        ("mobile: clickGesture", {"x": 1, "y": 2}, Action("click", point=(1, 2))),
        ("mobile: longClickGesture", {"x": 1, "y": 2, "duration": 600}, Action("long_click", point=(1, 2))),
        ("mobile: pressKey", {"keycode": 66}, Action("enter")),
        ("mobile: openNotifications", {}, Action("notifications")),
        ("mobile: activateApp", {"appId": "a.b", "bundleId": "a.b"}, Action("open_app", "a.b")),
        ("mobile: terminateApp", {"appId": "a.b", "bundleId": None}, Action("force_stop", "a.b")),
        ("mobile: removeApp", {"appId": "a.b"}, Action("uninstall", "a.b")),
        ("mobile: clearApp", {"appId": "a.b"}, Action("clear_data", "a.b")),
    ],
)
def test_a_script_that_is_an_action(script: str, arguments: dict[str, Any], action: Action) -> None:
    assert meant("POST", f"{SESSION}/execute/sync", script=script, args=[arguments]) == action


@pytest.mark.parametrize(
    ("script", "arguments"),
    [
        ("mobile: shell", [{"command": "input", "args": ["tap", "1", "2"]}]),
        ("mobile: clickGesture", [{"elementId": "1"}]),
        ("mobile: clickGesture", [{"x": 1, "y": 2, "elementId": "1"}]),
        ("mobile: clickGesture", [{"x": "1", "y": 2}]),
        ("mobile: longClickGesture", [{"x": 1, "y": 2, "duration": 10}]),
        ("mobile: doubleClickGesture", [{"x": 1, "y": 2}]),
        ("mobile: pressKey", [{"keycode": 66, "metastate": 1}]),
        ("mobile: removeApp", [{"appId": "a.b", "options": {}}]),
        ("mobile: activateApp", [{"appId": "a.b", "bundleId": "c.d"}]),
        ("mobile: terminateApp", [{"appId": "a.b; reboot"}]),
        ("return 1", []),
        (1, []),
        ("mobile: getClipboard", [1, 2]),
    ],
)
def test_a_script_that_does_not_run(script: Any, arguments: list[Any]) -> None:
    assert isinstance(meant("POST", f"{SESSION}/execute/sync", script=script, args=arguments), NotUnderstood)


@pytest.mark.parametrize(
    ("verb", "path", "given"),
    [
        ("POST", f"{SESSION}/element/1/click?x=/element", {"using": "id", "value": "x"}),
        ("POST", f"{SESSION}/element/1/../2/click", {}),
        ("POST", f"{SESSION}/element/1/submit", {}),
        ("POST", f"{SESSION}/alert/accept", {}),
        ("POST", f"{SESSION}/appium/settings", {"settings": {}}),
        ("POST", f"{SESSION}/context", {"name": "WEBVIEW_1"}),
        ("POST", f"{SESSION}/element", {"using": "-custom", "value": "x"}),
        ("POST", f"{SESSION}/element", {"using": "-android uiautomator", "value": "new UiScrollable(x)"}),
        ("PUT", f"{SESSION}/back", {}),
        ("DELETE", f"{SESSION}/cookie", {}),
        ("", "", {}),
    ],
)
def test_what_nobody_has_read_does_not_run(verb: str, path: str, given: dict[str, Any]) -> None:
    assert isinstance(meant(verb, path, **given), NotUnderstood)


def test_elements_sessions_and_addresses() -> None:
    assert meant("POST", "/session") == NewSession()
    assert meant("POST", f"{SESSION}/element/0-1/click") == OnElement("click", "0-1")
    assert meant("POST", f"{SESSION}/element/0-1/clear") == OnElement("clear", "0-1")
    assert meant("POST", f"{SESSION}/element/0-1/value", text="x") == OnElement("type", "0-1", "x")
    assert meant("POST", f"{SESSION}/back") == Action("back")
    assert meant("POST", f"{SESSION}/url", url="https://example.org") == Action("open_url", "https://example.org")
