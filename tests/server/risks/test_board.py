"""What was found in runs that were indexed before findings were is on the board, too."""

import asyncio
from pathlib import Path

from sqlalchemy import insert

from handrail.server.fleet import Fleet
from handrail.server.followed_run import RunState
from handrail.server.risks.board import Board
from handrail.server.risks.documents import FindingsQuery
from handrail.server.store import open_store
from handrail.server.store.migrations.runner import migrate
from handrail.server.store.run_index import RunIndex
from handrail.server.store.tables import RUNS
from server.risks.watched_runs import watched_runs


def test_runs_that_an_older_server_indexed_are_read_again_for_what_was_found(tmp_path: Path, database_url: str) -> None:
    runs = watched_runs(tmp_path)
    file = (runs / "leak" / "journal.jsonl").stat()
    known = {"name": "leak", "began_ms": 0, "last_ms": 0, "state": RunState.STOPPED, "searched": "", "head": ""}
    old = open_store(database_url, lambda connection: migrate(connection, "0004"))
    row = known | {"entries": 1, "inode": file.st_ino, "size_bytes": file.st_size, "document": "{}"}
    old.write_now(lambda connection: connection.execute(insert(RUNS).values(row)))
    old.close()
    store = open_store(database_url)
    try:
        Fleet(runs, locks=frozenset, index=RunIndex(store)).refresh()
        (found,) = asyncio.run(Board(store).findings(FindingsQuery(run="leak"))).findings
        assert (found.step, found.rule, found.severity, found.marked) == (1, "code-leaves", "high", None)
        board = asyncio.run(Board(store).numbers())
        assert [(category.category, category.severities) for category in board.categories] == [
            ("UI Interference Attacks", {"critical": 1}),
            ("Privacy Violations", {"high": 2, "low": 2}),
        ]
    finally:
        store.close()
