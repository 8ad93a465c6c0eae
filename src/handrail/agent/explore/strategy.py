"""What to do next in an app that is being walked, given what was seen of it: a pure choice.

What was not tried on the page in front comes first, then the nearest page on which something is left, over moves that
are known; then back. The app is walked through when nothing is left anywhere that can be reached.
"""

from dataclasses import dataclass
from typing import TypeAlias

from handrail.agent.explore.explored import Explored
from handrail.agent.explore.move import BACK, Move
from handrail.agent.explore.page_shape import PageShape


@dataclass(frozen=True, slots=True)
class WalkedThrough:
    """Nothing is left that may be tried."""


Choice: TypeAlias = Move | WalkedThrough


def choose(explored: Explored, page: PageShape, deepest: int) -> Choice:
    """The next move on the page in front. Pages further than `deepest` moves from the first one are only left again."""
    depths = explored.depths()

    def left(shape: PageShape) -> tuple[Move, ...]:
        return explored.untried(shape) if depths.get(shape, 0) < deepest else ()

    if here := left(page):
        return here[0]
    at_hand = {move: move for move in (*explored.moves.get(page, ()), BACK)}  # with their actions on this very screen
    ways = [(place, at_hand[move]) for place, move in explored.ways_from(page)]
    for place, move in ways:
        if left(place):
            return move
    if any(left(place) for place in explored.moves):  # but no way there is known: what is behind the pages of before?
        if page != explored.first and explored.arrived.get(page, 0) > 0:
            return BACK  # the page below may be of the same shape, so that one known step back says little
        for place, move in ways:
            if place != explored.first and BACK not in explored.led.get(place, {}):
                return move
    return WalkedThrough()
