"""An app in Python that takes part by the developer library, before the real port."""

import queue
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from handrail.app import Declaration, Event, Ran, Update, Withheld
from handrail.app.link import Link, connect
from handrail.guard.approval import nobody
from handrail.guard.step import Step
from handrail.language.specification import Specification
from server.app_port.port import LONGEST_WAIT_SECONDS, NOW, Port, open_port

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

from handrail.server.app_port.app_session import AppSession, AppSessionOpening

PACKAGE = "com.example.tables"
RULES = """
Table(time < 19:00) -> Reserve
Reserve & Result(success = true) -> Done
"""
RESERVE = Event("click", "Reserve")


@dataclass
class Form:
    """The app's own data, as a user interface would have it."""

    time: str = "18:30"
    reserved: int = 0

    def reserve(self) -> str:
        self.reserved += 1
        return self.time


def tables(form: Form) -> Declaration:
    app = Declaration("Tables", package=PACKAGE)

    @app.state
    class Table:
        """the table asked for"""

        time: "time_of_day"

    @app.state
    class Result:
        """what came of it"""

        success: bool

    @app.on_click("Reserve", commits="Reserve", kind="record")
    def reserve(_: Event) -> list[Update]:
        return [Update("Table", set={"time": form.time})]

    @app.on("click", target="Look")
    def look(_: Event) -> list[Update]:
        return []

    return app


from datetime import time as time_of_day  # noqa: E402 - named so, since the state has a variable `time`


class Room:
    """The port, on a thread of its own, and one session at a time."""

    def __init__(self, portal: BlockingPortal, port: Port) -> None:
        self.portal, self.port = portal, port
        self._opened = AsyncExitStack()
        self.session: AppSession | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port.number}"

    def take_control(self, name: str = "s-1") -> None:
        async def open_session() -> None:
            app = (await self.port.apps.wait_for(PACKAGE)).app
            begin = AppSessionOpening(
                name, Specification.parse(RULES, app), "a table", self.port.runs / name, nobody, lambda: NOW
            )
            self.session = await self._opened.enter_async_context(self.port.apps.session(PACKAGE, lambda _: begin))

        self.portal.call(open_session)

    def finish(self) -> Step:
        assert self.session is not None
        return self.portal.call(self.session.finish)

    def end(self) -> None:
        self.portal.call(self._opened.aclose)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(open_port(tmp_path)) as port:
        made = Room(portal, port)
        yield made
        made.end()


@pytest.fixture
def form() -> Form:
    return Form()


@pytest.fixture
def link(room: Room, form: Form) -> Iterator[Link]:
    with connect(tables(form).app(), room.address) as made:
        yield made


def until_control(link: Link, room: Room, on: bool = True, name: str = "s-1") -> None:
    told: queue.Queue[tuple[bool, str]] = queue.Queue()
    link.on_control = lambda is_on, task: told.put((is_on, task))
    room.take_control(name) if on else room.end()
    assert told.get(timeout=LONGEST_WAIT_SECONDS)[0] is on


def test_a_handler_that_is_allowed_runs_once_and_the_task_ends_verified(link: Link, room: Room, form: Form) -> None:
    until_control(link, room)

    def reserve() -> None:
        form.reserve()
        link.update_state(Update("Result", set={"success": True}))

    assert isinstance(link.handle(RESERVE, reserve), Ran)
    assert form.reserved == 1
    assert room.finish().outcome == "finished"


def test_a_handler_that_is_blocked_does_not_run(link: Link, room: Room, form: Form) -> None:
    until_control(link, room)
    form.time = "20:00"  # known when the event happens, and not before
    assert isinstance(link.handle(RESERVE, form.reserve), Withheld)
    assert form.reserved == 0


def test_without_an_agent_in_control_handlers_run_at_once(link: Link, room: Room, form: Form) -> None:
    form.time = "20:00"
    assert isinstance(link.handle(RESERVE, form.reserve), Ran)
    until_control(link, room)
    until_control(link, room, on=False)
    link.intercept(RESERVE, form.reserve, post=never)
    assert form.reserved == 2


def never(_: Callable[[], None]) -> None:
    raise AssertionError("it is run where the event happens")


def test_a_user_interface_never_waits(link: Link, room: Room, form: Form) -> None:
    until_control(link, room)
    to_do: queue.Queue[Callable[[], None]] = queue.Queue()  # as the main loop of a window has it
    shown: list[Any] = []
    link.intercept(
        RESERVE,
        form.reserve,
        post=to_do.put,
        restore=lambda: shown.append("as before"),
        apply=lambda: shown.append("new"),
    )
    assert (form.reserved, shown) == (0, ["as before"])
    to_do.get(timeout=LONGEST_WAIT_SECONDS)()
    assert (form.reserved, shown) == (1, ["as before", "new"])


def test_a_handler_that_fails_leaves_the_commitment_undecided(link: Link, room: Room, form: Form) -> None:
    until_control(link, room)

    def fails() -> None:
        raise RuntimeError("no table")

    with pytest.raises(RuntimeError, match="no table"):
        link.handle(RESERVE, fails)
    assert room.finish().outcome == ""


def test_the_kill_switch_gives_the_app_back(link: Link, room: Room, form: Form) -> None:
    until_control(link, room)
    link.release("enough")
    assert not link.in_control
    assert isinstance(link.handle(RESERVE, form.reserve), Ran)
    assert room.session is not None
    room.portal.call(room.session.ended.wait)
    assert room.session.why == "the person took the app back: enough"


def test_an_app_without_a_server_is_as_if_there_were_none(form: Form) -> None:
    with connect(tables(form).app(), "127.0.0.1:9") as link:
        assert isinstance(link.handle(RESERVE, form.reserve), Ran)


def test_what_was_reported_before_the_server_came_is_what_a_session_starts_with(
    link: Link, room: Room, form: Form
) -> None:
    link.update_state(Update("Result", set={"success": True}))
    until_control(link, room)
    assert isinstance(link.handle(RESERVE, form.reserve), Ran)
    assert room.finish().outcome == "finished"
