"""Two servers on one database, one of them killed again and again, while clients work in sessions of both.

    python benchmarks/server_kills.py --kills 300                                # on SQLite
    python benchmarks/server_kills.py --kills 300 --postgresql                   # on a PostgreSQL of its own
    python benchmarks/server_kills.py --kills 300 --database postgresql://USER@HOST/NAME

A client sends its request again to a server that is there, as behind anything that spreads requests. What it was told
has to be in the journal, each thing once; and it says how long it was from a kill to its next answer.
"""

import argparse
import asyncio
import itertools
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from uuid import uuid4

from server_load import KEY, OPEN_IN_PYTHON, Running, running
from sqlalchemy import Connection, select

from handrail import client
from handrail.device.action import Action
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.server.store import open_store
from handrail.server.store.tables import LEASES

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

SHOWN = Screen("com.example.offers", "", (Element("Frame", package="com.example.offers"),), 1080, 2400)
HEARD_WITHIN_SECONDS = 60.0
CLIENTS = 20
UNAVAILABLE = 503
ACTIONS_OF_A_SESSION = 150
"""After 200 the default policy asks a person."""


class Gone(Exception):
    """The server was killed that a client speaks to."""


@dataclass
class Server:
    """A process that serves, as the clients know it."""

    process: AbstractContextManager[Running]
    port: int
    is_there: bool = True
    http: "client.AsyncServer" = field(init=False)

    def __post_init__(self) -> None:
        self.http = client.connect_async(f"http://127.0.0.1:{self.port}", KEY)
        self.http._sleep = self._sleep  # noqa: SLF001 - a client that waits for a dead server would be measured

    async def _sleep(self, seconds: float) -> None:
        if not self.is_there:
            raise Gone
        await asyncio.sleep(seconds)

    async def kill(self) -> None:
        self.is_there = False
        await asyncio.to_thread(self.process.__exit__, None, None, None)


@dataclass
class Client:
    """Goes on in its sessions, one after the other, whatever happens."""

    identifier: str
    servers: list[Server]
    chosen: random.Random
    state: "client.SessionState | None" = None
    told: dict[str, list[str]] = field(default_factory=dict)
    killed_at: float | None = None
    waits: list[float] = field(default_factory=list)
    stops: bool = False

    @property
    def name(self) -> str:
        """By which the server has its session; empty before it is opened."""
        return self.state.id if self.state is not None else ""

    async def work(self) -> None:
        """Propose, act and say so, again and again."""
        for number in itertools.count():
            if self.stops:
                return
            if number % ACTIONS_OF_A_SESSION == 0:
                self.state = None
            identifier = f"{self.identifier}-{number}"
            decision = await self._go_on(partial(_propose, identifier))
            if decision.decision == "allow" and not decision.outcome:
                decision = await self._go_on(partial(_say_it_ran, identifier))
            if decision.outcome == "executed":
                self.told.setdefault(self.name, []).append(identifier)
            await asyncio.sleep(self.chosen.uniform(0.0, 0.6))

    async def _go_on(self, ask: Callable[["client.AsyncSession"], Awaitable["client.Decision"]]) -> "client.Decision":
        while True:
            server = self.chosen.choice(self.servers)
            try:
                if self.state is None:
                    named = f"{self.identifier}-{len(self.told)}"
                    self.state = (await server.http.open(id=named, **OPEN_IN_PYTHON, screen=SHOWN)).state
                answer = await ask(client.AsyncSession(server.http, self.state))
            except (Gone, client.Lost):
                continue
            except client.RefusedByServer as refused:
                if refused.status != UNAVAILABLE:
                    raise
                continue
            if self.killed_at is not None and server.is_there:
                self.waits.append(time.perf_counter() - self.killed_at)
                self.killed_at = None
            return answer


def _propose(identifier: str, session: "client.AsyncSession") -> Awaitable["client.Decision"]:
    return session.propose(Action("wait"), SHOWN, id=identifier)


def _say_it_ran(identifier: str, session: "client.AsyncSession") -> Awaitable["client.Decision"]:
    return session.outcome(identifier, True, SHOWN)


def kills(number: int, clients: int = CLIENTS, database: str = "", *, postgresql: bool = False) -> None:
    """Kill so many servers, and look at what is left."""
    with tempfile.TemporaryDirectory() as folder, _database(Path(folder), database, postgresql) as url:
        runs = Path(folder) / "runs"
        runs.mkdir()
        kind = "PostgreSQL" if url.startswith("postgresql") else "SQLite"
        print(f"{kind}: {number} kills, {clients} clients", flush=True)
        asyncio.run(_killing(runs, url, number, clients))


@contextmanager
def _database(folder: Path, url: str, postgresql: bool) -> Iterator[str]:
    if not postgresql:
        yield url or f"sqlite:///{folder}/store.sqlite3"
        return
    from server.postgres import cluster, programs

    found = programs()
    if found is None:
        raise SystemExit("there is no PostgreSQL on this computer; name one with --database URL")
    with cluster(found) as own:
        yield own.database()


async def _killing(runs: Path, url: str, number: int, clients: int) -> None:
    chosen = random.Random(0)
    servers = [await _started(runs, url), await _started(runs, url)]
    group = [Client(f"c{index}", servers, random.Random(index)) for index in range(clients)]
    working = [asyncio.create_task(killed.work()) for killed in group]
    store = open_store(url)
    moved, beside = list[float](), list[float]()
    try:
        for kill in range(number):
            await _all_heard(group, working)
            coming = await _started(runs, url)  # before the kill: how long a server takes to start is not measured
            await asyncio.sleep(chosen.uniform(0.2, 1.5))
            victim = servers.pop(chosen.randrange(2))
            servers.append(coming)
            lost = await store.read(partial(_sessions_of, victim.port))
            killed_at = time.perf_counter()
            victim.is_there = False
            for killed in group:
                killed.killed_at, killed.waits = killed_at, []
            await victim.kill()
            await _all_heard(group, working)
            for killed in group:
                (moved if killed.name in lost else beside).extend(killed.waits)
            if (kill + 1) % 25 == 0:
                print(f"  {kill + 1} kills: longest {max(moved):.2f} s; load {os.getloadavg()[0]:.1f}", flush=True)
        for killed in group:
            killed.stops = True
        await asyncio.gather(*working)
    finally:
        for task in working:
            task.cancel()
        store.close()
        for server in servers:
            await server.kill()
    _say_waits("a session that was the dead server's", moved)
    _say_waits("a session of the other server", beside)
    _check(runs, group)


async def _started(runs: Path, url: str) -> Server:
    process = running(runs, url)
    server = Server(process, (await asyncio.to_thread(process.__enter__)).port)
    named = f"first-{uuid4().hex}"  # not by its port, which an earlier one may have had
    session = await server.http.open(id=named, **OPEN_IN_PYTHON, screen=SHOWN)
    await session.propose(Action("wait"), SHOWN)  # it is through with what comes soon after its start
    await session.end()
    return server


def _sessions_of(port: int, connection: Connection) -> frozenset[str]:
    asked = select(LEASES.c.name).where(LEASES.c.owner.startswith(f"http://127.0.0.1:{port}#"))
    return frozenset(connection.execute(asked).scalars())


async def _all_heard(clients: Sequence[Client], working: Sequence["asyncio.Task[None]"]) -> None:
    """Until each has had an answer since the last kill."""
    async with asyncio.timeout(HEARD_WITHIN_SECONDS):
        while any(killed.killed_at is not None or not killed.told for killed in clients):
            for task in working:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)


def _say_waits(which: str, waits: list[float]) -> None:
    waits.sort()
    if waits:
        middle, most = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
        print(
            f"from a kill to the next answer in {which}: median {middle:.2f} s, 99 of 100 within {most:.2f} s, "
            f"longest {waits[-1]:.2f} s ({len(waits):,})"
        )


def _check(runs: Path, clients: Sequence[Client]) -> None:
    from handrail.guard.journal import read_journal, verify
    from handrail.guard.journal.entry import Considered, Executing, Ran, Resumed

    lost, twice, anew, resumed, whole = list[str](), list[str](), 0, 0, Counter[str]()
    told = {name: said for killed in clients for name, said in killed.told.items()}
    for name, said in told.items():
        entries = read_journal(runs / name).entries
        steps = {
            entry.decision_input.step: entry.decision_input.proposal.request
            for entry in entries
            if isinstance(entry, Considered)
        }
        considered = Counter(
            entry.decision_input.proposal.request for entry in entries if isinstance(entry, Considered)
        )
        executing = Counter(steps[entry.step] for entry in entries if isinstance(entry, Executing))
        ran = {steps[entry.step] for entry in entries if isinstance(entry, Ran) and entry.outcome == "executed"}
        lost += [text for text in said if text not in ran]
        twice += [identifier for identifier, times in executing.items() if times > 1]
        anew += sum(times > 1 for times in considered.values())
        resumed += sum(isinstance(entry, Resumed) for entry in entries)
        whole[type(verify(runs / name)).__name__] += 1
    print(
        f"{sum(map(len, told.values())):,} actions acknowledged: {len(lost)} lost, {len(twice)} run twice; "
        f"{anew} judged anew after a kill before they were told; taken over {resumed:,} times; "
        f"journals {dict(whole)}; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    assert not lost, lost
    assert not twice, twice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--clients", type=int, default=CLIENTS, help="each with a session of its own")
    parser.add_argument("--database", default="", help="the URL of a PostgreSQL; else SQLite")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL that is started for it")
    asked = parser.parse_args()
    kills(asked.kills, asked.clients, asked.database, postgresql=asked.postgresql)


if __name__ == "__main__":
    main()
