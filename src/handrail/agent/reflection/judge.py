"""Who reflects on an action: a model, or a stand-in of a few rules."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from handrail.device.action import Action
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class Fine:
    """Nothing was found wrong."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """It does not look like what was asked for; `reason` is a sentence."""

    reason: str


Judgement: TypeAlias = Fine | Wrong


class Judge(Protocol):
    """Knows the instruction, and nothing of the app but its screens."""

    async def before(self, screen: Screen, action: Action) -> Judgement:
        """Whether an action that is about to run serves the instruction."""
        ...

    async def after(self, before: Screen, action: Action, after: Screen) -> Judgement:
        """Whether an action that ran did; of a `finish`, whether the task is done."""
        ...
