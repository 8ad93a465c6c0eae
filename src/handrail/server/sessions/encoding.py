"""Instructions turned into rules by the model that the server was started with; the rules come back to be read."""

from datetime import datetime
from typing import Protocol

from handrail.app import Apps
from handrail.encoder.encoding import encode
from handrail.encoder.outcome import Encoded
from handrail.encoder.short import NoSpecification
from handrail.language.specification import Specification
from handrail.llm import Model
from handrail.server.sessions.terms import Encodes


class KeepsEncodings(Protocol):
    """Where encodings are kept for people to accept."""

    async def accepted(self, instruction: str, apps: Apps) -> Specification | None:
        """The rules to use without asking the model; None where there are none."""
        ...

    async def note(self, instruction: str, apps: Apps, encoded: Encoded) -> None:
        """Keep what came of an instruction."""
        ...


def encoder_of(model: Model | str, keeps: KeepsEncodings | None = None) -> Encodes:
    """What asks this model, or `offline`; rules that a person accepted come first, and what comes out is kept.

    Raises `NoSpecification` with what to say instead.
    """

    async def encoded(instruction: str, apps: Apps) -> Specification:
        accepted = await keeps.accepted(instruction, apps) if keeps is not None else None
        if accepted is not None:
            return accepted
        outcome = await encode(instruction, apps, now=datetime.now().astimezone(), model=model)
        if not isinstance(outcome, Encoded):
            raise NoSpecification(outcome)
        if keeps is not None:
            await keeps.note(instruction, apps, outcome)
        return outcome.specification

    return encoded
