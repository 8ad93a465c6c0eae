"""What becomes of each text in a journal, by the field it stands in: a choice for every field of every entry.

A field without one is a defect, and a `TypeError` before anything is written: nobody adds a field without saying if
somebody's secrets can stand in it. Whom a message went to, how much was paid and what was deleted is what a journal is
read for, so where a decision rests on a value nothing that was said elsewhere can make it vanish.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeAlias

from handrail.app.consequence import Consequence, Count, Detail
from handrail.app.drift import Drift
from handrail.app.trigger import Anticipation
from handrail.app.update import RefusedUpdate, Update
from handrail.device.action import Action
from handrail.device.element import ElementIdentity
from handrail.guard.approval.question import Approved, Edited, Rejected, Unanswered
from handrail.guard.decision import Circumstance, DecisionInput, Failure, Proposal, Reason, ScreenNote, SessionState
from handrail.guard.detector import Finding
from handrail.guard.doubts import AppFit
from handrail.guard.journal import entry
from handrail.guard.journal.codec import Json
from handrail.guard.progress_note import PredicateNote, RuleNote
from handrail.language.rule import Constraint, Literal, Objective, ObjectivePredicate, RuleVariable, StatePredicate
from handrail.monitor.verdict import Ask, ChangedElsewhere, Miss, Undecided


class Treatment(StrEnum):
    """What becomes of a text. All but `KEEP` and `RULES` are cut where they are longer than anybody reads."""

    KEEP = "keep"
    """Handrail's own words and digests, and documents that are read again: as they are."""
    NAME = "name"
    """What an app, a device, an agent or a person calls something: as it is."""
    VALUE = "value"
    """What a decision rests on: as it is, but for what is a secret by its own form or by the name of its field."""
    PROSE = "prose"
    """What is said of it: without all secrets, and without those that were found elsewhere."""
    RULES = "rules"
    """A specification: its constants are values."""


LONGEST: Mapping[Treatment, int] = {Treatment.NAME: 2_000, Treatment.VALUE: 32_000, Treatment.PROSE: 8_000}
"""Characters of one text."""

MOST_TEXTS = 1_000
"""Texts in one list of texts, as of what an agent says that it commits."""

_KEEP, _NAME, _VALUE, _PROSE, _RULES = Treatment

TREATMENTS: Mapping[type, Mapping[str, Treatment]] = {
    entry.Opened: {
        **dict.fromkeys(("session", "states", "policy", "similarity", "objectives"), _KEEP),
        **dict.fromkeys(("device", "agent", "detectors"), _NAME),
        **dict.fromkeys(("instruction", "unread", "feedback"), _PROSE),
        "specification": _RULES,
    },
    entry.AppNote: {"name": _NAME, "package": _NAME, "digest": _KEEP},
    entry.Considered: {"digest": _KEEP},
    entry.Asked: {"question": _KEEP, "digest": _KEEP},
    entry.Answered: {"question": _KEEP},
    entry.SpecificationChanged: {"by": _NAME, "specification": _RULES},
    entry.Decided: {"feedback": _PROSE},
    entry.Executing: {"digest": _KEEP},
    entry.Ran: {"outcome": _KEEP, "reason": _PROSE},
    entry.Saw: {"unread": _PROSE, "not_observed": _PROSE, "feedback": _PROSE, "open": _NAME},
    entry.UpdatesJudged: {"commits": _NAME, "proposal": _PROSE, "request": _NAME},
    entry.Resumed: {"reason": _PROSE},
    entry.Closed: {"reason": _PROSE},
    ScreenNote: {"digest": _KEEP, "picture": _KEEP, "package": _NAME, "activity": _NAME},
    DecisionInput: {"package": _NAME, "verdict_text": _PROSE, "called": _PROSE},
    Proposal: {"thought": _PROSE, "commits": _NAME, "request": _NAME},
    Action: {"target": _VALUE, "text": _VALUE, "direction": _NAME},
    ElementIdentity: {
        **dict.fromkeys(("class_name", "resource_id", "package"), _NAME),
        **dict.fromkeys(("text", "description"), _PROSE),
    },
    Anticipation: {"commits": _NAME, "bindings": _NAME, "unread": _PROSE, "partly": _NAME},
    Consequence: {"does": _NAME, "objectives": _NAME, "changes": _NAME},
    Count: {"state": _NAME, "variable": _NAME, "value": _VALUE},
    Detail: {"name": _NAME, "value": _VALUE, "unread": _PROSE, "stands_in": _NAME},
    Update: {"state": _NAME, "set": _VALUE, "delete": _VALUE},
    RefusedUpdate: {"reason": _PROSE},
    Circumstance: {"text": _PROSE},
    Drift: {"package": _NAME, "name": _NAME, "text": _PROSE},
    AppFit: dict.fromkeys(("package", "version", "observers", "elements"), _NAME),
    SessionState: {"done": _NAME},
    Failure: {"stage": _KEEP, "what": _PROSE},
    Finding: {
        **dict.fromkeys(("detector", "rule", "category"), _NAME),
        **dict.fromkeys(("message", "evidence"), _PROSE),
    },
    Reason: {"rule": _NAME, "text": _PROSE},
    RuleNote: {"rule": _RULES, "head": _PROSE},
    PredicateNote: {"words": _PROSE, "found": _PROSE},
    Approved: {"digest": _NAME, "by": _NAME, "question": _NAME},
    Rejected: {"by": _NAME, "note": _PROSE},
    Edited: {"by": _NAME, "specification": _RULES},
    Unanswered: {"reason": _PROSE},
    StatePredicate: {"state": _NAME},
    ObjectivePredicate: {"name": _NAME},
    Objective: {"name": _NAME},
    RuleVariable: {"name": _NAME},
    Constraint: {"variable": _NAME},
    Literal: {"value": _VALUE},
    Miss: {"wanted": _VALUE, "found": _VALUE},
    ChangedElsewhere: {"state": _NAME, "rows": _VALUE},
    Undecided: {"reason": _PROSE},
    Ask: {"reason": _PROSE, "unrequested": _NAME},
}

Label: TypeAlias = Callable[[dict[str, Json]], str]


def _field(action: dict[str, Json]) -> str:
    """What a field is called by the screen; how the agent calls it counts only where there is no screen to ask."""
    element = action.get("element")
    parts = (element.get("description"), element.get("resource_id")) if isinstance(element, dict) else ()
    words = " ".join(part for part in parts or (action.get("target"),) if isinstance(part, str))
    return words.replace("_", " ").replace("/", " ")


def _variable(record: dict[str, Json]) -> str:
    constraint = record.get("constraint", record)
    return str(constraint.get("variable", "")) if isinstance(constraint, dict) else ""


LABELS: Mapping[tuple[type, str], Label] = {
    (Action, "text"): _field,
    (Detail, "value"): lambda detail: str(detail.get("name", "")),
    (Update, "set"): lambda update: str(update.get("state", "")),
    (Update, "delete"): lambda update: str(update.get("state", "")),
    (ChangedElsewhere, "rows"): lambda change: str(change.get("state", "")),
    (Constraint, "value"): _variable,
    (Miss, "wanted"): _variable,
    (Miss, "found"): _variable,
}
"""What a value is the value of, by which `4711` is a PIN and not a price; of an update its state."""
