"""The record of a run: append-only, hash-chained, and redacted where it is written."""

from handrail.guard.journal.journal import Journal, JournalFailed
from handrail.guard.journal.line import Line
from handrail.guard.journal.reading import (
    Broken,
    CutOff,
    Fault,
    Reading,
    Scan,
    Verified,
    holds_head,
    read_journal,
    verify,
)
from handrail.guard.journal.redaction.redactor import Redactor, is_redacted

__all__ = [
    "Broken",
    "CutOff",
    "Fault",
    "Journal",
    "JournalFailed",
    "Line",
    "Reading",
    "Redactor",
    "Scan",
    "Verified",
    "holds_head",
    "is_redacted",
    "read_journal",
    "verify",
]
