"""The real Python client of Appium with a guarded `command_executor`, against a stand-in for the server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("appium.webdriver", reason="needs the extra: pip install 'handrail[appium]'")

from appium import webdriver
from appium.options.common import AppiumOptions
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common.exceptions import WebDriverException

from handrail.integrations.appium import guard
from integrations.appium.stand_in_server import stand_in_server
from integrations.appium.wire_ways import WAYS as WIRE_WAYS
from integrations.appium.wire_ways import written
from integrations.client.booking import CORRECTION, RESTAURANTS, TOO_LATE, Booking, booking

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

CLOCK = "com.example.clock"


def text(words: str) -> tuple[str, str]:
    return AppiumBy.XPATH, f"//*[@text='{words}']"


@contextmanager
def driven(folder: Path, *, guarded: bool, **more: Any) -> Iterator[tuple[Any, Booking]]:
    options = AppiumOptions().load_capabilities({"platformName": "Android"})
    with booking(folder) as b, stand_in_server(b.served.phone) as address:
        if not guarded:
            yield webdriver.Remote(address, options=options), b
            return
        with guard(address, f"adb:{b.serial},plain", **(b.task() | more)) as executor:
            yield webdriver.Remote(command_executor=executor, options=options), b


def books(driver: Any) -> str:
    """A test that takes the time that is offered, and the one that was asked for where it is told so."""
    try:
        driver.find_element(*text("Reserve now")).click()
    except WebDriverException as refused:
        for words in CORRECTION:
            driver.find_element(*text(words)).click()
        return str(refused)
    return ""


def test_unguarded_the_wrong_table_is_booked(tmp_path: Path) -> None:
    with driven(tmp_path, guarded=False) as (driver, b):
        assert books(driver) == ""
        assert b.tables() == [("2026-03-03", "19:00", 2)]


def test_guarded_it_is_stopped_and_told_why_and_books_what_was_asked_for(tmp_path: Path) -> None:
    with driven(tmp_path, guarded=True) as (driver, b):
        executor = driver.command_executor
        with pytest.raises(WebDriverException, match="not done yet"):
            executor.finish()
        assert TOO_LATE in books(driver)
        assert b.tables() == [("2026-03-02", "18:30", 2)]
        driver.quit()
        executor.finish()
        assert executor.handrail.finished


def test_typing_and_gestures_run_where_nothing_speaks_against_them(tmp_path: Path) -> None:
    with driven(tmp_path, guarded=True) as (driver, b):
        driver.back()
        assert b.shows("Find a table")
        field = driver.find_element(AppiumBy.CLASS_NAME, "android.widget.EditText")
        field.send_keys("Blue")
        field.send_keys(" Harbor")
        assert b.shows("Blue Harbor")
        assert field.text == "Blue Harbor"
        driver.swipe(540, 1500, 540, 900, 200)
        driver.tap([b.place("Blue Harbor Grill")])
        assert b.shows("Reserve now")
        assert driver.current_package == RESTAURANTS


Way: TypeAlias = Callable[[Any, int, int], object]


def script(name: str, **given: object) -> Way:
    return lambda driver, x, y: driver.execute_script(name, given)


def raw(verb: str, path: str, /, **given: object) -> Way:
    """A command of its own, under a name that only reads."""

    def send(driver: Any, x: int, y: int) -> object:
        driver.command_executor.add_command("getPageSource", verb, path)
        try:
            return driver.execute("getPageSource", dict(given))
        finally:
            driver.command_executor.add_command("getPageSource", "GET", "/session/$sessionId/source")

    return send


def button(driver: Any) -> Any:
    return driver.find_element(*text("Reserve now"))


def two_fingers(driver: Any, x: int, y: int) -> object:
    return driver.tap([(x, y), (1, 1)])


def keys_and_a_finger(driver: Any, x: int, y: int) -> object:
    down = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown"}, {"type": "pointerUp"}]
    keys = [{"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"}]
    sequences = [{"type": "pointer", "id": "a", "actions": down}, {"type": "key", "id": "b", "actions": keys}]
    return driver.execute("actions", {"actions": sequences})


def past_an_identifier(driver: Any, x: int, y: int) -> object:
    found = button(driver).id
    return driver.execute("findChildElement", {"id": f"{found}/click?x=", "using": "id", "value": "x"})


def on_the_wire(path: str, body: dict[str, Any]) -> Way:
    """A request that any client could send, by the Python client's own connection."""

    def send(driver: Any, x: int, y: int) -> object:
        found = button(driver).id
        given = written(body, x, y, found)
        return raw("POST", f"/session/$sessionId/{written(path, x, y, found)}", **given)(driver, x, y)

    return send


WAYS: dict[str, Way] = {
    **{f"on the wire: {name}": on_the_wire(*request) for name, request in WIRE_WAYS.items()},
    "an element": lambda driver, x, y: button(driver).click(),
    "a touch": lambda driver, x, y: driver.tap([(x, y)]),
    "a touch that is held": lambda driver, x, y: driver.tap([(x, y)], 800),
    "two fingers": two_fingers,
    "a swipe that is a touch": lambda driver, x, y: driver.swipe(x, y, x, y, 50),
    "a slow swipe that is a touch": lambda driver, x, y: driver.swipe(x, y, x, y, 900),
    "keys and a finger": keys_and_a_finger,
    "a gesture of the server": lambda driver, x, y: driver.execute_script("mobile: clickGesture", {"x": x, "y": y}),
    "a gesture on the element": lambda driver, x, y: driver.execute_script(
        "mobile: clickGesture", {"elementId": button(driver).id}
    ),
    "the shell": lambda driver, x, y: driver.execute_script(
        "mobile: shell", {"command": "input", "args": ["tap", str(x), str(y)]}
    ),
    "a click under another name": lambda driver, x, y: raw(
        "POST", f"/session/$sessionId/element/{button(driver).id}/click"
    )(driver, x, y),
    "past an identifier": past_an_identifier,
    "a batch": raw("POST", "/session/$sessionId/appium/execute_driver", script="await driver.click()"),
    "a search that scrolls": lambda driver, x, y: driver.find_element(
        AppiumBy.ANDROID_UIAUTOMATOR, "new UiScrollable(new UiSelector()).scrollIntoView(new UiSelector())"
    ),
    "a search of a plug-in": lambda driver, x, y: driver.find_element("-custom", "ai:touch reserve"),
    "the alert": lambda driver, x, y: driver.execute("w3cAcceptAlert"),
    "typing with the enter key": lambda driver, x, y: driver.execute(
        "sendKeysToElement", {"id": button(driver).id, "text": "x\n", "value": ["x", "\n"]}
    ),
    "a key": lambda driver, x, y: driver.press_keycode(23),
    "a key with another one held": lambda driver, x, y: driver.press_keycode(66, metastate=1),
    "a key held": lambda driver, x, y: driver.long_press_keycode(66),
    "taking the app's data": script("mobile: clearApp", appId=RESTAURANTS),
    "taking an app away": lambda driver, x, y: driver.remove_app(CLOCK),
    "putting an app on": lambda driver, x, y: driver.install_app("/tmp/evil.apk"),
    "a page inside the app": script("mobile: startActivity", intent=f"{RESTAURANTS}/.BookActivity"),
    "a file onto the phone": lambda driver, x, y: driver.push_file("/sdcard/x", "eA=="),
    "a web page inside the app": lambda driver, x, y: driver.switch_to.context("WEBVIEW_1"),
    "a setting of the server": lambda driver, x, y: driver.update_settings({"simpleBoundsCalculation": True}),
    "another session": lambda driver, x, y: driver.start_session({"platformName": "Android"}),
    "saying that it is done": lambda driver, x, y: driver.command_executor.finish(),
}
_WIRE = (
    "a click",
    "a finger",
    "a finger that rests",
    "a finger that is held",
    "a finger held for a moment",
    "a finger that hardly moves",
    "a mouse",
    "a pen",
    "a finger twice",
    "two fingers",
    "a finger beside one that does nothing",
    "a finger with keys",
    "a click gesture",
    "the shell",
)
BOOKING = (
    *(f"on the wire: {name}" for name in _WIRE),
    "an element",
    "a touch",
    "a touch that is held",
    "two fingers",
    "a swipe that is a touch",
    "a slow swipe that is a touch",
    "keys and a finger",
    "a gesture of the server",
    "the shell",
    "a click under another name",
)


def test_unguarded_some_ways_book_the_table(tmp_path: Path) -> None:
    found = list[str]()
    with driven(tmp_path, guarded=False) as (driver, b):
        for name, way in WAYS.items():
            b.served.phone.restore(b.page)
            with suppress(Exception):  # what the stand-in does not know
                way(driver, *b.place("Reserve now"))
            found += [name] * bool(b.tables())
    assert tuple(found) == BOOKING


def test_guarded_no_way_does_anything_and_each_is_told_why(tmp_path: Path) -> None:
    with driven(tmp_path, guarded=True) as (driver, b):
        before, place = b.truth(), b.place("Reserve now")
        for name, way in WAYS.items():
            with pytest.raises(WebDriverException) as told:
                way(driver, *place)
            assert "Blocked." in str(told.value), name
            assert b.truth() == before, name


def test_the_page_says_how_many_ways_there_are() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/drivers.md").read_text("utf-8")
    assert f"| Appium-Python-Client 6.0.9 | {len(WAYS)} | {len(BOOKING)} |" in page
