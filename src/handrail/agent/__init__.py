"""Agents that operate a phone, the environment that they act in, and the baselines that the guard is compared with."""

from handrail.agent.agent import INFEASIBLE, Agent
from handrail.agent.environment import Environment, Step
from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import End, Run, run

__all__ = ["INFEASIBLE", "Agent", "End", "Environment", "Outcome", "Passthrough", "Run", "Step", "run"]

Unguarded = Passthrough
"""What it was called before; programs that say so go on working."""
