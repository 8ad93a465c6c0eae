"""The port answers as the dialogues say that a server answers, the published protocol's included."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.guard.policy import read_policy
from handrail.language.specification import Specification
from handrail.server.app_port.app_session import AppSession, AppSessionOpening
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.limits import AppPortLimits
from sdk.conformance import FOLDER, fits, with_ids
from server.app_port.port import NOW, Client, Port, open_port

SUITE = json.loads((FOLDER / "server.json").read_text("utf-8"))
QUICK = AppPortLimits(flag_seconds=0.2)


class Played:
    """A server with one app, one session and one person, as a dialogue wants them."""

    def __init__(self, port: Port, app: Client) -> None:
        self.port, self.app = port, app
        self.ids: dict[str, str] = {}
        self.asked: asyncio.Queue[tuple[Question, asyncio.Future[Answer]]] = asyncio.Queue()
        self.opening: asyncio.Task[AppSession] | None = None

    async def ask(self, question: Question, /) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self.asked.put((question, answer))
        return await answer

    async def step(self, step: dict[str, Any]) -> None:
        finished: asyncio.Task[Any] | None = None
        match step:
            case {"says": message}:
                await self.app.say(with_ids(message, self.ids))
            case {"says_text": text}:
                await self.app.say_bytes(f"{text}\n".encode())
            case {"opens": how}:
                self.opening = asyncio.create_task(self._open(how))
            case {"person": answer}:
                await self._answer(answer == "yes")
            case {"finishes": True}:
                finished = asyncio.create_task((await self._session()).finish())
            case {"is_over": True}:
                assert await self.app.is_over()
            case _:
                raise AssertionError(f"no such step: {step}")
        for expected in step["hears"]:
            said = await self.app.hear()
            assert fits(expected, said, self.ids), (expected, said)
        if finished is not None:
            assert ((await finished).outcome == "finished") is step["finished"]

    async def _open(self, how: dict[str, str]) -> AppSession:
        app = (await self.port.apps.wait_for(SUITE["app"])).app
        policy = read_policy(how["policy"]) if how.get("policy") else None
        specification = Specification.parse(how["rules"], app)
        begin = AppSessionOpening(
            "s-1", specification, how["task"], self.port.runs / "s-1", self.ask, lambda: NOW, policy
        )
        return await AppSession(self.port.apps.find(SUITE["app"]), begin, self.port.apps.limits).__aenter__()

    async def _answer(self, yes: bool) -> None:
        question, answer = await self.asked.get()
        answer.set_result(Approved(question.digest, "Ann") if yes else Rejected("Ann"))

    async def _session(self) -> AppSession:
        assert self.opening is not None
        return await self.opening

    async def end(self) -> None:
        if self.opening is not None:
            await (await self.opening).__aexit__(None, None, None)


@pytest.mark.parametrize("dialogue", SUITE["dialogues"], ids=lambda entry: entry["name"])
def test_a_dialogue_goes_as_it_is_written(dialogue: dict[str, Any], tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path, ConnectedApps(limits=QUICK)) as port:
            played = Played(port, await port.client())
            for step in dialogue["steps"]:
                await played.step(step)
            await played.end()

    asyncio.run(run())
