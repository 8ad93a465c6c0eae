"""What a decision rested on. A driver reads it again in the same breath as it acts, and refuses if it is otherwise."""

from collections.abc import Callable
from dataclasses import dataclass, field

from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class Precondition:
    """The screen that a decision was taken on, and a digest of all that it rested on, to be taken again elsewhere.

    `read` is pure, and may raise on a screen that it cannot make sense of: then the precondition does not hold.
    """

    screen: Screen
    read: Callable[[Screen], str] = field(compare=False, repr=False)

    def holds(self, later: Screen) -> bool:
        """Whether the decision rests on the same on a later screen. Costs a comparison where nothing changed."""
        if later == self.screen:
            return True
        try:
            return self.read(later) == self.read(self.screen)
        except Exception:  # what cannot be read again is not the same
            return False
