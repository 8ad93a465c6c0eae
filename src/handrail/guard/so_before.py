"""What the rules rest on that was so before the agent chose anything, and so is none of its doing.

What the rules leave open the agent chooses, and what it chose comes out elsewhere: in another app, on another page, in
a sum, in who or what goes by a name. Where, no model of an app can say; when, every screen can. And of an app without a
model nobody can say what else was chosen with what was told.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from handrail.guard.certainty import constants_of
from handrail.guard.told import PINNING, Told
from handrail.language.operators import Operator
from handrail.language.rule import Literal, StatePredicate


@dataclass(slots=True)
class SoBefore:
    """Until the agent has chosen something: nothing. From then on what was so then, and what was asked for, for as long
    as it is so.

    `of_any_app` are the states that are read in apps without a model; what they show word for word as it was told is
    what was asked for.
    """

    of_any_app: frozenset[str] = frozenset()
    chosen: bool = False
    _predicates: set[StatePredicate] = field(default_factory=set)
    _told: list[Told] = field(default_factory=list)

    def choose(self, so_now: Iterable[StatePredicate]) -> None:
        """The agent is about to choose something for the first time, and this is so by now."""
        self.chosen, self._predicates = True, set(so_now)

    def forget(self, states: Collection[str]) -> None:
        """What is so in some states need not have been so before."""
        self._predicates = {predicate for predicate in self._predicates if predicate.state not in states}

    def was_asked_for(self, so_by_then: Iterable[StatePredicate], told: Told | None) -> None:
        """What rules aim at, and became so by what they ask for; and what was told in an app without a model."""
        if self.chosen:
            self._predicates |= set(so_by_then)
        self._told += [told] if told is not None else []

    def look(self, is_so: Callable[[StatePredicate], bool]) -> None:
        """What is otherwise by now may become so again by what was chosen."""
        self._predicates = {predicate for predicate in self._predicates if predicate.once or is_so(predicate)}

    def is_only_since(self, predicate: StatePredicate) -> bool:
        """Whether the agent has chosen something, and that may be why a predicate is so."""
        return self.chosen and predicate not in self._predicates and not self._is_told(predicate)

    def _is_told(self, predicate: StatePredicate) -> bool:
        """Whether it says only that there is one, and of that only what was told word for word."""
        said = [
            (constraint, constant)
            for constraint in predicate.constraints
            for constant in constants_of(constraint) or (None,)
        ]
        return (
            predicate.state in self.of_any_app
            and not predicate.holds_on_nothing
            and predicate.count.number == 1
            and any(isinstance(constant, Literal) and isinstance(constant.value, str) for _, constant in said)
            and all(
                isinstance(constant, Literal)
                and constraint.operator in (*PINNING, Operator.CONTAINS)
                and any(told.says(predicate.state, constraint.variable, str(constant.value), {}) for told in self._told)
                for constraint, constant in said
            )
        )
