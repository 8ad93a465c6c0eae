"""An agent that walks an app by itself, over what is known to be harmless, and looks at every page that it can reach.

It commits nothing, types only into search fields, comes back by the back key, and goes back where another app comes
to the front. What it knows is worked out from screens, actions and traces alone, so a recording of it is all that is
needed to go on with it.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from handrail.agent.explore.explored import Explored
from handrail.agent.explore.harmless import is_harmless
from handrail.agent.explore.move import BACK, Move, move_of, moves_on
from handrail.agent.explore.page_shape import PageShape, shape_of
from handrail.agent.explore.strategy import WalkedThrough, choose
from handrail.app.generic.page import Page
from handrail.app.screen_tree import UnreadableScreen
from handrail.device.action import Action
from handrail.device.recording import RecordedStep
from handrail.device.screen import Screen
from handrail.device.trace import Changed, FileEvent, SystemTrace
from handrail.guard.decision import INFEASIBLE, Proposal

MOST_BACKS = 2
"""How often the back key is tried before the app is opened again."""
MOST_OPENINGS = 2
"""How often that is tried before the walk is given up."""
_CACHES = frozenset({"cache", "code_cache"})
"""Folders that Android may empty at any time, so that nothing anybody would miss is there."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """A move that was judged harmless and changed something: on which activity, what it was, and what changed."""

    activity: str
    move: Move
    changed: tuple[str, ...]


class Explorer:
    """Walks `package` no further than `deepest` moves from its first page, and until `ends` by `clock`.

    `trace` is the device's own. `is_lost` says that the app could not be brought to the front again.
    """

    def __init__(
        self,
        package: str,
        trace: Callable[[], Awaitable[SystemTrace]],
        *,
        deepest: int,
        clock: Callable[[], datetime],
        ends: datetime | None = None,
    ) -> None:
        self.explored = Explored()
        self.surprises: list[Surprise] = []
        self.left_alone: set[tuple[PageShape, Move]] = set()
        self.is_lost = False
        self._package, self._trace, self._deepest, self._clock, self._ends = package, trace, deepest, clock, ends
        self._made: tuple[PageShape, Move] | None = None
        self._outside = 0
        self._elsewhere: Screen | None = None

    async def next(self, screen: Screen, feedback: str) -> Proposal:  # noqa: ARG002 - the screen says what became of it
        """Learn what the last move did, and choose the next."""
        page = self._learn(screen, await self._trace())
        if self._ends is not None and self._clock() >= self._ends:
            return _stopped("the time is over")
        if page is None:
            return self._return(screen)
        self._outside, self._elsewhere = 0, None
        chosen = choose(self.explored, page, self._deepest)
        if isinstance(chosen, WalkedThrough):
            return Proposal(Action("finish"), "nothing is left to look at")
        self._made = page, chosen
        return Proposal(chosen.action)

    def remember(self, walked: Iterable[RecordedStep]) -> None:
        """Learn from a walk of before, whose steps come in their order."""
        for step in walked:
            shape = self._learn(step.screen, step.trace)
            move = move_of(Page.of(step.screen), step.action) if shape is not None else None
            self._made = (shape, move) if shape is not None and move is not None else None
        self._made = None  # what the last action led to is not known

    def _learn(self, screen: Screen, trace: SystemTrace) -> PageShape | None:
        """Take the page in front, and what led to it, into what is known; None where it is not the app's."""
        page = self._page(screen)
        shape = None if page is None else shape_of(page)
        if self._made is not None:
            before, move = self._made
            self._made = None
            self.explored = self.explored.went(before, move, shape)
            changed = changes_of(trace, self._package)
            if changed and move != BACK:
                self.explored = self.explored.changed_something(move)
                self.surprises.append(Surprise(before.activity, move, changed))
        if page is not None and shape is not None:
            moves = moves_on(screen, page)
            harmless = [move for move in moves if is_harmless(screen, page, move.action)]
            self.left_alone.update((shape, move) for move in moves if move not in harmless)
            self.explored = self.explored.saw(shape, harmless)
        return shape

    def _page(self, screen: Screen) -> Page | None:
        if screen.package != self._package:
            return None
        try:
            return Page.of(screen)
        except UnreadableScreen:
            return None

    def _return(self, screen: Screen) -> Proposal:
        """Back to the app, from wherever a touch has led. Where going back changes nothing, the app is opened."""
        self._outside = max(self._outside + 1, MOST_BACKS + 1 if screen == self._elsewhere else 0)
        self._elsewhere = screen
        if self._outside <= MOST_BACKS:
            return Proposal(BACK.action, "another app is in front")
        if self._outside <= MOST_BACKS + MOST_OPENINGS:
            return Proposal(Action("open_app", self._package), "going back does not lead to the app")
        self.is_lost = True
        return _stopped(f"{self._package} does not come to the front again")


def _stopped(why: str) -> Proposal:
    return Proposal(Action("finish", text=INFEASIBLE), why)


def changes_of(trace: SystemTrace, package: str) -> tuple[str, ...]:
    """The parts of the system that changed: files of the app, and whatever else can only be changed on purpose.

    What was not observed tells nothing. Traffic, and what other apps keep, change without anybody's doing.
    """
    names = ("permissions", "packages", "settings", "clipboard")
    changed = [name for name in names if isinstance(getattr(trace, name), Changed)]
    if isinstance(trace.files, Changed) and any(_is_kept(item, package) for item in trace.files.items):
        changed.append("files of the app")
    return tuple(changed)


def _is_kept(event: FileEvent, package: str) -> bool:
    return event.package == package and _CACHES.isdisjoint(event.path.split("/"))
