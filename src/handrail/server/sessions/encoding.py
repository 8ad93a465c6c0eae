"""Instructions turned into rules by the model that the server was started with; the rules come back to be read."""

from handrail.app import App, Apps
from handrail.encoder.short import encode
from handrail.language.specification import Specification
from handrail.llm import Model
from handrail.server.sessions.sessions import Encodes


def encoder_of(model: Model | str) -> Encodes:
    """What asks this model, or `offline`. Raises `NoSpecification` with what to say instead."""

    async def encoded(instruction: str, apps: Apps) -> Specification:
        together = App.of(apps.name, apps.states.values())
        return await encode(instruction, together, model=model)

    return encoded
