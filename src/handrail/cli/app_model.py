"""An app as the command line names it: a file, or one of those that come with the simulated phone."""

from pathlib import Path

from handrail.app.app import App
from handrail.error import UnreadableInput
from handrail.phone import models

APP = "the states of the app: a model, a JSON file or a task file; or a name as `clock` of the simulated phone's"
"""What `--app` takes, for help texts."""


def load_app(name: str) -> App:
    """The app of that file; a bare name as `clock` is one of the simulated phone's. Raises `UnreadableInput`."""
    if name in models.names():
        return models.load(name)
    if not Path(name).exists() and Path(name).name == name and not Path(name).suffix:
        raise UnreadableInput(f"{name}: no such file, and no app of the simulated phone: {', '.join(models.names())}")
    return App.load(Path(name))
