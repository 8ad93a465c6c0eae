"""The guard without `await`: the same object, session and journal, driven from a program that has no event loop."""

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.error import Misuse
from handrail.guard.decision import Proposal
from handrail.guard.device_access import Executes
from handrail.guard.step import Step
from handrail.language.specification import Specification

if TYPE_CHECKING:
    from handrail.guard.session import Guard


Result = TypeVar("Result")


def _loop_of_its_own() -> asyncio.Runner:
    """One that is not the thread's current loop: a library that asks for that one would run on the guard's."""
    return asyncio.Runner(loop_factory=asyncio.new_event_loop)


@dataclass(slots=True)
class SynchronousGuard:
    """What `with Guard(…) as guard:` gives. It makes no thread: what waits, waits in the caller's own."""

    guard: "Guard"
    _runner: asyncio.Runner = field(default_factory=_loop_of_its_own)
    _turn: Lock = field(default_factory=Lock)

    @property
    def screen(self) -> Screen:
        """The screen as it was last seen."""
        return self.guard.screen

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action."""
        return self.guard.feedback

    @property
    def finished(self) -> bool:
        """Whether the task ended verified."""
        return self.guard.finished

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more."""
        return self.guard.over

    @property
    def journal_folder(self) -> Path:
        """Where its journal is."""
        return self.guard.journal_folder

    @property
    def specification(self) -> Specification:
        """The specification in force."""
        return self.guard.specification

    def act(self, proposed: Proposal | Action, *, execute: Executes | None = None) -> Step:
        """Verify one action, and run it if nothing speaks against it; see `Guard.act`."""
        return self.run(self.guard.act(proposed, execute=execute))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for something that needs the guard, on the guard's own loop. One at a time, whatever thread asks."""
        try:
            _demand_no_loop()
        except Misuse:
            work.close()
            raise
        with self._turn:
            return self._runner.run(work, context=copy_context())

    def open(self) -> "SynchronousGuard":
        """Open the session. Raises `Misuse` inside an event loop, where `async with` is the word."""
        _demand_no_loop()
        try:
            self._runner.run(self.guard.__aenter__())
        except BaseException:
            self._runner.close()
            raise
        return self

    def close(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the session."""
        try:
            self._runner.run(self.guard.__aexit__(kind, error, traceback))
        finally:
            self._runner.close()


def _demand_no_loop() -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise Misuse("an event loop is running here; write `async with` and `await guard.act(…)`")
