"""What the model answers, and the proposal that it makes; an answer that cannot be carried out is told why."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from handrail.agent.agent import INFEASIBLE
from handrail.agent.listing import Listed
from handrail.device.action import Action
from handrail.device.element import ElementIdentity, identify
from handrail.guard.decision import Proposal

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


def answer_about(elements: Sequence[Listed]) -> TypeAdapter[Chosen]:
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


def proposal_of(chosen: Chosen, elements: Sequence[Listed]) -> Proposal:
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
