"""From an instruction in plain words to a specification, with a language model or without one.

`encode` gives `Encoded`, a checked specification with its review; `EncodingFailed`, with the reason and every attempt;
or `AskUser`, where several encodings disagree. What they share lives in modules that are imported when a name is first
used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.encoder.encoding import DEFAULT_SETTINGS, Settings, encode
    from handrail.encoder.experience import Experience, Remembered
    from handrail.encoder.experience_line import Evidence
    from handrail.encoder.outcome import (
        AskUser,
        Attempt,
        Ballot,
        Cost,
        Encoded,
        EncodingFailed,
        Outcome,
        Reading,
    )
    from handrail.encoder.report import outcome_as_json
    from handrail.encoder.review import Review

__all__ = [
    "DEFAULT_SETTINGS",
    "AskUser",
    "Attempt",
    "Ballot",
    "Cost",
    "Encoded",
    "EncodingFailed",
    "Evidence",
    "Experience",
    "Outcome",
    "Reading",
    "Remembered",
    "Review",
    "Settings",
    "encode",
    "outcome_as_json",
]

_MODULES = {
    "handrail.encoder.encoding": ("DEFAULT_SETTINGS", "Settings", "encode"),
    "handrail.encoder.experience_line": ("Evidence",),
    "handrail.encoder.experience": ("Experience", "Remembered"),
    "handrail.encoder.outcome": (
        "AskUser",
        "Attempt",
        "Ballot",
        "Cost",
        "Encoded",
        "EncodingFailed",
        "Outcome",
        "Reading",
    ),
    "handrail.encoder.report": ("outcome_as_json",),
    "handrail.encoder.review": ("Review",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module `handrail.encoder` has no `{name}`; it exports {', '.join(__all__)}")
