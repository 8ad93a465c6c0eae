"""What a Python app says of itself, as the app protocol has it on the wire."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any

from handrail.app.app import App
from handrail.app.consequence import Kind
from handrail.app.document import state_document
from handrail.app.trigger import Anticipation, Event
from handrail.app.update import Raw, Update

PROTOCOL = "handrail.app/1"


def define_message(app: App) -> dict[str, Any]:
    """All that the app declares."""
    return {
        "type": "define",
        "states": [{"name": state.name, **state_document(state)} for state in app.states.values()],
        "commitments": [
            {
                "name": commitment.name,
                "kind": str(next(iter(commitment.kinds), Kind.UNKNOWN)),
                "irreversible": commitment.irreversible,
                "description": "; ".join(commitment.does),
            }
            for commitment in app.declared
        ],
    }


def propose_message(event: Event, said: Anticipation) -> dict[str, Any]:
    """What an event is about to do, without the id and the session."""
    kinds = {consequence.kind for consequence in said.consequences} - {Kind.UNKNOWN}
    shown: dict[str, Any] = {"kind": event.kind, "target": event.target or ""}
    if event.kind == "check" and event.text is not None:
        shown["checked"] = event.text == "on"
    elif event.text is not None:
        shown["text"] = event.text
    return {
        "type": "propose",
        "event": shown,
        "updates": updates_on_the_wire(said.updates),
        "commits": sorted(said.commits),
        "kind": str(kinds.pop()) if len(kinds) == 1 else str(Kind.UNKNOWN),  # several are declared one by one
        "irreversible": said.irreversible,
        "unknown": not said.covered,
    }


def updates_on_the_wire(updates: Iterable[Update]) -> list[dict[str, Any]]:
    """State updates as JSON."""
    return [
        {"state": update.state}
        | ({} if update.set is None else {"set": _values(update.set)})
        | ({} if update.delete is None else {"delete": _values(update.delete)})
        for update in updates
    ]


def _values(named: Mapping[str, Raw]) -> dict[str, Any]:
    return {name: _value(value) for name, value in named.items()}


def _value(value: Raw) -> Any:
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case date() | time():
            return value.isoformat()
        case _:
            return value
