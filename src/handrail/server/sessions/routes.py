"""The routes of sessions: `/api/sessions` and what is below it."""

import hashlib
import secrets
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, assert_never

from fastapi import APIRouter, Depends, Request, Response
from msgspec import Struct
from msgspec.json import Decoder, encode, schema_components

from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Refused, StaleScreen
from handrail.device.screen import Screen
from handrail.error import HandrailError
from handrail.guard.decision import Proposal
from handrail.server.access import Person
from handrail.server.decide.decision import updates_of
from handrail.server.sessions.body import decoded, read_body
from handrail.server.sessions.connected import ConnectedSession
from handrail.server.sessions.documents import (
    DecisionDocument,
    FeedbackDocument,
    FinishDocument,
    OpenDocument,
    OutcomeDocument,
    ProblemDocument,
    ProposalDocument,
    ScreenDocument,
    SessionDocument,
)
from handrail.server.sessions.problem import Problem
from handrail.server.sessions.remote_device import ClientReport
from handrail.server.sessions.screens import NOTHING_SEEN, read_action, read_screen
from handrail.server.sessions.session import read_outcome
from handrail.server.sessions.sessions import Sessions, Settled

LONGEST_WAIT_SECONDS = 60.0
REFERENCE = "#/components/schemas/{name}"

_SPOKEN = (
    OpenDocument,
    ProposalDocument,
    OutcomeDocument,
    FinishDocument,
    SessionDocument,
    DecisionDocument,
    FeedbackDocument,
    ProblemDocument,
)


def components() -> dict[str, Any]:
    """The schemas of what is said and told here, for the schema of the server."""
    return schema_components(_SPOKEN, ref_template=REFERENCE)[1]


def session_routes(sessions: Sessions, who: Callable[..., Any]) -> APIRouter:
    """The routes, for those whom `who` knows."""
    router = APIRouter(prefix="/api/sessions", tags=["sessions"])
    opening, finishing = Decoder(OpenDocument), Decoder(FinishDocument)
    proposing = Decoder(ProposalDocument, float_hook=Decimal)
    acting = Decoder(OutcomeDocument, float_hook=Decimal)
    Who = Annotated[Person, Depends(who)]  # noqa: N806 - it is a type

    @router.post("", status_code=201, response_class=Response, **_spoken(OpenDocument, SessionDocument, 201))
    async def open_session(request: Request, person: Who) -> Response:
        """Open a session. The same `id` again finds the same session."""
        asked = decoded(await read_body(request), opening)
        return _json(await sessions.open(asked, person.credential), 201)

    @router.get("/{session}", response_class=Response, **_spoken(None, SessionDocument))
    async def session(session: str, person: Who) -> Response:
        """A session as it stands: what to go on with after a connection was lost."""
        return _json(await sessions.look(session, person.credential))

    @router.get("/{session}/feedback", response_class=Response, **_spoken(None, FeedbackDocument))
    async def feedback(session: str, person: Who) -> Response:
        """What the agent has to know before its next action."""
        return _json(FeedbackDocument((await sessions.look(session, person.credential)).feedback))

    @router.post("/{session}/actions", response_class=Response, **_spoken(ProposalDocument, DecisionDocument))
    async def propose(session: str, request: Request, person: Who) -> Response:
        """Propose an action. It may run, once, if the decision is `allow`."""
        body = await read_body(request)
        asked = decoded(body, proposing)
        said = _said(asked)
        live_session = await sessions.with_phone(session, person.credential, said=said)
        action = _action(asked, said, live_session.device.shown)
        proposal = Proposal(action, asked.thought, frozenset(asked.commits), asked.irreversible, updates=said.updates)
        return _json(await live_session.propose(asked.id, _digest("action", body), proposal, said))

    @router.get("/{session}/actions/{action}", response_class=Response, **_spoken(None, DecisionDocument))
    async def proposal(session: str, action: str, person: Who, wait: float = 0.0) -> Response:
        """How a proposal stands, as soon as it is decided, or after `wait` seconds."""
        seconds = max(0.0, min(wait, LONGEST_WAIT_SECONDS))
        return _json(await sessions.proposal(session, action, person.credential, seconds))

    @router.post(
        "/{session}/actions/{action}/outcome", response_class=Response, **_spoken(OutcomeDocument, DecisionDocument)
    )
    async def outcome(session: str, action: str, request: Request, person: Who) -> Response:
        """Say what became of an action that was allowed, and what the phone shows now."""
        told = decoded(await read_body(request), acting)
        if told.ran and told.screen is None:
            raise Problem(422, "`screen` is missing: say what the phone shows after the action ran")
        said, execution = _said(told), read_outcome(told.ran, told.reason)
        live_session = await sessions.with_phone(session, person.credential, settled(action, execution), said)
        return _json(await live_session.outcome(action, execution, said))

    @router.post("/{session}/finish", response_class=Response, **_spoken(FinishDocument, DecisionDocument))
    async def finish(session: str, request: Request, person: Who) -> Response:
        """The agent says that it is done; the session is over if that is verified."""
        body = await read_body(request)
        asked = decoded(body or b"{}", finishing)
        identifier = asked.id or f"finish-{secrets.token_hex(8)}"
        said, digest = _said(asked), _digest("finish", body)
        live = await sessions.find(session, person.credential, said=said)
        if isinstance(live, ConnectedSession):
            return _json(await live.finish(identifier, asked.text, digest))
        return _json(await live.finish(identifier, asked.text, digest, said))

    @router.delete("/{session}", response_class=Response, **_spoken(None, SessionDocument))
    async def end(session: str, person: Who) -> Response:
        """Stop a session. Its journal stays."""
        return _json(await sessions.end(session, person.credential))

    return router


def _said(told: ProposalDocument | OutcomeDocument | FinishDocument) -> ClientReport:
    observed = () if isinstance(told, FinishDocument) else tuple(updates_of(told.observed))
    updates = tuple(updates_of(told.updates)) if isinstance(told, ProposalDocument) else ()
    screen: ScreenDocument | None = told.screen
    try:
        shown = read_screen(screen) if screen is not None else None
    except HandrailError as error:
        raise Problem(422, str(error)) from error
    return ClientReport(shown, screen.picture if screen is not None else None, told.now, observed, updates)


def _action(asked: ProposalDocument, said: ClientReport, shown: Screen | None) -> Action:
    try:
        return read_action(asked.action, said.screen or shown or NOTHING_SEEN)
    except HandrailError as error:
        raise Problem(422, str(error)) from error


def settled(action: str, execution: Execution | None) -> Settled:
    """What a client says of an action, for a session whose process was killed over it."""
    match execution:
        case None | StaleScreen():
            return Settled(action, "lost", "the client does not know whether it ran")
        case Executed():
            return Settled(action, "executed", "")
        case Refused(reason):
            return Settled(action, "refused", reason)
        case _:
            assert_never(execution)


def _digest(kind: str, body: bytes) -> bytes:
    return hashlib.sha256(kind.encode() + b"\0" + body).digest()


def _json(document: Struct, status: int = 200) -> Response:
    return Response(encode(document), status, media_type="application/json")


def _spoken(body: type[Struct] | None, answer: type[Struct], status: int = 200) -> dict[str, Any]:
    """What the schema says of a route: its body, its answer, and its errors."""
    told = {"application/json": {"schema": {"$ref": REFERENCE.format(name=answer.__name__)}}}
    wrong = {"application/json": {"schema": {"$ref": REFERENCE.format(name=ProblemDocument.__name__)}}}
    responses = {status: {"description": "it is so", "content": told}}
    responses |= {code: {"description": why, "content": wrong} for code, why in _WRONG.items()}
    said: dict[str, Any] = {"responses": responses}
    if body is not None:
        content = {"application/json": {"schema": {"$ref": REFERENCE.format(name=body.__name__)}}}
        said["openapi_extra"] = {"requestBody": {"content": content, "required": True}}
    return said


_WRONG = {
    400: "the body is no JSON",
    404: "there is no such session, or it is somebody else's",
    408: "the body came too slowly",
    409: "it is not the time for that, or the id was used for something else",
    413: "the body is too large",
    422: "something in the body is not what it should be; `detail` says where",
}
