"""Whether what was so once on a page was so of the thing that a rule means, where the page says of which it is.

`RestaurantInfo(name = "Nordlys") & once ReserveInfo(available = false)`: a form does not say of which restaurant, and
the page on which it stands does. The language asks of each by itself whether it was so at some moment.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from handrail.guard.certainty import meets
from handrail.guard.known_rows import KnownRows
from handrail.language.rule import Rule, StatePredicate


@dataclass(slots=True)
class SideBySide:
    """Pairs of what a rule says of two things that stand on one page: those that were so together, and those of which
    the first was so, and the page said otherwise of the second.
    """

    _together: set[tuple[StatePredicate, StatePredicate]] = field(default_factory=set)
    _apart: set[tuple[StatePredicate, StatePredicate]] = field(default_factory=set)

    def note(self, rules: Iterable[Rule], rows: KnownRows, today: date) -> None:
        """Take in what this screen shows."""
        for pair in (pair for rule in rules for pair in pairs(rule, rows)):
            first, other = (_is_shown(predicate, rows, today) for predicate in pair)
            if first is True and other is not None:
                (self._together if other else self._apart).add(pair)

    def was_of_another(self, rule: Rule, predicate: StatePredicate, rows: KnownRows) -> StatePredicate | None:
        """What the page said otherwise, each time that something was so that was to be so once."""
        return next(
            (
                other
                for first, other in pairs(rule, rows)
                if first is predicate and (first, other) in self._apart - self._together
            ),
            None,
        )


def pairs(rule: Rule, rows: KnownRows) -> Iterator[tuple[StatePredicate, StatePredicate]]:
    """What was to be so once of what there is one of, each with what else the rule says of such."""
    said = [
        predicate
        for predicate in rule.body
        if isinstance(predicate, StatePredicate) and not rows.states[predicate.state].keys
        if not predicate.holds_on_nothing
    ]
    for first in (predicate for predicate in said if predicate.once):
        yield from ((first, other) for other in said if other.state != first.state)


def _is_shown(predicate: StatePredicate, rows: KnownRows, today: date) -> bool | None:
    """Whether it is so on the screen that was seen last; None where that does not say."""
    row = rows.table(predicate.state).get(())
    if row is None or not any(fact.look == rows.looks for fact in row.facts.values()):
        return None
    return meets(predicate, rows.states[predicate.state], row.compared(), today, for_some=True)
