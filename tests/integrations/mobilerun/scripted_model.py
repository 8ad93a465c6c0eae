"""A language model that says what a script says, for mobilerun's own agent to act on; it keeps what it was told."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from llama_index.core.llms import ChatMessage, ChatResponse, CustomLLM, LLMMetadata
from pydantic import Field, PrivateAttr

Turn = Callable[[str], str]
"""From all that the model is told now to what it says."""


class ScriptedModel(CustomLLM):
    """One turn after another; the last one for ever."""

    _turns: list[Turn] = PrivateAttr()
    told: list[str] = Field(default_factory=list)

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__()
        self._turns = list(turns)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    def chat(self, messages: Sequence[ChatMessage], **more: Any) -> ChatResponse:
        self.told.append("\n".join(str(message.content) for message in messages))
        turn = self._turns.pop(0) if len(self._turns) > 1 else self._turns[0]
        return ChatResponse(message=ChatMessage(role="assistant", content=turn(self.told[-1])))

    def stream_chat(self, messages: Sequence[ChatMessage], **more: Any) -> Iterator[ChatResponse]:
        found = self.chat(messages)
        found.delta = str(found.message.content)
        yield found

    def complete(self, prompt: str, *given: Any, **more: Any) -> Any:
        raise NotImplementedError

    def stream_complete(self, prompt: str, *given: Any, **more: Any) -> Any:
        raise NotImplementedError


def call(tool: str, **parameters: object) -> Turn:
    """A turn that calls a tool."""
    said = "".join(f'<parameter name="{name}">{value}</parameter>\n' for name, value in parameters.items())
    return lambda _: f'<function_calls>\n<invoke name="{tool}">\n{said}</invoke>\n</function_calls>'


def click(words: str) -> Turn:
    """A turn that clicks what the list of elements says last with these words."""

    def say(told: str) -> str:
        found = re.findall(rf'^\s*(\d+)\. [^\n]*"{re.escape(words)}"', told, re.MULTILINE)
        return call("click", index=found[-1])(told)

    return say
