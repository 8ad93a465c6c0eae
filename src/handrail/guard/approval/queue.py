"""Questions as files, for people who are somewhere else: `pending/<id>.json` beside a journal, an answer next to it.

Whoever may write to the folder may answer, so it belongs to the user alone; it is on the machine that runs the guard,
where an agent that touches the phone cannot write. Another process answers: `handrail approvals`, or a page that is
served. Answered and given-up questions move to `pending/closed/`. Source: docs/approvals.md.
"""

import asyncio
import hashlib
import os
import re
import stat
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from handrail.error import Misuse, UnreadableInput
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered
from handrail.guard.approval.question_file import (
    LARGEST_ANSWER,
    read_answer,
    read_question,
    write_answer,
    write_question,
)
from handrail.guard.approval.shown import Shown, shown

EVERY_SECONDS = 0.25
PENDING, CLOSED = "pending", "closed"
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,80}")


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that waits: as it is shown, the SHA-256 of its file, and its picture if there is one."""

    question: Shown
    seen: str
    picture: Path | None


def pending_queue(
    folder: Path,
    *,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    every_seconds: float = EVERY_SECONDS,
) -> Approver:
    """An approver that leaves its questions in `folder/pending` and looks for answers there every so many seconds."""

    async def approver(question: Question) -> Answer:
        place = _Place.of(folder, question.identifier)
        asked = shown(question)
        content = write_question(asked, place.picture.name if question.picture else None)
        place.open(content, question.picture)
        try:
            while (answered := place.answered()) is None:
                await sleep(every_seconds)
            if place.seen() != _sha256(content):
                return Unanswered("the file of the question was changed while it waited")
            return read_answer(answered, str(place.answer), question=asked, seen=_sha256(content))
        finally:
            place.close()

    return approver


def pending(folder: Path) -> tuple[Pending, ...]:
    """The questions that wait in `folder/pending`, the oldest first. Raises `UnreadableInput` for a damaged one."""
    root = folder / PENDING
    found: list[Pending] = []
    for path in sorted(root.glob("*.json")):
        place = _Place(root, path.stem)
        if path.name.endswith(".answer.json") or place.answer.exists():
            continue
        content = _read(path)
        if content is not None:
            picture = place.picture if place.picture.is_file() else None
            found.append(Pending(read_question(content, str(path)), _sha256(content), picture))
    return tuple(sorted(found, key=lambda one: (one.question.asked_at, one.question.identifier)))


def answer_pending(folder: Path, one: Pending, answer: Approved | Rejected | Edited, *, now: datetime) -> None:
    """Answer a question as it was seen. Raises `Misuse` where it has expired, was changed, or was answered before."""
    question = one.question
    place = _Place.of(folder, question.identifier)
    if question.expires_at <= now:
        raise Misuse(f"question {question.identifier} expired at {question.expires_at:%H:%M:%S}; it was a no")
    if place.seen() != one.seen:
        raise Misuse(f"question {question.identifier} is not there any more, or was changed; look at it again")
    if not _write_once(place.answer, write_answer(question, one.seen, answer)):
        raise Misuse(f"question {question.identifier} has an answer already; the first one counts")
    if not place.question.exists():
        place.answer.unlink(missing_ok=True)
        raise Misuse(f"question {question.identifier} was given up while it was being answered")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a question and its answer stand."""

    root: Path
    identifier: str

    @staticmethod
    def of(folder: Path, identifier: str) -> "_Place":
        if not _IDENTIFIER.fullmatch(identifier):
            raise Misuse(f"a question is called by letters, digits, `-` and `_`; {identifier[:80]!r} is not")
        return _Place(folder / PENDING, identifier)

    @property
    def question(self) -> Path:
        return self.root / f"{self.identifier}.json"

    @property
    def answer(self) -> Path:
        return self.root / f"{self.identifier}.answer.json"

    @property
    def picture(self) -> Path:
        return self.root / f"{self.identifier}.png"

    def open(self, content: bytes, picture: bytes | None) -> None:
        """Leave the question for people, complete from the first moment that it is seen."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        _demand_own(self.root)
        closed = self.root / CLOSED
        closed.mkdir(mode=0o700, exist_ok=True)
        if self.answer.exists() or (closed / self.question.name).exists():
            raise Misuse(f"question {self.identifier} was asked before")
        if picture is not None:
            _write_once(self.picture, picture)
        if not _write_once(self.question, content):
            raise Misuse(f"question {self.identifier} is being asked already")

    def answered(self) -> bytes | None:
        """What the answer's file holds, once there is one. Raises `UnreadableInput` for a file of somebody else's."""
        return _read(self.answer)

    def seen(self) -> str:
        """The digest of the question's file, or nothing if it is gone."""
        content = _read(self.question)
        return _sha256(content) if content is not None else ""

    def close(self) -> None:
        """Nobody can answer any more; what was asked and answered is kept."""
        for path in (self.question, self.answer, self.picture):
            if path.exists():
                path.replace(self.root / CLOSED / path.name)


def _write_once(path: Path, content: bytes) -> bool:
    """Write a file that is complete as soon as it has its name; False if there is one of that name."""
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary = Path(file.name)
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        return False
    finally:
        temporary.unlink()
    return True


def _read(path: Path) -> bytes | None:
    """The content of a file that only its owner, who runs this, can write; None if there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror or error}; it must be a plain file") from error
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise UnreadableInput(f"{path}: others than you can write it; only your own answers count")
        content = file.read(LARGEST_ANSWER + 1)
    if len(content) > LARGEST_ANSWER:
        raise UnreadableInput(f"{path}: more than {LARGEST_ANSWER:,} bytes; an answer is smaller")
    return content


def _demand_own(folder: Path) -> None:
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise UnreadableInput(f"{folder}: others than you can write there; make it yours alone: chmod 700 {folder}")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
