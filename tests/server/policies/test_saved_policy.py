"""The server's own policy: put in force by an admin, version by version, and known to the sessions that it decides."""

from pathlib import Path

from handrail.server.people.audit import Audit
from handrail.server.sessions.leases import StoreLeases
from handrail.server.sessions.sessions import Sessions
from handrail.server.store import open_store
from server.served import AGENTS_KEY, Served, served
from server.sessions.opened import Opened, opened

STRICT = """format: handrail.policy/1
name: strict
limits: {steps: 1, then: block}
"""
LAX = "format: handrail.policy/1\nname: lax\nneeds_a_person: {payments: off}\n"


def put(room: Served, policy: str | None, after: int) -> int:
    saved = room.ask("/api/policy", {"policy": policy, "after": after})
    assert saved.status == 201, saved.body
    return int(saved.json()["version"])


def second_step(session: Opened) -> str:
    """What is decided about a second action."""
    for name in ("one", "two"):
        wait = {"id": name, "action": {"type": "wait"}, "screen": session.screen()}
        decision: str = session.ask("/actions", wait).json()["decision"]
        if decision == "allow":
            session.ran(name)
    return decision


def test_a_policy_is_in_force_for_sessions_that_are_opened_after_it(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        before = opened(room, id="before")
        assert put(room, STRICT, 0) == 1
        after = opened(room, id="after")
        assert put(room, None, 1) == 2
        again = opened(room, id="again")
        assert [second_step(version) for version in (before, after, again)] == ["allow", "block", "allow"]
        shown = [
            room.until(f"/api/runs/{version.name}", lambda run: run.get("steps") == 2)
            for version in (before, after, again)
        ]
        assert [entry["policy"] for entry in shown] == ["default", "strict, version 1", "default"]
        listed = room.ask("/api/policy/versions").json()["versions"]
        assert [(entry["version"], entry["name"], entry["by"]) for entry in listed] == [
            (2, "default", "Ann"),
            (1, "strict", "Ann"),
        ]
        assert room.ask("/api/policy?version=1").json() == {"name": "strict", "policy": STRICT, "version": 1}
        assert room.ask("/api/policy?version=3").status == 404
    acts = [
        (administered.by, administered.act, administered.about, administered.said)
        for administered in Audit(tmp_path).acts()
    ]
    assert acts == [
        ("Ann", "policy put in force", "version 1", "strict"),
        ("Ann", "policy put in force", "version 2", "default"),
    ]


def test_what_a_session_brings_only_makes_the_servers_policy_stricter(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        put(room, STRICT, 0)
        session = opened(room, id="lax", policy=LAX)
        assert second_step(session) == "block"
        shown = room.until(f"/api/runs/{session.name}", lambda run: run.get("steps") == 2)
        assert shown["policy"] == "strict, version 1 + lax"


def test_who_may_not_and_what_cannot_be_put_in_force_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        assert room.ask("/api/policy", {"policy": STRICT, "after": 0}, key=AGENTS_KEY).status == 403
        wrong = room.ask("/api/policy", {"policy": "format: handrail.policy/1\nlimits: {stepps: 4}\n", "after": 0})
        assert (wrong.status, "did you mean `steps`" in wrong.json()["detail"]) == (422, True)
        put(room, STRICT, 0)
        late = room.ask("/api/policy", {"policy": LAX, "after": 0})
        assert (late.status, "version 1" in late.json()["detail"]) == (409, True)


def test_a_session_keeps_its_policy_where_another_process_goes_on_with_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.sqlite3'}"

    def sessions() -> Sessions:
        return Sessions(tmp_path / "runs", leases=StoreLeases(open_store(url)))

    (tmp_path / "runs").mkdir()
    with served(tmp_path / "runs", sessions=sessions()) as room:
        put(room, STRICT, 0)
        session = opened(room, id="moved")
        put(room, None, 1)
    with served(tmp_path / "runs", sessions=sessions()) as room:
        assert second_step(Opened(room, session.name, session.hand)) == "block"
