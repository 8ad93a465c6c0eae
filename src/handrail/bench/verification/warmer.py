"""A model asked for drafts at a temperature of its own, so that several samples of one instruction differ.

The questions are those of a vote of the encoder, to the letter: a recording of one serves the other.
"""

from dataclasses import dataclass, replace

from handrail.encoder.prompt import DRAFT
from handrail.llm import Model, Reply, Request


@dataclass(frozen=True, slots=True)
class Warmer:
    """Everything but drafts is asked as it is."""

    model: Model
    temperature: float

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    async def ask(self, request: Request) -> Reply:
        """The answer of the model."""
        if DRAFT.purpose in request.purpose.split("+"):
            request = replace(request, temperature=self.temperature)
        return await self.model.ask(request)
