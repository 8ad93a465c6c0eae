"""A model that is given up once nobody answers, so that hundreds of questions do not wait for a server that is gone."""

from handrail.llm import Model, Reply, Request, Unreachable

MOST_IN_A_ROW = 8


class CircuitBreaker:
    """Asks `model` until so many questions in a row were `Unreachable`; then every further one is, without asking.

    A question that was rejected is no sign of that: its server is there.
    """

    def __init__(self, model: Model, most_in_a_row: int = MOST_IN_A_ROW) -> None:
        self._model = model
        self._most = most_in_a_row
        self._in_a_row = 0
        self._gone: Unreachable | None = None

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        """What the model says, or that it is gone."""
        if self._gone is not None:
            return self._gone
        reply = await self._model.ask(request)
        if not isinstance(reply, Unreachable) or reply.rejected:
            self._in_a_row = 0
            return reply
        self._in_a_row += 1
        if self._in_a_row >= self._most:
            self._gone = Unreachable(f"not asked: {self._in_a_row} questions in a row had no answer, {reply.reason}")
        return reply
