"""What trusted sources say about an action and about a screen: the models of the apps that are on it.

An app that is not on the screen is not asked: its model could only speak of what is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from handrail.app import Anticipation, App, Event, Update
from handrail.device.action import Action
from handrail.device.element import Element, Path
from handrail.device.screen import Screen

_WITHOUT_EVENT = frozenset({"wait", "finish"})
_ON_ELEMENTS = frozenset({"click", "long_click", "input", "scroll"})
"""What is done to the element that an action names. A key goes where it goes, whatever element is named with it."""


@dataclass(frozen=True, slots=True)
class Anticipated:
    """What is about to happen: whose element takes the action, and what each app's model says of it.

    `bindings` holds, by the number of the app, what its model has to read from the next screen.
    """

    package: str
    modelled: bool
    whole: Anticipation
    bindings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a screen says: updates, what could not be read, and the states of which all rows are among the updates."""

    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    complete: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sources:
    """The models of a session."""

    apps: tuple[App, ...]

    def anticipate(self, action: Action, path: Path | None, screen: Screen, now: datetime) -> Anticipated:
        """Ask every model that could speak for the element or the screen. Raises what a model raises."""
        place = _place(action, path, screen)
        element = screen.at(place) if place is not None else None
        whole, bindings = Anticipation(), {}
        if action.type not in _WITHOUT_EVENT:
            here = _packages(screen)
            for number, app in enumerate(self.apps):
                if app.package and app.package not in here:
                    continue
                said = self._said(app, screen, place, action, now)
                said = said.joined(_triggered(app, action, element))
                whole = whole.joined(said)
                bindings[number] = said.bindings
        package = self.package_of(action, path, screen)
        modelled = any(app.package == package for app in self.apps)
        return Anticipated(package, modelled, whole, bindings)

    def package_of(self, action: Action, path: Path | None, screen: Screen) -> str:
        """Whose app takes the action: that of the element, or of the screen."""
        place = _place(action, path, screen)
        element = screen.at(place) if place is not None else None
        return (element.package if element is not None else "") or screen.package

    @staticmethod
    def _said(app: App, screen: Screen, place: Path | None, action: Action, now: datetime) -> Anticipation:
        """What an app's bindings say. The enter key is looked up by the model, which knows where it goes, too.

        Where the phone does not say which app is in front, it may be this one.
        """
        named = place if action.type in _ON_ELEMENTS else None
        if named is None and not screen.package:
            screen = replace(screen, package=app.package)
        said = app.anticipate_on(screen, named, action.type, text=action.text, now=now)
        if action.type == "input" and place is not None and breaks_lines(action.text):
            said = said.joined(app.anticipate_on(screen, place, "enter", now=now))
        return said

    def observe(self, screen: Screen, after: Mapping[int, tuple[str, ...]], now: datetime) -> Sighting:
        """Ask every model whose app is on the screen, and those that announced that they would read it."""
        packages = _packages(screen)
        updates: list[Update] = []
        unread: list[str] = []
        complete: set[str] = set()
        for number, app in enumerate(self.apps):
            announced = after.get(number, ())
            if app.package and app.package not in packages and not announced:
                continue
            seen = app.observe(screen, after=announced, now=now)
            updates += seen.updates
            unread += seen.unread
            complete |= seen.complete
        return Sighting(tuple(updates), tuple(unread), frozenset(complete))


def _triggered(app: App, action: Action, element: Element | None) -> Anticipation:
    """What the app's own triggers say. They name the element by what it is called, never as the agent calls it."""
    names: set[str | None] = {None}
    if element is not None:
        names |= {element.text, element.description, element.resource_id, element.resource_id.rpartition("/")[2]} - {""}
    said = Anticipation()
    for trigger in app.triggers:
        if trigger.on == action.type and trigger.target in names:
            event = Event(action.type, trigger.target or (element.label if element else None), action.text)
            commits = frozenset({trigger.commits} if trigger.commits is not None else ())
            updates = tuple(trigger.updates(replace(event, direction=action.direction)))
            said = said.joined(Anticipation(updates, commits, trigger.irreversible))
    return said


def _packages(screen: Screen) -> set[str]:
    return {screen.package, *(element.package for window in screen.windows for _, element in window.walk())}


def _place(action: Action, path: Path | None, screen: Screen) -> Path | None:
    """Where the action goes: to the element that it names, or where typing and the enter key go."""
    if action.type in _ON_ELEMENTS and path is not None:
        return path
    return focused(screen) if action.type in ("input", "enter") else None


def breaks_lines(text: str | None) -> bool:
    """Whether there is something in a text that a phone may take for the enter key."""
    return text is not None and len(f"{text}.".splitlines()) > 1


def focused(screen: Screen) -> Path | None:
    """Where typing goes when no element is named: the field with the focus, in the topmost window that has one."""
    found = [path for path, element in screen.walk() if element.focused]
    return max(found, key=lambda path: (path[0], len(path))) if found else None
