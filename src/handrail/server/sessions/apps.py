"""The apps of a session: models that the server has, by name, or documents that the client sends."""

import json
from typing import Any

from handrail import registry
from handrail.app import App, Apps
from handrail.app.document import read_app
from handrail.app.model_document import read_model
from handrail.error import Misuse
from handrail.strict_json import read_json

MOST_APPS = 50
_ONLY_IN_MODELS = frozenset({"bindings", "harmless", "observers"})


def read_apps(said: str | dict[str, Any] | list[str | dict[str, Any]]) -> Apps:
    """The apps that are meant. Raises `HandrailError` for a name that is unknown or a document that is wrong.

    A name is one of installed models and never a file: a client reads nothing of the server's disk.
    """
    several = said if isinstance(said, list) else [said]
    if not 0 < len(several) <= MOST_APPS:
        raise Misuse(f"`app` names {len(several)} apps; from 1 to {MOST_APPS} are taken")
    return Apps.of(*(_read_app(app) for app in several))


def apps_in(document: bytes) -> Apps:
    """The apps that are meant by what stands in a request, as JSON. Raises as `read_apps` does."""
    return read_apps(read_json(document, "app", exact=False))


def _read_app(said: str | dict[str, Any]) -> App:
    if isinstance(said, str):
        app: App = registry.entry(registry.APPS, said, said=f"`app`: no model is called `{said[:80]}`")(said)
        return app
    if _ONLY_IN_MODELS & said.keys():
        return read_model(json.dumps(said), "app")
    return read_app(said, "app")
