"""The two servers on uiautomator2 that mapping files are brought for: the real ones, and the same booking."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastmcp", reason="needs the extra: pip install 'handrail[mcp]'")

from integrations.mcp.installed_server import python_server
from integrations.mcp.mobile_mcp_server import RESTAURANTS, Assistant, assistant

pytestmark = [pytest.mark.slow, pytest.mark.night]

SERVERS = [("uiautomator2-mcp", "uiautomator2-mcp"), ("android-uiautomator2-mcp", "android-mcp")]
BESIDE: list[tuple[str, dict[str, Any]]] = [
    ("tap_element", {"text": "Reserve now"}),
    ("tap_and_wait", {"text": "Reserve now"}),
    ("click_element", {"selector": {"text": "Reserve now"}}),
    ("long_press", {"selector": {"text": "Reserve now"}}),
    ("watcher_add", {"name": "w", "conditions": ["Reserve now"], "action": "click"}),
    ("shell", {"command": "input tap 210 1022"}),
    ("run_shell", {"command": ["input", "tap", "210", "1022"]}),
]


def touch(agent: Assistant, words: str) -> Any:
    return agent.call_as_is("tap", agent.place(words))


@pytest.mark.parametrize(("profile", "program"), SERVERS, ids=[name for name, _ in SERVERS])
def test_the_wrong_booking_is_stopped_and_corrected(
    profile: str, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes where it is started
    with assistant(tmp_path, command=python_server(program), profile=profile) as agent:
        agent.call_as_is("connect", {"serial": agent.serial})
        agent.served.phone.launch(RESTAURANTS)
        assert not touch(agent, "Blue Harbor Grill").is_error
        refused = touch(agent, "Reserve now")
        assert refused.is_error
        assert "time should be before 19:00 but is 19:00" in refused.text
        for tool, arguments in BESIDE:
            assert agent.call_as_is(tool, arguments).is_error
        assert agent.bookings() == []
        for words in ("Date", "2026-03-02", "Time", "18:30", "Reserve now"):
            assert not touch(agent, words).is_error
        assert len(agent.bookings()) == 1
        assert not agent.call_as_is("handrail_finish", {}).is_error
