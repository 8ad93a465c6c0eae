"""A policy is written in a real browser: what is wrong stands in its place, and recorded runs are decided by it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from handrail.guard.policy.read import default_policy_text
from server.in_browser import NEEDS_CHROMIUM, PHONE, chromium, entered
from server.served import Served, served
from server.store.kept_runs import made_runs

pytestmark = [NEEDS_CHROMIUM, pytest.mark.slow]
WRONG = """format: handrail.policy/1
name: strict
limits: {stepps: 40}
"""
STRICT = """format: handrail.policy/1
name: strict
needs_a_person:
  tables:
    why: I want to know
    when: [{commits: Reserve}]
    then: block
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(made_runs(tmp_path_factory.mktemp("policies"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(room: Served) -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, room: Served) -> Iterator[Page]:
    with entered(browser, room) as page:
        expect(page.locator(".tile").first).to_be_visible(timeout=60_000)
        page.keyboard.press("p")
        expect(page.locator(".runs label")).to_have_count(3)
        yield page


def test_what_is_wrong_stands_in_its_place_and_a_touch_leads_there(page: Page) -> None:
    area = page.locator("textarea")
    expect(page.locator(".checked")).to_have_text("Nothing is wrong with it.")
    area.fill(WRONG)
    expect(page.locator(".marks u")).to_have_text("stepps")
    expect(page.locator(".numbers .error")).to_have_text("3")
    message = page.locator(".messages button")
    expect(message).to_contain_text("Line 3, column 10 unknown field stepps did you mean steps?")
    expect(page.get_by_role("button", name="Try it on these runs")).to_be_disabled()
    message.click()
    chosen = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen == "stepps"
    page.keyboard.type("steps")
    expect(page.locator(".messages button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_recorded_runs_are_decided_again_and_what_differs_leads_to_its_step(page: Page, tmp_path: Path) -> None:
    page.locator("textarea").fill(STRICT)
    page.locator("summary", has_text="What it does").click()
    expect(page.locator(".does")).to_contain_text("tables: blocked is what commits Reserve; because I want to know")
    page.get_by_role("button", name="Try it on these runs").click()
    expect(page.locator(".progress")).to_have_text("1 run of 3 would have gone otherwise.", timeout=60_000)
    first = page.locator(".tried").first
    expect(first).to_contain_text("A quiet table")
    expect(first.locator(".change").first).to_have_text("let through → blocked")
    expect(first.locator(".because").first).to_contain_text("I want to know")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "policy.yaml")
    assert (tmp_path / "policy.yaml").read_text("utf-8") == STRICT
    first.get_by_role("link", name="Step 6").click()
    expect(page.locator(".number")).to_contain_text("Step 6 of 7")
    page.go_back()
    expect(page.locator("textarea")).to_have_value(STRICT)  # what was written is still there


def test_a_run_leads_to_the_policy_by_which_it_was_decided(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + "#/run/table")
    page.get_by_role("link", name="What if another policy had held?").click()
    expect(page.locator("textarea")).to_have_value(re.compile('name: "mine"\nextends: "nothing"'))
    expect(page.locator(".checked")).to_have_text("Nothing is wrong with it.")
    expect(page.locator(".runs label")).to_have_count(1)


def test_an_admin_puts_a_policy_in_force_and_takes_up_an_older_one(page: Page) -> None:
    now, versions = page.locator(".now"), page.locator(".versions > li")
    expect(now).to_have_text("In force: the default policy. Nobody has put another one in force.")
    area = page.locator("textarea")
    area.fill(WRONG)
    put = page.get_by_role("button", name="Put in force")
    expect(put).to_be_disabled()
    area.fill(STRICT)
    put.click()
    expect(now).to_contain_text("In force: strict, version 1, by Ann")
    page.locator("summary", has_text="What was in force when").click()
    expect(versions.first).to_contain_text("1. strict Ann")
    page.get_by_role("button", name="Back to the default").click()
    expect(now).to_contain_text("In force: default, version 2, by Ann")
    area.fill("")
    page.get_by_role("button", name="1. strict").click()
    expect(area).to_have_value(STRICT)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_program_asks_what_is_wrong_with_a_policy_and_for_the_one_of_a_run(room: Served) -> None:
    assert room.ask("/api/policy?version=0").json() == {
        "name": "default",
        "policy": default_policy_text(),
        "version": 0,
    }
    assert "I want to know" in room.ask("/api/policy?run=table").json()["policy"]
    assert room.ask("/api/policy?run=nobody").status == 404
    (wrong,) = room.ask("/api/policy/check", {"policy": WRONG}).json()["messages"]
    assert (wrong["line"], wrong["column"], wrong["length"], wrong["found"]) == (3, 10, 6, "unknown field `stepps`")
    (unread,) = room.ask("/api/policy/check", {"policy": "name: a: b"}).json()["messages"]
    assert (unread["line"], unread["column"]) == (1, 8)
    assert unread["help"] == "a value with `: ` in it stands in quotation marks"
