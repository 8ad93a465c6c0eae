"""A fixed list of actions as an agent: a recording of a person, or a script of a test, one line an action.

    open com.example.clock
    tap Add alarm
    type Label = Work
    tap Save
    finish

Each line is put to the environment once, an action that was held back once more; the list ends where one does not run.
"""

from dataclasses import dataclass
from pathlib import Path

from handrail.agent.agent import INFEASIBLE
from handrail.agent.by_hand import choices_on
from handrail.agent.feedback_parser import ParsedFeedback, parse_feedback
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.guard.decision import Proposal
from handrail.strict_json import read_text

_BARE = frozenset({"back", "home", "enter", "wait", "finish"})
_HELP = "open APP, tap LABEL, long LABEL, type LABEL = TEXT, scroll DIRECTION, back, home, enter, wait, finish"


@dataclass(frozen=True, slots=True)
class Line:
    """One action as it is written: the verb, what it is about, and the text to type."""

    verb: str
    about: str = ""
    text: str = ""


def read_action_list(path: Path) -> tuple[Line, ...]:
    """The lines of a file; empty ones and those that begin with `#` say nothing. Raises `UnreadableInput`."""
    lines = []
    for number, raw in enumerate(read_text(path).splitlines(), 1):
        if raw.strip() and not raw.lstrip().startswith("#"):
            lines.append(_read(raw.strip(), f"{path}:{number}"))
    return tuple(lines)


def _read(raw: str, place: str) -> Line:
    verb, _, rest = raw.partition(" ")
    rest = rest.strip()
    if verb in _BARE and not rest:
        return Line(verb)
    if verb in ("open", "tap", "long") and rest:
        return Line(verb, rest)
    if verb == "scroll" and rest in ("up", "down", "left", "right"):
        return Line(verb, rest)
    if verb == "type" and "=" in rest:
        label, _, text = rest.partition("=")
        return Line(verb, label.strip(), text.strip())
    raise UnreadableInput(f"{place}: `{raw}` is not an action; write one of: {_HELP}")


class ActionList:
    """Goes through the lines in their order."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
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


def _resolve(line: Line, screen: Screen) -> Action | str:
    match line.verb:
        case "open":
            return Action("open_app", line.about)
        case "scroll":
            return Action("scroll", direction=line.about)
        case "tap" | "long" | "type":
            named = [(path, one) for path, one in screen.walk() if line.about in (one.text, one.description)]
            named += [
                (path, one)
                for path, one in screen.walk()
                if one.resource_id.rpartition("/")[2] == line.about and not named
            ]
            if not named:
                shown = ", ".join(f"`{one.words}`" for one in choices_on(screen))
                return f"`{line.about}` is not on the screen, which has {shown or 'nothing to touch'}"
            path, element = max(named, key=lambda each: each[0][0])
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
