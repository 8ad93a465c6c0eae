"""What an encoding is about: instruction, app, clock, and what a prompt tells of the app; the same for every vote."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from handrail.app.app import App, Apps
from handrail.app.consequence import DeclaredCommitment
from handrail.encoder.retrieval import Candidates
from handrail.language.declaration import State, Variable
from handrail.language.printer import show_name
from handrail.language.value import Type

if TYPE_CHECKING:
    from handrail.encoder.experience import Remembered


@dataclass(frozen=True, slots=True)
class EncodingRequest:
    """`experience` is remembered work on similar requests; `retrieval` says by what it and the states were found."""

    instruction: str
    app: App | Apps
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
        return _states_as_data(self.candidates.states)

    @property
    def commitments(self) -> list[dict[str, Any]]:
        """What acts in the app commit, as data; nothing where the app does not say."""
        return [_commitment(commitment) for commitment in self.app.declared]

    @property
    def is_any_app(self) -> bool:
        """Whether nothing is known of the app but what all screens have."""
        return self.app.is_generic


# What a prompt tells about an app: its states as data, one a line.


LONGEST_DESCRIPTION = 600
MOST_OPTIONS = 200


def _states_as_data(states: Iterable[State]) -> list[dict[str, Any]]:
    """The states as a model needs them: names as rules write them, types, values, keys, descriptions."""
    return [_state(state) for state in states]


def _state(state: State) -> dict[str, Any]:
    told: dict[str, Any] = {"state": show_name(state.name)}
    if state.description:
        told["description"] = _cut(state.description)
    told["variables"] = [_variable(variable) for variable in state.variables.values()]
    return told


def _variable(variable: Variable) -> dict[str, Any]:
    told: dict[str, Any] = {"name": show_name(variable.name), "type": str(variable.type)}
    if variable.key:
        told["key"] = True
    if variable.is_set:
        told["set"] = True
    if variable.is_code:
        told["code"] = True
    if variable.type is Type.ENUM:
        told["values"] = list(variable.options[:MOST_OPTIONS])
        if len(variable.options) > MOST_OPTIONS:
            told["more_values"] = len(variable.options) - MOST_OPTIONS
    if variable.description:
        told["description"] = _cut(variable.description)
    return told


def _commitment(commitment: DeclaredCommitment) -> dict[str, Any]:
    told: dict[str, Any] = {"objective": show_name(commitment.name), "kinds": [str(kind) for kind in commitment.kinds]}
    if commitment.does:
        told["does"] = [_cut(text) for text in commitment.does]
    if commitment.changes:
        told["changes"] = sorted(map(show_name, commitment.changes))
    return told


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= LONGEST_DESCRIPTION else shown[: LONGEST_DESCRIPTION - 1] + "…"
