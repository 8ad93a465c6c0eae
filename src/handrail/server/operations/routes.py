"""Whether the server lives, whether it can work, and its numbers. Who is not known learns yes or no."""

import asyncio
from typing import Protocol

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from handrail.server.fleet import Fleet
from handrail.server.operations.drain import Drain
from handrail.server.operations.health import Check, checks
from handrail.server.operations.metrics import Metrics
from handrail.server.people.gate import GatedRoom, needs, who
from handrail.server.people.person import Scope
from handrail.server.store import Store


class Operated(GatedRoom, Protocol):
    """A room that somebody runs."""

    @property
    def fleet(self) -> Fleet:
        """The runs."""
        ...

    @property
    def store(self) -> Store | None:
        """The database, where there is one."""
        ...

    @property
    def drain(self) -> Drain:
        """Whether it is on its way out."""
        ...

    @property
    def metrics(self) -> Metrics:
        """Its numbers."""
        ...


def operations_routes(room: Operated) -> APIRouter:
    """The routes, which monitoring asks and no page."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @routes.get("/readyz")
    async def readyz(request: Request) -> Response:
        """200 where it can take work, else 503; what is wrong is told to whoever may read."""
        found = [*await asyncio.to_thread(lambda: list(checks(room.fleet.root, room.store)))]
        if room.drain.begun:
            found.append(Check("drain", "the server is about to end"))
        ready = all(check.is_well for check in found)
        told: dict[str, object] = {"ready": ready}
        person = await who(room, request)
        if person is not None and Scope.READ in person.scopes:
            told["checks"] = {check.name: check.said or "well" for check in found}
        return JSONResponse(told, 200 if ready else 503)

    @routes.get("/metrics", dependencies=[Depends(needs(room, Scope.READ))])
    async def metrics() -> Response:
        """The numbers, as Prometheus reads them."""
        return Response(generate_latest(room.metrics.registry), media_type=CONTENT_TYPE_LATEST)

    return routes
