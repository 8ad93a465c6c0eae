"""The example page against the real server: an agent that errs is stopped in the app's own words, and ends verified."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from sdk.served import SDK, Driven, driven
from sdk.web.built import built
from sdk.web.chromium import chromium
from sdk.web.site import site

EXAMPLE = SDK / "web" / "example"
PACKAGE = "com.example.restaurants"
TASK = "Reserve a table for four at Blue Harbor Grill on March 2 before 7 PM"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Driven]:
    with driven() as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    names = ("index.html", "style.css", "restaurants.js", "guard.js")
    files = {name: (EXAMPLE / name).read_bytes() for name in names}
    with site({**files, "handrail.js": (built() / "handrail.js").read_bytes()}) as served:
        yield served


@pytest.fixture
def page(browser: Browser, address: str, server: Driven) -> Iterator[Page]:
    """The app with an agent in control of it."""
    page = browser.new_page()
    page.goto(f"{address}/index.html?server=ws://127.0.0.1:{server.http}/app")
    server.say(f"open {PACKAGE} {EXAMPLE / 'task.rules'} {TASK}")
    expect(page.locator("#agent")).to_be_visible()
    yield page
    server.say("end")
    page.close()


def test_an_agent_that_errs_is_stopped_with_the_apps_own_words_and_ends_verified(page: Page, server: Driven) -> None:
    page.get_by_role("button", name="Blue Harbor Grill").click()
    page.locator("#hour").select_option("20:00")  # the mistake
    page.locator("#reserve").click()
    told = page.locator("#told")
    expect(told).to_contain_text("time should be before 19:00")
    expect(told).to_contain_text("in the reservation form")
    expect(page.locator("#bookings li")).to_have_count(0)
    said = server.say("finish")
    assert said["finished"] is False, said
    page.locator("#hour").select_option("18:30")
    page.locator("#reserve").click()
    expect(page.locator("#bookings li")).to_have_text("Blue Harbor Grill, 2026-03-02 at 18:30, 4 people")
    assert server.say("finish")["finished"] is True
    expect(page.locator("#agent")).to_be_hidden()


def test_the_person_stops_the_agent_and_has_the_app_back(page: Page, server: Driven) -> None:
    page.get_by_role("button", name="Stop it").click()
    expect(page.locator("#agent")).to_be_hidden()
    assert server.say("wait")["finished"] is False
    page.get_by_role("button", name="Red Lantern").click()
    page.locator("#hour").select_option("20:00")
    page.locator("#reserve").click()
    expect(page.locator("#bookings li")).to_have_text("Red Lantern, 2026-03-02 at 20:00, 4 people")


def test_the_example_is_guarded_in_at_most_fifteen_lines() -> None:
    lines = (EXAMPLE / "guard.js").read_text("utf-8").splitlines()
    assert sum(1 for line in lines if line.strip() and not line.startswith("//")) <= 15
