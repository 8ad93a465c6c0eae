"""Where one question, its picture, its answer and what became of it stand as files, and who may write them.

Whoever asks keeps the question's file locked for as long as it stands and is not settled: the system lets go of the
lock when the program ends, so that a question of a program that is gone is known as one.
"""

import fcntl
import hashlib
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from handrail.error import Misuse, UnreadableInput

PENDING, CLOSED = "pending", "closed"
LARGEST_FILE = 16 * 1024 * 1024
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,80}")


@dataclass(frozen=True, slots=True)
class QuestionFiles:
    """The files of one question."""

    root: Path
    identifier: str

    @staticmethod
    def of(folder: Path, identifier: str) -> "QuestionFiles":
        """The place of a question in a journal's folder. Raises `Misuse` for what cannot be a file's name."""
        if not _IDENTIFIER.fullmatch(identifier):
            raise Misuse(f"a question is called by letters, digits, `-` and `_`; {identifier[:80]!r} is not")
        return QuestionFiles(folder / PENDING, identifier)

    @staticmethod
    def all_in(folder: Path) -> "tuple[QuestionFiles, ...]":
        """The questions whose files are in a journal's folder, by name."""
        root = folder / PENDING
        names = sorted(path.stem for path in root.glob("*.json") if not path.name.startswith("."))
        return tuple(QuestionFiles(root, name) for name in names if _IDENTIFIER.fullmatch(name))

    @property
    def question(self) -> Path:
        """What people are shown."""
        return self.root / f"{self.identifier}.json"

    @property
    def answer(self) -> Path:
        """What somebody answered; written once, by whoever comes first."""
        return self.root / f"{self.identifier}.answer.json"

    @property
    def picture(self) -> Path:
        """The screen."""
        return self.root / f"{self.identifier}.png"

    @property
    def closed(self) -> Path:
        """What became of it."""
        return self.root / CLOSED / f"{self.identifier}.json"

    def open(self, content: bytes, picture: bytes | None) -> int:
        """Leave the question for people, complete from the first moment that it is seen. Returns the lock."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.closed.parent.mkdir(mode=0o700, exist_ok=True)
        for folder in (self.root, self.closed.parent):
            _demand_own(folder)
        if self.answer.exists() or self.closed.exists():
            raise Misuse(f"question {self.identifier} was asked before")
        if picture is not None:
            write_once(self.picture, picture)
        lock = write_once(self.question, content, locked=True)
        if lock is None:
            raise Misuse(f"question {self.identifier} is being asked already")
        return lock

    def withdraw(self) -> None:
        """Nobody is shown it any more. What it showed is not kept: the journal has it, without its secrets."""
        for path in (self.question, self.picture):
            path.unlink(missing_ok=True)

    def close(self, outcome: bytes) -> None:
        """Say what became of it, for good, and keep nothing else."""
        write_once(self.closed, outcome)
        self.withdraw()
        self.answer.unlink(missing_ok=True)


def write_once(path: Path, content: bytes, *, locked: bool = False) -> int | None:
    """Write a file that is complete as soon as it has its name; None if there is one of that name.

    With `locked` the file is locked before anybody can see it, and what is returned holds the lock until it is closed.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if locked:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.hardlink_to(temporary)
        except FileExistsError:
            return None
        finally:
            temporary.unlink()
        return os.dup(file.fileno()) if locked else -1


def is_locked(handle: int) -> bool:
    """Whether the program that asked is still there."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.flock(handle, fcntl.LOCK_UN)
    return False


def open_own(path: Path) -> int | None:
    """A file that only its owner, who runs this, can write, opened for reading; None if there is none.

    Raises `UnreadableInput` for a link, a pipe, or a file of somebody else's.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror or error}; it must be a plain file") from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        os.close(handle)
        raise UnreadableInput(f"{path}: others than you can write it; only your own answers count")
    return handle


def read_own(path: Path, largest: int = LARGEST_FILE) -> bytes | None:
    """The content of such a file; None if there is none. Raises `UnreadableInput`."""
    handle = open_own(path)
    if handle is None:
        return None
    with os.fdopen(handle, "rb") as file:
        return content_of(file.fileno(), path, largest)


def content_of(handle: int, path: Path, largest: int = LARGEST_FILE) -> bytes:
    """All that an open file holds, from its beginning, if it is not too much. Raises `UnreadableInput`."""
    try:
        content = os.pread(handle, largest + 1, 0)
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror or error}") from error
    if len(content) > largest:
        raise UnreadableInput(f"{path}: more than {largest:,} bytes; it is smaller where it is one of ours")
    return content


def sha256(content: bytes | None) -> str:
    """The digest of a file's content; empty for none."""
    return hashlib.sha256(content).hexdigest() if content is not None else ""


def let_go(handle: int) -> None:
    """Close a file, and with it its lock."""
    with suppress(OSError):
        os.close(handle)


def _demand_own(folder: Path) -> None:
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise UnreadableInput(f"{folder}: others than you can write there; make it yours alone: chmod 700 {folder}")
