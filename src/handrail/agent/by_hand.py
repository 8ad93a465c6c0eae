"""Agents without a model: a person who sees a numbered list of what can be touched, and a fixed list of actions.

By hand is for trying out a phone, a model or a policy. A list is a recording of a person, or a script of a test, one
line an action:

    open com.example.clock
    tap Add alarm
    type Label = Work
    tap Save
    finish

Each line is put to the environment once, an action that was held back once more; the list ends where one does not run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.device.action import Action
from handrail.device.element import Element, ElementIdentity, identify
from handrail.device.element import Path as ElementPath
from handrail.device.hidden_text import without_hidden_text
from handrail.device.screen import Screen, is_editable
from handrail.device.touch import takes_touches
from handrail.error import UnreadableInput
from handrail.guard.decision import INFEASIBLE, Proposal
from handrail.strict_json import read_text

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
                return Proposal(action, "you stopped" if action == _BARE["stop"] else "")
            self.show(screen, (), action)


def choices_on(screen: Screen) -> tuple[Choice, ...]:
    """What a person could mean, in reading order: everything that takes a touch or a text.

    The words are what a person sees, so dots where a field hides what stands in it.
    """
    seen = without_hidden_text(screen)
    found = [(path, element) for path, element in seen.walk() if _takes_something(element)]
    return tuple(
        Choice(number, identify(path, screen.at(path) or element), element, _words(path, element))
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
    chosen = next((choice for choice in choices if str(choice.number) == number), None)
    if chosen is None:
        return f"There is no `{number}` in the list; as in `{word} 1{' some text' if word == 'type' else ''}`"
    if word == "type":
        return Action("input", chosen.words, text, element=chosen.identity)
    return Action("click" if word == "tap" else "long_click", chosen.words, element=chosen.identity)


def _takes_something(element: Element) -> bool:
    return (takes_touches(element) or is_editable(element)) and not element.bounds.is_empty


def _words(path: ElementPath, element: Element) -> str:
    """What is written on it or inside, or its resource id; what can be touched by itself speaks for itself.

    A field is called what it is for, since what stands in it is about to be another text.
    """
    if is_editable(element) and (called := element.description or element.hint or _name(element)):
        return called
    inside = [(place, inner) for place, inner in element.walk(path) if inner.label]
    others = [place for place, inner in element.walk(path) if place != path and _takes_something(inner)]
    own = [inner.label for place, inner in inside if not any(place[: len(other)] == other for other in others)]
    said = own or [inner.label for _, inner in inside]
    return " · ".join(dict.fromkeys(said)) or _name(element) or element.class_name.rpartition(".")[2]


def _name(element: Element) -> str:
    return element.resource_id.rpartition("/")[2]


_BARE_LINES = frozenset({"back", "home", "enter", "wait", "finish"})

_LINES_HELP = "open APP, tap LABEL, long LABEL, type LABEL = TEXT, scroll DIRECTION, back, home, enter, wait, finish"


@dataclass(frozen=True, slots=True)
class ActionLine:
    """One action as it is written: the verb, what it is about, and the text to type."""

    verb: str
    about: str = ""
    text: str = ""


def read_action_list(path: Path) -> tuple[ActionLine, ...]:
    """The lines of a file; empty ones and those that begin with `#` say nothing. Raises `UnreadableInput`."""
    lines = []
    for number, raw in enumerate(read_text(path).splitlines(), 1):
        if raw.strip() and not raw.lstrip().startswith("#"):
            lines.append(_read(raw.strip(), f"{path}:{number}"))
    return tuple(lines)


def _read(raw: str, place: str) -> ActionLine:
    verb, _, rest = raw.partition(" ")
    rest = rest.strip()
    if verb in _BARE_LINES and not rest:
        return ActionLine(verb)
    if verb in ("open", "tap", "long") and rest:
        return ActionLine(verb, rest)
    if verb == "scroll" and rest in ("up", "down", "left", "right"):
        return ActionLine(verb, rest)
    if verb == "type" and "=" in rest:
        label, _, text = rest.partition("=")
        return ActionLine(verb, label.strip(), text.strip())
    raise UnreadableInput(f"{place}: `{raw}` is not an action; write one of: {_LINES_HELP}")


class ActionList:
    """Goes through the lines in their order."""

    def __init__(self, lines: tuple[ActionLine, ...]) -> None:
        self._left = list(lines)
        self._last: Proposal | None = None
        self._repeated = False

    async def next(self, screen: Screen, feedback: str) -> Proposal:
        """The next line as an action on what the screen shows; giving up where a line cannot be carried out."""
        parsed = parse_feedback(feedback) if self._last is not None else ParsedFeedback.NOTHING
        if parsed is ParsedFeedback.WARNED and self._last is not None and not self._repeated:
            self._repeated = True
            return self._last
        if parsed in (ParsedFeedback.WARNED, ParsedFeedback.BLOCKED, ParsedFeedback.ASKED):
            return _give_up("the action before was not carried out")
        if not self._left:
            return _give_up("the list is at its end")
        line, self._repeated = self._left.pop(0), False
        action = _resolve(line, screen)
        self._last = Proposal(action) if isinstance(action, Action) else _give_up(action)
        return self._last


def _resolve(line: ActionLine, screen: Screen) -> Action | str:
    match line.verb:
        case "open":
            return Action("open_app", line.about)
        case "scroll":
            return Action("scroll", direction=line.about)
        case "tap" | "long" | "type":
            named = [
                (path, inner)
                for path, inner in screen.walk()
                if line.about in (inner.text, inner.description, inner.hint)
            ]
            named += [
                (path, inner)
                for path, inner in screen.walk()
                if inner.resource_id.rpartition("/")[2] == line.about and not named
            ]
            if not named:
                shown = ", ".join(f"`{choice.words}`" for choice in choices_on(screen))
                return f"`{line.about}` is not on the screen, which has {shown or 'nothing to touch'}"
            path, element = max(named, key=lambda pair: pair[0][0])
            identity = identify(path, element)
            if line.verb == "type":
                return Action("input", line.about, line.text, element=identity)
            return Action("click" if line.verb == "tap" else "long_click", line.about, element=identity)
        case "finish":
            return Action("finish")
        case "back":
            return Action("back")
        case "home":
            return Action("home")
        case "enter":
            return Action("enter")
        case _:
            return Action("wait")


def _give_up(why: str) -> Proposal:
    return Proposal(Action("finish", text=INFEASIBLE), why)
