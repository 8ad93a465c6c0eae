"""What a call of a client does to the phone. What nobody has named does not run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.action import Action
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class Reads:
    """Nothing on the phone is otherwise after it."""


@dataclass(frozen=True, slots=True)
class Acts:
    """What is to be judged before the call is made."""

    action: Action


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Nobody knows what it would do, so it does not run: a clause that says why, or what to do instead."""

    reason: str


Meaning: TypeAlias = Reads | Acts | NotUnderstood

MeaningOnScreen: TypeAlias = Callable[[Screen], Meaning]
"""What a call means where that depends on the screen: what stands in a field, where an element is."""
