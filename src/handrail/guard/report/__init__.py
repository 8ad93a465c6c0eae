"""One self-contained page about one run, made from its journal."""

from handrail.guard.report.page import render, render_step, write_report
from handrail.guard.report.timeline import Timeline, TimelineStep, tell

__all__ = ["Timeline", "TimelineStep", "render", "render_step", "tell", "write_report"]
