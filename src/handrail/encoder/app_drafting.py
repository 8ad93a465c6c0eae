"""A language model reads the draft of an app's model and proposes better names, descriptions and what it misses.

In rounds: what was refused goes back to it with the reason. Each proposal is checked before it is taken, by the schema
of models and by the walks that the draft was made from; what the model says is data, and never a model by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from handrail.app.consequence import Kind
from handrail.app.draft.draft import Drafted
from handrail.app.draft.proposals import (
    AddCommitment,
    AddKind,
    Describe,
    Proposal,
    RefusedProposal,
    RenameCommitment,
    RenameState,
    RenameVariable,
    take,
)
from handrail.app.walk import Walk
from handrail.encoder.prompt import Prompt
from handrail.llm import Message, Model, NoAnswer, Request, Typed, ask_typed

MODEL_SYSTEM = Prompt("app-system", 1)
MODEL_DRAFT = Prompt("app-draft", 1)
MODEL_REFUSED = Prompt("app-refused", 1)
MOST_OUTPUT_TOKENS = 4096
MOST_PROPOSALS = 60
ROUNDS = 2

_Name = Annotated[str, Field(max_length=80)]
_Text = Annotated[str, Field(max_length=400)]


class _Proposed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RenameStateAnswer(_Proposed):
    """A better name for a state."""

    change: Literal["rename state"]
    state: _Name
    to: _Name

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return RenameState(self.state, self.to)


class RenameVariableAnswer(_Proposed):
    """A better name for a variable."""

    change: Literal["rename variable"]
    state: _Name
    variable: _Name
    to: _Name

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return RenameVariable(self.state, self.variable, self.to)


class DescribeAnswer(_Proposed):
    """What a state or a variable is."""

    change: Literal["describe"]
    state: _Name
    variable: _Name = Field("", description="empty for the state itself")
    description: _Text

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return Describe(self.state, self.description, self.variable)


class RenameCommitmentAnswer(_Proposed):
    """A better name for what is committed."""

    change: Literal["rename commitment"]
    commits: _Name
    to: _Name

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return RenameCommitment(self.commits, self.to)


class AddKindAnswer(_Proposed):
    """The kind of a commitment that has none."""

    change: Literal["add kind"]
    binding: _Name
    kind: Kind
    object: dict[str, _Text] = Field(default_factory=dict, description="details that the kind needs, as readings")

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return AddKind(self.binding, self.kind, self.object)


class AddCommitmentAnswer(_Proposed):
    """What a touch commits of which the draft does not say so."""

    change: Literal["add commitment"]
    name: _Name
    at: _Text
    has: _Text = Field("", description="a selector of what is on the screens meant; empty for any")
    commits: _Name
    kind: Kind
    irreversible: bool = False
    object: dict[str, _Text]

    def proposal(self) -> Proposal:
        """As the draft takes it."""
        return AddCommitment(self.name, self.at, self.commits, self.kind, self.object, self.has, self.irreversible)


_Change: TypeAlias = Annotated[
    RenameStateAnswer
    | RenameVariableAnswer
    | DescribeAnswer
    | RenameCommitmentAnswer
    | AddKindAnswer
    | AddCommitmentAnswer,
    Field(discriminator="change"),
]


class ProposalsAnswer(_Proposed):
    """All that is proposed; nothing where the draft is good as it is."""

    proposals: list[_Change] = Field(max_length=MOST_PROPOSALS)


@dataclass(frozen=True, slots=True)
class Improved:
    """What became of a draft: how many proposals were taken, which were not, and why the model gave no answer."""

    drafted: Drafted
    taken: int
    refused: tuple[RefusedProposal, ...]
    no_answer: NoAnswer | None = None


async def improve(drafted: Drafted, walks: Iterable[Walk], model: Model, *, rounds: int = ROUNDS) -> Improved:
    """A draft with what a model proposes and what passes the checks. It ends early where nothing is left to mend."""
    all_of_them, taken = tuple(walks), 0
    messages: tuple[Message, ...] = (Message("system", (MODEL_SYSTEM.fill({}),)), _question(drafted))
    purpose = f"{MODEL_SYSTEM.purpose}+{MODEL_DRAFT.purpose}"
    refused: Sequence[RefusedProposal] = ()
    for _ in range(rounds):
        request = Request(purpose, messages, maximum_output_tokens=MOST_OUTPUT_TOKENS)
        found = await ask_typed(model, request, ProposalsAnswer)
        if not isinstance(found, Typed):
            return Improved(drafted, taken, tuple(refused), found)
        proposed = [proposal.proposal() for proposal in found.value.proposals]
        drafted, refused = take(drafted, proposed, all_of_them)
        taken += len(proposed) - len(refused)
        if not refused:
            break
        messages += (Message("assistant", (found.answer.text,)), _refusal(drafted, refused))
        purpose = f"{MODEL_SYSTEM.purpose}+{MODEL_DRAFT.purpose}+{MODEL_REFUSED.purpose}"
    return Improved(drafted, taken, tuple(refused))


def _question(drafted: Drafted) -> Message:
    values = {"model": drafted.text.splitlines(), "questions": list(drafted.draft.open_questions)}
    return Message("user", (MODEL_DRAFT.fill(values),))


def _refusal(drafted: Drafted, refused: Iterable[RefusedProposal]) -> Message:
    findings: list[dict[str, Any]] = [
        {"proposal": str(proposal.proposal), "found": proposal.why} for proposal in refused
    ]
    return Message("user", (MODEL_REFUSED.fill({"findings": findings, "model": drafted.text.splitlines()}),))
