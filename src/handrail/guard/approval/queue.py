"""Questions as files, for people who are somewhere else: `pending/<id>.json` beside a journal, an answer next to it.

Whoever may write to the folder may answer, so it belongs to the user alone; it is on the machine that runs the guard,
where an agent that touches the phone cannot write. Another process answers: `handrail approvals`, or a page that is
served. When the guard is through with a question, `pending/closed/<id>.json` says whether an answer counted; nothing
else is kept of it. First the guard's side, then that of whoever answers. Source: docs/approvals.md.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from handrail.error import HandrailError, Misuse
from handrail.guard.approval.place import (
    PENDING,
    QuestionFiles,
    content_of,
    is_locked,
    let_go,
    open_own,
    read_own,
    sha256,
    write_once,
)
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Person, Question, Rejected, Unanswered
from handrail.guard.approval.question_file import (
    LARGEST_ANSWER,
    AnswerReceipt,
    read_answer,
    read_closed,
    read_question,
    write_answer,
    write_closed,
    write_question,
)
from handrail.guard.approval.shown import ShownQuestion, shown
from handrail.language.verbalize import printable

__all__ = ["PENDING", "Given", "Pending", "answer_pending", "asker_now", "pending", "pending_queue"]

EVERY_SECONDS = 0.25
SHORTEST_KEY = 16
LONGEST_WHY = 300


def pending_queue(
    folder: Path,
    *,
    people: Mapping[str, bytes] | None = None,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    every_seconds: float = EVERY_SECONDS,
) -> Approver:
    """An approver that leaves its questions in `folder/pending` and looks for answers there every so many seconds.

    With `people`, a secret key for each name, only answers count that are signed with the key of whoever gives them.
    """
    if people is not None:
        if any(len(key) < SHORTEST_KEY for key in people.values()):
            raise Misuse(f"a key has at least {SHORTEST_KEY} bytes; make one for each person with `os.urandom(32)`")
        if len(set(people.values())) < len(people):
            raise Misuse("two people have the same key; each needs their own, which nobody else knows")
    return _Queue(folder, dict(people) if people is not None else None, sleep, every_seconds)


@dataclass(slots=True)
class _SessionState:
    """A question that was put and is not settled: its lock, and the answer that was read."""

    place: QuestionFiles
    asked: ShownQuestion
    content: bytes
    lock: int
    read: bytes | None = None
    answer: Answer | None = None


@dataclass(slots=True)
class _Queue:
    """The questions of one guard."""

    folder: Path
    people: dict[str, bytes] | None
    sleep: Callable[[float], Awaitable[object]]
    every_seconds: float
    _session_state: dict[str, _SessionState] = field(default_factory=dict)

    async def __call__(self, question: Question, /) -> Answer:
        return (await self.witnessed(question))[0]

    async def witnessed(self, question: Question, /) -> tuple[Answer, Person | None]:
        """The answer, and whose key signed it."""
        place, asked = QuestionFiles.of(self.folder, question.identifier), shown(question)
        content = write_question(asked)
        lock = place.open(content, question.picture)
        session_state = self._session_state[question.identifier] = _SessionState(place, asked, content, lock)
        try:
            close_abandoned(self.folder)
            while (answered := read_own(place.answer, LARGEST_ANSWER)) is None:
                await self.sleep(self.every_seconds)
            session_state.read = answered
            if read_own(place.question) != content:
                return Unanswered("the file of the question was changed while it waited"), None
            if question.picture is not None and read_own(place.picture) != question.picture:
                return Unanswered("the picture of the question was changed while it waited"), None
            answer, person = read_answer(
                answered, str(place.answer), question=asked, seen=sha256(content), people=self.people
            )
            session_state.answer = answer
            return answer, person
        finally:
            place.withdraw()

    def acknowledge(self, question: Question, taken: Answer, /) -> None:
        """Write down, for whoever answered, whether it counted; nothing else is kept of the question."""
        session_state = self._session_state.pop(question.identifier, None)
        if session_state is None:
            return
        counted = not isinstance(taken, Unanswered) and type(session_state.answer) is type(taken)
        why = "" if counted else taken.reason if isinstance(taken, Unanswered) else "another answer was taken"
        try:
            session_state.place.close(
                write_closed(
                    session_state.asked,
                    sha256(session_state.content),
                    answer=sha256(session_state.read),
                    given=session_state.answer,
                    counted=counted,
                    why=printable(why, LONGEST_WHY),
                )
            )
        finally:
            let_go(session_state.lock)


def close_abandoned(folder: Path) -> None:
    """Close the questions of programs that ended in the middle of one: nothing that they showed stays lying about."""
    for place in QuestionFiles.all_in(folder):
        with suppress(HandrailError, OSError):  # what is not ours, or is damaged, is not touched
            handle = open_own(place.question)
            if handle is None:
                continue
            try:
                if not is_locked(handle):
                    content = read_own(place.question)
                    if content is not None:
                        asked = read_question(content, str(place.question), identifier=place.identifier)
                        why = "the program that asked ended before it took an answer"
                        seen = sha256(content)
                        place.close(write_closed(asked, seen, answer="", given=None, counted=False, why=why))
            finally:
                let_go(handle)


_LOOKS_EVERY_SECONDS = 0.05

LONGEST_WAIT_SECONDS = 15.0
_GONE = "the program that asked does not run any more; nothing of it runs, and the answer counts for nothing"


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that waits: as it is shown, the SHA-256 of its file, and its picture if there is one.

    `alive` says whether the program that asked it still runs.
    """

    question: ShownQuestion
    seen: str
    picture: Path | None
    alive: bool = True


@dataclass(slots=True)
class Given:
    """An answer that was left for the guard. `outcome` waits for what it counted for."""

    place: QuestionFiles
    content: bytes
    handle: int

    def outcome(
        self, *, sleep: Callable[[float], object] = time.sleep, longest_seconds: float = LONGEST_WAIT_SECONDS
    ) -> AnswerReceipt | None:
        """Whether the answer counted; None where the guard, which is still there, does not say so in time."""
        try:
            waited = 0.0
            while True:
                there = is_locked(self.handle)  # asked first: the lock goes after what became of it is written
                closed = read_own(self.place.closed)
                if closed is not None:
                    return self._mine(read_closed(closed, str(self.place.closed)))
                if not there:
                    return self._mine(AnswerReceipt(False, "", _GONE))
                if waited >= longest_seconds:
                    return None
                sleep(_LOOKS_EVERY_SECONDS)
                waited += _LOOKS_EVERY_SECONDS
        finally:
            let_go(self.handle)

    def _mine(self, outcome: AnswerReceipt) -> AnswerReceipt:
        """What the outcome says of this answer, which does not stay if it came to nothing."""
        if outcome.answer == sha256(self.content):
            return outcome
        if read_own(self.place.answer) == self.content:
            self.place.answer.unlink(missing_ok=True)
        why = outcome.why if not outcome.answer else "another answer came first"
        return AnswerReceipt(False, "", why or "another answer came first")


def pending(folder: Path) -> tuple[Pending, ...]:
    """The questions that wait in `folder/pending`, the oldest first. Raises `UnreadableInput` for a damaged one."""
    found: list[Pending] = []
    for place in QuestionFiles.all_in(folder):
        if place.answer.exists():
            continue
        handle = open_own(place.question)
        if handle is None:
            continue
        try:
            content, alive = content_of(handle, place.question), is_locked(handle)
        finally:
            let_go(handle)
        question = read_question(content, str(place.question), identifier=place.identifier)
        picture = place.picture if question.picture and place.picture.is_file() else None
        found.append(Pending(question, sha256(content), picture, alive))
    return tuple(
        sorted(found, key=lambda awaited: (awaited.question.asked_at.replace(tzinfo=None), awaited.question.identifier))
    )


def asker_now(folder: Path, awaited: Pending, seconds_since_epoch: float) -> datetime:
    """The time by the clock of whoever asks, as a simulated phone's: when it asked, and what passed since."""
    question = awaited.question
    try:
        written = QuestionFiles.of(folder, question.identifier).question.stat().st_mtime
        return question.asked_at + timedelta(seconds=max(0.0, seconds_since_epoch - written))
    except (FileNotFoundError, OverflowError):  # given up in this moment, or dated beyond all times
        return question.asked_at


def answer_pending(
    folder: Path, awaited: Pending, answer: Approved | Rejected | Edited, *, now: datetime, key: bytes | None = None
) -> Given:
    """Answer a question as it was seen, with the key of who answers if they have one.

    Whether it counts, `Given.outcome` says. Raises `Misuse` where it has expired, was changed, or was answered before,
    where its picture is not the one that was taken, or where nobody is there any more who asks.
    """
    question = awaited.question
    place = QuestionFiles.of(folder, question.identifier)
    if question.expires_at <= now:
        raise Misuse(f"question {question.identifier} expired at {question.expires_at:%H:%M:%S}; it was a no")
    handle = open_own(place.question)
    if handle is None:
        raise Misuse(f"question {question.identifier} is not there any more")
    try:
        if sha256(content_of(handle, place.question)) != awaited.seen:
            raise Misuse(f"question {question.identifier} was changed; look at it again")
        if isinstance(answer, Approved) and question.picture and sha256(read_own(place.picture)) != question.picture:
            raise Misuse(
                f"question {question.identifier}: its picture is not the one that was taken; do not rely on it"
            )
        if not is_locked(handle):
            raise Misuse(f"question {question.identifier}: {_GONE}")
        content = write_answer(question, awaited.seen, answer, key=key)
        if write_once(place.answer, content) is None:
            raise Misuse(f"question {question.identifier} has an answer already; the first one counts")
    except BaseException:
        let_go(handle)
        raise
    return Given(place, content, handle)
