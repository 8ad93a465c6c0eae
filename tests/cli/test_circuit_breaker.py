"""A server that is gone is not waited for again and again; one that answers in between is."""

import asyncio

from handrail.cli.circuit_breaker import CircuitBreaker
from handrail.llm import Answer, Message, Reply, Request, Scripted, Unreachable
from handrail.llm.scripted import Line

GONE, REJECTED = Unreachable("no connection"), Unreachable("too long", rejected=True)
QUESTION = Request("test.question/1", (Message("user", ("Well?",)),))


def replies(*script: Line, asked: int) -> tuple[list[Reply], int]:
    model = Scripted(script)
    reachable = CircuitBreaker(model, 3)

    async def go() -> list[Reply]:
        return [await reachable.ask(QUESTION) for _ in range(asked)]

    return asyncio.run(go()), len(model.asked)


def test_after_so_many_in_a_row_nothing_more_is_asked() -> None:
    said, asked = replies(GONE, GONE, GONE, asked=6)
    assert asked == 3
    assert said[:3] == [GONE] * 3
    assert said[3:] == [Unreachable("not asked: 3 questions in a row had no answer, no connection")] * 3


def test_an_answer_or_a_rejection_in_between_says_that_somebody_is_there() -> None:
    said, asked = replies(GONE, GONE, "yes", GONE, GONE, REJECTED, GONE, GONE, asked=8)
    assert asked == 8
    assert said[2] == Answer("yes", "scripted")
    assert said[5] == REJECTED
