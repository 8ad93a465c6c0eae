"""All runs of a folder, as the guards that write them leave them.

With an index only those that go on, or that somebody looks at, are in memory; of the others the index says what a list
shows, and their files are looked at now and then. Without one all are kept.
"""

import logging
import os
import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from handrail.error import HandrailError, UnreadableInput
from handrail.guard.journal.reading import JOURNAL_FILE
from handrail.server.followed_run import FEW_STEPS, FollowedRun
from handrail.server.system_locks import AnyInode, locked_inodes

if TYPE_CHECKING:
    from handrail.server.store.run_index import RunIndex

MOST_LOOKED_AT = 32
"""Runs that are over and are kept because somebody looked at them last; and so many that go on, with their steps."""

MOST_READ_AT_ONCE = 20
"""Journals that are read within one look, so that those that go on are not kept waiting by many that are new."""

ALL_EVERY_LOOKS = 40
"""In so many looks the files of all runs that are over are looked at, too, a part of them in each."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")


@dataclass(slots=True)
class Fleet:
    """The runs whose journals lie in folders of `root`. `refresh` says what is new; `run` reads what is asked for."""

    root: Path
    locks: Callable[[], Container[int]] = locked_inodes
    index: "RunIndex | None" = None
    _followed: dict[str, FollowedRun] = field(default_factory=dict)
    _looked_at: dict[str, FollowedRun] = field(default_factory=dict)
    _in_full: dict[str, FollowedRun] = field(default_factory=dict)
    _known: dict[str, tuple[int, int]] = field(default_factory=dict)
    _by_inode: dict[int, str] = field(default_factory=dict)
    _due: dict[str, None] = field(default_factory=dict)
    _unsaved: dict[str, FollowedRun | None] = field(default_factory=dict)
    _unreadable: dict[str, str] = field(default_factory=dict)
    _listed_at: int | None = None
    _looks: int = 0
    _lock: RLock = field(default_factory=RLock)

    def refresh(self) -> frozenset[str]:
        """Look at what may have something new; the names of the runs that changed, came or went."""
        with self._lock:
            if self.index is not None and not self._looks:
                self._remember(self.index)
            locked = self.locks()
            changed = self._list()
            self._notice(locked)
            with_journal = (name for name in self._due if _stamp(self.root / name / JOURNAL_FILE) is not None)
            for name in [*self._followed, *islice(with_journal, MOST_READ_AT_ONCE)]:
                if self._read(name, locked):
                    changed.add(name)
            if self.index is not None:
                self._save(self.index, locked)
            self._looks += 1
            return frozenset(changed)

    def run(self, name: str, *, steps: bool = False) -> FollowedRun | None:
        """The run of that name; one that is over is read now. With `steps` all are there that are shown."""
        with self._lock:
            found = self._followed.get(name) or self._looked_at.pop(name, None)
            if found is None and name in self._known and name not in self._unreadable:
                found = self._read_again(name)
            if steps and found is not None and found.is_short:
                found = self._read_again(name, found.version) or found
                if name in self._followed:
                    self._followed[name] = found
            if steps and found is not None and name in self._followed:
                self._in_full.pop(name, None)
                self._in_full[name] = found
                for oldest in list(self._in_full)[:-MOST_LOOKED_AT]:
                    self._in_full.pop(oldest).shorten()
            if found is not None and name not in self._followed:
                self._looked_at[name] = found  # the last is the one that was looked at last
                for oldest in list(self._looked_at)[:-MOST_LOOKED_AT]:
                    del self._looked_at[oldest]
            return found

    def folder(self, name: str) -> Path | None:
        """Where the run of that name is, without reading it."""
        is_there = name in self._followed or name in self._known or name in self._looked_at
        return self.root / name if is_there else None

    def runs(self, query: str = "") -> list[FollowedRun]:
        """Of the runs that are followed, those of whose instruction, app or name every word is a part, newest first."""
        words = query.casefold().split()
        followed = list(self._followed.values())  # at once, so that nobody waits for a look
        found = [run for run in followed if all(word in _searched(run) for word in words)]
        return sorted(found, key=_began, reverse=True)

    def forget(self, name: str) -> None:
        """Of a run whose folder is being taken away."""
        with self._lock:
            self._drop(name)

    @property
    def is_behind(self) -> bool:
        """Whether there is more to read than one look reads."""
        return len(self._due) > MOST_READ_AT_ONCE

    @property
    def unreadable(self) -> dict[str, str]:
        """The folders whose journal cannot be read, and why."""
        return dict(self._unreadable)

    def _remember(self, index: "RunIndex") -> None:
        """What the index has; a run that went on when it was written is looked at again."""
        for name, stamp in index.stamps().items():
            self._know(name, stamp.inode, stamp.size_bytes)
            if stamp.state in ("running", "waiting"):
                self._due[name] = None

    def _list(self) -> set[str]:
        """Find folders that are new, or gone, where the folder of all says that there is any such; those gone."""
        try:
            listed_at = self.root.stat().st_mtime_ns
        except OSError:  # not made yet
            listed_at = -1
        if listed_at == self._listed_at and self._looks % ALL_EVERY_LOOKS:
            return set()
        self._listed_at = listed_at
        there = set(self._folders())
        gone = {name for name in (*self._followed, *self._known) if name not in there}
        for name in gone:
            self._drop(name)
            self._unsaved[name] = None
        for name in sorted(there - self._followed.keys() - self._known.keys()):
            self._due[name] = None
        for name in [name for name in self._due if name not in there]:
            del self._due[name]
        return gone

    def _folders(self) -> Iterator[str]:
        try:
            with os.scandir(self.root) as found:
                for folder in found:
                    if _NAME.fullmatch(folder.name) and folder.is_dir(follow_symlinks=False):
                        yield folder.name
        except OSError:  # not made yet
            return

    def _notice(self, locked: Container[int]) -> None:
        """Of the runs that are over, those that somebody writes again, and now and then those whose file is another."""
        if isinstance(locked, frozenset):
            for inode in locked:
                if inode in self._by_inode:
                    self._due[self._by_inode[inode]] = None
        all_at_once = not self._looks or isinstance(locked, AnyInode)
        first, every = (0, 1) if all_at_once else (self._looks % ALL_EVERY_LOOKS, ALL_EVERY_LOOKS)
        for name, stamp in islice(self._known.items(), first, None, every):
            if _stamp(self.root / name / JOURNAL_FILE) != stamp:
                self._due[name] = None

    def _read(self, name: str, locked: Container[int]) -> bool:
        """Whether there is something new. A folder without a whole first line stays due."""
        run = self._followed.get(name) or self._looked_at.pop(name, None)
        run = run or FollowedRun(self.root / name, FEW_STEPS)
        stamp = _stamp(run.folder / JOURNAL_FILE)
        if stamp is None:
            return False
        try:
            news = run.refresh(locked)
        except UnreadableInput as error:
            self._drop(name)
            self._unreadable[name] = str(error)
            self._unsaved[name] = None
            self._know(name, *stamp)
            return run.version > 0
        self._unreadable.pop(name, None)
        if run.timeline is None:  # just made; its first line is still to come
            return False
        self._due.pop(name, None)
        self._followed[name] = run
        if news:
            self._unsaved[name] = run
        return news

    def _read_again(self, name: str, version: int = 0) -> FollowedRun | None:
        run = FollowedRun(self.root / name, version=version)
        try:
            run.refresh(self.locks())
        except UnreadableInput:  # the next look says why
            return None
        return run if run.timeline is not None else None

    def _save(self, index: "RunIndex", locked: Container[int]) -> None:
        """Write what is new into the index, and let go of the runs that are over and that nobody holds open."""
        from handrail.server.store.run_record import record_of

        if self._unsaved:
            gone = [name for name, run in self._unsaved.items() if run is None]
            try:
                index.put([record_of(run) for run in self._unsaved.values() if run is not None], gone)
            except HandrailError:
                logging.getLogger("handrail.server").warning("the index of runs could not be written", exc_info=True)
                return
            self._unsaved.clear()
        held = locked if isinstance(locked, frozenset) else frozenset[int]()
        for name, run in list(self._followed.items()):
            if run.goes_on or run.inode in held:
                continue
            del self._followed[name]
            self._in_full.pop(name, None)
            self._know(name, run.inode, run.size_bytes)

    def _know(self, name: str, inode: int, size_bytes: int) -> None:
        self._known[name] = inode, size_bytes
        self._by_inode[inode] = name

    def _drop(self, name: str) -> None:
        for kept in (self._followed, self._looked_at, self._in_full, self._due, self._unreadable):
            kept.pop(name, None)
        stamp = self._known.pop(name, None)
        if stamp is not None:
            self._by_inode.pop(stamp[0], None)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size


def _searched(run: FollowedRun) -> str:
    from handrail.server.store.run_record import searched_text

    return searched_text(run)


def _began(run: FollowedRun) -> tuple[str, str]:
    assert run.timeline is not None
    return run.timeline.began.isoformat(), run.name
