"""An app of which nobody knows anything: every screen read by what all screens have in common."""

from handrail.app.generic.page import Page

__all__ = ["Page"]
