"""How an encoding ends: with a checked specification, with none and the reason, or with a question to the user."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from handrail.encoder.draft import Draft
from handrail.encoder.review import Review
from handrail.language.analysis.run import Difference
from handrail.language.diagnostic import Diagnostic
from handrail.language.specification import Specification
from handrail.llm.model import NoAnswer, Usage


@dataclass(frozen=True, slots=True)
class Cost:
    """What was spent. Money in US dollars, None where a price is not known; `seconds` is time spent waiting."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    seconds: float = 0.0

    def plus(self, usage: Usage, seconds: float = 0.0) -> "Cost":
        """With one answer more."""
        known = self.dollars is not None and usage.dollars is not None
        return Cost(
            self.calls + usage.calls,
            self.input_tokens + usage.input_tokens,
            self.output_tokens + usage.output_tokens,
            (self.dollars or 0.0) + (usage.dollars or 0.0) if known else None,
            self.seconds + seconds,
        )

    @staticmethod
    def sum(costs: Iterable["Cost"]) -> "Cost":
        """All of them together."""
        total = Cost()
        for cost in costs:
            usage = Usage(cost.input_tokens, cost.output_tokens, cost.dollars, cost.calls)
            total = total.plus(usage, cost.seconds)
        return total


@dataclass(frozen=True, slots=True)
class Attempt:
    """One draft and what was found in it; kept also where it failed.

    `refused` are the findings that refuse it, `doubts` those that do not. `no_answer` is there instead of a draft.
    `decoded` is the rules told back by someone who did not see the instruction, where that was asked for.
    """

    number: int
    draft: Draft | None
    refused: tuple[Diagnostic, ...] = ()
    doubts: tuple[Diagnostic, ...] = ()
    no_answer: NoAnswer | None = None
    decoded: str = ""
    cost: Cost = field(default=Cost())


@dataclass(frozen=True, slots=True)
class Ballot:
    """How a vote came out: the size of each class of equivalent encodings, the largest first, and what failed."""

    votes: int
    classes: tuple[int, ...]
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Encoded:
    """A specification that passed every check. `diagnostics` are the doubts that its drafter stood by.

    `model` names who drafted it, `experience` the remembered entries it was shown, by their digests, and `retrieval`
    by what the states and the entries were found.
    """

    specification: Specification
    rules: tuple[str, ...]
    objectives: tuple[tuple[str, str], ...]
    review: Review
    attempts: tuple[Attempt, ...]
    diagnostics: tuple[Diagnostic, ...]
    cost: Cost
    model: str
    confidence: float | None = None
    experience: tuple[str, ...] = ()
    retrieval: str = ""
    ballot: Ballot | None = None


Stopped: TypeAlias = Literal["checks", "no answer", "abstained", "vote"]


@dataclass(frozen=True, slots=True)
class EncodingFailed:
    """No specification. `reason` is a sentence for the user, `advice` what can be done about it.

    `stopped` says what ended it: the last attempt failed the checks, the model gave no answer (the last attempt has
    which), the offline encoder abstained, or too few of several encodings passed.
    """

    reason: str
    advice: str
    stopped: Stopped
    attempts: tuple[Attempt, ...]
    cost: Cost
    model: str
    ballot: Ballot | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the instruction, and how many encodings understood it so."""

    encoded: Encoded
    votes: int


@dataclass(frozen=True, slots=True)
class AskUser:
    """Encodings disagree, and only the user can say what was meant.

    `difference` is a run that one reading accepts and the other does not, where one was found; `question` tells it.
    """

    question: str
    readings: tuple[Reading, ...]
    difference: Difference | None
    ballot: Ballot
    cost: Cost
    model: str


Outcome: TypeAlias = Encoded | EncodingFailed | AskUser
