"""What is told of a question that waits: what the agent wants, in a line, and where to answer; nothing else of it."""

import json
from dataclasses import dataclass

from handrail.guard.approval.queue import Pending
from handrail.server.operations.without_secrets import without_secrets

FORMAT = "handrail.notification/1"
LONGEST_HEADLINE = 200


@dataclass(frozen=True, slots=True)
class QuestionNotice:
    """A question waits in a run. `headline` is the card's, without secrets; `address` where it is answered."""

    run: str
    question: str
    headline: str
    irreversible: bool
    seconds_left: int
    address: str

    @property
    def name(self) -> str:
        """By which it is known that it was told of."""
        return f"{self.run}/{self.question}"

    def body(self) -> bytes:
        """As it is sent."""
        told = {
            "format": FORMAT,
            "event": "question",
            "run": self.run,
            "question": self.question,
            "headline": self.headline,
            "irreversible": self.irreversible,
            "seconds_left": self.seconds_left,
            "address": self.address,
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def notification_of(run: str, pending: Pending, seconds_left: float, address: str) -> QuestionNotice:
    """What is told of a question."""
    asked = pending.question
    headline = without_secrets(asked.wants[:1].upper() + asked.wants[1:])
    return QuestionNotice(
        run,
        asked.identifier,
        headline if len(headline) <= LONGEST_HEADLINE else headline[: LONGEST_HEADLINE - 1] + "…",
        any(does.irreversible for does in asked.does),
        max(0, int(seconds_left)),
        f"{address}/#/inbox/{asked.identifier}",
    )
