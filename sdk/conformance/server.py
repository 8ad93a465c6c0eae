"""A real server for the tests of an SDK, driven by lines on its standard input: `python sdk/conformance/server.py`.

First it says where it is: `{"tcp": 40001, "http": 40002}` (`ws://127.0.0.1:40002/app`). Then it takes one command a
line and answers each with one line of JSON, `{"ok": …}` or `{"error": "…"}`:

    open PACKAGE RULES-FILE [TASK]    wait for the app, and give an agent control of it under these rules
    finish                            the agent says that it is done; tells whether that was verified
    end                               give the app back
    question                          wait until a person is asked; tells what about
    approve | reject NOTE             answer it
    wait                              wait until the session is over, and tell why
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn

from handrail.error import HandrailError
from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.language.specification import Specification
from handrail.server.access import Access
from handrail.server.app_port.app_session import AppSession, AppSessionOpening
from handrail.server.app_port.connected_app import ConnectedApp
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.tcp import open_tcp
from handrail.server.application import application
from handrail.server.fleet import Fleet
from handrail.server.room import Room


@dataclass
class Driven:
    """One session after another, and the person who is asked."""

    runs: Path
    apps: ConnectedApps = field(default_factory=ConnectedApps)
    opened: AsyncExitStack = field(default_factory=AsyncExitStack)
    session: AppSession | None = None
    number: int = 0
    asked: "asyncio.Queue[tuple[Question, asyncio.Future[Answer]]]" = field(default_factory=asyncio.Queue)
    waiting: "tuple[Question, asyncio.Future[Answer]] | None" = None

    async def ask(self, question: Question, /) -> Answer:
        """The person of the test."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self.asked.put((question, answer))
        return await answer

    async def do(self, line: str) -> object:
        """One command. Raises `HandrailError`."""
        command, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], Coroutine[Any, Any, object]]] = {
            "open": self._open,
            "finish": self._finish,
            "end": self._end,
            "question": self._question,
            "approve": self._approve,
            "reject": self._reject,
            "wait": self._wait,
        }
        if command not in commands:
            raise HandrailError(f"no command {command!r}; there are {', '.join(commands)}")
        return await commands[command](rest)

    async def _open(self, rest: str) -> object:
        package, _, rest = rest.partition(" ")
        rules, _, task = rest.partition(" ")
        await self._end("")
        self.number += 1
        name = f"s-{self.number}"

        def begin(app: ConnectedApp) -> AppSessionOpening:
            specification = Specification.parse(Path(rules).read_text("utf-8"), app.app)
            return AppSessionOpening(
                name, specification, task, self.runs / name, self.ask, lambda: datetime.now().astimezone()
            )

        await self.apps.wait_for(package)
        self.session = await self.opened.enter_async_context(self.apps.session(package, begin))
        return {"session": name}

    async def _finish(self, _: str) -> object:
        step = await self._current.finish()
        return {"finished": step.outcome == "finished", "feedback": step.feedback}

    async def _end(self, _: str) -> object:
        await self.opened.aclose()
        self.session = None
        return {}

    async def _question(self, _: str) -> object:
        self.waiting = await self.asked.get()
        question = self.waiting[0]
        return {"commits": list(question.commits), "reasons": [reason.text for reason in question.reasons]}

    async def _approve(self, _: str) -> object:
        question, answer = self._asked
        answer.set_result(Approved(question.digest, "Ann", question.identifier))
        return {}

    async def _reject(self, note: str) -> object:
        self._asked[1].set_result(Rejected("Ann", note))
        return {}

    async def _wait(self, _: str) -> object:
        await self._current.ended.wait()
        return {"why": self._current.why, "finished": self._current.guard.finished}

    @property
    def _asked(self) -> "tuple[Question, asyncio.Future[Answer]]":
        if self.waiting is None:
            raise HandrailError("nobody was asked; say `question` first")
        return self.waiting

    @property
    def _current(self) -> AppSession:
        if self.session is None:
            raise HandrailError("no session is open; say `open PACKAGE RULES-FILE` first")
        return self.session


def _listening() -> socket:
    made = socket()
    made.bind(("127.0.0.1", 0))
    made.listen()
    return made


async def _lines() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def _say(document: object) -> None:
    sys.stdout.write(json.dumps(document, default=str) + "\n")
    sys.stdout.flush()


async def serve(runs: Path) -> None:
    """Serve until the input ends."""
    driven = Driven(runs)
    tcp, http = _listening(), _listening()
    made = application(Room(Fleet(runs), Access.with_key("key", "Ann"), apps=driven.apps))
    server = uvicorn.Server(uvicorn.Config(made, log_level="error", timeout_graceful_shutdown=1))
    async with open_tcp(driven.apps, tcp):
        serving = asyncio.create_task(server.serve(sockets=[http]))
        _say({"tcp": tcp.getsockname()[1], "http": http.getsockname()[1]})
        lines = await _lines()
        while line := await lines.readline():
            try:
                _say({"ok": await driven.do(line.decode())})
            except (HandrailError, OSError) as error:
                _say({"error": str(error)})
        await driven.opened.aclose()
        server.should_exit = True
        await serving


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="handrail-sdk-") as folder:
        asyncio.run(serve(Path(folder)))
