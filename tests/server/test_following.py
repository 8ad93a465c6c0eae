"""A journal that is followed while it is written tells what it tells when it is whole."""

import asyncio
import os
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.restaurant import RULES
from guard.hand import clock_of, on, restaurant_phone
from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.error import UnreadableInput
from handrail.guard import Guard
from handrail.guard.decision import Proposal
from handrail.guard.journal import read_journal
from handrail.guard.report import tell
from handrail.language.specification import Specification
from handrail.phone.models import load
from handrail.server.documents import run_document
from handrail.server.fleet import Fleet
from handrail.server.followed_run import FEW_STEPS, FollowedRun, RunState
from handrail.server.sessions.documents import OpenDocument
from handrail.server.sessions.remote_device import ClientReport
from handrail.server.sessions.screens import NOTHING_SEEN
from handrail.server.sessions.sessions import Sessions
from handrail.server.system_locks import AnyInode, locked_inodes


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a run with an action that ran and one that was blocked."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    device, app = restaurant_phone(), load("restaurant")
    specification = Specification.parse("ReserveInfo(date = Today, time < 19:00) -> Reserve\nReserve -> Done", app)

    async def timeline() -> None:
        async with Guard(
            device, app, specification, instruction="A table", journal=folder, clock=clock_of(device), pictures=False
        ) as guard:
            await guard.act(on(guard.screen, "Blue Harbor Grill"))
            await guard.act(on(guard.screen, "reserve"))
            await guard.act(Action("back"))

    asyncio.run(timeline())
    return folder


@given(st.data())
def test_however_it_comes_in_it_is_the_same_in_the_end(whole: Path, data: st.DataObject) -> None:
    content = (whole / "journal.jsonl").read_bytes()
    cuts = sorted(data.draw(st.sets(st.integers(0, len(content)), max_size=8)))
    folder = whole.parent / "grows"
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run = FollowedRun(folder)
    for begins, ends in zip([0, *cuts], [*cuts, len(content)], strict=True):
        with (folder / "journal.jsonl").open("ab") as file:
            file.write(content[begins:ends])
        run.refresh(AnyInode())
        assert run.timeline is None or run.state in (RunState.RUNNING, RunState.STOPPED)
    assert run.timeline is not None
    assert run.timeline.steps == tell(read_journal(whole).entries).steps
    assert run.state is RunState.STOPPED
    assert not run.refresh(AnyInode())


def test_a_changed_line_is_told_and_what_stood_before_it_too(whole: Path) -> None:
    folder = whole.parent / "changed"
    copytree(whole, folder, dirs_exist_ok=True)
    file = folder / "journal.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-1], lines[-1].replace(b'"finished":false', b'"finished":true')]))
    run = FollowedRun(folder)
    run.refresh(frozenset())
    assert run.state is RunState.DAMAGED
    assert run.timeline is not None
    assert len(run.timeline.steps) == 3


def test_one_that_nobody_writes_and_that_has_no_end_was_interrupted(whole: Path) -> None:
    folder = whole.parent / "interrupted"
    copytree(whole, folder, dirs_exist_ok=True)
    file = folder / "journal.jsonl"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    run = FollowedRun(folder)
    run.refresh({file.stat().st_ino})
    assert run.goes_on
    assert run.refresh(frozenset())
    assert run.state is RunState.INTERRUPTED


def test_a_journal_that_was_replaced_is_read_anew(whole: Path) -> None:
    folder = whole.parent / "replaced"
    copytree(whole, folder, dirs_exist_ok=True)
    run = FollowedRun(folder)
    run.refresh(frozenset())
    file = folder / "journal.jsonl"
    first = file.read_bytes().splitlines(keepends=True)[0]
    file.unlink()
    file.write_bytes(first)
    assert run.refresh(frozenset())
    assert run.timeline is not None
    assert run.timeline.steps == []


def test_the_system_says_whose_journal_is_locked(tmp_path: Path) -> None:
    import fcntl

    locked, free = tmp_path / "locked", tmp_path / "free"
    for file in (locked, free):
        file.touch()
    with locked.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        inodes = locked_inodes()
        assert locked.stat().st_ino in inodes
        if not isinstance(inodes, AnyInode):
            assert free.stat().st_ino not in inodes
    assert os.getpid() in locked_inodes(tmp_path / "no such table")


def test_a_fleet_finds_names_tells_what_changed_and_what_cannot_be_read(whole: Path, tmp_path: Path) -> None:
    fleet = Fleet(tmp_path / "runs", locks=frozenset)
    assert fleet.refresh() == frozenset()  # the folder is not made yet
    for name in ("first", "second"):
        copytree(whole, tmp_path / "runs" / name)
    (tmp_path / "runs" / "linked").symlink_to(tmp_path / "runs" / "first")
    (tmp_path / "runs" / "no-run").mkdir()
    other = tmp_path / "runs" / "other"
    other.mkdir()
    (other / "journal.jsonl").write_text("no journal\n")
    empty = tmp_path / "runs" / "just-made"
    empty.mkdir()
    (empty / "journal.jsonl").touch()
    assert fleet.refresh() == {"first", "second"}
    assert fleet.refresh() == frozenset()
    assert [run.name for run in fleet.runs()] == ["second", "first"]
    assert [run.name for run in fleet.runs("RESTAUrants first")] == ["first"]
    assert fleet.runs("nobody asked that") == []
    assert set(fleet.unreadable) == {"other"}
    rmtree(tmp_path / "runs" / "first")
    assert fleet.refresh() == {"first"}
    assert fleet.run("first") is None


def test_a_folder_without_a_journal_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="no journal"):
        FollowedRun(tmp_path).refresh(frozenset())


def test_of_a_run_that_goes_on_few_steps_are_kept_until_somebody_looks_at_them(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)

    async def work() -> str:
        name = (await sessions.open(OpenDocument("restaurant", RULES), "Ann")).id
        live = await sessions.with_phone(name, "Ann")
        for number in range(FEW_STEPS + 5):
            await live.propose(f"a{number}", b"", Proposal(Action("wait")), ClientReport(NOTHING_SEEN))
            await live.outcome(f"a{number}", Executed(), ClientReport(NOTHING_SEEN))
        await sessions.leave()
        return name

    name = asyncio.run(work())
    fleet = Fleet(tmp_path, locks=AnyInode)
    fleet.refresh()
    run = fleet.run(name)
    assert run is not None
    assert run.timeline is not None
    assert (len(run.timeline.steps), run.timeline.left_out) == (FEW_STEPS, 5)
    before = run_document(run)
    looked_at = fleet.run(name, steps=True)
    assert looked_at is not None
    assert looked_at.timeline is not None
    assert [step.step for step in looked_at.timeline.steps] == list(range(1, FEW_STEPS + 6))
    assert run_document(looked_at).model_copy(update={"version": before.version}) == before
    assert fleet.run(name) is looked_at
    looked_at.shorten()  # as it is when others were looked at since
    assert (len(looked_at.timeline.steps), looked_at.timeline.left_out) == (FEW_STEPS, 5)
    assert run_document(looked_at).model_copy(update={"version": before.version}) == before
