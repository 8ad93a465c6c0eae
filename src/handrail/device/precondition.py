"""What a decision rested on. A driver reads it again in the same breath as it acts, and refuses if it is otherwise."""

from collections.abc import Callable
from dataclasses import dataclass, field

from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class Precondition:
    """A digest of all of a screen that a decision rested on, and how it is taken again from another screen.

    `read` is pure, and may raise on a screen that it cannot make sense of: then the precondition does not hold.
    """

    digest: str
    read: Callable[[Screen], str] = field(compare=False, repr=False)

    def holds(self, screen: Screen) -> bool:
        """Whether the decision rests on the same on this screen."""
        try:
            return self.read(screen) == self.digest
        except Exception:  # what cannot be read again is not the same
            return False


OTHERWISE = "what the decision rested on has changed"
"""Why a driver touched nothing where a precondition does not hold."""
