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
from typing import Self
from uuid import uuid4

from handrail.app import App, Apps, Update
from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import Misuse
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approved, Approver, Edited, Unanswered
from handrail.guard.case import Case, Changed, View
from handrail.guard.conclusion import conclude
from handrail.guard.consideration import Failure, ScreenNote
from handrail.guard.consultation import Consultation
from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Source, reasons_of
from handrail.guard.detection import Detected, Detection
from handrail.guard.detector import Detector, Finding, Severity
from handrail.guard.device_access import DeviceAccess, hides_text, place_of, told, why_not_aimed
from handrail.guard.feedback import said_about
from handrail.guard.journal import Journal
from handrail.guard.journal.entry import (
    Closed,
    Considered,
    Decided,
    Entry,
    Executing,
    Opened,
    Ran,
    Resumed,
    Saw,
    SpecificationChanged,
)
from handrail.guard.journal.form import write_record
from handrail.guard.opening import describe_apps, new_folder, states_document
from handrail.guard.policy import Policy, default_policy, foreground, is_committing
from handrail.guard.policy.classes import READING
from handrail.guard.proposal import Proposal
from handrail.guard.resuming import NOT_SEEN_BY_DETECTORS, Interrupted, read_interrupted
from handrail.guard.step import Patience, Step
from handrail.guard.verification import Verification, note_screen
from handrail.language.diagnostic import SpecificationError
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.language.words import printable

_NOTHING_FOUND = Detected()
_NOT_ASKED = nothing_observed("no detector asked for it")

MOST_EDITS = 3
"""How often a person can change the specification over one action."""

LONGEST_FAULT = 300
_TOO_MANY_EDITS = Unanswered(f"the specification was changed {MOST_EDITS} times over one action")
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
    `journal_folder`. `objectives` gives the specification's name for a commitment where a model calls it otherwise.
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
        policy: Policy | None = None,
        approver: Approver | None = None,
        journal: Path | str | None = None,
        detectors: Iterable[Detector] = (),
        clock: Callable[[], datetime] | None = None,
        similarity: Similarity = TRIGRAMS,
        threshold: float = DEFAULT_THRESHOLD,
        objectives: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        pictures: bool = True,
        agent: str = "",
        resume: bool = False,
    ) -> None:
        """Nothing is touched before the context is entered."""
        self.instruction = instruction
        self.finished = False
        self._apps = Apps.of(app)
        self._policy = policy or default_policy()
        self._clock = clock or _local_time
        self._patience = patience or Patience()
        self._device = DeviceAccess(device, self._patience.device_seconds, pictures)
        self._consultation = Consultation(
            approver or nobody,
            self._device,
            self._clock,
            self._patience.approval_seconds,
            instruction,
            lambda entry: self._write(entry, durable=True),
        )
        self._detection = Detection(tuple(detectors), self._patience.detector_seconds)
        self._agent = agent
        self._resume = resume
        self._session = uuid4().hex
        began = self._clock()
        self.journal_folder = Path(journal) if journal is not None else new_folder(began, self._session)
        self._similarity, self._threshold, self._objectives = similarity, threshold, dict(objectives or {})
        self._verification = self._new_verification(specification, began)
        self._journal: Journal | None = None
        self._view: View | None = None
        self._feedback = ""
        self._open_findings: tuple[Finding, ...] = ()
        self._not_checked: tuple[Failure, ...] = ()
        self._proposals = 0
        self._outcome = ""
        self._broken: str | None = None
        self._turn = asyncio.Lock()

    @property
    def screen(self) -> Screen:
        """The screen as it was last seen."""
        if self._view is None:
            raise Misuse("the guard has not seen a screen yet; write `async with Guard(…) as guard:`")
        return self._view.screen

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action: what was wrong, and what the task still needs."""
        return self._feedback

    @property
    def specification(self) -> Specification:
        """The specification in force; a person may have changed it."""
        return self._verification.specification

    async def __aenter__(self) -> Self:
        screen = await self._device.observe()
        if self._detection.detectors:
            await self._device.trace()
        if self._resume:
            read_interrupted(self.journal_folder)  # before anything is touched in a folder that is none to resume
        self._journal = (Journal.resume if self._resume else Journal.create)(self.journal_folder)
        try:
            if self._resume:  # read when nobody else can write it
                await self._go_on(read_interrupted(self.journal_folder), screen)
            else:
                await self._open(screen)
        except BaseException:
            self._journal.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        journal, self._journal = self._journal, None
        if journal is None:
            return
        try:
            reason = "finished" if self.finished else "stopped" if error is None else f"an error: {error!r}"
            journal.append(Closed(self._clock(), self.finished, reason), durable=True)
        finally:
            journal.close()

    async def act(self, proposed: Proposal | Action) -> Step:
        """Verify one action, and run it if nothing speaks against it. One at a time; others wait their turn.

        Never raises for what goes wrong on the way: the step says so, and nothing ran that it does not say.
        """
        proposal = proposed if isinstance(proposed, Proposal) else Proposal(proposed)
        async with self._turn:
            if self._journal is None or self.finished:
                raise Misuse("the session is over" if self.finished else "the session is not open; use `async with`")
            self._proposals += 1
            self._outcome = ""
            unfit = _unfit(proposal)
            if unfit is not None:
                return self._out_of_order(unfit)
            if self._broken is None:
                try:
                    return await self._act(proposal, self._proposals)
                except Exception as error:
                    self._broken = f"the guard stopped working: {error}"
                finally:
                    self._settle_open()
            return self._out_of_order(Reason(Source.FAILURE, "guard", self._broken))

    async def _act(self, proposal: Proposal, number: int) -> Step:
        took_time = await self._look_again(number) or bool(self._detection.detectors)
        edits = 0
        while True:
            case = await self._consider(proposal, number)
            answer = (
                await self._consultation.hold(case, self._shown.screen, self.specification)
                if isinstance(case.proposed, Ask)
                else None
            )
            if not isinstance(answer, Edited):
                break
            refusal = self._edit(answer, number) if edits < MOST_EDITS else _TOO_MANY_EDITS
            edits, took_time = edits + 1, True
            if refusal is not None:
                answer = refusal
                break
        decision = conclude(case.proposed, answer)
        if isinstance(answer, Approved):
            self._open_findings = ()
        if not isinstance(decision, Allow):
            return self._withhold(case, decision)
        if not isinstance(answer, Approved):
            changed = await self._changed_since(case, took_time)
            if changed is not None:
                return await self._not_on_that_screen(case, changed)
        self._write(self._decided(case, decision, ""))
        if proposal.action.type == "finish":
            return self._finish(case, decision)
        self._write(Executing(number, self._clock(), case.digest), durable=case.committing)
        self._outcome = "lost"  # until the device has said what became of it
        self._outcome, reason = await self._device.execute(proposal.action)
        return await self._settle(case, decision, self._outcome, reason)

    async def _look_again(self, number: int) -> bool:
        """What is on the screen now. A change that no action made is taken in, and journaled; whether there was one."""
        try:
            screen = await self._device.observe()
        except Exception as error:
            self._verification.lose_sight(f"the phone does not show its screen: {told(error)}")
            return False
        if screen != self._shown.screen or self._verification.is_blind:
            await self._see(screen, number)
            return True
        return False

    async def _consider(self, proposal: Proposal, number: int) -> Case:
        """Everything that the decision is taken from, journaled, and the policy's decision."""
        view = self._shown
        cannot = why_not_aimed(proposal.action, view.screen)
        case = self._verification.consider(proposal, view.screen, now=self._clock(), note=view.note, step=number)
        seen = await self._detection.before(view.screen, proposal.action) if cannot is None else _NOTHING_FOUND
        before = self._not_checked if proposal.action.type != "finish" else ()  # a session must be able to end
        case = replace(
            case, findings=self._open_findings + seen.findings, failures=case.failures + before + seen.failures
        )
        digest = self._consultation.digest(case, view.note)
        hides = hides_text(proposal.action, view.screen)
        self._write(Considered(case, digest, place_of(proposal.action), hides))
        if cannot is not None:
            return Case(case, digest, Block((cannot,)), committing=False)
        try:
            proposed = self._verification.decide(case)
            committing = is_committing(self._policy, case)
        except Exception as error:
            reason = Reason(Source.FAILURE, "policy", f"the policy could not be asked: {told(error)}")
            return Case(case, digest, Block((reason,)), committing=True)
        return Case(case, digest, proposed, committing)

    async def _changed_since(self, case: Case, took_time: bool) -> Changed | None:
        """What is on the screen now, if it is not what the decision was taken from.

        Asked where it matters: for what commits something, for the end, and where detectors, a picture or people took
        their time.
        """
        action, shown = case.consideration.proposal.action, self._shown.screen
        if not (case.committing or action.type == "finish" or (took_time and action.type not in READING)):
            return None
        try:
            screen = await self._device.observe()
        except Exception as error:
            what = f"the phone does not show its screen any more: {told(error)}"
            return Changed(Reason(Source.DEVICE, "stale", what), None)
        cannot = why_not_aimed(action, screen)
        if cannot is None and self._verification.still_holds(shown, screen, committing=case.committing):
            return None
        return Changed(cannot or _CHANGED, screen)

    async def _not_on_that_screen(self, case: Case, changed: Changed) -> Step:
        """Withhold an action that was judged on another screen, and look at the one that there is now."""
        decision = Block((changed.reason,))
        step = self._withhold(replace(case, proposed=decision), decision)
        if changed.screen is None:
            self._verification.lose_sight(changed.reason.text)
            return step
        await self._see(changed.screen, step.number, said=said_about(decision))
        return replace(step, feedback=self._feedback)

    def _edit(self, answer: Edited, number: int) -> Unanswered | None:
        """Take over the specification that a person wrote, if it passes the checks."""
        try:
            specification = Specification.parse(answer.specification, self._apps)
        except SpecificationError as error:
            return Unanswered(f"the changed specification is refused: {error}")
        self._verification.withdrawn(refused=False)
        self._verification.change_specification(specification)
        self._write(SpecificationChanged(number, self._clock(), answer.by, specification.show()), durable=True)
        return None

    def _withhold(self, case: Case, decision: Decision) -> Step:
        self._verification.withdrawn(decision, refused=not _is_about_the_device(decision))
        self._tell(said_about(decision))
        self._write(self._decided(case, decision, self._feedback))
        return Step(case.consideration.step, case.proposed, decision, "", self._feedback, case.consideration)

    def _finish(self, case: Case, decision: Decision) -> Step:
        self._verification.executed(decision)
        self.finished = True
        self._feedback = ""
        return Step(case.consideration.step, case.proposed, decision, "finished", "", case.consideration)

    async def _settle(self, case: Case, decision: Decision, outcome: str, reason: str) -> Step:
        """Say what became of the action, and look at what it did."""
        one, before = case.consideration, self._shown.screen
        self._write(Ran(one.step, self._clock(), outcome, reason))
        if outcome == "executed":
            self._verification.executed(decision)
        else:
            self._verification.withdrawn(refused=False, perhaps_ran=outcome == "lost")
        try:
            screen = await self._device.observe()
            trace = await self._device.trace() if self._detection.detectors else None
        except Exception as error:
            self._not_checked = (NOT_SEEN_BY_DETECTORS,) if self._detection.detectors else ()
            self._verification.lose_sight(f"the phone does not show its screen: {told(error)}")
            self._tell(f"The phone does not answer: {told(error)}.")
        else:
            found = await self._detection.after(before, one.proposal.action, screen, trace or _NOT_ASKED)
            self._not_checked = found.failures
            said = [reason and f"Not executed: {reason}."]
            said += [f"{one.message}" for one in found.findings if one.severity >= Severity.MEDIUM]
            said += [one.text for one in foreground(self._policy, before.package, screen.package)]
            await self._see(screen, one.step, found, trace, " ".join(part for part in said if part))
        return Step(one.step, case.proposed, decision, outcome, self._feedback, one)

    async def _see(
        self,
        screen: Screen,
        number: int,
        found: Detected = _NOTHING_FOUND,
        trace: SystemTrace | None = None,
        said: str = "",
    ) -> None:
        """Take in a screen, journal what it says, and tell the agent."""
        picture = await self._keep_picture(screen)
        self._view = View(screen, note_screen(screen, picture))
        look = self._verification.look(screen, now=self._clock())
        self._open_findings += tuple(one for one in found.findings if one.severity >= Severity.HIGH)
        self._tell(" ".join(part for part in (said, look.said) if part))
        self._write(
            Saw(
                number,
                self._clock(),
                self._view.note,
                look.updates,
                look.unread,
                found.findings,
                tuple(f"{part}: {why}" for part, why in (trace.not_observed() if trace else {}).items()),
                (*found.failures, *([look.failure] if look.failure else [])),
                self._verification.progress(self._clock()),
                self._feedback,
            )
        )

    async def _open(self, screen: Screen) -> None:
        picture = await self._keep_picture(screen)
        self._view = View(screen, note_screen(screen, picture))
        now = self._verification.began
        look = self._verification.look(screen, now=now)
        self._tell(look.said)
        self._write(self._opening(now, self._view.note, look.updates, look.unread), durable=True)

    def _opening(
        self, now: datetime, note: ScreenNote, updates: tuple[Update, ...] = (), unread: tuple[str, ...] = ()
    ) -> Opened:
        """All that the session trusts, and what the first screen says."""
        return Opened(
            now,
            self._session,
            self.instruction,
            self.specification.show(),
            states_document(self.specification.states),
            self._policy.source,
            describe_apps(self._apps),
            self._device.device.name,
            self._agent,
            tuple(one.name for one in self._detection.detectors),
            self._threshold,
            self._similarity.name,
            note,
            updates,
            unread,
            self._verification.progress(now),
            self._feedback,
            self._objectives,
        )

    async def _go_on(self, recorded: Interrupted, screen: Screen) -> None:
        """Learn again what the interrupted session knew, and look at what there is now."""
        self._verification = self._new_verification(self.specification, recorded.began)
        recorded.demand_same(self._opening(recorded.began, note_screen(screen)))
        recorded.tell(self._verification)
        self._proposals = recorded.steps
        self.finished = recorded.finished
        self._open_findings, self._not_checked = recorded.findings, recorded.failures
        self._write(Resumed(self._clock(), f"interrupted after step {recorded.steps}"), durable=True)
        await self._see(screen, recorded.steps)

    def _new_verification(self, specification: Specification, began: datetime) -> Verification:
        return Verification(
            specification,
            self._apps,
            self._policy,
            began=began,
            similarity=self._similarity,
            threshold=self._threshold,
            objectives=self._objectives,
        )

    async def _keep_picture(self, screen: Screen) -> str | None:
        picture = await self._device.picture(screen)
        return self._log.picture(picture) if picture is not None else None

    def _decided(self, case: Case, decision: Decision, feedback: str) -> Decided:
        now = self._clock()
        progress = self._verification.progress(now)
        return Decided(case.consideration.step, now, case.proposed, decision, feedback, progress)

    def _tell(self, said: str) -> None:
        roadmap = self._verification.roadmap(self._clock())
        self._feedback = f"{said}\n\n{roadmap}" if said else roadmap

    def _out_of_order(self, why: Reason) -> Step:
        """What cannot be verified or journaled does not run, whatever it is."""
        decision = Block((why,))
        self._feedback = said_about(decision)
        return Step(self._proposals, decision, decision, self._outcome, self._feedback, None)

    def _settle_open(self) -> None:
        """Something broke, or the caller gave up waiting: the action counts as not run, or as perhaps run."""
        if self._verification.is_open:
            self._verification.withdrawn(perhaps_ran=self._outcome in ("lost", "executed"))

    def _write(self, entry: Entry, *, durable: bool = False) -> None:
        self._log.append(entry, durable=durable)

    @property
    def _log(self) -> Journal:
        assert self._journal is not None
        return self._journal

    @property
    def _shown(self) -> View:
        assert self._view is not None
        return self._view


def _unfit(proposal: Proposal) -> Reason | None:
    """Why something is no proposal at all: what cannot be put on record is not looked at any further."""
    try:
        write_record(proposal)
    except Exception as error:
        return Reason(Source.DEVICE, "refused", f"this is no action: {printable(str(error), LONGEST_FAULT)}")
    return None


def _is_about_the_device(decision: Decision) -> bool:
    return all(reason.source is Source.DEVICE for reason in reasons_of(decision))


def _local_time() -> datetime:
    return datetime.now().astimezone()
