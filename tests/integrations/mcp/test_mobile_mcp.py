"""The real mobile-mcp on a phone: what an assistant does with it, without Handrail and with it."""

from pathlib import Path

import pytest

pytest.importorskip("fastmcp", reason="needs the extra: pip install 'handrail[mcp]'")

from integrations.mcp.mobile_mcp_server import RESTAURANTS, Assistant, assistant

pytestmark = pytest.mark.slow

TODAY, TOMORROW = "2026-03-02", "2026-03-03"


def books_in_a_hurry(agent: Assistant) -> None:
    """What stands there first is taken: tomorrow at seven."""
    agent.call("mobile_launch_app", packageName=RESTAURANTS)
    agent.tap("Blue Harbor Grill")
    agent.tap("Reserve now")


def test_unguarded_it_books_the_wrong_table(tmp_path: Path) -> None:
    with assistant(tmp_path, None) as bare:
        books_in_a_hurry(bare)
        assert bare.bookings() == [("Blue Harbor Grill", TOMORROW, "19:00", 2)]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_guarded_it_is_stopped_told_why_corrects_itself_and_completes(mode: str, tmp_path: Path) -> None:
    with assistant(tmp_path, mode=mode) as agent:
        books_in_a_hurry(agent)
        assert agent.bookings() == []
        assert agent.said[-1].is_error
        assert "date should be today (2026-03-02) but is 2026-03-03" in agent.said[-1].text
        assert "time should be before 19:00 but is 19:00" in agent.said[-1].text
        early = agent.call_as_is("handrail_finish", {})
        assert early.is_error
        assert "reserve" in early.text
        for words in ("Date", TODAY, "Time", "18:30", "Reserve now"):
            assert not agent.tap(words).is_error
        assert agent.bookings() == [("Blue Harbor Grill", TODAY, "18:30", 2)]
        assert not agent.call_as_is("handrail_finish", {}).is_error
        assert "The task is over" in agent.tap("Blue Harbor Grill").text
