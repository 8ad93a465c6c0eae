"""What an agent wants to do next.

Nothing in it is trusted. What the agent says of its own action may make the guard stricter and never laxer.
"""

from dataclasses import dataclass

from handrail.device.action import Action

INFEASIBLE = "infeasible"
"""The text with which an agent ends a task that cannot be done."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action, why the agent wants it, and what the agent itself says that it commits or cannot take back.

    `commits` and `irreversible` are added to what the trusted sources say.
    """

    action: Action
    thought: str = ""
    commits: frozenset[str] = frozenset()
    irreversible: bool = False
