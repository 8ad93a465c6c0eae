"""An app as people name it: a file, or a name as of those that come with the simulated phone."""

from pathlib import Path

from handrail import registry
from handrail.app.app import App


def open_app(name: str) -> App:
    """The app of that file; a bare name as `clock` is one of the simulated phone's, or of another package's.

    Such a name is an entry point of the group `handrail.apps`: a function that takes the name and gives the `App`.
    Raises `UnreadableInput`, and `Misuse` for a bare name that is neither.
    """
    is_bare = not Path(name).exists() and Path(name).name == name and not Path(name).suffix
    if not is_bare and name not in registry.names(registry.APPS):
        return App.load(Path(name))
    said = f"{name}: no such file, and no app of the simulated phone"
    app: App = registry.entry(registry.APPS, name, said=said)(name)
    return app
