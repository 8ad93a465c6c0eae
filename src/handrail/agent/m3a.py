"""An agent that asks a language model what to do, in the manner of M3A (AndroidWorld): look, choose, sum up.

It sees the screen with numbered marks, and a list of elements. Each step is two questions: what to do on this screen,
and afterwards what became of it, in a sentence or two that are all the agent remembers. The guard's feedback stands in
the question. What the model says of its own action (`commits`, `irreversible`) is handed on; the guard takes it for
what it is worth. An answer that cannot be carried out is told why.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.agent.prompting import NumberedElement, action_in_words, lines_of, listed, prompt
from handrail.device.action import Action
from handrail.device.element import ElementIdentity, identify
from handrail.device.screen import Screen
from handrail.error import MissingExtra, install_line
from handrail.guard.decision import INFEASIBLE, Proposal
from handrail.llm.model import Answer, Message, Model, NoAnswer, Part, Picture, Request
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


ON_ELEMENT = frozenset(("click", "long_click"))


class Chosen(BaseModel):
    """One action, as the model writes it."""

    model_config = ConfigDict(extra="forbid")

    thought: str
    action: Literal[
        "click",
        "long_click",
        "input",
        "scroll",
        "back",
        "home",
        "enter",
        "open_app",
        "wait",
        "finish",
        "infeasible",
    ]
    element: int | None = None
    text: str | None = None
    direction: Literal["up", "down", "left", "right"] | None = None
    commits: list[str] = Field(default_factory=list, max_length=20)
    irreversible: bool = False


def answer_about(elements: Sequence[NumberedElement]) -> TypeAdapter[Chosen]:
    """Answers about one screen: an element that is not on its list is no answer."""

    def fits(chosen: Chosen) -> Chosen:
        if chosen.element is not None and not 1 <= chosen.element <= len(elements):
            raise ValueError(f"there is no element {chosen.element}; the numbers are 1 to {len(elements)}")
        if chosen.action in ON_ELEMENT and chosen.element is None:
            raise ValueError(f"`{chosen.action}` needs an element")
        if chosen.action == "input" and chosen.text is None:
            raise ValueError("`input` needs a text")
        if chosen.action == "open_app" and not chosen.text:
            raise ValueError("`open_app` needs the name of the app as its text")
        if chosen.action == "scroll" and chosen.direction is None:
            raise ValueError("`scroll` needs a direction")
        return chosen

    kind: Any = Annotated[Chosen, AfterValidator(fits)]
    return TypeAdapter(kind)


def proposal_of(chosen: Chosen, elements: Sequence[NumberedElement]) -> Proposal:
    """The action that was chosen, with its element pinned down."""
    on = elements[chosen.element - 1] if chosen.element is not None else None
    return Proposal(
        _action(chosen, None if on is None else identify(on.path, on.element)),
        chosen.thought,
        frozenset(chosen.commits),
        chosen.irreversible,
    )


def _action(chosen: Chosen, element: ElementIdentity | None) -> Action:
    target = None if element is None else element.text or element.description or element.resource_id
    match chosen.action:
        case "infeasible":
            return Action("finish", text=INFEASIBLE)
        case "open_app":
            return Action("open_app", chosen.text)
        case "click" | "long_click":
            return Action(chosen.action, target, element=element)
        case "input":
            return Action("input", target, text=chosen.text, element=element)
        case "scroll":
            return Action("scroll", target, direction=chosen.direction, element=element)
        case "back" | "home" | "enter" | "wait" | "finish":
            return Action(chosen.action)


COLOURS = ((214, 39, 40), (31, 119, 180), (44, 160, 44), (148, 103, 189), (140, 86, 75), (227, 119, 194))
_PADDING = 4


def marked(png: bytes, elements: Sequence[NumberedElement]) -> bytes:
    """The picture with a box and a number on each element that can be used, as PNG. Raises `MissingExtra`.

    What can only be read has its number in the list alone, and numbers stand on the right: words stay readable.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError as error:
        raise MissingExtra(install_line("handrail[phone]")) from error
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGB")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(12, picture.height // 70))
    for number, element in enumerate(elements, 1):
        if not element.can_be_used:
            continue
        box = element.element.bounds
        colour = COLOURS[number % len(COLOURS)]
        draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline=colour, width=3)
        _, _, wide, high = draw.textbbox((0, 0), str(number), font=font)
        corner = (box.right - wide - 2 * _PADDING, box.top)
        draw.rectangle((*corner, box.right - 1, box.top + high + 2 * _PADDING), fill=colour)
        draw.text((corner[0] + _PADDING, corner[1] + _PADDING), str(number), font=font, fill=(255, 255, 255))
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
