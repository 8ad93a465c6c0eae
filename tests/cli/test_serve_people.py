"""`handrail serve users`, `keys` and `audit`: what one of them does the next one tells."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from handrail.cli.main import command_line
from handrail.error import Misuse, UnreadableInput

pytest.importorskip("sqlalchemy", reason="the server is an extra: pip install 'handrail[server]'")

Said = Callable[..., str]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """Run a command over a folder of runs, in this process; what it prints."""

    def said(*words: str, exits: int = 0) -> str:
        try:
            code = command_line().main(["serve", *words, "--runs", str(tmp_path)], standalone_mode=False)
        except click.exceptions.Exit as ended:
            code = ended.exit_code
        assert (code or 0) == exits
        return capsys.readouterr().out

    return said


def _json(said: str) -> Any:
    return json.loads(said)


def test_users_are_added_invited_given_roles_and_removed(say: Said) -> None:
    first = say("users", "add", "ann", "--role", "admin", "--address", "https://handrail.example/")
    assert first.startswith("https://handrail.example/invited?invitation=hi_")
    say("users", "add", "bob", "--role", "viewer", "--email", "bob@example.com")
    assert "invitation=hi_" in say("users", "invite", "bob")
    say("users", "role", "bob", "operator")
    assert _json(say("users", "list", "--json"))["users"] == [
        {"name": "ann", "role": "admin", "email": None},
        {"name": "bob", "role": "operator", "email": "bob@example.com"},
    ]
    assert "bob@example.com" in say("users", "list")
    say("users", "remove", "bob")
    assert "bob" not in say("users", "list")
    with pytest.raises(Misuse, match="only admin"):
        say("users", "remove", "ann")
    with pytest.raises(Misuse, match="users list"):
        say("users", "role", "bob", "viewer")
    with pytest.raises(Misuse, match="--address"):
        say("users", "invite", "ann", "--address", "handrail.example")


def test_keys_are_made_for_people_or_for_agents_and_revoked(say: Said) -> None:
    say("users", "add", "ann", "--role", "admin")
    key, told = say("keys", "add", "ann", "--scope", "session", "--scope", "app", "--days", "2").splitlines()
    assert key.startswith("hk_")
    with pytest.raises(Misuse, match="for a user of its own"):
        say("keys", "add", "ann", "--scope", "answer")
    (kept,) = _json(say("keys", "list", "--json"))["keys"]
    assert (kept["scopes"], kept["id"] in told, kept["until"] != "") == ("app session", True, True)
    listed = say("keys", "list")
    assert kept["id"] in listed
    assert key not in listed
    say("keys", "revoke", kept["id"])
    assert _json(say("keys", "list", "--json"))["keys"] == []
    with pytest.raises(Misuse, match="keys list"):
        say("keys", "revoke", kept["id"])


def test_the_audit_tells_all_of_it_and_whether_it_was_changed(say: Said, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        say("audit")
    say("users", "add", "ann", "--role", "admin")
    say("keys", "add", "ann", "--scope", "read")
    told = _json(say("audit", "--json"))
    assert [(act["act"], act["about"]) for act in told["acts"]] == [("user added", "ann"), ("key added", "ann")]
    assert told["acts"][0]["by"].endswith("at a terminal")
    assert told["head"] in say("audit")
    say("audit", "--head", told["head"])
    file = tmp_path / ".audit" / "journal.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text(lines[0])
    say("audit")
    assert "missing at the end" in say("audit", "--head", told["head"], exits=1)
    file.write_text(lines[0].replace("admin", "owner"))
    assert _json(say("audit", "--json", exits=1))["broken"]["line"] == 1
