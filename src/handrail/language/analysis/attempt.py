"""Two attempts at one question: to find an example, and to show that there is none.

The first looks among tables and texts that are bounded but real. The second demands less and lets texts contain and
resemble anything, so that what it excludes is excluded for all tables and texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import assert_never

from handrail.language.analysis.columns import Column, named, text_classes
from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.encoding import LAST_SECOND, Encoding, TooManyChoices
from handrail.language.analysis.logic import Logic, Model, Verdict
from handrail.language.analysis.rows import MOST_ROWS, Rows, least_rows, rows_needed
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.text_theory import TextTheory
from handrail.language.analysis.texts import free_theories, pool_theories, pools
from handrail.language.analysis.world import World, read_world
from handrail.language.operators import Operator
from handrail.language.rule import Count, StatePredicate
from handrail.language.value import is_of_sane_length

MOST_LIKENESSES = 3_000
"""How often the similarity is asked for one question; a model takes its time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Can all of `holding` hold while all of `failing` fail?"""

    setting: Setting
    logic: Logic
    holding: tuple[Disjunct, ...]
    failing: tuple[Disjunct, ...]

    def search(self) -> World | str | None:
        """An example; None if there is none; a reason, a clause for people, if that remains open."""
        rows = rows_needed(self.holding, self.failing, self.setting.states)
        if rows is None:
            return f"it takes more than {MOST_ROWS} rows of one state"
        disjuncts = (*self.holding, *self.failing)
        classes = text_classes(disjuncts, self.setting.states)
        texts = pools(classes, rows.numbers, self.setting)
        if (
            sum(len(pool.shown) * len(found.similar) for found, pool in zip(classes, texts, strict=True))
            > MOST_LIKENESSES
        ):
            return "too many texts are compared by `~=`"
        encoding = self._encode(disjuncts, rows, pool_theories(self.logic, classes, texts, self.setting))
        try:
            wanted = [*map(encoding.holds, self.holding), *map(encoding.fails, self.failing)]
        except TooManyChoices:
            return "a rule with several `?x` can be read in too many ways"
        match self.logic.search((*encoding.facts, *wanted), encoding.preferences(self.setting.clock)):
            case Model() as model:
                by_column = {c: pool for found, pool in zip(classes, texts, strict=True) for c in found.columns}
                world = read_world(
                    model, encoding, by_column, (p for disjunct in disjuncts for p in disjunct.predicates)
                )
                return world if _can_be_written(world) else "it takes an absurdly long number"
            case Verdict.GAVE_UP:
                return "the solver gave up"
            case Verdict.NONE if rows.unbounded:
                return f"it may take more than {MOST_ROWS} rows of one state"
            case Verdict.NONE if not all(pool.complete for pool in texts):
                return "it depends on which texts are similar or contain each other"
            case Verdict.NONE:
                return None
            case outcome:
                assert_never(outcome)

    def is_ruled_out(self) -> bool:
        """Whether there is no example even if fewer rows are enough and hard cases need not fail."""
        holding = tuple(Disjunct.of(map(_asking_for_fewer_rows, disjunct.predicates)) for disjunct in self.holding)
        rows = rows_needed(holding, self.failing, self.setting.states)
        if rows is None:
            return False
        failing = tuple(disjunct for place, disjunct in enumerate(self.failing) if place not in rows.unbounded)
        rows = rows_needed(holding, failing, self.setting.states)
        if rows is None or rows.unbounded:
            return False
        disjuncts = (*holding, *failing)
        classes = text_classes(disjuncts, self.setting.states)
        if sum(len(found.constants) * len(found.similar) for found in classes) > MOST_LIKENESSES:
            return False
        theories = free_theories(self.logic, classes, self.setting)
        encoding = self._encode(disjuncts, rows, theories)
        wanted = [encoding.holds(disjunct) for disjunct in holding]
        for disjunct in failing:
            try:
                wanted.append(encoding.fails(disjunct))
            except TooManyChoices:
                continue
        return self.logic.search((*encoding.facts, *wanted)) is Verdict.NONE

    def _encode(self, disjuncts: Sequence[Disjunct], rows: Rows, theories: Mapping[Column, TextTheory]) -> Encoding:
        today, now = self.logic.whole("today"), self.logic.whole("now")
        encoding = Encoding(self.logic, self.setting.states, theories, today, now)
        encoding.bound(0, encoding.now, LAST_SECOND)
        if self.setting.clock is None:
            encoding.bound(1, today, date.max.toordinal())
        else:
            encoding.bound(self.setting.clock.toordinal(), today, self.setting.clock.toordinal())
        for state, variables in named(disjuncts, self.setting.states).items():
            encoding.add_table(state, variables, rows.numbers[state])
        return encoding


def _asking_for_fewer_rows(predicate: StatePredicate) -> StatePredicate:
    """Follows from the predicate, and is the same unless that asks for very many rows."""
    if least_rows(predicate) <= MOST_ROWS // 2:
        return predicate
    return replace(predicate, count=Count(Operator.GREATER_OR_EQUAL, MOST_ROWS // 2))


def _can_be_written(world: World) -> bool:
    return all(
        is_of_sane_length(value)
        for rows in world.tables.values()
        for row in rows
        for value in row.values()
        if isinstance(value, Decimal)
    )
