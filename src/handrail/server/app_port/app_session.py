"""One task in a connected app: each event that it proposes is an action before a guard, and the verdict goes back.

The app is asked, the guard decides, and the app's own handler is what runs. Whatever goes wrong on the way is a no.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self, assert_never

from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.approval.announcing import Announcing
from handrail.guard.approval.question import Approver, Question
from handrail.guard.decision import Allow, Ask, Block, Proposal, Warn, reasons_of
from handrail.guard.detector import Detector
from handrail.guard.policy import PolicySet
from handrail.guard.rules_alone import RulesAlone
from handrail.guard.step import Step, Timeouts
from handrail.language.specification import Specification
from handrail.server.app_port.app_device import AppDevice
from handrail.server.app_port.connected_app import ConnectedApp
from handrail.server.app_port.declared import ProposedEvent
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.reported_screen import action_of

ANOTHER_IS_ASKED_ABOUT = "a person is being asked about another event of this task; do it again afterwards"
TOO_LATE = "it was not decided in time; do it again"
OVER = "the task is over"


@dataclass(frozen=True, slots=True)
class AppSessionOpening:
    """What a session is opened with. `journal` is a new folder, in which questions wait too.

    `resume` goes on with the session of that journal, whose process is not there any more.
    """

    name: str
    specification: Specification
    instruction: str
    journal: Path
    approver: Approver
    now: Callable[[], datetime]
    policy: PolicySet | None = None
    detectors: tuple[Detector, ...] | None = None
    agent: str = ""
    resume: bool = False


@dataclass(slots=True)
class _Turn:
    """The event that the guard decides about now, and the time limit of its answer."""

    event: ProposedEvent
    limit: asyncio.Timeout
    outcome: "asyncio.Future[bool | None] | None" = None


class AppSession:
    """A guard, a connected app, and the way between them. `async with` opens it and gives the app back."""

    def __init__(self, connected: ConnectedApp, beginning: AppSessionOpening, limits: AppPortLimits) -> None:
        self._connected, self._beginning, self._limits = connected, beginning, limits
        self.device = AppDevice(
            f"app:{connected.package}", connected.package, connected.reported, self._run_in_app, beginning.now
        )
        app = connected.app
        given = beginning.detectors
        self._detectors: tuple[Detector, ...] = (
            (RulesAlone(beginning.instruction, beginning.specification, app.declared),) if given is None else given
        )
        self.guard = Guard(
            self.device,
            app,
            beginning.specification,
            instruction=beginning.instruction,
            policy=beginning.policy,
            approver=Announcing(beginning.approver, self._asks),
            journal=beginning.journal,
            detectors=self._detectors,
            timeouts=Timeouts(
                device_seconds=limits.outcome_seconds, approval_seconds=limits.ask_seconds - limits.margin_seconds
            ),
            pictures=False,
            agent=beginning.agent,
            resume=beginning.resume,
        )
        self.announce: Callable[[Question], None] = lambda _: None
        self.ended = asyncio.Event()
        self.why = ""
        self._turn = asyncio.Lock()
        self._now: _Turn | None = None
        self._is_asking = False
        self._waiting: dict[str, asyncio.Task[None]] = {}

    @property
    def is_cut_off(self) -> bool:
        """Whether the connection to the app is gone, and not because anybody ended the session."""
        return self._connected.gone

    @property
    def name(self) -> str:
        """How the session is called, here and in the app."""
        return self._beginning.name

    async def __aenter__(self) -> Self:
        await self.guard.__aenter__()
        try:
            await self._rehearse()
            beginning = self._beginning
            await self._connected.take_control(
                beginning.name, beginning.instruction, self, self._limits.control_seconds
            )
        except BaseException as error:
            if self._beginning.resume:
                self.guard.leave()  # it is still open, and the app may come back once more
            else:
                await self.guard.__aexit__(type(error), error, None)
            raise
        if self._beginning.resume:
            async with self._turn:  # what the last action did nobody has seen
                await self.guard.act(Action("wait"))
        return self

    async def _rehearse(self) -> None:
        """What detectors load with their first action takes longer than an app waits for a verdict."""
        for detector in self._detectors:
            with suppress(Exception):  # one that cannot is found out with the first event, and it fails closed
                await detector.before(self.device.screen, Action("wait"))

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end(OVER)
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)
        await self.guard.__aexit__(kind, error, traceback)

    async def leave(self) -> None:
        """Let go of it without a last word, as a process does that is killed: another one goes on with it."""
        waiting = tuple(self._waiting.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self.guard.leave()

    async def finish(self, text: str | None = None, request: str = "") -> Step:
        """The agent says that it is done: verified as any action. Where that is accepted, the app is given back."""
        async with self._turn:
            step = await self.guard.act(Proposal(Action("finish", text=text), request=request))
        if self.guard.over:
            self.end(OVER)
        return step

    def proposed(self, event: ProposedEvent) -> None:
        """An event waits for a verdict."""
        if self._is_asking:
            self._connected.answer(event.id, "block", (ANOTHER_IS_ASKED_ABOUT,), ANOTHER_IS_ASKED_ABOUT)
            return
        task = asyncio.get_running_loop().create_task(self._decide(event))
        self._waiting[event.id] = task
        task.add_done_callback(lambda _: self._waiting.pop(event.id, None))

    def told(self, id: str, ran: bool | None) -> None:
        """What became of an event. One that ran without leave is seen on the next screen, as what came by itself."""
        turn = self._now
        if turn is not None and turn.event.id == id and turn.outcome is not None and not turn.outcome.done():
            turn.outcome.set_result(ran)

    def lost(self, why: str) -> None:
        """The app is its user's again: nothing more is decided, and the task ends as not done."""
        self.device.lost = why
        self.end(why)

    def end(self, why: str) -> None:
        """Give the app back to its user: nothing more is decided."""
        if self.ended.is_set():
            return
        self.why = why
        self._turn_away(why)
        turn = self._now
        if turn is not None and turn.outcome is None:
            self._connected.answer(turn.event.id, "block", (why,), why)
            self._waiting[turn.event.id].cancel()
        elif turn is not None and turn.outcome is not None and not turn.outcome.done():
            turn.outcome.set_result(None)  # nobody will say any more
        self._connected.let_go(why)
        self.ended.set()

    async def _decide(self, event: ProposedEvent) -> None:
        try:
            async with asyncio.timeout(self._limits.verdict_seconds - self._limits.margin_seconds) as limit:
                async with self._turn:
                    self._now, self.device.event = _Turn(event, limit), event
                    try:
                        step = await self.guard.act(action_of(event.event, self.device.screen))
                    finally:
                        self._now = self.device.event = None
                        self._is_asking = False
        except TimeoutError:
            self._block(event, TOO_LATE)
        except Misuse as error:
            self._block(event, str(error))
        else:
            self._conclude(event, step)

    def _conclude(self, event: ProposedEvent, step: Step) -> None:
        reasons = tuple(reason.text for reason in reasons_of(step.decision))
        match step.decision:
            case Warn():
                self._connected.answer(event.id, "warn", reasons, step.feedback)
            case Allow() | Block() | Ask():  # an `Allow` that has reached the app is answered already
                self._connected.answer(event.id, "block", reasons, step.feedback)
            case _:
                assert_never(step.decision)
        if self.guard.over:
            self.end(OVER)

    def _block(self, event: ProposedEvent, why: str) -> None:
        self._connected.answer(event.id, "block", (why,), why)

    async def _run_in_app(self, event: ProposedEvent) -> bool | None:
        turn = self._now
        assert turn is not None
        turn.limit.reschedule(None)
        turn.outcome = asyncio.get_running_loop().create_future()
        self._is_asking = False
        self._connected.answer(event.id, "allow")
        return await turn.outcome

    def _asks(self, question: Question) -> None:
        """Tell the app that a person is asked: nothing else is decided meanwhile."""
        turn = self._now
        if turn is None:
            self.announce(question)
            return
        turn.limit.reschedule(None)
        self._is_asking = True
        reasons = tuple(reason.text for reason in question.reasons)
        self._connected.answer(turn.event.id, "ask", reasons, "A person is asked.")
        self._turn_away(ANOTHER_IS_ASKED_ABOUT)

    def _turn_away(self, why: str) -> None:
        """A no to every event but the one before the guard."""
        now = self._now.event.id if self._now is not None else None
        for id, task in self._waiting.items():
            if id != now:
                self._connected.answer(id, "block", (why,), why)
                task.cancel()
