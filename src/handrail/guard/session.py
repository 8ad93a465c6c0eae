"""One task on one phone: every action is verified before it runs, on record, with people in charge.

    async with Guard(device, app, specification) as guard:
        while not guard.finished:
            step = await guard.act(await agent.next(guard.screen, guard.feedback))

Whatever breaks on the way to a decision becomes a failure that the policy sees, and a committing action is not run on
a failure. Nothing is given to the device that is not in the journal. Source: VeriSafe Agent (MobiCom '25), section 4.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from handrail.app import App, Apps
from handrail.app.drift import Drift
from handrail.device.action import Action
from handrail.device.device import Device, Precondition
from handrail.device.screen import Screen
from handrail.device.trace import nothing_observed
from handrail.error import Misuse
from handrail.guard.account import NOTHING_FOUND, SessionAccount, said_after, why_no_record
from handrail.guard.action_words import called_on
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approved, Approver, Edited, Unanswered
from handrail.guard.approval_flow import ApprovalFlow
from handrail.guard.decision import (
    INFEASIBLE,
    Allow,
    Ask,
    Block,
    Decision,
    DecisionInput,
    Failure,
    Proposal,
    Reason,
    Source,
    is_about_the_device,
    said_about,
)
from handrail.guard.detection import Detected, Detection
from handrail.guard.detector import Detector
from handrail.guard.device_access import (
    DeviceAccess,
    DeviceLease,
    Executes,
    SessionTime,
    hides_text,
    place_of,
    told,
    why_not_aimed,
)
from handrail.guard.journal import Journal
from handrail.guard.journal.entry import (
    Closed,
    Considered,
    Decided,
    Executing,
    Opened,
    Ran,
    Resumed,
    SpecificationChanged,
    UpdatesJudged,
)
from handrail.guard.knowledge import Look
from handrail.guard.opening import Beginning, new_folder
from handrail.guard.policy import PolicySet, default_policy, foreground, is_committing
from handrail.guard.progress_note import ProgressNote
from handrail.guard.resuming import NOT_SEEN_BY_DETECTORS, Interrupted, resume_journal
from handrail.guard.rules_alone import RulesAlone
from handrail.guard.screen_digest import note_screen
from handrail.guard.step import NotedScreen, PendingAction, Step, Timeouts, conclude
from handrail.guard.unforeseen import unforeseen
from handrail.language.diagnostic import SpecificationError
from handrail.language.similarity import DEFAULT_THRESHOLD, EXACT, Similarity
from handrail.language.specification import Specification
from handrail.monitor import Allow as MonitorAllow

if TYPE_CHECKING:
    from handrail.guard.synchronous import SynchronousGuard

_NOT_ASKED = nothing_observed("no detector asked for it")

MOST_EDITS = 3
"""How often a person can change the specification over one action."""

MOST_REFUSED_ENDS = 3
"""After so many refused ends the agent is told how to end a task that cannot be done."""

_TOO_MANY_EDITS = Unanswered(f"the specification was changed {MOST_EDITS} times over one action")
_OVER = "the session is over; `guard.over` says when to stop"
_GIVEN_UP = "not done: the agent says that it cannot be done"
_GONE = "the phone does not show its screen any more: {}"
_HOW_TO_END = f'If the task cannot be done, end it with `finish` and the text "{INFEASIBLE}": it then ends as not done.'
_CHANGED = Reason(
    Source.DEVICE,
    "stale",
    "the screen changed while the action was judged, and it may mean something else there; "
    "look at the screen as it is now and propose again",
)


class Guard:
    """Stands between an agent and a device for one task; use it as an asynchronous context manager.

    `app` is one model or several (`Apps`). `approver` is asked where the policy wants a person; without one, what needs
    a person does not run. `journal` is a new folder; without one it is made under the user's state directory, see
    `journal_folder`. `detectors` look for risk: the sentinel's rules unless others are given, none with `()`.
    `objectives` gives the specification's name for a commitment where a model calls it otherwise.
    `resume` goes on with the session of that journal, which was interrupted: everything that the journal says happened
    is known again, and an action of which it does not say what became counts as perhaps done. Rules, policy, models and
    detectors must be those that it began with. The device stays the caller's: it is not closed.
    """

    def __init__(
        self,
        device: Device,
        app: App | Apps,
        specification: Specification,
        *,
        instruction: str = "",
        policy: PolicySet | None = None,
        approver: Approver | None = None,
        journal: Path | str | None = None,
        detectors: Iterable[Detector] | None = None,
        clock: Callable[[], datetime] | None = None,
        similarity: Similarity = EXACT,
        threshold: float = DEFAULT_THRESHOLD,
        objectives: Mapping[str, str] | None = None,
        timeouts: Timeouts | None = None,
        pictures: bool = True,
        agent: str = "",
        resume: bool = False,
    ) -> None:
        """Nothing is touched before the context is entered."""
        self.finished = False
        apps = Apps.of(app)
        self._beginning = Beginning(
            instruction,
            apps,
            policy or default_policy(),
            similarity,
            threshold,
            objectives,
            device,
            (RulesAlone(instruction, specification, apps.declared),) if detectors is None else tuple(detectors),
            agent,
        )
        self._timeouts = timeouts or Timeouts()
        self._device = DeviceAccess(device, self._timeouts.device_seconds, pictures)
        self._time = SessionTime(self._device, clock)
        self._clock = self._time.host
        self._approval_flow = ApprovalFlow(
            approver or nobody,
            self._device,
            self._clock,
            self._timeouts.approval_seconds,
            instruction,
            lambda entry: self._told.write(entry, durable=True),
            self._why_not_any_more,
        )
        self._detection = Detection(self._beginning.detectors, self._timeouts.detector_seconds)
        self._resume = resume
        began = self._time()
        self.journal_folder = Path(journal) if journal is not None else new_folder(began, self._beginning.session)
        self._verification = self._beginning.verification(specification, began)
        endless = self._beginning.why_it_cannot_end(specification, self._verification)
        if endless is not None:
            raise Misuse(endless)
        self._lease = DeviceLease(device, str(self.journal_folder.absolute()))
        self._synchronous: SynchronousGuard | None = None
        self._is_open = False
        self._account: SessionAccount | None = None
        self._not_checked: tuple[Failure, ...] = ()
        self._proposals = 0
        self._refused_ends = 0
        self._gave_up = False
        self._outcome = ""
        self._broken: str | None = None
        self._turn = asyncio.Lock()

    @property
    def instruction(self) -> str:
        """What was asked for."""
        return self._beginning.instruction

    @property
    def screen(self) -> Screen:
        """The screen as it was last seen."""
        return self._told.view.screen

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more: finished, given up as not done, or stopped because something broke."""
        return self.finished or self._gave_up or self._broken is not None

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action: what was wrong, and what the task still needs."""
        return self._told.feedback

    @property
    def began(self) -> datetime:
        """When the session began, as the phone had it."""
        return self._verification.known.began

    @property
    def progress(self) -> ProgressNote:
        """How far the task has come: each rule, in words, with what it lacks."""
        return self._verification.progress(self._time())

    @property
    def steps(self) -> int:
        """How many actions were proposed."""
        return self._proposals

    @property
    def decided(self) -> Decided | None:
        """The last decision, from the moment on in which it was put on record: while its action runs, too."""
        return self._told.last_decided

    @property
    def drift(self) -> tuple[Drift, ...]:
        """What speaks against a model of an app now: it may be out of date."""
        return self._verification.known.doubts.open

    @property
    def specification(self) -> Specification:
        """The specification in force; a person may have changed it."""
        return self._verification.specification

    @property
    def similarity(self) -> Similarity:
        """What decides whether two texts are alike (`~=`): they are equal, unless the guard was given a measure."""
        return self._beginning.similarity

    def __enter__(self) -> "SynchronousGuard":
        """The same guard for programs without an event loop: `with Guard(…) as guard: step = guard.act(action)`."""
        from handrail.guard.synchronous import SynchronousGuard

        self._synchronous = SynchronousGuard(self)
        return self._synchronous.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._synchronous is not None
        self._synchronous.close(kind, error, traceback)

    async def __aenter__(self) -> Self:
        screen = await self._device.observe()
        if await self._time.take():
            self._verification = self._beginning.verification(self.specification, self._time())
        if self._detection.detectors:
            await self._device.trace()
        folder = self.journal_folder
        journal, interrupted = resume_journal(folder) if self._resume else (Journal.create(folder), None)
        view = NotedScreen(screen, note_screen(screen, key=self._device.key))
        self._account = SessionAccount(journal, self._device, self._verification, self._clock, self._time, view)
        try:
            if interrupted is not None:
                await self._go_on(interrupted, screen)
            else:
                await self._account.open(lambda look: self._opened(self._verification.known.began, look))
        except BaseException:
            journal.close()
            raise
        self._is_open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self._is_open:
            return
        self._is_open = False
        try:
            reason = "finished" if self.finished else _GIVEN_UP if self._gave_up else "stopped"
            reason = reason if error is None else f"an error: {error!r}"
            self._log.append(Closed(self._clock(), self.finished, reason), durable=True)
        finally:
            self._log.close()
            self._lease.give_back()

    def record(self, judged: UpdatesJudged) -> None:
        """Put a decision on record that a program took about updates alone; on the disk if it commits something."""
        commits = bool(judged.commits) and isinstance(judged.verdict, MonitorAllow)
        self._told.write(judged, durable=commits)

    def leave(self) -> None:
        """Let go of the session without a last word, as a process does that is killed: another guard may resume it."""
        if self._is_open:
            self._is_open = False
            self._log.close()
            self._lease.give_back()

    async def observe(self) -> Screen:
        """What the phone shows now, for programs whose calls mean something else on another screen.

        Nothing is decided about it: `screen` stays what it was until the next action. Raises what the driver raises.
        """
        return await self._device.observe()

    async def act(self, proposed: Proposal | Action, *, execute: Executes | None = None) -> Step:
        """Verify one action, and run it if nothing speaks against it. One at a time; others wait their turn.

        `execute` is for programs that keep the phone in their own hands: it is called with the action in place of the
        device's own `execute`, when the action may run. Never raises for what goes wrong on the way: the step says so,
        and nothing ran that it does not say.
        """
        proposal = proposed if isinstance(proposed, Proposal) else Proposal(proposed)
        async with self._turn:
            if not self._is_open or self.finished or self._gave_up:
                raise Misuse(_OVER if self._is_open else "the session is not open; use `async with`")
            self._proposals += 1
            self._outcome = ""
            unfit = why_no_record(proposal)
            if unfit is not None:
                return self._out_of_order(unfit)
            if self._broken is None:
                try:
                    return await self._act(proposal, self._proposals, execute)
                except Exception as error:
                    self._broken = f"the guard stopped working: {error}"
                finally:
                    self._settle_open()
            return self._out_of_order(Reason(Source.FAILURE, "guard", self._broken))

    async def _act(self, proposal: Proposal, number: int, execute: Executes | None) -> Step:
        if proposal.action.type == "finish" and proposal.action.text == INFEASIBLE:
            return self._give_up(number)
        resolved = await self._device.resolved(proposal.action)
        if resolved is not proposal.action:
            proposal = replace(proposal, action=resolved)
        await self._look_again(number)
        edits = 0
        while True:
            pending = await self._consider(proposal, number)
            answer = (
                await self._approval_flow.hold(pending, self._told.view.screen, self.specification)
                if isinstance(pending.proposed, Ask)
                else None
            )
            if not isinstance(answer, Edited):
                break
            refusal = self._edit(answer, number) if edits < MOST_EDITS else _TOO_MANY_EDITS
            edits += 1
            if refusal is not None:
                answer = refusal
                break
        decision = conclude(pending.proposed, answer)
        if isinstance(answer, Approved):
            self._told.open_findings = ()
        if not isinstance(decision, Allow):
            return self._withhold(pending, decision)
        on = self._verification.precondition(self._told.view.screen)
        if proposal.action.type == "finish":
            return await self._finish(pending, decision, on)
        self._told.decided(pending, decision, "")
        self._told.write(Executing(number, self._clock(), pending.digest), durable=pending.committing)
        self._outcome = "lost"  # until the device has said what became of it
        self._outcome, reason = await self._device.execute(proposal.action, on, execute)
        return await self._settle(pending, decision, self._outcome, reason)

    async def _look_again(self, number: int) -> None:
        """What is on the screen now. A change that no action made is taken in, and journaled."""
        try:
            screen = await self._device.observe()
            await self._time.take()
        except Exception as error:
            self._verification.known.lose_sight(f"the phone does not show its screen: {told(error)}")
            return
        has_lapsed = self._verification.known.has_lapsed(self._time())
        if screen != self._told.view.screen or self._verification.known.blind is not None or has_lapsed:
            await self._told.see(screen, number, explained=False)

    async def _consider(self, proposal: Proposal, number: int) -> PendingAction:
        """Everything that the decision is taken from, journaled, and the policy's decision."""
        view = self._told.view
        reception = self._verification.known.sources.reception(proposal.action, view.screen)
        cannot = self._lease.refusal() or why_not_aimed(proposal.action, reception)
        # first of all: whoever gives up while a detector thinks leaves nothing behind that no journal has
        seen = await self._look_for_risk(view.screen, proposal.action) if cannot is None else NOTHING_FOUND
        pending = self._verification.consider(proposal, view.screen, now=self._time(), note=view.note, step=number)
        if _is_supported(pending):
            seen = self._detection.where_supported(view.screen, proposal.action, seen)
        before = self._not_checked if proposal.action.type != "finish" else ()  # a session must be able to end
        findings, failures = self._told.open_findings + seen.findings, before + seen.failures
        called = called_on(view.screen, proposal.action)
        if findings or failures or called:
            pending = replace(pending, findings=findings, failures=pending.failures + failures, called=called)
        digest = self._approval_flow.digest(pending, view.note)
        hides = hides_text(proposal.action, view.screen)
        self._told.write(Considered(pending, digest, place_of(proposal.action), hides))
        if cannot is not None:
            return PendingAction(pending, digest, Block((cannot,)), committing=False)
        try:
            proposed = self._verification.decide(pending)
            committing = is_committing(self._beginning.policy, pending)
        except Exception as error:
            reason = Reason(Source.FAILURE, "policy", f"the policy could not be asked: {told(error)}")
            return PendingAction(pending, digest, Block((reason,)), committing=True)
        return PendingAction(pending, digest, proposed, committing)

    async def _why_not_any_more(self) -> str:
        """Why the rules do not support the open action any more, now that a person has answered; else empty."""
        try:
            await self._time.take()
        except Exception as error:
            return f"the phone does not say what time it is: {told(error)}"
        return self._verification.why_not_any_more(self._time())

    async def _look_for_risk(self, screen: Screen, action: Action) -> Detected:
        if not self._detection.wants_outlook:
            return await self._detection.before(screen, action)
        try:
            outlook = self._verification.outlook(action, screen, self._time())
        except Exception as error:
            failure = Failure("anticipate", f"what is known of the action could not be worked out: {told(error)}")
            seen = await self._detection.before(screen, action)
            return seen._replace(failures=(*seen.failures, failure))
        return await self._detection.before(screen, action, outlook)

    def _edit(self, answer: Edited, number: int) -> Unanswered | None:
        """Take over the specification that a person wrote, if it passes the checks."""
        try:
            specification = Specification.restore(answer.specification, self._beginning.apps)
        except SpecificationError as error:
            return Unanswered(f"the changed specification is refused: {error}")
        endless = self._beginning.why_it_cannot_end(specification, self._verification)
        if endless is not None:
            return Unanswered(f"the changed specification is refused: {endless}")
        self._verification.withdrawn(refused=False)
        self._verification.change_specification(specification)
        self._told.write(SpecificationChanged(number, self._clock(), answer.by, specification.show()), durable=True)
        return None

    def _withhold(self, pending: PendingAction, decision: Decision) -> Step:
        self._verification.withdrawn(decision, refused=not is_about_the_device(decision))
        said = said_about(decision)
        if pending.decision_input.proposal.action.type == "finish":
            self._refused_ends += 1
            if self._refused_ends >= MOST_REFUSED_ENDS:
                said = f"{said} {_HOW_TO_END}"
        self._told.tell(said)
        self._told.decided(pending, decision, self._told.feedback)
        return Step(
            pending.decision_input.step, pending.proposed, decision, "", self._told.feedback, pending.decision_input
        )

    async def _finish(self, pending: PendingAction, decision: Allow, on: Precondition) -> Step:
        """The end counts for the screen that there is when it is accepted."""
        try:
            screen = await self._device.observe()
        except Exception as error:
            self._verification.known.lose_sight(told(error))
            return self._withhold(pending, Block((Reason(Source.DEVICE, "stale", _GONE.format(told(error))),)))
        if not on.holds(screen):
            step = self._withhold(pending, Block((_CHANGED,)))
            await self._told.see(screen, step.number, said=said_about(step.decision), explained=False)
            return replace(step, feedback=self._told.feedback)
        self._told.decided(pending, decision, "")
        self._verification.executed(decision)
        self.finished = True
        self._told.feedback = ""
        return Step(pending.decision_input.step, pending.proposed, decision, "finished", "", pending.decision_input)

    def _give_up(self, number: int) -> Step:
        """The agent says that the task cannot be done: nothing is verified, and the session ends as not done."""
        self._gave_up = True
        self._told.feedback = "The session is over, and the task is not done: the agent says that it cannot be."
        return Step(number, Allow(), Allow(), INFEASIBLE, self._told.feedback, None)

    async def _settle(self, pending: PendingAction, decision: Decision, outcome: str, reason: str) -> Step:
        """Say what became of the action, and look at what it did."""
        decision_input, before = pending.decision_input, self._told.view.screen
        self._told.write(Ran(decision_input.step, self._clock(), outcome, reason))
        if outcome == "executed":
            self._verification.executed(decision)
        else:
            self._verification.withdrawn(refused=False, perhaps_ran=outcome == "lost")
        try:
            screen = await self._device.observe()
            await self._time.take()
            trace = await self._device.trace() if self._detection.detectors else None
        except Exception as error:
            self._not_checked = (NOT_SEEN_BY_DETECTORS,) if self._detection.detectors else ()
            self._verification.known.lose_sight(f"the phone does not show its screen: {told(error)}")
            self._told.tell(f"The phone does not answer: {told(error)}.")
        else:
            ran = decision_input.anticipation.consequences if outcome == "executed" else ()
            beyond = unforeseen(trace or _NOT_ASKED, ran)
            found = await self._detection.after(before, decision_input.proposal.action, screen, beyond)
            self._not_checked = found.failures
            strayed = foreground(self._beginning.policy, before.package, screen.package)
            told_to_agent = said_after(outcome, reason, found.findings, strayed)
            await self._told.see(
                screen, decision_input.step, found, trace, told_to_agent, explained=outcome == "executed"
            )
        return Step(decision_input.step, pending.proposed, decision, outcome, self._told.feedback, decision_input)

    def _opened(self, at: datetime, look: Look) -> Opened:
        return self._beginning.opened(at, self._verification, self._told.view.note, look, self._told.feedback)

    async def _go_on(self, recorded: Interrupted, screen: Screen) -> None:
        """Learn again what the interrupted session knew, and look at what there is now."""
        self._verification = self._told.verification = self._beginning.verification(self.specification, recorded.began)
        recorded.demand_same(self._opened(recorded.began, Look((), (), "", None)))
        recorded.tell(self._verification)
        self._proposals = recorded.steps
        self.finished = recorded.finished
        self._told.open_findings, self._not_checked = recorded.findings, recorded.failures
        self._told.write(Resumed(self._clock(), f"interrupted after step {recorded.steps}"), durable=True)
        await self._told.see(screen, recorded.steps, explained=False)

    def _out_of_order(self, why: Reason) -> Step:
        """What cannot be verified or journaled does not run, whatever it is."""
        decision = Block((why,))
        self._told.feedback = said_about(decision)
        return Step(self._proposals, decision, decision, self._outcome, self._told.feedback, None)

    def _settle_open(self) -> None:
        """Something broke, or the caller gave up waiting: the action counts as not run, or as perhaps run."""
        if self._verification.is_open:
            self._verification.withdrawn(perhaps_ran=self._outcome in ("lost", "executed"))

    @property
    def _told(self) -> SessionAccount:
        if self._account is None:
            raise Misuse("the guard has not seen a screen yet; write `async with Guard(…) as guard:`")
        return self._account

    @property
    def _log(self) -> Journal:
        return self._told.journal


def _is_supported(considered: DecisionInput) -> bool:
    """Whether the accepted rules support what trusted sources say that an action commits; the agent's word is none."""
    committed = considered.anticipation.commits - considered.proposal.commits
    return bool(committed) and isinstance(considered.verdict, MonitorAllow)
