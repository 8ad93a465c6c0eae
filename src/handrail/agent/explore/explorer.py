"""An agent that walks an app by itself, over what is judged harmless, and looks at every page that it can reach.

It commits nothing, types only into search fields, comes back by the back key, and goes back where another app comes
to the front. What it knows is worked out from screens and actions alone, so a recording of it is all that is needed to
go on with it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from handrail.agent.explore.explored import Explored
from handrail.agent.explore.move import BACK, Move, move_of, moves_on
from handrail.agent.explore.page_shape import PageShape, shape_of
from handrail.agent.explore.strategy import WalkedThrough, choose
from handrail.app.generic.page import Page
from handrail.app.screen_tree import UnreadableScreen
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.decision import INFEASIBLE, Proposal

MOST_BACKS = 2
"""How often the back key is tried before the app is opened again."""
MOST_OPENINGS = 2
"""How often that is tried before the walk is given up."""

Judge = Callable[[Screen, Page, Action], bool]
"""Whether an action on a screen is known to be harmless."""


class Explorer:
    """Walks `package`. `clock` tells the time, `until` is when to stop; None is never."""

    def __init__(
        self,
        package: str,
        is_harmless: Judge,
        *,
        deepest: int,
        clock: Callable[[], datetime],
        longest: timedelta | None = None,
    ) -> None:
        self.explored = Explored()
        self._package, self._is_harmless, self._deepest = package, is_harmless, deepest
        self._clock, self._ends = clock, clock() + longest if longest is not None else None
        self._made: tuple[PageShape, Move] | None = None
        self._outside = 0
        self._elsewhere: Screen | None = None

    async def next(self, screen: Screen, feedback: str) -> Proposal:  # noqa: ARG002 - the screen says what became of it
        """Learn where the last move led, and choose the next."""
        page = self._learn(screen)
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

    def remember(self, walked: Iterable[tuple[Screen, Action]]) -> None:
        """Learn from a walk of before: each screen with the action that was done on it, in order."""
        for screen, action in walked:
            shape = self._learn(screen)
            if shape is not None:
                move = move_of(Page.of(screen), action)
                self._made = (shape, move) if move is not None else None
        self._made = None  # what the last action led to is not known

    def _learn(self, screen: Screen) -> PageShape | None:
        """Take the page in front into what is known; None where it is not the app's."""
        page = self._page(screen)
        shape = None if page is None else shape_of(page)
        if self._made is not None:
            self.explored = self.explored.went(*self._made, shape)
            self._made = None
        if page is not None and shape is not None:
            moves = [move for move in moves_on(screen, page) if self._is_harmless(screen, page, move.action)]
            self.explored = self.explored.saw(shape, moves)
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
        return _stopped(f"{self._package} does not come to the front again")


def _stopped(why: str) -> Proposal:
    return Proposal(Action("finish", text=INFEASIBLE), why)
