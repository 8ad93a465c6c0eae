"""What a guarded run needs and this computer lacks, told by `handrail doctor`."""

import os
import socket
import time
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.server.people.audit import Audit
from handrail.server.people.people import RegisteredPeople
from handrail.server.people.person import Role, Scope
from handrail.server.store import open_store
from handrail.server.store.store import STORE_FILE
from phone.adb.served import serving


def examined(
    state: Path, port: int | str, model: str = "offline", store: str = "", server_key: str = ""
) -> tuple[int, dict[str, dict[str, str]]]:
    finished = handrail(
        "doctor",
        "--json",
        XDG_STATE_HOME=str(state),
        HANDRAIL_MODEL=model,
        OPENAI_API_KEY="",
        ANDROID_ADB_SERVER_PORT=str(port),
        HANDRAIL_STORE=store,
        HANDRAIL_SERVER_KEY=server_key,
        HANDRAIL_AGENTS_KEY="",
    )
    return finished.exit_code, {entry["name"]: entry for entry in finished.document["examined"]}


def unused_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


def test_a_phone_that_answers_is_ready(tmp_path: Path) -> None:
    with serving() as served:
        code, found = examined(tmp_path, served.server_port)
    phone = found["phone handrail-5554"]
    assert (code, phone["state"], phone["said"][:5]) == (0, "fine", "ready")
    assert "1 phone" in found["adb server"]["said"]


def test_where_no_adb_server_listens_none_is_started_and_nothing_is_wrong(tmp_path: Path) -> None:
    port = unused_port()
    code, found = examined(tmp_path, port)
    assert (code, found["adb server"]["state"]) == (0, "absent")
    with socket.socket() as asked:
        assert asked.connect_ex(("127.0.0.1", int(port))) != 0


def test_what_takes_no_journal_is_wrong_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    code, found = examined(tmp_path / "state", unused_port())
    assert (code, found["journals"]["state"]) == (1, "wrong")
    assert "XDG_STATE_HOME" in found["journals"]["mend"]


@pytest.mark.slow
def test_a_folder_where_others_can_put_journals_is_wrong(tmp_path: Path) -> None:
    runs = tmp_path / "handrail" / "runs"
    runs.mkdir(parents=True)
    runs.chmod(0o777)
    code, found = examined(tmp_path, unused_port())
    assert (code, found["journals"]["state"]) == (1, "wrong")
    runs.chmod(0o755)
    assert examined(tmp_path, unused_port())[0] == 0


def test_a_model_whose_key_is_missing_is_wrong(tmp_path: Path) -> None:
    code, found = examined(tmp_path, unused_port(), model="openai:gpt-4.1")
    assert (code, found["model"]["state"]) == (1, "wrong")
    assert "OPENAI_API_KEY" in found["model"]["said"]


def test_people_are_told_a_line_each(tmp_path: Path) -> None:
    port = unused_port()
    finished = handrail("doctor", XDG_STATE_HOME=str(tmp_path), HANDRAIL_MODEL="offline", ANDROID_ADB_SERVER_PORT=port)
    assert finished.exit_code == 0
    assert f"nothing listens on 127.0.0.1:{port}" in finished.stdout
    assert "handrail phone" in finished.stdout


@pytest.mark.slow
def test_a_clock_that_was_set_back_is_wrong(tmp_path: Path) -> None:
    journal = tmp_path / "handrail" / "runs" / "one" / "journal.jsonl"
    journal.parent.mkdir(parents=True)
    journal.touch()
    assert examined(tmp_path, unused_port())[1]["clock"]["state"] == "fine"
    os.utime(journal, (4e9, 4e9))
    code, found = examined(tmp_path, unused_port())
    assert (code, found["clock"]["state"]) == (1, "wrong")


@pytest.mark.slow
def test_the_servers_database_is_looked_at_and_not_made(tmp_path: Path) -> None:
    runs = tmp_path / "handrail" / "runs"
    code, found = examined(tmp_path, unused_port())
    assert (code, found["database"]["state"], runs.exists()) == (0, "absent", False)
    runs.mkdir(parents=True)
    store = open_store(runs / STORE_FILE)
    people = RegisteredPeople(store, Audit(runs), time.time)
    people.add("ann", Role.ADMIN, by="test")
    people.add_key("ann", frozenset({Scope.READ}), days=1, by="test")
    store.close()
    code, found = examined(tmp_path, unused_port())
    assert (code, found["database"]["state"], found["users"]["said"]) == (0, "fine", "1 registered")
    assert "1 end within 7 days" in found["keys"]["said"]
    (runs / STORE_FILE).chmod(0o644)
    assert examined(tmp_path, unused_port())[1]["database"]["state"] == "wrong"


def test_a_database_that_does_not_answer_and_keys_that_are_no_secret_are_wrong(tmp_path: Path) -> None:
    gone = f"postgresql://handrail@127.0.0.1:{unused_port()}/handrail"
    code, found = examined(tmp_path, unused_port(), store=gone, server_key="secret")
    assert (code, found["database"]["state"], found["server key"]["state"]) == (1, "wrong", "wrong")
