"""The other side of the queue: what waits for a person, an answer to it, and what the guard says it counted for."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from handrail.error import Misuse
from handrail.guard.approval.place import Place, content_of, is_locked, let_go, open_own, read_own, sha256, write_once
from handrail.guard.approval.question import Approved, Edited, Rejected
from handrail.guard.approval.question_file import Outcome, read_closed, read_question, write_answer
from handrail.guard.approval.shown import Shown

EVERY_SECONDS = 0.05
LONGEST_WAIT_SECONDS = 15.0
_GONE = "the program that asked does not run any more; nothing of it runs, and the answer counts for nothing"


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that waits: as it is shown, the SHA-256 of its file, and its picture if there is one.

    `alive` says whether the program that asked it still runs.
    """

    question: Shown
    seen: str
    picture: Path | None
    alive: bool = True


@dataclass(slots=True)
class Given:
    """An answer that was left for the guard. `outcome` waits for what it counted for."""

    place: Place
    content: bytes
    handle: int

    def outcome(
        self, *, sleep: Callable[[float], object] = time.sleep, longest_seconds: float = LONGEST_WAIT_SECONDS
    ) -> Outcome | None:
        """Whether the answer counted; None where the guard, which is still there, does not say so in time."""
        try:
            waited = 0.0
            while True:
                there = is_locked(self.handle)  # asked first: the lock goes after what became of it is written
                closed = read_own(self.place.closed)
                if closed is not None:
                    return self._mine(read_closed(closed, str(self.place.closed)))
                if not there:
                    return self._mine(Outcome(False, "", _GONE))
                if waited >= longest_seconds:
                    return None
                sleep(EVERY_SECONDS)
                waited += EVERY_SECONDS
        finally:
            let_go(self.handle)

    def _mine(self, outcome: Outcome) -> Outcome:
        """What the outcome says of this answer, which does not stay if it came to nothing."""
        if outcome.answer == sha256(self.content):
            return outcome
        if read_own(self.place.answer) == self.content:
            self.place.answer.unlink(missing_ok=True)
        why = outcome.why if not outcome.answer else "another answer came first"
        return Outcome(False, "", why or "another answer came first")


def pending(folder: Path) -> tuple[Pending, ...]:
    """The questions that wait in `folder/pending`, the oldest first. Raises `UnreadableInput` for a damaged one."""
    found: list[Pending] = []
    for place in Place.all_in(folder):
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
    return tuple(sorted(found, key=lambda one: (one.question.asked_at.replace(tzinfo=None), one.question.identifier)))


def answer_pending(
    folder: Path, one: Pending, answer: Approved | Rejected | Edited, *, now: datetime, key: bytes | None = None
) -> Given:
    """Answer a question as it was seen, with the key of who answers if they have one.

    Whether it counts, `Given.outcome` says. Raises `Misuse` where it has expired, was changed, or was answered before,
    where its picture is not the one that was taken, or where nobody is there any more who asks.
    """
    question = one.question
    place = Place.of(folder, question.identifier)
    if question.expires_at <= now:
        raise Misuse(f"question {question.identifier} expired at {question.expires_at:%H:%M:%S}; it was a no")
    handle = open_own(place.question)
    if handle is None:
        raise Misuse(f"question {question.identifier} is not there any more")
    try:
        if sha256(content_of(handle, place.question)) != one.seen:
            raise Misuse(f"question {question.identifier} was changed; look at it again")
        if isinstance(answer, Approved) and question.picture and sha256(read_own(place.picture)) != question.picture:
            raise Misuse(
                f"question {question.identifier}: its picture is not the one that was taken; do not rely on it"
            )
        if not is_locked(handle):
            raise Misuse(f"question {question.identifier}: {_GONE}")
        content = write_answer(question, one.seen, answer, key=key)
        if write_once(place.answer, content) is None:
            raise Misuse(f"question {question.identifier} has an answer already; the first one counts")
    except BaseException:
        let_go(handle)
        raise
    return Given(place, content, handle)
