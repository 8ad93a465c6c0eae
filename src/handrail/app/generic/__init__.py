"""An app of which nobody knows anything: every screen read by what all screens have in common."""

from handrail.app.app import App
from handrail.app.generic.evidence import Evidence
from handrail.app.generic.judgement import Commits, Harmless, Judgement, Unknown, judge
from handrail.app.generic.page import Page

__all__ = ["Commits", "Evidence", "Harmless", "Judgement", "Page", "Unknown", "judge", "load"]


def load(_: str) -> App:
    """The app that `--app generic` means."""
    return App.generic()
