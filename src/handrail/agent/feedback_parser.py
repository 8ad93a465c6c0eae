"""What an agent makes of an environment's feedback: was its last action refused, and may it insist?

Only the words count, and only how they begin: that is all that an agent behind a wire would have.
"""

from enum import StrEnum

DOUBTED = "Done, but it looks wrong."
"""How the feedback begins that judges an action after it ran."""


class ParsedFeedback(StrEnum):
    """What the feedback amounts to."""

    NOTHING = "nothing"
    WARNED = "warned"
    BLOCKED = "blocked"
    COVERED = "covered by something that may pass"
    ASKED = "a person has to decide"
    DOUBTED = "doubted afterwards"


_BEGINNINGS = (
    ("Blocked. Something lies over", ParsedFeedback.COVERED),
    ("Not executed: something lies over", ParsedFeedback.COVERED),
    ("Not executed.", ParsedFeedback.WARNED),
    ("Not executed:", ParsedFeedback.BLOCKED),
    ("Blocked.", ParsedFeedback.BLOCKED),
    ("Waiting for the user.", ParsedFeedback.ASKED),
    (DOUBTED, ParsedFeedback.DOUBTED),
)


def parse_feedback(feedback: str) -> ParsedFeedback:
    """The first line counts; what the task still needs may follow it."""
    for beginning, parsed in _BEGINNINGS:
        if feedback.startswith(beginning):
            return parsed
    return ParsedFeedback.NOTHING
