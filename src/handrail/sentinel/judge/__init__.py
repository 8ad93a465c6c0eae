"""Who reads a run in its context: a language model, a small model that runs here, or nobody.

`open_judge` opens a judge by name. What judges say is typed (`Opinion`) and combined with the rules in
`handrail.sentinel.fusion`. See docs/judges.md.
"""

from handrail.sentinel.judge.trajectory import Trajectory, Step, trajectory_of
from handrail.sentinel.judge.contextual import ContextualJudge
from handrail.sentinel.judge.judge import Judge, NoJudge
from handrail.sentinel.judge.mode import Consecutive, EachStep, Incremental, Mode, Sampled
from handrail.sentinel.judge.opening import open_judge
from handrail.sentinel.judge.opinion import (
    START,
    Abstained,
    JudgeState,
    Cause,
    Cleared,
    Flagged,
    Judged,
    Judgement,
    Opinion,
    Quote,
    Unsure,
)

__all__ = [
    "START",
    "Abstained",
    "JudgeState",
    "Trajectory",
    "Cause",
    "Cleared",
    "Consecutive",
    "ContextualJudge",
    "EachStep",
    "Flagged",
    "Incremental",
    "Judge",
    "Judged",
    "Judgement",
    "Mode",
    "Step",
    "NoJudge",
    "Opinion",
    "Quote",
    "Sampled",
    "Unsure",
    "trajectory_of",
    "open_judge",
]
