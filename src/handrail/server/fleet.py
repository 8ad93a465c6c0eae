"""All runs of a folder, the newest first, as the guards that write them leave them."""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from handrail.error import UnreadableInput
from handrail.guard.journal.reading import JOURNAL_FILE
from handrail.server.followed_run import FollowedRun
from handrail.server.system_locks import locked_inodes

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")


@dataclass(slots=True)
class Fleet:
    """The runs whose journals lie in folders of `root`. `refresh` says what is new; nothing else reads the disk."""

    root: Path
    locks: Callable[[], Container[int]] = locked_inodes
    _runs: dict[str, FollowedRun] = field(default_factory=dict)
    _unreadable: dict[str, str] = field(default_factory=dict)

    def refresh(self) -> frozenset[str]:
        """Look at every folder; the names of the runs that changed, came or went."""
        there = {folder.name: folder for folder in self._folders()}
        changed = {name for name in self._runs if name not in there}
        for name in changed:
            del self._runs[name]
        locked = self.locks()
        for name, folder in there.items():
            run = self._runs.get(name) or FollowedRun(folder)
            try:
                news = run.refresh(locked)
            except UnreadableInput as error:
                self._unreadable[name] = str(error)
                news = self._runs.pop(name, None) is not None
            else:
                self._unreadable.pop(name, None)
                if run.timeline is None:  # just made; its first line is still to come
                    continue
                self._runs[name] = run
            if news:
                changed.add(name)
        return frozenset(changed)

    def _folders(self) -> Iterator[Path]:
        try:
            found = sorted(self.root.iterdir())
        except OSError:  # not made yet
            return
        for folder in found:
            if _NAME.fullmatch(folder.name) and (folder / JOURNAL_FILE).is_file() and not folder.is_symlink():
                yield folder

    def run(self, name: str) -> FollowedRun | None:
        """The run of that name."""
        return self._runs.get(name)

    def runs(self, query: str = "") -> list[FollowedRun]:
        """The runs of whose instruction, app or name every word of `query` is a part, the newest first."""
        words = query.casefold().split()
        found = [one for one in self._runs.values() if all(word in _searched(one) for word in words)]
        return sorted(found, key=_began, reverse=True)

    @property
    def unreadable(self) -> dict[str, str]:
        """The folders whose journal cannot be read, and why."""
        return dict(self._unreadable)


def _searched(run: FollowedRun) -> str:
    assert run.timeline is not None
    opened = run.timeline.opened
    return " ".join((run.name, opened.instruction, *(app.name for app in opened.apps))).casefold()


def _began(run: FollowedRun) -> tuple[str, str]:
    assert run.timeline is not None
    return run.timeline.began.isoformat(), run.name
