"""Handrail: a safety layer for AI agents that operate phones. Every action is verified before it runs.

    app = handrail.App.load("restaurant.json")
    specification = handrail.Specification.parse('ReserveInfo(time < 19:00) -> Reserve\\nReserve -> Done', app)
    monitor = handrail.Monitor(specification)
    verdict = monitor.anticipate([handrail.Update("ReserveInfo", set={"time": "20:00"})], commits=["Reserve"])

The names below are imported when they are first used, so that a command that needs one room does not load them all.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrail.app import App, Apps, Declaration, Event, Update
    from handrail.encoder.short import NoSpecification, encode
    from handrail.error import HandrailError
    from handrail.guard import Guard
    from handrail.language import Specification, SpecificationError
    from handrail.monitor import Allow, Ask, Block, Feedback, Monitor, Observation, Verdict, Warn

__all__ = [
    "Allow",
    "App",
    "Apps",
    "Ask",
    "Block",
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
    "Verdict",
    "Warn",
    "encode",
]
__version__ = "0.1.0"

_ROOMS = {
    "handrail.app": ("App", "Apps", "Declaration", "Event", "Update"),
    "handrail.encoder.short": ("NoSpecification", "encode"),
    "handrail.error": ("HandrailError",),
    "handrail.guard": ("Guard",),
    "handrail.language": ("Specification", "SpecificationError"),
    "handrail.monitor": ("Allow", "Ask", "Block", "Feedback", "Monitor", "Observation", "Verdict", "Warn"),
}


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(room), name)
    raise AttributeError(f"module `handrail` has no `{name}`; it exports {', '.join(__all__)}")
