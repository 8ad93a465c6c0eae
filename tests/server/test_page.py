"""The page in a real browser of a phone's size: agents at work, a payment that is rejected, and what comes of it."""

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from handrail.server.access import Access
from handrail.server.fleet import Fleet
from handrail.server.room import Room
from server.in_browser import NEEDS_CHROMIUM, PHONE, chromium, entered
from server.served import AGENTS_KEY, KEY, Served, served, serving

pytestmark = [NEEDS_CHROMIUM, pytest.mark.slow]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The control room over the agents of the demo, which take no breath between two actions."""
    from handrail.server.demonstration import demonstrate

    runs = tmp_path_factory.mktemp("runs")
    loop = asyncio.new_event_loop()
    work = loop.create_task(demonstrate(runs, lambda: asyncio.sleep(0)))
    work.add_done_callback(lambda _: loop.stop())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    with served(runs) as room:
        yield room
    loop.call_soon_threadsafe(work.cancel)
    thread.join(60)
    loop.close()


@pytest.fixture(scope="module")
def browser(demo: Served) -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, demo: Served) -> Iterator[Page]:
    with entered(browser, demo) as page:
        expect(page.locator(".tile").first).to_be_visible(timeout=60_000)
        yield page


def test_a_payment_is_rejected_with_a_reason_and_the_agent_does_the_right_thing(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + "#/inbox")
    expect(page.locator(".question").nth(4)).to_be_visible(timeout=60_000)  # all that err wait
    page.get_by_role("link", name="Runs").click()
    page.locator(".tile.waiting", has_text="for the dinner").click()
    wrong = page.locator(".question", has_text="Pay 240.00 EUR to Alice Martin")
    expect(wrong.locator(".body")).to_be_visible()  # its own, and no other
    expect(wrong).to_be_in_viewport()
    expect(page.get_by_role("button", name="Reject")).to_have_count(1)
    for said in ("Reject", "Hold to approve"):
        expect(wrong.get_by_role("button", name=f"{said} pay 240.00 EUR to Alice Martin")).to_be_visible()
    expect(wrong.locator(".fold")).to_contain_text('Tap "Send" · payment · My Bank')
    assert not re.search(r"com\.example|unless the user agrees", page.locator(".inbox").text_content() or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in wrong.locator(".answers button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44  # a thumb has to find it
    wrong.get_by_label("If you reject it").fill("It was 24 euros, not 240")
    wrong.get_by_role("button", name="Reject").click()
    expect(page.locator(".settled")).to_have_text("Rejected: pay 240.00 EUR to Alice Martin")
    expect(page.locator(".question .body:visible")).to_have_count(0)  # no buttons come to where those were
    _hold(page, page.locator(".question", has_text="DiscardTransfer"))  # it begins again, and leaves the form for that
    right = page.locator(".question", has_text="Pay 24.00 EUR to Alice Martin")
    expect(right).to_be_visible(timeout=60_000)
    expect(wrong).to_have_count(0)
    _hold(page, right)
    page.goto(page.url.partition("#")[0] + "#/run/demo-her-share")
    expect(page.locator(".state")).to_have_text("done, verified", timeout=60_000)
    page.locator(".chip.refused").click()
    expect(page.locator(".scene")).to_contain_text("It was 24 euros, not 240")
    expect(page.locator(".verdict h3")).to_have_text("Rejected")
    expect(page.locator(".verdict")).not_to_contain_text("nobody said yes")


def test_before_the_first_run_it_says_who_is_about_to_begin(browser: Browser, tmp_path: Path) -> None:
    room = Room(Fleet(tmp_path), Access.with_key(KEY, "Ann", AGENTS_KEY), expects="Six agents are starting.")
    with serving(room) as server, entered(browser, server) as page:
        expect(page.locator(".rest")).to_have_text("Six agents are starting.")


def _unfold(question: Locator) -> None:
    """Open a card of which only the heading is there."""
    fold = question.locator(".fold")
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()
    expect(question.locator(".body")).to_be_visible()


def _hold(page: Page, question: Locator) -> None:
    """Approve by holding the button down until the question is gone."""
    expect(question).to_be_visible(timeout=60_000)
    _unfold(question)
    button = question.get_by_role("button", name="Hold to approve")
    named = question.get_attribute("data-key")
    button.scroll_into_view_if_needed()
    button.hover()
    page.mouse.down()
    expect(page.locator(f'[data-key="{named}"]')).to_have_count(0, timeout=60_000)
    page.mouse.up()
    expect(page.locator(".toast")).to_contain_text("Approved")


def test_of_several_questions_the_first_is_open_and_a_key_opens_another(page: Page) -> None:
    held: list[Route] = []
    slow = [True]
    page.route("**/api/questions", lambda route: held.append(route) if slow else route.continue_())
    page.goto(page.url.partition("#")[0] + "#/inbox")
    expect(page.get_by_text("Looking for what waits for you")).to_be_visible()  # and nothing says that nothing waits
    expect(page.locator('.inbox[aria-busy="true"]')).to_have_count(1)
    slow.clear()
    for route in held:
        route.continue_()
    cards = page.locator(".question")
    expect(cards.nth(1)).to_be_visible(timeout=60_000)
    expect(page.locator('.inbox[aria-busy="true"]')).to_have_count(0)
    expect(cards.nth(0).get_by_role("heading").get_by_role("button", expanded=True)).to_be_visible()
    second = cards.nth(1).get_by_role("heading").get_by_role("button", expanded=False)
    box = cards.nth(1).bounding_box()
    assert box is not None
    assert 44 <= box["height"] <= 80  # a line that a thumb finds
    named = cards.nth(1).locator(".body")
    expect(named).to_be_hidden()
    second.focus()
    page.keyboard.press("Enter")
    expect(named).to_be_visible()
    expect(page.locator(".question .body:visible")).to_have_count(1)
    assert cards.nth(1).locator(".fold").get_attribute("aria-controls") == named.get_attribute("id")
    page.keyboard.press("Enter")
    expect(named).to_be_hidden()


def test_a_press_that_is_not_held_approves_nothing(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + "#/inbox")
    first = page.locator(".question").filter(has=page.locator(".yes", has_text="Hold to approve")).first
    expect(first).to_be_visible()
    _unfold(first)
    named = first.get_attribute("data-key")
    hold = first.get_by_role("button", name="Hold to approve")
    hold.click()
    expect(hold).not_to_have_class("yes held")
    expect(page.locator(f'[data-key="{named}"]')).to_be_visible()
    hold.dispatch_event("click")  # as a screen reader does, without a press
    expect(page.get_by_role("dialog")).to_contain_text("cannot be undone")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f'[data-key="{named}"]')).to_be_visible()


def test_the_wall_finds_runs_and_the_keyboard_walks_one(page: Page) -> None:
    expect(page.locator(".count")).to_have_text("6 runs")
    page.get_by_label("Find runs").fill("smokehouse")
    expect(page.locator(".tile")).to_have_count(1)
    page.locator(".tile").click()
    expect(page.locator(".scene")).to_be_visible()
    expect(page.locator(".state")).to_have_text("done, verified", timeout=60_000)
    page.locator(".chip").first.click()
    expect(page.locator(".number")).to_contain_text("Step 1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".number")).to_contain_text("Step 2 of")
    page.go_back()
    expect(page.locator(".number")).to_contain_text("Step 1 of")
