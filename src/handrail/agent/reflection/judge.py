"""Who reflects on an action: a language model that says what it thinks, or a stand-in that compares words.

The stand-in is for tables where no model is at hand, and no measure of what models can do. It knows what any reader of
the screen would: the words of the instruction, the words on what is touched or typed, and the words that appear. Before
an action: a touch on something that bears none of the instruction's words and is not a matter of finding one's way, or
typing that is not in it. After one: a number that came up and is not in the instruction; at the end, something that the
instruction names and that was neither touched nor typed nor is in sight.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from handrail.agent.prompting import action_in_words, lines_of, prompt
from handrail.device.action import Action
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.language.normal_form import normal_form
from handrail.llm.model import Message, Model, NoAnswer, Request
from handrail.llm.typed import Typed, ask_typed

MOST_NEW_TEXTS = 4
_WORD = re.compile(r"[\w@.:+'-]*\w")
_NUMBER = re.compile(r"\d[\d.:]*\d|\d")
_NAMED = re.compile(r"“([^”]+)”|(?<=\s)([A-Z]\w+(?: [A-Z]\w+)*)|(\d[\d.:]*\d|\d)")


BEFORE, AFTER = "pre-action.1", "post-action.1"


@dataclass(frozen=True, slots=True)
class Fine:
    """Nothing was found wrong."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """It does not look like what was asked for; `reason` is a sentence."""

    reason: str


Judgement: TypeAlias = Fine | Wrong


class Judge(Protocol):
    """Knows the instruction, and nothing of the app but its screens."""

    async def before(self, screen: Screen, action: Action) -> Judgement:
        """Whether an action that is about to run serves the instruction."""
        ...

    async def after(self, before: Screen, action: Action, after: Screen) -> Judgement:
        """Whether an action that ran did; of a `finish`, whether the task is done."""
        ...


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


@dataclass(slots=True)
class WordJudge:
    """Compares words. `touched` holds what the agent touched and typed so far."""

    instruction: str
    touched: list[str] = field(default_factory=list)

    async def before(self, screen: Screen, action: Action) -> Judgement:
        """Whether the words on it, or those typed, are the instruction's."""
        if action.type == "input":
            strange = [word for word in _words(action.text or "") if word not in self._asked]
            return Wrong(f"“{strange[0]}” is not in the instruction.") if strange else Fine()
        if action.type not in ("click", "long_click") or action.element is None:
            return Fine()
        element = screen.at(action.element.path)
        label = _label_of(element) if element is not None else ""
        words = [word for word in _words(label) if word not in _listed("ways")]
        if words and not any(word in self._asked for word in words):
            return Wrong(f"“{label}” has nothing to do with the instruction.")
        return Fine()

    async def after(self, before: Screen, action: Action, after: Screen) -> Judgement:
        """Whether a number came up that nobody spoke of; at the end, whether all that was named was met with."""
        if action.type == "finish":
            seen = " ".join([*self.touched, *_texts(after)])
            met = set(_words(seen)) | set(_NUMBER.findall(seen))
            missing = [name for name in _named(self.instruction) if not met.issuperset(_words(name))]
            return Wrong(f"“{missing[0]}” did not come up.") if missing else Fine()
        if action.element is not None:
            self.touched.append(action.text or action.element.text or action.element.description)
        new = [text for text in _texts(after) if text not in set(_texts(before))]
        if len(new) > MOST_NEW_TEXTS:
            return Fine()
        numbers = set(_NUMBER.findall(self.instruction))
        strange = [number for text in new for number in _NUMBER.findall(text) if number not in numbers]
        return Wrong(f"{strange[0]} is not in the instruction.") if strange else Fine()

    @property
    def _asked(self) -> set[str]:
        return set(_words(self.instruction))


@cache
def _listed(name: str) -> frozenset[str]:
    """Words that mean nothing by themselves (`empty`), or that only lead on (`ways`)."""
    return frozenset(files("handrail.agent.reflection").joinpath(f"{name}.txt").read_text("utf-8").split())


def _words(text: str) -> list[str]:
    """The words of a text that carry meaning."""
    return [word for word in _WORD.findall(normal_form(text)) if word not in _listed("empty")]


def _named(instruction: str) -> list[str]:
    """What an instruction names: quoted texts, names, numbers. The first word is none, however it is written."""
    return [next(part for part in match if part) for match in _NAMED.findall(instruction)]


def _label_of(element: Element) -> str:
    """What stands on an element, or on what is inside it."""
    return element.label or " ".join(_labels(inner for _, inner in element.walk()))


def _labels(elements: Iterable[Element]) -> list[str]:
    return [element.label for element in elements if element.label]


def _texts(screen: Screen) -> list[str]:
    return _labels(screen.elements())
