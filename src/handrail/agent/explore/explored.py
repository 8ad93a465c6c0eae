"""What is known of an app that is being walked: its pages, what may be done on each, and where that led."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from handrail.agent.explore.move import BACK, Move
from handrail.agent.explore.page_shape import PageShape

Destination: TypeAlias = PageShape | None
"""Where a move led; None is out of the app."""

ALIKE = 2
"""So many moves of a group that all led to one place, and the others are taken to lead there, too."""
MIXED = 4
"""One less than that, in a row, brought nothing new in a group that leads to several, as the entries of a menu do."""


@dataclass(frozen=True, slots=True)
class Explored:
    """A value: what is learnt makes a new one. `first` is the page that the app began with.

    `moves` has what was seen on each page when it was seen last, and `led` where each move led the last time.
    `arrived` counts how often a page was come to otherwise than by going back, less how often it was gone back from.
    `spoilt` has the groups of which a move changed something, though it was judged harmless: no more of them are made.
    """

    first: PageShape | None = None
    moves: Mapping[PageShape, tuple[Move, ...]] = field(default_factory=lambda: MappingProxyType({}))
    led: Mapping[PageShape, Mapping[Move, Destination]] = field(default_factory=lambda: MappingProxyType({}))
    arrived: Mapping[PageShape, int] = field(default_factory=lambda: MappingProxyType({}))
    spoilt: frozenset[str] = frozenset()

    def saw(self, page: PageShape, moves: Sequence[Move]) -> "Explored":
        """The page is in front, and this may be done on it."""
        return replace(self, first=self.first or page, moves={**self.moves, page: tuple(moves)})

    def went(self, page: PageShape, move: Move, place: Destination) -> "Explored":
        """The move was made, and led there."""
        led = {**self.led, page: {**self.led.get(page, {}), move: place}}
        counted = page if move == BACK else place
        if counted is None:
            return replace(self, led=led)
        arrived = self.arrived.get(counted, 0) + (-1 if move == BACK else 1)
        return replace(self, led=led, arrived={**self.arrived, counted: arrived})

    def changed_something(self, move: Move) -> "Explored":
        """The move did more than to show something."""
        return replace(self, spoilt=self.spoilt | {move.group})

    def untried(self, page: PageShape) -> tuple[Move, ...]:
        """What is worth trying on a page: the least known group first, last what hides something or leads up."""
        groups: dict[str, list[Destination]] = {}
        for move, place in self.led.get(page, {}).items():
            groups.setdefault(move.group, []).append(place)
        left = [move for move in self.moves.get(page, ()) if self._is_worth(page, move, groups)]
        depths = self.depths()

        def rank(move: Move) -> tuple[bool, bool, int]:
            return self._leads_up(move, depths), move.hides, len(groups.get(move.group, ()))

        return tuple(sorted(left, key=rank))

    def depths(self) -> Mapping[PageShape, int]:
        """How many moves each page is away from the first one, at least, going forward."""
        if self.first is None:
            return {}
        depths, queue = {self.first: 0}, deque([self.first])
        while queue:
            page = queue.popleft()
            for move, place in self.led.get(page, {}).items():
                if move != BACK and place is not None and place not in depths:
                    depths[place] = depths[page] + 1
                    queue.append(place)
        return depths

    def ways_from(self, page: PageShape) -> Iterator[tuple[PageShape, Move]]:
        """Every page that known moves lead to, the nearest first, each with the first move on the way there.

        Only what was on a page when it was seen last counts: what is out of sight leads nowhere.
        """
        seen, queue = {page}, deque((place, move) for move, place in self._ways(page))
        while queue:
            place, first_move = queue.popleft()
            if place not in seen:
                seen.add(place)
                yield place, first_move
                queue.extend((further, first_move) for _, further in self._ways(place))

    def _ways(self, page: PageShape) -> Iterator[tuple[Move, PageShape]]:
        at_hand = {*self.moves.get(page, ()), BACK}
        for move, place in self.led.get(page, {}).items():
            if place is not None and move in at_hand and move.group not in self.spoilt:
                yield move, place

    def _is_worth(self, page: PageShape, move: Move, groups: Mapping[str, list[Destination]]) -> bool:
        """Not if it was tried here or is spoilt, if its group leads to one place, or if it does so on other pages."""
        if move in self.led.get(page, {}) or move.group in self.spoilt:
            return False
        elsewhere = [led[move] for led in self.led.values() if move in led]
        return not _is_known(groups.get(move.group, [])) and not _is_known(elsewhere)

    def _leads_up(self, move: Move, depths: Mapping[PageShape, int]) -> bool:
        """Whether it led to a page nearer to the first one, as the arrow beside a title does, or out of the app."""
        for page, led in self.led.items():
            if move in led:
                place = led[move]
                if place is None or depths.get(place, 0) < depths.get(page, 0):
                    return True
        return False


def _is_known(places: Sequence[Destination]) -> bool:
    """Whether more of the same would bring nothing new, as far as what was tried of it can say."""
    nothing_new = 0
    for number, place in enumerate(places):
        nothing_new = nothing_new + 1 if place in places[:number] else 0
    return nothing_new >= (ALIKE if len(set(places)) == 1 else MIXED) - 1
