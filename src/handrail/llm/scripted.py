"""A model that says what a script tells it to: for tests, and for showing what happens when a model fails."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from handrail.error import Misuse
from handrail.llm.model import Answer, Reply, Request

Line: TypeAlias = Reply | str
Script: TypeAlias = Sequence[Line] | Callable[[Request], Line | Awaitable[Line]]


class Scripted:
    """Answers with the lines of a script in their order, or with what a function makes of the question.

    A text stands for an `Answer`; any other reply is given as it is. `asked` holds the questions so far. Raises
    `Misuse` when it is asked more often than the script has lines: then the test and the program disagree.
    """

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self._script = script
        self._name = name
        self.asked: list[Request] = []

    @property
    def name(self) -> str:
        """How this model is called in reports and recordings."""
        return self._name

    async def ask(self, request: Request) -> Reply:
        """The next line of the script."""
        self.asked.append(request)
        line = await self._line(request)
        return Answer(line, self._name) if isinstance(line, str) else line

    async def _line(self, request: Request) -> Line:
        if callable(self._script):
            line = self._script(request)
            return await line if isinstance(line, Awaitable) else line
        if len(self.asked) > len(self._script):
            raise Misuse(
                f"the script of `{self._name}` has {len(self._script)} lines and was asked for one more, "
                f"by `{request.purpose}`"
            )
        return self._script[len(self.asked) - 1]
