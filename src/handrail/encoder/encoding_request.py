"""What an encoding is about: the instruction, the app, the clock. The same for every attempt and every vote."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from handrail.app.app import App
from handrail.encoder.app_data import states_as_data
from handrail.encoder.retrieval import Candidates

if TYPE_CHECKING:
    from handrail.encoder.experience import Remembered


@dataclass(frozen=True, slots=True)
class EncodingRequest:
    """`experience` is remembered work on similar requests; `retrieval` says by what it and the states were found."""

    instruction: str
    app: App
    now: datetime
    candidates: Candidates
    experience: "tuple[Remembered, ...]" = ()
    retrieval: str = ""

    @property
    def clock(self) -> dict[str, str]:
        """The clock as a prompt tells it; a naive one has no zone."""
        told = {"now": self.now.isoformat("T", "minutes"), "weekday": self.now.strftime("%A")}
        zone = self.now.tzname()
        return told if zone is None else {**told, "zone": zone}

    @property
    def states(self) -> list[dict[str, Any]]:
        """The states as data."""
        return states_as_data(self.candidates.states)
