"""A value of a type out of a model's text."""

import asyncio
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter

from handrail.error import Misuse
from handrail.llm import (
    Answer,
    Declined,
    Malformed,
    Message,
    NoAnswer,
    OverBudget,
    Reply,
    Request,
    Schema,
    Scripted,
    TimedOut,
    Typed,
    Unreachable,
    Usage,
    ask_typed,
)


class Alarm(BaseModel):
    hour: int = Field(ge=0, le=23)
    label: Literal["work", "sleep"] = "work"


QUESTION = Request("alarm/3", (Message("user", ("When?",)),))


def ask(model: Scripted, kind: Any = Alarm, **options: Any) -> Typed[Any] | NoAnswer:
    return asyncio.run(ask_typed(model, QUESTION, kind, **options))


def test_a_value_comes_with_the_answer_it_was_read_from() -> None:
    model = Scripted(['{"hour": 7}'])
    assert ask(model) == Typed(Alarm(hour=7), Answer('{"hour": 7}', "scripted"))
    assert isinstance(model.asked[0].shape, Schema)
    assert (model.asked[0].shape.name, model.asked[0].shape.schema) == ("Alarm", Alarm.model_json_schema())


def test_a_shape_that_the_question_has_already_is_kept() -> None:
    narrow = Schema("narrow", {"type": "object"})
    model = Scripted(['{"hour": 7}'])
    asyncio.run(ask_typed(model, Request("alarm/3", QUESTION.messages, narrow), Alarm))
    assert model.asked[0].shape is narrow


def test_any_type_can_be_asked_for() -> None:
    typed = ask(Scripted(["[1, 2]"]), TypeAdapter(list[int]))
    assert isinstance(typed, Typed)
    assert typed.value == [1, 2]


@pytest.mark.parametrize("text", ['```json\n{"hour": 7}\n```', '```\n{"hour": 7}```', ' {"hour": 7}\n'])
def test_code_fences_are_taken_off(text: str) -> None:
    typed = ask(Scripted([text]))
    assert isinstance(typed, Typed)
    assert typed.value == Alarm(hour=7)


def test_a_wrong_answer_is_given_back_with_what_is_wrong_and_asked_once_more() -> None:
    wrong = Answer('{"hour": 31, "label": "play"}', "scripted", Usage(10, 5, 0.5), 2.0)
    right = Answer('{"hour": 7}', "scripted", Usage(30, 5, 0.25), 1.0)
    model = Scripted([wrong, right])
    typed = ask(model)
    assert isinstance(typed, Typed)
    assert typed.value == Alarm(hour=7)
    assert (typed.answer.usage, typed.answer.seconds) == (Usage(40, 10, 0.75, 2), 3.0)
    again = model.asked[1]
    assert again.purpose == "alarm/3 correction/1"
    assert again.messages[1:] == (
        Message("assistant", (wrong.text,)),
        Message(
            "user",
            (
                "Your answer does not have the shape that was asked for:\n"
                "\n"
                '["hour"]: Input should be less than or equal to 23\n'
                "[\"label\"]: Input should be 'work' or 'sleep'\n"
                "\n"
                "Answer again, with nothing but JSON of that shape.",
            ),
        ),
    )
    assert again.shape == model.asked[0].shape


@pytest.mark.parametrize("attempts", [1, 2, 4])
def test_after_the_attempts_it_is_malformed(attempts: int) -> None:
    model = Scripted(lambda request: Answer("seven $reasons", "scripted", Usage(1, 1, None)))
    reply = ask(model, attempts=attempts)
    assert isinstance(reply, Malformed)
    assert (reply.text, reply.usage) == ("seven $reasons", Usage(attempts, attempts, None, attempts))
    assert "Invalid JSON" in reply.reason
    assert len(model.asked) == attempts


def test_an_answer_that_was_cut_off_says_so() -> None:
    reply = ask(Scripted([Answer('{"hour": 7, "lab', "scripted", cut=True)]), attempts=1)
    assert isinstance(reply, Malformed)
    assert reply.reason.startswith("the answer is cut off: at most 2048 tokens fit\n")


def test_what_is_wrong_is_told_in_at_most_ten_lines() -> None:
    reply = ask(Scripted(["[" + ",".join(['"x"'] * 30) + "]"]), TypeAdapter(list[int]), attempts=1)
    assert isinstance(reply, Malformed)
    assert reply.reason.splitlines()[9:] == [
        "[9]: Input should be a valid integer, unable to parse string as an integer",
        "and 20 more",
    ]


@pytest.mark.parametrize(
    "reply", [Declined("I may not."), TimedOut(3.0), Unreachable("gone"), OverBudget("spent"), Malformed("cut", "")]
)
@pytest.mark.parametrize("before", [[], ["not JSON"]])
def test_no_answer_is_handed_on_as_it_is(before: list[Reply | str], reply: Reply) -> None:
    assert ask(Scripted([*before, reply])) == reply


def test_no_attempt_cannot_be_meant() -> None:
    with pytest.raises(Misuse):
        ask(Scripted([]), attempts=0)


def test_a_script_that_ends_too_soon_says_who_asked() -> None:
    with pytest.raises(Misuse, match="`scripted` has 0 lines and was asked for one more, by `alarm/3`"):
        ask(Scripted([]))


def test_a_script_may_be_a_function_and_take_its_time() -> None:
    async def slow(request: Request) -> str:
        await asyncio.sleep(0)
        return '{"hour": 9}'

    for script in (slow, lambda request: '{"hour": 9}'):
        typed = ask(Scripted(script, "slow"))
        assert isinstance(typed, Typed)
        assert (typed.value, typed.answer.model) == (Alarm(hour=9), "slow")
