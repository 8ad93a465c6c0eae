"""What a journal says of a session's beginning: where it lies, the models it trusts, and their states to read again."""

import hashlib
import json
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from handrail.app import App
from handrail.guard.journal.entry import AppNote
from handrail.language.declaration import State, States


def new_folder(began: datetime, session: str) -> Path:
    """A folder for a session's journal in the user's state directory; nothing is made yet."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "handrail" / "runs" / f"{began:%Y-%m-%d-%H%M%S}-{session[:8]}"


def states_document(states: States) -> str:
    """The states as the JSON of an app document, so that a journal can be judged again without the models."""
    return json.dumps({"app": "states of the session", "states": {name: _state(one) for name, one in states.items()}})


def describe_apps(apps: Iterable[App]) -> tuple[AppNote, ...]:
    """Each model by name, package, and the SHA-256 of the states that it declares."""
    return tuple(
        AppNote(app.name, app.package, hashlib.sha256(states_document(app.states).encode()).hexdigest()) for app in apps
    )


def _state(state: State) -> dict[str, object]:
    return {
        "description": state.description,
        "variables": [
            {
                "name": variable.name,
                "type": str(variable.type),
                "description": variable.description,
                **({"enum_values": list(variable.options)} if variable.options else {}),
                **({"is_key": True} if variable.name in state.keys else {}),
                **({"is_set": True} if variable.is_set else {}),
            }
            for variable in state.variables.values()
        ],
    }
