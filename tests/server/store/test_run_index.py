"""What is found in the index is what the journals say, whoever wrote it and whenever it was made."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from handrail.guard.journal import Journal
from handrail.guard.journal.entry import Resumed
from handrail.server.documents import RunDocument
from handrail.server.fleet import ALL_EVERY_LOOKS, Fleet
from handrail.server.followed_run import RunState
from handrail.server.store import Store, open_store
from handrail.server.store.run_index import RunIndex, Wanted
from server.store.kept_runs import began, copied, later, made_runs


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_runs(tmp_path_factory.mktemp("made"))


@pytest.fixture
def runs(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "runs"))


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


def names(index: RunIndex, after: int = 0, limit: int = 50, **wanted: object) -> list[str]:
    found = asyncio.run(index.search(Wanted(**wanted), after, limit))  # type: ignore[arg-type]
    return [RunDocument.model_validate_json(document).name for document in found.documents]


def test_runs_are_found_by_what_was_asked_by_app_decision_rule_state_and_time(store: Store, runs: Path) -> None:
    index = RunIndex(store)
    fleet = Fleet(runs, locks=frozenset, index=index)
    later(runs / "late", "tomorrow", timedelta(days=1))
    assert fleet.refresh() == {"late", "table", "odd", "tomorrow"}
    assert names(index) == ["tomorrow", "table", "odd", "late"]
    assert names(index, query="TABLE late") == ["tomorrow", "late"]
    assert names(index, query="100% _") == ["odd"]
    assert names(index, query="100_") == names(index, query="\0 \ud83d nobody") == []
    assert names(index, app="restauRANTS") == ["tomorrow", "table", "odd", "late"]
    assert names(index, app="bank") == []
    assert names(index, decision="approved") == ["table"]
    assert names(index, decision="blocked") == ["tomorrow", "late"]
    assert names(index, rule="tables") == ["table"]
    assert names(index, state=RunState.FINISHED) == ["table"]
    day = began(runs / "late") + timedelta(hours=12)
    assert names(index, since=day) == ["tomorrow"]
    assert names(index, before=day, query="late") == ["late"]
    assert names(index, after=1, limit=2) == ["table", "odd"]
    assert asyncio.run(index.search(Wanted(query="late"), 1, 50)).total == 2


def test_the_index_is_made_anew_from_the_journals_and_forgets_what_is_gone(store: Store, runs: Path) -> None:
    index = RunIndex(store)
    Fleet(runs, locks=frozenset, index=index).refresh()
    rmtree(runs / "odd")
    again = Fleet(runs, locks=frozenset, index=index)
    assert again.refresh() == {"odd"}  # of the others nothing is new, and they are not read
    assert again.runs() == []
    assert names(index) == ["table", "late"]
    index.put([], ["table", "late"])
    assert names(index) == []
    Fleet(runs, locks=frozenset, index=index).refresh()
    assert names(index) == ["table", "late"]
    assert names(index, decision="approved") == ["table"]


def test_only_runs_that_go_on_or_are_looked_at_are_in_memory(store: Store, runs: Path) -> None:
    locked: set[int] = set()
    index = RunIndex(store)
    fleet = Fleet(runs, locks=lambda: frozenset(locked), index=index)
    fleet.refresh()
    assert fleet.runs() == []
    looked_at = fleet.run("table")
    assert looked_at is not None
    assert looked_at is fleet.run("table")
    assert fleet.run("nobody") is None
    file = runs / "late" / "journal.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))  # the process that wrote it was killed before its last word
    locked.add(file.stat().st_ino)
    assert fleet.refresh() == {"late"}
    assert [run.name for run in fleet.runs("reserve")] == ["late"]
    assert names(index, state=RunState.RUNNING) == ["late"]
    with Journal.resume(runs / "late") as written:
        written.append(Resumed(began(runs / "late"), "it goes on"))
    assert fleet.refresh() == {"late"}
    locked.clear()
    assert fleet.refresh() == {"late"}
    assert names(index, state=RunState.INTERRUPTED) == ["late"]
    assert fleet.runs() == []


def test_a_server_that_starts_again_says_of_a_run_whose_guard_died_that_it_was_interrupted(
    store: Store, runs: Path
) -> None:
    file = runs / "late" / "journal.jsonl"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    index = RunIndex(store)
    Fleet(runs, locks=lambda: frozenset({file.stat().st_ino}), index=index).refresh()
    assert names(index, state=RunState.RUNNING) == ["late"]
    assert Fleet(runs, locks=frozenset, index=index).refresh() == {"late"}
    assert names(index, state=RunState.INTERRUPTED) == ["late"]


def test_a_journal_that_is_changed_or_damaged_after_its_end_is_noticed_in_a_while(store: Store, runs: Path) -> None:
    index = RunIndex(store)
    fleet = Fleet(runs, locks=frozenset, index=index)
    fleet.refresh()
    file = runs / "table" / "journal.jsonl"
    file.write_bytes(file.read_bytes() + b"more\n")
    (runs / "odd" / "journal.jsonl").write_bytes(b"nonsense\n")
    changed = [fleet.refresh() for _ in range(2 * ALL_EVERY_LOOKS)]
    assert "table" in set().union(*changed)
    assert names(index, state=RunState.DAMAGED) == ["table"]
    assert set(fleet.unreadable) == {"odd"}
    assert fleet.run("odd") is None
    assert names(index, query="odd") == []


def test_many_that_are_new_at_once_are_all_read_in_the_end(
    store: Store, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (runs / "empty").mkdir()  # nothing to read, so nothing to wait for
    monkeypatch.setattr("handrail.server.fleet.MOST_READ_AT_ONCE", 3)
    for number in range(6):
        copied(runs / "odd", f"odd-{number}")
    fleet = Fleet(runs, locks=frozenset, index=RunIndex(store))
    assert len(fleet.refresh()) == 3
    assert fleet.is_behind
    assert [len(fleet.refresh()) for _ in range(3)] == [3, 3, 0]
    assert not fleet.is_behind
    assert len(names(RunIndex(store), query="odd")) == 7
