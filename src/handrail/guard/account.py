"""What a session has seen, written and told: the screen it decides on, its journal, and what the agent hears."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.decision import Decision, Proposal, Reason, Source
from handrail.guard.detection import Detected
from handrail.guard.detector import Finding, Severity
from handrail.guard.device_access import DeviceAccess
from handrail.guard.journal import Journal
from handrail.guard.journal.codec import write_record
from handrail.guard.journal.entry import Decided, Entry, Opened, Saw
from handrail.guard.knowledge import Look
from handrail.guard.policy.texts import finding
from handrail.guard.screen_digest import note_screen
from handrail.guard.step import NotedScreen, PendingAction
from handrail.guard.verification import Verification
from handrail.language.verbalize import printable

NOTHING_FOUND = Detected()
_LONGEST_FAULT = 300
_NOT_RUN = {
    "stale": "Not executed",
    "refused": "Not executed",
    "lost": "Nobody knows whether it ran, so look at the screen before anything else",
}


@dataclass(slots=True)
class SessionAccount:
    """Everything that is written goes through here, and everything that is told is written.

    `clock` is the host's, for when something was written; `time` is the phone's, for what holds on it.
    """

    journal: Journal
    device: DeviceAccess
    verification: Verification
    clock: Callable[[], datetime]
    time: Callable[[], datetime]
    view: NotedScreen
    feedback: str = ""
    open_findings: tuple[Finding, ...] = ()
    last_decided: Decided | None = None

    async def open(self, opening: Callable[[Look], Opened]) -> None:
        """Take in the first screen, and write down all that the session trusts."""
        await self._look_at(self.view.screen)
        look = self.verification.look(self.view.screen, now=self.verification.known.began)
        self.tell(look.said)
        self.write(opening(look), durable=True)

    async def see(
        self,
        screen: Screen,
        number: int,
        found: Detected = NOTHING_FOUND,
        trace: SystemTrace | None = None,
        said: str = "",
        *,
        explained: bool = True,
    ) -> None:
        """Take in a screen, journal what it says, and tell the agent."""
        await self._look_at(screen)
        now = self.time()
        gone = trace.files_gone() if trace is not None else ()
        look = self.verification.look(screen, now=now, explained=explained, files_gone=gone)
        self.open_findings += tuple(risk for risk in found.findings if risk.severity >= Severity.HIGH)
        self.tell(" ".join(part for part in (said, look.said) if part))
        self.write(
            Saw(
                number,
                now,
                self.view.note,
                look.updates,
                look.unread,
                found.findings,
                tuple(f"{part}: {why}" for part, why in (trace.not_observed() if trace else {}).items()),
                (*found.failures, *([look.failure] if look.failure else [])),
                self.verification.progress(now),
                self.feedback,
                look.agreement,
                look.fits,
                look.drift,
                self.verification.known.outcomes.open,
                self.verification.known.several,
            )
        )

    def tell(self, said: str) -> None:
        """What the agent hears next, with what the task still needs."""
        roadmap = self.verification.roadmap(self.time())
        self.feedback = f"{said}\n\n{roadmap}" if said else roadmap

    def decided(self, pending: PendingAction, decision: Decision, feedback: str) -> None:
        """Write the final decision."""
        progress = self.verification.progress(self.time())
        step = pending.decision_input.step
        self.last_decided = Decided(step, self.clock(), pending.proposed, decision, feedback, progress)
        self.write(self.last_decided)

    def write(self, entry: Entry, *, durable: bool = False) -> None:
        """Put an entry into the journal. Raises what the journal raises."""
        self.journal.append(entry, durable=durable)

    async def _look_at(self, screen: Screen) -> None:
        if self.verification.known.doubts.unmet(screen.package):
            self.verification.known.doubts.meet(screen.package, await self.device.version(screen.package))
        picture = await self.device.picture(screen)
        name = self.journal.picture(picture) if picture is not None else None
        self.view = NotedScreen(screen, note_screen(screen, name, key=self.device.key))


def why_no_record(proposal: Proposal) -> Reason | None:
    """Why something is no proposal at all: what cannot be put on record is not looked at any further."""
    try:
        write_record(proposal)
    except Exception as error:
        said = printable(str(error.__cause__ or error), _LONGEST_FAULT)  # which part of it, and not what cannot hold it
        return Reason(Source.DEVICE, "refused", f"this is no action: {said}")
    return None


def said_after(outcome: str, reason: str, findings: Iterable[Finding], foreground: Iterable[Reason]) -> str:
    """What the agent is told of an action that was given to the device, beside what the screen says."""
    said = [reason and f"{_NOT_RUN[outcome]}: {reason}."]
    said += [finding(risk) for risk in findings if risk.severity >= Severity.MEDIUM]
    said += [reason.text for reason in foreground]
    return " ".join(part for part in said if part)
