"""The routes over what instructions were turned into: look, check other rules, accept."""

from datetime import UTC, datetime
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Query, Response

from handrail.error import Misuse
from handrail.server.encodings.documents import (
    AcceptRequest,
    EncodingsDocument,
    EncodingsQuery,
    RulesCheckDocument,
    RulesRequest,
    WholeEncodingDocument,
)
from handrail.server.encodings.encodings import Encodings
from handrail.server.people.gate import needs
from handrail.server.people.person import Person, Scope
from handrail.server.room import Room

Document = TypeVar("Document")


def encoding_routes(room: Room) -> APIRouter:
    """Over the encodings in a room's database."""
    routes = APIRouter(prefix="/api/encodings")
    reads = Depends(needs(room, Scope.READ))

    def encodings() -> Encodings:
        if room.store is None:
            raise HTTPException(503, "the server is starting")
        return Encodings(room.store, lambda: datetime.fromtimestamp(room.seconds(), UTC))

    @routes.get("", dependencies=[reads])
    async def page(wanted: Annotated[EncodingsQuery, Query()]) -> EncodingsDocument:
        """What instructions were turned into, the newest first."""
        return await encodings().page(wanted)

    @routes.get("/{identifier}", dependencies=[reads])
    async def one(identifier: str) -> WholeEncodingDocument:
        """One of them, with its rules, how the words were read, and the runs that had the instruction."""
        return _known(await encodings().find(identifier), identifier)

    @routes.post("/{identifier}/check", dependencies=[reads])
    async def check(identifier: str, given: RulesRequest) -> RulesCheckDocument:
        """What there is to say against other rules for it, with its place, and what they mean in words."""
        return _known(await encodings().check(identifier, given.specification), identifier)

    @routes.post("/{identifier}/accept", status_code=204, response_class=Response)
    async def accept(
        identifier: str, given: AcceptRequest, person: Annotated[Person, Depends(needs(room, Scope.ANSWER))]
    ) -> None:
        """Accept rules for it in one's own name, or take that back with null."""
        checked = _known(await encodings().check(identifier, given.specification or ""), identifier)
        if given.specification is not None and not checked.usable:
            first = checked.messages[0]
            raise Misuse(f"line {first.line}, column {first.column}: {first.found}; {first.help}")
        await encodings().accept(identifier, given.specification, person.name)

    return routes


def _known(found: Document | None, identifier: str) -> Document:
    if found is None:
        raise HTTPException(404, f"there is no encoding {identifier[:80]!r}; /api/encodings lists them")
    return found
