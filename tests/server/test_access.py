"""Who may look and answer: with the key or a cookie got by it, and nobody else."""

from collections.abc import Iterator

import pytest

from server.served import KEY, Served, served


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("runs")) as opened:
        yield opened


def test_the_page_is_not_shown_without_a_cookie_and_the_key_gives_one(room: Served) -> None:
    assert room.ask("/", key=None).status == 401
    assert room.ask("/enter?key=wrong", key=None).status == 401
    entered = room.ask(f"/enter?key={KEY.replace(' ', '%20')}", key=None)
    assert entered.status == 303
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert KEY not in cookie
    shown = room.ask("/", key=None, Cookie=cookie.partition(";")[0])
    assert shown.status == 200
    assert b"Handrail" in shown.body


def test_a_cookie_changes_nothing_from_another_site(room: Served) -> None:
    entered = room.ask(f"/enter?key={KEY.replace(' ', '%20')}", key=None)
    cookie = entered.headers["set-cookie"].partition(";")[0]
    given = {"answer": "approve", "seen": "0" * 64}
    path = "/api/runs/a/questions/b"
    for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}):
        assert room.ask(path, given, key=None, Cookie=cookie, **origin).status == 401
    assert room.ask(path, given, key=None, Cookie=cookie, Origin=room.address).status == 404
    assert room.ask("/api/runs", key=None, Cookie=cookie).status == 200


def test_a_name_that_is_not_its_own_is_refused(room: Served) -> None:
    assert room.ask("/api/runs", Host="evil.example").status == 400
    assert room.ask("/enter?key=x", key=None, Host="evil.example:80").status == 400


def test_every_answer_forbids_what_is_not_from_here(room: Served) -> None:
    for path in ("/", "/healthz", "/files/room.js", "/api/runs", "/api/nothing"):
        headers = {name.lower(): value for name, value in room.ask(path).headers.items()}
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/files/../application.py", "/files/application.py", "/files/%2e%2e/access.py", "/files/"]
)
def test_only_the_pages_own_files_are_told(room: Served, path: str) -> None:
    assert room.ask(path, key=None).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/runs/..", "/api/runs/%2e%2e%2f%2e%2e", "/api/runs/a/pictures/..%2f..%2fjournal.jsonl",
        "/api/runs/a/steps/1", "/api/runs/a/questions/..%2fx/picture", "/api/runs/a%00b",
    ],
)  # fmt: skip
def test_what_is_no_run_is_not_found(room: Served, path: str) -> None:
    assert room.ask(path).status == 404


@pytest.mark.parametrize(
    "path", ["/api/runs?after=-5&limit=-1", "/api/runs?limit=100000000", "/api/runs?query=" + "x" * 5000]
)
def test_odd_numbers_are_brought_into_bounds(room: Served, path: str) -> None:
    assert room.ask(path).json()["runs"] == []
