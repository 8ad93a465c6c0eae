"""Is it well, what does it do in numbers, what does it log, and how does it end: over HTTP, and by the line."""

import io
import json
import logging
import re
import shutil
from pathlib import Path

import pytest

from handrail.server.access import Access
from handrail.server.fleet import Fleet
from handrail.server.operations.health import checks
from handrail.server.operations.logs import LOGGERS, log_to
from handrail.server.operations.without_secrets import without_secrets
from handrail.server.room import Room
from handrail.server.store import open_store
from handrail.server.store.records import open_records
from server.guarded_run import reserving
from server.served import AGENTS_KEY, KEY, served, serving


def test_it_is_ready_until_something_is_wrong_and_strangers_learn_only_that(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    store = open_store(tmp_path / "store.sqlite3")
    try:
        with serving(Room(Fleet(runs), Access.with_key(KEY, "Ann"), records=open_records(runs, store))) as server:
            assert server.ask("/healthz", key=None).json() == {"status": "ok"}
            assert server.ask("/readyz", key=None).json() == {"ready": True}
            known = {"database": "well", "disk": "well", "runs": "well"}
            assert server.ask("/readyz").json() == {"ready": True, "checks": known}
            shutil.rmtree(runs)
            refused = server.ask("/readyz", key=None)
            assert (refused.status, refused.json()) == (503, {"ready": False})
            assert "cannot be written" in server.ask("/readyz").json()["checks"]["runs"]
            assert server.ask("/healthz", key=None).status == 200
    finally:
        store.close()


def test_a_full_disk_and_a_lost_database_are_told(tmp_path: Path) -> None:
    store = open_store(tmp_path / "store.sqlite3")
    store.close()
    (tmp_path / "store.sqlite3").unlink()
    (tmp_path / "store.sqlite3").mkdir()
    found = {check.name: check for check in checks(tmp_path, store, least_free_bytes=1 << 60)}
    assert [name for name, verdict in found.items() if not verdict.is_well] == ["database", "disk"]
    assert "GB are free" in found["disk"].said
    store.engine.dispose()


def test_what_begins_is_refused_while_the_server_ends_and_the_rest_is_answered(tmp_path: Path) -> None:
    room = Room(Fleet(tmp_path), Access.with_key(KEY, "Ann", AGENTS_KEY))
    with serving(room) as server:
        room.drain.begin()
        refused = server.ask("/api/sessions", {}, key=AGENTS_KEY)
        assert (refused.status, refused.headers["retry-after"]) == (503, "5")
        assert server.ask("/api/sessions", {}, key=None).status == 401
        assert server.ask("/api/runs").status == 200
        assert server.ask("/readyz", key=None).status == 503
        assert server.ask("/api/events").body == b'data: {"runs": []}\n\n'


def test_the_numbers_are_those_of_the_runs_and_requests_and_name_nobodys_paths(tmp_path: Path) -> None:
    with served(tmp_path) as server, reserving(tmp_path / "table") as (_, steps):
        question = server.until("/api/questions", bool)[0]
        assert server.ask("/metrics", key=None).status == 401
        assert server.ask("/metrics", key=AGENTS_KEY).status == 403
        told = server.ask("/metrics").body.decode()
        assert _value(told, 'handrail_runs{state="waiting"}') == 1
        assert _value(told, "handrail_questions_waiting") == 1
        given = {"seen": question["seen"], "answer": "approve"}
        path = f"/api/runs/table/questions/{question['id']}"
        assert server.ask(path, given).status == 200
        steps.result()
        server.until("/api/runs/table", lambda run: run["state"] == "finished")
        server.ask("/api/nothing/of-the-kind")
        told = server.ask("/metrics").body.decode()
        assert _value(told, 'handrail_runs{state="finished"}') == 1
        assert _value(told, 'handrail_steps{kind="approved"}') == 1
        route = "/api/runs/{name}/questions/{identifier}"
        assert _value(told, f'handrail_http_requests_total{{method="POST",route="{route}",status="200"}}') == 1
        assert _value(told, f'handrail_http_request_seconds_count{{method="POST",route="{route}"}}') == 1
        assert _value(told, 'handrail_http_requests_total{method="none",route="none",status="404"}') == 1
        assert question["id"] not in told


def _value(told: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", told, re.MULTILINE)
    assert found is not None, f"{name} is not told:\n{told}"
    return float(found.group(1))


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("key hk_AbCdEf012345-_xyz was refused", "hk_AbCdEf012345-_xyz"),
        ("GET /invited?invitation=hi_AbCdEf012345", "hi_AbCdEf012345"),
        ("GET /enter?key=correct-horse HTTP/1.1", "correct-horse"),
        ("sent Authorization: Bearer eyJhbGciOi.x.y", "eyJhbGciOi.x.y"),
        ("postgresql://handrail:swordfish@db/handrail cannot be reached", "swordfish"),
        ("paid with 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ],
)
def test_what_leaves_in_a_log_has_no_secret_in_it(said: str, secret: str) -> None:
    assert secret in said
    assert secret not in without_secrets(said)


def test_a_log_is_a_line_of_json_whatever_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.StringIO()
    kept = {name: (logging.getLogger(name).handlers[:], logging.getLogger(name).level) for name in LOGGERS}
    try:
        log_to(stream, as_json=True, level=logging.INFO)
        logger = logging.getLogger("handrail.server")
        logger.info("two\nlines of %s\u202e", "somebody", extra={"by": "ann", "status": 200})
        try:
            raise ValueError("hk_AbCdEf012345-_xyz")
        except ValueError:
            logger.exception("it broke")
    finally:
        for name, (handlers, level) in kept.items():
            found = logging.getLogger(name)
            found.handlers[:], found.level, found.propagate = handlers, level, True
    first, second = stream.getvalue().splitlines()
    told = json.loads(first)
    assert (told["message"], told["by"], told["status"], told["level"]) == (
        "two\nlines of somebody\u202e", "ann", 200, "info",
    )  # fmt: skip
    assert "\u202e" not in first
    assert "ValueError" in json.loads(second)["error"]
    assert "hk_AbC" not in second
    assert capsys.readouterr().err == ""
