"""The short form: a specification, or an error that says why there is none."""

from datetime import datetime
from typing import TYPE_CHECKING, assert_never

from handrail.app.app import App, Apps
from handrail.encoder.encoding import DEFAULT_SETTINGS, OFFLINE, Settings
from handrail.encoder.encoding import encode as encode_with_outcome
from handrail.encoder.outcome import AskUser, Encoded, EncodingFailed
from handrail.error import HandrailError
from handrail.language.specification import Specification
from handrail.llm import Model

if TYPE_CHECKING:
    from handrail.encoder.experience import Experience


class NoSpecification(HandrailError):
    """An instruction that could not be encoded. `outcome` has every attempt, or the readings to choose from."""

    def __init__(self, outcome: EncodingFailed | AskUser) -> None:
        self.outcome = outcome
        match outcome:
            case EncodingFailed(reason, advice):
                message = f"{reason}; {advice}"
            case AskUser(question):
                message = question
            case _:
                assert_never(outcome)
        super().__init__(message)


async def encode(
    instruction: str,
    app: App | Apps,
    *,
    now: datetime | None = None,
    model: Model | str = OFFLINE,
    settings: Settings = DEFAULT_SETTINGS,
    experience: "Experience | None" = None,
) -> Specification:
    """The specification of an instruction; `now` is by default the clock of this machine. Raises `NoSpecification`.

    `handrail.encoder.encode` says more: the review, the attempts, the cost, and what to ask the user.
    """
    clock = datetime.now().astimezone() if now is None else now
    outcome = await encode_with_outcome(
        instruction, app, now=clock, model=model, settings=settings, experience=experience
    )
    if isinstance(outcome, Encoded):
        return outcome.specification
    raise NoSpecification(outcome)
