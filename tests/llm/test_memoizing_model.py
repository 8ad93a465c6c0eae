"""A question is asked once, however many want to know at the same time, and no more than a number at once."""

import asyncio

import pytest

from handrail.error import Misuse
from handrail.llm import (
    Answer,
    Declined,
    Message,
    NotRecorded,
    OverBudget,
    Request,
    Scripted,
    TimedOut,
    Unreachable,
    Usage,
)
from handrail.llm.memoizing_model import MemoizingModel


def question(text: str) -> Request:
    return Request("test.question/1", (Message("user", (text,)),))


def test_who_asks_the_same_at_the_same_time_gets_the_same_answer() -> None:
    model = Scripted(["one", "two"])
    asked = MemoizingModel(model)

    async def go() -> list[object]:
        replies = await asyncio.gather(*(asked.ask(question(text)) for text in "aabab"))
        return [*replies, await asked.ask(question("b"))]

    said = [reply.text for reply in asyncio.run(go()) if isinstance(reply, Answer)]
    assert said == ["one", "one", "two", "one", "two", "two"]
    assert len(model.asked) == 2
    assert asked.name == model.name


def test_no_more_than_a_number_are_under_way_at_once() -> None:
    under_way, most = 0, 0

    async def reply(_: Request) -> str:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return "yes"

    async def go() -> None:
        asked = MemoizingModel(Scripted(reply), at_once=3)
        await asyncio.gather(*(asked.ask(question(str(number))) for number in range(10)))

    asyncio.run(go())
    assert most == 3
    with pytest.raises(Misuse, match="at least 1"):
        MemoizingModel(Scripted([]), at_once=0)


def test_who_gives_up_does_not_take_the_answer_from_others() -> None:
    async def go() -> object:
        ready = asyncio.Event()

        async def reply(_: Request) -> str:
            await ready.wait()
            return "yes"

        asked = MemoizingModel(Scripted(reply))
        first, second = (asyncio.create_task(asked.ask(question("a"))) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        ready.set()
        return await second

    assert asyncio.run(go()) == Answer("yes", "scripted")


def test_what_is_missing_and_what_was_taken_is_counted() -> None:
    usage = Usage(100, 10, 0.5)
    model = Scripted([
        Answer("yes", "scripted", usage), Declined("no", usage), Unreachable("no connection"), TimedOut(60),
        OverBudget("spent"), NotRecorded("a" * 64),
    ])  # fmt: skip
    asked = MemoizingModel(model)

    async def go() -> None:
        for number in range(6):
            await asked.ask(question(str(number)))

    asyncio.run(go())
    assert asked.waiting == 1
    assert asked.missing == (
        "no connection", "no answer in 60 seconds", "spent", "no answer to question aaaaaaaaaaaa is recorded",
    )  # fmt: skip
    assert asked.usage == Usage(200, 20, 1.0, 2)
