"""The risk board in a real browser: what was found in all runs, and what people say of it counts for its rule."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from handrail.sentinel.fusion import RulePrecision, marked_runs, precisions_of, read_marks
from handrail.server.people.person import Role
from server.in_browser import NEEDS_CHROMIUM, PHONE, chromium, entered
from server.people.registered_room import Office, office
from server.risks.watched_runs import watched_runs

pytestmark = [NEEDS_CHROMIUM, pytest.mark.slow]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(watched_runs(tmp_path_factory.mktemp("risks"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(room: Office) -> Iterator[Browser]:
    with chromium() as started:
        yield started


def test_findings_are_chosen_by_category_and_severity_and_marked_in_ones_own_name(
    browser: Browser, room: Office
) -> None:
    with entered(browser, room.server, room.browser("abel", Role.APPROVER)["Cookie"]) as page:
        page.goto(f"{room.server.address}/#/risks")
        board = page.locator(".board")
        expect(board).to_contain_text("Privacy Violations 4")
        expect(page.locator(".progress")).to_have_text("5 findings")  # that a judge was asked is none
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        board.get_by_role("button", name="2 high").click()
        expect(page.locator(".finding")).to_have_count(2)
        expect(board.get_by_role("button", name="2 high")).to_have_attribute("aria-pressed", "true")
        leak = page.locator(".finding", has_text="Send Bob the code")
        leak.get_by_role("button", name="Right", exact=True).press("Enter")
        expect(leak).to_contain_text("Right, says abel")
        expect(leak.get_by_role("button", name="Right", exact=True)).to_be_focused()
        other = page.locator(".finding", has_text="Reserve a table")
        other.get_by_role("button", name="False alarm").click()
        expect(other).to_contain_text("A false alarm, says abel")
        page.locator("summary", has_text="how often they are right").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        expect(page.locator("tr", has_text="code-leaves")).to_contain_text("1 of 2 (50 %)")
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save all marks").click()
        marks = read_marks(Path(saved.value.path()).read_text("utf-8"), "marks.jsonl")
        assert {(mark.run, mark.mark, mark.by) for mark in marks} == {
            ("leak", "right", "abel"),
            ("overlay", "false alarm", "abel"),
        }
        assert precisions_of(marked_runs(marks)) == {"code-leaves": RulePrecision(2, 1)}
        page.get_by_label("Which findings").select_option("not yet")
        expect(page.locator(".finding")).to_have_count(0)
        board.get_by_role("button", name="2 high").click()
        expect(page.locator(".finding")).to_have_count(3)
        page.locator(".finding", has_text="looks like a button").get_by_role("link", name="Step 1").click()
        expect(page.locator(".number")).to_contain_text("Step 1 of")
        page.get_by_role("link", name="What was found").click()
        expect(page.locator(".finding")).to_have_count(2)
        page.get_by_role("button", name="Not only overlay").click()
        expect(page.locator(".finding")).to_have_count(5)


def test_who_only_looks_cannot_mark(browser: Browser, room: Office) -> None:
    with entered(browser, room.server, room.browser("vera", Role.VIEWER)["Cookie"]) as page:
        page.goto(f"{room.server.address}/#/risks")
        expect(page.locator(".finding")).to_have_count(5)
        expect(page.locator(".saying button")).to_have_count(0)


def test_a_mark_is_taken_back_and_goes_with_its_run(room: Office) -> None:
    server, headers = room.server, room.browser("ann")

    def said() -> list[tuple[str, str]]:
        lines = server.ask("/api/findings/marks", key=None, **headers).body.decode().splitlines()
        return [(entry["run"], entry["mark"]) for entry in map(json.loads, lines) if entry["run"] == "calm"]

    finding = {"run": "calm", "step": 2, "detector": "sentinel", "rule": "number-shown"}
    for mark in ("right", "false alarm"):
        assert server.ask("/api/findings/marks", finding | {"mark": mark}, key=None, **headers).status == 204
    assert said() == [("calm", "false alarm")]
    assert server.ask("/api/findings/marks", finding | {"mark": None}, key=None, **headers).status == 204
    assert said() == []
    unknown = server.ask("/api/findings/marks", finding | {"step": 7, "mark": "right"}, key=None, **headers)
    assert (unknown.status, "in step 7 of 'calm'" in unknown.json()["detail"]) == (409, True)
    server.ask("/api/findings/marks", finding | {"mark": "right"}, key=None, **headers)
    assert server.ask("/api/runs/calm", key=None, method="DELETE", **headers).status == 200
    assert said() == []
    assert server.ask("/api/findings?run=calm", key=None, **headers).json()["total"] == 0
