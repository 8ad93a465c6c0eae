"""What a prompt tells about an app: its states as data, one a line."""

from collections.abc import Iterable
from typing import Any

from handrail.language.declaration import State, Variable
from handrail.language.printer import show_name
from handrail.language.value import Type

LONGEST_DESCRIPTION = 600
MOST_OPTIONS = 200


def states_as_data(states: Iterable[State]) -> list[dict[str, Any]]:
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
    if variable.type is Type.ENUM:
        told["values"] = list(variable.options[:MOST_OPTIONS])
        if len(variable.options) > MOST_OPTIONS:
            told["more_values"] = len(variable.options) - MOST_OPTIONS
    if variable.description:
        told["description"] = _cut(variable.description)
    return told


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= LONGEST_DESCRIPTION else shown[: LONGEST_DESCRIPTION - 1] + "…"
