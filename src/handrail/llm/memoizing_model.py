"""A model that is asked each question once, however many want to know, and a bounded number at a time."""

import asyncio
from dataclasses import replace

from handrail.error import Misuse
from handrail.llm.model import (
    Answer,
    Declined,
    Malformed,
    Model,
    NotRecorded,
    OverBudget,
    Reply,
    Request,
    TimedOut,
    Unreachable,
    Usage,
)

_NOTHING = Usage(0, 0, 0.0, 0)


class MemoizingModel:
    """Hands on each question to `model` once; `at_once` are under way at any time. One event loop.

    Who asks again gets what was answered, at no cost. With `try_again` a question that had no answer for a reason that
    may pass is put again.
    """

    def __init__(self, model: Model, at_once: int = 8, *, try_again: bool = False) -> None:
        if at_once < 1:
            raise Misuse(f"{at_once} at once cannot be meant; it is at least 1")
        self._model = model
        self._limit = asyncio.Semaphore(at_once)
        self._try_again = try_again
        self._asked: dict[str, asyncio.Task[Reply]] = {}

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        """What was, or is, answered to this question."""
        digest = request.digest(self.name)
        asked = self._asked.get(digest)
        if asked is None or (self._try_again and asked.done() and _missing(asked.result()) is not None):
            self._asked[digest] = asyncio.create_task(self._ask(request))
            return await asyncio.shield(self._asked[digest])
        is_known = asked.done()
        reply = await asyncio.shield(asked)
        return replace(reply, usage=_NOTHING, seconds=0.0) if is_known and isinstance(reply, Answer) else reply

    async def _ask(self, request: Request) -> Reply:
        async with self._limit:
            return await self._model.ask(request)

    @property
    def replies(self) -> tuple[Reply, ...]:
        """All replies so far, one for each question."""
        return tuple(task.result() for task in self._asked.values() if task.done() and not task.cancelled())

    @property
    def waiting(self) -> int:
        """How many questions neither a recording nor a batch has an answer to."""
        return sum(isinstance(reply, NotRecorded) for reply in self.replies)

    @property
    def missing(self) -> tuple[str, ...]:
        """Why questions have no answer, for those where another day may bring one."""
        return tuple(reason for reply in self.replies if (reason := _missing(reply)) is not None)

    @property
    def usage(self) -> Usage:
        """What the answers took, also those that were recorded or came in a batch. An unknown price stays unknown."""
        used = [reply.usage for reply in self.replies if isinstance(reply, Answer | Declined | Malformed)]
        return sum(used, _NOTHING)


def _missing(reply: Reply) -> str | None:
    match reply:
        case Unreachable(reason) | OverBudget(reason):
            return reason
        case TimedOut(seconds):
            return f"no answer in {seconds:g} seconds"
        case NotRecorded(digest):
            return f"no answer to question {digest[:12]} is recorded"
        case Answer() | Declined() | Malformed():
            return None
