"""An agent in the manner of M3A: marks on a screenshot, a list of elements, notes of what was done."""

from handrail.agent.m3a.m3a_agent import M3AAgent

__all__ = ["M3AAgent"]
