"""The routes about apps that are connected: `/api/connected` and what is below it."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from handrail.error import HandrailError
from handrail.server.access import Person
from handrail.server.app_port.app_session import AppSession
from handrail.server.app_port.app_sessions import AppSessions
from handrail.server.app_port.connected_app import ConnectedApp


class ConnectedDocument(BaseModel):
    """An app that is connected and has said what it has."""

    package: str
    name: str
    connection: str
    states: list[str]
    commitments: list[str]
    free: bool = Field(description="whether a session can take control of it")


class OpenConnectedDocument(BaseModel):
    """What an agent is to do in an app: the rules, and the words that they were made from.

    Without rules the server makes them from the words, where it was started with a model for that.
    """

    model_config = ConfigDict(extra="forbid")
    specification: str | None = Field(None, max_length=100_000)
    instruction: str = Field("", max_length=10_000)
    policy: str = Field("", max_length=200_000, description="a policy's text; it can only make the server's stricter")


class AppSessionDocument(BaseModel):
    """A session as it stands. `why` says why it is over."""

    id: str
    state: Literal["open", "over"]
    finished: bool
    why: str
    feedback: str
    specification: list[str]


class FinishConnectedDocument(BaseModel):
    """The agent says that it is done; with the text `infeasible`, that it cannot be done."""

    model_config = ConfigDict(extra="forbid")
    text: str | None = Field(None, max_length=1_000)


def connected_routes(sessions: AppSessions, who: Callable[..., Any]) -> APIRouter:
    """The routes, for those whom `who` knows."""
    router = APIRouter(prefix="/api/connected", tags=["connected apps"], dependencies=[Depends(who)])
    Who = Annotated[Person, Depends(who)]  # noqa: N806 - it is a type

    @router.get("")
    async def connected() -> list[ConnectedDocument]:
        """The apps that are connected."""
        return [_connected(one) for one in sessions.apps.declared()]

    @router.post("/{named}/sessions", status_code=201)
    async def open_session(named: str, asked: OpenConnectedDocument, person: Who) -> AppSessionDocument:
        """Give an agent control of an app, by its package or by its connection."""
        try:
            made = await sessions.open(
                named,
                asked.specification,
                instruction=asked.instruction,
                policy=asked.policy,
                owner=person.credential,
            )
        except HandrailError as error:
            raise HTTPException(422, str(error)) from error
        return _session(made)

    @router.get("/sessions/{session}")
    async def session(session: str, person: Who) -> AppSessionDocument:
        """A session as it stands."""
        return _session(_found(sessions, session, person))

    @router.post("/sessions/{session}/finish")
    async def finish(session: str, asked: FinishConnectedDocument, person: Who) -> AppSessionDocument:
        """The agent says that it is done: verified as any action."""
        found = _found(sessions, session, person)
        await found.finish(asked.text)
        return _session(found)

    @router.delete("/sessions/{session}")
    async def end(session: str, person: Who) -> AppSessionDocument:
        """Give the app back to its user."""
        found = _found(sessions, session, person)
        await sessions.end(found, "it was stopped by who opened it")
        return _session(found)

    return router


def _found(sessions: AppSessions, name: str, person: Person) -> AppSession:
    found = sessions.find(name)
    if found is None or not person.sees(found.owner):
        raise HTTPException(404, f"there is no session {name[:80]!r} with a connected app")
    return found


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


def _session(one: AppSession) -> AppSessionDocument:
    return AppSessionDocument(
        id=one.name,
        state="over" if one.ended.is_set() else "open",
        finished=one.guard.finished,
        why=one.why,
        feedback=one.guard.feedback,
        specification=one.guard.specification.show().splitlines(),
    )
