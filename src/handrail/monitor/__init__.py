"""Runtime verification of one session: does an action keep to the specification of the task?"""

from handrail.monitor.feedback import Feedback
from handrail.monitor.ground import Ground, Match
from handrail.monitor.monitor import Known, Monitor
from handrail.monitor.verdict import Allow, Ask, Block, Observation, Verdict, Warn

__all__ = ["Allow", "Ask", "Block", "Feedback", "Ground", "Known", "Match", "Monitor", "Observation", "Verdict", "Warn"]
