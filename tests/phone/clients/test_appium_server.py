"""Appium's server on the phone without Appium: the routes that its driver asks, by HTTP through a forwarded port."""

import base64
import json
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("lxml", reason="XPath is read by lxml: pip install 'handrail[phone]'")

from handrail.phone.clients.appium.elements import ELEMENT_KEY
from handrail.phone.clients.appium.server import RUNNER
from handrail.phone.package import Manifest
from phone.adb.served import PATIENCE_S, Adb, Served
from phone.finger import open_app, tap_text

LIST = 'new UiSelector().classNameMatches(".*RecyclerView")'
CLOCK = 'new UiSelector().text("Clock")'


@dataclass(frozen=True)
class Driver:
    """What asks."""

    port: int

    def ask(self, method: str, path: str, **fields: Any) -> Any:
        body = json.dumps(fields).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/session/x{path}", body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            with error:
                return json.loads(error.read())["value"]

    def find(self, strategy: str, selector: str, context: str = "") -> str:
        found = self.ask("POST", "/element", strategy=strategy, selector=selector, context=context)
        return str(found[ELEMENT_KEY])

    def text(self, element: str) -> str:
        return str(self.ask("GET", f"/element/{element}/text"))


@pytest.fixture
def driver(adb: Adb, served: Served) -> Iterator[Driver]:
    served.phone.install(Manifest(RUNNER.partition("/")[0], "Test"))
    assert RUNNER in adb.shell("pm list instrumentation")
    with subprocess.Popen(
        [adb.binary, "shell", "am", "instrument", "-w", RUNNER], env=adb.environment, stdout=subprocess.PIPE
    ) as running:
        try:
            assert running.stdout is not None
            running.stdout.readline()
            yield Driver(int(adb("forward", "tcp:0", "tcp:6790")))
        finally:
            running.kill()
    while served.handset.servers:  # it goes when its shell does
        adb.shell("true")


@pytest.mark.parametrize(
    ("strategy", "selector"),
    [
        ("xpath", '//android.widget.TextView[@text="Clock"]'),
        ("-android uiautomator", CLOCK),
        ("-android uiautomator", f'new UiSelector().resourceIdMatches(".*space").childSelector({CLOCK});'),
        ("-android uiautomator", f"new UiScrollable({LIST}).scrollIntoView({CLOCK})"),
        ("accessibility id", "Clock"),
    ],
)  # fmt: skip
def test_an_element_is_found_and_clicked(driver: Driver, served: Served, strategy: str, selector: str) -> None:
    if "UiScrollable" in selector:
        served.phone.swipe(540, 1800, 540, 500)
    driver.ask("POST", f"/element/{driver.find(strategy, selector)}/click")
    assert served.phone.foreground.package == "com.example.clock"
    assert served.handset.gaps == ()


@pytest.mark.parametrize(
    ("strategy", "selector", "error"),
    [
        ("id", "nowhere", "no such element"),
        ("xpath", "//*[", "invalid selector"),
        ("-android uiautomator", "new UiSelector().text(", "invalid selector"),
        ("-android uiautomator", "new UiSelector().frobnicate()", "invalid selector"),
        ("-android uiautomator", "delete everything", "invalid selector"),
        ("css selector", "a", "invalid selector"),
    ],
)
def test_a_search_that_finds_nothing_says_why(driver: Driver, strategy: str, selector: str, error: str) -> None:
    assert driver.ask("POST", "/element", strategy=strategy, selector=selector)["error"] == error
    if error == "no such element":
        assert driver.ask("POST", "/elements", strategy=strategy, selector=selector) == []


def test_an_element_stays_what_it_was(driver: Driver, served: Served) -> None:
    served.phone.launch("com.example.clock")
    first, second = (driver.find("xpath", f'//*[@text="{at}"]') for at in ("08:30", "09:00"))
    tap_text(served.phone, "08:30")
    tap_text(served.phone, "Delete")
    tap_text(served.phone, "Delete")
    assert driver.text(second) == "09:00"  # where the first one was
    assert driver.ask("GET", f"/element/{first}/text")["error"] == "stale element reference"
    assert driver.ask("GET", "/element/never-given/text")["error"] == "no such element"


def test_a_field_is_typed_into_and_cleared(driver: Driver, served: Served) -> None:
    served.phone.swipe(540, 1800, 540, 500)
    field = driver.find("class name", "android.widget.EditText")
    driver.ask("POST", f"/element/{field}/value", text="Größe")
    driver.ask("POST", f"/element/{field}/value", text=" ☕")
    assert driver.text(field) == "Größe ☕"
    driver.ask("POST", f"/element/{field}/value", text="new", replace=True)
    assert driver.text(field) == "new"
    driver.ask("POST", "/keys", text="\ue003er")
    assert driver.text(field) == "neer"
    driver.ask("POST", f"/element/{field}/clear")
    assert driver.text(field) == driver.ask("GET", f"/element/{field}/attribute/hint") == "Search apps"
    label = driver.find("xpath", "//android.widget.TextView")
    assert driver.ask("POST", f"/element/{label}/value", text="x")["error"] == "invalid element state"


def test_fingers_move_as_they_are_told(driver: Driver, served: Served) -> None:
    def finger(*steps: tuple[str, int, int]) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = [
            {"type": kind, "x": x, "y": y} if kind == "pointerMove" else {"type": kind, "duration": x}
            for kind, x, y in steps
        ]
        return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions}]

    icon = served.shown("Clock").bounds.center
    driver.ask("POST", "/actions", actions=finger(("pointerMove", *icon), ("pointerDown", 0, 0), ("pointerUp", 0, 0)))
    assert served.phone.foreground.package == "com.example.clock"
    driver.ask("POST", "/back")
    up = finger(("pointerMove", 540, 1800), ("pointerDown", 0, 0), ("pointerMove", 540, 500), ("pointerUp", 0, 0))
    driver.ask("POST", "/actions", actions=up)
    assert driver.find("class name", "android.widget.EditText")
    served.phone.launch("com.android.settings")
    area = {"left": 0, "top": 400, "width": 1080, "height": 1600}
    before = served.phone.screen()
    driver.ask("POST", "/appium/gestures/scroll", area=area, direction="down", percent=1.0)
    driver.ask("POST", "/appium/gestures/pinch_open", area=area, percent=0.5)
    driver.ask("POST", "/appium/gestures/scroll", area=area, direction="up", percent=1.0)
    assert served.phone.screen() == before
    assert driver.ask("POST", "/appium/gestures/scroll", area=area, direction="sideways")["error"] == "invalid argument"


def test_a_dialog_is_answered(driver: Driver, served: Served) -> None:
    assert driver.ask("GET", "/alert/text")["error"] == "no such alert"
    open_app(served.phone, "Clock")
    tap_text(served.phone, "08:30")
    tap_text(served.phone, "Delete")
    assert "Delete" in driver.ask("GET", "/alert/text")
    driver.ask("POST", "/alert/dismiss")
    assert len(served.phone.screen().windows) == 1
    tap_text(served.phone, "Delete")
    driver.ask("POST", "/alert/accept", buttonLabel="Delete")
    assert "08:30" not in driver.ask("GET", "/source")


def test_the_phone_is_asked_about_itself(driver: Driver, served: Served) -> None:
    assert driver.ask("GET", "/window/current/size")["height"] == 2400
    assert driver.ask("GET", "/orientation") == "PORTRAIT"
    assert driver.ask("POST", "/orientation", orientation="LANDSCAPE")["error"] == "invalid element state"
    assert driver.ask("GET", "/appium/device/battery_info") == {"level": 1.0, "status": 5}
    assert driver.ask("GET", "/appium/device/info")["apiVersion"] == "34"
    driver.ask("POST", "/appium/device/set_clipboard", content=base64.b64encode(b"kept").decode())
    assert base64.b64decode(driver.ask("POST", "/appium/device/get_clipboard")) == b"kept"
    driver.ask("POST", "/appium/device/press_keycode", keycode=3)
    driver.ask("POST", "/appium/settings", settings={"waitForIdleTimeout": 0})
    assert driver.ask("GET", "/appium/settings")["waitForIdleTimeout"] == 0
    assert base64.b64decode(driver.ask("GET", "/screenshot")).startswith(b"\x89PNG")
    clock = driver.find("xpath", '//*[@text="Clock"]')
    assert driver.ask("GET", f"/element/{clock}/rect")["width"] == 270
    assert base64.b64decode(driver.ask("GET", f"/element/{clock}/screenshot")).startswith(b"\x89PNG")
    assert driver.ask("GET", f"/element/{clock}/attribute/nonsense")["error"] == "unknown command"
    assert driver.ask("GET", "/frobnicate")["error"] == "unknown command"
    assert served.handset.gaps == ("appium GET /frobnicate",)
