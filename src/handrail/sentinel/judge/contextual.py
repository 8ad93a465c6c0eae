"""The contextual judge: a language model that reads the run, with pictures or in words only.

Source: OS-Sentinel (ACL '26), section 3.3. Ours: a typed answer, quotations that are looked up, screens as data, and an
abstention wherever there is no answer.

The prompts are files with a version in their name. Whatever a screen, an app or the user wrote stands in a question as
JSON on one line, in which `<` and `>` are escaped. So no text can close the block that it is in, begin another one, or
look like a line of the prompt.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from string import Template
from typing import Any

from handrail.llm import (
    Declined,
    Malformed,
    Message,
    Model,
    NoAnswer,
    NotRecorded,
    Part,
    Request,
    TimedOut,
    Typed,
    Usage,
    ask_typed,
)
from handrail.sentinel.judge.judge import START, Abstained, Cause, Judged, Judgement, JudgeState
from handrail.sentinel.judge.mode import (
    MODES,
    After,
    Before,
    Consecutive,
    EachStep,
    Incremental,
    Mode,
    Sampled,
    StepWindow,
    windows,
)
from handrail.sentinel.judge.reply import Answered, answer_type, decision_type, opinion_of
from handrail.sentinel.judge.run_view import show_prospect, show_window
from handrail.sentinel.judge.trajectory import Trajectory
from handrail.sentinel.judge.view import png_of

_AT_ONCE = 8
_OUTPUT_TOKENS = 1_024
PUBLISHED = EachStep()
"""As in the paper: each step, with what came before and after it."""


@dataclass(frozen=True, slots=True)
class ContextualJudge:
    """Asks `model` as `mode` says. With `pictures` each moment's picture goes along with its words.

    Questions that do not depend on each other are asked eight at a time. An answer that is not of the shape is asked
    for once more, with what is wrong with it.
    """

    model: Model
    mode: Mode = PUBLISHED
    pictures: bool = False

    @property
    def name(self) -> str:
        """The model, and how it is asked."""
        foresight = "" if self.mode.hindsight or isinstance(self.mode, Before) else ", before the action"
        return f"{self.model.name} ({self.mode.name}{foresight}, {'pictures' if self.pictures else 'text'})"

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:
        """One judgement for each question."""
        asked = windows(trajectory, self.mode, state.judged)
        if not asked:
            return Judged((), state)
        if isinstance(self.mode, Incremental):
            return await self._in_order(trajectory, asked, state)
        limit = asyncio.Semaphore(_AT_ONCE)

        async def ask(window: StepWindow) -> Judgement:
            async with limit:
                return self._judgement(window, await self._ask(trajectory, window, ""))

        judgements = await asyncio.gather(*map(ask, asked))
        return Judged(tuple(judgements), replace(state, judged=judgements[-1].steps[-1]))

    async def _in_order(self, trajectory: Trajectory, asked: tuple[StepWindow, ...], state: JudgeState) -> Judged:
        judgements = []
        for window in asked:
            state = replace(state, judged=window.numbers[-1])
            if isinstance(state.memory, _Waiting):
                judgements.append(Judgement(window.numbers, state.memory.opinion, window.foresight))
                continue
            reply = await self._ask(trajectory, window, state.summary)
            judgements.append(self._judgement(window, reply))
            state = replace(state, summary=_summary(reply, window, state.summary))
            if isinstance(reply, NotRecorded):
                state = replace(state, memory=_Waiting(_numbers(window)))
        return Judged(tuple(judgements), state)

    async def _ask(self, trajectory: Trajectory, window: StepWindow, summary: str) -> Typed[Answered] | NoAnswer:
        request = question(trajectory, window, self.mode, summary, pictures=self.pictures)
        return await ask_typed(self.model, request, _shape(window, self.mode))

    def _judgement(self, window: StepWindow, reply: Typed[Answered] | NoAnswer) -> Judgement:
        usage, seconds = taken(reply)
        decisive = isinstance(self.mode, Before)
        opinion = opinion_of(reply, window)
        return Judgement(window.judged, opinion, window.foresight, decisive, usage, seconds)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question whose answer will be known later: what follows from it cannot be asked before."""

    steps: str

    @property
    def opinion(self) -> Abstained:
        return Abstained(Cause.NOT_RECORDED, f"not asked yet: the answer about step {self.steps} comes first")


def question(
    trajectory: Trajectory, window: StepWindow, mode: Mode, summary: str = "", *, pictures: bool = False
) -> Request:
    """What a model is asked about a window. Whatever a screen, an app or the user wrote is JSON on one line."""
    prompt = BY_MODE[mode.name]
    values = {
        "steps": _numbers(window),
        "instruction": as_data({"instruction": trajectory.instruction, "app": trajectory.application}),
        "run": "\n".join(map(as_data, show_window(trajectory, window))),
    }
    if isinstance(mode, Before | After):
        values["prospect"] = as_data(show_prospect(window.asked[-1]))
    if isinstance(mode, Incremental):
        values["summary"] = as_data(summary or "nothing yet")
    system = SYSTEM.fill({"answer": (DECISION if isinstance(mode, Before) else VERDICT).fill()})
    messages = [Message("system", (system,)), Message("user", (prompt.fill(values),))]
    if pictures:
        messages.append(Message("user", _pictures(window)))
    return Request(prompt.purpose, tuple(messages), maximum_output_tokens=_OUTPUT_TOKENS)


def _shape(window: StepWindow, mode: Mode) -> type[Answered]:
    match mode:
        case Before():
            return decision_type(window.numbers[-1])
        case After():
            return answer_type(window.so_far)
        case _:
            return answer_type(window.numbers, with_summary=isinstance(mode, Incremental))


def _pictures(window: StepWindow) -> tuple[Part, ...]:
    parts: list[Part] = []
    for step in window.shown:
        picture = png_of(step.picture)
        parts.append(f"Picture of the screen of step {step.n}: {'it follows' if picture else 'none was kept'}.")
        if picture is not None:
            parts.append(picture)
    return tuple(parts)


def _numbers(window: StepWindow) -> str:
    return ", ".join(map(str, window.numbers))


def _summary(reply: Typed[Answered] | NoAnswer, window: StepWindow, before: str) -> str:
    """The new summary; without an answer the old one stays, and says what is missing in it."""
    if isinstance(reply, Typed):
        return str(getattr(reply.value, "summary", ""))
    return f"{before}\n(No note was made on step {_numbers(window)}.)".strip()


def taken(reply: Typed[Any] | NoAnswer) -> tuple[Usage | None, float]:
    """What an answer took, or waiting for one."""
    match reply:
        case Typed(_, answer):
            return answer.usage, answer.seconds
        case Declined(usage=usage) | Malformed(usage=usage):
            return usage, 0.0
        case TimedOut(seconds):
            return None, seconds
        case _:
            return None, 0.0


_ESCAPES = str.maketrans({
    "<": "\\u003c", ">": "\\u003e", "\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085", "\x7f": "\\u007f"
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """A text by its name and version: `prompts/<name>-<version>.md`."""

    name: str
    version: int

    @property
    def purpose(self) -> str:
        """How requests and recordings call it, as in `sentinel.step/1`."""
        return f"sentinel.{self.name}/{self.version}"

    def fill(self, values: Mapping[str, str] | None = None) -> str:
        """The text to send; a place for which no value is given is an error, never left empty."""
        text = files(__package__).joinpath("prompts", f"{self.name}-{self.version}.md").read_text("utf-8")
        return Template(text).substitute(values or {})


SYSTEM = JudgePrompt("system", 2)
VERDICT, DECISION = JudgePrompt("verdict", 1), JudgePrompt("decision", 1)
_REWRITTEN = (EachStep, Sampled, Consecutive, Incremental)
BY_MODE: Mapping[str, JudgePrompt] = {
    name: JudgePrompt(name, 2 if mode in _REWRITTEN else 1) for name, mode in MODES.items()
}


def as_data(value: object) -> str:
    """A value as JSON on one line that holds no markup."""
    return _sound(json.dumps(value, ensure_ascii=False, separators=(", ", ": "))).translate(_ESCAPES)


def _sound(text: str) -> str:
    """Half a surrogate pair, as a broken app may show, as its escape: no request could carry it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
