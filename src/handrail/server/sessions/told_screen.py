"""What a client says of states that no model reads, on the screen that it sends.

So guard, journal and whoever goes on with the session know it as they know any other fact. What a model of an app or
the screen says is never replaced by it: a state that a model knows takes nothing from here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from handrail.app import Anticipation, Apps, Observed, Update
from handrail.app.screen_model import NO_SCREENS, Act, ScreenModel
from handrail.app.screen_tree import ScreenIndex, ScreenLike
from handrail.app.trigger import NOTHING_SAID
from handrail.device.screen import Screen
from handrail.language.declaration import States


@dataclass(frozen=True, slots=True)
class ToldScreen(Screen):
    """A screen, how its client says that the states are, and what it says that the proposed action changes."""

    observed: tuple[Update, ...] = ()
    anticipated: tuple[Update, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldModel(ScreenModel):
    """An app that has no model of its own: its `told` states are as the client says.

    What an action commits, and whether it changes anything else, the client does not say: so it is not covered.
    """

    told: frozenset[str] = frozenset()

    def anticipate(self, screen: ScreenLike, _: Act) -> Anticipation:
        """What the client said that the proposed action changes."""
        updates = self._of(_shown(screen).anticipated)
        return Anticipation(updates) if updates else NOTHING_SAID

    def observe(self, screen: ScreenLike, _: Iterable[str] = (), __: object = None) -> Observed:
        """How the states are, as the client said."""
        return Observed(self._of(_shown(screen).observed))

    def _of(self, updates: Iterable[Update]) -> tuple[Update, ...]:
        return tuple(update for update in updates if update.state in self.told)


_NOTHING_TOLD = ToldScreen("", "", (), 0, 0)


def _shown(screen: ScreenLike) -> ToldScreen:
    shown = screen.screen if isinstance(screen, ScreenIndex) else screen
    return shown if isinstance(shown, ToldScreen) else _NOTHING_TOLD


def told_screen(screen: Screen, observed: tuple[Update, ...], anticipated: tuple[Update, ...]) -> Screen:
    """The screen with what its client says beside it."""
    if not observed and not anticipated:
        return screen
    return ToldScreen(
        screen.package,
        screen.activity,
        screen.windows,
        screen.width_pixels,
        screen.height_pixels,
        observed,
        anticipated,
    )


def told_states(apps: Apps) -> States:
    """The states of which the client itself speaks: those of apps without a model, unless a model knows them, too."""
    modelled = {name for app in apps if app.screens is not NO_SCREENS for name in app.states}
    return {name: state for name, state in apps.states.items() if name not in modelled}


def with_told(apps: Apps) -> Apps:
    """The apps, of which those without a model are read from what the client says."""
    told = frozenset(told_states(apps))
    return Apps.of(*(replace(app, screens=ToldModel(told=told)) if app.screens is NO_SCREENS else app for app in apps))
