"""What a policy can want done about an action, from the mildest to the most severe."""

from enum import IntEnum


class Outcome(IntEnum):
    """Ordered: of several the greatest wins. `ASK` stands below `BLOCK`, since a person may say yes."""

    ALLOW = 0
    WARN = 1
    ASK = 2
    BLOCK = 3

    @property
    def word(self) -> str:
        """As a policy file writes it."""
        return self.name.lower()


def read_outcome(word: str) -> Outcome:
    """The outcome that a policy file means; the file's shape has been checked."""
    return Outcome[word.upper()]
