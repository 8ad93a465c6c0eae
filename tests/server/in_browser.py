"""The page in a real Chromium; it has to ask nobody else and to complain of nothing."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from server.served import KEY, Served

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NEEDS_CHROMIUM = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; Debian's is `apt-get install chromium`")
PHONE = ViewportSize(width=360, height=740)
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, until this is left."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield browser
        browser.close()


@contextmanager
def entered(browser: Browser, server: Served, cookie: str = "") -> Iterator[Page]:
    """The page of a server on a phone, by the key of the test or with a cookie; it complained of nothing when left."""
    page = browser.new_page(viewport=PHONE)
    if cookie:
        name, _, value = cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": server.address}])
    page.set_default_timeout(60_000)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith((server.address, "data:")) else complaints.append(asked.url),
    )
    page.goto(server.address if cookie else f"{server.address}/enter?key={KEY}")
    yield page
    assert complaints == [], complaints
    page.close()
