"""Every action is verified before it runs, on record, with people in charge."""

from handrail.guard.consideration import Consideration, Failure, Reversibility, ScreenNote, Standing
from handrail.guard.decision import Allow, Ask, Block, Decision, Reason, Source, Warn
from handrail.guard.detector import Detector, Finding, Severity
from handrail.guard.proposal import Proposal
from handrail.guard.session import Guard
from handrail.guard.step import Patience, Step
from handrail.guard.verification import Verification, verify

__all__ = [
    "Allow",
    "Ask",
    "Block",
    "Consideration",
    "Decision",
    "Detector",
    "Failure",
    "Finding",
    "Guard",
    "Patience",
    "Proposal",
    "Reason",
    "Reversibility",
    "ScreenNote",
    "Severity",
    "Source",
    "Standing",
    "Step",
    "Verification",
    "Warn",
    "verify",
]
