"""The safety layer between agent and phone: it asks monitor, sentinel, policy and people, then acts."""

from handrail.guard.decision import (
    Allow,
    Ask,
    Block,
    Decision,
    DecisionInput,
    Failure,
    Proposal,
    Reason,
    Reversibility,
    ScreenNote,
    SessionState,
    Source,
    Warn,
)
from handrail.guard.detector import Detector, Finding, Severity
from handrail.guard.session import Guard
from handrail.guard.step import Step, Timeouts
from handrail.guard.verification import Verification, verify

# Names that programs know.
Consideration = DecisionInput
Patience = Timeouts
Standing = SessionState

__all__ = [
    "Allow",
    "Ask",
    "Block",
    "Consideration",
    "Decision",
    "DecisionInput",
    "Detector",
    "Failure",
    "Finding",
    "Guard",
    "Patience",
    "Proposal",
    "Reason",
    "Reversibility",
    "ScreenNote",
    "SessionState",
    "Severity",
    "Source",
    "Standing",
    "Step",
    "Timeouts",
    "Verification",
    "Warn",
    "verify",
]
