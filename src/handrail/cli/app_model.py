"""An app as the command line names it: a file, or a name as of those that come with the simulated phone."""

from handrail.app.open_app import open_app as load_app

__all__ = ["APP", "load_app"]

APP = "the states of the app: a model, a JSON file or a task file; or a name as `clock` of the simulated phone's"
"""What `--app` takes, for help texts."""
