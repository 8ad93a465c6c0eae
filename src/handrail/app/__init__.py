"""What an app declares: states, triggers, and the reading of both from files and from Python."""

from handrail.app.app import App
from handrail.app.declare import KEY, Declaration
from handrail.app.trigger import Anticipation, Event, Trigger
from handrail.app.update import RefusedUpdate, Update

__all__ = ["KEY", "Anticipation", "App", "Declaration", "Event", "RefusedUpdate", "Trigger", "Update"]
