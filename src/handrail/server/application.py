"""The API and the page over a folder of runs: who may look, what is told, and how an answer reaches the guard.

Everything but the entrance and the page's own files asks who is there. The page comes from here alone and loads
nothing from anywhere else.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import InitVar, dataclass, field
from importlib import resources
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, StreamingResponse
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection

from handrail.error import HandrailError, UnreadableInput
from handrail.guard.approval.place import read_own
from handrail.guard.approval.question import Approved, Edited, Rejected
from handrail.guard.approval.queue import Pending, answer_pending, asker_now, pending
from handrail.guard.report import render_step
from handrail.server.access import COOKIE, Access, Person
from handrail.server.decide.route import DecideRoute
from handrail.server.decide.schema import decide_components, decide_paths
from handrail.server.documents import (
    AnswerDocument,
    OutcomeDocument,
    QuestionDocument,
    RunDocument,
    RunsDocument,
    StepsDocument,
    question_document,
    run_document,
    step_document,
)
from handrail.server.fleet import Fleet
from handrail.server.followed_run import FollowedRun
from handrail.server.live import live_states, server_sent, show_live
from handrail.server.news import News
from handrail.server.sessions.forwarding import PASSED_ON, Asked, Forwarding
from handrail.server.sessions.problem import Elsewhere, Problem
from handrail.server.sessions.routes import components, session_routes
from handrail.server.sessions.sessions import Sessions

LOOKS_EVERY_SECONDS = 0.25
KEPT_ALIVE_SECONDS = 15.0
MOST_RUNS = 200
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PAGES = "handrail.server.pages"
_KINDS = {"room.js": "text/javascript", "room.css": "text/css", "icon.svg": "image/svg+xml"}


@dataclass(slots=True)
class Room:
    """What the routes work on. `seconds` is the system's clock, for questions that expire.

    `given` are the sessions, where they are not those of a server by itself over the folder of the fleet.
    """

    fleet: Fleet
    access: Access
    news: News = field(default_factory=News)
    seconds: Callable[[], float] = time.time
    every_seconds: float = LOOKS_EVERY_SECONDS
    given: InitVar[Sessions | None] = None
    sessions: Sessions = field(init=False)

    def __post_init__(self, given: Sessions | None) -> None:
        self.sessions = given or Sessions(self.fleet.root)

    async def follow(self) -> None:
        """Read what guards write, and tell who listens, until cancelled."""
        while True:
            self.news.tell(await asyncio.to_thread(self.fleet.refresh))
            await asyncio.sleep(self.every_seconds)


def application(
    room: Room,
    *,
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    beside: Callable[[], Coroutine[None, None, None]] | None = None,
) -> DecideRoute:
    """The server's application. `hosts` are the names under which it may be asked: another site's name is refused.

    `beside` is run as long as the server is. The routes that have to be fast are before everything else.
    """
    names, forwarding = frozenset(one.encode() for one in hosts), Forwarding(room.sessions.owner)
    framed = _framed(room, hosts, forwarding, beside)
    return DecideRoute(framed, _who_by_key(room), room.sessions.decide, names, forwarding, room.sessions.programs)


def _framed(
    room: Room,
    hosts: Sequence[str],
    forwarding: Forwarding,
    beside: Callable[[], Coroutine[None, None, None]] | None = None,
) -> FastAPI:
    """All but the fast routes."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(room.fleet.refresh)
        work = (room.follow, room.sessions.keep, beside)
        running = [asyncio.create_task(one()) for one in work if one is not None]
        for one in running:
            one.add_done_callback(_tell_failure)
        try:
            yield
        finally:
            for one in running:
                one.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await room.sessions.leave()
            await forwarding.close()

    made = FastAPI(title="Handrail", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    made.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))

    @made.middleware("http")
    async def with_headers(request: Request, go_on: Callable[..., "asyncio.Future[Response]"]) -> Response:
        response = await go_on(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @made.exception_handler(HandrailError)
    async def refused(_: Request, error: HandrailError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 409)

    @made.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, error.status)

    @made.exception_handler(Elsewhere)
    async def elsewhere(request: Request, error: Elsewhere) -> Response:
        path = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
        asked = Asked(
            request.method,
            path,
            request.headers.get("authorization", ""),
            PASSED_ON in request.headers,
            getattr(request.state, "body", b""),
        )
        try:
            status, content = await forwarding.send(error, asked)
        except Problem as nobody:
            return JSONResponse({"detail": str(nobody)}, nobody.status)
        return Response(content, status, media_type="application/json")

    made.include_router(_entrance(room))
    made.include_router(_interface(room, _who(room)))
    made.include_router(session_routes(room.sessions, _who(room)))
    return made


def _tell_failure(ended: "asyncio.Task[None]") -> None:
    if not ended.cancelled() and ended.exception() is not None:
        logging.getLogger("handrail.server").error("what runs beside the server ended", exc_info=ended.exception())


def api_schema() -> dict[str, Any]:
    """The API as OpenAPI says it."""
    schema = _framed(Room(Fleet(Path()), Access.with_key("", "")), (), Forwarding("")).openapi()
    schema["info"]["version"] = "1"
    schema["components"]["schemas"] |= components() | decide_components()
    schema["paths"] |= decide_paths()
    return schema


def _who(room: Room) -> Callable[[HTTPConnection], Person]:
    def person(request: HTTPConnection) -> Person:
        """Who asks, by key or by cookie; a cookie counts for a change only where the page itself sends it."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        known = room.access.by_key(key) if scheme.lower() == "bearer" else None
        if known is None and _is_from_here(request):
            known = room.access.by_cookie(request.cookies.get(COOKIE, ""))
        if known is None:
            raise HTTPException(
                401, "open the address that `handrail serve` printed, or send its key as a bearer token"
            )
        return known

    return person


def _who_by_key(room: Room) -> Callable[[bytes], str | None]:
    def person(authorization: bytes) -> str | None:
        """The name of whoever has the key that a program sends; a cookie is for browsers, which do not ask this."""
        scheme, _, key = authorization.decode("latin-1").partition(" ")
        known = room.access.by_key(key) if scheme.lower() == "bearer" else None
        return known.name if known is not None else None

    return person


def _is_from_here(request: HTTPConnection) -> bool:
    if request.scope.get("method") in ("GET", "HEAD"):  # and not a WebSocket, which no other site may open either
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host")


def _entrance(room: Room) -> APIRouter:
    """What is told to anybody: the way in, the page's own files, and that the server is there."""
    entrance = APIRouter(include_in_schema=False)

    @entrance.get("/enter")
    async def enter(key: str = "") -> Response:
        if room.access.by_key(key) is None:
            return HTMLResponse(_file("locked.html"), 401)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, room.access.enter(), httponly=True, samesite="strict", path="/")
        return response

    @entrance.get("/")
    async def page(request: Request) -> Response:
        if room.access.by_cookie(request.cookies.get(COOKIE, "")) is None:
            return HTMLResponse(_file("locked.html"), 401)
        return HTMLResponse(_file("room.html"))

    @entrance.get("/files/{name}")
    async def file(name: str) -> Response:
        if name == "report.css":
            style = resources.files("handrail.guard.report").joinpath("page.css").read_text("utf-8")
            return Response(style, media_type="text/css")
        if name not in _KINDS:
            raise HTTPException(404, "there is no such file")
        return Response(_file(name), media_type=_KINDS[name])

    @entrance.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return entrance


def _interface(room: Room, who: Callable[[HTTPConnection], Person]) -> APIRouter:
    interface = APIRouter(prefix="/api", dependencies=[Depends(who)])

    @interface.get("/runs")
    async def runs(query: str = "", after: int = 0, limit: int = 50) -> RunsDocument:
        """The runs, the newest first: those of whose instruction, app or name every word of `query` is a part."""
        found = room.fleet.runs(query[:200])
        page = found[max(0, after) : max(0, after) + max(1, min(limit, MOST_RUNS))]
        waiting = sum(len(one.questions) for one in found)
        told = [run_document(one) for one in page]
        return RunsDocument(runs=told, total=len(found), waiting=waiting, unreadable=room.fleet.unreadable)

    @interface.get("/runs/{name}")
    async def run(name: str) -> RunDocument:
        """One run as it stands."""
        return run_document(_found(room, name))

    @interface.get("/runs/{name}/steps")
    async def steps(name: str) -> StepsDocument:
        """Every step of a run in a line."""
        one = _found(room, name)
        assert one.timeline is not None
        told = [step_document(step) for step in one.timeline.steps]
        return StepsDocument(run=run_document(one), steps=told, left_out=one.timeline.left_out)

    @interface.get("/runs/{name}/steps/{number}", response_class=HTMLResponse)
    async def step(name: str, number: int) -> HTMLResponse:
        """One step in full, as in the report, as HTML."""
        one = _found(room, name)
        assert one.timeline is not None
        found = next((each for each in one.timeline.steps if each.step == number), None)
        if found is None:
            raise HTTPException(404, f"run {name} has no step {number}")
        total = one.timeline.left_out + len(one.timeline.steps)
        return HTMLResponse(render_step(found, one.timeline, total, goes_on=one.goes_on))

    @interface.get("/runs/{name}/pictures/{picture}", response_class=Response)
    async def picture(name: str, picture: str) -> Response:
        """A screen of a run, by the name that the journal has for it, as PNG."""
        png = await asyncio.to_thread(_found(room, name).scan.picture, picture)
        if png is None:
            raise HTTPException(404, "there is no such picture in this run")
        return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400, immutable"})

    @interface.get("/questions")
    async def questions() -> list[QuestionDocument]:
        """All that waits for a person, the oldest first."""
        waiting = [one for one in room.fleet.runs() if one.questions]
        told = await asyncio.to_thread(lambda: [each for one in waiting for each in _questions(room, one)])
        return sorted(told, key=lambda each: (not each.alive, each.seconds_left))

    @interface.get("/runs/{name}/questions/{identifier}/picture", response_class=Response)
    async def question_picture(name: str, identifier: str) -> Response:
        """The screen that a question is about, as PNG."""
        one = _question(_found(room, name), identifier)
        png = read_own(one.picture) if one.picture is not None else None
        if png is None:
            raise HTTPException(404, "this question has no picture")
        return Response(png, media_type="image/png")

    @interface.post("/runs/{name}/questions/{identifier}")
    async def answer(
        name: str, identifier: str, given: AnswerDocument, person: Annotated[Person, Depends(who)]
    ) -> OutcomeDocument:
        """Answer a question as it was seen. Whether the answer counts, the guard says."""
        run = _found(room, name)
        return await asyncio.to_thread(lambda: _answered(room, run.folder, _question(run, identifier), given, person))

    @interface.get("/events", response_class=StreamingResponse)
    async def events(session: str | None = None) -> StreamingResponse:
        """Server-sent events: `{"runs": [names]}` whenever some have changed; of one session how it stands then."""
        told = _events(room.news) if session is None else server_sent(live_states(room.fleet, room.news, session))
        return StreamingResponse(told, media_type="text/event-stream")

    @interface.websocket("/sessions/{session}/live")
    async def live(socket: WebSocket, session: str) -> None:
        await show_live(socket, live_states(room.fleet, room.news, session))

    return interface


def _found(room: Room, name: str) -> FollowedRun:
    run = room.fleet.run(name)
    if run is None:
        raise HTTPException(404, f"there is no run {name[:120]!r}; /api/runs lists them")
    return run


def _questions(room: Room, run: FollowedRun) -> list[QuestionDocument]:
    try:
        waiting = pending(run.folder)
    except UnreadableInput:  # answered, withdrawn or damaged in this moment; the guard says what became of it
        return []
    now = room.seconds()
    return [question_document(run.name, one, asker_now(run.folder, one, now)) for one in waiting]


def _question(run: FollowedRun, identifier: str) -> Pending:
    found = next((one for one in pending(run.folder) if one.question.identifier == identifier), None)
    if found is None:
        raise HTTPException(404, "nobody asks that any more: it was answered, withdrawn, or it expired")
    return found


def _answered(room: Room, folder: Path, one: Pending, given: AnswerDocument, person: Person) -> OutcomeDocument:
    if given.seen != one.seen:
        raise HTTPException(409, "the question is not the one that you saw; look at it again")
    asked = one.question
    answer: Approved | Rejected | Edited
    match given.answer:
        case "approve":
            answer = Approved(asked.digest, person.name, asked.identifier)
        case "reject":
            answer = Rejected(person.name, given.note)
        case "edit":
            answer = Edited(person.name, given.specification)
    outcome = answer_pending(folder, one, answer, now=asker_now(folder, one, room.seconds())).outcome()
    if outcome is None:
        return OutcomeDocument(counted=None, why="the guard has not said whether the answer counts; its journal will")
    return OutcomeDocument(counted=outcome.counted, why=outcome.why)


async def _events(news: News) -> AsyncIterator[str]:
    async with news.listener() as listener:
        yield 'data: {"runs": []}\n\n'
        while True:
            try:
                async with asyncio.timeout(KEPT_ALIVE_SECONDS):
                    changed = await listener.take()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            yield f"data: {json.dumps({'runs': sorted(changed)})}\n\n"


def _file(name: str) -> str:
    return resources.files(_PAGES).joinpath(name).read_text("utf-8")
