"""One decision about updates, by a monitor that is told what is known and forgotten again: pure, and no I/O."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import TypeAlias, assert_never

from msgspec.json import Encoder

from handrail.app.update import RefusedUpdate, Update
from handrail.language.value import Value
from handrail.monitor import Allow, Ask, Block, Feedback, Known, Monitor, Verdict, Warn
from handrail.monitor.verdict import SuspectUpdate, Undecided, UnmetHead, Violation
from handrail.server.decide.documents import (
    DecideDocument,
    JudgedDocument,
    ProgressDocument,
    VerdictDocument,
    ViolationDocument,
)
from handrail.server.decide.program import CachedProgram
from handrail.server.sessions.documents import UpdateDocument

Written: TypeAlias = str | int | float | bool

_ENCODER = Encoder(decimal_format="number", order="sorted")
ALLOWED = VerdictDocument("allow")


def decide(asked: DecideDocument, program: CachedProgram) -> VerdictDocument:
    """The verdict, and how things stand if the action runs. Raises `Misuse` for progress that does not fit."""
    before = asked.progress or ProgressDocument()
    began = before.began or asked.now
    monitor = program.monitor(began).another(_known(before))
    if asked.observed:
        monitor.observe(updates_of(asked.observed), now=asked.now)
    marked = _mark(asked)
    if before.withheld and before.withheld == marked:
        judge(monitor, asked)  # it was warned of this before
    verdict = judge(monitor, asked)
    settle(monitor, asked, verdict, ran=isinstance(verdict, Allow))
    after = _progress(monitor.known(), began, marked if isinstance(verdict, Warn) else "")
    told = verdict_document(verdict, program.words)
    return VerdictDocument(told.decision, told.violations, told.feedback, after, program.digest)


def judge(monitor: Monitor, asked: JudgedDocument) -> Verdict:
    """The monitor's verdict."""
    if asked.finish:
        return monitor.finish(now=asked.now)
    return monitor.anticipate(
        updates_of(asked.updates),
        asked.commits,
        action=asked.action,
        irreversible=asked.irreversible,
        now=asked.now,
    )


def settle(monitor: Monitor, asked: JudgedDocument, verdict: Verdict, *, ran: bool) -> None:
    """An action that was allowed, or that a person was asked about, ran or did not."""
    if asked.finish or not isinstance(verdict, Allow | Ask):
        return
    if ran:
        monitor.commit()
    else:
        monitor.revert()


def verdict_document(verdict: Verdict, words: Feedback) -> VerdictDocument:
    """A verdict with what is wrong, each thing by itself and all in words."""
    match verdict:
        case Allow(despite):
            return (
                VerdictDocument("allow", [_violation(violation, words) for violation in despite])
                if despite
                else ALLOWED
            )
        case Warn(violations):
            return VerdictDocument(
                "warn", [_violation(violation, words) for violation in violations], words.verdict(verdict)
            )
        case Block(violations):
            return VerdictDocument(
                "block", [_violation(violation, words) for violation in violations], words.verdict(verdict)
            )
        case Ask(reason, _, despite):
            wrong = [_violation(violation, words) for violation in despite]
            return VerdictDocument("ask", [ViolationDocument("unrequested", reason), *wrong], words.verdict(verdict))
        case _:
            assert_never(verdict)


def _violation(violation: Violation, words: Feedback) -> ViolationDocument:
    text = words.hard(Block((violation,)))
    match violation:
        case SuspectUpdate(update=update):
            return ViolationDocument("suspect", text, update.state)
        case RefusedUpdate(update=update):
            return ViolationDocument("refused", text, str(update.state))
        case UnmetHead():
            return ViolationDocument("unmet", text)
        case Undecided():
            return ViolationDocument("undecided", text)
        case _:
            assert_never(violation)


def updates_of(said: Iterable[UpdateDocument]) -> list[Update]:
    """The updates that are meant."""
    return [Update(update_document.state, update_document.set, update_document.delete) for update_document in said]


def _mark(asked: JudgedDocument) -> str:
    """What makes two proposals the same, as a digest: it goes to the client and comes back."""
    said = (asked.action, sorted(asked.commits), asked.updates)
    return hashlib.sha256(_ENCODER.encode(said)).hexdigest() if asked.updates else ""


def _known(before: ProgressDocument) -> Known | None:
    if not (before.achieved or before.rows or before.held):
        return None
    rows = {name: tuple(kept) for name, kept in before.rows.items()}
    return Known(frozenset(before.achieved), rows, before.held)


def _progress(known: Known, began: datetime | None, withheld: str) -> ProgressDocument:
    rows = {name: [_written(row) for row in group] for name, group in known.rows.items()}
    return ProgressDocument(began, sorted(known.achieved), rows, known.held, withheld)


def _written(row: Mapping[str, Value]) -> dict[str, object]:
    return {name: _value(value) for name, value in row.items()}


def _value(value: Value) -> object:
    match value:
        case date() | time():
            return value.isoformat()
        case _:
            return value
