"""Runs that are taken away: deleted, with a last word in the log of anchors, or their pictures moved elsewhere.

A folder that is deleted is moved aside first, then noted as deleted, and then removed; what a killed process left in
between is finished or taken back at the next start. A run that somebody writes is left alone.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, delete, exists, select

from handrail.error import Misuse
from handrail.guard.journal import Scan
from handrail.guard.journal.anchor import Anchor, AnchorKind
from handrail.guard.journal.reading import JOURNAL_FILE, PICTURES, picture_file, pictures_of
from handrail.server.encodings.tables import ENCODINGS
from handrail.server.risks.tables import FINDING_MARKS
from handrail.server.store.anchor_log import AnchorLog
from handrail.server.store.dialect import insert_or_conflict
from handrail.server.store.pictures import Pictures
from handrail.server.store.store import StoreFailed
from handrail.server.store.tables import ANCHORS, MOVED_PICTURES, PROPOSALS, RUN_FACTS, RUNS, SESSIONS

ASIDE = ".deleted"
_ASIDE = re.compile(r"(.+)~([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class RunRemoval:
    """Takes away runs of a folder. Synchronous: it works on files."""

    root: Path
    log: AnchorLog
    pictures: Pictures | None

    def delete(self, name: str, by: str) -> Anchor:
        """Delete a run for good, and note that it was there, who deleted it, and when. Raises `Misuse`."""
        with _locked(self.root / name) as folder:
            scan = Scan(folder)
            for _ in scan:
                pass
            word = Anchor(AnchorKind.DELETED, name, scan.number, scan.head, self.log.clock().isoformat(), by)
            aside = self.root / ASIDE / f"{name}~{scan.head}"
            aside.parent.mkdir(0o700, exist_ok=True)
            if aside.exists():  # of an earlier run of this name with the same lines, which was not finished with
                shutil.rmtree(aside)
            folder.rename(aside)
        try:
            unshown = self.log.store.write_now(lambda connection: self._note(connection, word))
        except StoreFailed:
            aside.rename(folder)
            raise
        if self.pictures is not None:
            self.pictures.remove(unshown)
        shutil.rmtree(aside)
        return word

    def move_pictures(self, name: str) -> int:
        """Move the pictures of a run to where archived ones are kept; how many. Raises `Misuse`, `StoreFailed`."""
        if self.pictures is None:
            raise Misuse("no place for pictures is named; `handrail serve --pictures URL` names one")
        moved = 0
        if not any((self.root / name / PICTURES).glob("*.png")):
            return moved
        with _locked(self.root / name) as folder:
            scan = Scan(folder)
            named = {picture for line in scan for picture in pictures_of(line.entry)}
            for picture in sorted(named):
                file = picture_file(folder, picture)
                png = scan.picture(picture) if file.is_file() else None
                if png is not None:
                    self._move(name, picture, png, file)
                    moved += 1
        return moved

    def finish(self) -> None:
        """What a killed process left: a deletion that was noted is finished, and one that was not is taken back."""
        for aside in sorted((self.root / ASIDE).glob("*~*")):
            match = _ASIDE.fullmatch(aside.name)
            if match is None:
                continue
            name, head = match.groups()
            was_noted = self.log.store.read_now(partial(_is_noted, name=name, head=head))
            if was_noted:
                shutil.rmtree(aside)
            elif not (self.root / name).exists():
                aside.rename(self.root / name)

    def _move(self, run: str, picture: str, png: bytes, file: Path) -> None:
        assert self.pictures is not None
        row = {"picture": picture, "run": run}

        def note(connection: Connection) -> None:
            connection.execute(
                insert_or_conflict(connection.dialect.name, MOVED_PICTURES).values(row).on_conflict_do_nothing()
            )

        self.log.store.write_now(note)  # before it is there, so that its deletion knows of it whatever happens
        self.pictures.write(picture, png)
        file.unlink()

    def _note(self, connection: Connection, word: Anchor) -> tuple[str, ...]:
        """The last word, and nothing else of the run; the moved pictures that no other run shows."""
        self.log.add_within(connection, (word,))
        had = RUN_FACTS.c.kind == "encoding", RUN_FACTS.c.run == word.run
        instructions = connection.execute(select(RUN_FACTS.c.value).where(*had)).scalars().all()
        connection.execute(delete(RUNS).where(RUNS.c.name == word.run))
        others = exists().where(RUN_FACTS.c.kind == "encoding", RUN_FACTS.c.value == ENCODINGS.c.id)
        unseen = ENCODINGS.c.id.in_(instructions), ENCODINGS.c.accepted.is_(None), ~others
        connection.execute(delete(ENCODINGS).where(*unseen))
        connection.execute(delete(PROPOSALS).where(PROPOSALS.c.session == word.run))
        connection.execute(delete(SESSIONS).where(SESSIONS.c.id == word.run))
        connection.execute(delete(FINDING_MARKS).where(FINDING_MARKS.c.run == word.run))
        mine = select(MOVED_PICTURES.c.picture).where(MOVED_PICTURES.c.run == word.run)
        shown = set(connection.execute(mine).scalars())
        connection.execute(delete(MOVED_PICTURES).where(MOVED_PICTURES.c.run == word.run))
        return tuple(
            picture
            for picture in sorted(shown)
            if not connection.execute(select(exists().where(MOVED_PICTURES.c.picture == picture))).scalar_one()
        )


@contextmanager
def _locked(folder: Path) -> Iterator[Path]:
    """A run of which this process is the only writer for now. Raises `Misuse`."""
    try:
        descriptor = os.open(folder / JOURNAL_FILE, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise Misuse(f"{folder.name}: {error.strerror}; /api/runs lists the runs") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Misuse(f"{folder.name}: a guard writes this run; wait until it has ended") from None
        yield folder
    finally:
        os.close(descriptor)


def _is_noted(connection: Connection, name: str, head: str) -> bool:
    asked = exists().where(ANCHORS.c.run == name, ANCHORS.c.head == head, ANCHORS.c.kind == AnchorKind.DELETED)
    return bool(connection.execute(select(asked)).scalar_one())
