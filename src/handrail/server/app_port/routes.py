"""The route that lists the apps that are connected; sessions with them are opened as all others are."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from handrail.server.app_port.connected_app import ConnectedApp
from handrail.server.app_port.connected_apps import ConnectedApps


class ConnectedDocument(BaseModel):
    """An app that is connected and has said what it has."""

    package: str
    name: str
    connection: str
    states: list[str]
    commitments: list[str]
    free: bool = Field(description="whether a session can take control of it")


def connected_routes(apps: ConnectedApps, who: Callable[..., Any]) -> APIRouter:
    """The route, for those whom `who` knows."""
    router = APIRouter(prefix="/api/connected", tags=["connected apps"], dependencies=[Depends(who)])

    @router.get("")
    async def connected() -> list[ConnectedDocument]:
        """The apps that are connected."""
        return [_connected(app) for app in apps.declared()]

    return router


def _connected(app: ConnectedApp) -> ConnectedDocument:
    declared = app.app
    return ConnectedDocument(
        package=app.package,
        name=declared.name,
        connection=app.identifier,
        states=list(declared.states),
        commitments=list(declared.commitments),
        free=app.is_free,
    )
