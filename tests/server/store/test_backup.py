"""What is backed up comes back, on either database, while all goes on; what is not whole does not."""

import asyncio
import gzip
import json
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from shutil import copytree
from threading import Event, Thread

import pytest
from sqlalchemy import func, select

from cli.command import handrail
from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal import Journal, Verified, verify
from handrail.guard.journal.anchor import check_proof
from handrail.guard.journal.entry import Executing
from handrail.server.fleet import Fleet
from handrail.server.store import Store, open_store
from handrail.server.store.backup import back_up
from handrail.server.store.leases import Lease, StoredLeases
from handrail.server.store.metadata import METADATA
from handrail.server.store.proposals import StoredProposals
from handrail.server.store.records import Records, open_records
from handrail.server.store.restore import restore
from handrail.server.store.run_index import Wanted
from handrail.server.store.store import STORE_FILE
from server.postgres import Cluster
from server.store.kept_runs import made_runs

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_runs(tmp_path_factory.mktemp("made"))


@pytest.fixture
def runs(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "runs"))


@pytest.fixture
def records(runs: Path, database_url: str) -> Iterator[Records]:
    """A server's, with something in every table."""
    opened = open_records(runs, open_store(database_url))

    async def fill() -> None:
        await asyncio.to_thread(Fleet(runs, locks=frozenset, index=opened.index).refresh)
        await opened.anchor_due(also_going_on=True)
        lease = await StoredLeases(opened.store).acquire("s-1", "me", 1_000)
        assert isinstance(lease, Lease)
        await StoredProposals(opened.store).begin(lease, "tap", "digest")
        await StoredProposals(opened.store).answer(lease, "tap", '{"said": "\u202e预約\\n"}')

    asyncio.run(fill())
    yield opened
    opened.store.close()


def rows(store: Store) -> dict[str, int]:
    counts = {name: select(func.count()).select_from(table) for name, table in METADATA.tables.items()}
    return store.read_now(
        lambda connection: {name: connection.execute(query).scalar_one() for name, query in counts.items()}
    )


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_backup_is_restored_on_either_database_and_a_server_goes_on_with_it(
    to: str, records: Records, runs: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    before, key = rows(records.store), records.log.signer.key
    done = back_up(runs, records.store, tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    url = ""
    if to == "postgresql":
        postgres: Cluster = request.getfixturevalue("postgres")
        url = postgres.database()
    again = tmp_path / "again"
    assert restore(tmp_path / "backup", again, url) == done
    opened = open_records(again, open_store(url) if url else None)
    try:
        assert rows(opened.store) == before
        assert opened.log.signer.key == key
        assert {path.name for path in again.glob("[a-z]*")} == {"late", "table", "odd"}
        assert all(isinstance(verify(path), Verified) for path in again.glob("[a-z]*"))

        async def goes_on() -> None:
            for name in ("late", "table", "odd"):
                assert check_proof(await opened.log.proof(name), key) is None
            assert await StoredProposals(opened.store).find("s-1", "tap") == '{"said": "\u202e预約\\n"}'
            await asyncio.to_thread(Fleet(again, locks=frozenset, index=opened.index).refresh)
            assert (await opened.index.search(Wanted(decision="approved"), 0, 9)).total == 1
            await asyncio.to_thread(opened.removal.delete, "odd", "Ann")
            assert (await opened.log.head()).size == before["anchors"] + 1

        asyncio.run(goes_on())
    finally:
        opened.store.close()


def test_what_goes_on_meanwhile_comes_out_whole(records: Records, runs: Path, tmp_path: Path) -> None:
    """A guard writes its journal, and heads are noted, while backup after backup is made."""
    stop, wrote = Event(), Event()

    def go_on() -> None:
        with Journal.create(runs / "long") as journal:
            for step in count(1):
                journal.append(Executing(step, NOW, f"{step:064x}"))
                asyncio.run(StoredProposals(records.store).find("s-1", "tap"))
                wrote.set()
                if stop.is_set():
                    return

    guard = Thread(target=go_on)
    guard.start()
    try:
        wrote.wait()
        for number in range(3):
            back_up(runs, records.store, tmp_path / f"backup-{number}")
    finally:
        stop.set()
        guard.join()
    entries = []
    for number in range(3):
        restore(tmp_path / f"backup-{number}", tmp_path / f"again-{number}")
        found = verify(tmp_path / f"again-{number}" / "long")
        assert isinstance(found, Verified)
        entries.append(found.entries)
    assert entries == sorted(entries)
    assert entries[0] > 0


def test_it_is_all_or_nothing(records: Records, runs: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "backup", tmp_path / "again"
    back_up(runs, records.store, file)
    with pytest.raises(Misuse, match="a file already"):
        back_up(runs, records.store, file)
    with pytest.raises(Misuse, match="something already"):
        restore(file, runs)
    taken = records.store.engine.url.set(drivername=records.store.engine.url.get_backend_name())
    with pytest.raises(Misuse, match="tables in the database already"):
        restore(file, again, taken.render_as_string(hide_password=False))
    whole = file.read_bytes()
    for content in (b"nonsense", whole[: len(whole) // 2], gzip.compress(b"nonsense")):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(UnreadableInput):
            restore(tmp_path / "other", again)
    assert not again.exists()
    assert not [path for path in tmp_path.iterdir() if "restoring" in path.name or "part" in path.name]


@pytest.mark.parametrize("name", ["runs/../../out", "/etc/out", "elsewhere/out", "runs"])
def test_a_file_that_wants_to_be_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    evil = tmp_path / "evil"
    with tarfile.open(evil, "w:gz") as archive:
        for member_name, content in (("handrail-backup.json", {"format": "handrail.backup/1"}), (name, {})):
            file = tmp_path / "content"
            file.write_text(json.dumps(content))
            archive.add(file, member_name)
            archive.getmembers()[-1].name = member_name
    with pytest.raises(UnreadableInput):
        restore(evil, tmp_path / "again")
    assert not (tmp_path.parent / "out").exists()
    assert not (tmp_path / "again").exists()


@pytest.mark.slow
def test_the_commands_do_it(made: Path, tmp_path: Path) -> None:
    runs = Path(copytree(made, tmp_path / "runs"))
    done = handrail("backup", tmp_path / "file", runs)
    assert (done.exit_code, "files of runs" in done.stdout) == (0, True)
    assert handrail("backup", tmp_path / "file", runs).exit_code == 2
    assert handrail("restore", tmp_path / "file", tmp_path / "again").exit_code == 0
    assert isinstance(verify(tmp_path / "again" / "late"), Verified)
    assert (tmp_path / "again" / STORE_FILE).is_file()
    assert handrail("backup", tmp_path / "other", tmp_path / "nowhere").exit_code == 2
