"""Limits on calls, tokens and dollars, with one question after another and with many at once."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.error import Misuse
from handrail.llm import (
    Answer,
    Budget,
    Declined,
    Malformed,
    Message,
    NotRecorded,
    OverBudget,
    Picture,
    Reply,
    Request,
    Schema,
    Scripted,
    TimedOut,
    Unreachable,
    Usage,
)


def question(text: str = "Is it on?", most: int = 100) -> Request:
    return Request("test/1", (Message("user", (text,)),), maximum_output_tokens=most)


def costing(tokens: int, dollars: float | None = 0.0) -> Answer:
    return Answer("yes", "scripted", Usage(tokens - 1, 1, dollars))


def ask(model: Budget, request: Request | None = None) -> Reply:
    return asyncio.run(model.ask(request or question()))


def test_calls_are_counted_and_then_nothing_is_asked() -> None:
    script = Scripted(["one", "two"])
    budget = Budget(script, calls=2)
    assert [type(ask(budget)) for _ in range(4)] == [Answer, Answer, OverBudget, OverBudget]
    assert ask(budget) == OverBudget("the budget of 2 calls is spent")
    assert len(script.asked) == 2
    assert budget.name == "scripted"


def test_a_question_that_may_take_more_tokens_than_are_left_is_not_asked() -> None:
    script = Scripted(lambda request: costing(60))
    budget = Budget(script, tokens=200)
    assert isinstance(ask(budget), Answer)
    assert budget.spent == Usage(59, 1, 0.0, 1)
    assert isinstance(ask(budget), Answer)
    assert ask(budget) == OverBudget("the budget is 200 tokens, 120 are spent and the next question can take 111")
    assert ask(budget, question("?", 1)) == ask(budget)  # a stop is a stop, also for a question that would fit
    assert len(script.asked) == 2


@pytest.mark.parametrize(
    "request_",
    [
        Request("t/1", (Message("user", ("x" * 3000,)),), maximum_output_tokens=1),
        Request("t/1", (Message("user", (Picture(b"png"),)),), maximum_output_tokens=1),
        Request("t/1", (Message("user", ("x",)),), Schema("s", {"d": "x" * 3000}), maximum_output_tokens=1),
        Request("t/1", (), maximum_output_tokens=1000),
    ],
    ids=["text", "picture", "schema", "output"],
)
def test_everything_that_takes_tokens_is_put_aside(request_: Request) -> None:
    assert isinstance(ask(Budget(Scripted(["yes"]), tokens=999), request_), OverBudget)


def test_dollars_stop_before_the_next_question_would_be_too_dear() -> None:
    budget = Budget(Scripted(lambda request: costing(10, 0.4)), dollars=1.0)
    assert [type(ask(budget)) for _ in range(3)] == [Answer, Answer, OverBudget]
    assert ask(budget) == OverBudget("the budget is 1 dollars, 0.8 are spent and the dearest question took 0.4")


def test_no_dollars_ask_nothing() -> None:
    assert isinstance(ask(Budget(Scripted([]), dollars=0)), OverBudget)


def test_a_limit_in_dollars_stops_where_the_price_is_not_known() -> None:
    budget = Budget(Scripted(lambda request: costing(10, None)), dollars=1.0)
    assert isinstance(ask(budget), Answer)
    assert ask(budget) == OverBudget(
        "the price of `scripted` is not known, so a limit of 1 dollars cannot be kept; limit calls or tokens"
    )
    assert budget.spent.dollars is None


@pytest.mark.parametrize(
    ("reply", "spent"),
    [
        (Declined("no", Usage(7, 0, 0.0)), Usage(7, 0, 0.0, 1)),
        (Malformed("no", "x", Usage(7, 3, 0.0, 2)), Usage(7, 3, 0.0, 2)),
        (Answer("yes", "silent"), Usage(11, 100, None, 1)),
        (TimedOut(3.0), Usage(11, 100, 0.0, 1)),
        (Unreachable("gone"), Usage(0, 0, 0.0, 1)),
        (NotRecorded("digest"), Usage(0, 0, 0.0, 0)),
        (OverBudget("inside"), Usage(0, 0, 0.0, 0)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_known_counts_as_what_was_put_aside(reply: Reply, spent: Usage) -> None:
    budget = Budget(Scripted([reply]), tokens=1_000)
    assert ask(budget) == reply
    assert budget.spent == spent


def test_a_cancelled_question_is_paid_for() -> None:
    async def cancel() -> Usage:
        asked = asyncio.Event()

        async def never(request: Request) -> str:
            asked.set()
            await asyncio.Event().wait()
            return "never"

        budget = Budget(Scripted(never), tokens=1_000)
        task = asyncio.create_task(budget.ask(question()))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return budget.spent

    assert asyncio.run(cancel()) == Usage(11, 100, 0.0, 1)


def test_two_models_can_share_a_budget() -> None:
    budget = Budget(Scripted(["one"], "drafter"), calls=1)
    checker = budget.share(Scripted(["two"], "checker"))
    assert checker.name == "checker"
    assert isinstance(ask(checker), Answer)
    assert isinstance(ask(budget), OverBudget)


@pytest.mark.parametrize("limit", [{"calls": -1}, {"tokens": -1}, {"dollars": -0.1}, {"dollars": float("nan")}])
def test_a_limit_below_nothing_cannot_be_meant(limit: dict[str, float]) -> None:
    with pytest.raises(Misuse):
        Budget(Scripted([]), **limit)  # type: ignore[arg-type]  # the wrong number is the test


@given(
    calls=st.integers(0, 12),
    tokens=st.integers(0, 2_000),
    taken=st.lists(st.integers(1, 111), min_size=1, max_size=20),
    turns=st.lists(st.integers(0, 3), min_size=20, max_size=20),
)
def test_no_order_of_many_questions_at_once_goes_beyond_a_limit(
    calls: int, tokens: int, taken: list[int], turns: list[int]
) -> None:
    async def all_at_once() -> tuple[list[Reply], int]:
        async def slow(request: Request) -> Reply:
            number = int(request.purpose)
            for _ in range(turns[number]):
                await asyncio.sleep(0)
            return costing(taken[number])

        script = Scripted(slow)
        budget = Budget(script, calls=calls, tokens=tokens)
        asked = [
            budget.ask(Request(str(number), question().messages, maximum_output_tokens=100))
            for number in range(len(taken))
        ]
        return await asyncio.wait_for(asyncio.gather(*asked), 60), len(script.asked)

    replies, asked = asyncio.run(all_at_once())
    answered = [number for number, reply in enumerate(replies) if isinstance(reply, Answer)]
    spent = sum(taken[number] for number in answered)
    assert len(answered) == asked <= calls
    assert spent <= tokens
    refused = [number for number, reply in enumerate(replies) if isinstance(reply, OverBudget)]
    if refused:  # and it does not stop before it has to
        assert asked == calls or spent + 111 > tokens


def test_a_question_waits_for_those_under_way_before_it_is_refused() -> None:
    async def both() -> list[Reply]:
        async def slow(request: Request) -> Reply:
            await asyncio.sleep(0)
            return costing(20)

        budget = Budget(Scripted(slow), tokens=150)
        return list(await asyncio.gather(budget.ask(question()), budget.ask(question())))

    assert [type(reply) for reply in asyncio.run(both())] == [Answer, Answer]
