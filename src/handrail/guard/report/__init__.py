"""One self-contained page about one run, made from its journal."""

from handrail.guard.report.page import render, write_report
from handrail.guard.report.timeline import TimelineStep, Timeline, tell

__all__ = ["TimelineStep", "Timeline", "render", "tell", "write_report"]
