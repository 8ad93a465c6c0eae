"""An app as far as Handrail knows it: its states, and what says what an action will change: triggers and bindings.

There may be several on one phone: a task may walk through more than one, and system windows have models of their own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self

from handrail.app.binding import OnScreen
from handrail.app.consequence import DeclaredCommitment, each_once
from handrail.app.extraction import KnownValue
from handrail.app.screen_model import NO_SCREENS, Act, Observed, ScreenModel
from handrail.app.screen_tree import ScreenLike
from handrail.app.text_pattern import TextPattern, read_pattern
from handrail.app.trigger import NOTHING_SAID, Anticipation, Event, Trigger
from handrail.app.whole import PartOf
from handrail.error import Misuse
from handrail.language.declaration import State, States, states_by_name


@dataclass(frozen=True, slots=True, repr=False)
class App:
    """What an app declares. Trusted: nothing on a screen or in a model's answer changes it.

    `versions` are those of the package that the model was made for, as patterns; empty: it does not say.
    """

    name: str
    states: States
    package: str = ""
    triggers: tuple[Trigger, ...] = ()
    screens: ScreenModel = NO_SCREENS
    versions: tuple[TextPattern, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        states: Iterable[State],
        *,
        package: str = "",
        triggers: Iterable[Trigger] = (),
        screens: ScreenModel | None = None,
        versions: Iterable[str] = (),
    ) -> Self:
        """An app from states made in Python. Raises `PatternError` for a version that cannot be meant."""
        made_for = tuple(map(read_pattern, versions))
        return cls(name, states_by_name(states), package, tuple(triggers), screens or NO_SCREENS, made_for)

    def __repr__(self) -> str:
        """What it is, and how much it says; all that it says takes pages."""
        counts: dict[str, Sized] = {"states": self.states, "bindings": self.screens.bindings, "triggers": self.triggers}
        said = ", ".join(f"{name}={len(entries)}" for name, entries in counts.items())
        return f"App({self.name!r}, {self.package!r}, {said})"

    def is_made_for(self, *told: str) -> bool:
        """Whether one of these, the name and the number of a version, is meant; also where the model does not say."""
        return not self.versions or any(
            pattern.matches(version) for pattern in self.versions for version in told if version
        )

    @property
    def lasting(self) -> Mapping[str, OnScreen]:
        """The states whose facts end with the screens that show them, and those screens."""
        return self.screens.lasting

    @property
    def until(self) -> Mapping[str, Mapping[str, str]]:
        """The variables that the clock ends, by state, each with the one that says when."""
        return self.screens.until

    @property
    def part_of(self) -> PartOf:
        """By state, what its rows are parts of and go with."""
        return self.screens.part_of

    @property
    def forms(self) -> Mapping[str, frozenset[str]]:
        """States whose fields are typed into, or chosen one at a time, each with the variables that are typed.

        What stands there is not saved yet. What opens a page says all that there is of one thing; an entry that is
        chosen, as somebody to write to, lasts as long as the page.
        """
        found: dict[str, frozenset[str]] = {}
        for binding in self.screens.bindings:
            is_typed = "input" in binding.kinds
            for template in binding.pre:
                names = frozenset(assigned.variable for assigned in template.values)
                state = self.states.get(template.state)
                is_chosen = state is not None and (
                    state.name in self.lasting if state.keys else names < state.variables.keys()
                )
                if is_typed or (is_chosen and not binding.commits and not template.deletes):
                    found[template.state] = found.get(template.state, frozenset()) | (
                        names if is_typed else frozenset()
                    )
        return found

    @property
    def about_to_be(self) -> frozenset[str]:
        """States of pages that a touch leads to, and that say what is then committed: a review, a question."""
        led_to = {
            template.state
            for binding in self.screens.bindings
            for template in (*binding.pre, *binding.post)
            if not binding.commits
        }
        return frozenset(
            template.state
            for binding in self.screens.bindings
            for template in binding.pre
            if binding.commits and not template.deletes and template.state in self.lasting
        ).intersection(led_to)

    @property
    def commitments(self) -> tuple[str, ...]:
        """What the app's models and triggers call the objectives that its actions commit, in order of appearance.

        A specification that names its objectives so is understood without renaming.
        """
        return tuple(commitment.name for commitment in self.declared)

    @property
    def declared(self) -> tuple[DeclaredCommitment, ...]:
        """Each commitment with all that the app's models and triggers say of it."""
        triggered = (
            DeclaredCommitment(trigger.commits, (trigger.kind,), (trigger.name,), irreversible=trigger.irreversible)
            for trigger in self.triggers
            if trigger.commits is not None
        )
        return each_once((*self.screens.declared, *triggered))

    @property
    def is_generic(self) -> bool:
        """Whether it knows of no app in particular, and reads any screen."""
        return self.screens.is_generic

    def speaks_for(self, package: str) -> bool:
        """Whether what it says may be about what a package shows; one that names no package may be about any."""
        if package in self.screens.besides or (self.is_generic and not package):
            return False
        return self.package in ("", package)

    @staticmethod
    def generic(package: str = "", *, besides: Collection[str] = (), without: Collection[str] = ()) -> "App":
        """An app of which nobody knows anything: read by what all screens have in common, in `package` or anywhere.

        `besides` are packages that other models speak for, `without` states that they declare by the same names.
        """
        from handrail.app.generic.any_screen import LASTING, AnyScreen
        from handrail.app.generic.states import STATES

        states = [state for state in STATES if state.name not in without]
        lasting = {name: while_shown for name, while_shown in LASTING.items() if name not in without}
        screens = AnyScreen(package=package, besides=frozenset(besides), without=frozenset(without), lasting=lasting)
        return App.of("Any app", states, package=package, screens=screens)

    @staticmethod
    def load(path: str | Path) -> "App":
        """An app from a file. Raises `UnreadableInput` with every fault, `ModelError` with their lines and columns.

        `.yaml` and `.yml` are models, `.py` is run and must make an `app`, anything else is JSON: an app document,
        a task file, or states alone.
        """
        from handrail.app.document import load_app

        return load_app(Path(path))

    def anticipate(self, event: Event) -> Anticipation:
        """What the app's triggers say that the event is about to do; nothing if none was declared for it."""
        said = NOTHING_SAID
        for trigger in self.triggers:
            if trigger.fires_on(event):
                said = said.joined(trigger.anticipation(event))
        return said

    def anticipate_on(
        self,
        screen: ScreenLike,
        path: Sequence[int] | None,
        kind: str,
        *,
        text: str | None = None,
        now: datetime | None = None,
        known: KnownValue | None = None,
    ) -> Anticipation:
        """What an event on a screen is about to change, as the app's bindings say.

        `path` is the place of the element that receives it, the window's number first; None for what happens without
        one. `text` is what an `input` types, and `now` the phone's clock, for days that are shown without a year.
        `known` says what is established about a state without keys. Raises `UnreadableScreen` for what no phone shows.
        """
        return self.screens.anticipate(screen, Act(kind, path, text, now, known))

    def observe(self, screen: ScreenLike, *, after: Iterable[str] = (), now: datetime | None = None) -> Observed:
        """What a screen says, as the app's observers read it.

        `after` are the `bindings` of the anticipation of the action that led to it, for what they read afterwards.
        """
        return self.screens.observe(screen, after, now)


@dataclass(frozen=True, slots=True)
class Apps:
    """Models that are asked together; `states` are those of all of them, for specifications that speak of several."""

    members: tuple[App, ...]
    states: States = field(init=False, repr=False)

    def __post_init__(self) -> None:
        states: dict[str, State] = {}
        for app in self.members:
            for name, state in app.states.items():
                if states.setdefault(name, state) != state:
                    raise Misuse(
                        f"`{app.name}` and another app both declare a state `{name}`, and not the same one; "
                        "load only the models that the task needs, or rename the state in one of them"
                    )
        object.__setattr__(self, "states", states)

    @classmethod
    def of(cls, *apps: "App | Apps") -> "Apps":
        """All of them, each once, in the order given. Raises `Misuse` where two declare one state differently."""
        members = [member for app in apps for member in (app.members if isinstance(app, Apps) else (app,))]
        return cls(tuple(member for number, member in enumerate(members) if member not in members[:number]))

    @property
    def name(self) -> str:
        """The names of all, as in `Clock and Bank`."""
        return " and ".join(app.name for app in self.members)

    @property
    def commitments(self) -> tuple[str, ...]:
        """What all of them call the objectives that their actions commit."""
        return tuple(commitment.name for commitment in self.declared)

    @property
    def declared(self) -> tuple[DeclaredCommitment, ...]:
        """Each commitment with all that the models say of it."""
        return each_once(commitment for app in self.members for commitment in app.declared)

    @property
    def is_generic(self) -> bool:
        """Whether none of them knows of an app in particular."""
        return all(app.is_generic for app in self.members)

    @property
    def own_commitments(self) -> tuple[str, ...]:
        """Those of models of particular apps: what an objective of a specification may be another name of."""
        return tuple(dict.fromkeys(name for app in self.members if not app.is_generic for name in app.commitments))

    def __iter__(self) -> Iterator[App]:
        return iter(self.members)
