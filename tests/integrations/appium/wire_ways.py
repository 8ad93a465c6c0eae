"""Ways around a guard of Appium, as requests on the wire: any client in any language can send them.

`{x}` and `{y}` are the middle of the button that books, `{button}` its identifier, inside a session.
"""

from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
RESTAURANTS, CLOCK = "com.example.restaurants", "com.example.clock"
DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
AT = {"type": "pointerMove", "duration": 0, "x": "{x}", "y": "{y}"}
POINT = {"x": "{x}", "y": "{y}"}
ON = {"elementId": "{button}"}
AREA = {"left": 0, "top": 800, "width": 1000, "height": 600}

Request = tuple[str, dict[str, Any]]


def finger(*steps: dict[str, Any], kind: str = "touch", name: str = "finger") -> dict[str, Any]:
    return {"type": "pointer", "id": name, "parameters": {"pointerType": kind}, "actions": list(steps)}


def gestures(*sequences: dict[str, Any]) -> Request:
    return "actions", {"actions": list(sequences)}


def mobile(name: str, path: str = "execute/sync", /, **given: Any) -> Request:
    return path, {"script": f"mobile: {name}", "args": [given] if given else []}


def keys(*names: str) -> dict[str, Any]:
    pressed = [{"type": kind, "value": name} for name in names for kind in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keys", "actions": pressed}


WAYS: dict[str, Request] = {
    "a click": ("element/{button}/click", {}),
    "a click, another way written": ("element/{button}/click/", {}),
    "a text into the button": ("element/{button}/value", {"text": "\n"}),
    "a clearing of the button": ("element/{button}/clear", {}),
    "a submission": ("element/{button}/submit", {}),
    "a replaced text": ("appium/element/{button}/replace_value", {"text": "x"}),
    "an old text": ("appium/element/{button}/value", {"text": "\n"}),
    "a finger": gestures(finger(AT, DOWN, UP)),
    "a finger that rests": gestures(finger(AT, DOWN, {"type": "pause", "duration": 100}, UP)),
    "a finger that is held": gestures(finger(AT, DOWN, {"type": "pause", "duration": 900}, UP)),
    "a finger held for a moment": gestures(finger(AT, DOWN, {"type": "pause", "duration": 400}, UP)),
    "a finger that hardly moves": gestures(finger(AT, DOWN, {**AT, "duration": 200}, UP)),
    "a mouse": gestures(finger(AT, DOWN, UP, kind="mouse")),
    "a pen": gestures(finger(AT, DOWN, UP, kind="pen")),
    "a finger on the element": gestures(finger({**AT, "x": 0, "y": 0, "origin": {ELEMENT: "{button}"}}, DOWN, UP)),
    "a finger by steps": gestures(finger(AT, {**AT, "x": 0, "y": 0, "origin": "pointer"}, DOWN, UP)),
    "a finger twice": gestures(finger(AT, DOWN, UP, DOWN, UP)),
    "a finger elsewhere first": gestures(finger({**AT, "x": 1, "y": 300}, DOWN, UP, AT, DOWN, UP)),
    "two fingers": gestures(finger(AT, DOWN, UP), finger(AT, DOWN, UP, name="other")),
    "a finger beside one that does nothing": gestures(finger(name="other"), finger(AT, DOWN, UP)),
    "a finger with keys": gestures(finger(AT, DOWN, UP), keys("\ue007")),
    "the enter key": gestures(keys("\ue007")),
    "tabs and enter": gestures(keys("\ue004", "\ue004", "\ue007")),
    "a wheel": gestures(
        {"type": "wheel", "id": "w", "actions": [{"type": "scroll", **POINT, "deltaX": 0, "deltaY": 9}]}
    ),
    "a click gesture": mobile("clickGesture", **POINT),
    "a click gesture on the element": mobile("clickGesture", **ON),
    "a click gesture off the element": mobile("clickGesture", **ON, x=1, y=1),
    "a long click": mobile("longClickGesture", **POINT, duration=900),
    "a short long click": mobile("longClickGesture", **POINT, duration=10),
    "a long click on the element": mobile("longClickGesture", **ON),
    "a double click": mobile("doubleClickGesture", **POINT),
    "a double click on the element": mobile("doubleClickGesture", **ON),
    "a drag that goes nowhere": mobile("dragGesture", startX="{x}", startY="{y}", endX="{x}", endY="{y}"),
    "a drag of the element": mobile("dragGesture", **ON, endX=500, endY=900),
    "a pinch": mobile("pinchCloseGesture", **ON, percent=0.5),
    "a spread": mobile("pinchOpenGesture", **AREA, percent=0.5),
    "a swipe": mobile("swipeGesture", **AREA, direction="left", percent=0.01),
    "a fling": mobile("flingGesture", **AREA, direction="down"),
    "a scroll": mobile("scrollGesture", **AREA, direction="down", percent=1.0),
    "a scroll to the element": mobile("scroll", strategy="accessibility id", selector="Reserve now"),
    "a search that scrolls": (
        "element",
        {"using": "-android uiautomator", "value": 'new UiScrollable(new UiSelector()).scrollTextIntoView("x")'},
    ),
    "a scheduled action": mobile(
        "scheduleAction", name="late", steps=[{"type": "gesture", "name": "click", "payload": {**POINT}}]
    ),
    "the shell": mobile("shell", command="input", args=["tap", "{x}", "{y}"]),
    "the shell's swipe": mobile("shell", command="input swipe {x} {y} {x} {y}", args=[]),
    "the shell as one word": mobile("shell", command="input tap {x} {y}"),
    "the shell that takes data": mobile("shell", command="pm", args=["clear", RESTAURANTS]),
    "the shell by the old path": mobile("shell", "execute", command="input", args=["tap", "{x}", "{y}"]),
    "a gesture by the old path": mobile("clickGesture", "execute", **POINT),
    "a gesture that answers later": mobile("clickGesture", "execute/async", **POINT),
    "a script of the server": ("appium/execute_driver", {"script": "return 1;", "type": "webdriverio"}),
    "typing": mobile("type", text="\n"),
    "the action of the keyboard": mobile("performEditorAction", action="go"),
    "a key": mobile("pressKey", keycode=66),
    "the key that presses": mobile("pressKey", keycode=23),
    "a key with others": mobile("pressKey", keycode=66, metastate=1),
    "a key by the old path": ("appium/device/press_keycode", {"keycode": 66}),
    "a long key by the old path": ("appium/device/long_press_keycode", {"keycode": 66}),
    "a touch by the old path": ("touch/click", {"element": "{button}"}),
    "touches by the old path": ("touch/perform", {"actions": [{"action": "tap", "options": {**POINT}}]}),
    "a link": mobile("deepLink", url="reserve://now", package=RESTAURANTS),
    "an address that calls": ("url", {"url": "tel:112"}),
    "a page of the app": mobile("startActivity", intent=f"{RESTAURANTS}/.BookActivity"),
    "a service": mobile("startService", intent=f"{RESTAURANTS}/.Service"),
    "a broadcast": mobile("broadcast", action="android.intent.action.FACTORY_RESET"),
    "an app put on": mobile("installApp", appPath="/tmp/evil.apk"),
    "an app taken away": mobile("removeApp", appId=CLOCK),
    "an app emptied": mobile("clearApp", appId=RESTAURANTS),
    "an app emptied with more": mobile("clearApp", appId=f"{RESTAURANTS}; input tap 1 1"),
    "an app taken away by the old path": ("appium/device/remove_app", {"appId": CLOCK}),
    "a file": mobile("pushFile", remotePath="/sdcard/run.sh", payload="eA=="),
    "a file by the old path": ("appium/device/push_file", {"path": "/sdcard/run.sh", "data": "eA=="}),
    "a file taken away": mobile("deleteFile", remotePath="/sdcard/Download"),
    "a permission": mobile("changePermissions", permissions="all", appPackage=CLOCK, action="grant"),
    "the network": mobile("setConnectivity", wifi=False),
    "the position": mobile("toggleGps"),
    "the console of an emulator": mobile("execEmuConsoleCommand", command="power ac off"),
    "the bar above": mobile("statusBar", command="expandSettings"),
    "a message": mobile("sendSms", phoneNumber="112", message="x"),
    "an app in the background": mobile("backgroundApp", seconds=0),
    "the screen switched off": mobile("lock"),
    "a dialog accepted": mobile("acceptAlert"),
    "a dialog accepted by its path": ("alert/accept", {}),
    "another context": ("context", {"name": "WEBVIEW_1"}),
    "the screen turned": ("orientation", {"orientation": "LANDSCAPE"}),
    "a setting": ("appium/settings", {"settings": {"enableMultiWindows": True}}),
    "saying that it is done": ("execute/sync", {"script": "handrail: finish", "args": []}),
}

BOOKING = (
    "a click",
    "a click, another way written",
    "a finger",
    "a finger that rests",
    "a finger that is held",
    "a finger held for a moment",
    "a finger that hardly moves",
    "a mouse",
    "a pen",
    "a finger on the element",
    "a finger by steps",
    "a finger twice",
    "a finger elsewhere first",
    "two fingers",
    "a finger with keys",
    "a click gesture",
    "a click gesture on the element",
    "a click gesture off the element",
    "a long click",
    "a short long click",
    "a long click on the element",
    "a double click",
    "a double click on the element",
    "a drag that goes nowhere",
    "the shell",
    "the shell's swipe",
    "the shell as one word",
)
"""Those that book the table where nobody guards."""


def written(given: Any, x: int, y: int, button: str) -> Any:
    """A request with the places and the identifier in it; a place that stands alone is a number."""
    match given:
        case "{x}":
            return x
        case "{y}":
            return y
        case str():
            return given.replace("{x}", str(x)).replace("{y}", str(y)).replace("{button}", button)
        case dict():
            return {name: written(value, x, y, button) for name, value in given.items()}
        case list():
            return [written(value, x, y, button) for value in given]
    return given
