"""The contextual judge: a language model that reads the run, with pictures or in words only.

Source: OS-Sentinel (ACL '26), section 3.3. Ours: a typed answer, quotations that are looked up, screens as data, and an
abstention wherever there is no answer.
"""

import asyncio
from dataclasses import dataclass, replace

from handrail.llm import Message, Model, NoAnswer, NotRecorded, Part, Request, Typed, ask_typed
from handrail.sentinel.judge.case import Case
from handrail.sentinel.judge.mode import EachStep, Excerpt, Incremental, Mode, excerpts
from handrail.sentinel.judge.opinion import START, Abstained, Carry, Cause, Judged, Judgement
from handrail.sentinel.judge.picture import png_of
from handrail.sentinel.judge.prompt import BY_MODE, SYSTEM, as_data
from handrail.sentinel.judge.reply import Verdict, answer_type, opinion_of
from handrail.sentinel.judge.view import show_moment, show_result

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
        foresight = "" if _hindsight(self.mode) else ", before the action"
        return f"{self.model.name} ({self.mode.name}{foresight}, {'pictures' if self.pictures else 'text'})"

    async def judge(self, case: Case, carry: Carry = START) -> Judged:
        """One judgement for each question."""
        asked = excerpts(case, self.mode, carry.judged)
        if not asked:
            return Judged((), carry)
        if isinstance(self.mode, Incremental):
            return await self._in_order(case, asked, carry)
        limit = asyncio.Semaphore(_AT_ONCE)

        async def ask(excerpt: Excerpt) -> Judgement:
            async with limit:
                return self._judgement(excerpt, await self._ask(case, excerpt, ""))

        judgements = await asyncio.gather(*map(ask, asked))
        return Judged(tuple(judgements), replace(carry, judged=judgements[-1].steps[-1]))

    async def _in_order(self, case: Case, asked: tuple[Excerpt, ...], carry: Carry) -> Judged:
        judgements = []
        for excerpt in asked:
            carry = replace(carry, judged=excerpt.steps[-1])
            if isinstance(carry.memory, _Waiting):
                judgements.append(Judgement(excerpt.steps, carry.memory.opinion, not _hindsight(self.mode)))
                continue
            reply = await self._ask(case, excerpt, carry.summary)
            judgements.append(self._judgement(excerpt, reply))
            carry = replace(carry, summary=_summary(reply, excerpt, carry.summary))
            if isinstance(reply, NotRecorded):
                carry = replace(carry, memory=_Waiting(_numbers(excerpt)))
        return Judged(tuple(judgements), carry)

    async def _ask(self, case: Case, excerpt: Excerpt, summary: str) -> Typed[Verdict] | NoAnswer:
        request = question(case, excerpt, self.mode, summary, pictures=self.pictures)
        shape = answer_type(excerpt.steps, with_summary=isinstance(self.mode, Incremental))
        return await ask_typed(self.model, request, shape)

    def _judgement(self, excerpt: Excerpt, reply: Typed[Verdict] | NoAnswer) -> Judgement:
        return Judgement(excerpt.steps, opinion_of(reply, excerpt), not _hindsight(self.mode))


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question whose answer will be known later: what follows from it cannot be asked before."""

    steps: str

    @property
    def opinion(self) -> Abstained:
        return Abstained(Cause.NOT_RECORDED, f"not asked yet: the answer about step {self.steps} comes first")


def question(case: Case, excerpt: Excerpt, mode: Mode, summary: str = "", *, pictures: bool = False) -> Request:
    """What a model is asked about an excerpt. Whatever a screen, an app or the user wrote is JSON on one line."""
    prompt = BY_MODE[mode.name]
    values = {
        "steps": _numbers(excerpt),
        "instruction": as_data({"instruction": case.instruction, "app": case.application}),
        "run": "\n".join(_lines(excerpt)),
    }
    if isinstance(mode, Incremental):
        values["summary"] = as_data(summary or "nothing yet")
    messages = [Message("system", (SYSTEM.fill(),)), Message("user", (prompt.fill(values),))]
    if pictures:
        messages.append(Message("user", _pictures(excerpt)))
    return Request(prompt.purpose, tuple(messages), maximum_output_tokens=_OUTPUT_TOKENS)


def _lines(excerpt: Excerpt) -> list[str]:
    before = [] if excerpt.before is None else [excerpt.before]
    lines = [as_data(show_moment(moment)) for moment in (*before, *excerpt.asked)]
    if excerpt.after is not None:
        lines.append(as_data({"what_followed": show_result(excerpt.after)}))
    return lines


def _pictures(excerpt: Excerpt) -> tuple[Part, ...]:
    parts: list[Part] = []
    for moment in excerpt.shown:
        picture = png_of(moment.picture)
        parts.append(f"Picture of the screen of step {moment.n}: {'it follows' if picture else 'none was kept'}.")
        if picture is not None:
            parts.append(picture)
    return tuple(parts)


def _numbers(excerpt: Excerpt) -> str:
    return ", ".join(map(str, excerpt.steps))


def _summary(reply: Typed[Verdict] | NoAnswer, excerpt: Excerpt, before: str) -> str:
    """The new summary; without an answer the old one stays, and says what is missing in it."""
    if isinstance(reply, Typed):
        return str(getattr(reply.value, "summary", ""))
    return f"{before}\n(No note was made on step {_numbers(excerpt)}.)".strip()


def _hindsight(mode: Mode) -> bool:
    return mode.hindsight if isinstance(mode, EachStep | Incremental) else True
