"""The gate before the API: strangers are sent away before anything is read, sockets as well, and not too often."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import Depends, WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from handrail.server.access import COOKIE, Access
from handrail.server.fleet import Fleet
from handrail.server.people.gate import needs
from handrail.server.people.limits import Limit, Rate, RateLimits
from handrail.server.people.person import Person, Scope
from handrail.server.room import Room
from server.served import AGENTS_KEY, KEY, Served, serving


@pytest.fixture
def room(tmp_path: Path) -> Room:
    few = RateLimits(*(Limit(Rate(3, 0.5), lambda: 0.0) for _ in range(3)))
    return Room(Fleet(tmp_path), Access.with_key(KEY, "Ann", AGENTS_KEY), limits=few)


@pytest.fixture
def live(room: Room) -> Iterator[Served]:
    """A server that has a socket for those who read, which says who they are."""

    with serving(room, sockets={"/api/live": _live(room)}) as server:
        yield server


def _live(room: Room) -> object:
    async def live(socket: WebSocket, person: Annotated[Person, Depends(needs(room, Scope.READ))]) -> None:
        await socket.accept()
        await socket.send_text(person.name)
        await socket.close()

    return live


def test_a_stranger_is_sent_away_before_what_they_send_is_read(live: Served) -> None:
    connection = HTTPConnection("127.0.0.1", live.port, timeout=60)
    connection.putrequest("POST", "/api/keys")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "1000000000")
    connection.endheaders(b"{ not json")
    answer = connection.getresponse()
    assert (answer.status, set(json.loads(answer.read()))) == (401, {"detail"})
    connection.close()
    assert live.ask("/api/of-no-kind", key=None).status == 401
    assert live.ask("/api", key=None).status == 401
    assert live.ask("/api/of-no-kind").status == 404


def test_strangers_wait_after_a_few_attempts_and_who_is_known_does_not(live: Served) -> None:
    assert [live.ask("/api/runs", key="wrong").status for _ in range(4)] == [401, 401, 401, 429]
    assert live.ask("/api/runs", key="wrong").headers["retry-after"] == "3"
    assert live.ask("/api/runs").status == 200
    assert [live.ask("/enter?key=wrong", key=None).status for _ in range(4)] == [401, 401, 401, 429]


def test_answers_of_one_person_are_limited(live: Served) -> None:
    given = {"answer": "approve", "seen": "0" * 64}
    statuses = [live.ask("/api/runs/a/questions/b", given).status for _ in range(4)]
    assert statuses == [404, 404, 404, 429]


def test_a_socket_opens_for_who_may_and_not_for_a_page_of_another_site(room: Room, live: Served) -> None:
    address = live.address.replace("http", "ws") + "/api/live"
    with connect(address, additional_headers={"Authorization": f"Bearer {KEY}"}, proxy=None) as socket:
        assert socket.recv() == "Ann"
    cookie = live.ask(f"/enter?key={KEY.replace(' ', '%20')}", key=None).headers["set-cookie"].partition(";")[0]
    assert cookie.startswith(f"{COOKIE}=")
    with connect(address, additional_headers={"Cookie": cookie, "Origin": live.address}, proxy=None) as socket:
        assert socket.recv() == "Ann"
    refusals: tuple[dict[str, str], ...] = (
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": f"Bearer {AGENTS_KEY}"},
        {"Cookie": cookie},
        {"Cookie": cookie, "Origin": "http://evil.example"},
    )
    for headers in refusals:
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers=headers, proxy=None)
        assert refused.value.response.status_code == 403
