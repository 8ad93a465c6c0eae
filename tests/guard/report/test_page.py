"""The page about a run, in a real browser."""

import asyncio
import os
import re
import shutil
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from guard.hand import clock_of, on, restaurant_phone
from guard.journal.entries import AT, NOTHING_YET, considered, opened
from handrail.device.action import Action
from handrail.guard import Guard, Proposal
from handrail.guard.decision import Allow
from handrail.guard.journal import Journal, read_journal
from handrail.guard.journal.entry import Decided
from handrail.guard.report import tell, write_report
from handrail.language.specification import Specification
from handrail.phone.models import load

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; Debian's is `apt-get install chromium`")

EVIL = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run with an action that ran, one that was blocked, and an agent that writes HTML."""
    folder = tmp_path_factory.mktemp("page") / "run"
    device, app = restaurant_phone(), load("restaurant")
    specification = Specification.parse("ReserveInfo(date = Today, time < 19:00) -> Reserve\nReserve -> Done", app)

    async def timeline() -> None:
        asked = f"Reserve a table {EVIL}"
        async with Guard(
            device, app, specification, instruction=asked, journal=folder, clock=clock_of(device), agent="a test"
        ) as guard:
            await guard.act(on(guard.screen, "Blue Harbor Grill"))
            await guard.act(Proposal(on(guard.screen, "reserve"), thought=EVIL))
            await guard.act(Action("finish"))
            await guard.act(Action("back"))

    asyncio.run(timeline())
    return write_report(folder)


@pytest.fixture(scope="module")
def browser(page_file: Path) -> Iterator[Browser]:  # the page first: a browser brings an event loop of its own
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield chromium
        chromium.close()


def shown(page: Page) -> str:
    return str(page.locator(".scene.shown h2").inner_text())


@needs_chromium
@pytest.mark.slow
def test_the_page_opens_at_what_was_stopped_and_the_keyboard_walks_the_steps(browser: Browser, page_file: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page_file.as_uri())
    assert shown(page) == "Tap “Reserve now”"
    assert "Stopped" in page.locator(".scene.shown .verdict").inner_text()
    assert "should be today" in page.locator(".scene.shown .verdict").inner_text()
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "Tap “Blue Harbor Grill”"
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "Tap “Blue Harbor Grill”"
    page.keyboard.press("End")
    assert shown(page) == "Go back"
    page.keyboard.press("Home")
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert shown(page) == "End the task"
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    page.close()


@needs_chromium
def test_what_an_agent_writes_is_shown_and_never_run(browser: Browser, page_file: Path) -> None:
    page = browser.new_page()
    page.goto(page_file.as_uri())
    assert page.title().startswith("Handrail: ")
    assert EVIL in page.locator("h1").inner_text()
    assert page.locator("h1 img, h1 script").count() == 0
    page.close()


@needs_chromium
@pytest.mark.parametrize("width", [320, 390, 820, 1400])
@pytest.mark.slow
def test_it_fits_every_screen(width: int, browser: Browser, page_file: Path) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.locator(".move").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44  # a thumb has to find it
    frame = page.locator(".scene.shown .frame").bounding_box()
    screen = page.locator(".scene.shown .screen").bounding_box()
    assert frame is not None
    assert screen is not None
    assert screen["x"] <= frame["x"]
    assert frame["x"] + frame["width"] <= screen["x"] + screen["width"] + 1
    page.close()


@needs_chromium
def test_without_its_script_every_step_can_be_read(browser: Browser, page_file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_file.as_uri())
    assert page.locator(".scene:visible").count() == 4
    context.close()


@pytest.mark.slow
def test_the_page_of_a_long_run_is_short_and_its_pictures_are_loaded_when_looked_at(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "run") as journal:
        journal.append(opened())
        for step in range(1, 701):
            picture = journal.picture(bytes([step % 250]) * 100_000)
            seen = considered(Action("back"), step=step)
            note = replace(seen.decision_input.screen, picture=picture)
            journal.append(replace(seen, decision_input=replace(seen.decision_input, screen=note)))
            journal.append(Decided(step, AT, Allow(), Allow(), "", NOTHING_YET))
    page = write_report(tmp_path / "run")
    content = page.read_text("utf-8")
    assert len(content) < 12_000_000
    assert [n for n in (1, 100, 101, 600, 601, 700) if f'id="step-{n}"' in content] == [1, 100, 601, 700]
    assert "500 steps in the middle are not on this page" in content
    assert "<b>700</b> proposed" in content
    linked = re.findall(r'url\("(pictures/[0-9a-f]{64}\.png)"\)', content)
    assert linked
    assert all((page.parent / text).is_file() for text in linked)
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    elsewhere = write_report(tmp_path / "run", tmp_path / "page.html").read_text("utf-8")
    assert 'url("run/pictures/' in elsewhere


def test_a_picture_that_was_changed_is_not_shown(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        name = journal.picture(b"PNG")
        seen = considered(Action("back"))
        note = replace(seen.decision_input.screen, picture=name)
        journal.append(opened())
        journal.append(replace(seen, decision_input=replace(seen.decision_input, screen=note)))
    assert "No picture was kept" not in write_report(tmp_path).read_text("utf-8")
    (tmp_path / "pictures" / f"{name}.png").write_bytes(b"other")
    assert "No picture was kept" in write_report(tmp_path).read_text("utf-8")


@pytest.mark.slow
def test_the_story_of_a_journal_has_a_scene_for_each_proposal(page_file: Path) -> None:
    timeline = tell(read_journal(page_file.parent).entries)
    assert [step.kind for step in timeline.steps] == ["ran", "blocked", "blocked", "ran"]
    assert timeline.ended is not None
    assert not timeline.ended.finished
