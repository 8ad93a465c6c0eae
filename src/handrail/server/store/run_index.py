"""The index of runs: listed and searched in the database, whatever their number; made again from the journals."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, select

from handrail.server.followed_run import RunFact, RunState
from handrail.server.store.dialect import insert_or_conflict
from handrail.server.store.run_record import RunStamp, StoredRun, storable
from handrail.server.store.store import Store
from handrail.server.store.tables import RUN_FACTS, RUN_FINDINGS, RUNS


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs: all that is given has to be so. Of `query` every word is a part of instruction, app or name.

    `app` is the name or package of an app; `decision` how a step went, as `blocked` or `approved`; `rule` the name of
    a reason; a run lies in a time if it began within it.
    """

    query: str = ""
    app: str = ""
    decision: str = ""
    rule: str = ""
    state: str = ""
    since: datetime | None = None
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class RunsPage:
    """A page of runs, the newest first, as JSON of `RunDocument`, and how many there are in all."""

    documents: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index says of one run."""

    name: str
    head: str
    entries: int
    last_ms: int
    state: RunState


@dataclass(frozen=True, slots=True)
class RunIndex:
    """The runs of a store. Synchronous, for the thread that follows the journals, where nothing else is said."""

    store: Store

    def stamps(self) -> dict[str, RunStamp]:
        """Every run that is known, as its file was when it was read last."""
        asked = select(RUNS.c.name, RUNS.c.inode, RUNS.c.size_bytes, RUNS.c.state)
        rows = self.store.read_now(lambda connection: connection.execute(asked).all())
        return {name: RunStamp(inode, size, RunState(state)) for name, inode, size, state in rows}

    def totals(self) -> tuple[dict[str, int], dict[str, int]]:
        """How many runs there are in each state, and how many steps went each way."""
        states = select(RUNS.c.state, func.count()).group_by(RUNS.c.state)
        steps = select(RUN_FACTS.c.value, func.sum(RUN_FACTS.c.times)).where(RUN_FACTS.c.kind == "decision")
        return self.store.read_now(lambda c: (_counted(c, states), _counted(c, steps.group_by(RUN_FACTS.c.value))))

    def put(self, records: Collection[StoredRun], gone: Collection[str]) -> None:
        """Keep what journals say now, and forget those that are gone.

        Of several processes the last one counts. Each looks again at a run that goes on, so that they come to agree.
        """
        self.store.write_now(lambda connection: _put(connection, records, gone))

    async def search(self, wanted: Wanted, after: int, limit: int) -> RunsPage:
        """So many runs after so many others."""
        return await self.store.read(lambda connection: _search(connection, wanted, after, limit))

    async def last_before(self, moment_ms: int, states: Iterable[RunState]) -> tuple[Indexed, ...]:
        """The runs in one of these states of which nothing was heard since, the oldest first."""
        asked = _indexed().where(RUNS.c.last_ms < moment_ms, RUNS.c.state.in_([*states])).order_by(RUNS.c.last_ms)
        return await self.store.read(lambda connection: _all(connection, asked))


def _counted(connection: Connection, asked: Select[str, int]) -> dict[str, int]:
    return {name: int(number) for name, number in connection.execute(asked)}


def _put(connection: Connection, records: Collection[StoredRun], gone: Collection[str]) -> None:
    for name in gone:
        connection.execute(delete(RUNS).where(RUNS.c.name == name))
    for record in sorted(
        records, key=lambda run_record: run_record.name
    ):  # in one order, so that two processes do not wait in a ring
        _put_one(connection, record)


def _put_one(connection: Connection, record: StoredRun) -> None:
    values = {
        "began_ms": record.began_ms,
        "last_ms": record.last_ms,
        "state": record.stamp.state,
        "searched": record.searched,
        "head": record.head,
        "entries": record.entries,
        "inode": record.stamp.inode,
        "size_bytes": record.stamp.size_bytes,
        "document": record.document,
    }
    new = insert_or_conflict(connection.dialect.name, RUNS).values(name=record.name, **values)
    connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))
    connection.execute(delete(RUN_FACTS).where(RUN_FACTS.c.run == record.name))
    facts = [
        {"run": record.name, "kind": kind, "value": value, "times": times, "first_step": first}
        for (kind, value), (times, first) in record.facts.items()
    ]
    if facts:
        connection.execute(insert(RUN_FACTS), facts)
    connection.execute(delete(RUN_FINDINGS).where(RUN_FINDINGS.c.run == record.name))
    keys: dict[tuple[object, ...], dict[str, object]] = {}
    for found in record.findings:  # two that were shortened to the same words are one
        keys.setdefault((found["step"], found["detector"], found["rule"]), {"run": record.name, **found})
    if keys:
        connection.execute(insert(RUN_FINDINGS), [*keys.values()])


def _search(connection: Connection, wanted: Wanted, after: int, limit: int) -> RunsPage:
    conditions = [*_conditions(wanted)]
    total = connection.execute(select(func.count()).select_from(RUNS).where(*conditions)).scalar_one()
    page = select(RUNS.c.document).where(*conditions).order_by(RUNS.c.began_ms.desc(), RUNS.c.name.desc())
    found = connection.execute(page.offset(after).limit(limit)).scalars()
    return RunsPage(tuple(found), total)


def _conditions(wanted: Wanted) -> Iterable[ColumnElement[bool]]:
    for word in storable(wanted.query.casefold()).split():
        yield RUNS.c.searched.contains(word, autoescape=True)
    for fact in (
        RunFact("app", storable(wanted.app.casefold())),
        RunFact("decision", storable(wanted.decision)),
        RunFact("rule", storable(wanted.rule)),
    ):
        if fact.value:
            has = RUN_FACTS.c.kind == fact.kind, RUN_FACTS.c.value == fact.value
            yield exists().where(
                RUN_FACTS.c.run == RUNS.c.name, *has
            )  # so that a page is read in order, without sorting
    if wanted.state:
        yield RUNS.c.state == wanted.state
    if wanted.since is not None:
        yield RUNS.c.began_ms >= wanted.since.timestamp() * 1000
    if wanted.before is not None:
        yield RUNS.c.began_ms < wanted.before.timestamp() * 1000


def _indexed() -> Select[str, str, int, int, str]:
    return select(RUNS.c.name, RUNS.c.head, RUNS.c.entries, RUNS.c.last_ms, RUNS.c.state)


def _all(connection: Connection, asked: Select[str, str, int, int, str]) -> tuple[Indexed, ...]:
    rows = connection.execute(asked)
    return tuple(Indexed(name, head, entries, last, RunState(state)) for name, head, entries, last, state in rows)
