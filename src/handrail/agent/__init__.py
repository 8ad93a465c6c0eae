"""Agents that operate a phone, the door that they act through, and the baselines that the guard is compared with."""

from handrail.agent.agent import INFEASIBLE, Agent
from handrail.agent.door import Door, Step
from handrail.agent.run import End, Run, run
from handrail.agent.unguarded import Outcome, Unguarded

__all__ = ["INFEASIBLE", "Agent", "Door", "End", "Outcome", "Run", "Step", "Unguarded", "run"]
