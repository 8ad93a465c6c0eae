"""The routes of the risk board: what was found in all runs, and what people say of it."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Response

from handrail.sentinel.fusion.marks import write_marks
from handrail.server.people.gate import needs
from handrail.server.people.person import Person, Scope
from handrail.server.risks.board import Board
from handrail.server.risks.documents import BoardDocument, FindingsDocument, FindingsQuery, MarkRequest
from handrail.server.room import Room

_LINES = "application/jsonl"


def risk_routes(room: Room) -> APIRouter:
    """Over the findings of a room's runs."""
    routes = APIRouter(prefix="/api/findings")
    reads = Depends(needs(room, Scope.READ))

    def board() -> Board:
        if room.store is None:
            raise HTTPException(503, "the server is starting")
        return Board(room.store)

    @routes.get("", dependencies=[reads])
    async def findings(wanted: Annotated[FindingsQuery, Query()]) -> FindingsDocument:
        """What detectors found, those of the newest runs first: all for which all that is given is so."""
        return await board().findings(wanted)

    @routes.get("/board", dependencies=[reads])
    async def numbers() -> BoardDocument:
        """How much was found, by category and severity and by rule, and how often people called it right."""
        return await board().numbers()

    @routes.get("/marks", response_class=Response, dependencies=[reads])
    async def marks() -> Response:
        """All that people said of findings, as JSON Lines."""
        return Response(write_marks(await board().marks()), media_type=_LINES)

    @routes.post("/marks", status_code=204, response_class=Response)
    async def mark(given: MarkRequest, person: Annotated[Person, Depends(needs(room, Scope.ANSWER))]) -> None:
        """Call a finding right, or a false alarm, in one's own name; what was said last counts."""
        await board().mark(given, person.name, datetime.fromtimestamp(room.seconds(), UTC))

    return routes
