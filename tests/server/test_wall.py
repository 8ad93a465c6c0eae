"""Ten thousand runs on the wall in a real browser: what is in sight is in the page, and the rest is asked for."""

import gzip
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from server.in_browser import NEEDS_CHROMIUM, PHONE, chromium, entered
from server.served import KEY, Served, served
from server.store.kept_runs import fill, made_runs

pytestmark = [NEEDS_CHROMIUM, pytest.mark.slow]
NUMBER = 10_000
IN_SIGHT = 30
"""More tiles than a phone shows, with those to spare."""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A control room over 10,000 runs, of which the index knows all."""
    runs = made_runs(tmp_path_factory.mktemp("many"))
    fill(runs, NUMBER - 3)
    with served(runs) as room:
        yield room


@pytest.fixture(scope="module")
def browser(many: Served) -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, many: Served) -> Iterator[Page]:
    with entered(browser, many) as page:
        expect(page.locator(".count")).to_have_text("10,000 runs")
        yield page


def test_of_ten_thousand_runs_only_those_in_sight_are_in_the_page(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/runs?after" in request.url else None)
    newest, oldest = page.locator('[aria-posinset="1"]'), page.locator(f'[aria-posinset="{NUMBER}"]')
    expect(newest).to_contain_text("Reserve table number 9996")
    expect(newest).to_have_attribute("aria-setsize", str(NUMBER))
    assert page.locator(".wall > li").count() < IN_SIGHT
    page.keyboard.press("End")
    expect(oldest).to_be_in_viewport()
    expect(oldest).to_contain_text("Reserve a table late")
    assert page.locator(".wall > li").count() < IN_SIGHT
    assert len(asked) < 10  # of the 200 lots that were scrolled past
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_server_searches_and_what_was_found_is_listed(page: Page) -> None:
    page.keyboard.press("End")
    expect(page.locator(f'[aria-posinset="{NUMBER}"]')).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("number 7777")
    expect(page.locator(".count")).to_have_text("1 run")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator(".tile")).to_contain_text("Reserve table number 7777")
    page.get_by_label("Find runs").fill("nothing has these words")
    expect(page.locator(".nothing")).to_have_text("No run matches.")
    expect(page.locator(".tile")).to_have_count(0)


def test_the_keyboard_walks_from_tile_to_tile_and_back_comes_to_the_same_place(page: Page) -> None:
    page.get_by_label("Find runs").focus()
    for _ in range(60):  # into the second lot
        page.keyboard.press("Tab")
    here = page.locator(".tile:focus")
    expect(here).to_contain_text("Reserve table number 9937")
    expect(here).to_be_in_viewport()
    page.evaluate("scrollTo(0, 100000)")
    expect(page.locator('[aria-posinset="395"]')).to_be_attached()
    expect(here).to_contain_text("Reserve table number 9937")  # what has the focus stays, though it is out of sight
    there = page.get_by_role("link", name="Reserve table number 9602")
    there.click()
    expect(page.locator(".scene")).to_be_visible()
    page.go_back()
    expect(there).to_be_in_viewport()


def test_the_first_view_weighs_less_than_150_kilobytes(browser: Browser, many: Served) -> None:
    came: list[Response] = []
    page = browser.new_page(viewport=PHONE)
    page.on("response", lambda response: came.append(response))
    page.goto(f"{many.address}/enter?key={KEY}")
    expect(page.locator(".tile").first).to_be_visible(timeout=60_000)
    bodies = [response.body() for response in came if response.status == 200 and "/events" not in response.url]
    page.close()
    assert len(bodies) > 5
    assert sum(len(gzip.compress(body)) for body in bodies) < 150_000
