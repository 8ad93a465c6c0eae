"""One writer, whole lines on the disk, and an end after the first that could not be written."""

import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from guard.journal.entries import AT, NOTHING_YET, SCREEN, considered, opened, session
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.error import HandrailError, Misuse, UnreadableInput
from handrail.guard.journal import Broken, Journal, JournalFailed, Verified, read_journal, verify
from handrail.guard.journal.entry import Closed, Executing, Saw


def test_a_folder_has_one_journal(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "run") as journal:
        journal.append(opened())
    with pytest.raises(Misuse, match="there is a journal already"):
        Journal.create(tmp_path / "run")


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "run") as journal:
        journal.append(opened())
        name = journal.picture(b"PNG")
    for path in ("", "journal.jsonl", "pictures", f"pictures/{name}.png"):
        assert stat.S_IMODE((tmp_path / "run" / path).stat().st_mode) & 0o077 == 0, path


def test_an_entry_can_be_read_before_the_journal_is_closed(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path)
    head = journal.append(opened())
    assert verify(tmp_path) == Verified(1, head)
    assert (journal.entries, journal.head) == (1, head)
    journal.close()


def test_a_second_writer_is_refused_while_the_first_is_there(tmp_path: Path) -> None:
    first = Journal.create(tmp_path)
    first.append(opened())
    with pytest.raises(Misuse, match="another session writes this journal"):
        Journal.resume(tmp_path)
    script = f"from handrail.guard.journal import Journal; Journal.resume({str(tmp_path)!r})"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "another session writes this journal" in other.stderr
    first.append(considered(Action("back")))
    first.close()
    with Journal.resume(tmp_path) as second:
        second.append(Closed(AT, False, "stopped"))
    assert [type(entry).__name__ for entry in read_journal(tmp_path).entries] == ["Opened", "Considered", "Closed"]


def test_a_closed_journal_takes_nothing_more_and_can_be_closed_again(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path)
    journal.close()
    journal.close()
    with pytest.raises(Misuse, match="closed"):
        journal.append(opened())
    with pytest.raises(Misuse, match="closed"):
        journal.picture(b"PNG")


def test_an_entry_that_cannot_be_recorded_leaves_no_trace_and_does_no_harm(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        journal.append(opened())
        with pytest.raises(Misuse, match="cannot hold"):
            journal.append(considered(Action("back"), Update("Transfer", set={"to": object()})))
        journal.append(Closed(AT, False, "stopped"))
    assert isinstance(verify(tmp_path), Verified)
    assert len(read_journal(tmp_path).lines) == 2


@pytest.mark.parametrize("place", ["write", "half a line", "fsync", "picture"])
def test_after_the_first_failure_nothing_is_put_on_record(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.create(tmp_path)
    journal.append(opened())
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    write = os.write

    def half(descriptor: int, content: bytes) -> int:
        if len(content) < 40:
            raise full
        return write(descriptor, content[: len(content) // 2])

    def never(*_: object) -> int:
        raise full

    monkeypatch.setattr(os, "fsync" if place == "fsync" else "write", half if place == "half a line" else never)
    append: Callable[[], str] = partial(journal.append, Executing(1, AT, "x" * 64), durable=True)
    attempts: dict[str, Callable[[], str]] = {"picture": partial(journal.picture, b"PNG")}
    with pytest.raises(JournalFailed, match="No space left on device"):
        attempts.get(place, append)()
    monkeypatch.undo()
    with pytest.raises(JournalFailed, match="nothing more is put on record"):
        journal.append(Closed(AT, False, "stopped"))
    with pytest.raises(JournalFailed, match="nothing more is put on record"):
        journal.picture(b"PNG")
    journal.close()
    found = verify(tmp_path)
    assert isinstance(found, Verified)
    assert found.entries == (2 if place == "fsync" else 1)
    Journal.resume(tmp_path).close()


def test_a_failure_of_the_journal_is_an_error_that_a_caller_can_act_on() -> None:
    assert issubclass(JournalFailed, HandrailError)


@pytest.mark.slow
def test_a_real_limit_of_the_operating_system_is_noticed(tmp_path: Path) -> None:
    script = f"""
import resource, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from guard.journal.entries import AT, opened
from handrail.guard.journal import Journal, JournalFailed
from handrail.guard.journal.entry import Executing
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, resource.RLIM_INFINITY))
journal = Journal.create({str(tmp_path / "run")!r})
journal.append(opened())
try:
    while True:
        journal.append(Executing(1, AT, "x" * 64), durable=True)
except JournalFailed as error:
    print(journal.entries, error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "File too large" in done.stdout
    found = verify(tmp_path / "run")
    assert isinstance(found, Verified)
    assert found.entries == int(done.stdout.split()[0]) > 2
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_a_folder_that_cannot_be_written_is_said_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalFailed, match="name a folder that can be written"):
        Journal.create(tmp_path / "file" / "run")


def test_durable_means_that_pictures_and_all_lines_before_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync: Callable[[int], None] = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        fsync(descriptor)

    with Journal.create(tmp_path / "run") as journal:
        monkeypatch.setattr(os, "fsync", noted)
        journal.append(opened())
        name = journal.picture(b"PNG")
        journal.append(considered(Action("back")))
        assert synced == ["run", f"{name}.unfinished", "pictures"]
        journal.append(Executing(1, AT, "x"), durable=True)
        assert synced[3:] == ["journal.jsonl"]


Attack = Callable[[Path], object]


def _replaced(run: Path) -> None:
    copy = run.with_name("copy")
    shutil.copytree(run, copy)
    run.rename(run.with_name("old"))
    copy.rename(run)


ATTACKS: dict[str, Attack] = {
    "deleted": lambda run: (run / "journal.jsonl").unlink(),
    "moved": lambda run: (run / "journal.jsonl").rename(run / "other"),
    "shortened": lambda run: os.truncate(run / "journal.jsonl", 10),
    "emptied": lambda run: os.truncate(run / "journal.jsonl", 0),
    "longer": lambda run: (run / "journal.jsonl").write_bytes((run / "journal.jsonl").read_bytes() + b"x"),
    "copied over": lambda run: Path(shutil.copy(run / "journal.jsonl", run / "n")).replace(run / "journal.jsonl"),
    "folder deleted": lambda run: shutil.rmtree(run),
    "folder moved": lambda run: run.rename(run.with_name("elsewhere")),
    "folder replaced": _replaced,
}  # fmt: skip


@pytest.mark.parametrize("what", ATTACKS)
def test_nothing_is_put_on_record_in_a_journal_that_is_gone(what: str, tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "run")
    journal.append(opened())
    journal.demand_intact()
    ATTACKS[what](tmp_path / "run")
    with pytest.raises(JournalFailed):
        journal.demand_intact()
    with pytest.raises(JournalFailed, match="nothing more is put on record"):
        journal.append(Executing(1, AT, "x"), durable=True)
    with pytest.raises(JournalFailed):
        journal.picture(b"PNG")
    journal.close()


@pytest.mark.parametrize("left", [b"", b"{", b'{"format":"handrail.journal/1","n":1,"previous":"000'])
def test_a_session_that_was_killed_before_its_first_entry_leaves_a_folder_that_can_be_used(
    left: bytes, tmp_path: Path
) -> None:
    (tmp_path / "journal.jsonl").write_bytes(left)
    with Journal.create(tmp_path) as journal:
        journal.append(opened())
    found = verify(tmp_path)
    assert isinstance(found, Verified)
    assert found.entries == 1


@pytest.mark.parametrize("left", [b"Dear diary", b"\n", b'{"format":"handrail.journal/1","n":2,'])
def test_a_file_of_something_else_is_not_written_over(left: bytes, tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_bytes(left)
    with pytest.raises(Misuse, match="there is a journal already"):
        Journal.create(tmp_path)
    assert (tmp_path / "journal.jsonl").read_bytes() == left


@pytest.mark.slow
def test_no_loss_of_power_reads_as_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not synced may be there, or not, or in part, or be zeros; a screenshot that a line names is there."""
    run, images = tmp_path / "run", tmp_path / "images"
    certain: dict[str, bytes] = {}
    fsync: Callable[[int], None] = os.fsync
    cuts = 0

    def synced(descriptor: int) -> None:
        fsync(descriptor)
        place = Path(f"/proc/self/fd/{descriptor}").readlink()
        if place.is_dir():  # now the names are certain of those files whose content is
            certain.update({f"pictures/{path.name}": path.read_bytes() for path in place.glob("*.png")})
        else:
            certain[place.name] = place.read_bytes()

    def cut() -> None:
        nonlocal cuts
        written = (run / "journal.jsonl").read_bytes()
        durable = len(certain.get("journal.jsonl", b""))
        for length in {*range(durable, len(written), 97), len(written)}:
            for lost in (b"", b"\0" * (len(written) - length)):
                shutil.rmtree(images, ignore_errors=True)
                (images / "pictures").mkdir(parents=True)
                for name, content in certain.items():
                    if name.startswith("pictures/"):
                        (images / name).write_bytes(content)
                (images / "journal.jsonl").write_bytes(written[:length] + lost)
                found = verify(images)
                assert not isinstance(found, Broken) or b"\n" not in written[:length], (length, lost[:1], found)
                cuts += 1

    monkeypatch.setattr(os, "fsync", synced)
    with Journal.create(run) as journal:
        for step in range(1, 5):
            screen = replace(SCREEN, picture=journal.picture(b"PNG" * step))
            cut()
            if step == 1:
                journal.append(opened(screen=screen), durable=True)
            cut()
            journal.append(considered(Action("back"), step=step))
            cut()
            journal.append(Executing(step, AT, "x"), durable=step % 2 == 0)
            cut()
            journal.append(Saw(step, AT, screen, (), (), (), (), (), NOTHING_YET, ""))
            cut()
    assert cuts > 100


def test_what_is_no_journal_is_never_found_unchanged(tmp_path: Path) -> None:
    for content in (b"", b"x" * 100, b"\0" * 100, b"{" * 100, b"{}\n"):
        (tmp_path / "journal.jsonl").write_bytes(content)
        assert isinstance(verify(tmp_path), Broken), content
    with pytest.raises(UnreadableInput, match="is no file"):
        verify("/dev/null")


@pytest.mark.parametrize("path", ["x" * 5_000, "a\0b", "x/" * 3_000])
def test_a_path_that_cannot_be_is_said_so(path: str, tmp_path: Path) -> None:
    for call in (read_journal, verify, Journal.resume):
        with pytest.raises(UnreadableInput):
            call(tmp_path / path)
    with pytest.raises(JournalFailed):
        Journal.create(tmp_path / path)


def test_screenshots_that_no_entry_names_are_told(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        name = journal.picture(b"PNG")
        journal.append(opened())
    found = verify(tmp_path)
    assert isinstance(found, Verified)
    assert found.unnamed == (f"{name}.png",)


def test_an_interrupt_in_the_middle_of_a_line_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.create(tmp_path)
    journal.append(opened())
    write = os.write

    def interrupted(descriptor: int, content: bytes) -> int:
        write(descriptor, content[:100])
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.append(considered(Action("back")))
    monkeypatch.undo()
    with pytest.raises(JournalFailed):
        journal.append(considered(Action("back")))
    journal.close()
    assert isinstance(verify(tmp_path), Verified)


def test_a_session_as_a_guard_writes_it(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        hashes = [journal.append(entry, durable=isinstance(entry, Executing)) for entry in session()]
    assert [line.hash for line in read_journal(tmp_path).lines] == hashes
