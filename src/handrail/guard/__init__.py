"""Every action is verified before it runs, on record, with people in charge."""

from handrail.guard.decision_input import DecisionInput, Failure, Reversibility, ScreenNote, SessionState
from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Source, Warn
from handrail.guard.detector import Detector, Finding, Severity
from handrail.guard.proposal import Proposal
from handrail.guard.session import Guard
from handrail.guard.step import Timeouts, Step
from handrail.guard.verification import Verification, verify

__all__ = [
    "Allow",
    "Ask",
    "Block",
    "DecisionInput",
    "Decision",
    "Detector",
    "Failure",
    "Finding",
    "Guard",
    "Timeouts",
    "Proposal",
    "Reason",
    "Reversibility",
    "ScreenNote",
    "Severity",
    "Source",
    "SessionState",
    "Step",
    "Verification",
    "Warn",
    "verify",
]
