"""Can these cases hold while those fail? The one question that all of the analysis is made of.

First an example is looked for. Where in vain, and only because we looked too narrowly, the question is made easier to
answer with yes; if it is impossible even so, it is impossible.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from handrail.language.analysis.attempt import Attempt
from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.logic import Logic
from handrail.language.analysis.moments import TooManyMoments, asks_the_clock, unfold
from handrail.language.analysis.name_sets import AsksForMembers, one_spelling_of_sets
from handrail.language.analysis.plain import names_in
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.world import World

MOST_EFFORT = 20_000_000
"""For all questions of one oracle, in the solver's unit of work: some ten seconds of a small machine."""

EFFORT_TO_ASK = 5_000

EXHAUSTED = "it takes more work than is done for one specification"
"""The reason why nothing more is answered."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Yes, for example so."""

    world: World


@dataclass(frozen=True, slots=True)
class Impossible:
    """No, in no database and at no time."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Neither could be shown; the reason is a clause for people."""

    reason: str


Answer: TypeAlias = Possible | Impossible | Unclear


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
                return Unclear(EXHAUSTED)
            self.logic.effort += EFFORT_TO_ASK
            self.answers[key] = self._answer(_in_order(key[0]), _in_order(key[1]))
        return self.answers[key]

    def _answer(self, holding: tuple[Disjunct, ...], failing: tuple[Disjunct, ...]) -> Answer:
        if _contradict(holding, failing):
            return Impossible()
        try:
            holding, failing = (
                one_spelling_of_sets(disjuncts, self.setting.states) for disjuncts in (holding, failing)
            )
        except AsksForMembers:
            return Unclear("a set of names is asked for its members")
        if asks_the_clock((*holding, *failing)):
            return Unclear("what `once` asks about is compared with `Now`")
        try:
            unfolded = unfold(holding, failing, self.setting.states)
        except TooManyMoments:
            return Unclear("there are too many moments at which `once` could hold")
        setting = replace(self.setting, states=unfolded.states)
        attempt = Attempt(setting, self.logic, unfolded.holding, unfolded.failing)
        found = attempt.search()
        if isinstance(found, World):
            now, before = unfolded.parted(found.tables)
            return Possible(replace(found, tables=now, before=before))
        return Impossible() if found is None or attempt.is_ruled_out() else Unclear(found)

    @property
    def is_exhausted(self) -> bool:
        """Whether it answers no more new questions."""
        return self.logic.effort > MOST_EFFORT


def _tables_only(disjuncts: Iterable[Disjunct]) -> frozenset[Disjunct]:
    return frozenset(Disjunct(predicates=disjunct.predicates) for disjunct in disjuncts)


def _in_order(disjuncts: Iterable[Disjunct]) -> tuple[Disjunct, ...]:
    return tuple(sorted(disjuncts, key=repr))  # so that the solver sees one question in one form


def _contradict(holding: Sequence[Disjunct], failing: Sequence[Disjunct]) -> bool:
    """Whether a failing case says nothing that is not said to hold; most questions about like rules end here."""
    said = {predicate for disjunct in holding for predicate in disjunct.predicates}
    for disjunct in failing:
        is_ground = not any(True for predicate in disjunct.predicates for _ in names_in(predicate))
        if disjunct in holding or (is_ground and said.issuperset(disjunct.predicates)):
            return True
    return False
