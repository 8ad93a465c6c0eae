"""One task on one phone: every action is verified before it runs, on record, with people in charge.

    async with Guard(device, app, specification) as guard:
        while not guard.finished:
            step = await guard.act(await agent.next(guard.screen, guard.feedback))

Whatever breaks on the way to a decision becomes a failure that the policy sees, and a committing action is not run on
a failure. Nothing is given to the device that is not in the journal. Source: VeriSafe Agent (MobiCom '25), section 4.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar, assert_never
from uuid import uuid4

from handrail.app import App, Apps
from handrail.device.action import Action
from handrail.device.aim import aim
from handrail.device.device import Device, Executed, Execution, Refused, StaleScreen
from handrail.device.element import Bounds
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import Misuse
from handrail.guard.approval import Ledger, ask, digest_of, nobody
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered
from handrail.guard.consideration import Consideration, Failure, ScreenNote
from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Source, reasons_of
from handrail.guard.detector import Detector, Finding, Severity
from handrail.guard.feedback import said_about
from handrail.guard.journal import Journal
from handrail.guard.journal.entry import (
    Answered,
    Asked,
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
from handrail.guard.opening import describe_apps, new_folder, states_document
from handrail.guard.policy import Policy, default_policy, foreground, is_committing
from handrail.guard.proposal import Proposal
from handrail.guard.resuming import Interrupted, read_interrupted
from handrail.guard.verification import Verification, note_screen
from handrail.language.diagnostic import SpecificationError
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification

MOST_EDITS = 3
"""How often a person can change the specification over one action."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the guard waits, in seconds, before a wait counts as a failure."""

    device_seconds: float = 30.0
    detector_seconds: float = 30.0
    approval_seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one proposed action.

    `proposed` is the decision before anybody was asked, `decision` the final one. `outcome` is what the device said:
    `executed`, `stale`, `refused`, `lost`, or empty where it was not asked; an accepted `finish` is `finished`.
    `feedback` is for the agent.
    """

    number: int
    proposed: Decision
    decision: Decision
    outcome: str
    feedback: str
    consideration: Consideration | None

    @property
    def executed(self) -> bool:
        """Whether the action ran."""
        return self.outcome == "executed"


@dataclass(frozen=True, slots=True)
class _View:
    """The screen as it was last seen, with its note."""

    screen: Screen
    note: ScreenNote


class Guard:
    """Stands between an agent and a device for one task; use it as an asynchronous context manager.

    `app` is one model or several (`Apps`). `approver` is asked where the policy wants a person; without one, what needs
    a person does not run. `journal` is a new folder; without one it is made under the user's state directory, see
    `journal_folder`. `objectives` gives the specification's name for a commitment where a model calls it otherwise.
    `resume` goes on with the session of that journal, which was interrupted: the same specification, and everything
    that the journal says happened; an action of which it does not say what became counts as perhaps done. The device
    stays the caller's: it is not closed.
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
        self._device = device
        self._apps = Apps.of(app)
        self._policy = policy or default_policy()
        self._approver = approver or nobody
        self._detectors = tuple(detectors)
        self._clock = clock or _local_time
        self._patience = patience or Patience()
        self._pictures = pictures
        self._agent = agent
        self._resume = resume
        self._session = uuid4().hex
        began = self._clock()
        self.journal_folder = Path(journal) if journal is not None else new_folder(began, self._session)
        self._similarity, self._threshold, self._objectives = similarity, threshold, dict(objectives or {})
        self._verification = self._new_verification(specification, began)
        self._journal: Journal | None = None
        self._view: _View | None = None
        self._feedback = ""
        self._open_findings: tuple[Finding, ...] = ()
        self._proposals = 0
        self._ledger = Ledger()
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
        screen = await self._wait(self._device.observe(), self._patience.device_seconds)
        if self._detectors:
            await self._wait(self._device.trace(), self._patience.device_seconds)
        recorded = read_interrupted(self.journal_folder) if self._resume else None
        self._journal = Journal.resume(self.journal_folder) if recorded else Journal.create(self.journal_folder)
        try:
            if recorded:
                await self._go_on(recorded, screen)
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
            if self._broken is None:
                try:
                    return await self._act(proposal, self._proposals)
                except Exception as error:
                    self._broken = f"the guard stopped working: {error}"
                finally:
                    self._settle_open()
            return self._out_of_order(self._broken)

    async def _act(self, proposal: Proposal, number: int) -> Step:
        failures = await self._look_again(number)
        for _ in range(MOST_EDITS):
            case = await self._consider(proposal, number, failures)
            answer = await self._consult(case) if isinstance(case.proposed, Ask) else None
            if not isinstance(answer, Edited):
                break
            refusal = self._edit(answer, number)
            if refusal is not None:
                answer = refusal
                break
        else:
            answer = Unanswered(f"the specification was changed {MOST_EDITS} times over one action")
        decision = _conclude(case.proposed, answer)
        if isinstance(answer, Approved):
            self._open_findings = ()
        if not isinstance(decision, Allow):
            return self._withhold(case, decision)
        self._write(self._decided(case, decision, ""))
        if proposal.action.type == "finish":
            return self._finish(case, decision)
        self._write(Executing(number, self._clock(), case.digest), durable=case.committing)
        self._outcome = "lost"  # until the device has said what became of it
        self._outcome, reason = await self._execute(proposal.action)
        return await self._settle(case, decision, self._outcome, reason)

    async def _look_again(self, number: int) -> tuple[Failure, ...]:
        """What is on the screen now. A change that no action made is taken in, and journaled."""
        try:
            screen = await self._wait(self._device.observe(), self._patience.device_seconds)
        except Exception as error:
            self._verification.lose_sight(f"the phone does not show its screen: {_told(error)}")
            return ()
        if screen != self._shown.screen or self._verification.is_blind:
            await self._see(screen, number, ())
        return ()

    async def _consider(self, proposal: Proposal, number: int, failures: tuple[Failure, ...]) -> "_Case":
        """Everything that the decision is taken from, journaled, and the policy's decision."""
        view = self._shown
        cannot = _cannot(proposal.action, view.screen)
        case = self._verification.consider(
            proposal, view.screen, now=self._clock(), note=view.note, failures=failures, step=number
        )
        findings: list[Finding] = list(self._open_findings)
        found: list[Failure] = []
        for detector in self._detectors if cannot is None else ():
            try:
                findings += await self._wait(
                    detector.before(view.screen, proposal.action), self._patience.detector_seconds
                )
            except Exception as error:
                found.append(Failure(f"detector {detector.name}", _told(error)))
        case = replace(case, findings=tuple(findings), failures=case.failures + tuple(found))
        digest = digest_of(proposal.action, view.note.digest, case.anticipation.updates, case.commits)
        self._write(Considered(case, digest, _place(proposal.action)))
        if cannot is not None:
            return _Case(case, digest, Block((cannot,)), committing=False)
        try:
            proposed = self._verification.decide(case)
            committing = is_committing(self._policy, case)
        except Exception as error:
            reason = Reason(Source.FAILURE, "policy", f"the policy could not be asked: {_told(error)}")
            return _Case(case, digest, Block((reason,)), committing=True)
        return _Case(case, digest, proposed, committing)

    async def _consult(self, case: "_Case") -> Answer:
        """Ask a person, and make sure that what was shown is what would run."""
        one, now = case.consideration, self._clock()
        picture = await self._picture(self._shown.screen) if self._pictures else None
        question = Question(
            uuid4().hex,
            case.digest,
            one.step,
            self.instruction,
            one.proposal.action,
            one.package,
            one.anticipation.updates,
            tuple(sorted(one.commits)),
            reasons_of(case.proposed),
            now,
            now + timedelta(seconds=self._patience.approval_seconds),
            self.specification.show(),
            picture,
        )
        self._write(Asked(one.step, now, question.identifier, case.digest, question.expires_at), durable=True)
        answer = await ask(self._approver, question, clock=self._clock)
        self._write(Answered(one.step, self._clock(), question.identifier, answer), durable=True)
        if not isinstance(answer, Approved):
            return answer
        try:
            screen = await self._wait(self._device.observe(), self._patience.device_seconds)
        except Exception as error:
            return Unanswered(f"the approval is void: the phone does not show its screen any more: {_told(error)}")
        if note_screen(screen).digest != one.screen.digest:
            return Unanswered("the approval is void: the screen has changed since it was shown")
        digest = digest_of(one.proposal.action, note_screen(screen).digest, one.anticipation.updates, one.commits)
        self._ledger, used = self._ledger.use(question, answer, digest=digest, step=one.step, now=self._clock())
        return used

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

    def _withhold(self, case: "_Case", decision: Decision) -> Step:
        self._verification.withdrawn(decision, refused=not _is_about_the_device(decision))
        self._tell(said_about(decision))
        self._write(self._decided(case, decision, self._feedback))
        return Step(case.consideration.step, case.proposed, decision, "", self._feedback, case.consideration)

    def _finish(self, case: "_Case", decision: Decision) -> Step:
        self._verification.executed(decision)
        self.finished = True
        self._feedback = ""
        return Step(case.consideration.step, case.proposed, decision, "finished", "", case.consideration)

    async def _execute(self, action: Action) -> tuple[str, str]:
        """Give the action to the device; what it said, or `lost` where nobody knows what it did."""
        try:
            execution: Execution = await self._wait(self._device.execute(action), self._patience.device_seconds)
        except Exception as error:
            return "lost", f"the phone did not say whether it ran: {_told(error)}"
        match execution:
            case Executed():
                return "executed", ""
            case StaleScreen(reason):
                return "stale", reason
            case Refused(reason):
                return "refused", reason
            case _:
                assert_never(execution)

    async def _settle(self, case: "_Case", decision: Decision, outcome: str, reason: str) -> Step:
        """Say what became of the action, and look at what it did."""
        one, before = case.consideration, self._shown.screen
        self._write(Ran(one.step, self._clock(), outcome, reason))
        if outcome == "executed":
            self._verification.executed(decision)
        else:
            self._verification.withdrawn(refused=False, perhaps_ran=outcome == "lost")
        try:
            screen = await self._wait(self._device.observe(), self._patience.device_seconds)
            trace = await self._trace()
        except Exception as error:
            self._verification.lose_sight(f"the phone does not show its screen: {_told(error)}")
            self._tell(f"The phone does not answer: {_told(error)}.")
        else:
            findings, failures = await self._after(before, one.proposal.action, screen, trace)
            said = [reason and f"Not executed: {reason}."]
            said += [f"{one.message}" for one in findings if one.severity >= Severity.MEDIUM]
            said += [one.text for one in foreground(self._policy, before.package, screen.package)]
            await self._see(screen, one.step, findings, trace, failures, " ".join(part for part in said if part))
        return Step(one.step, case.proposed, decision, outcome, self._feedback, one)

    async def _see(
        self,
        screen: Screen,
        number: int,
        findings: tuple[Finding, ...],
        trace: SystemTrace | None = None,
        failures: tuple[Failure, ...] = (),
        said: str = "",
    ) -> None:
        """Take in a screen, journal what it says, and tell the agent."""
        picture = await self._keep_picture(screen)
        self._view = _View(screen, note_screen(screen, picture))
        look = self._verification.look(screen, now=self._clock())
        self._open_findings += tuple(one for one in findings if one.severity >= Severity.HIGH)
        self._tell(" ".join(part for part in (said, look.said) if part))
        self._write(
            Saw(
                number,
                self._clock(),
                self._view.note,
                look.updates,
                look.unread,
                findings,
                tuple(f"{part}: {why}" for part, why in (trace.not_observed() if trace else {}).items()),
                (*failures, *([look.failure] if look.failure else [])),
                self._verification.progress(self._clock()),
                self._feedback,
            )
        )

    async def _after(
        self, before: Screen, action: Action, after: Screen, trace: SystemTrace
    ) -> tuple[tuple[Finding, ...], tuple[Failure, ...]]:
        findings: list[Finding] = []
        failures: list[Failure] = []
        for detector in self._detectors:
            try:
                seen = detector.after(before, action, after, trace)
                findings += await self._wait(seen, self._patience.detector_seconds)
            except Exception as error:
                failures.append(Failure(f"detector {detector.name}", _told(error)))
        return tuple(findings), tuple(failures)

    async def _trace(self) -> SystemTrace:
        if not self._detectors:
            return nothing_observed("no detector asked for it")
        return await self._wait(self._device.trace(), self._patience.device_seconds)

    async def _open(self, screen: Screen) -> None:
        picture = await self._keep_picture(screen)
        self._view = _View(screen, note_screen(screen, picture))
        now = self._clock()
        look = self._verification.look(screen, now=now)
        self._tell(look.said)
        self._write(
            Opened(
                now,
                self._session,
                self.instruction,
                self.specification.show(),
                states_document(self.specification.states),
                self._policy.source,
                describe_apps(self._apps),
                self._device.name,
                self._agent,
                tuple(one.name for one in self._detectors),
                self._threshold,
                self._similarity.name,
                self._view.note,
                look.updates,
                look.unread,
                self._verification.progress(now),
                self._feedback,
            ),
            durable=True,
        )

    async def _go_on(self, recorded: Interrupted, screen: Screen) -> None:
        """Learn again what the interrupted session knew, and look at what there is now."""
        self._verification = self._new_verification(self.specification, recorded.began)
        recorded.tell(self._verification)
        self._proposals = recorded.steps
        self._write(Resumed(self._clock(), f"interrupted after step {recorded.steps}"), durable=True)
        await self._see(screen, recorded.steps, ())

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
        picture = await self._picture(screen) if self._pictures else None
        return self._log.picture(picture) if picture is not None else None

    async def _picture(self, screen: Screen) -> bytes | None:
        """A screenshot, unless there is a password field on the screen or the phone gives none."""
        if any(element.password for element in screen.elements()):
            return None
        try:
            return await self._wait(self._device.screenshot(), self._patience.device_seconds)
        except Exception:  # a picture is for people; without one the step goes on
            return None

    def _decided(self, case: "_Case", decision: Decision, feedback: str) -> Decided:
        now = self._clock()
        progress = self._verification.progress(now)
        return Decided(case.consideration.step, now, case.proposed, decision, feedback, progress)

    def _tell(self, said: str) -> None:
        roadmap = self._verification.roadmap(self._clock())
        self._feedback = f"{said}\n\n{roadmap}" if said else roadmap

    def _out_of_order(self, why: str) -> Step:
        """Nothing can be verified or journaled any more, so nothing runs; also not what would only read."""
        decision = Block((Reason(Source.FAILURE, "guard", why),))
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
    def _shown(self) -> _View:
        assert self._view is not None
        return self._view

    async def _wait(self, waiting: Awaitable[Result], seconds: float) -> Result:
        async with asyncio.timeout(seconds):
            return await waiting


@dataclass(frozen=True, slots=True)
class _Case:
    """A considered action with the policy's decision about it."""

    consideration: Consideration
    digest: str
    proposed: Decision
    committing: bool


def _conclude(proposed: Decision, answer: Answer | None) -> Decision:
    """The final decision: a question that was not answered with a yes is a no."""
    match answer:
        case None:
            return proposed
        case Approved(_, by):
            return Allow((*reasons_of(proposed), Reason(Source.APPROVAL, "approved", f"approved by {by}")))
        case Rejected(by, note):
            return _no(proposed, "rejected", f"rejected by {by}{f': {note}' if note else ''}")
        case Unanswered(reason):
            return _no(proposed, "unanswered", f"nobody approved it: {reason}")
        case Edited():
            return _no(proposed, "edited", "the specification was changed; propose the action again")
        case _:
            assert_never(answer)


def _no(proposed: Decision, rule: str, text: str) -> Block:
    return Block((Reason(Source.APPROVAL, rule, text), *reasons_of(proposed)))


def _cannot(action: Action, screen: Screen) -> Reason | None:
    """Why an action cannot be aimed at anything on the screen as it is now."""
    if action.type == "finish":
        return None
    aimed = aim(action, screen)
    match aimed:
        case StaleScreen(reason):
            return Reason(Source.DEVICE, "stale", f"{reason}; look at the screen as it is now and propose again")
        case Refused(reason):
            return Reason(Source.DEVICE, "refused", reason)
        case _:
            return None


def _is_about_the_device(decision: Decision) -> bool:
    return all(reason.source is Source.DEVICE for reason in reasons_of(decision))


def _place(action: Action) -> Bounds | None:
    return action.element.bounds if action.element is not None else None


def _told(error: BaseException) -> str:
    return str(error) or ("it took too long" if isinstance(error, TimeoutError) else type(error).__name__)


def _local_time() -> datetime:
    return datetime.now().astimezone()
