"""What the guard finds about an action on top of the language's verdict: conditions with names.

A policy decides what follows. Pure, from the monitor's grounds and the word of the models. Source: docs/guard.md.
"""

from handrail.guard.circumstances.effect import may_be, may_commit
from handrail.guard.circumstances.found import at_the_end, circumstances
from handrail.guard.circumstances.weighing import Weighing

__all__ = ["Weighing", "at_the_end", "circumstances", "may_be", "may_commit"]
