"""What was to be so once, and was so only on pages of apps in which this session had done something before.

Where no model says what comes of what is done in an app, its pages may show just that: what a picker chose, a word that
was saved along, how many there are now.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from handrail.guard.certainty import constants_of
from handrail.guard.told import PINNING, Told
from handrail.language.operators import Operator
from handrail.language.rule import Literal, StatePredicate


@dataclass(slots=True)
class SeenAfter:
    """The apps without a model in which something was done, and of what was to be so once what was so elsewhere, too.

    `opened` are the states that say what was touched last, also after another app has come to the front.
    """

    opened: frozenset[str] = frozenset()
    _apps: set[str] = field(default_factory=set)
    _told: list[Told] = field(default_factory=list)
    _there: set[StatePredicate] = field(default_factory=set)
    _elsewhere: set[StatePredicate] = field(default_factory=set)

    def done_in(self, package: str, told: Told) -> None:
        """Something was committed in an app of which there is no model, and this was told of it."""
        self._apps.add(package)
        self._told.append(told)

    def note(self, so_now: Iterable[StatePredicate], package: str) -> None:
        """Take in what is so just now, while an app is in front."""
        for predicate in so_now:
            if package in self._apps:
                self._there.add(predicate)
            elif predicate not in self._there or predicate.state not in self.opened:
                self._elsewhere.add(predicate)

    def only_there(self, predicate: StatePredicate) -> bool:
        """Whether nothing shows that it was so apart from what was done."""
        return bool(self._apps) and predicate not in self._elsewhere and not self._is_told(predicate)

    def _is_told(self, predicate: StatePredicate) -> bool:
        """Whether it says only that there is one, and of that only what was told word for word."""
        said = [
            (constraint, constant)
            for constraint in predicate.constraints
            for constant in constants_of(constraint) or (None,)
        ]
        return (
            not predicate.holds_on_nothing
            and predicate.count.number == 1
            and any(isinstance(constant, Literal) and isinstance(constant.value, str) for _, constant in said)
            and all(
                isinstance(constant, Literal)
                and constraint.operator in (*PINNING, Operator.CONTAINS)
                and any(told.says(predicate.state, constraint.variable, str(constant.value)) for told in self._told)
                for constraint, constant in said
            )
        )
