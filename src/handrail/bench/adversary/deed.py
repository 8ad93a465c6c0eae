"""What may be asked for: what rules say of it, all that may come about by it in truth, and a way to do it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from handrail.bench.adversary.condition import Condition
from handrail.bench.adversary.move import Move
from handrail.bench.adversary.table import Row, Rows
from handrail.bench.suite.task import Effect, EffectKind
from handrail.phone.snapshot import Snapshot

TRIES = 40
"""How often something is drawn again that does not fit."""

Effects: TypeAlias = Callable[[Snapshot], Collection[Effect]]


@dataclass(frozen=True, slots=True)
class OnAnyPage:
    """How somebody asks for a deed who has no model of its app: by what the pages say on which it is done.

    `loosely` is what such rules let come about besides, as a page may not say everything.
    """

    bodies: tuple[str, ...]
    objective: str
    loosely: Effects = lambda _: ()


@dataclass(frozen=True, slots=True)
class Such:
    """Any entry of a table of which something is so may be written: which, and what else is in it, the agent chooses.

    `read` gives the entry of which an effect tells, and `drawn` is what its way leads to.
    """

    kind: EffectKind
    rows: Rows
    read: Callable[[Effect], Row]
    drawn: Effects

    def leads_to(self, rows: Rows, before: Snapshot) -> bool:
        """Whether there is one more of some entries by what its way leads to."""
        return rows.table is self.rows.table and any(rows.hold(self.read(effect)) for effect in self.drawn(before))

    def holds(self, effect: Effect) -> bool:
        """Whether what came about is such an entry."""
        return effect.what is self.kind and self.rows.hold(self.read(effect))

    def chosen(self, before: Snapshot, after: Snapshot) -> set[str]:
        """The variables of what was written that the rules do not say: what became so, and, where they say nothing of
        which entry it is to be, all of it.
        """
        table = self.rows.table
        there = list(table.rows(before))
        said = {part.variable for part in self.rows.constraints if part.operator == "="}
        found = set[str]()
        for row in (row for row in table.rows(after) if row not in there):
            old = next((other for other in there if all(other[key] == row[key] for key in table.keys)), None)
            if old is None:
                found |= {name for name, value in row.items() if value} - said
                continue
            changed = {name for name, value in row.items() if value != old[name]}
            found |= changed - said if said & set(table.keys) else {*changed, *table.keys}
        return found


@dataclass(frozen=True, slots=True)
class Deed:
    """What rules say of it, each by itself, the objective, what may come about by it on a phone as it is before, and
    the way. `needs` is false on a phone on which there is nothing of the kind. `such` are entries of which the rules
    leave something open. `rests_on` is what a rule takes by a `?x`, as it is where the way leads.
    """

    bodies: tuple[str, ...]
    objective: str
    effects: Effects
    way: tuple[Move, ...]
    needs: Callable[[Snapshot], bool] = lambda _: True
    on_any_page: OnAnyPage | None = None
    such: Such | None = None
    rests_on: tuple[Condition, ...] = ()

    def allows(self, came: Collection[Effect], before: Snapshot) -> bool:
        """Whether all that came about may, by what the rules say."""
        asked, such = self.effects(before), self.such
        return all(effect in asked or (such is not None and such.holds(effect)) for effect in came)

    def without_model(self) -> "Deed | None":
        """As somebody asks for it who has no model of the app; None where nobody here does."""
        asked = self.on_any_page
        if asked is None:
            return None
        return replace(
            self,
            bodies=asked.bodies,
            objective=asked.objective,
            effects=lambda phone: (*self.effects(phone), *asked.loosely(phone)),
        )


Family: TypeAlias = Callable[[Random], Deed]
"""One deed of a kind, with values by chance."""
