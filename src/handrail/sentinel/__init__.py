"""Is it unsafe, whatever was asked?

    sentinel = Sentinel("delete tomorrow's yoga class")
    findings = sentinel.before(screen, action)                    # before it is taken
    findings = sentinel.after(screen, action, screen_after, trace)  # and after

A recording goes through the same detector in `handrail.sentinel.scan`. The names below are imported when they are first
used: whoever wants a text redacted does not load rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.sentinel.finding import Category, Evidence, Finding, Reversibility, Severity
    from handrail.sentinel.scan import Coverage, ScanReport, StepReport
    from handrail.sentinel.sentinel import Sentinel

__all__ = [
    "Category",
    "Coverage",
    "Evidence",
    "Finding",
    "Reversibility",
    "ScanReport",
    "Sentinel",
    "Severity",
    "StepReport",
]

_MODULES = {
    "finding": ("Category", "Evidence", "Finding", "Reversibility", "Severity"),
    "scan": ("Coverage", "ScanReport", "StepReport"),
    "sentinel": ("Sentinel",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"handrail.sentinel.{module}"), name)
    raise AttributeError(f"module `handrail.sentinel` has no `{name}`; it exports {', '.join(__all__)}")
