"""What a client may do wrong, by mistake or on purpose: a clear error each, and nobody else is touched."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.connection import Connection
from handrail.server.app_port.effect import Admit, Answer, Close, Effect, Proposed, Send
from handrail.server.app_port.either import Either
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.message import LONGEST_TOLD, Code
from handrail.server.app_port.reported import MOST_CHARACTERS, MOST_ROWS
from server.app_port.port import (
    DEFINE,
    DEFINE_PUBLISHED,
    HELLO,
    LONGEST_WAIT_SECONDS,
    Client,
    looked_at,
    open_port,
    reserve,
)

CODES = set(get_args(Code))
MESSAGES: list[dict[str, Any]] = [
    HELLO,
    DEFINE,
    DEFINE_PUBLISHED,
    looked_at(),
    reserve("e-1"),
    {"type": "outcome", "id": "e-1", "ran": True, "updates": []},
    {"type": "controlled", "session": "s-1", "on": True},
    {"type": "release", "session": "s-1", "why": "enough"},
    {"type": "ping"},
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A message of the protocol with something else in one place, or left out, or cut off."""
    message = json.loads(json.dumps(draw(st.sampled_from(MESSAGES))))
    place = draw(st.sampled_from(list(_places(message))))
    inside = message
    for part in place[:-1]:
        inside = inside[part]
    if draw(st.booleans()):
        inside[place[-1]] = draw(JSON)
    else:
        del inside[place[-1]]
    content = json.dumps(message).encode("utf-8", "surrogatepass")
    return content[: draw(st.integers(1, len(content)))] if draw(st.integers(0, 4)) == 0 else content


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*above, key)
        yield from _places(value[key], (*above, key))


WHOLE = st.sampled_from(MESSAGES).map(lambda value: json.dumps(value).encode())
CONTENTS = st.lists(WHOLE | spoilt() | st.binary(max_size=40), max_size=25)


@given(CONTENTS, st.sampled_from([Connection, Either]))
def test_whatever_a_client_says_is_answered_or_ends_its_connection(contents: list[bytes], kind: type) -> None:
    connection = Connection("c-1")
    spoken = Either(connection) if kind is Either else connection
    for number, content in enumerate(contents):
        if number == 4:
            spoken.take_control("s-1", "a task")
        effects = spoken.receive(content, number)
        for effect in effects:
            _demand_clear(effect)


def _demand_clear(effect: Effect) -> None:
    if isinstance(effect, Send) and effect.document.get("type") == "error":
        assert effect.document["code"] in CODES
        assert 0 < len(str(effect.document["message"])) <= LONGEST_TOLD
    if isinstance(effect, Send):
        json.dumps(effect.document)


@given(CONTENTS)
@pytest.mark.slow
def test_who_brings_no_key_learns_nothing(contents: list[bytes]) -> None:
    for content in contents:
        spoken = Either(Connection("c-1", needs_key=True))
        told = spoken.receive(content, 0)
        if isinstance(told[0], Admit):
            told = spoken.admitted(False)
        assert [type(effect) for effect in told] == [Send, Close]
        assert isinstance(told[0], Send)
        assert told[0].document["code"] == "unauthorized"
        assert spoken.receive(json.dumps(HELLO), 0) == []


@given(st.data())
def test_an_event_is_decided_once_in_any_order_of_messages(data: st.DataObject) -> None:
    connection = Connection("c-1", AppPortLimits(most_waiting=5))
    for message in (HELLO, DEFINE):
        connection.receive(json.dumps(message), 0)
    connection.take_control("s-1", "")
    connection.receive(json.dumps({"type": "controlled", "session": "s-1", "on": True}), 0)
    decided: dict[str, list[str]] = {}
    proposed: set[str] = set()
    for _ in range(data.draw(st.integers(0, 40))):
        id = data.draw(st.sampled_from(["a", "b", "c", "d", "e", "f", "g"]))
        effects: list[Effect] = []
        match data.draw(st.sampled_from(["propose", "other", "answer", "outcome", "release", "control"])):
            case "propose":
                effects = connection.receive(json.dumps(reserve(id)), 0)
            case "other":
                effects = connection.receive(json.dumps(reserve(id, time="20:00")), 0)
            case "answer":
                decision = data.draw(st.sampled_from(get_args(Answer)))
                effects = connection.answer(id, decision)
                decided.setdefault(id, []).extend([decision] if effects and decision != "ask" else [])
            case "outcome":
                connection.receive(json.dumps({"type": "outcome", "id": id, "ran": data.draw(st.booleans())}), 0)
            case "release":
                connection.receive(json.dumps({"type": "release", "session": "s-1"}), 0)
                assert connection.session is None
            case "control":
                connection.take_control("s-1", "")
                connection.receive(json.dumps({"type": "controlled", "session": "s-1", "on": True}), 0)
        for effect in effects:
            if isinstance(effect, Proposed):
                assert effect.event.id not in proposed
                proposed.add(effect.event.id)
    assert all(len(answers) <= 1 for answers in decided.values())
    assert decided.keys() <= proposed | {id for id, answers in decided.items() if not answers}


def _wrong(chance: random.Random) -> bytes:
    """A line that gets an error."""
    message = dict(chance.choice(MESSAGES[2:5] + MESSAGES[5:6]))
    kind = chance.randrange(9)
    if kind == 0:
        return bytes(chance.choices(range(0x80, 0xF0), k=chance.randrange(1, 200)))
    if kind == 1:
        return json.dumps(message).encode()[: chance.randrange(1, 20)]
    if kind == 2:
        return json.dumps(chance.choice([[], None, 7, "text", True, [message], {}])).encode()
    if kind == 3:
        return json.dumps({**message, "type": chance.choice([7, None, [], {}, "unheard", "Ping", ""])}).encode()
    if kind == 4:
        return b'{"type":' + b"[" * 500 + b"]" * 500 + b"}"
    if kind == 5:
        return json.dumps({**reserve("e-9"), "session": chance.choice(["s-9", 7, None])}).encode()
    if kind == 6:
        return json.dumps({"type": "outcome", "id": chance.choice(["never", 7, None, ""]), "ran": True}).encode()
    if kind == 7:
        return b'{"type":"report","updates":[{"state":"Favourite","set":{"stars":1e9999999999999999999}}]}'
    return json.dumps(HELLO).encode() + b" and more"


@pytest.mark.slow
def test_ten_thousand_wrong_messages_get_an_error_each_and_others_go_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            other = await port.app()
            await other.ask(looked_at())
            async with port.session(other):
                hostile = await port.app(app="com.example.hostile")
                chance = random.Random(7)
                for number in range(100):
                    await hostile.say_bytes(b"".join(_wrong(chance) + b"\n" for _ in range(100)))
                    for _ in range(100):
                        said = await hostile.hear()
                        assert said["type"] == "error", said
                        assert said["code"] in CODES
                    if number % 25 == 0:
                        assert (await other.ask({"type": "ping"})) == {"type": "pong"}
                assert (await hostile.ask({"type": "ping"})) == {"type": "pong"}
                verdict = await other.ask(reserve("e-1"))
                assert verdict["decision"] == "allow"

    asyncio.run(run())


def test_a_line_without_an_end_is_not_waited_for(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=AppPortLimits(line_seconds=0.1))) as port:
            slow = await port.app()
            other = await port.client()
            await slow.say_bytes(b'{"type": "pi')
            assert (await slow.hear())["fatal"]
            assert await slow.is_over()
            assert (await other.ask(HELLO))["type"] == "welcome"

    asyncio.run(run())


def test_who_says_nothing_is_no_client_and_who_falls_silent_is_given_up(tmp_path: Path) -> None:
    async def run() -> None:
        limits = AppPortLimits(greeting_seconds=0.1, quiet_seconds=0.1, pong_seconds=0.1)
        async with open_port(tmp_path, ConnectedApps(limits=limits)) as port:
            silent = await port.client()
            assert (await silent.hear())["code"] == "protocol"
            assert await silent.is_over()
            half_open = await port.client()
            assert (await half_open.ask(HELLO))["type"] == "welcome"
            assert await half_open.hear() == {"type": "ping"}
            assert await half_open.is_over()

    asyncio.run(run())


@pytest.mark.slow
def test_who_does_not_read_is_dropped_and_not_written_to_for_ever(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=AppPortLimits(most_unsent_bytes=64 * 1024))) as port:
            deaf = await port.app()
            content = 50 * (json.dumps({"type": "report", "updates": 30 * [7]}).encode() + b"\n")
            assert await _is_cut_off(deaf, content)
            other = await port.client()
            assert (await other.ask(HELLO))["type"] == "welcome"

    asyncio.run(run())


async def _is_cut_off(client: Client, content: bytes) -> bool:
    """Say the same again and again without listening, until the server has enough of it."""
    client.writer.transport.pause_reading()  # type: ignore[attr-defined]
    try:
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while True:
                await client.say_bytes(content)
                await asyncio.sleep(0)  # the server's turn
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "message",
    [
        {"type": "define", "states": [{"name": f"S{number}", "variables": []} for number in range(300)]},
        {"type": "define", "states": [{"name": "S", "variables": [{f"v{number}": "Text"} for number in range(3_000)]}]},
        {"type": "define", "states": [{"name": "S", "variables": [], **{f"variablez{n}": 1 for n in range(9_000)}}]},
        {"type": "define", "states": DEFINE["states"], "commitments": [{"name": f"C{n}"} for n in range(300)]},
        {"type": "report", "updates": [], **{f"m{number}": number for number in range(30_000)}},
    ],
)
def test_what_would_keep_others_waiting_is_refused_unread(message: dict[str, Any]) -> None:
    connection = Connection("c-1")
    connection.receive(json.dumps(HELLO), 0)
    (said,) = connection.receive(json.dumps(message), 0)
    assert isinstance(said, Send)
    assert "at most" in said.document["message"]


def test_after_ten_updates_that_do_not_fit_the_rest_is_not_read() -> None:
    connection = Connection("c-1")
    for message in (HELLO, DEFINE):
        connection.receive(json.dumps(message), 0)
    wrong = [{"state": f"No{number}", "set": {}} for number in range(500)]
    (said,) = connection.receive(json.dumps({"type": "report", "updates": wrong}), 0)
    assert isinstance(said, Send)
    assert [entry["index"] for entry in said.document["refused"]] == list(range(11))


def test_an_app_cannot_report_more_than_each_decision_can_look_at() -> None:
    connection = Connection("c-1")
    row = {"name": "Row", "variables": [{"name": "key", "type": "Text", "is_key": True}, {"value": "Text"}]}
    for message in (HELLO, {"type": "define", "states": [row]}):
        connection.receive(json.dumps(message), 0)
    rows = [{"state": "Row", "set": {"key": str(number)}} for number in range(MOST_ROWS + 1)]
    assert refused(connection, rows) == [MOST_ROWS]
    assert refused(connection, [{"state": "Row", "delete": {"key": "0"}}, rows[-1]]) == []
    assert refused(connection, [{"state": "Row", "set": {"key": "1", "value": "x" * MOST_CHARACTERS}}]) == [0]


def refused(connection: Connection, updates: list[dict[str, Any]]) -> list[int]:
    (said,) = connection.receive(json.dumps({"type": "report", "updates": updates}), 0)
    assert isinstance(said, Send)
    return [entry["index"] for entry in said.document["refused"]]


def test_no_more_connect_than_the_port_serves(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=AppPortLimits(most_connections=2))) as port:
            first, second = await port.app(), await port.app()
            assert await (await port.client()).is_over()
            first.writer.close()
            assert (await second.ask({"type": "ping"})) == {"type": "pong"}

    asyncio.run(run())
