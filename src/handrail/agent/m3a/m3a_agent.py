"""An agent that asks a language model what to do, in the manner of M3A (AndroidWorld): look, choose, sum up.

Each step is two questions: what to do on this screen, and afterwards what became of it, in a sentence or two that are
all the agent remembers. The guard's feedback stands in the question. What the model says of its own action (`commits`,
`irreversible`) is handed on; the guard takes it for what it is worth.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from handrail.agent.agent import INFEASIBLE
from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.agent.listing import action_in_words, lines_of, listed
from handrail.agent.m3a.answer import answer_about, proposal_of
from handrail.agent.m3a.marks import marked
from handrail.agent.prompting import prompt
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal
from handrail.llm.model import Answer, Model, NoAnswer
from handrail.llm.request import Message, Part, Picture, Request
from handrail.llm.typed import Typed, ask_typed

ACTION, SUMMARY = "m3a-action.1", "m3a-summary.1"
MOST_SILENCES = 3
LONGEST_HISTORY = 40
LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The last proposal, and the screen that it was made on."""

    proposal: Proposal
    screen: Screen


@dataclass(slots=True)
class M3AAgent:
    """Carries out an instruction. `screenshot` takes a picture of the phone; without it the model has the list only.

    A model that gives no usable answer makes the agent wait, and after three such steps in a row give up: nothing is
    ever guessed. `silences` counts them.
    """

    model: Model
    instruction: str
    screenshot: Callable[[], Awaitable[bytes]] | None = None
    history: list[str] = field(default_factory=list)
    silences: int = 0
    _last: _Chosen | None = None

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """Sum up the last step, then choose the next action."""
        last, self._last = self._last, None
        if last is not None:
            self.history.append(await self._summary(last, screen, feedback))
        proposal = await self._choose(screen, feedback)
        if not isinstance(proposal, Proposal):
            return self._silent(proposal)
        self.silences = 0
        self._last = _Chosen(proposal, screen)
        return proposal

    async def _choose(self, screen: Screen, feedback: str) -> Proposal | NoAnswer:
        elements = listed(screen)
        parts: list[Part] = [
            prompt(
                ACTION,
                instruction=self.instruction,
                feedback=feedback,
                history=self.history[-LONGEST_HISTORY:],
                elements=lines_of(screen),
                package=screen.package,
                pictured=self.screenshot is not None,
            )
        ]
        if self.screenshot is not None:
            parts.append(Picture(marked(await self.screenshot(), elements)))
        request = Request(_purpose(ACTION), (Message("user", tuple(parts)),))
        answer = await ask_typed(self.model, request, answer_about(elements))
        return proposal_of(answer.value, elements) if isinstance(answer, Typed) else answer

    def _silent(self, answer: NoAnswer) -> Proposal:
        self.silences += 1
        why = f"the model gave no usable answer ({self.silences} of {MOST_SILENCES}): {answer}"[:LONGEST_REASON]
        if self.silences < MOST_SILENCES:
            return Proposal(Action("wait"), why)
        return Proposal(Action("finish", text=INFEASIBLE), why)

    async def _summary(self, last: _Chosen, screen: Screen, feedback: str) -> str:
        """One line of notes; where the model says nothing, the action itself."""
        refused = parse_feedback(feedback) not in (ParsedFeedback.NOTHING, ParsedFeedback.DOUBTED)
        said = action_in_words(last.proposal.action)
        asked = prompt(
            SUMMARY,
            instruction=self.instruction,
            action=said,
            thought=last.proposal.thought,
            refused=feedback if refused else "",
            before=lines_of(last.screen),
            after=lines_of(screen),
        )
        reply = await self.model.ask(Request(_purpose(SUMMARY), (Message("user", (asked,)),)))
        noted = " ".join(reply.text.split()) if isinstance(reply, Answer) else ""
        return f"{said}{' (not carried out)' if refused else ''}: {noted}" if noted else said


def _purpose(name: str) -> str:
    return f"agent.{name.replace('.', '/')}"
