"""A limit on what a model may take, with a clear stop."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import assert_never

from handrail.error import Misuse
from handrail.llm.model import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Model,
    NotRecorded,
    OverBudget,
    Picture,
    Reply,
    Request,
    Schema,
    Shape,
    TimedOut,
    Unreachable,
    Usage,
)

_BYTES_A_TOKEN = 3
_TOKENS_A_MESSAGE = 8
_TOKENS_A_PICTURE = 1_500
_NOTHING = Usage(0, 0, 0.0, 0)


class Budget:
    """Asks a model as long as calls, tokens (in and out) and US dollars last; then every reply is `OverBudget`.

    Safe with many questions at once, in one event loop: before a question is asked, the most it should take is put
    aside (one call; its input, estimated from its length, and all the output tokens it allows; the dollars of the
    dearest question so far), and what it took replaces that afterwards. A question that fits only if those under way
    take less than was put aside waits for them. So tokens go beyond the limit only by an input longer than estimated,
    and dollars by at most what is under way before the price of a question is known.

    What nobody knows counts as what was put aside: a question that was cancelled or timed out, and an answer whose
    server reports no tokens. Where the price of an answer is not known, a limit in dollars stops and says so.
    """

    def __init__(
        self, model: Model, *, calls: int | None = None, tokens: int | None = None, dollars: float | None = None
    ) -> None:
        for name, limit in (("calls", calls), ("tokens", tokens), ("dollars", dollars)):
            if limit is not None and not limit >= 0:
                raise Misuse(f"a budget of {limit} {name} cannot be meant")
        self._model = model
        self._account = _Account(calls, tokens, dollars)

    @property
    def name(self) -> str:
        """The name of the model that is asked."""
        return self._model.name

    @property
    def spent(self) -> Usage:
        """What was taken so far. The price is None once one answer had none."""
        return replace(self._account.spent, dollars=None) if self._account.unpriced else self._account.spent

    def share(self, model: Model) -> "Budget":
        """Another model that draws on the same budget."""
        other = Budget(model)
        other._account = self._account
        return other

    async def ask(self, request: Request) -> Reply:
        """The answer of the model, or `OverBudget`."""
        account = self._account
        aside = await account.put_aside(request)
        if isinstance(aside, OverBudget):
            return aside
        reply: Reply | None = None
        try:
            reply = await self._model.ask(request)
        finally:
            account.settle(aside, reply, self._model.name)
        return reply


@dataclass(slots=True)
class _Account:
    calls: int | None
    tokens: int | None
    dollars: float | None
    spent: Usage = _NOTHING
    aside: list[Usage] = field(default_factory=list)
    dearest: float = 0.0
    unpriced: str = ""
    stopped: OverBudget | None = None
    waiting: list[asyncio.Future[None]] = field(default_factory=list)

    async def put_aside(self, request: Request) -> Usage | OverBudget:
        while self.stopped is None:
            most = Usage(input_tokens(request), request.maximum_output_tokens, self.dearest)
            if reason := self._lacks(self.spent + most):
                self.stopped = OverBudget(reason)
            elif not self._lacks(sum(self.aside, self.spent + most)):
                self.aside.append(most)
                return most
            else:
                await self._settled()
        return self.stopped

    def settle(self, aside: Usage, reply: Reply | None, model: str) -> None:
        self.aside.remove(aside)
        taken = _taken(reply, aside)
        if taken.dollars is None:
            self.unpriced = model
        self.spent += replace(taken, dollars=taken.dollars or 0.0)
        self.dearest = max(self.dearest, taken.dollars or 0.0)
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()

    def _lacks(self, total: Usage) -> str | None:
        spent, tokens = self.spent, total.input_tokens + total.output_tokens
        if self.calls is not None and total.calls > self.calls:
            return f"the budget of {self.calls:,} calls is spent"
        if self.tokens is not None and tokens > self.tokens:
            return (
                f"the budget is {self.tokens:,} tokens, {spent.input_tokens + spent.output_tokens:,} are spent "
                f"and the next question can take {tokens - spent.input_tokens - spent.output_tokens:,}"
            )
        if self.dollars is not None:
            if self.unpriced:
                return (
                    f"the price of `{self.unpriced}` is not known, so a limit of {self.dollars:g} dollars cannot be "
                    "kept; limit calls or tokens"
                )
            paid = spent.dollars or 0.0
            if paid >= self.dollars or (total.dollars or 0.0) > self.dollars:
                return (
                    f"the budget is {self.dollars:g} dollars, {paid:.6g} are spent "
                    f"and the dearest question took {self.dearest:.6g}"
                )
        return None

    async def _settled(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self.waiting.append(waiter)
        await waiter


def _taken(reply: Reply | None, aside: Usage) -> Usage:
    match reply:
        case Answer(usage=usage) | Declined(usage=usage) | Malformed(usage=usage):
            if usage.input_tokens or usage.output_tokens:
                return usage
            return replace(aside, dollars=usage.dollars, calls=usage.calls)
        case TimedOut() | None:
            return aside
        case Unreachable():
            return Usage(0, 0, 0.0)
        case NotRecorded() | OverBudget():
            return _NOTHING
        case _:
            assert_never(reply)


def input_tokens(request: Request) -> int:
    """How many a question should take, estimated from its length and rather too many."""
    parts = [part for message in request.messages for part in message.parts]
    length = sum(len(part.encode("utf-8", "replace")) for part in parts if isinstance(part, str))
    length += _length_of_shape(request.shape)
    pictures = sum(isinstance(part, Picture) for part in parts)
    return length // _BYTES_A_TOKEN + pictures * _TOKENS_A_PICTURE + len(request.messages) * _TOKENS_A_MESSAGE


def _length_of_shape(shape: Shape) -> int:
    match shape:
        case Schema(_, schema):
            return len(str(schema))
        case Grammar() | None:  # a grammar is for the decoder alone
            return 0
        case _:
            assert_never(shape)
