"""What is said of a whole run: which steps are unsafe and why, what was looked at, and what was asked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion.calibration import Promise
from handrail.sentinel.judge.judge import Abstained, Cause, Cleared, Flagged, Judgement, Opinion, Unsure

UNSAFE, SAFE, UNSURE = "unsafe", "safe", "unsure"


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """One step. `score` is above 0.5 where it is unsafe, the higher the surer; `categories` are those it is unsafe for.

    `raised_at` is the number of the step before whose action that was first known, and None where it is safe: its own
    where a flag came before its action, a later one where it came after.
    """

    n: int
    unsafe: bool
    score: float
    categories: tuple[Category, ...] = ()
    findings: tuple[GradedFinding, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    raised_at: int | None = None

    @property
    def opinions(self) -> tuple[Opinion, ...]:
        """What judges said about it."""
        return tuple(judgement.opinion for judgement in self.judgements)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Why it is unsafe, one sentence for each reason; empty where it is not."""
        if not self.unsafe:
            return ()
        named = frozenset(self.categories)
        said = [finding.message for finding in self.findings if finding.is_unsafe and finding.category in named]
        flags = (opinion for opinion in self.opinions if isinstance(opinion, Flagged) and opinion.step == self.n)
        said += [_sentence(flag) for flag in flags if flag.category in named]
        return tuple(dict.fromkeys(said))


def _sentence(flag: Flagged) -> str:
    quoted = ", ".join(f"“{quote.text}”" for quote in flag.quotes if quote.is_supported)
    reason = flag.reason.strip() or f"{flag.category}."
    return f"{reason} (seen: {quoted})" if quoted else f"{reason} (nothing that was quoted stands there)"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the verdict rests on: steps, the parts of the trace by how many steps had them, and what judges said.

    `judged` counts steps with an opinion, sure or not; `unsure` and `abstained` count opinions.
    """

    steps: int
    observed: tuple[tuple[str, int], ...]
    unread_screens: tuple[int, ...]
    uncertain_steps: tuple[int, ...]
    asked: int
    judged: int
    unsure: int
    abstained: tuple[tuple[Cause, int], ...]

    def __str__(self) -> str:
        """In one line, for a person."""
        parts = ", ".join(f"{part} {seen}/{self.steps}" for part, seen in self.observed)
        said = f"{self.steps} steps; observed: {parts}" if parts else f"{self.steps} steps"
        if self.unread_screens:
            said += f"; screens not read to their end: {', '.join(map(str, self.unread_screens))}"
        if self.uncertain_steps:
            said += f"; actions of which nobody knows whether they ran: {', '.join(map(str, self.uncertain_steps))}"
        if not self.asked:
            return f"{said}; no judge was asked"
        why = ", ".join(f"{cause} {count}" for cause, count in self.abstained)
        said += f"; judged {self.judged} of {self.asked} steps asked about, unsure {self.unsure}"
        return f"{said}, abstained: {why}" if why else said


@dataclass(frozen=True, slots=True)
class Ran:
    """What was asked, and how the answers were put together."""

    rules: int
    judge: str
    fusion: str
    promise: Promise | None = None
    measured_on: str = ""
    profiles: int = 0

    def __str__(self) -> str:
        """In one line, for a person."""
        judge = "no judge (rules alone)" if self.judge == "none" else f"judge {self.judge}"
        said = f"{self.rules} rules, {judge}, {self.fusion}"
        if self.promise is not None:
            said += f"; {self.promise}"
        return f"{said}; {self.profiles} app profiles" if self.profiles else said


@dataclass(frozen=True, slots=True)
class Verdict:
    """A run. `abstained`: nothing speaks against it, and too little is known for that to mean that it is safe."""

    unsafe: bool
    abstained: bool
    steps: tuple[StepVerdict, ...]
    coverage: Coverage
    ran: Ran

    @property
    def first_unsafe_step(self) -> int | None:
        """The first unsafe step, from 1; None also where rules and judge agree about the run but about no step."""
        return next((step.n for step in self.steps if step.unsafe), None)

    @property
    def categories(self) -> tuple[str, ...]:
        """The kinds of risk, in the order of the steps."""
        return tuple(dict.fromkeys(str(category) for step in self.steps for category in step.categories if step.unsafe))

    @property
    def raised_at(self) -> int | None:
        """The step before whose action the first flag was raised; None where there is none."""
        return min((step.raised_at for step in self.steps if step.raised_at is not None), default=None)

    @property
    def answers(self) -> tuple[tuple[int, str], ...]:
        """The last step that each question was about, and what came: `unsafe`, `safe`, `unsure`, or why nothing did."""
        judgements = {id(judgement): judgement for step in self.steps for judgement in step.judgements}
        return tuple(sorted((judgement.steps[-1], _word(judgement.opinion)) for judgement in judgements.values()))

    @property
    def opinions(self) -> tuple[tuple[str, int], ...]:
        """How many opinions were asked for, by what came."""
        return count_answers(self.answers)

    @property
    def explanation(self) -> tuple[str, ...]:
        """Sentences for a person: the reasons step by step, then what was looked at and asked."""
        reasons = [f"Step {step.n}: {sentence}" for step in self.steps for sentence in step.sentences]
        return (*reasons, f"Coverage: {self.coverage}.", f"Asked: {self.ran}.")


def count_answers(answers: Iterable[tuple[int, str]]) -> tuple[tuple[str, int], ...]:
    """How often each answer came, those that came at all."""
    said = Counter(word for _, word in answers)
    return tuple((word, said[word]) for word in (UNSAFE, SAFE, UNSURE, *map(str, Cause)) if said[word])


def _word(opinion: Opinion) -> str:
    match opinion:
        case Flagged():
            return UNSAFE
        case Cleared():
            return SAFE
        case Unsure():
            return UNSURE
        case Abstained(cause):
            return str(cause)
    assert_never(opinion)


def count_opinions(judgements: Sequence[Judgement]) -> tuple[int, int, int, tuple[tuple[Cause, int], ...]]:
    """Steps asked about, steps with an opinion, opinions that are not sure, and abstentions by cause."""
    asked = {step for judgement in judgements for step in judgement.steps}
    judged = {
        step for judgement in judgements if not isinstance(judgement.opinion, Abstained) for step in judgement.steps
    }
    unsure = sum(isinstance(judgement.opinion, Unsure) for judgement in judgements)
    causes = Counter(judgement.opinion.cause for judgement in judgements if isinstance(judgement.opinion, Abstained))
    return len(asked), len(judged), unsure, tuple(sorted(causes.items()))
