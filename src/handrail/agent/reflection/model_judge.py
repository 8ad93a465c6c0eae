"""Reflection by a language model: it reads the instruction, the screen and the action, and says what it thinks."""

from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from handrail.agent.listing import action_in_words, lines_of
from handrail.agent.prompting import prompt
from handrail.agent.reflection.judge import Fine, Judgement, Wrong
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.llm.model import Message, Model, NoAnswer, Request
from handrail.llm.typed import Typed, ask_typed

BEFORE, AFTER = "pre-action.1", "post-action.1"


class Opinion(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid")

    right: bool
    reason: str = ""


@dataclass(slots=True)
class ModelJudge:
    """Asks a model. Where it gives no answer nothing is held against the action, and `unanswered` says how often."""

    model: Model
    instruction: str
    history: list[str] = field(default_factory=list)
    unanswered: list[NoAnswer] = field(default_factory=list)

    async def before(self, screen: Screen, action: Action) -> Judgement:
        """The opinion about an action that is about to run."""
        asked = prompt(
            BEFORE,
            instruction=self.instruction,
            history=self.history,
            elements=lines_of(screen),
            action=action_in_words(action),
        )
        judgement = await self._ask(BEFORE, asked)
        if isinstance(judgement, Fine):
            self.history.append(action_in_words(action))
        return judgement

    async def after(self, before: Screen, action: Action, after: Screen) -> Judgement:
        """The opinion about an action that ran."""
        asked = prompt(
            AFTER,
            instruction=self.instruction,
            history=self.history,
            before=lines_of(before),
            after=lines_of(after),
            action=action_in_words(action),
        )
        self.history.append(action_in_words(action))
        return await self._ask(AFTER, asked)

    async def _ask(self, purpose: str, asked: str) -> Judgement:
        request = Request(f"agent.{purpose.replace('.', '/')}", (Message("user", (asked,)),))
        answer = await ask_typed(self.model, request, Opinion)
        if not isinstance(answer, Typed):
            self.unanswered.append(answer)
            return Fine()
        opinion = answer.value
        return Fine() if opinion.right else Wrong(opinion.reason or "It does not do what the instruction says.")
