"""Who reads a run in its context: a language model, a small model that runs here, or nobody.

`open_judge` opens a judge by name. What judges say is typed (`Opinion`) and combined with the rules in
`handrail.sentinel.fusion`. See docs/judges.md.
"""

from handrail.sentinel.judge.contextual import ContextualJudge
from handrail.sentinel.judge.judge import (
    START,
    Abstained,
    Cause,
    Cleared,
    Flagged,
    Judge,
    Judged,
    Judgement,
    JudgeState,
    NoJudge,
    Opinion,
    Quote,
    Unsure,
)
from handrail.sentinel.judge.mode import After, Before, Consecutive, EachStep, Incremental, Mode, Sampled
from handrail.sentinel.judge.open_judge import open_judge
from handrail.sentinel.judge.prospect import AcceptedRule, Prospect
from handrail.sentinel.judge.reply import check_quotes
from handrail.sentinel.judge.trajectory import Step, Trajectory, trajectory_of

# Names that programs know.
Case = Trajectory
Moment = Step

__all__ = [
    "START",
    "Abstained",
    "AcceptedRule",
    "After",
    "Before",
    "Case",
    "Cause",
    "Cleared",
    "Consecutive",
    "ContextualJudge",
    "EachStep",
    "Flagged",
    "Incremental",
    "Judge",
    "JudgeState",
    "Judged",
    "Judgement",
    "Mode",
    "Moment",
    "NoJudge",
    "Opinion",
    "Prospect",
    "Quote",
    "Sampled",
    "Step",
    "Trajectory",
    "Unsure",
    "check_quotes",
    "open_judge",
    "trajectory_of",
]
