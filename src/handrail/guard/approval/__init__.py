"""Questions to people, and their answers: bound to one action, used once, and expiring."""

from importlib import import_module
from typing import TYPE_CHECKING

from handrail.guard.approval.approvers import both, callback, first_of, nobody
from handrail.guard.approval.asking import Ledger, ask
from handrail.guard.approval.digest import digest_of
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered

if TYPE_CHECKING:
    from handrail.guard.approval.queue import pending_queue
    from handrail.guard.approval.terminal import terminal_approver

__all__ = [
    "Answer",
    "Approved",
    "Approver",
    "Edited",
    "Ledger",
    "Question",
    "Rejected",
    "Unanswered",
    "ask",
    "both",
    "callback",
    "digest_of",
    "first_of",
    "nobody",
    "pending_queue",
    "terminal_approver",
]

_LATER = {"pending_queue": "queue", "terminal_approver": "terminal"}


def __getattr__(name: str) -> object:
    """Channels that need pydantic, or a system with terminals, are imported when they are used."""
    if name in _LATER:
        return getattr(import_module(f"handrail.guard.approval.{_LATER[name]}"), name)
    raise AttributeError(f"module `handrail.guard.approval` has no `{name}`")
