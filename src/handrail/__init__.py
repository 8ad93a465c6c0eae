"""Handrail: a safety layer for AI agents that operate phones. Every action is verified before it runs.

    app = handrail.App.load("restaurant.json")
    specification = handrail.Specification.parse('ReserveInfo(time < 19:00) -> Reserve\\nReserve -> Done', app)
    monitor = handrail.Monitor(specification)
    verdict = monitor.anticipate([handrail.Update("ReserveInfo", set={"time": "20:00"})], commits=["Reserve"])

The names below are imported when they are first used, so that a command that needs one room does not load them all.
`Allow`, `Warn`, `Block` and `Ask` are what the guard decides; a monitor by itself answers with those of
`handrail.monitor`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.app import App, Apps, Declaration, Event, Update
    from handrail.encoder.short import NoSpecification, encode
    from handrail.error import HandrailError
    from handrail.guard import Allow, Ask, Block, Decision, Guard, Warn
    from handrail.language import Specification, SpecificationError
    from handrail.monitor import Feedback, Monitor, Observation

__all__ = [
    "Allow",
    "App",
    "Apps",
    "Ask",
    "Block",
    "Decision",
    "Declaration",
    "Event",
    "Feedback",
    "Guard",
    "HandrailError",
    "Monitor",
    "NoSpecification",
    "Observation",
    "Specification",
    "SpecificationError",
    "Update",
    "Warn",
    "encode",
]
__version__ = "0.1.0"

_ROOMS = {
    "handrail.app": ("App", "Apps", "Declaration", "Event", "Update"),
    "handrail.client": (),
    "handrail.encoder.short": ("NoSpecification", "encode"),
    "handrail.error": ("HandrailError",),
    "handrail.guard": ("Allow", "Ask", "Block", "Decision", "Guard", "Warn"),
    "handrail.language": ("Specification", "SpecificationError"),
    "handrail.monitor": ("Feedback", "Monitor", "Observation"),
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(room), name)
    if f"{__name__}.{name}" in _ROOMS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module `handrail` has no `{name}`; it exports {', '.join(__all__)}")
