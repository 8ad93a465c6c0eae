"""What trusted sources say about an action and about a screen: the models of the apps that are on it.

Which views receive which events is `handrail.device.reception`'s answer, and the models are asked about just those. An
app that is not on the screen is not asked: its model could only speak of what is not there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import TypeAlias

from handrail.app import Anticipation, App, Apps
from handrail.app import Event as AppEvent
from handrail.app.consequence import Consequence, Kind
from handrail.app.drift import Fit
from handrail.app.screen_model import Listed, PageInFront
from handrail.app.screen_tree import ElementLike, ScreenIndex
from handrail.app.trigger import NOTHING_SAID
from handrail.app.update import Raw, Update
from handrail.app.whole import PartOf
from handrail.device.action import Action
from handrail.device.element import Element
from handrail.device.reception import Event, Received, Reception, Unclear, package_at, receive
from handrail.device.screen import Screen, is_editable
from handrail.device.touch import Way
from handrail.guard.built_in import built_in
from handrail.language.declaration import States
from handrail.language.normal_form import normal_form

Known: TypeAlias = Callable[[str, str], Raw | None]
"""The value of a variable of a state without keys, if it is an established fact."""

TYPED = frozenset({"input", "paste"})
"""What is written into a field."""

HARMLESS_EVENTS = frozenset({"scroll", "pinch", "back", "home", "recents", "notifications", "open_app", "copy"})
"""What changes nothing unless a model says so: looking on, and going elsewhere."""


@dataclass(frozen=True, slots=True)
class Anticipated:
    """What is about to happen: whose view takes the action, and what each app's model says of it.

    `bindings` holds, by the number of the app, what its model has to read from the next screen. `unclear` says why
    nobody can tell who receives it, and `way` where a finger moves from and to. `stays`: it types, or only gives a
    field the focus, and leads to no other page.
    """

    package: str
    modelled: bool
    whole: Anticipation
    bindings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    unclear: str = ""
    way: Way | None = None
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a screen says: updates, what could not be read, and the tables that it lists.

    `twins` are rows with the same keys. `ended` are the states whose facts hold only while a screen shows them, and
    this one does not. `fronts` are the pages with which rows end; `fits` say how the models fit the screen.
    """

    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    lists: tuple[Listed, ...] = ()
    ended: frozenset[str] = frozenset()
    twins: tuple[Update, ...] = ()
    fronts: tuple[PageInFront, ...] = ()
    fits: tuple[Fit, ...] = ()


def with_fallback(apps: Apps, states: States) -> Apps:
    """The models of a session, and the generic app for every package that none of them speaks for.

    Its states are left out where one of them, or the specification by its `states`, means another one by that name.
    """
    own = [app for app in apps if not app.is_generic or app.package]
    declared = {**states, **Apps.of(*own).states}
    taken = {name for name, state in App.generic().states.items() if declared.get(name, state) != state}
    return Apps.of(*own, App.generic(besides={app.package for app in own} - {""}, without=taken))


@dataclass(frozen=True)
class Sources:
    """The models of a session.

    `_last` is the screen that they were asked about last, laid out; `_received` the action and the screen of which it
    was asked last who receives it, and the answer.
    """

    apps: tuple[App, ...]
    _last: list[ScreenIndex] = field(default_factory=list, init=False, repr=False, compare=False)
    _received: list[tuple[Action, Screen, Reception]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def anticipate(self, action: Action, screen: Screen, now: datetime, known: Known) -> Anticipated:
        """Ask every model that could speak for what receives the action. Raises what a model raises."""
        reception = self.reception(action, screen)
        events = reception.events if isinstance(reception, Received) else ()
        package = events[0].package if events else _package_of(reception, screen)
        whole, bindings = built_in(action), dict[int, tuple[str, ...]]()
        covered = True
        unclear = reception.reason if isinstance(reception, Unclear) else ""
        for event in events:
            said, is_covered = NOTHING_SAID, self._changes_nothing(event, screen, events)
            for number, app in enumerate(self.apps):
                if app.is_generic and not app.speaks_for(event.package):
                    continue
                if event.path is not None and app.package and app.package != event.package:
                    continue
                of_app = self._said(app, screen, event, now, known)
                said = said.joined(of_app)
                bindings[number] = bindings.get(number, ()) + of_app.bindings
            is_covered = is_covered or said.covered
            covered = covered and is_covered
            if not is_covered and action.type in HARMLESS_EVENTS:
                unclear = unclear or f"the gesture is also a {event.kind.replace('_', ' ')}, of which no model speaks"
            whole = whole.joined(said)
        covered = covered and isinstance(reception, Received)
        if whole.covered is not covered:
            whole = replace(whole, covered=covered)
        stays = bool(events) and all(
            event.kind in TYPED or (event.kind == "click" and self._changes_nothing(event, screen, events))
            for event in events
        )
        return Anticipated(package, self.models(package), whole, bindings, unclear, _way_of(reception), stays)

    def reception(self, action: Action, screen: Screen) -> Reception:
        """Who receives an action on a screen; worked out once for the same two."""
        for asked, on, found in self._received:
            if asked is action and on is screen:
                return found
        found = receive(action, screen)
        self._received[:] = [(action, screen, found)]
        return found

    @cached_property
    def lasting(self) -> frozenset[str]:
        """The states whose facts end with the screen that shows them."""
        return frozenset(state for app in self.apps for state in app.lasting)

    def of(self, packages: Collection[str]) -> list[App]:
        """Who speaks for some packages: the models of these apps, and the generic app for those that have none."""
        if not packages:
            return []
        left = {package for package in packages if not self.models(package)}
        return [app for app in self.apps if app.package in packages or (app.is_generic and left)]

    def of_page(self, packages: Collection[str]) -> frozenset[str]:
        """The states that say what the pages in front of some apps are about: they end with them, or opened them."""
        return frozenset(state for app in self.of(packages) for state in (*app.lasting, *app.screens.opened))

    @cached_property
    def on_pages(self) -> Mapping[str, frozenset[str]]:
        """By app, the states by which its model says what its pages are about, and what stands on them."""
        return {
            app.package: frozenset(
                name for name, state in app.states.items() if not state.keys or name in app.screens.of_pages
            )
            for app in self.apps
            if not app.is_generic
        }

    @cached_property
    def until(self) -> Mapping[str, Mapping[str, str]]:
        """The variables that the clock ends, by state, each with the one that says when."""
        return {state: ends for app in self.apps for state, ends in app.until.items()}

    @cached_property
    def announces(self) -> Mapping[str, str]:
        """The states whose rows bring news of other apps, each with the variable that names the app."""
        return {state: variable for app in self.apps for state, variable in app.screens.announces.items()}

    def called(self, name: str) -> frozenset[str]:
        """The packages of the apps whose models have this name."""
        wanted = normal_form(name)
        return frozenset(app.package for app in self.apps if app.package and normal_form(app.name) == wanted)

    @cached_property
    def part_of(self) -> PartOf:
        """By state, what its rows are parts of and go with."""
        return {state: wholes for app in self.apps for state, wholes in app.part_of.items()}

    @cached_property
    def of_settings(self) -> frozenset[str]:
        """The states that the apps' commitments to settings change: one setting may show in several of them."""
        declared = (
            commitment for app in self.apps for commitment in app.screens.declared if Kind.SETTING in commitment.kinds
        )
        return frozenset(state for commitment in declared for state in commitment.changes or ())

    def emptied_by(self, consequences: Collection[Consequence]) -> frozenset[str]:
        """The states of apps whose data is deleted as a whole: what is deleted is called as an app's package is."""
        details = (
            detail
            for consequence in consequences
            if consequence.kind is Kind.DELETION
            for detail in consequence.details
        )
        deleted = {detail.value for detail in details if isinstance(detail.value, str)}
        return self.states_of(deleted)

    def states_of(self, packages: Collection[str]) -> frozenset[str]:
        """The states of some apps."""
        return frozenset(state for app in self.apps if app.package in packages for state in app.states)

    def without_keys(self, changed: frozenset[str]) -> frozenset[str]:
        """The states without keys of the apps of which some states are changed: a page of something, or its form."""
        apps = [app for app in self.apps if not changed.isdisjoint(app.states)] if changed else []
        return frozenset(name for app in apps for name, state in app.states.items() if not state.keys)

    @cached_property
    def of_pages(self) -> frozenset[str]:
        """The states whose rows stand on a page and end with it."""
        return frozenset(state for app in self.apps for state in app.screens.of_pages)

    @cached_property
    def observed(self) -> frozenset[str]:
        """The apps whose models read pages of theirs."""
        return frozenset(app.package for app in self.apps if app.screens.observers)

    @cached_property
    def shown_by(self) -> Mapping[str, str]:
        """The states of what there is one of that models read wherever it is shown, each with its app."""
        return {
            name: app.package
            for app in self.apps
            for name in app.screens.shown_by
            if name in app.states and not app.states[name].keys
        }

    @cached_property
    def of_any_app(self) -> frozenset[str]:
        """The states that are read in apps of which there is no model."""
        return frozenset(state for app in self.apps if app.is_generic for state in app.states)

    @cached_property
    def forms(self) -> Mapping[str, frozenset[str]]:
        """The states of what is written into the forms of modelled apps, each with the variables that are typed."""
        return {state: names for app in self.apps for state, names in app.forms.items()}

    @cached_property
    def about_to_be(self) -> frozenset[str]:
        """The states of pages that say what is about to be committed."""
        return frozenset(state for app in self.apps for state in app.about_to_be)

    @cached_property
    def drafted(self) -> frozenset[str]:
        """The states of what is written on pages, until something saves it."""
        return self.of_pages.union(self.forms)

    @cached_property
    def named_by(self) -> Mapping[str, tuple[str, ...]]:
        """The states that say which page is in front, and by which variables."""
        return {state: names for app in self.apps for state, names in app.screens.named_by.items()}

    @cached_property
    def opened(self) -> frozenset[str]:
        """The states that say which entry was touched last, and so what a page was opened for."""
        return frozenset(state for app in self.apps for state in app.screens.opened)

    @cached_property
    def passing(self) -> frozenset[str]:
        """The states of which nothing is known once what showed them is gone."""
        return self.lasting | self.of_pages

    def models(self, package: str) -> bool:
        """Whether a model speaks for the app of a package."""
        return package in self._modelled

    @cached_property
    def _modelled(self) -> frozenset[str]:
        return frozenset(app.package for app in self.apps if not app.is_generic)

    @cached_property
    def packages(self) -> frozenset[str]:
        """The apps of which there are models."""
        return frozenset(app.package for app in self.apps)

    def _changes_nothing(self, event: Event, screen: Screen, events: tuple[Event, ...]) -> bool:
        """Looking on and going elsewhere, and a touch that gives a field of a modelled app the focus."""
        if event.kind in HARMLESS_EVENTS:
            return True
        element = screen.at(event.path) if event.path is not None else None
        if element is not None and event.kind == "swipe" and (element.scrollable or not element.clickable):
            return True
        if element is None or event.kind != "click" or not self.models(event.package):
            return False
        return is_editable(element) and (element.focusable or any(event.kind == "input" for event in events))

    def elements_of(self, package: str, screen: Screen) -> list[ElementLike]:
        """What an app has put on a screen."""
        index = self._laid_out(screen)
        return [node for node, of in zip(index.nodes, index.packages, strict=True) if of == package]

    def _laid_out(self, screen: Screen) -> ScreenIndex:
        if not self._last or self._last[0].screen is not screen:
            self._last[:] = [ScreenIndex(screen)]
        return self._last[0]

    def _said(self, app: App, screen: Screen, event: Event, now: datetime, known: Known) -> Anticipation:
        if (
            event.path is None and not screen.package
        ):  # where the phone does not say which app is in front, it may be this
            screen = replace(screen, package=app.package)
        said = app.anticipate_on(self._laid_out(screen), event.path, event.kind, text=event.text, now=now, known=known)
        element = screen.at(event.path) if event.path is not None else None
        return said.joined(_triggered(app, event, element))

    def observe(self, screen: Screen, after: Mapping[int, tuple[str, ...]], now: datetime) -> Sighting:
        """Ask every model whose app is on the screen, and those that announced that they would read it."""
        index = self._laid_out(screen)
        packages = _packages(index)
        updates: list[Update] = []
        unread: list[str] = []
        lists: list[Listed] = []
        ended: set[str] = set()
        twins: list[Update] = []
        fronts: list[PageInFront] = []
        fits: list[Fit] = []
        for number, app in enumerate(self.apps):
            announced = after.get(number, ())
            if app.package and app.package not in packages and not announced:
                ended |= set(app.lasting)
                continue
            seen = app.observe(index, after=announced, now=now)
            updates += seen.updates
            unread += seen.unread
            lists += seen.lists
            ended |= seen.ended
            twins += seen.twins
            fronts += [seen.front] if seen.front is not None else []
            fits += [seen.fit] if seen.fit.package else []
        return Sighting(
            tuple(updates),
            tuple(unread),
            tuple(lists),
            frozenset(ended),
            tuple(twins),
            tuple(fronts),
            tuple(fits),
        )


def _way_of(reception: Reception) -> Way | None:
    """From where to where a finger goes, if one moves."""
    if isinstance(reception, Received | Unclear) and reception.point is not None and reception.to is not None:
        return reception.point, reception.to
    return None


def _package_of(reception: Reception, screen: Screen) -> str:
    """Whose view it would be about, where nothing is known to happen to it."""
    path = reception.path if isinstance(reception, Received | Unclear) else None
    return package_at(screen, path) if path is not None else screen.package


def _triggered(app: App, event: Event, element: Element | None) -> Anticipation:
    """What the app's own triggers say. They name the element by what it is called, never as the agent calls it."""
    if not app.triggers:
        return NOTHING_SAID
    names: set[str | None] = {None}
    if element is not None:
        names |= {element.text, element.description, element.resource_id, element.resource_id.rpartition("/")[2]} - {""}
    said = NOTHING_SAID
    for trigger in app.triggers:
        if trigger.on == event.kind and trigger.target in names:
            target = trigger.target or (element.label if element else None)
            said = said.joined(trigger.anticipation(AppEvent(event.kind, target, event.text)))
    return said


def _packages(index: ScreenIndex) -> set[str]:
    return {index.package, *map(_PACKAGE, index.nodes)}


_PACKAGE = attrgetter("package")
