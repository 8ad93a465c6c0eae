"""One of two specifications under comparison: in which cases it allows what, and how a task can be completed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handrail.language.analysis.disjunct import Disjunct, disjuncts_by_head
from handrail.language.analysis.question import Impossible, Oracle, Possible, Unclear
from handrail.language.analysis.world import World
from handrail.language.rule import Done, Head, Objective, Rule

ANYTHING = (Disjunct(),)
"""What a specification asks of an objective that it does not have: a commit of it blocks nothing."""


@dataclass(frozen=True, slots=True)
class Side:
    """The cases of each head."""

    disjuncts: Mapping[Head, tuple[Disjunct, ...]]

    @classmethod
    def of(cls, rules: tuple[Rule, ...]) -> "Side":
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
    world: World
    after: frozenset[str]


def completion(side: Side, achieved: frozenset[str], oracle: Oracle) -> tuple[Committed, ...] | Unclear | None:
    """Commits that complete the task from here, the finish last; None if there are none.

    An achieved objective never hinders another, so whatever can be achieved is, until the task can be completed.
    """
    reached = achieved & side.objectives
    taken: list[Committed] = []
    doubt: Unclear | None = None
    while True:
        progress = frozenset[str]()
        heads: list[Head] = [Done(), *(Objective(name) for name in sorted(side.objectives - reached))]
        for head in heads:
            match _first_possible(head, side.active(head, reached), oracle):
                case Committed(objective=None) as finish:
                    return only_needed([*taken, finish], finish.after)
                case Committed(objective=str() as name) as committed:
                    taken.append(committed)
                    progress |= {name}
                case Unclear() as unclear:
                    doubt = unclear
        if not progress:
            return doubt
        reached |= progress


def _first_possible(head: Head, disjuncts: tuple[Disjunct, ...], oracle: Oracle) -> Committed | Unclear | None:
    doubt: Unclear | None = None
    for disjunct in disjuncts:
        match oracle.ask((disjunct,)):
            case Possible(world):
                name = head.name if isinstance(head, Objective) else None
                return Committed(name, world, disjunct.objectives)
            case Unclear() as unclear:
                doubt = unclear
            case Impossible():
                continue
    return doubt


def only_needed(taken: Sequence[Committed], needed: frozenset[str]) -> tuple[Committed, ...]:
    """The commits without which the needed objectives would not be achieved, and the finish."""
    kept = []
    for committed in reversed(taken):
        if committed.objective is None or committed.objective in needed:
            needed |= committed.after
            kept.append(committed)
    return tuple(reversed(kept))
