"""A folder of 10,000 runs in the control room: how long it takes to know them, to look at them, and to find some.

    python benchmarks/server_runs.py [--runs 10000] [--postgres]

Copies of a few real journals of a guard, each with a first line of its own. Times are the median of 30, in
milliseconds, in this process; the API's own part (JSON, HTTP) comes on top. Of searches also the processor's time, for
a machine that others use too. Beside it: what a transaction costs, as those in which a proposal is begun and answered,
one after the other and 32 at once.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from handrail.guard.journal.line import GENESIS, seal
from handrail.server.fleet import Fleet
from handrail.server.store import Store, open_store
from handrail.server.store.leases import Lease, StoredLeases
from handrail.server.store.proposals import StoredProposals
from handrail.server.store.run_index import RunIndex, Wanted
from server.postgres import cluster, programs
from server.store.kept_runs import began, made_runs

TIMES = 30
AT_ONCE = 32
PROPOSALS = 2_000


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--runs", type=int, default=10_000)
    asked.add_argument("--postgres", action="store_true", help="on PostgreSQL; else on SQLite")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, _database(Path(folder), given.postgres) as url:
        runs = _many(made_runs(Path(folder)), given.runs)
        store = open_store(url)
        try:
            _fleet(runs, store)
            asyncio.run(_searches(RunIndex(store), began(runs / "late")))
            asyncio.run(_proposals(store))
        finally:
            store.close()


@contextmanager
def _database(folder: Path, postgres: bool) -> Iterator[str]:
    if not postgres:
        yield f"sqlite:///{folder / 'store.sqlite3'}"
        return
    there = programs()
    assert there is not None, "there is no PostgreSQL on this computer"
    with cluster(there) as running:
        yield running.database()


def _many(runs: Path, number: int) -> Path:
    """Each an hour after the one before, every tenth a longer one. Sealed anew, so each is a whole journal."""
    short, long = ([json.loads(line) for line in _lines(runs / name)] for name in ("late", "table"))
    for index in range(number):
        lines = long if index % 10 == 0 else short
        opened = lines[0]["entry"]
        at = datetime.fromisoformat(opened["at"]) + timedelta(hours=index)
        first = opened | {"at": at.isoformat(), "instruction": f"{opened['instruction']} number {index}"}
        folder = runs / f"run-{index:06}"
        folder.mkdir()
        content, head = b"", GENESIS
        for n, line in enumerate(lines, 1):
            sealed, head = seal(line["kind"], first if n == 1 else line["entry"], n, head)
            content += sealed
        (folder / "journal.jsonl").write_bytes(content)
    return runs


def _lines(folder: Path) -> list[bytes]:
    return (folder / "journal.jsonl").read_bytes().splitlines()


def _fleet(runs: Path, store: Store) -> None:
    fleet = Fleet(runs, locks=frozenset, index=RunIndex(store))
    began_at, looks = time.perf_counter(), 1
    while fleet.refresh():
        looks += 1
    print(f"read and indexed for the first time: {time.perf_counter() - began_at:.1f} s in {looks} looks")
    began_at = time.perf_counter()
    again = Fleet(runs, locks=frozenset, index=RunIndex(store))
    again.refresh()
    print(f"the first look of a server that starts again: {(time.perf_counter() - began_at) * 1000:.0f} ms")
    tracemalloc.start()
    Fleet(runs, locks=frozenset, index=RunIndex(store)).refresh()
    print(f"at most used by such a look: {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB")
    tracemalloc.stop()
    took = []
    for _ in range(80):
        began_at = time.perf_counter()
        again.refresh()
        took.append((time.perf_counter() - began_at) * 1000)
    print(f"a look when nothing is new: {statistics.median(took):.2f} ms, {max(took):.0f} ms at most")


async def _searches(index: RunIndex, first: datetime) -> None:
    for words, wanted, after in (
        ("the newest 50", Wanted(), 0),
        ("50 after 9,000 others", Wanted(), 9_000),
        ("words: reserve number 77", Wanted(query="reserve number 77"), 0),
        ("words that nothing has", Wanted(query="nothing has these"), 0),
        ("a decision: blocked", Wanted(decision="blocked"), 0),
        ("a rule, and words", Wanted(rule="tables", query="quiet"), 0),
        ("a day", Wanted(since=first + timedelta(days=30), before=first + timedelta(days=31)), 0),
    ):
        total = (await index.search(wanted, after, 50)).total
        took, worked = await _medians(lambda wanted=wanted, after=after: index.search(wanted, after, 50))  # type: ignore[misc]
        print(f"{words:<28} {took:6.1f} ms, {worked:5.1f} of the processor here  {total:>6} found")


async def _medians(ask: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """By the clock, and of the processor's time in this process."""
    took, worked = [], []
    for _ in range(TIMES):
        began_at, began_work = time.perf_counter(), time.process_time()
        await ask()
        took.append((time.perf_counter() - began_at) * 1000)
        worked.append((time.process_time() - began_work) * 1000)
    return statistics.median(took), statistics.median(worked)


async def _proposals(store: Store) -> None:
    proposals = StoredProposals(store)
    lease = await StoredLeases(store).acquire("s-1", "here", 3_600)
    assert isinstance(lease, Lease)

    async def decide(key: str) -> None:
        assert isinstance(lease, Lease)
        await proposals.begin(lease, key, "digest")
        await proposals.answer(lease, key, '{"decision": "allow"}')

    for words, at_once in (("one after the other", 1), (f"{AT_ONCE} at once", AT_ONCE)):
        began_at = time.perf_counter()
        for begins in range(0, PROPOSALS, at_once):
            await asyncio.gather(*(decide(f"{words} {begins + index}") for index in range(at_once)))
        print(f"proposals begun and answered, {words}: {PROPOSALS / (time.perf_counter() - began_at):,.0f} a second")


if __name__ == "__main__":
    main()
