"""The paper's baselines: an agent's action judged before it runs, or by its result, without rules of any kind.

Environments like the guard, so that the same runner and agents serve for all. Source: VeriSafe Agent, section 7.
"""

from handrail.agent.reflection.environments import PostActionReflection, PreActionReflection
from handrail.agent.reflection.judge import Fine, Judge, Judgement, ModelJudge, WordJudge, Wrong

__all__ = [
    "Fine",
    "Judge",
    "Judgement",
    "ModelJudge",
    "PostActionReflection",
    "PreActionReflection",
    "WordJudge",
    "Wrong",
]
