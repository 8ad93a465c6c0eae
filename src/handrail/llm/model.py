"""A language model, as the rest of Handrail sees it: a question in, an answer or the reason for none out."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from handrail.llm.request import Request


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer took. Money is in US dollars, and None where the price of the model is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = None
    calls: int = 1

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; the price is known only where both are."""
        dollars = None if self.dollars is None or other.dollars is None else self.dollars + other.dollars
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            dollars,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, as text; `seconds` is the time from the question to the answer, retries included.

    `cut` is true where the model did not come to an end within the tokens it was given: the text is a beginning.
    """

    text: str
    model: str
    usage: Usage = Usage()
    seconds: float = 0.0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Declined:
    """The model refused to answer; `reason` is what it or its server said."""

    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer came in the time given."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Malformed:
    """An answer came, again after it was told what is wrong with it, and it is not of the shape asked for."""

    reason: str
    text: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The server could not be reached or answered with an error, also when asked again.

    `rejected` is true where it understood the question and will not take it (too long, a part it does not know):
    the same question will fare no better later.
    """

    reason: str
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class OverBudget:
    """Asking would go, or went, beyond the budget; nothing is asked any more. `reason` names the limit."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotRecorded:
    """Answers come from a recording or a batch that does not hold this question. `digest` names the question."""

    digest: str


NoAnswer: TypeAlias = Declined | TimedOut | Malformed | Unreachable | OverBudget | NotRecorded
Reply: TypeAlias = Answer | NoAnswer


class Model(Protocol):
    """Answers one question at a time; many may be asked at once. Cancelling the call cancels the question."""

    @property
    def name(self) -> str:
        """How the model is called in reports and recordings, as in `openai:gpt-4o`."""
        ...

    async def ask(self, request: Request) -> Reply:
        """The answer, or why there is none. Never raises for what a server did."""
        ...
