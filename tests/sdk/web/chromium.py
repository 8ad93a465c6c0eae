"""Debian's Chromium, where it is there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; skips where there is none."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here; Debian's is `apt-get install chromium`")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
