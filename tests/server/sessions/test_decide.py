"""Decisions about updates alone: without a session, and in one."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from client.restaurant import RULES
from handrail.app import Update
from handrail.guard.journal import read_journal, verify
from handrail.guard.journal.entry import UpdatesJudged
from handrail.language.specification import Specification
from handrail.monitor import Allow, Monitor
from handrail.phone.models import load
from handrail.server.application import api_schema
from server.served import Served, served
from server.sessions.opened import opened

NOW = "2026-03-02T09:00:00+00:00"
SHOWN = {"state": "RestaurantInfo", "set": {"name": "Blue Harbor Grill"}}
TABLE = {"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": "18:30"}}
LATE = {"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": "20:30"}}


def _decide(room: Served, **asked: Any) -> dict[str, Any]:
    told: dict[str, Any] = room.ask("/api/decide", {"now": NOW, **asked}).json()
    return told


def test_a_task_without_a_session_goes_from_answer_to_answer(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        first = _decide(room, app="restaurant", specification=RULES, observed=[SHOWN], updates=[TABLE])
        assert first["decision"] == "allow"
        program = first["program"]
        early = _decide(room, program=program, commits=["Reserve"], updates=[LATE], progress=first["progress"])
        assert (early["decision"], early["violations"][0]["kind"]) == ("block", "unmet")
        assert "time should be 18:30 but is 20:30" in early["feedback"]
        booked = _decide(room, program=program, commits=["Reserve"], updates=[TABLE], progress=first["progress"])
        assert (booked["decision"], booked["progress"]["achieved"]) == ("allow", ["Reserve"])
        assert _decide(room, program=program, finish=True, progress=booked["progress"])["decision"] == "allow"
        assert _decide(room, program=program, finish=True, progress=first["progress"])["decision"] == "block"
        assert not list(tmp_path.glob("*/journal.jsonl"))


def test_what_was_warned_of_goes_through_when_it_is_proposed_again(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        asked = {"app": "restaurant", "specification": RULES, "updates": [LATE], "action": "tap 20:30"}
        warned = _decide(room, **asked)
        assert (warned["decision"], warned["violations"][0]["kind"]) == ("warn", "suspect")
        again = _decide(room, **asked, progress=warned["progress"])
        assert (again["decision"], again["violations"][0]["state"]) == ("allow", "ReserveInfo")
        other = _decide(room, **{**asked, "action": "tap 21:00"}, progress=warned["progress"])
        assert other["decision"] == "warn"


def test_a_program_that_is_not_remembered_is_asked_for_again(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        unknown = room.ask("/api/decide", {"program": "0" * 64, "now": NOW})
        assert (unknown.status, "send `app` and `specification` again" in unknown.json()["detail"]) == (404, True)
        wrong = room.ask("/api/decide", {"app": "restaurant", "specification": "Reserv -> Done", "now": NOW})
        assert (wrong.status, "1:" in wrong.json()["detail"]) == (422, True)
        assert room.ask("/api/decide", {"app": "restaurant", "specification": RULES}, key=None).status == 401
        assert room.ask("/api/decide", {"updatess": []}).json()["detail"] == "Object contains unknown field `updatess`"


@pytest.mark.slow
def test_a_session_remembers_and_its_journal_says_what_was_decided(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        asked = {"id": "1", "observed": [SHOWN], "updates": [TABLE]}
        assert session.ask("/decide", asked).json() == session.ask("/decide", asked).json() == {"decision": "allow"}
        assert session.ask("/decide", {**asked, "updates": []}).status == 409
        blocked = session.ask("/decide", {"id": "2", "ran": False, "commits": ["Reserve"]}).json()
        assert blocked["decision"] == "block"
        assert session.ask("/decide", {"id": "3", "commits": ["Reserve"], "updates": [TABLE]}).json() == {
            "decision": "allow"
        }
        assert session.ask("/decide", {"id": "4", "finish": True}).json() == {"decision": "allow"}
        assert session.ask("/actions", session.proposal("a1", "Blue Harbor Grill")).status == 409
    judged = [entry for entry in read_journal(tmp_path / session.name).entries if isinstance(entry, UpdatesJudged)]
    assert [(entry.request, type(entry.verdict).__name__, entry.ran) for entry in judged] == [
        ("1", "Allow", False),
        ("2", "Block", False),
        ("3", "Allow", False),
        ("4", "Allow", True),
    ]
    assert verify(tmp_path / session.name).__class__.__name__ == "Verified"


@pytest.mark.parametrize("achieved", [False, True])
def test_a_monitor_that_is_told_what_another_knows_decides_as_it_does(achieved: bool) -> None:
    app = load("restaurant")
    clock = datetime.fromisoformat(NOW)
    monitor = Monitor(Specification.parse(RULES, app), clock=clock)
    monitor.observe([Update("RestaurantInfo", set={"name": "Blue Harbor Grill"})])
    table = [Update("ReserveInfo", set={"date": "2026-03-02", "time": "18:30"})]
    assert isinstance(monitor.anticipate(table, ["Reserve"] if achieved else []), Allow)
    monitor.commit()
    other = Monitor(Specification.parse(RULES, app), clock=clock).another(monitor.known())
    assert other.known() == monitor.known()
    assert other.progress() == monitor.progress()
    assert type(other.finish()) is type(monitor.finish())


def test_the_schema_names_every_route_and_leads_nowhere_that_is_not_there() -> None:
    schema = api_schema()
    assert {"/api/decide", "/api/sessions", "/api/sessions/{session}/decide"} <= set(schema["paths"])
    told = json.dumps(schema)
    wanted = set(re.findall(r"#/components/schemas/(\w+)", told))
    assert wanted <= set(schema["components"]["schemas"])
    assert "$defs" not in told
