"""Entering with a real browser: what its rules for cookies, forms and workers make of the entrance."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from handrail.server.people.person import Role
from server.people.registered_room import office

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; Debian's is `apt-get install chromium`"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield chromium
        chromium.close()


def test_an_invited_person_enters_with_a_button_and_is_known_from_another_site_too(
    tmp_path: Path, browser: Browser
) -> None:
    with office(tmp_path) as at:
        invitation = at.people.add("bob", Role.APPROVER, by="test")
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.set_default_timeout(60_000)
        page.goto(f"{at.server.address}/invited?invitation={invitation}")
        button = page.get_by_role("button", name="Enter with this browser")
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44  # a thumb has to find it
        button.click()
        expect(page.get_by_text("No run yet")).to_be_visible()
        assert "invitation" not in page.url
        page.goto(f"data:text/html,<a href='{at.server.address}/'>in a message</a>")
        page.get_by_text("in a message").click()
        expect(page.get_by_text("No run yet")).to_be_visible()
        told = page.evaluate("fetch('/api/me').then((response) => response.json())")
        assert told["name"] == "bob"
        register = "navigator.serviceWorker.register('/files/worker.js', {scope: '/'}).then((made) => made.scope)"
        assert page.evaluate(register) == f"{at.server.address}/"
        page.close()


def test_who_is_not_let_in_is_told_how_and_nothing_else(tmp_path: Path, browser: Browser) -> None:
    with office(tmp_path) as at:
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.set_default_timeout(60_000)
        for path in ("/", "/invited?invitation=hi_wrong"):
            page.goto(at.server.address + path)
            if path != "/":
                page.get_by_role("button").click()
            expect(page.get_by_role("heading", name="You are not in")).to_be_visible()
            assert "ann" not in page.content()
        page.close()
