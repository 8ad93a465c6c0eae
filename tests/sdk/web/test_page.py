"""The web SDK in a real browser: what an app's handlers hear of while an agent is in control, and while nobody is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sdk.web.built import built, bundled
from sdk.web.chromium import chromium
from sdk.web.site import site

HERE = Path(__file__).parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    names = ("page.html", "page.js", "spoken.js", "react.html", "react_guards.js")
    files = {name: (HERE / name).read_bytes() for name in names}
    made = {"handrail.js": (built() / "handrail.js").read_bytes(), "react_page.js": bundled(HERE / "react_page.js")}
    with site({**files, **made}) as served:
        yield served


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page without an agent in control; under its policy nothing of it is refused."""
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}/page.html")
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    yield page
    assert [complaint for complaint in complaints if "favicon" not in complaint and "404" not in complaint] == []
    page.close()


def control(page: Page, on: bool = True) -> None:
    page.evaluate("on => server.control(on)", on)


def proposed(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("server.proposed()")
    return found


def ran(page: Page) -> list[str]:
    found: list[str] = page.evaluate("ran.splice(0)")
    return found


def answer(page: Page, decision: str) -> None:
    """The server's word on what was proposed last."""
    page.evaluate("decision => server.verdict(server.proposed().at(-1).id, decision)", decision)


def choose_daily(page: Page) -> None:
    page.locator("#days").select_option("Daily")


def type_a_time(page: Page) -> None:
    page.locator("#time").fill("19:30")
    page.locator("#time").press("Tab")


TOUCHES: dict[str, tuple[Callable[[Page], None], list[str], str]] = {
    "a button": (lambda page: page.click("#reserve"), ["reserve"], "click"),
    "a button by attribute": (lambda page: page.click("#by-attribute"), ["by-attribute"], "click"),
    "a button nobody speaks for": (lambda page: page.click("#nobody"), ["nobody"], "click"),
    "a link": (lambda page: page.click("#link"), ["link"], "click"),
    "a box": (lambda page: page.click("#box"), ["box true"], "check"),
    "a box by its label": (lambda page: page.click("#label", position={"x": 60, "y": 8}), ["box true"], "check"),
    "a box by the keyboard": (lambda page: page.press("#box", "Space"), ["box true"], "check"),
    "a list": (choose_daily, ["days input Daily", "days Daily"], "select"),
    "a field": (type_a_time, ["time 19:30"], "input"),
    "a form by its button": (lambda page: page.click("#send"), ["form by send"], "submit"),
    "a form by Enter": (lambda page: page.press("#form input", "Enter"), ["form by send"], "submit"),
    "a form nobody speaks for": (lambda page: page.click("#plain-send"), ["plain-form by plain-send"], "click"),
    "a long press": (lambda page: page.click("#long", button="right"), ["long"], "long_click"),
    "a key": (lambda page: page.press("#keys", "Enter"), ["key Enter"], "key"),
    "what acts early": (lambda page: page.click("#early"), ["early"], "click"),
    "a button in the shadow": (lambda page: page.click("#shadow button"), ["shadow"], "click"),
}


@pytest.mark.parametrize("touched", TOUCHES)
def test_an_agents_touch_waits_for_its_verdict_and_then_is_as_if_it_came_only_now(page: Page, touched: str) -> None:
    touch, handlers, kind = TOUCHES[touched]
    control(page)
    touch(page)
    assert ran(page) == []
    assert [entry["event"]["kind"] for entry in proposed(page)] == [kind]
    answer(page, "allow")
    assert ran(page) == handlers
    assert len(proposed(page)) == 1
    answer(page, "allow")
    assert ran(page) == []


@pytest.mark.parametrize("touched", TOUCHES)
def test_what_is_blocked_never_reaches_the_app_and_the_persons_own_touch_always_does(page: Page, touched: str) -> None:
    touch, handlers, _ = TOUCHES[touched]
    control(page)
    touch(page)
    answer(page, "block")
    assert ran(page) == []
    control(page, on=False)
    touch(page)
    assert ran(page) == handlers
    assert len(proposed(page)) == 1


def test_what_is_expected_is_worked_out_when_the_button_is_pressed(page: Page) -> None:
    control(page)
    page.locator("#people").fill("2")
    page.click("#reserve")
    page.click("#by-attribute")
    expected = {"state": "ReserveInfo", "set": {"time": "18:00", "people": 2}}
    assert [entry["updates"] for entry in proposed(page)] == [[expected], [expected]]
    assert [entry["commits"] for entry in proposed(page)] == [["Reserve"], ["Reserve"]]


def test_boxes_lists_and_fields_keep_their_value_until_they_are_allowed(page: Page) -> None:
    control(page)
    page.click("#box")
    choose_daily(page)
    type_a_time(page)
    by = "const by = id => document.getElementById(id);"
    held = f"() => {{ {by} return [by('box').checked, by('days').value, by('time').value]; }}"
    assert page.evaluate(held) == [False, "Once", "18:00"]
    for entry in proposed(page):
        page.evaluate("id => server.verdict(id, 'allow')", entry["id"])
    assert page.evaluate(held) == [True, "Daily", "19:30"]


def test_what_is_declared_harmless_and_what_does_nothing_is_not_asked_about(page: Page) -> None:
    control(page)
    page.click("#harmless")
    page.click("#people")
    assert ran(page) == ["harmless"]
    assert proposed(page) == []


def test_what_cannot_be_worked_out_does_not_run_and_is_told(page: Page) -> None:
    control(page)
    page.click("#words")
    assert ran(page) == []
    assert "could not be worked out" in page.evaluate("logged.join()")


def test_what_the_page_shows_is_reported_before_what_is_touched_next(page: Page) -> None:
    control(page)
    page.locator("#people").fill("3")
    page.evaluate("document.getElementById('time').value = '20:00'")  # by a script: no event tells of it
    page.click("#reserve")
    reports = page.evaluate("server.said.filter(one => one.type === 'report').map(one => one.updates[0].set)")
    assert reports[0] == {"time": "18:00", "people": 4}
    assert {"time": "20:00", "people": 3} in reports
    kinds = page.evaluate("server.said.map(one => one.type)")
    assert kinds.index("report") < kinds.index("controlled")


def test_the_person_takes_over_and_what_the_agent_waited_for_does_not_run(page: Page) -> None:
    control(page)
    page.click("#reserve")
    page.evaluate("handrail.release()")
    answer(page, "allow")
    assert ran(page) == []
    page.click("#reserve")
    assert ran(page) == ["reserve"]
    assert page.evaluate("server.said.at(-1).type") == "release"


REACT: dict[str, tuple[Callable[[Page], None], str]] = {
    "a button": (lambda page: page.click("#reserve"), "reserve"),
    "a box": (lambda page: page.click("#box"), "box true"),
    "a list": (choose_daily, "days Daily"),
    "a form": (lambda page: page.click("#send"), "form"),
}


@pytest.mark.parametrize("touched", REACT)
def test_handlers_of_react_wait_as_well(page: Page, address: str, touched: str) -> None:
    touch, handler = REACT[touched]
    page.goto(f"{address}/react.html")
    expect(page.locator("#reserve")).to_be_visible()
    control(page)
    touch(page)
    assert ran(page) == []
    answer(page, "allow")
    assert ran(page) == [handler]
    page.evaluate("() => new Promise(requestAnimationFrame)")  # React has drawn what follows from it
    shown = "() => [document.getElementById('box').checked, document.getElementById('days').value]"
    assert page.evaluate(shown) == [touched == "a box", "Daily" if touched == "a list" else "Once"]
