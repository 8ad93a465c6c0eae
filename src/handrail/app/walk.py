"""A walk through an app, as it was recorded: what the phone showed, and what was then done to whom.

Evidence about a model and the draft of one are read from walks. Who receives an action is known where a walk comes
from; here it is said already, as acts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from handrail.app.screen_model import Act
from handrail.app.screen_tree import ScreenLike

LOOKING_ON = frozenset({"scroll", "pinch"})
"""What leaves the page as it is and shows more of it."""

GOING_ELSEWHERE = LOOKING_ON | {"back", "home", "recents", "notifications", "open_app", "copy"}
"""What changes nothing that lasts, unless a model says so."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A screen and what was then done on it; no acts where somebody waited, or the walk ends.

    `name` says where it stands in the recording. `is_clear` is false where nobody can say who received the action, or
    whether it was carried out. `now` is the phone's clock, as far as the recording tells it.
    """

    name: str
    screen: ScreenLike
    acts: tuple[Act, ...] = ()
    is_clear: bool = True
    now: datetime | None = None


Walk: TypeAlias = Sequence[Moment]
"""Moments that follow each other. A screen of which nobody knows what came before is a walk of one."""
