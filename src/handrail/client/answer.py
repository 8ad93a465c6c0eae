"""What the server answers, as values. What a newer server says beside is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: where the reason comes from, its stable name, and words for the agent and for people."""

    source: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """How a proposal stands. `decision` is `allow`, `warn`, `block`, `ask` or `deciding`.

    `outcome` is what became of it: `executed`, `refused`, `stale`, `lost` or `finished`, and empty where that is not
    known yet. `question` is the name of the question that a person was asked. `over`: the session ended with it.
    """

    id: str
    step: int
    decision: str
    reasons: tuple[Reason, ...]
    feedback: str
    outcome: str = ""
    question: str = ""
    over: bool = False
    finished: bool = False

    @property
    def executed(self) -> bool:
        """Whether the action ran."""
        return self.outcome == "executed"

    @property
    def waits(self) -> bool:
        """Whether the decision is still to come."""
        return self.decision in ("ask", "deciding")

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Self:
        """From the JSON of the server."""
        return cls(
            told["id"],
            told["step"],
            told["decision"],
            tuple(Reason(reason["source"], reason["rule"], reason["text"]) for reason in told["reasons"]),
            told["feedback"],
            told.get("outcome", ""),
            (told.get("question") or {}).get("id", ""),
            told.get("over", False),
            told.get("finished", False),
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, what it leads to in words, whether that is achieved, and what it still lacks."""

    rule: str
    head: str
    achieved: bool
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a session ended: verified, or why not."""

    finished: bool
    reason: str


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session as it stands. `pending` is a proposal that is not at its end, and `ended` how the session was ended."""

    id: str
    instruction: str
    specification: tuple[str, ...]
    needs: tuple[Rule, ...]
    feedback: str
    steps: int
    pending: Decision | None
    ended: Ended | None

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Self:
        """From the JSON of the server."""
        pending, ended = told.get("pending"), told.get("ended")
        return cls(
            told["id"],
            told["instruction"],
            tuple(told["specification"]),
            tuple(Rule(need["rule"], need["head"], need["achieved"], tuple(need["lacks"])) for need in told["needs"]),
            told["feedback"],
            told["steps"],
            Decision.read(pending) if pending is not None else None,
            Ended(ended["finished"], ended["reason"]) if ended is not None else None,
        )


@dataclass(slots=True)
class SessionView:
    """What both kinds of session show: how it stood when the server was asked last, and the last decision since."""

    state: SessionState
    last: Decision | None = None

    def stands(self, told: Mapping[str, Any]) -> SessionState:
        """Take in how it stands, from the JSON of the server."""
        self.state, self.last = SessionState.read(told), None
        return self.state

    def decided(self, told: Mapping[str, Any]) -> Decision:
        """Take in a decision."""
        self.last = Decision.read(told)
        return self.last

    @property
    def id(self) -> str:
        """By which it is found again."""
        return self.state.id

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more."""
        return self.state.ended is not None or (self.last is not None and self.last.over)

    @property
    def finished(self) -> bool:
        """Whether the task ended verified."""
        ended = self.state.ended
        return (ended is not None and ended.finished) or (self.last is not None and self.last.finished)

    @property
    def feedback(self) -> str:
        """What the agent has to know before its next action."""
        return self.last.feedback if self.last is not None else self.state.feedback
