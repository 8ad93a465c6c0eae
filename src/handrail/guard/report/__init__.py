"""One self-contained page about one run, made from its journal."""

from handrail.guard.report.page import render, write_report
from handrail.guard.report.story import Scene, Story, tell

__all__ = ["Scene", "Story", "render", "tell", "write_report"]
