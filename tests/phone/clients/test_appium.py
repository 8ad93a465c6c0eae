"""Appium 3.8.0 with its uiautomator2 driver 8.7.0, unmodified: it installs its apps and works on the phone."""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from phone.adb.served import PATIENCE_S, Served, adb_binary
from phone.clients.environment import AT_NIGHT, node_modules_of, prepared_phone, python_of, run_script
from phone.finger import shows, tap_text

pytestmark = AT_NIGHT

SESSION = """
import base64, json, os
from appium import webdriver
from appium.options.android import UiAutomator2Options
from appium.webdriver.common.appiumby import AppiumBy as By
from selenium.common.exceptions import NoAlertPresentException, NoSuchElementException
from selenium.common.exceptions import StaleElementReferenceException

options = UiAutomator2Options().load_capabilities({
    "platformName": "Android", "appium:automationName": "UiAutomator2", "appium:udid": os.environ["HANDRAIL_SERIAL"],
    "appium:adbPort": int(os.environ["ANDROID_ADB_SERVER_PORT"]), "appium:adbExecTimeout": 20000,
    "appium:skipLogcatCapture": True,
})
phone = webdriver.Remote("http://127.0.0.1:%(port)d", options=options)
said = {}

def fails(kind, work):
    try:
        work()
    except kind:
        return True
    return False

try:
    %(body)s
finally:
    phone.quit()
print(json.dumps(said))
"""

FINDS = """
    by_xpath = phone.find_element(By.XPATH, '//android.widget.TextView[@text="Clock"]')
    said["same"] = [
        phone.find_element(By.ANDROID_UIAUTOMATOR, 'new UiSelector().text("Clock")') == by_xpath,
        phone.find_element(By.ID, "com.android.launcher:id/workspace").find_element(By.XPATH, './/*[@text="Clock"]')
        == by_xpath,
    ]
    said["rect"] = by_xpath.rect
    said["attributes"] = [by_xpath.get_attribute(name) for name in ("class", "package", "displayed", "className")]
    said["texts"] = [element.text for element in phone.find_elements(By.CLASS_NAME, "android.widget.TextView")]
    said["children"] = len(phone.find_elements(By.ANDROID_UIAUTOMATOR,
        'new UiSelector().resourceIdMatches(".*workspace").childSelector(new UiSelector().text("Clock"))'))
    said["missing"] = fails(NoSuchElementException, lambda: phone.find_element(By.ACCESSIBILITY_ID, "no such thing"))
    said["source"] = phone.page_source
    by_xpath.click()
    said["front"] = [phone.current_package, phone.current_activity]
    said["stale"] = fails(StaleElementReferenceException, by_xpath.click)
    said["size"] = phone.get_window_size()
    said["png"] = phone.get_screenshot_as_png()[:4].hex()
    said["orientation"] = phone.orientation
    phone.orientation = "LANDSCAPE"
    said["turned"] = phone.orientation
    phone.orientation = "PORTRAIT"
    phone.back()
    said["back"] = phone.current_package
"""

TYPES = """
    phone.swipe(540, 1800, 540, 500, 300)
    field = phone.find_element(By.CLASS_NAME, "android.widget.EditText")
    field.send_keys("Größe")
    field.send_keys(" ☕")
    said["typed"] = field.text
    field.clear()
    said["cleared"] = field.text
    phone.set_clipboard_text("größe")
    said["clipboard"] = phone.get_clipboard_text()
    said["keyboard"] = phone.is_keyboard_shown()
    phone.hide_keyboard()
    said["hidden"] = phone.is_keyboard_shown()
    phone.press_keycode(3)
    phone.activate_app("com.example.shop")
    said["state"] = phone.query_app_state("com.example.shop")
    said["more"] = phone.execute_script("mobile: scrollGesture",
        {"left": 100, "top": 500, "width": 800, "height": 1500, "direction": "down", "percent": 1.0})
    phone.terminate_app("com.example.shop")
    said["stopped"] = phone.query_app_state("com.example.shop")
    phone.push_file("/sdcard/new/a.txt", base64.b64encode(b"x").decode())
    said["file"] = phone.pull_file("/sdcard/new/a.txt")
    said["battery"] = phone.battery_info if hasattr(phone, "battery_info") else None
    phone.open_notifications()
    phone.back()
    phone.lock()
    said["locked"] = phone.is_locked()
    phone.unlock()
    said["unlocked"] = phone.is_locked()
    said["notifications"] = phone.execute_script("mobile: getNotifications")["statusBarNotifications"]
"""

AT_A_DIALOG = """
    said["text"] = phone.switch_to.alert.text
    phone.switch_to.alert.accept()
    said["none"] = fails(NoAlertPresentException, lambda: phone.switch_to.alert.text)
"""


@pytest.fixture(scope="module")
def python() -> str:
    return python_of("appium")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Appium runs on Node")
    modules = node_modules_of("appium")
    with listening(node, modules, tmp_path_factory.mktemp("appium")) as port:
        yield port


@contextmanager
def listening(node: str, modules: Path, home: Path, *options: str) -> Iterator[int]:
    """An Appium server that finds adb where the Android SDK would have it."""
    tools = home / "sdk" / "platform-tools"
    tools.mkdir(parents=True)
    (tools / "adb").symlink_to(adb_binary())
    environment = {
        **os.environ,
        "HOME": str(home),
        "ANDROID_HOME": str(home / "sdk"),
        "APPIUM_HOME": str(modules.parent),
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [node, str(modules / "appium" / "index.js"), "server", "--address", "127.0.0.1", "--port", str(port)]
    with (home / "log").open("wb") as log:
        running = subprocess.Popen(
            [*program, "--relaxed-security", *options], cwd=modules.parent, env=environment, stdout=log, stderr=log
        )
        try:
            until_ready(port, running)
            yield port
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(PATIENCE_S)


def until_ready(port: int, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and running.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=PATIENCE_S):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("Appium does not start")


def session(python: str, server: int, body: str, served: Served, home: Path) -> Any:
    return run_script(python, SESSION % {"port": server, "body": body.strip()}, served, home)


def test_elements_are_found_in_every_way_and_clicked(python: str, server: int, tmp_path: Path) -> None:
    with prepared_phone() as served:
        icon = served.shown("Clock").bounds
        said = session(python, server, FINDS, served, tmp_path)
        assert said["same"] == [True, True]
        assert said["rect"] == {
            "x": icon.left, "y": icon.top, "width": icon.right - icon.left, "height": icon.bottom - icon.top,
        }  # fmt: skip
        assert said["attributes"][0] == said["attributes"][3] == "android.widget.TextView"
        assert said["attributes"][1:3] == ["com.android.launcher", "true"]
        assert "Clock" in said["texts"]
        assert said["children"] == 1
        assert said["missing"]
        assert '<android.widget.TextView index="' in said["source"]
        assert said["front"] == ["com.example.clock", ".DeskClock"]
        assert said["stale"]
        assert said["size"] == {"width": 1080, "height": 2400}
        assert said["png"] == b"\x89PNG".hex()
        assert (said["orientation"], said["turned"]) == ("PORTRAIT", "LANDSCAPE")
        assert said["back"] == "com.android.launcher"
        assert served.handset.gaps == ()


def test_it_types_scrolls_and_handles_apps_and_files(python: str, server: int, tmp_path: Path) -> None:
    with prepared_phone() as served:
        served.phone.notify("com.example.mail", "New mail", "from Ines")
        said = session(python, server, TYPES, served, tmp_path)
        assert (said["typed"], said["cleared"]) == ("Größe ☕", "Search apps")
        assert said["clipboard"] == "größe"
        assert (said["keyboard"], said["hidden"]) == (True, False)
        assert (said["state"], said["stopped"]) == (4, 1)
        assert said["more"] is True
        assert said["file"] == "eA=="
        assert (said["locked"], said["unlocked"]) == (True, False)
        assert [notification["notification"]["title"] for notification in said["notifications"]][:1] == ["New mail"]
        assert served.handset.gaps == ()


def test_a_dialog_is_an_alert(python: str, server: int, tmp_path: Path) -> None:
    with prepared_phone() as served:
        phone = served.phone
        phone.launch("com.example.clock")
        tap_text(phone, "08:30")
        tap_text(phone, "Delete")
        assert len(phone.screen().windows) == 2
        said = session(python, server, AT_A_DIALOG, served, tmp_path)
        assert said["text"].startswith("Delete")
        assert said["none"]
        assert not shows(phone, "08:30")
        assert served.handset.gaps == ()


def test_when_the_session_ends_its_server_does(python: str, server: int, tmp_path: Path) -> None:
    with prepared_phone() as served:
        session(python, server, "said['at'] = phone.get_device_time()", served, tmp_path)
        assert served.handset.servers == {}
        assert "io.appium.uiautomator2.server" in served.phone.packages
