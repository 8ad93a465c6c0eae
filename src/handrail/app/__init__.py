"""Models of apps: what their screens show, and what each action is about to change."""

from handrail.app.app import App, Apps
from handrail.app.cooperation import Cooperation, Ran, Withheld
from handrail.app.declare import KEY, Declaration
from handrail.app.extraction import ScreenReader
from handrail.app.screen_model import Observed
from handrail.app.trigger import Anticipation, Event, Trigger
from handrail.app.update import RefusedUpdate, Update

__all__ = [
    "KEY",
    "Anticipation",
    "App",
    "Apps",
    "Cooperation",
    "Declaration",
    "Event",
    "Observed",
    "Ran",
    "RefusedUpdate",
    "ScreenReader",
    "Trigger",
    "Update",
    "Withheld",
]
