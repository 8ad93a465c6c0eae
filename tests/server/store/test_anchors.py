"""What was noted of a journal stays noted, and a journal that is less or other than it was is found, offline too."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from cli.command import handrail
from handrail.error import Misuse
from handrail.guard.journal import Broken, Journal, Verified, verify
from handrail.guard.journal.anchor import Anchor, AnchorKind, AnchorProof, check_proof, verify_anchored
from handrail.guard.journal.anchor_signature import Signer, load_signer
from handrail.guard.journal.anchor_tree import is_consistent
from handrail.guard.journal.entry import Closed, Executing
from handrail.server.store import Store, open_store
from handrail.server.store.anchor_log import AnchorLog, NotAnchored
from handrail.server.store.tables import ANCHORS

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return load_signer(tmp_path / "key")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with Journal.create(tmp_path / "run") as written:
        for step in range(1, 6):
            written.append(Executing(step, NOW, f"{step:064x}"))
    return written.folder


def anchor_of(folder: Path, kind: AnchorKind = AnchorKind.HEAD) -> Anchor:
    found = verify(folder)
    assert isinstance(found, Verified)
    return Anchor(kind, folder.name, found.entries, found.head, NOW.isoformat(), "ann")


def test_what_is_noted_is_proved_and_each_tree_is_the_start_of_the_next(store: Store, signer: Signer) -> None:
    log = AnchorLog(store, signer, lambda: NOW)

    async def run() -> None:
        with pytest.raises(NotAnchored):
            await log.head()
        heads = []
        for number in range(1, 12):
            await log.add(
                [Anchor(AnchorKind.HEAD, f"run-{number % 3}", number, f"{number:064x}", NOW.isoformat(), "a")]
            )
            heads.append(await log.head())
        for name in ("run-0", "run-1", "run-2"):
            proof = await log.proof(name)
            assert check_proof(proof, signer.key) is None
            assert proof.anchor().run == name
        assert (await log.proof("run-2")).anchor().entries == 11
        with pytest.raises(NotAnchored, match="run-7"):
            await log.proof("run-7")
        for old in heads:
            proved = await log.consistency(old.size)
            path = [bytes.fromhex(text) for text in proved.path]
            roots = bytes.fromhex(old.root), bytes.fromhex(proved.new.root)
            assert (proved.old, proved.new) == (old, heads[-1])
            assert is_consistent(roots[0], old.size, roots[1], proved.new.size, path)
        with pytest.raises(Misuse, match="no tree of 99"):
            await log.consistency(99)

    asyncio.run(run())


def test_many_who_note_at_once_each_have_a_place(store: Store, signer: Signer) -> None:
    log = AnchorLog(store, signer, lambda: NOW)

    async def run() -> None:
        noted = [
            Anchor(AnchorKind.HEAD, f"run-{index}", 1, f"{index:064x}", NOW.isoformat(), "a") for index in range(12)
        ]
        await asyncio.gather(*(log.add([anchor]) for anchor in noted))
        assert {(await log.proof(anchor.run)).anchor() for anchor in noted} == set(noted)
        assert (await log.head()).size == 12

    asyncio.run(run())


def test_a_leaf_that_was_changed_in_the_database_is_in_no_signed_tree(store: Store, signer: Signer) -> None:
    log = AnchorLog(store, signer, lambda: NOW)

    async def run() -> None:
        await log.add([Anchor(AnchorKind.HEAD, "run", 3, "a" * 64, NOW.isoformat(), "ann")])
        other = Anchor(AnchorKind.HEAD, "run", 2, "b" * 64, NOW.isoformat(), "ann").leaf()
        await store.write(lambda connection: connection.execute(update(ANCHORS).values(leaf=other)))
        assert check_proof(await log.proof("run")) == "what it says is not in the tree that was signed"

    asyncio.run(run())


def _proof(store: Store, signer: Signer, journal: Path) -> AnchorProof:
    log = AnchorLog(store, signer, lambda: NOW)

    async def run() -> AnchorProof:
        await log.add([anchor_of(journal)])
        return await log.proof(journal.name)

    return asyncio.run(run())


def test_a_cut_tail_and_a_journal_made_anew_are_found_though_their_chains_are_whole(
    store: Store, signer: Signer, journal: Path, tmp_path: Path
) -> None:
    proof = _proof(store, signer, journal)
    assert verify_anchored(journal, proof.anchor()) is None
    file = journal / "journal.jsonl"
    whole = file.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    assert isinstance(verify(journal), Verified)
    assert verify_anchored(journal, proof.anchor()) == Broken(
        4, f"it had 5 entries at {NOW.isoformat()} and has 3; its tail was cut"
    )
    shutil.rmtree(journal)
    with Journal.create(journal) as forged:
        for step in range(1, 7):
            forged.append(Executing(step, NOW, f"{step + 1:064x}"))
    assert isinstance(verify(journal), Verified)
    found = verify_anchored(journal, proof.anchor())
    assert isinstance(found, Broken)
    assert "made anew" in found.why


def test_a_journal_that_went_on_since_is_still_proved(store: Store, signer: Signer, journal: Path) -> None:
    proof = _proof(store, signer, journal)
    with Journal.resume(journal) as more:
        more.append(Closed(NOW, True, "finished"))
    assert verify_anchored(journal, proof.anchor()) is None


def test_the_command_checks_a_journal_against_a_file_and_says_whose_key_it_is(
    signer: Signer, journal: Path, tmp_path: Path
) -> None:
    file = tmp_path / "proof.json"
    store = open_store(tmp_path / "store.sqlite3")
    proof = _proof(store, signer, journal)
    store.close()
    file.write_text(json.dumps(proof.as_json()))
    assert handrail("journal", "verify", journal, "--anchor", file, "--anchor-key", signer.key).exit_code == 0
    unsure = handrail("journal", "verify", journal, "--anchor", file)
    assert (unsure.exit_code, signer.key in unsure.stderr) == (0, True)
    other = handrail("journal", "verify", journal, "--anchor", file, "--anchor-key", "0" * 64)
    assert (other.exit_code, "proves nothing" in other.stderr) == (2, True)
    for changed in (
        replace(proof, leaf=proof.leaf.replace('"entries":5', '"entries":4')),
        replace(proof, tree=replace(proof.tree, root="0" * 64)),
        replace(proof, index=1),
    ):
        file.write_text(json.dumps(changed.as_json()))
        assert handrail("journal", "verify", journal, "--anchor", file).exit_code == 2
    file.write_text(json.dumps({**proof.as_json(), "path": 3}))
    assert "GET /api/runs/NAME/anchor" in handrail("journal", "verify", journal, "--anchor", file).stderr
    file.write_text(json.dumps(proof.as_json()))
    lines = (journal / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (journal / "journal.jsonl").write_bytes(b"".join(lines[:-1]))
    cut = handrail("journal", "verify", journal, "--anchor", file)
    assert (cut.exit_code, "its tail was cut" in cut.stdout) == (1, True)


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = load_signer(tmp_path / "key")
    assert load_signer(tmp_path / "key").key == first.key
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
