"""What a request to an Appium server means for an Android phone, by its verb and its path as they are sent.

A name that a program gives to a command counts for nothing. What `GET` asks for reads; of the rest only what stands
here passes or is judged. Read in Appium 3.8.0, uiautomator2-driver 8.7.0 and Appium-Python-Client 6.0.9.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from handrail.device.action import Action
from handrail.integrations.appium.pointer import read_actions
from handrail.integrations.client import gesture
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, Reads


@dataclass(frozen=True, slots=True)
class OnElement:
    """What is done to the element that the server knows by an identifier."""

    does: Literal["click", "type", "clear"]
    identifier: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session begins; which apps it starts or empties is the program's own doing, before the task."""


Command: TypeAlias = Meaning | OnElement | NewSession

_PATH = re.compile(r"/session/[A-Za-z0-9-]+/(?P<rest>[A-Za-z0-9_/.-]+)")
_OF_ELEMENT = re.compile(r"element/(?P<id>[A-Za-z0-9_.-]+)/(?P<does>\w+)")
_FINDING = re.compile(r"(element/[A-Za-z0-9_.-]+/)?elements?")
_SEARCHES = frozenset(
    ("id", "xpath", "css selector", "class name", "name", "accessibility id", "-android uiautomator", "-image")
)
_READING_SCRIPTS = frozenset((
    "mobile: batteryInfo", "mobile: deviceInfo", "mobile: getAppStrings", "mobile: getClipboard",
    "mobile: getConnectivity", "mobile: getCurrentActivity", "mobile: getCurrentPackage", "mobile: getDeviceTime",
    "mobile: getDisplayDensity", "mobile: getPerformanceData", "mobile: getPerformanceDataTypes",
    "mobile: getSystemBars", "mobile: isAppInstalled", "mobile: isKeyboardShown", "mobile: isLocked",
    "mobile: listApps", "mobile: pullFile", "mobile: pullFolder", "mobile: queryAppState",
    "mobile: viewportScreenshot",
))  # fmt: skip
_ON_APPS: Mapping[str, Any] = {
    "mobile: activateApp": "open_app",
    "mobile: terminateApp": "force_stop",
    "mobile: removeApp": "uninstall",
    "mobile: clearApp": "clear_data",
}


def read_command(verb: str, path: str, given: Mapping[str, Any]) -> Command:
    """What a request does to the phone."""
    if (verb, path) == ("POST", "/session"):
        return NewSession()
    if verb == "GET" or (verb == "DELETE" and re.fullmatch(r"/session/[A-Za-z0-9-]+", path)):
        return Reads()
    found = _PATH.fullmatch(path)
    if verb != "POST" or found is None:
        return _nobody(f"{verb} {path}")
    rest = found["rest"]
    if _FINDING.fullmatch(rest):
        return _search(given)
    if element := _OF_ELEMENT.fullmatch(rest):
        return _on_element(element["id"], element["does"], given)
    match rest:
        case "timeouts":
            return Reads()
        case "actions":
            return read_actions(given.get("actions"))
        case "back":
            return Acts(Action("back"))
        case "url" if isinstance(given.get("url"), str):
            return Acts(Action("open_url", target=given["url"]))
        case "context" if given.get("name") == "NATIVE_APP":
            return Reads()
        case "execute/sync":
            return _script(given.get("script"), given.get("args"))
    return _nobody(f"{verb} {path}")


def _search(given: Mapping[str, Any]) -> Meaning:
    how, what = given.get("using"), given.get("value")
    if how not in _SEARCHES or not isinstance(what, str):
        return NotUnderstood(f"nobody has said what a search by `{how!s:.40}` does to the phone")
    if how == "-android uiautomator" and "UiScrollable" in what:
        return NotUnderstood("`UiScrollable` scrolls as it looks; scroll by a gesture, and look then")
    return Reads()


def _on_element(identifier: str, does: str, given: Mapping[str, Any]) -> Command:
    match does:
        case "click":
            return OnElement("click", identifier)
        case "clear":
            return OnElement("clear", identifier)
        case "value" if isinstance(given.get("text"), str):
            return OnElement("type", identifier, given["text"])
    return _nobody(f"`{does}` of an element")


def _script(script: object, arguments: object) -> Meaning:
    given = arguments[0] if isinstance(arguments, list) and len(arguments) == 1 else arguments or {}
    if not isinstance(script, str) or not isinstance(given, dict):
        return NotUnderstood("a script is one `mobile:` command with its arguments by name")
    if script in _READING_SCRIPTS:
        return Reads()
    names = frozenset(name for name, value in given.items() if value is not None)
    if script in _ON_APPS:
        known = names <= {"appId", "bundleId"} and len(set(given.values()) - {None}) == 1
        return gesture.on_package(_ON_APPS[script], next(iter(given.values()))) if known else _more(script)
    match script:
        case "mobile: clickGesture" if names == {"x", "y"}:
            return gesture.tap(gesture.point(given["x"], given["y"]))
        case "mobile: longClickGesture" if names == {"x", "y", "duration"} and _is_long(given["duration"]):
            return gesture.hold(gesture.point(given["x"], given["y"]), given["duration"])
        case "mobile: pressKey" if names == {"keycode"}:
            return gesture.press(given["keycode"])
        case "mobile: openNotifications" if not names:
            return Acts(Action("notifications"))
    return _more(script)


def _is_long(duration: object) -> bool:
    """What is shorter the driver may hold longer than it was told."""
    held_ms = gesture.pixels(duration)
    return held_ms is not None and held_ms >= gesture.LONG_PRESS_MS


def _more(script: str) -> NotUnderstood:
    return NotUnderstood(f"nobody has said what `{script:.60}` with these arguments does to the phone")


def _nobody(what: str) -> NotUnderstood:
    return NotUnderstood(f"nobody has said what {what:.80} does to the phone")
