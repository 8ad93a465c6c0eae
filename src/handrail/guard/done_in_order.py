"""What was done in the order that the rules ask for, and what of it a step before it, done once more, undid.

Something that is to be started and then stopped, and is started again afterwards, is not stopped; yet each of these
was asked for by its name. Source: docs/guard.md.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from handrail.app.consequence import Consequence
from handrail.guard.outcomes import changed_by
from handrail.language.rule import Objective, ObjectivePredicate, Rule, StatePredicate
from handrail.monitor.ground import Ground


@dataclass(frozen=True, slots=True)
class OnceMore:
    """A step before `objective` was done once more after it, and what of the rule for it was not so any more then."""

    objective: str
    does: str
    predicates: tuple[StatePredicate, ...]


@dataclass(frozen=True, slots=True)
class _Done:
    """By which rule something was last done, which objectives come before it, and which states it changed."""

    rule: Rule
    before: frozenset[str]
    changes: frozenset[str]


@dataclass(slots=True)
class DoneInOrder:
    """The objectives that were done, each as it was last, and which step before it came once more."""

    _done: dict[str, _Done] = field(default_factory=dict)
    _once_more: dict[str, OnceMore] = field(default_factory=dict)

    def ran(
        self,
        consequences: Collection[Consequence],
        grounds: Iterable[Ground],
        rules: Collection[Rule],
        holds: Callable[[StatePredicate], bool],
        passing: Collection[str],
    ) -> None:
        """These consequences are on their way, on these grounds; `holds` says what is so from now on.

        What is `passing` ends with its page, and is another one on the next.
        """
        for consequence in consequences:
            for name, done in self._done.items():
                if consequence.objectives & done.before:
                    lost = [
                        predicate
                        for predicate in _asked(done.rule, (consequence.changes & done.changes) - frozenset(passing))
                        if not holds(predicate)
                    ]
                    if lost:
                        self._once_more[name] = OnceMore(name, consequence.does, tuple(lost))
        for ground in grounds:
            meant = [consequence for consequence in consequences if ground.objective in consequence.objectives]
            self._done[ground.objective] = _Done(ground.rule, _before(ground.rule, rules), changed_by(meant))
            self._once_more.pop(ground.objective, None)

    def undone(self, holds: Callable[[StatePredicate], bool]) -> Iterator[OnceMore]:
        """What is not as it was done, because of what came once more after it."""
        yield from (once_more for once_more in self._once_more.values() if not all(map(holds, once_more.predicates)))


def under_the_names_of(rules_names: Mapping[str, str], consequences: Iterable[Consequence]) -> list[Consequence]:
    """Consequences with the specification's names for what is committed, where the app's are others."""
    return [
        replace(consequence, objectives=frozenset(rules_names.get(name, name) for name in consequence.objectives))
        for consequence in consequences
    ]


def _asked(rule: Rule, states: Collection[str]) -> Iterator[StatePredicate]:
    return (
        predicate
        for predicate in rule.body
        if isinstance(predicate, StatePredicate) and predicate.state in states and not predicate.once
    )


def _before(rule: Rule, rules: Collection[Rule]) -> frozenset[str]:
    """The objectives that a rule rests on, and those that these may rest on."""
    found: set[str] = set()
    following = [rule]
    while following:
        names = {
            predicate.name for rule in following for predicate in rule.body if isinstance(predicate, ObjectivePredicate)
        } - found
        found |= names
        following = [rule for rule in rules if isinstance(rule.head, Objective) and rule.head.name in names]
    return frozenset(found)
