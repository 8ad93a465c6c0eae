"""How many decisions a second over HTTP, beside a bare answer; many sessions and viewers at once; malformed messages.

    python benchmarks/server_load.py decide             # at c = 32, a session of 20 rules
    python benchmarks/server_load.py sessions           # 1,000 open sessions, 200 that look on
    python benchmarks/server_load.py malformed          # 10,000 messages that are not what they should be
    python benchmarks/server_load.py memory             # what stays of a step, of sessions and of the wall
    python benchmarks/server_load.py sessions kills     # the first, and then what `server_kills.py` does

The servers run in processes of their own on this computer, and so does what asks them: a client that sends a request as
soon as it has the answer to the last. Both share the processors, and with whatever else runs. So what is compared is
compared in one run, round by round in turn; and beside each figure stands the time of the processor that a server took.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import secrets
import socket
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, NamedTuple, cast

KEY = "the key of the benchmark"
PEOPLES_KEY = "the key of whoever looks on"
BARE = b'{"decision":"allow"}'
CONNECTIONS = 32
RULES = 20
TICKS = os.sysconf("SC_CLK_TCK")
SETTLED_AFTER_MINUTES = 5

VARIABLES = [
    {"name": "restaurant", "type": "Text", "is_key": True},
    {"day": "Date"},
    {"time": "Time"},
    {"price": "Number"},
]
APP = {"app": "offers", "states": {"Offer": {"variables": VARIABLES}}}
RULE = 'Offer(restaurant = "Harbour View {0}", day <= 2027-01-01, time < 18:00, price <= 1{0:02}.5) -> Goal{0}'
SPECIFICATION = "\n".join([*(RULE.format(number) for number in range(RULES - 1)), "Goal0 -> Done"])
UPDATE = {
    "state": "Offer",
    "set": {"restaurant": "Harbour View 3", "day": "2026-11-18", "time": "17:30", "price": 10.25},
}
OPEN_IN_PYTHON: Any = {"app": APP, "specification": SPECIFICATION}
OPEN = {"app": APP, "specification": SPECIFICATION, "now": "2026-03-02T09:00:00+00:00"}


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """The least that an application can do: it reads the request and answers with as many bytes."""
    if scope["type"] != "http":
        return
    await receive()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(BARE))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": BARE})


def _serve(runs: Path | None, database: str, says: "Pipe[int, int]") -> None:
    from handrail.server.access import Access
    from handrail.server.application import application
    from handrail.server.fleet import Fleet
    from handrail.server.operations.drain import Drain
    from handrail.server.operations.serving import server_of
    from handrail.server.people.binding import NetworkBinding
    from handrail.server.room import Room
    from handrail.server.sessions.leases import OneProcess, StoreLeases
    from handrail.server.sessions.rehearsal import rehearse_soon
    from handrail.server.sessions.sessions import Sessions
    from handrail.server.store import open_store

    listening = socket.create_server(("127.0.0.1", 0), backlog=2_048)
    port = listening.getsockname()[1]
    made: Any = bare
    if runs is not None:
        leases = StoreLeases(open_store(database)) if database else OneProcess()
        owner = f"http://127.0.0.1:{port}#{secrets.token_hex(8)}"
        sessions = Sessions(runs, leases=leases, owner=owner)
        room = Room(Fleet(runs), Access.with_key(PEOPLES_KEY, "Ann", KEY), given=sessions)
        made = application(room, beside=[rehearse_soon])  # as `handrail serve` does
    says.send(port)
    gc.freeze()
    server_of(made, Drain(), NetworkBinding("127.0.0.1", (), secure=False)).run(sockets=[listening])


@dataclass(frozen=True)
class Running:
    """A server in a process of its own."""

    port: int
    process: int

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_mib(self) -> float:
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def ask(self, path: str, given: object = None, method: str = "POST") -> Any:
        import httpx2

        headers = {"authorization": f"Bearer {KEY}"}
        answer = httpx2.request(method, f"http://127.0.0.1:{self.port}{path}", headers=headers, json=given, timeout=60)
        assert answer.status_code < 300, answer.text
        return answer.json()


@contextmanager
def running(runs: Path | None, database: str = "") -> Iterator[Running]:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["handrail.server.application", "handrail.sentinel.sentinel", "uvicorn", "uvloop"])
    hears, says = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(runs, database, says))
    process.start()
    try:
        assert process.pid is not None
        yield Running(hears.recv(), process.pid)
    finally:
        process.kill()
        process.join()


@dataclass
class Asking(asyncio.Protocol):
    """One connection that asks the same again and again, and notes how long each answer took."""

    request: bytes
    until: float
    seconds: list[float] = field(default_factory=list)
    wrong: int = 0
    _sent: float = 0.0
    _heard: bytearray = field(default_factory=bytearray)
    _transport: asyncio.Transport | None = None
    over: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def _ask(self) -> None:
        assert self._transport is not None
        self._sent = time.perf_counter()
        if self._sent >= self.until:
            self._transport.close()
            return
        self._transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head = self._heard.find(b"\r\n\r\n")
        if head < 0:
            return
        at = self._heard.find(b"content-length: ")
        length = int(self._heard[at + 16 : self._heard.find(b"\r", at)])
        if len(self._heard) < head + 4 + length:
            return
        self.wrong += not self._heard.startswith(b"HTTP/1.1 200")
        self._heard.clear()
        self.seconds.append(time.perf_counter() - self._sent)
        self._ask()

    def connection_lost(self, _: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(None)


def request_of(path: str, given: object) -> bytes:
    body = json.dumps(given).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {KEY}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def _load(requests: Sequence[tuple[int, bytes]], seconds: float) -> tuple[list[float], int]:
    """Every connection asks one of these; how long each answer took, and how many were wrong."""
    loop, until = asyncio.get_running_loop(), time.perf_counter() + seconds
    asking = []
    for number in range(CONNECTIONS):
        port, request = requests[number % len(requests)]
        _, connection = await loop.create_connection(partial(Asking, request, until), "127.0.0.1", port)
        asking.append(connection)
    await asyncio.gather(*(connection.over for connection in asking))
    return [second for connection in asking for second in connection.seconds], sum(
        connection.wrong for connection in asking
    )


@dataclass(frozen=True)
class Measured:
    """One round."""

    a_second: float
    median_ms: float
    p99_ms: float
    processor_us: float


def measured(servers: Sequence[Running], requests: Sequence[tuple[int, bytes]], seconds: float) -> Measured:
    import uvloop

    before = sum(server.processor_seconds() for server in servers)
    began = time.perf_counter()
    took, wrong = uvloop.run(_load(requests, seconds))
    passed = time.perf_counter() - began
    assert not wrong, f"{wrong} answers were no 200"
    spent = sum(server.processor_seconds() for server in servers) - before
    took.sort()
    p99 = took[int(len(took) * 0.99)] * 1e3
    return Measured(len(took) / passed, statistics.median(took) * 1e3, p99, spent / len(took) * 1e6)


def decide(rounds: int, seconds: float, processes: int) -> None:
    """All kinds in turn, and the median of the rounds of each."""
    with tempfile.TemporaryDirectory() as folder:
        made = [running(Path(folder)) for _ in range(processes)] + [running(None) for _ in range(processes)]
        servers = [runnings.__enter__() for runnings in made]
        try:
            ours, bares = servers[:processes], servers[processes:]
            kinds = _kinds(ours, bares)
            rows: Mapping[str, list[Measured]] = {name: [] for name in kinds}
            for _ in range(rounds):
                for name, requests in kinds.items():
                    rows[name].append(measured(bares if name == "bare answer" else ours, requests, seconds))
            _print(rows, processes)
        finally:
            for server in made:
                server.__exit__(None, None, None)


def _kinds(ours: Sequence[Running], bares: Sequence[Running]) -> dict[str, list[tuple[int, bytes]]]:
    updates = {"updates": [UPDATE]}
    programs = {server.ask("/api/decide", {**OPEN, **updates})["program"] for server in ours}
    sessions = [server.ask("/api/sessions", {**OPEN, "journaled": False})["id"] for server in ours]
    journaled = [server.ask("/api/sessions", OPEN)["id"] for server in ours]
    known = {"program": programs.pop(), "now": OPEN["now"]}
    return {
        "bare answer": [(server.port, request_of("/", updates)) for server in bares],
        "in a session": [
            (server.port, request_of(f"/api/sessions/{name}/decide", updates))
            for server, name in zip(ours, sessions, strict=True)
        ],
        "in a session, journaled": [
            (server.port, request_of(f"/api/sessions/{name}/decide", updates))
            for server, name in zip(ours, journaled, strict=True)
        ],
        "stateless, by program": [(server.port, request_of("/api/decide", {**known, **updates})) for server in ours],
        "stateless, with app and rules": [
            (server.port, request_of("/api/decide", {**OPEN, **updates})) for server in ours
        ],
    }


def _print(rows: Mapping[str, Sequence[Measured]], processes: int) -> None:
    print(f"{processes} server processes, {CONNECTIONS} connections, {RULES} rules, load {os.getloadavg()[0]:.1f}")
    print(f"{'':32}{'a second':>10}{'median ms':>11}{'p99 ms':>9}{'µs of a processor':>20}{'× bare':>8}")
    first = statistics.median(measurement.processor_us for measurement in next(iter(rows.values())))
    for name, measurements in rows.items():
        a_second, median, p99, processor = (
            statistics.median(getattr(measurement, what) for measurement in measurements)
            for what in ("a_second", "median_ms", "p99_ms", "processor_us")
        )
        print(f"{name:32}{a_second:10,.0f}{median:11.2f}{p99:9.2f}{processor:20.0f}{processor / first:8.1f}")


def many_sessions(sessions: int, viewers: int, minutes: float) -> None:
    """Sessions that each propose now and then, and who looks on at one of them each."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        asyncio.run(_many(server, sessions, viewers, minutes * 60))


async def _many(server: Running, sessions: int, viewers: int, seconds: float) -> None:
    import httpx2

    rows = [{"class_name": "Text", "text": f"{number}"} for number in range(60)]
    screen = {"package": "com.example.offers", "windows": [{"class_name": "Frame", "children": rows}]}
    headers = {"authorization": f"Bearer {KEY}"}
    limits = httpx2.Limits(max_connections=64)
    took: list[float] = []
    seen = Counter[str]()
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{server.port}", headers=headers, limits=limits, timeout=120
    ) as http:
        began = time.perf_counter()
        names = []
        for number in range(sessions):
            answer = await http.post("/api/sessions", json={**OPEN, "id": f"s{number}", "screen": screen})
            names.append(answer.json()["id"])
        print(f"{sessions} sessions opened in {time.perf_counter() - began:.0f} s; {server.memory_mib():.0f} MiB")
        looking = [asyncio.create_task(_look_on(server.port, name, seen)) for name in names[:viewers]]
        stops_at, marks, next_mark = (
            time.perf_counter() + seconds,
            [Mark(server.memory_mib(), 0)],
            time.perf_counter() + 60,
        )
        chosen = random.Random(0)

        async def work() -> None:
            while time.perf_counter() < stops_at:
                name = chosen.choice(names)
                identifier = secrets.token_hex(8)
                action = {"id": identifier, "action": {"type": "wait"}, "screen": screen}
                sent = time.perf_counter()
                answer = await http.post(f"/api/sessions/{name}/actions", json=action)
                took.append(time.perf_counter() - sent)
                if answer.status_code == 200 and answer.json()["decision"] == "allow":
                    sent = time.perf_counter()
                    await http.post(
                        f"/api/sessions/{name}/actions/{identifier}/outcome", json={"ran": True, "screen": screen}
                    )
                    took.append(time.perf_counter() - sent)
                await asyncio.sleep(chosen.uniform(0.0, 0.4))

        working = [asyncio.create_task(work()) for _ in range(8)]
        while time.perf_counter() < stops_at:
            await asyncio.sleep(min(5.0, max(0.1, stops_at - time.perf_counter())))
            if time.perf_counter() >= next_mark:
                before, mark = marks[-1], Mark(server.memory_mib(), len(took))
                marks.append(mark)
                next_mark += 60
                last = sorted(took[before.requests :])
                print(
                    f"minute {len(marks) - 1}: {mark.mib:.0f} MiB ({mark.mib - before.mib:+.1f}), "
                    f"{len(last):,} requests, p99 {last[int(len(last) * 0.99)] * 1e3:.0f} ms, "
                    f"load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        await asyncio.gather(*working)
        for browser in looking:
            browser.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    took.sort()
    print(
        f"{len(took):,} requests, median {statistics.median(took) * 1e3:.1f} ms, "
        f"p99 {took[int(len(took) * 0.99)] * 1e3:.1f} ms; "
        f"{seen['messages']:,} states seen by {viewers} viewers; load {os.getloadavg()[0]:.1f}"
    )
    if len(marks) > SETTLED_AFTER_MINUTES + 1:
        first, last_mark = marks[SETTLED_AFTER_MINUTES], marks[-1]
        minutes, more = len(marks) - 1 - SETTLED_AFTER_MINUTES, last_mark.mib - first.mib
        amount = more * 2**20 / (last_mark.requests - first.requests)
        print(
            f"after the first {SETTLED_AFTER_MINUTES} minutes: {more / minutes:+.1f} MiB a minute "
            f"for {minutes} minutes, {amount:,.0f} bytes a request"
        )


class Mark(NamedTuple):
    """A server after a minute: how much memory it has, and how many requests it has had."""

    mib: float
    requests: int


async def _look_on(port: int, name: str, seen: "Counter[str]") -> None:
    from websockets.asyncio.client import connect

    uri = f"ws://127.0.0.1:{port}/api/sessions/{name}/live"
    async with connect(uri, additional_headers={"Authorization": f"Bearer {PEOPLES_KEY}"}) as socket:
        async for _ in socket:
            seen["messages"] += 1


def memory(sessions: int = 10, before: int = 43, steps: int = 20) -> None:
    """What more is kept after some more steps, as Python counts it, in one process and without a network."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_kept(Path(folder), sessions, before, steps))


async def _kept(runs: Path, number: int, before: int, steps: int) -> None:
    import tracemalloc

    from msgspec import convert

    from handrail.device.action import Action
    from handrail.device.device import Executed
    from handrail.guard.decision import Proposal
    from handrail.server.fleet import Fleet
    from handrail.server.sessions.documents import OpenDocument, ScreenDocument
    from handrail.server.sessions.remote_device import ClientReport
    from handrail.server.sessions.screens import read_screen
    from handrail.server.sessions.sessions import Sessions

    rows = [{"class_name": "Text", "text": f"{row}"} for row in range(60)]
    shown = {"package": "com.example.offers", "windows": [{"class_name": "Frame", "children": rows}]}
    sessions, fleet = Sessions(runs), Fleet(runs)
    asked = [convert({**OPEN, "id": f"s{index}", "screen": shown}, OpenDocument) for index in range(number)]
    names = [(await sessions.open(request, "somebody")).id for request in asked]

    def seen() -> ClientReport:
        return ClientReport(read_screen(convert(shown, ScreenDocument)))

    async def work(begin: int, end: int) -> int:
        for step in range(begin, end):
            for name in names:
                session = await sessions.with_phone(name, "somebody")
                await session.propose(f"a{step}", b"", Proposal(Action("wait")), seen())
                await session.outcome(f"a{step}", Executed(), seen())
            fleet.refresh()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    first = await work(0, before)
    more = await work(before, before + steps) - first
    print(f"{number} sessions, steps {before} to {before + steps}: {more / number / steps:,.0f} bytes stay of each")
    await sessions.leave()


def malformed(messages: int) -> None:
    """Each gets an answer that is an error and says why, and afterwards the server decides as before."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        name = server.ask("/api/sessions", OPEN)["id"]
        asyncio.run(_malformed(server, name, messages))
        print(server.ask(f"/api/sessions/{name}/decide", {"updates": [UPDATE]}))


async def _malformed(server: Running, name: str, messages: int) -> None:
    import httpx2

    chosen = random.Random(0)
    whole = json.dumps({"id": "a", "action": {"type": "wait"}, "screen": {"windows": [{"class_name": "V"}]}}).encode()
    paths = [
        "/api/sessions",
        f"/api/sessions/{name}/actions",
        f"/api/sessions/{name}/actions/a/outcome",
        f"/api/sessions/{name}/finish",
        f"/api/sessions/{name}/decide",
        "/api/decide",
    ]
    told = Counter[int]()
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    gate = asyncio.Semaphore(16)
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=headers, timeout=120) as http:

        async def send(number: int) -> None:
            async with gate:
                content = _damaged(whole, chosen, number)
                answer = await http.post(chosen.choice(paths), content=content)
                told[answer.status_code] += 1
                assert 400 <= answer.status_code < 500, (answer.status_code, content[:200], answer.text[:300])
                assert answer.json()["detail"], content[:200]

        await asyncio.gather(*(send(number) for number in range(messages)))
    print(f"{messages:,} messages: {dict(sorted(told.items()))}; {server.memory_mib():.0f} MiB")


def _damaged(whole: bytes, chosen: random.Random, number: int) -> bytes:
    """A message cut, with a byte changed, with a name or a kind that is wrong, too deep, too large, or no message."""
    match number % 8:
        case 0:
            return whole[: chosen.randrange(1, len(whole))]
        case 1:
            at = chosen.randrange(len(whole))
            return whole[:at] + bytes([chosen.randrange(128, 256)]) + whole[at + 1 :]
        case 2:
            return json.dumps({"id": "a", secrets.token_hex(4): chosen.random()}).encode()
        case 3:
            identifier: object = chosen.choice([None, 1, [], {}, "a b", ""])
            return json.dumps({"id": identifier, "action": 1, "ran": "x", "updates": 3}).encode()
        case 4:
            return (b"[" if chosen.random() < 0.5 else b'{"x":') * chosen.randrange(200, 50_000)
        case 5:
            return chosen.randbytes(chosen.randrange(1, 2_000))
        case 6 if number % 400 == 6:
            return b'{"id": "' + b"x" * (9 * 1024 * 1024) + b'"}'
        case _:
            return json.dumps(chosen.choice([None, 1, "x", [1], {"ran": 1}, {"text": 5}, {"app": 7}])).encode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", choices=["decide", "sessions", "malformed", "memory", "kills"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each round")
    parser.add_argument("--processes", type=int, default=2, help="that serve")
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    asked = parser.parse_args()
    for what in asked.what:
        _measure(what, asked)


def _measure(what: str, asked: argparse.Namespace) -> None:
    match what:
        case "decide":
            decide(asked.rounds, asked.seconds, asked.processes)
        case "sessions":
            many_sessions(asked.sessions, asked.viewers, asked.minutes)
        case "memory":
            memory()
        case "kills":
            from server_kills import kills

            kills(asked.kills)
        case _:
            malformed(asked.messages)


if __name__ == "__main__":
    main()
