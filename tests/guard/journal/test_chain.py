"""Whatever is changed in a journal afterwards is found, and whatever was cut off does not spoil the rest."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guard.journal.entries import AT, NOTHING_YET, considered, opened, session
from handrail.device.action import Action
from handrail.error import UnreadableInput
from handrail.guard.decision import Allow, ScreenNote
from handrail.guard.journal import Broken, CutOff, Journal, JournalFailed, Verified, read_journal, verify
from handrail.guard.journal.codec import write_record
from handrail.guard.journal.entry import Closed, Decided, Entry, Executing, Ran, Resumed, Saw
from handrail.guard.journal.line import GENESIS, seal
from handrail.guard.report.timeline import tell


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal") / "run"
    with Journal.create(folder) as journal:
        for entry in session():
            journal.append(entry)
    return folder / "journal.jsonl"


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


def put(damaged: Path, content: bytes) -> Path:
    file = damaged / "journal.jsonl"
    file.write_bytes(content)
    return file


def line_of(content: bytes, place: int) -> int:
    return content.count(b"\n", 0, place) + 1


def test_a_journal_reads_as_it_was_written(written: Path) -> None:
    reading = read_journal(written)
    assert list(reading.entries) == session()
    assert [line.n for line in reading.lines] == list(range(1, 8))
    assert [line.previous for line in reading.lines] == [GENESIS, *(line.hash for line in reading.lines[:-1])]
    assert reading.fault is None
    assert verify(written.parent) == verify(written) == Verified(7, reading.head)


def test_how_far_the_task_has_come_is_written_where_it_is_not_as_before_and_told_at_each_step(tmp_path: Path) -> None:
    done = replace(NOTHING_YET, complete=True)
    notes = [NOTHING_YET, NOTHING_YET, done, done, NOTHING_YET]
    allowed = Allow()
    with Journal.create(tmp_path / "run") as journal:
        journal.append(opened())
        for step, note in enumerate(notes, 1):
            journal.append(considered(Action("back"), step=step))
            journal.append(Decided(step, AT, allowed, allowed, "", note))
    entries = read_journal(tmp_path / "run").entries
    written = [entry.progress for entry in entries if isinstance(entry, Decided)]
    assert written == [NOTHING_YET, None, done, None, NOTHING_YET]
    assert [step.progress for step in tell(entries).steps] == notes


@given(data=st.data())
def test_any_changed_byte_is_found_on_its_line(data: st.DataObject, written: Path, damaged: Path) -> None:
    content = bytearray(written.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    flip = data.draw(st.integers(1, 255))
    line = line_of(bytes(content), place)
    content[place] ^= flip
    found = verify(put(damaged, bytes(content)))
    assert isinstance(found, Broken)
    assert found.line == line
    assert len(read_journal(damaged).lines) == line - 1


@pytest.mark.slow
def test_every_single_flipped_bit_and_every_lost_byte_is_found(written: Path, damaged: Path) -> None:
    content = bytearray(written.read_bytes()[-1_500:])
    whole = bytearray(written.read_bytes())
    for place in range(len(whole) - len(content), len(whole)):
        for flip in {1 << place % 8, whole[place]}:  # a byte that becomes zero looks like a loss of power
            whole[place] ^= flip
            assert isinstance(verify(put(damaged, bytes(whole))), Broken), place
            whole[place] ^= flip


@pytest.mark.slow
def test_at_every_length_it_is_valid_up_to_its_last_whole_line_and_goes_on(tmp_path: Path) -> None:
    entries: list[Entry] = [Executing(1, AT, "x"), Ran(1, AT, "executed", ""), Closed(AT, True, "finished")]
    with Journal.create(tmp_path / "run") as journal:
        for entry in entries:
            journal.append(entry)
    content = (tmp_path / "run" / "journal.jsonl").read_bytes()
    resumed = Resumed(AT, "the process was killed")
    for length in range(len(content) + 1):
        folder = tmp_path / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        file = put(folder, content[:length])
        whole = content[:length].count(b"\n")
        left = length - (content[:length].rfind(b"\n") + 1)
        found = verify(file)
        assert isinstance(found, (CutOff if left else Verified) if whole else Broken)
        assert isinstance(found, Broken) or found.entries == whole
        with Journal.resume(folder) as journal:
            assert journal.entries == whole
            assert (journal.set_aside is not None) == bool(left)
            if journal.set_aside is not None:
                assert journal.set_aside.read_bytes() == content[length - left : length]
            journal.append(resumed)
        assert isinstance(verify(folder), Verified)
        assert list(read_journal(folder).entries) == [*entries[:whole], resumed]


@pytest.mark.parametrize(
    ("reorder", "line"),
    [
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0], *lines[2:]], 2),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines, lines[0]], 8),
        (lambda lines: [*lines[:2], b"\n", *lines[2:]], 3),
        (lambda lines: [*lines[:2], b"{}\n", *lines[2:]], 3),
        (lambda lines: [b"\xef\xbb\xbf" + lines[0], *lines[1:]], 1),
        (lambda lines: [line[:-1] + b"\r\n" for line in lines], 1),
    ],
    ids=["no first", "no second", "exchanged", "twice", "appended", "empty", "other", "byte order mark", "Windows"],
)
def test_lines_that_do_not_follow_each_other_are_found(
    reorder: object, line: int, written: Path, damaged: Path
) -> None:
    assert callable(reorder)
    found = verify(put(damaged, b"".join(reorder(written.read_bytes().splitlines(keepends=True)))))
    assert isinstance(found, Broken)
    assert found.line == line


def test_a_line_that_was_rewritten_with_its_hash_breaks_the_next(written: Path, damaged: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    first = json.loads(lines[0])
    forged, _ = seal("opened", {**first["entry"], "instruction": "Send 2000 to Eve"}, 1, GENESIS)
    found = verify(put(damaged, b"".join([forged, *lines[1:]])))
    assert isinstance(found, Broken)
    assert found.line == 2
    assert "does not follow line 1" in found.why


def test_lines_that_are_missing_at_the_end_show_in_the_head_alone(written: Path, damaged: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    shorter = verify(put(damaged, b"".join(lines[:-2])))
    assert isinstance(shorter, Verified)
    assert shorter.head != read_journal(written).head


def test_an_entry_that_nobody_can_read_breaks_the_journal_although_its_hash_fits(damaged: Path) -> None:
    line, head = seal("opened", write_record(opened()), 1, GENESIS)
    strange, _ = seal("opened", {"strange": True}, 2, head)
    found = verify(put(damaged, line + strange))
    assert isinstance(found, Broken)
    assert found.line == 2
    assert 'unknown field "strange"' in found.why


def test_a_broken_journal_is_evidence_and_is_not_gone_on_with(written: Path, damaged: Path) -> None:
    content = written.read_bytes().replace(b"Send 20 to Ann", b"Send 99 to Eve")
    put(damaged, content)
    with pytest.raises(JournalFailed, match=":1: its hash does not fit"):
        Journal.resume(damaged)
    assert (damaged / "journal.jsonl").read_bytes() == content


def test_a_missing_journal_is_unreadable_input(tmp_path: Path) -> None:
    for call in (read_journal, verify, Journal.resume):
        with pytest.raises(UnreadableInput):
            call(tmp_path / "nowhere")


def test_screenshots_belong_to_the_journal(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        name = journal.picture(b"PNG of the first screen")
        assert journal.picture(b"PNG of the first screen") == name
        last = session()[5]
        assert isinstance(last, Saw)
        journal.append(opened())
        journal.append(Saw(last.step, AT, _with(name), (), (), (), (), (), last.progress, ""))
    assert isinstance(verify(tmp_path), Verified)
    assert read_journal(tmp_path).picture(name) == b"PNG of the first screen"
    assert [file.name for file in (tmp_path / "pictures").iterdir()] == [f"{name}.png"]
    (tmp_path / "pictures" / f"{name}.png").write_bytes(b"PNG of another screen")
    assert verify(tmp_path) == Broken(2, f"its screenshot {name[:12]}… is missing or was changed")
    assert read_journal(tmp_path).picture(name) is None
    (tmp_path / "pictures" / f"{name}.png").unlink()
    assert verify(tmp_path) == Broken(2, f"its screenshot {name[:12]}… is missing or was changed")


def _with(picture: str) -> ScreenNote:
    return ScreenNote("5c" * 32, "com.example.bank", "Transfer", 1080, 2400, picture)


def test_a_picture_that_was_not_finished_is_removed_on_resume(tmp_path: Path) -> None:
    with Journal.create(tmp_path) as journal:
        journal.append(opened())
        name = journal.picture(b"PNG")
    left = tmp_path / "pictures" / f"{'0' * 64}.unfinished"
    left.write_bytes(b"PN")
    with Journal.resume(tmp_path) as journal:
        journal.append(Closed(AT, False, "stopped"))
    assert [file.name for file in (tmp_path / "pictures").iterdir()] == [f"{name}.png"]


def test_a_picture_named_by_an_entry_is_no_way_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    with Journal.create(tmp_path / "run") as journal:
        journal.append(opened(screen=_with("../../secret")))
        journal.append(considered(Action("back")))
    assert read_journal(tmp_path / "run").picture("../../secret") is None
    assert isinstance(verify(tmp_path / "run"), Broken)
