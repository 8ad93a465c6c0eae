"""A small app, instructions for it, and the answers that a model might give."""

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from handrail.app.app import App
from handrail.app.document import read_app
from handrail.encoder import Encoded, EncodingFailed, Outcome, Settings, encode
from handrail.encoder.encoding import DEFAULT_SETTINGS
from handrail.encoder.experience import Experience
from handrail.llm import Model, Reply, Request, Scripted

NOW = datetime(2026, 3, 10, 9, 0)  # noqa: DTZ001 - a clock without a zone is taken as it stands

ERRANDS: dict[str, Any] = {
    "app": "Errands",
    "states": [
        {
            "name": "Alarm",
            "description": "the list of alarms",
            "variables": [
                {"name": "label", "type": "Text", "is_key": True},
                {"name": "time", "type": "Time"},
                {"name": "days", "type": "Enum", "enum_values": ["Once", "Weekdays", "Daily"]},
                {"name": "on", "type": "Boolean"},
            ],
        },
        {
            "name": "Table",
            "description": "the reservation form",
            "variables": [{"date": "Date"}, {"time": "Time"}, {"people": "Number"}, {"free": "Boolean"}],
        },
        {"name": "Message", "description": "the message", "variables": [{"to": "Text"}, {"text": "Text"}]},
    ],
}

RESERVE = "Reserve a table for 4 tomorrow before 7 PM. If none is free, send 'no luck' to Ann."
RESERVE_RULES = (
    "Table(date = Tomorrow, time < 19:00, people = 4, free = true) -> Reserve",
    'Table(date = Tomorrow, time < 19:00, people = 4, free = false) & Message(to = "Ann", text = "no luck") -> Send',
    "Reserve -> Done",
    "Send -> Done",
)
ALARM = "Set an alarm called Work for 7:30 AM on weekdays"
ALARM_RULES = ('Alarm(label = "Work", time = 7:30, days = "Weekdays", on = true) -> SetAlarm', "SetAlarm -> Done")


def errands(**changes: str) -> App:
    """The app; `changes` replace descriptions of states by name."""
    document = json.loads(json.dumps(ERRANDS))
    for state in document["states"]:
        state["description"] = changes.get(state["name"], state["description"])
    return read_app(document, "errands.json")


def answer(
    rules: Sequence[str],
    *,
    objectives: dict[str, str] | None = None,
    sources: Sequence[tuple[str, str, str]] = (),
    left_out: Sequence[tuple[str, str]] = (),
) -> str:
    """What a model answers, as text."""
    return json.dumps(
        {
            "rules": list(rules),
            "objectives": [{"name": name, "meaning": meaning} for name, meaning in (objectives or {}).items()],
            "sources": [{"value": value, "words": words, "assumption": read} for value, words, read in sources],
            "left_out": [{"words": words, "why": why} for words, why in left_out],
        }
    )


def run(
    instruction: str,
    model: Model | str,
    *,
    app: App | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    experience: Experience | None = None,
) -> Outcome:
    """Encode, and wait for it."""
    return asyncio.run(
        encode(instruction, app or errands(), now=NOW, model=model, settings=settings, experience=experience)
    )


def encoded(outcome: Outcome) -> Encoded:
    """The outcome, which must be a specification."""
    assert isinstance(outcome, Encoded), outcome
    return outcome


def failed(outcome: Outcome) -> EncodingFailed:
    """The outcome, which must be none."""
    assert isinstance(outcome, EncodingFailed), outcome
    return outcome


def said(request: Request) -> str:
    """The whole conversation as one text."""
    return "\n".join(str(part) for message in request.messages for part in message.parts)


def scripted(*lines: Reply | str) -> Scripted:
    """A model with these lines."""
    return Scripted(lines)
