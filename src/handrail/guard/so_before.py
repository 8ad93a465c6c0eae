"""What the rules rest on that was so before the agent chose anything, and so is none of its doing.

What the rules leave open the agent chooses, and what it chose comes out elsewhere: in another app, on another page, in
a sum, in who or what goes by a name. Where, no model of an app can say; when, every screen can.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from handrail.language.rule import StatePredicate


@dataclass(slots=True)
class SoBefore:
    """Until the agent has chosen something: nothing. From then on what was so then, and what was asked for, for as long
    as it is so.
    """

    chosen: bool = False
    _predicates: set[StatePredicate] = field(default_factory=set)

    def choose(self, so_now: Iterable[StatePredicate]) -> None:
        """The agent is about to choose something for the first time, and this is so by now."""
        self.chosen, self._predicates = True, set(so_now)

    def was_asked_for(self, so_by_then: Iterable[StatePredicate]) -> None:
        """What rules aim at, and became so by what they ask for."""
        if self.chosen:
            self._predicates |= set(so_by_then)

    def look(self, is_so: Callable[[StatePredicate], bool]) -> None:
        """What is otherwise by now may become so again by what was chosen."""
        self._predicates = {predicate for predicate in self._predicates if predicate.once or is_so(predicate)}

    def only_since(self, predicates: Iterable[StatePredicate]) -> Collection[StatePredicate]:
        """Those of some predicates that were not so before, if the agent has chosen anything."""
        return {predicate for predicate in predicates if predicate not in self._predicates} if self.chosen else ()
