"""What an interrupted session knew, read from its journal.

Secrets are not in a journal, so what was one is unknown again: the screen may say it once more. Nothing is taken for
known that was not written.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from handrail.app import Update
from handrail.error import Misuse, UnreadableInput
from handrail.guard.decision import Allow, Failure, Source, reasons_of
from handrail.guard.detector import Finding, Severity
from handrail.guard.journal import Journal, Line, Reading, is_redacted, read_journal
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
from handrail.guard.journal.redaction.redactor import Redactor
from handrail.guard.journal.replay import retell
from handrail.guard.verification import Verification

NOT_SEEN_BY_DETECTORS = Failure("detectors", "what the last action did was not seen by the detectors")
_NUMBER_OF_MARK = re.compile(r" #[0-9]{1,9}›|\b[0-9]{1,9}E-300\b")


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The lines of a session that was not closed; `steps` is how many actions had been proposed.

    `finished`: its end was accepted. `findings` are those that no person has seen yet, and `failures` what detectors
    could not check of the last action.
    """

    opened: Opened
    steps: int
    lines: tuple[Line, ...]
    finished: bool
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...]

    @property
    def began(self) -> datetime:
        """When the session began."""
        return self.opened.at

    @property
    def instruction(self) -> str:
        """What was asked for."""
        return self.opened.instruction

    @property
    def specification(self) -> str:
        """The rules that it began with."""
        return self.opened.specification

    def demand_same(self, now: Opened) -> None:
        """Raise `Misuse` if the session would go on under anything else than its journal says: as `now` says."""
        before = self.opened
        others = {
            "specification": _without_numbers(now.specification) != _without_numbers(before.specification),
            "policy": now.policy != before.policy,
            "app models": (now.apps, now.states) != (before.apps, before.states),
            "names of commitments": dict(now.objectives) != dict(before.objectives),
            "similarity": (now.similarity, now.threshold) != (before.similarity, before.threshold),
            "detectors": not set(before.detectors) <= set(now.detectors),
        }
        changed = [name for name, other in others.items() if other]
        if changed:
            raise Misuse(
                f"the session was recorded with another {' and another '.join(changed)}; "
                "resume it with what it began with, or begin a new one with another journal"
            )

    def tell(self, verification: Verification) -> None:
        """Make a new verification know what the session knew."""
        for _ in retell(verification, self.lines):
            pass
        verification.known.interrupted()


def read_interrupted(folder: Path) -> Interrupted:
    """The session of a journal, to go on with.

    Raises `UnreadableInput` where there is none or somebody changed it, `Misuse` where it was closed, or where a person
    put a secret into its specification.
    """
    return _interrupted(read_journal(folder))


def resume_journal(folder: Path) -> tuple[Journal, Interrupted]:
    """A journal to go on with, and its session, read once, when nobody else can write it and nothing is touched yet.

    Raises as `read_interrupted` and `Journal.resume` do.
    """
    read: list[Interrupted] = []
    journal = Journal.resume(folder, demand=lambda reading: read.append(_interrupted(reading)))
    return journal, read[0]


def _interrupted(reading: Reading) -> Interrupted:
    if reading.fault is not None and not reading.fault.cut_off:
        raise UnreadableInput(f"{reading.path}:{reading.fault.line}: {reading.fault.why}; it cannot be gone on with")
    opened = reading.entries[0] if reading.lines else None
    if not isinstance(opened, Opened):
        raise UnreadableInput(f"{reading.path}: no session was opened in it; there is nothing to go on with")
    if isinstance(reading.entries[-1], Closed):
        raise Misuse(f"{reading.path}: the session was closed; begin a new one with another journal")
    steps = [entry.decision_input.step for entry in reading.entries if isinstance(entry, Considered)]
    return Interrupted(
        opened,
        max(steps, default=0),
        tuple(_without_secrets(reading.lines)),
        _is_finished(reading.entries),
        _open_findings(reading.entries),
        _not_checked(reading.entries, opened.detectors),
    )


def settle_interrupted(folder: Path, outcome: str, reason: str, now: datetime) -> bool:
    """Write down what became of the action that an interrupted session was killed over, if somebody else can say.

    Whether there was one. `outcome` is `executed`, `refused` or `lost`. Raises as `read_interrupted` does.
    """
    journal, interrupted = resume_journal(folder)
    with journal:
        step = running(interrupted.lines)
        if step is not None:
            journal.append(Ran(step, now, outcome, reason), durable=True)
    return step is not None


def running(lines: Iterable[Line]) -> int | None:
    """The step whose action was given to the device last, where nothing says what became of it."""
    step: int | None = None
    for line in lines:
        match line.entry:
            case Executing(step=number):
                step = number
            case Ran() | Considered() | Resumed():
                step = None
            case _:
                pass
    return step


def close_interrupted(folder: Path, reason: str, now: datetime) -> None:
    """Write the last word of an interrupted session. Raises as `read_interrupted` does."""
    with resume_journal(folder)[0] as journal:
        journal.append(Closed(now, finished=False, reason=reason), durable=True)


def _without_secrets(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        entry = line.entry
        match entry:
            case Saw():
                known = replace(entry, updates=_known(entry.updates), several=_known(entry.several))
                yield replace(line, entry=known)
            case Opened():
                yield replace(line, entry=replace(entry, updates=_known(entry.updates)))
            case Considered(decision_input):
                said = replace(decision_input.anticipation, updates=_known(decision_input.anticipation.updates))
                yield replace(line, entry=replace(entry, decision_input=replace(decision_input, anticipation=said)))
            case SpecificationChanged(specification=text) if is_redacted(text):
                raise Misuse(
                    f"step {entry.step}: the specification was changed and had a secret in it, which the journal does "
                    "not keep; begin a new session with the changed specification"
                )
            case _:
                yield line


def _known(updates: tuple[Update, ...]) -> tuple[Update, ...]:
    """With null for what was a secret; an update whose key was one has no row to go to, and is refused as such."""
    return tuple(
        replace(update, set={name: None if is_redacted(value) else value for name, value in update.set.items()})
        if update.set is not None
        else update
        for update in updates
        if update.delete is None or not any(is_redacted(value) for value in update.delete.values())
    )


def _without_numbers(specification: str) -> str:
    """Rules as a journal has them; which number a secret got in them says nothing."""
    return _NUMBER_OF_MARK.sub("", Redactor().rules(specification))


def _is_finished(entries: Iterable[Entry]) -> bool:
    action = ""
    for entry in entries:
        if isinstance(entry, Considered):
            action = entry.decision_input.proposal.action.type
        elif isinstance(entry, Decided) and isinstance(entry.decision, Allow) and action == "finish":
            return True
    return False


def _open_findings(entries: Iterable[Entry]) -> tuple[Finding, ...]:
    """What was found after actions and not approved by a person since."""
    found: tuple[Finding, ...] = ()
    for entry in entries:
        if isinstance(entry, Saw):
            found += tuple(finding for finding in entry.findings if finding.severity >= Severity.HIGH)
        elif isinstance(entry, Decided) and isinstance(entry.decision, Allow):
            approved = any(reason.source is Source.APPROVAL for reason in reasons_of(entry.decision))
            found = () if approved else found
    return found


def _not_checked(entries: Iterable[Entry], detectors: tuple[str, ...]) -> tuple[Failure, ...]:
    """What the detectors could not say of the last action that ran or may have run."""
    failures: tuple[Failure, ...] = ()
    waiting = False
    for entry in entries:
        if isinstance(entry, Executing | Ran):
            waiting = True
            failures = (NOT_SEEN_BY_DETECTORS,)
        elif isinstance(entry, Considered):
            waiting = False
        elif isinstance(entry, Saw) and waiting:
            waiting = False
            failures = tuple(failure for failure in entry.failures if failure.stage != "observe")
    return failures if detectors else ()
