"""Every route, asked as everybody: who may what is what the documentation's table says, and it lacks no route."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute

from handrail.server.access import Access
from handrail.server.application import application
from handrail.server.decide.route import STATELESS, DecideRoute
from handrail.server.fleet import Fleet
from handrail.server.people.person import Person, Role, Scope, of_cookie
from handrail.server.room import Room
from server.people.registered_room import Office, office

TABLE = Path(__file__).resolve().parents[3] / "docs" / "server-people.md"
_ROW = re.compile(r"^\| `([A-Z]+) (/[^`]*)` \| ([a-z, ]+) \|$", re.MULTILINE)
_REFUSED = (401, 403)
_TAKEN = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}


@dataclass(frozen=True, slots=True)
class Comes:
    """Somebody who comes with a key or a cookie; nobody known has neither."""

    called: str
    person: Person | None
    headers: dict[str, str]


def routes() -> list[tuple[str, str]]:
    """Every method and path that the application has, sockets as `WS`."""
    made = application(Room(Fleet(Path("nowhere")), Access.with_key("k", "ann")))
    assert isinstance(made, DecideRoute)
    before = {("POST", STATELESS), ("POST", "/api/sessions/{session}/decide")}  # answered before the framework
    return sorted(before | {named for route in _all(made.application) for named in _named(route)})


def _all(made: object) -> Iterator[object]:
    for route in getattr(made, "routes", ()):
        inner = getattr(route, "routes", None) or getattr(getattr(route, "original_router", None), "routes", None)
        yield from _all(type("Inner", (), {"routes": inner})) if inner else [route]


def _named(route: object) -> Iterator[tuple[str, str]]:
    match route:
        case APIRoute():
            yield from ((method, route.path) for method in route.methods or ())
        case APIWebSocketRoute():
            yield "WS", route.path


def table() -> dict[tuple[str, str], str]:
    return {(method, path): who.strip() for method, path, who in _ROW.findall(TABLE.read_text("utf-8"))}


def may(who: str, person: Person | None) -> bool:
    """What a cell of the table means."""
    words = set(who.split(", "))
    if words == {"anybody"}:
        return True
    if person is None:
        return False
    if words == {"known"}:
        return True
    scopes = {Scope(word) for word in words & set(Scope)}
    roles = [Role(word) for word in words & set(Role) - set(Scope)]
    assert len(scopes) + len(roles) == len(words), f"the table says {who!r}"
    return bool(scopes & person.scopes) and all(person.role.reaches(role) for role in roles)


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Office, list[Comes]]]:
    with office(tmp_path_factory.mktemp("runs")) as opened:
        come = [Comes("nobody", None, {}), Comes("a wrong key", None, {"Authorization": "Bearer hk_wrong"})]
        for name, role in (("ann", None), ("vera", Role.VIEWER), ("abel", Role.APPROVER), ("olga", Role.OPERATOR)):
            actual = role or Role.ADMIN
            cookie = opened.browser(name, role)
            come.append(Comes(f"{actual} at a browser", Person(name, actual, of_cookie(actual), ""), cookie))
        opened.people.add("agent", Role.OPERATOR, by="test")
        for user, role, scopes in (
            ("vera", Role.VIEWER, {Scope.READ}),
            ("abel", Role.APPROVER, {Scope.ANSWER}),
            ("ann", Role.ADMIN, {Scope.READ}),
            ("ann", Role.ADMIN, {Scope.ADMIN}),
            ("agent", Role.OPERATOR, {Scope.SESSION}),
            ("agent", Role.OPERATOR, {Scope.APP}),
            ("agent", Role.OPERATOR, {Scope.SESSION, Scope.APP}),
        ):
            key = opened.key(user, *scopes)
            called = f"{user}'s key for {', '.join(sorted(scopes))}"
            come.append(Comes(called, Person(user, role, frozenset(scopes), ""), {"Authorization": f"Bearer {key}"}))
        yield opened, come


def test_every_route_is_in_the_table_and_the_table_has_no_others() -> None:
    missing = [f"| `{method} {path}` | WHO |" for method, path in routes() if (method, path) not in table()]
    assert not missing, "docs/server-people.md says who may what, and lacks:\n" + "\n".join(missing)
    gone = table().keys() - set(routes())
    assert not gone, f"docs/server-people.md has rows of routes that are gone: {sorted(gone)}"


@pytest.mark.parametrize(("method", "path"), routes(), ids=lambda part: str(part))
def test_everybody_may_what_the_table_says_and_nothing_else(
    everybody: tuple[Office, list[Comes]], method: str, path: str
) -> None:
    at, come = everybody
    who = table().get((method, path), "")
    for comes in come if who != "anybody" else ():  # what anybody is told, other tests say
        status = _asked(at, "GET" if method == "WS" else method, path, comes.headers, method == "WS")
        expected = may(who, comes.person)
        assert (status not in _REFUSED) is expected, f"{comes.called} gets {status} of {method} {path}"
        if comes.person is None and method != "WS":
            assert status == 401


def test_no_key_of_an_agent_reaches_a_route_by_which_people_see_or_answer(
    everybody: tuple[Office, list[Comes]],
) -> None:
    agents = [comes for comes in everybody[1] if comes.person is not None and comes.person.is_agent]
    assert len(agents) == 3
    for (method, path), who in table().items():
        if {"answer", "admin"} & set(who.split(", ")):
            assert all(_asked(everybody[0], method, path, agent.headers, False) == 403 for agent in agents), path


def _asked(at: Office, method: str, path: str, headers: dict[str, str], is_socket: bool) -> int:
    """The status of a request with made-up names in its path; its answer is not waited for, as events never end."""
    connection = HTTPConnection("127.0.0.1", at.server.port, timeout=60)
    try:
        filled = re.sub(r"\{[^}]+\}", "1", path)
        given = dict(headers) | (_TAKEN | {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="} if is_socket else {})
        body = json.dumps({}) if method in ("POST", "PUT") else None
        if body is not None:
            given["Content-Type"] = "application/json"
        connection.request(method, filled, body, given)
        return connection.getresponse().status
    finally:
        connection.close()
