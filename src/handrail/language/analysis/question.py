"""Can these cases hold while those fail? The one question that all of the analysis is made of.

First an example is looked for. Where in vain, and only because we looked too narrowly, the question is made easier to
answer with yes; if it is impossible even so, it is impossible.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias, assert_never

from handrail.language.analysis.disjunct import Disjunct, names_in
from handrail.language.analysis.encoding import LAST_SECOND, Encoding, TooManyChoices
from handrail.language.analysis.logic import Logic, SearchEnd, SolverModel
from handrail.language.analysis.reduction import (
    MOST_ROWS,
    AsksForSpelling,
    Rows,
    TooManyMoments,
    asks_the_clock,
    least_rows,
    one_spelling,
    rows_needed,
    unfold,
)
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.text_pool import Column, named, text_classes
from handrail.language.analysis.text_theory import TextTheory, free_theories, pool_theories, pools
from handrail.language.analysis.world import PossibleWorld, read_world
from handrail.language.operators import Operator
from handrail.language.rule import Count, StatePredicate
from handrail.language.value import is_of_sane_length

MOST_EFFORT = 20_000_000
"""For all questions of one oracle, in the solver's unit of work: some ten seconds of a small machine."""

EFFORT_TO_ASK = 5_000

EXHAUSTED = "it takes more work than is done for one specification"
"""The reason why nothing more is answered."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Yes, for example so."""

    world: PossibleWorld


@dataclass(frozen=True, slots=True)
class Impossible:
    """No, in no database and at no time."""


@dataclass(frozen=True, slots=True)
class Undetermined:
    """Neither could be shown; the reason is a clause for people."""

    reason: str


Answer: TypeAlias = Possible | Impossible | Undetermined


@dataclass(slots=True)
class Oracle:
    """Answers questions in one setting, each once."""

    setting: Setting
    answers: dict[tuple[frozenset[Disjunct], frozenset[Disjunct]], Answer] = field(default_factory=dict)
    logic: Logic = field(default_factory=Logic)

    def ask(self, holding: Iterable[Disjunct], failing: Iterable[Disjunct] = ()) -> Answer:
        """Can all of `holding` hold and all of `failing` fail at one moment, whatever was achieved?"""
        key = _tables_only(holding), _tables_only(failing)
        if key not in self.answers:
            if self.is_exhausted:
                return Undetermined(EXHAUSTED)
            self.logic.effort += EFFORT_TO_ASK
            self.answers[key] = self._answer(_told_in_order(key[0]), _told_in_order(key[1]))
        return self.answers[key]

    def _answer(self, holding: tuple[Disjunct, ...], failing: tuple[Disjunct, ...]) -> Answer:
        if _contradict(holding, failing):
            return Impossible()
        try:
            holding, failing = (one_spelling(disjuncts, self.setting.states) for disjuncts in (holding, failing))
        except AsksForSpelling as asks:
            return Undetermined(str(asks))
        if asks_the_clock((*holding, *failing)):
            return Undetermined("what `once` asks about is compared with `Now`")
        try:
            unfolded = unfold(holding, failing, self.setting.states)
        except TooManyMoments:
            return Undetermined("there are too many moments at which `once` could hold")
        setting = replace(self.setting, states=unfolded.states)
        attempt = ExampleSearch(setting, self.logic, unfolded.holding, unfolded.failing)
        found = attempt.search()
        if isinstance(found, PossibleWorld):
            now, before = unfolded.parted(found.tables)
            return Possible(replace(found, tables=now, before=before))
        return Impossible() if found is None or attempt.is_ruled_out() else Undetermined(found)

    @property
    def is_exhausted(self) -> bool:
        """Whether it answers no more new questions."""
        return self.logic.effort > MOST_EFFORT


def _tables_only(disjuncts: Iterable[Disjunct]) -> frozenset[Disjunct]:
    return frozenset(Disjunct(predicates=disjunct.predicates) for disjunct in disjuncts)


def _told_in_order(disjuncts: Iterable[Disjunct]) -> tuple[Disjunct, ...]:
    return tuple(sorted(disjuncts, key=repr))  # so that the solver sees one question in one form


def _contradict(holding: Sequence[Disjunct], failing: Sequence[Disjunct]) -> bool:
    """Whether a failing case says nothing that is not said to hold; most questions about like rules end here."""
    said = {predicate for disjunct in holding for predicate in disjunct.predicates}
    for disjunct in failing:
        is_ground = not any(True for predicate in disjunct.predicates for _ in names_in(predicate))
        if disjunct in holding or (is_ground and said.issuperset(disjunct.predicates)):
            return True
    return False


# Two attempts at one question: to find an example, and to show that there is none.
#
# The first looks among tables and texts that are bounded but real. The second demands less and lets texts contain and
# resemble anything, so that what it excludes is excluded for all tables and texts.


MOST_LIKENESSES = 3_000
"""How often the similarity is asked for one question; a model takes its time."""


@dataclass(frozen=True, slots=True)
class ExampleSearch:
    """Can all of `holding` hold while all of `failing` fail?"""

    setting: Setting
    logic: Logic
    holding: tuple[Disjunct, ...]
    failing: tuple[Disjunct, ...]

    def search(self) -> PossibleWorld | str | None:
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
            case SolverModel() as model:
                by_column = {c: pool for found, pool in zip(classes, texts, strict=True) for c in found.columns}
                world = read_world(
                    model, encoding, by_column, (p for disjunct in disjuncts for p in disjunct.predicates)
                )
                return world if _can_be_written(world) else "it takes an absurdly long number"
            case SearchEnd.GAVE_UP:
                return "the solver gave up"
            case SearchEnd.NONE if rows.unbounded:
                return f"it may take more than {MOST_ROWS} rows of one state"
            case SearchEnd.NONE if not all(pool.complete for pool in texts):
                return "it depends on which texts are similar or contain each other"
            case SearchEnd.NONE:
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
        return self.logic.search((*encoding.facts, *wanted)) is SearchEnd.NONE

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


def _can_be_written(world: PossibleWorld) -> bool:
    return all(
        is_of_sane_length(value)
        for rows in world.tables.values()
        for row in rows
        for value in row.values()
        if isinstance(value, Decimal)
    )
