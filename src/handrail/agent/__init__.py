"""Agents that operate a phone, the environment they act in, and what the guard is compared with."""

from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.run import Agent, End, Environment, Run, Step, run
from handrail.guard.decision import INFEASIBLE

__all__ = ["INFEASIBLE", "Agent", "End", "Environment", "Outcome", "Passthrough", "Run", "Step", "run"]

Unguarded = Passthrough
"""What it was called before; programs that say so go on working."""
