"""What every language model promises, whoever serves it."""

import asyncio

from handrail.llm import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Message,
    Model,
    NotRecorded,
    OverBudget,
    Request,
    Schema,
    TimedOut,
    Unreachable,
)

_REPLIES = (Answer, Declined, Malformed, NotRecorded, OverBudget, TimedOut, Unreachable)
_LONGEST_WAIT_SECONDS = 60.0
_SHAPES = (
    None,
    Schema("wish", {"type": "object", "properties": {"hour": {"type": "integer"}}, "required": ["hour"]}),
    Grammar('start: "yes" | "no"'),
)


class ModelContract:
    """Give a `model`, new for each test, that answers within a minute or says why not; nothing needs to be right."""

    def model(self) -> Model:
        """A model that nobody has asked yet."""
        raise NotImplementedError

    def test_it_has_a_name_of_one_line_that_stays(self) -> None:
        """Recordings know it by its name, and two that are opened alike are the same."""
        model = self.model()
        assert model.name.strip()
        assert model.name.isprintable()
        assert model.name == model.name == self.model().name

    def test_a_question_of_any_shape_has_a_reply(self) -> None:
        """It does not raise for what it cannot do."""
        for shape in _SHAPES:
            reply = asyncio.run(_asked(self.model(), Request("contract/1", _messages("When?"), shape)))
            assert isinstance(reply, _REPLIES), f"`ask` gave {reply!r}, which is no reply of handrail.llm"
            if isinstance(reply, Answer):
                assert reply.model, "an answer says which model gave it"
                assert reply.usage.calls >= 0
                assert reply.seconds >= 0

    def test_many_are_asked_at_once(self) -> None:
        """The evaluations ask a batch of questions together."""

        async def run() -> list[object]:
            model = self.model()
            return list(await asyncio.gather(*(_asked(model, _question(number)) for number in range(8))))

        assert all(isinstance(reply, _REPLIES) for reply in asyncio.run(run()))

    def test_it_is_asked_from_one_event_loop_after_another(self) -> None:
        """A guard without `await` runs a loop for each call."""
        model = self.model()
        for number in range(2):
            assert isinstance(asyncio.run(_asked(model, _question(number))), _REPLIES)

    def test_a_question_that_is_given_up_is_given_up(self) -> None:
        """Cancelling ends it, and the next one is answered all the same."""

        async def run() -> object:
            model = self.model()
            asked = asyncio.create_task(model.ask(_question(0)))
            await asyncio.sleep(0)
            asked.cancel()
            done, _ = await asyncio.wait([asked], timeout=_LONGEST_WAIT_SECONDS)
            assert done, "a cancelled `ask` goes on"
            assert asked.cancelled() or isinstance(asked.result(), _REPLIES)
            return await _asked(model, _question(1))

        assert isinstance(asyncio.run(run()), _REPLIES)


async def _asked(model: Model, request: Request) -> object:
    async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
        return await model.ask(request)


def _question(number: int) -> Request:
    return Request("contract/1", _messages(f"How much is {number} and {number}?"))


def _messages(text: str) -> tuple[Message, ...]:
    return (Message("system", ("Answer in a word.",)), Message("user", (text,)))
