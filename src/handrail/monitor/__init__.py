"""The runtime monitor: verdicts on proposed actions, and the feedback that an agent gets from them."""

from handrail.monitor.feedback import Feedback
from handrail.monitor.ground import Ground, Match
from handrail.monitor.monitor import Known, Monitor
from handrail.monitor.verdict import Allow, Ask, Block, Observation, Verdict, Warn

__all__ = ["Allow", "Ask", "Block", "Feedback", "Ground", "Known", "Match", "Monitor", "Observation", "Verdict", "Warn"]
