"""What the adversary can do in one go, without knowing what the screen will look like by then."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.action import Action, ActionType
from handrail.device.element import Element, Path, identify
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class On:
    """An action on what says exactly that, or whose short resource id it is behind a `#`; `which` of several."""

    words: str
    kind: ActionType = "click"
    text: str | None = None
    which: int = 0


@dataclass(frozen=True, slots=True)
class Somewhere:
    """A touch on one of the elements that can be touched."""

    number: int
    kind: ActionType = "click"


@dataclass(frozen=True, slots=True)
class ByHand:
    """Somebody else touches the phone, past the guard."""

    number: int


@dataclass(frozen=True, slots=True)
class Later:
    """Time passes."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Killed:
    """The program is killed, and goes on from its journal."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """The phone does not answer the next action; it has happened, or not."""

    happens: bool


@dataclass(frozen=True, slots=True)
class Received:
    """Somebody writes, and the phone says so while the agent waits."""

    sender: str
    text: str


Move: TypeAlias = Action | On | Somewhere | ByHand | Later | Killed | Unanswered | Received


def opened(package: str) -> Action:
    """An app is opened."""
    return Action("open_app", package)


def written(field: str, text: str) -> On:
    """Text in a field."""
    return On(field, "input", text)


def action_of(move: Action | On | Somewhere, screen: Screen) -> Action | None:
    """What is to be done on this screen; None where there is nothing of the kind."""
    match move:
        case Action():
            return move
        case On(words, kind, text, which):
            found = list(_says(screen, words))
            return Action(kind, text=text, element=identify(*found[which % len(found)])) if found else None
        case Somewhere(number, kind):
            found = touchable(screen)
            return Action(kind, element=identify(*found[number % len(found)])) if found else None


def touchable(screen: Screen) -> list[tuple[Path, Element]]:
    """The elements that a finger does something to."""
    return [(path, element) for path, element in screen.walk() if element.clickable or element.long_clickable]


def _says(screen: Screen, words: str) -> Iterator[tuple[Path, Element]]:
    for path, element in screen.walk():
        names = (element.text, element.description)
        if words in names or words == f"#{element.resource_id.rpartition('/')[2]}":
            yield path, element
