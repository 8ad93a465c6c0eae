"""The guard for a client that blocks: in a thread of its own, so that the client may be called from any other.

A notebook has an event loop already, and a client's helpers call it from threads of theirs; both can wait for this one.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from handrail.error import Misuse
from handrail.guard import Guard
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.meaning import Meaning, NotUnderstood, Reads

Result = TypeVar("Result")

_WAITED_FOR: ContextVar["GuardThread | None"] = ContextVar("waited_for", default=None)
"""For which thread something is on its way; an approver is asked with it, in whichever thread that is."""


class GuardThread:
    """One task. Its calls are judged and made one after another, here; whoever makes one waits for it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="handrail", daemon=True)
        self._thread.start()
        self._calls: ClientCalls | None = None

    @property
    def guard(self) -> Guard:
        """The guard of the task, to read from; it acts from this thread alone."""
        return self._opened.guard

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action; waits until what was done last has been looked at."""
        self.wait(self._opened.acts.settled())
        return self.guard.feedback

    @property
    def finished(self) -> bool:
        """Whether the task ended verified."""
        return self.guard.finished

    @property
    def journal_folder(self) -> Path:
        """Where the journal of the task is."""
        return self.guard.journal_folder

    def wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something here and wait for it. Raises `Misuse` where that would wait for itself."""
        if _WAITED_FOR.get() is self:
            work.close()
            raise Misuse("the guard is asking somebody just now, so the client cannot be called from there")

        async def waited_for() -> Result:
            _WAITED_FOR.set(self)
            return await work

        return asyncio.run_coroutine_threadsafe(waited_for(), self._loop).result()

    def open(self, calls: ClientCalls) -> None:
        """Begin the task, with a guard that is not entered yet."""
        self.wait(calls.guard.__aenter__())
        self._calls = calls

    def perform(self, meaning: Meaning, make: Callable[[], Result]) -> Result:
        """Make a call if it may be made; raises the client's refusal where it may not."""
        if isinstance(meaning, Reads):
            return make()
        if isinstance(meaning, NotUnderstood):
            raise self._opened.refusal(meaning.told())

        async def made() -> Result:
            return make()

        return self.wait(self._opened.perform(meaning, made))

    def by_the_guard(self, meaning: Meaning) -> None:
        """Let the guard's own device do it, if it may. Raises the client's refusal."""
        self.wait(self._opened.by_the_guard(meaning))

    def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises the client's refusal where it is not over."""
        self.wait(self._opened.finish(infeasible=infeasible))

    def close(self) -> None:
        """Leave the phone to others. A second time it does nothing."""
        if not self._thread.is_alive():
            return
        calls, self._calls = self._calls, None
        try:
            if calls is not None:
                self.wait(calls.close())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    @property
    def _opened(self) -> ClientCalls:
        if self._calls is None:
            raise Misuse("the task is closed; connect again for another one")
        return self._calls
