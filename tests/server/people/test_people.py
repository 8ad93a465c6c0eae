"""Users, keys and invitations: what is made works, what is revoked does not, and all of it is on record."""

import sqlite3
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from handrail.error import Misuse
from handrail.guard.journal import Broken, Verified
from handrail.server.people.people import INVITED_SECONDS
from handrail.server.people.person import Role, Scope
from handrail.server.people.registered import ENTERED_SECONDS, REMEMBERED_SECONDS
from handrail.server.people.tables import KEYS
from server.guarded_run import reserving
from server.people.registered_room import Clock, Office, office, registered_room
from server.served import serving


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as opened:
        yield opened


def test_an_invitation_lets_in_one_browser_once_and_only_when_its_button_is_pressed(at: Office) -> None:
    invitation = at.people.add("bob", Role.APPROVER, by="test")
    for _ in range(2):  # as what shows previews of links does
        shown = at.server.ask(f"/invited?invitation={invitation}", key=None)
        assert shown.status == 200
        assert "set-cookie" not in shown.headers
    assert at.accept(invitation, origin="http://evil.example").status == 401
    entered = at.accept(invitation)
    cookie = entered.headers["set-cookie"]
    assert (entered.status, "HttpOnly" in cookie, "SameSite=strict" in cookie) == (303, True, True)
    assert at.accept(invitation).status == 401
    me = at.server.ask("/api/me", key=None, Cookie=cookie.partition(";")[0]).json()
    assert me == {"name": "bob", "role": "approver", "scopes": ["answer", "read"]}


def test_an_invitation_ends_after_a_day_and_by_a_newer_one(at: Office) -> None:
    first = at.people.add("bob", Role.VIEWER, by="test")
    second = at.people.invite("bob", by="test")
    assert at.accept(first).status == 401
    at.clock.now += INVITED_SECONDS
    assert at.accept(second).status == 401


def test_a_browser_stays_in_for_a_week_or_until_it_leaves(at: Office) -> None:
    browser = at.browser("bob", Role.VIEWER)
    assert at.server.ask("/api/me", key=None, **browser).status == 200
    at.clock.now += ENTERED_SECONDS
    assert at.server.ask("/api/me", key=None, **browser).status == 401
    at.browsers.clear()
    again = at.browser("bob")
    assert at.server.ask("/", key=None, **again).status == 200
    assert at.server.form("/leave", {}, "http://evil.example", again["Cookie"]).status == 303
    assert at.server.ask("/", key=None, **again).status == 200
    at.server.form("/leave", {}, at.server.address, again["Cookie"])
    assert at.server.ask("/", key=None, **again).status == 401


def test_what_is_revoked_here_ends_at_once_and_elsewhere_within_a_moment(at: Office) -> None:
    admin = at.browser("ann")
    at.browser("bob", Role.VIEWER)
    key = at.key("bob", Scope.READ)
    identifier = next(key.id for key in at.people.all_keys())
    assert at.server.ask("/api/runs", key=key).status == 200
    assert at.server.ask(f"/api/keys/{identifier}", key=None, method="DELETE", **admin).status == 204
    assert at.server.ask("/api/runs", key=key).status == 401
    other = at.key("bob", Scope.READ)
    assert at.server.ask("/api/runs", key=other).status == 200
    at.people.remove("bob", by="another process")
    at.clock.now += REMEMBERED_SECONDS
    assert at.server.ask("/api/runs", key=other).status == 401
    assert at.server.ask("/api/me", key=None, **at.browsers_of("bob")).status == 401


def test_who_is_removed_is_told_nothing_more_where_they_still_listen(tmp_path: Path) -> None:
    with registered_room(tmp_path) as (room, people), serving(room) as server:
        invitation = people.add("bob", Role.VIEWER, by="test")
        cookie = server.form("/invited", {"invitation": invitation}, server.address).headers["set-cookie"]
        request = urllib.request.Request(f"{server.address}/api/events", headers={"Cookie": cookie.partition(";")[0]})
        with urllib.request.urlopen(request, timeout=60) as events:
            assert events.readline() == b'data: {"runs": []}\n'
            with reserving(tmp_path / "first") as (_, steps):
                assert next(line for line in events if line.strip()) == b'data: {"runs": ["first"]}\n'
                steps.cancel()
            people.remove("bob", by="test")
            assert isinstance(people.seconds, Clock)
            people.seconds.now += REMEMBERED_SECONDS
            with reserving(tmp_path / "second") as (_, steps):
                assert b"second" not in events.read()  # to its end
                steps.cancel()


def test_a_key_is_good_for_what_the_role_of_its_user_allows_today(at: Office) -> None:
    at.browser("bob", Role.APPROVER)
    key = at.key("bob", Scope.READ, Scope.ANSWER, days=1)
    given = {"answer": "approve", "seen": "0" * 64}
    assert at.server.ask("/api/runs/a/questions/b", given, key=key).status == 404
    at.people.give_role("bob", Role.VIEWER, by="ann")
    at.clock.now += REMEMBERED_SECONDS
    assert at.server.ask("/api/runs/a/questions/b", given, key=key).status == 403
    assert at.server.ask("/api/runs", key=key).status == 200
    at.clock.now += 86_400
    assert at.server.ask("/api/runs", key=key).status == 401


def test_no_user_has_keys_of_both_kinds_and_a_row_that_says_so_is_no_key(at: Office) -> None:
    at.people.add("bob", Role.OPERATOR, by="test")
    with pytest.raises(Misuse, match="make a key for each"):
        at.key("bob", Scope.SESSION, Scope.ANSWER)
    key = at.key("bob", Scope.SESSION)
    for scope in (Scope.READ, Scope.ANSWER):
        with pytest.raises(Misuse, match="for a user of its own"):
            at.key("bob", scope)
    at.people.store.write_now(lambda c: c.execute(update(KEYS).values(scopes="answer session")))
    assert at.server.ask("/api/me", key=key).status == 401


def test_an_agents_key_opens_no_browser_and_an_operator_makes_no_other_kind(at: Office) -> None:
    operator = at.browser("olga", Role.OPERATOR)
    made = at.server.ask("/api/keys", {"scopes": ["session"], "label": "night"}, key=None, **operator)
    assert made.status == 201
    assert at.server.ask(f"/enter?key={made.json()['key']}", key=None).status == 401
    for given in ({"scopes": ["answer"]}, {"scopes": ["session"], "user": "ann"}, {"scopes": ["session", "read"]}):
        assert at.server.ask("/api/keys", given, key=None, **operator).status == 403
    told = at.server.ask("/api/keys", key=None, **operator)
    assert [entry["label"] for entry in told.json()] == ["night"]
    assert made.json()["key"].encode() not in told.body
    at.key("ann", Scope.ADMIN)
    theirs = next(key.id for key in at.people.all_keys() if key.user == "ann")
    assert at.server.ask(f"/api/keys/{theirs}", key=None, method="DELETE", **operator).status == 409


def test_secrets_are_nowhere_in_the_database_or_in_the_audit(at: Office, tmp_path: Path) -> None:
    browser, key = at.browser("bob", Role.VIEWER), at.key("bob", Scope.READ)
    invitation = at.people.invite("bob", by="test")
    with sqlite3.connect(tmp_path / "store.sqlite3") as database:
        kept = "\n".join(database.iterdump())
    database.close()
    kept += (tmp_path / ".audit" / "journal.jsonl").read_text("utf-8")
    for secret in (key, invitation, browser["Cookie"].partition("=")[2]):
        assert len(secret) > 40
        assert secret not in kept


def test_there_is_always_an_admin(at: Office) -> None:
    admin = at.browser("ann")
    assert at.server.ask("/api/users/ann", key=None, method="DELETE", **admin).status == 409
    refused = at.server.ask("/api/users/ann/role", {"role": "viewer"}, key=None, method="PUT", **admin)
    assert (refused.status, "only admin" in refused.json()["detail"]) == (409, True)
    at.browser("bea", Role.ADMIN)
    assert at.server.ask("/api/users/ann/role", {"role": "viewer"}, key=None, method="PUT", **admin).status == 204
    assert at.server.ask("/api/users", key=None, **admin).status == 403


@pytest.mark.parametrize("name", ["", "Ann", "a b", "../x", "а", "a" * 64, "-a"])
def test_a_user_is_called_by_plain_small_letters(at: Office, name: str) -> None:
    with pytest.raises(Misuse):
        at.people.add(name, Role.VIEWER, by="test")


def test_every_act_is_on_record_and_a_changed_line_is_found(at: Office, tmp_path: Path) -> None:
    admin = at.browser("ann")
    given = {"name": "bob", "role": "viewer"}
    assert at.server.ask("/api/users", given, key=None, **admin).status == 201
    assert at.server.ask("/api/users", given, key=None, **admin).status == 409
    told = at.server.ask("/api/audit", key=None, **admin).json()
    assert told["whole"]
    assert [(act["by"], act["act"], act["about"]) for act in told["acts"]] == [
        ("test", "user added", "ann"),
        ("test", "user invited", "ann"),
        ("ann", "user let in", "ann"),
        ("ann", "user added", "bob"),
    ]
    assert isinstance(at.people.audit.verify(), Verified)
    file = tmp_path / ".audit" / "journal.jsonl"
    file.write_text(file.read_text("utf-8").replace('"by":"ann","act":"user added"', '"by":"eve","act":"user added"'))
    broken = at.people.audit.verify()
    assert isinstance(broken, Broken)
    assert broken.line == 4
    assert not at.server.ask("/api/audit", key=None, **admin).json()["whole"]
    refused = at.server.ask("/api/users", {"name": "cat", "role": "viewer"}, key=None, **admin)
    assert refused.status == 409  # what cannot be put on record is not done
    assert {user.name for user in at.people.users()} == {"ann", "bob"}
