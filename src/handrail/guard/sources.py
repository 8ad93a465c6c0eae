"""What trusted sources say about an action and about a screen: the models of the apps that are on it.

Only updates of states that the specification was written over reach the monitor; what another app's model says of its
own states cannot matter to it. What such a model says is committed or irreversible always counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from handrail.app import Anticipation, App, Event, Update
from handrail.device.action import Action
from handrail.device.element import Element, Path
from handrail.device.screen import Screen
from handrail.language.declaration import States

_WITHOUT_EVENT = frozenset({"wait", "finish"})


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
    """The models of a session. `objectives` gives the specification's name for what an app calls a commitment."""

    apps: tuple[App, ...]
    states: States
    objectives: Mapping[str, str]

    def anticipate(self, action: Action, path: Path | None, screen: Screen, now: datetime) -> Anticipated:
        """Ask every model that could speak for the element or the screen. Raises what a model raises."""
        place = path if path is not None or action.type != "input" else _focused(screen)
        element = screen.at(place) if place is not None else None
        package = (element.package if element is not None else "") or screen.package
        whole, bindings = Anticipation(), {}
        if action.type not in _WITHOUT_EVENT:
            here = _packages(screen)
            for number, app in enumerate(self.apps):
                if app.package and app.package not in here:
                    continue
                said = app.anticipate_on(screen, place, action.type, text=action.text, now=now)
                said = said.joined(_triggered(app, action, element))
                whole = whole.joined(self._relevant(said, app))
                bindings[number] = said.bindings
        modelled = any(app.package == package for app in self.apps)
        return Anticipated(package, modelled, whole, bindings)

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
            updates += self._known(seen.updates, app)
            unread += seen.unread
            complete |= {state for state in seen.complete if self._is_known(state, app)}
        return Sighting(tuple(updates), tuple(unread), frozenset(complete))

    def _relevant(self, said: Anticipation, app: App) -> Anticipation:
        renamed = frozenset(self.objectives.get(name, name) for name in said.commits)
        return replace(said, updates=tuple(self._known(said.updates, app)), commits=renamed)

    def _known(self, updates: Iterable[Update], app: App) -> list[Update]:
        return [update for update in updates if self._is_known(update.state, app)]

    def _is_known(self, state: str, app: App) -> bool:
        """A state that the app does not declare at all is kept: the monitor refuses it, and rightly."""
        return state not in app.states or self.states.get(state) == app.states[state]


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


def _focused(screen: Screen) -> Path | None:
    """Where typing goes when no element is named: the field with the focus, in the topmost window that has one."""
    found = [path for path, element in screen.walk() if element.focused]
    return max(found, key=lambda path: (path[0], len(path))) if found else None
