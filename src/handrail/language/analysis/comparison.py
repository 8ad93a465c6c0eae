"""Do two specifications accept the same runs? If not, a run that one accepts and the other does not.

The first commit or finish that they judge differently is the difference, if both allowed all before it and the one
that allows it can still complete the task. How they judge depends on the achieved objectives only through the cases
that are active, so each combination of active cases is asked about once; and since achieved objectives only ever
help, whether a combination can come about is found by achieving all there is except what it must do without. One
commit at a time is enough: several at once are judged as the first of them is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import islice, product
from math import prod
from typing import Literal

from handrail.error import Misuse
from handrail.language.analysis.disjunct import Disjunct, TooManyDisjuncts, disjuncts_by_head
from handrail.language.analysis.question import Answer, Impossible, Oracle, Possible, Undetermined
from handrail.language.analysis.run import Comparison, Difference, Equivalent, Run, RunStep, Seen, Undecided
from handrail.language.analysis.setting import Setting, TextFacts, spellings
from handrail.language.analysis.world import PossibleWorld
from handrail.language.declaration import State
from handrail.language.printer import show_head
from handrail.language.rule import Done, Head, Objective, Rule
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification

MOST_COMBINATIONS = 200
MOST_OMISSIONS = 500

_NAMES: tuple[Literal["first", "second"], ...] = ("first", "second")


# One of two specifications under comparison: in which cases it allows what, and how a task can be completed.


ANYTHING = (Disjunct(),)
"""What a specification asks of an objective that it does not have: a commit of it blocks nothing."""


@dataclass(frozen=True, slots=True)
class HeadCases:
    """The cases of each head."""

    disjuncts: Mapping[Head, tuple[Disjunct, ...]]

    @classmethod
    def of(cls, rules: tuple[Rule, ...]) -> "HeadCases":
        """From the rules of a specification. Raises `TooManyDisjuncts`."""
        return cls(disjuncts_by_head(rules))

    @property
    def objectives(self) -> frozenset[str]:
        """What it establishes."""
        return frozenset(head.name for head in self.disjuncts if isinstance(head, Objective))

    def of_head(self, head: Head) -> tuple[Disjunct, ...]:
        """All cases of a head."""
        return self.disjuncts.get(head, ANYTHING)

    def active(self, head: Head, achieved: frozenset[str]) -> tuple[Disjunct, ...]:
        """The cases in which only the tables still decide."""
        return tuple(disjunct for disjunct in self.of_head(head) if disjunct.is_active(achieved))


@dataclass(frozen=True, slots=True)
class Committed:
    """An objective, or None for the finish, with tables at which it is allowed after others were achieved."""

    objective: str | None
    world: PossibleWorld
    after: frozenset[str]


def _completion(
    side: HeadCases, achieved: frozenset[str], oracle: Oracle
) -> tuple[Committed, ...] | Undetermined | None:
    """Commits that complete the task from here, the finish last; None if there are none.

    An achieved objective never hinders another, so whatever can be achieved is, until the task can be completed.
    """
    reached = achieved & side.objectives
    taken: list[Committed] = []
    doubt: Undetermined | None = None
    while True:
        progress = frozenset[str]()
        heads: list[Head] = [Done(), *(Objective(name) for name in sorted(side.objectives - reached))]
        for head in heads:
            match _first_possible(head, side.active(head, reached), oracle):
                case Committed(objective=None) as finish:
                    return _only_needed([*taken, finish], finish.after)
                case Committed(objective=str() as name) as committed:
                    taken.append(committed)
                    progress |= {name}
                case Undetermined() as unclear:
                    doubt = unclear
        if not progress:
            return doubt
        reached |= progress


def _first_possible(head: Head, disjuncts: tuple[Disjunct, ...], oracle: Oracle) -> Committed | Undetermined | None:
    doubt: Undetermined | None = None
    for disjunct in disjuncts:
        match oracle.ask((disjunct,)):
            case Possible(world):
                name = head.name if isinstance(head, Objective) else None
                return Committed(name, world, disjunct.objectives)
            case Undetermined() as unclear:
                doubt = unclear
            case Impossible():
                continue
    return doubt


def _only_needed(taken: Sequence[Committed], needed: frozenset[str]) -> tuple[Committed, ...]:
    """The commits without which the needed objectives would not be achieved, and the finish."""
    kept = []
    for committed in reversed(taken):
        if committed.objective is None or committed.objective in needed:
            needed |= committed.after
            kept.append(committed)
    return tuple(reversed(kept))


# The comparison of both.


def compare(
    first: Specification, second: Specification, clock: datetime, similarity: Similarity, threshold: float
) -> Comparison:
    """A run that tells the two apart, or that there is none, or that neither could be shown."""
    _require_same_states(first, second)
    setting = Setting(
        first.states,
        TextFacts(similarity, threshold),
        clock,
        spellings((*second.rules, *first.rules)),
    )
    try:
        sides = HeadCases.of(first.rules), HeadCases.of(second.rules)
    except TooManyDisjuncts:
        return Undecided("`still` unfolds into too many cases")
    return _Search(sides, Oracle(setting), clock).compare()


def _require_same_states(first: Specification, second: Specification) -> None:
    names = sorted({*first.states, *second.states})
    differing = [name for name in names if _declaration(first, name) != _declaration(second, name)]
    if differing:
        raise Misuse(
            f"the specifications are about different apps: state `{differing[0]}` is not declared alike in both"
        )


def _declaration(specification: Specification, name: str) -> object:
    match specification.states.get(name):
        case State(variables=variables):
            return tuple((v.name, v.type, v.key, v.options, v.is_set, v.is_code) for v in variables.values())
        case None:
            return None


@dataclass(frozen=True, slots=True)
class _Suspect:
    """One side may allow this head, by this case, where the other refuses it."""

    head: Head
    allowing: int
    disjunct: Disjunct


@dataclass(slots=True)
class _Search:
    """Looks for cases of one side that the other does not have, and for a way to where that shows."""

    sides: tuple[HeadCases, HeadCases]
    oracle: Oracle
    clock: datetime
    doubts: dict[str, None] = field(default_factory=dict)

    def compare(self) -> Comparison:
        found = [
            (len(achieved), suspect, achieved)
            for suspect in self._suspects()
            for achieved in self._combinations(suspect)
        ]
        for _, suspect, achieved in sorted(found, key=lambda entry: entry[0]):  # shorter runs are easier to read
            difference = self._difference(suspect, achieved)
            if difference is not None:
                return difference
        return Undecided("; ".join(self.doubts)) if self.doubts else Equivalent()

    def _suspects(self) -> Iterator[_Suspect]:
        """The other side refuses most where least was achieved: if it allows the case even then, it always does."""
        for head in {**self.sides[0].disjuncts, **self.sides[1].disjuncts}:
            for allowing in (0, 1):
                for disjunct in self.sides[allowing].of_head(head):
                    suspect = _Suspect(head, allowing, disjunct)
                    if not isinstance(self._judged_differently(suspect, disjunct.objectives), Impossible):
                        yield suspect

    def _judged_differently(self, suspect: _Suspect, achieved: frozenset[str]) -> Answer:
        refused = self.sides[1 - suspect.allowing].active(suspect.head, achieved)
        return self.oracle.ask((suspect.disjunct,), refused)

    def _combinations(self, suspect: _Suspect) -> Sequence[frozenset[str]]:
        """With the case, the least objectives for each combination of the other side's cases to be active."""
        unions = {suspect.disjunct.objectives}
        for needed in _objectives_of(self.sides[1 - suspect.allowing].of_head(suspect.head)):
            unions |= {union | needed for union in unions}
            if len(unions) > MOST_COMBINATIONS:
                self.doubts[f"`{show_head(suspect.head)}` has too many combinations of rules"] = None
                break
        return sorted(unions, key=lambda union: (len(union), sorted(union)))

    def _difference(self, suspect: _Suspect, achieved: frozenset[str]) -> Difference | None:
        match self._judged_differently(suspect, achieved):
            case Impossible():
                return None
            case Possible(world):
                return self._run_through(suspect, achieved, world)
            case Undetermined(reason):
                if self._path(suspect, achieved) is not None:
                    self.doubts[reason] = None
                return None

    def _run_through(self, suspect: _Suspect, achieved: frozenset[str], world: PossibleWorld) -> Difference | None:
        """The run that shows the difference, if these objectives can be achieved and the task then be completed."""
        path = self._path(suspect, achieved)
        if path is None:
            return None
        if isinstance(suspect.head, Done):
            return self._told_apart((*path, Committed(None, world, achieved)), suspect.allowing)
        name = suspect.head.name
        reached = frozenset(committed.objective for committed in path if committed.objective is not None)
        rest = _completion(self.sides[suspect.allowing], reached | {name}, self.oracle)
        if isinstance(rest, Undetermined):
            self.doubts[rest.reason] = None
        if not isinstance(rest, tuple):
            return None
        return self._told_apart((*path, Committed(name, world, achieved), *rest), suspect.allowing)

    def _path(self, suspect: _Suspect, needed: frozenset[str]) -> tuple[Committed, ...] | None:
        """Commits that both sides allow and that achieve what is needed, but activate no other case of the refuser."""
        everything = frozenset[str]().union(*(side.objectives for side in self.sides))
        refusing = self.sides[1 - suspect.allowing].of_head(suspect.head)
        unwanted = [sorted(objectives - needed) for objectives in _objectives_of(refusing) if not objectives <= needed]
        unseen = tuple(
            {Disjunct(predicates=(p,)): None for disjunct in refusing for p in disjunct.predicates if p.once}
        )
        doubts: dict[str, None] = {}
        if prod(map(len, unwanted)) > MOST_OMISSIONS:
            doubts["there are too many ways to achieve the objectives"] = None
        for omitted in islice(product(*unwanted), MOST_OMISSIONS):
            taken = self._achieved_together(everything.difference(omitted), unseen, doubts)
            if needed <= {committed.objective for committed in taken}:
                return _only_needed(taken, needed)
        if unseen and needed:
            doubts["on the way to its objectives something may be seen that a rule asks for with `once`"] = None
        self.doubts |= doubts
        return None

    def _achieved_together(
        self, names: frozenset[str], unseen: Sequence[Disjunct], doubts: dict[str, None]
    ) -> Sequence[Committed]:
        """Commits of as many of these objectives as both sides allow in some order, while `unseen` remains so."""
        taken: list[Committed] = []
        reached = frozenset[str]()
        while True:
            unclear: dict[str, None] = {}
            progress = [
                committed
                for name in sorted(names - reached)
                if (committed := self._both_allow(name, reached, unseen, unclear)) is not None
            ]
            if not progress:
                doubts |= unclear
                return taken
            taken.extend(progress)
            reached |= {committed.objective for committed in progress if committed.objective is not None}

    def _both_allow(
        self, name: str, reached: frozenset[str], unseen: Sequence[Disjunct], doubts: dict[str, None]
    ) -> Committed | None:
        first, second = (side.active(Objective(name), reached) for side in self.sides)
        for left, other in product(first, second):
            match self.oracle.ask((left, other), unseen):
                case Possible(world):
                    return Committed(name, world, left.objectives | other.objectives)
                case Undetermined(reason):
                    doubts[reason] = None
                case Impossible():
                    continue
        return None

    def _told_apart(self, commits: Sequence[Committed], allowing: int) -> Difference:
        steps: list[RunStep | Seen] = []
        now = self.clock
        for committed in commits:
            steps.extend(Seen(tables, now) for tables in committed.world.before)
            now = _next_moment(now, committed.world.now)
            steps.append(RunStep(committed.world.tables, committed.objective, now))
        return Difference(Run(tuple(steps)), _NAMES[allowing])


def _objectives_of(disjuncts: Iterable[Disjunct]) -> Sequence[frozenset[str]]:
    return sorted({disjunct.objectives for disjunct in disjuncts}, key=sorted)


def _next_moment(now: datetime, wanted: time | None) -> datetime:
    """The first moment from now on at which the clock shows this; now, if it does not matter."""
    if wanted is None or now.time().replace(microsecond=0) == wanted:
        return now
    moment = datetime.combine(now.date(), wanted, now.tzinfo)
    return moment if moment >= now else moment + timedelta(days=1)
