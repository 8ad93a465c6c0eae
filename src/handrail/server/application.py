"""The API and the page over a folder of runs: who may look, what is told, and how an answer reaches the guard.

Everything but the entrance and the page's own files asks who is there. The page comes from here alone and loads
nothing from anywhere else.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection

from handrail.error import HandrailError, UnreadableInput
from handrail.guard.approval.place import read_own
from handrail.guard.approval.question import Approved, Edited, Rejected
from handrail.guard.approval.queue import Pending, answer_pending, asker_now, pending
from handrail.guard.journal.reading import read_picture
from handrail.guard.report import render_step
from handrail.server.access import COOKIE, Access, Person
from handrail.server.app_port.routes import connected_routes
from handrail.server.app_port.websocket import app_route
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
from handrail.server.encodings.routes import encoding_routes
from handrail.server.fleet import Fleet
from handrail.server.followed_run import FollowedRun
from handrail.server.live import live_states, server_sent, show_live
from handrail.server.notify.routes import notification_routes
from handrail.server.operations.drain import Draining, events
from handrail.server.operations.metrics import Measured
from handrail.server.operations.routes import operations_routes
from handrail.server.people.entrance import entrance_routes, locked, once_more
from handrail.server.people.gate import Gate, by_bearer, needs, still_may, too_often
from handrail.server.people.person import Scope
from handrail.server.people.routes import people_routes
from handrail.server.policies.routes import policy_routes
from handrail.server.risks.routes import risk_routes
from handrail.server.room import Room
from handrail.server.sessions.documents import ProblemDocument
from handrail.server.sessions.forwarding import PASSED_ON, ForwardedRequest, Forwarding
from handrail.server.sessions.problem import Elsewhere, Problem
from handrail.server.sessions.routes import REFERENCE, components, session_routes
from handrail.server.store.routes import journal_routes
from handrail.server.store.runs_query import RunsQuery
from handrail.server.unfit import unfit_words

KEPT_ALIVE_SECONDS = 15.0
MOST_RUNS = 200
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PICTURE = re.compile(r"[0-9a-f]{64}")
_PAGES = "handrail.server.pages"
_FILE = re.compile(r"[a-z]+\.(js|css|svg)")
_KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


def application(
    room: Room,
    *,
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    beside: Sequence[Callable[[], Coroutine[None, None, None]]] = (),
) -> DecideRoute:
    """The server's application. `hosts` are the names under which it may be asked: another site's name is refused.

    What is `beside` it runs as long as the server does. The routes that have to be fast are before everything else.
    """
    names, forwarding = frozenset(host.encode() for host in hosts), Forwarding(room.sessions.owner)
    framed = _framed(room, hosts, forwarding, beside)
    return DecideRoute(framed, _agents(room), room.sessions.decide, names, forwarding, room.sessions.programs)


def _framed(
    room: Room,
    hosts: Sequence[str],
    forwarding: Forwarding,
    beside: Sequence[Callable[[], Coroutine[None, None, None]]] = (),
) -> FastAPI:
    """All but the fast routes."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with room.keeping_records() as keeper:
            await asyncio.to_thread(room.fleet.refresh)
            work = (room.follow, keeper.run, room.sessions.keep, room.apps.watch, *beside)
            running = [asyncio.create_task(job()) for job in work]
            for task in running:
                task.add_done_callback(_tell_failure)
            try:
                yield
            finally:
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)
                await room.sessions.leave()
                await forwarding.close()

    made = FastAPI(title="Handrail", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    made.add_middleware(Draining, drain=room.drain)
    made.add_middleware(Gate, room=room)
    made.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))

    @made.middleware("http")
    async def with_headers(request: Request, go_on: Callable[..., "asyncio.Future[Response]"]) -> Response:
        response = await go_on(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"  # without one, forms come from the origin `null`
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    made.add_middleware(Measured, metrics=room.metrics)

    @made.exception_handler(HandrailError)
    async def refused(_: Request, error: HandrailError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 409)

    @made.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, error.status)

    @made.exception_handler(RequestValidationError)
    async def unfit(_: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"detail": unfit_words(error.errors())}, 422)

    @made.exception_handler(Elsewhere)
    async def elsewhere(request: Request, error: Elsewhere) -> Response:
        path = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
        asked = ForwardedRequest(
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
    made.include_router(entrance_routes(room))
    made.include_router(operations_routes(room))
    made.include_router(_interface(room))
    made.include_router(_answers(room))
    made.include_router(journal_routes(room))
    made.include_router(policy_routes(room))
    made.include_router(risk_routes(room))
    made.include_router(encoding_routes(room))
    made.include_router(people_routes(room))
    made.include_router(notification_routes(room))
    made.include_router(session_routes(room.sessions, needs(room, Scope.SESSION)))
    made.include_router(connected_routes(room.apps, needs(room, Scope.SESSION)))
    made.include_router(app_route(room.apps, room.app_origins))
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
    schemas = schema["components"]["schemas"]
    del schemas["ValidationError"]
    schemas["HTTPValidationError"] = {"$ref": REFERENCE.format(name=ProblemDocument.__name__)}
    return schema


def _agents(room: Room) -> Callable[[bytes], Awaitable[str | None]]:
    async def credential(authorization: bytes) -> str | None:
        """Which key a program sends, if it may decide by it; a cookie is for browsers, which do not ask this."""
        known = await by_bearer(room.access, authorization.decode("latin-1"))
        return known.credential if known is not None and Scope.SESSION in known.scopes else None

    return credential


def _entrance(room: Room) -> APIRouter:
    """What is told to anybody: the page's own files, and that the server is there."""
    entrance = APIRouter(include_in_schema=False)

    @entrance.get("/")
    async def page(request: Request) -> Response:
        if await room.access.by_cookie(request.cookies.get(COOKIE, "")) is None:
            return once_more(request) or locked(room)
        return HTMLResponse(_file("room.html"))

    @entrance.get("/files/{name}")
    async def file(name: str) -> Response:
        if name == "report.css":
            style = resources.files("handrail.guard.report").joinpath("page.css").read_text("utf-8")
            return Response(style, media_type="text/css")
        kind = _FILE.fullmatch(name)
        if kind is None or not resources.files(_PAGES).joinpath(name).is_file():
            raise HTTPException(404, "there is no such file")
        wider = {"Service-Worker-Allowed": "/"} if name == "worker.js" else {}
        return Response(_file(name), media_type=_KINDS[kind[1]], headers=wider)

    return entrance


def _interface(room: Room) -> APIRouter:
    interface = APIRouter(prefix="/api", dependencies=[Depends(needs(room, Scope.READ))])

    @interface.get("/runs")
    async def runs(wanted: Annotated[RunsQuery, Query()]) -> RunsDocument:
        """The runs, the newest first: those for which all that is given is so. Times have a zone."""
        assert room.records is not None, "the server has started"
        found = await room.records.index.search(wanted.wanted(), *wanted.page(MOST_RUNS))
        told = [RunDocument.model_validate_json(document) for document in found.documents]
        waiting = sum(len(followed_run.questions) for followed_run in room.fleet.runs())
        unreadable = room.fleet.unreadable
        return RunsDocument(runs=told, total=found.total, waiting=waiting, unreadable=unreadable, expects=room.expects)

    @interface.get("/runs/{name}")
    async def run(name: str) -> RunDocument:
        """One run as it stands."""
        return run_document(await _found(room, name))

    @interface.get("/runs/{name}/steps")
    async def steps(name: str) -> StepsDocument:
        """Every step of a run in a line."""
        followed_run = await _found(room, name, steps=True)
        assert followed_run.timeline is not None
        told = [step_document(step) for step in followed_run.timeline.steps]
        return StepsDocument(run=run_document(followed_run), steps=told, left_out=followed_run.timeline.left_out)

    @interface.get("/runs/{name}/steps/{number}", response_class=HTMLResponse)
    async def step(name: str, number: int) -> HTMLResponse:
        """One step in full, as in the report, as HTML."""
        followed_run = await _found(room, name, steps=True)
        assert followed_run.timeline is not None
        found = next(
            (timeline_step for timeline_step in followed_run.timeline.steps if timeline_step.step == number), None
        )
        if found is None:
            raise HTTPException(404, f"run {name} has no step {number}")
        total = followed_run.timeline.left_out + len(followed_run.timeline.steps)
        return HTMLResponse(render_step(found, followed_run.timeline, total, goes_on=followed_run.goes_on))

    @interface.get("/runs/{name}/pictures/{picture}", response_class=Response)
    async def picture(name: str, picture: str) -> Response:
        """A screen of a run, by the name that the journal has for it, as PNG."""
        folder = room.fleet.folder(name)
        elsewhere = room.records.pictures if room.records is not None else None
        png = None
        if folder is not None and _PICTURE.fullmatch(picture):
            png = await asyncio.to_thread(read_picture, folder, picture)
            if png is None and elsewhere is not None:
                png = await asyncio.to_thread(elsewhere.read, picture)
        if png is None:
            raise HTTPException(404, "there is no such picture in this run")
        return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=86400, immutable"})

    @interface.get("/questions")
    async def questions() -> list[QuestionDocument]:
        """All that waits for a person, the oldest first."""
        waiting = [followed_run for followed_run in room.fleet.runs() if followed_run.questions]
        told = await asyncio.to_thread(
            lambda: [question for awaited in waiting for question in _questions(room, awaited)]
        )
        return sorted(told, key=lambda question: (not question.alive, question.seconds_left))

    @interface.get("/runs/{name}/questions/{identifier}/picture", response_class=Response)
    async def question_picture(name: str, identifier: str) -> Response:
        """The screen that a question is about, as PNG."""
        awaited = _question(await _found(room, name), identifier)
        png = read_own(awaited.picture) if awaited.picture is not None else None
        if png is None:
            raise HTTPException(404, "this question has no picture")
        return Response(png, media_type="image/png")

    @interface.get("/events", response_class=StreamingResponse)
    async def stream(request: Request, session: str | None = None) -> StreamingResponse:
        """Server-sent events: `{"runs": [names]}` whenever some have changed; of one session how it stands then."""
        if session is None:
            return StreamingResponse(_events(room, request), media_type="text/event-stream")
        return StreamingResponse(server_sent(states(request, session)), media_type="text/event-stream")

    @interface.websocket("/sessions/{session}/live")
    async def live(socket: WebSocket, session: str) -> None:
        await show_live(socket, states(socket, session))

    def states(asking: HTTPConnection, session: str) -> AsyncGenerator[str | None, None]:
        may = partial(still_may, room, asking, Scope.READ)
        return live_states(room.fleet, room.news, session, room.drain, may)

    return interface


def _answers(room: Room) -> APIRouter:
    answers = APIRouter(prefix="/api")

    @answers.post("/runs/{name}/questions/{identifier}", response_model=OutcomeDocument)
    async def answer(
        name: str, identifier: str, given: AnswerDocument, person: Annotated[Person, Depends(needs(room, Scope.ANSWER))]
    ) -> Any:
        """Answer a question as it was seen. Whether the answer counts, the guard says."""
        if wait := room.limits.answers.wait_seconds(person.name):
            return too_often(wait)
        run = await _found(room, name)
        return await asyncio.to_thread(lambda: _answered(room, run.folder, _question(run, identifier), given, person))

    return answers


async def _found(room: Room, name: str, *, steps: bool = False) -> FollowedRun:
    run = await asyncio.to_thread(room.fleet.run, name, steps=steps)
    if run is None:
        raise HTTPException(404, f"there is no run {name[:120]!r}; /api/runs lists them")
    return run


def _questions(room: Room, run: FollowedRun) -> list[QuestionDocument]:
    try:
        waiting = pending(run.folder)
    except UnreadableInput:  # answered, withdrawn or damaged in this moment; the guard says what became of it
        return []
    now = room.seconds()
    return [question_document(run, awaited, asker_now(run.folder, awaited, now)) for awaited in waiting]


def _question(run: FollowedRun, identifier: str) -> Pending:
    found = next((awaited for awaited in pending(run.folder) if awaited.question.identifier == identifier), None)
    if found is None:
        raise HTTPException(404, "nobody asks that any more: it was answered, withdrawn, or it expired")
    return found


def _answered(room: Room, folder: Path, awaited: Pending, given: AnswerDocument, person: Person) -> OutcomeDocument:
    if given.seen != awaited.seen:
        raise HTTPException(409, "the question is not the one that you saw; look at it again")
    asked = awaited.question
    answer: Approved | Rejected | Edited
    match given.answer:
        case "approve":
            answer = Approved(asked.digest, person.name, asked.identifier)
        case "reject":
            answer = Rejected(person.name, given.note)
        case "edit":
            answer = Edited(person.name, given.specification)
    outcome = answer_pending(folder, awaited, answer, now=asker_now(folder, awaited, room.seconds())).outcome()
    if outcome is None:
        return OutcomeDocument(counted=None, why="the guard has not said whether the answer counts; its journal will")
    return OutcomeDocument(counted=outcome.counted, why=outcome.why)


async def _events(room: Room, request: Request) -> AsyncIterator[str]:
    async with room.news.listener() as listener:

        async def take() -> str | None:
            """What is new, in good time; nothing more for who may not be told any more."""
            told = ": still here\n\n"
            with suppress(TimeoutError):
                async with asyncio.timeout(KEPT_ALIVE_SECONDS):
                    told = f"data: {json.dumps({'runs': sorted(await listener.take())})}\n\n"
            return told if await still_may(room, request, Scope.READ) else None

        yield 'data: {"runs": []}\n\n'
        async for told in events(room.drain, take):
            yield told


def _file(name: str) -> str:
    return resources.files(_PAGES).joinpath(name).read_text("utf-8")
