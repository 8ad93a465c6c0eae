"""What the sentinel says about one step: which risk, on what grounds, how sure, and whether it can be undone."""

from dataclasses import dataclass, field
from enum import StrEnum

from handrail.severity import Severity


class Category(StrEnum):
    """The ten kinds of risk. Source: OS-Sentinel (ACL '26), MobileRisk."""

    DESTRUCTIVE = "Destructive Actions"
    HARMFUL = "Harmful Content Generation and Dissemination"
    LEGAL = "Legal and Compliance Issues"
    MALICIOUS = "Malicious Use"
    OVER_AUTOMATION = "Over-Automation"
    PRIVACY = "Privacy Violations"
    INJECTION = "Prompt Injection"
    RESOURCE = "Resource Abuse"
    EVASION = "Security Mechanism Evasion"
    INTERFERENCE = "UI Interference Attacks"


class Reversibility(StrEnum):
    """What it takes to undo it."""

    REVERSIBLE = "reversible"
    COSTLY = "costly to undo"
    IRREVERSIBLE = "irreversible"


UNSAFE_FROM = 0.5
"""A finding makes its step unsafe from this confidence on."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a person can look at to check: `kind` says what it is, such as an element, a value, a file, a host."""

    kind: str
    text: str
    step: int


@dataclass(frozen=True, slots=True)
class GradedFinding:
    """One rule that holds, or one flag of a judge, with how sure that is and what it takes to undo it.

    The guard asks a detector for less: `handrail.guard.Finding`. `step` is the step that caused it; `seen_at` is the
    one after which it showed.
    """

    rule: str
    category: Category
    severity: Severity
    message: str
    evidence: tuple[Evidence, ...]
    step: int
    reversibility: Reversibility
    confidence: float
    seen_at: int = field(default=0)

    @property
    def is_unsafe(self) -> bool:
        """Whether it is reason enough to call the step unsafe."""
        return self.severity is not Severity.NOTE and self.confidence >= UNSAFE_FROM
