"""Risk detection: is an action unsafe, whatever was asked?

    sentinel = Sentinel("delete tomorrow's yoga class")
    findings = sentinel.before(screen, action)                    # before it is taken
    findings = sentinel.after(screen, action, screen_after, trace)  # and after

A recording goes through the same detector in `handrail.sentinel.scan`. The names below are imported when they are first
used: whoever wants a text redacted does not load rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.sentinel.finding import Category, Evidence, GradedFinding, Reversibility
    from handrail.sentinel.scan import Coverage, ScanReport, StepReport
    from handrail.sentinel.sentinel import Sentinel
    from handrail.severity import Severity

    Finding = GradedFinding

__all__ = [
    "Category",
    "Coverage",
    "Evidence",
    "Finding",
    "GradedFinding",
    "Reversibility",
    "ScanReport",
    "Sentinel",
    "Severity",
    "StepReport",
]

_MODULES = {
    "sentinel.finding": ("Category", "Evidence", "GradedFinding", "Reversibility"),
    "sentinel.scan": ("Coverage", "ScanReport", "StepReport"),
    "sentinel.sentinel": ("Sentinel",),
    "severity": ("Severity",),
}
_KNOWN_AS = {"Finding": "GradedFinding"}
"""Names that programs know."""


def __getattr__(name: str) -> object:
    name = _KNOWN_AS.get(name, name)
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"handrail.{module}"), name)
    raise AttributeError(f"module `handrail.sentinel` has no `{name}`; it exports {', '.join(__all__)}")
