"""A journal over HTTP: streamed, verified, told, decided again, archived, deleted, and held to what was noted of it."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import pytest

from guard.journal.sessions import TABLES
from handrail.guard.journal import Broken, Journal, Verified, verify
from handrail.guard.journal.anchor import AnchorKind, check_proof, read_proof
from handrail.server.access import Access
from handrail.server.fleet import Fleet
from handrail.server.room import Room
from handrail.server.store.keeper import Keeper
from handrail.server.store.pictures import open_pictures
from handrail.server.store.records import Keeping, Records, open_records
from handrail.server.store.removal import ASIDE
from server.guarded_run import reserving
from server.served import KEY, Served, serving
from server.store.kept_runs import copied, made_runs


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_runs(tmp_path_factory.mktemp("made"))


@pytest.fixture
def runs(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "runs"))


FOR_EVER = Keeping()


@dataclass(frozen=True, slots=True)
class Kept:
    """A server, and its records."""

    room: Served
    records: Records


@contextmanager
def kept(runs: Path, keeping: Keeping = FOR_EVER) -> Iterator[Kept]:
    records = open_records(runs, None, keeping)
    try:
        made = Room(Fleet(runs), Access.with_key(KEY, "Ann"), every_seconds=0.02, records=records)
        with serving(made) as room:
            room.until("/api/runs", lambda told: told["total"] == len([*runs.glob("*/journal.jsonl")]))
            yield Kept(room, records)
    finally:
        records.store.close()


def noted(records: Records) -> None:
    asyncio.run(records.anchor_due(also_going_on=True))


def test_a_journal_is_streamed_line_by_line_from_where_one_wants(runs: Path) -> None:
    with kept(runs) as store:
        whole = (runs / "table" / "journal.jsonl").read_bytes()
        assert store.room.ask("/api/runs/table/journal").body == whole
        last = store.room.ask(f"/api/runs/table/journal?after={len(whole.splitlines()) - 1}").body
        assert json.loads(last)["kind"] == "closed"
        assert store.room.ask("/api/runs/nobody/journal").status == 404


def test_who_follows_a_run_is_sent_its_lines_until_its_end(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    with kept(tmp_path / "runs") as store, reserving(tmp_path / "runs" / "run") as (_, steps):
        (question,) = store.room.until("/api/questions", bool)
        answer = {"answer": "reject", "seen": question["seen"]}
        assert store.room.ask(f"/api/runs/run/questions/{question['id']}", answer).status == 200
        streamed = store.room.ask("/api/runs/run/journal?follow=true").body
        steps.result()
        assert streamed == (tmp_path / "runs" / "run" / "journal.jsonl").read_bytes()


def test_a_journal_is_verified_and_one_that_was_changed_is_told(runs: Path) -> None:
    with kept(runs) as store:
        noted(store.records)
        told = store.room.ask("/api/runs/table/verify").json()
        assert (told["ok"], told["anchors"], told["line"]) == (True, 1, None)
        file = runs / "table" / "journal.jsonl"
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-2]))
        cut = store.room.ask("/api/runs/table/verify").json()
        assert (cut["ok"], "tail was cut" in cut["why"]) == (False, True)
        file.write_bytes(file.read_bytes().replace(b"Reserve", b"reserve"))
        assert "changed after it was written" in store.room.ask("/api/runs/table/verify").json()["why"]


def test_a_report_is_the_page_of_the_run(runs: Path) -> None:
    with kept(runs) as store:
        answered = store.room.ask("/api/runs/late/report")
        assert answered.headers["content-disposition"] == 'attachment; filename="late.html"'
        assert b"Reserve a table late" in answered.body
        assert b"data:image/png;base64" in answered.body


def test_a_run_is_decided_again_by_its_own_policy_and_by_another(runs: Path) -> None:
    with kept(runs) as store:
        own = store.room.ask("/api/runs/late/replay", {}).json()
        assert own["same"] is True
        looser = store.room.ask("/api/runs/odd/replay", {"policy": TABLES.replace("Reserve", "Look")}).json()
        assert looser["same"] is True
        rules = 'RestaurantInfo(name = "Tokyo") -> Reserve\nReserve -> Done'
        other = store.room.ask("/api/runs/odd/replay", {"specification": rules}).json()
        assert other["same"] is False
        assert other["steps"][0]["now"]["decision"] == "warn"
        wrong = store.room.ask("/api/runs/odd/replay", {"policy": "format: nonsense"})
        assert (wrong.status, "the given policy" in wrong.json()["detail"]) == (409, True)
        assert store.room.ask("/api/runs/odd/replay", {"polices": ""}).status == 422


def test_a_proof_is_got_and_holds_and_the_log_is_proved_to_go_on(runs: Path) -> None:
    with kept(runs) as store:
        noted(store.records)
        before = store.room.ask("/api/anchors").json()
        proof = read_proof(store.room.ask("/api/runs/table/anchor").json(), "the answer")
        assert check_proof(proof, before["key"]) is None
        assert (proof.anchor().kind, proof.anchor().run) == (AnchorKind.END, "table")
        store.room.ask("/api/runs/odd", method="DELETE")
        since = store.room.ask(f"/api/anchors/since/{before['size']}").json()
        assert (since["old"], since["new"]["size"]) == (before, before["size"] + 1)
        assert store.room.ask("/api/anchors/since/99").status == 409
        assert store.room.ask("/api/runs/nobody/anchor").status == 404


def test_a_head_is_noted_once_while_nothing_is_new(runs: Path) -> None:
    with kept(runs) as store:
        noted(store.records)
        assert asyncio.run(store.records.anchor_due(also_going_on=True)) == 0


def test_a_deleted_run_leaves_its_last_word_and_nothing_else(runs: Path) -> None:
    with kept(runs) as store:
        noted(store.records)
        found = verify(runs / "table")
        told = store.room.ask("/api/runs/table", method="DELETE").json()
        assert (told["run"], told["by"], told["head"]) == ("table", "Ann", getattr(found, "head", ""))
        assert not (runs / "table").exists()
        assert [*(runs / ASIDE).iterdir()] == []
        assert store.room.ask("/api/runs").json()["total"] == 2
        for path in ("/api/runs/table/journal", "/api/runs/table/verify"):
            gone = store.room.ask(path)
            assert (gone.status, "deleted" in gone.json()["detail"]) == (410, True)
        word = read_proof(store.room.ask("/api/runs/table/anchor").json(), "the answer").anchor()
        assert (word.kind, word.head) == (AnchorKind.DELETED, told["head"])
        copied(runs / "late", "table")  # another run of that name is not held to what was deleted
        store.room.until("/api/runs", lambda told: told["total"] == 3)
        assert store.room.ask("/api/runs/table/verify").json()["ok"] is True


def test_a_run_that_a_guard_writes_is_not_deleted(runs: Path) -> None:
    with kept(runs) as store, Journal.resume(runs / "odd"):
        refused = store.room.ask("/api/runs/odd", method="DELETE")
        assert (refused.status, "a guard writes this run" in refused.json()["detail"]) == (409, True)
        assert (runs / "odd" / "journal.jsonl").is_file()


@pytest.mark.parametrize("was_noted", [True, False])
def test_a_deletion_that_was_cut_short_is_finished_if_it_was_noted_and_else_taken_back(
    runs: Path, was_noted: bool
) -> None:
    records = open_records(runs)
    head = getattr(verify(runs / "odd"), "head", "")
    if was_noted:
        copied(runs / "odd", "kept")
        records.removal.delete("odd", "Ann")
        (runs / "kept").rename(runs / ASIDE / f"odd~{head}")
    else:
        (runs / ASIDE).mkdir()
        (runs / "odd").rename(runs / ASIDE / f"odd~{head}")
    records.store.close()
    open_records(runs).store.close()
    assert (runs / "odd").exists() is not was_noted
    assert [*(runs / ASIDE).iterdir()] == []


@pytest.mark.slow
def test_archived_pictures_are_elsewhere_and_still_shown_verified_and_deleted_with_their_last_run(
    runs: Path, tmp_path: Path
) -> None:
    copied(runs / "late", "twin")
    elsewhere = tmp_path / "elsewhere"
    with kept(runs, Keeping(pictures=f"file://{elsewhere}")) as store:
        name = store.room.ask("/api/runs/late").json()["picture"]
        shown = store.room.ask(f"/api/runs/late/pictures/{name}").body
        assert store.room.ask("/api/runs/late/archive", method="POST").json()["moved"] > 0
        assert [*(runs / "late" / "pictures").iterdir()] == []
        assert store.room.ask(f"/api/runs/late/pictures/{name}").body == shown
        assert store.room.ask("/api/runs/late/verify").json()["ok"] is True
        assert b"data:image/png;base64" in store.room.ask("/api/runs/late/report").body
        assert isinstance(verify(runs / "late"), Broken)
        assert isinstance(verify(runs / "late", open_pictures(str(elsewhere)).read), Verified)
        kept_files = {path.stem for path in elsewhere.glob("*/*.png")}
        assert name in kept_files
        store.room.ask("/api/runs/twin/archive", method="POST")
        store.room.ask("/api/runs/late", method="DELETE")
        assert {path.stem for path in elsewhere.glob("*/*.png")} == kept_files
        assert store.room.ask(f"/api/runs/twin/pictures/{name}").body == shown
        store.room.ask("/api/runs/twin", method="DELETE")
        assert [*elsewhere.glob("*/*.png")] == []


def test_no_place_for_pictures_no_archive(runs: Path) -> None:
    with kept(runs) as store:
        refused = store.room.ask("/api/runs/late/archive", method="POST")
        assert (refused.status, "--pictures" in refused.json()["detail"]) == (409, True)


def test_retention_deletes_what_is_old_and_moves_the_pictures_of_what_is_older_than_a_day(
    runs: Path, tmp_path: Path
) -> None:
    keeping = Keeping(timedelta(days=30), timedelta(days=1), str(tmp_path / "elsewhere"))
    ended = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # by the clock of the phone
    now = ended
    records = open_records(runs, None, keeping, lambda: now)
    forgotten: list[str] = []
    keeper = Keeper(records, forgotten.append)
    try:
        Fleet(runs, locks=frozenset, index=records.index).refresh()
        asyncio.run(keeper.clear())
        assert [*(runs / "late" / "pictures").iterdir()] != []
        now = ended + timedelta(days=3)
        asyncio.run(keeper.clear())
        assert [*(runs / "late" / "pictures").iterdir()] == []
        assert forgotten == []
        now = ended + timedelta(days=33)
        with Journal.resume(runs / "table"):
            asyncio.run(keeper.clear())
        assert set(forgotten) == {"late", "odd"}
        assert sorted(path.name for path in runs.iterdir() if not path.name.startswith(".")) == ["table"]
        word = asyncio.run(records.log.deleted("late"))
        assert word is not None
        assert (word.by, word.at) == ("retention", now.isoformat())
    finally:
        records.store.close()
