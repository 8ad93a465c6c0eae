"""A person as the agent: sees a numbered list of what can be touched, and types what to do.

For trying out a phone, a model or a policy without any agent at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass

from handrail.agent.agent import INFEASIBLE
from handrail.device.action import Action
from handrail.device.element import Element, ElementIdentity, Path, identify
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal

HELP = (
    "tap N · long N · type N TEXT · scroll up|down|left|right · back · home · enter · wait · open APP · finish · stop"
)
"""What can be typed."""

_BARE = {
    "back": Action("back"),
    "home": Action("home"),
    "enter": Action("enter"),
    "wait": Action("wait"),
    "finish": Action("finish"),
    "stop": Action("finish", text=INFEASIBLE),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the list: something that can be touched or typed into, or only read."""

    number: int
    identity: ElementIdentity
    element: Element
    words: str


Read = Callable[[str], str]
"""Asks for a line; raises `EOFError` where there is none any more."""
Show = Callable[[Screen, tuple[Choice, ...], str], None]
"""Shows the screen as a list, and what the environment said."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """Asks `read` for each action, after `show` has shown what there is."""

    read: Read
    show: Show

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """What the person types; asked again until it can be understood."""
        choices = choices_on(screen)
        self.show(screen, choices, feedback)
        while True:
            try:
                line = self.read("> ")
            except EOFError:
                return Proposal(_BARE["stop"], "nobody says what to do")
            action = read_command(line, choices)
            if isinstance(action, Action):
                return Proposal(action)
            self.show(screen, (), action)


def choices_on(screen: Screen) -> tuple[Choice, ...]:
    """What a person could mean, in reading order: everything that takes a touch or a text."""
    found = [(path, element) for path, element in screen.walk() if _takes_something(element)]
    return tuple(
        Choice(number, identify(path, element), element, _words(path, element))
        for number, (path, element) in enumerate(found, 1)
    )


def read_command(line: str, choices: tuple[Choice, ...]) -> Action | str:
    """The action that a line means, or what is wrong with it."""
    word, _, rest = line.strip().partition(" ")
    word, rest = word.casefold(), rest.strip()
    if word in _BARE and not rest:
        return _BARE[word]
    if word == "scroll":
        return Action("scroll", direction=rest) if rest in ("up", "down", "left", "right") else f"Say which way: {HELP}"
    if word == "open":
        return Action("open_app", rest) if rest else "Say which app, as in `open Clock`"
    if word not in ("tap", "long", "type"):
        return f"Not understood. {HELP}"
    number, _, text = rest.partition(" ")
    chosen = next((one for one in choices if str(one.number) == number), None)
    if chosen is None:
        return f"There is no `{number}` in the list; as in `{word} 1{' some text' if word == 'type' else ''}`"
    if word == "type":
        return Action("input", chosen.words, text, element=chosen.identity)
    return Action("click" if word == "tap" else "long_click", chosen.words, element=chosen.identity)


def _takes_something(element: Element) -> bool:
    takes = element.clickable or element.long_clickable or element.class_name.endswith("EditText")
    return takes and not element.bounds.is_empty


def _words(path: Path, element: Element) -> str:
    """What is written on it or inside, or its resource id."""
    inside = [one.label for _, one in element.walk(path) if one.label]
    named = " · ".join(dict.fromkeys(inside)) or element.resource_id.rpartition("/")[2] or element.class_name
    state = " [on]" if element.checked else " [off]" if element.checkable else ""
    return named + state
