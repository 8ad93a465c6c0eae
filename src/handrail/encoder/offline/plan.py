"""What is to be done, and under which condition: linked clauses put in order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from handrail.app.consequence import DeclaredCommitment, Kind
from handrail.encoder.offline.candidate import Candidate
from handrail.encoder.offline.clause import ClauseRole
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.link import Linked
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.tokens import form
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import Constraint, Count, Literal, Predicate, StatePredicate
from handrail.language.value import Type
from handrail.text.verb_kinds import same_kind, words_of_name

Body = tuple[Predicate, ...]

SAYS = 0.4  # the weight of a word from which on it says something: `check the latest posts` says nothing
_NONE = Count(Operator.EQUAL, 0)


@dataclass(frozen=True, slots=True)
class Trace:
    """One value or name of the rules, and the words of the instruction it came from.

    `what` reads as in `Alarm.time = 09:00` or `state Alarm`; `words` are verbatim and stand from `start` to `end`,
    both 0 and `words` empty where something was assumed. `assumption` says how the words were taken.
    """

    what: str
    words: str
    start: int
    end: int
    assumption: str | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition with what to do if it holds and if not. `says_otherwise`: the instruction speaks of the latter."""

    condition: Linked
    then: tuple[Linked, ...]
    otherwise: tuple[Linked, ...]
    says_otherwise: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Commands that must all be carried out, the branches, and the clauses that only say how to get there."""

    commands: tuple[Linked, ...]
    branches: tuple[Branch, ...]
    ways: tuple[ClauseReading, ...]
    left_out: tuple[Trace, ...] = ()

    @property
    def linked(self) -> tuple[Linked, ...]:
        """Every clause that became rules."""
        parts = ((branch.condition, *branch.then, *branch.otherwise) for branch in self.branches)
        return (*self.commands, *(linked for part in parts for linked in part))


def plan(read: Sequence[tuple[ClauseReading, Linked | None]]) -> Plan:
    """Put the clauses in order. A condition belongs to the commands after it, or to the one before it."""
    commands: list[Linked] = []
    branches: list[Branch] = []
    for reading, linked in read:
        match reading.clause.role:
            case ClauseRole.CONDITION:
                if linked is not None:
                    branches.append(Branch(linked, (), (), says_otherwise=False))
            case ClauseRole.CONSEQUENCE if branches:
                then = (*branches[-1].then, linked) if linked is not None else branches[-1].then
                branches[-1] = replace(branches[-1], then=then)
            case ClauseRole.OTHERWISE if branches:
                otherwise = (*branches[-1].otherwise, linked) if linked is not None else branches[-1].otherwise
                branches[-1] = replace(branches[-1], otherwise=otherwise, says_otherwise=True)
            case _ if linked is not None:
                commands.append(linked)
    if branches and not branches[0].then and not branches[0].says_otherwise and commands:
        branches[0] = replace(branches[0], then=(commands.pop(),))
    kept, ways = _without_ways(commands)
    return Plan(tuple(kept), tuple(branches), tuple(ways))


def _without_ways(linked: list[Linked]) -> tuple[list[Linked], list[ClauseReading]]:
    """The commands, and apart the pages that are only opened on the way to a later one."""
    kept = [link for number, link in enumerate(linked) if number == len(linked) - 1 or not _is_way(link)]
    return kept, [link.reading for link in linked if link not in kept]


def _is_way(linked: Linked) -> bool:
    """Whether a clause only opens a page; one that names a thing (`go to the group "Chess"`) does not."""
    names_thing = any(
        slot_assignment.source.startswith(("value:", "span")) for slot_assignment in linked.chosen[0].slot_assignments
    )
    if names_thing or not linked.reading.clause.reads:
        return False
    return linked.reading.clause.is_(VerbClass.OPEN) or all(
        content.weight < SAYS for content in linked.reading.contents
    )


def predicates(branch: Branch) -> Body:
    """The condition as predicates."""
    return tuple(predicate_of(candidate) for candidate in branch.condition.chosen)


def complements(branch: Branch) -> list[Body]:
    """The ways in which the condition can fail: what tells the thing apart stays, what is said of it does not hold."""
    found: list[Body] = []
    for predicate in predicates(branch):
        assert isinstance(predicate, StatePredicate)
        candidate = next(
            candidate for candidate in branch.condition.chosen if candidate.state.state.name == predicate.state
        )
        keys = candidate.state.state.keys
        negatable = [constraint for constraint in predicate.constraints if constraint.variable not in keys]
        negatable = [constraint for constraint in negatable if not _observes(candidate, constraint)]
        if not negatable:
            found.append((StatePredicate(predicate.state, predicate.constraints, _NONE),))
        for constraint in negatable:
            denied = tuple(_denied(c) if c is constraint else c for c in predicate.constraints)
            found.append((StatePredicate(predicate.state, denied),))
    return found


def _observes(candidate: Candidate, constraint: Constraint) -> bool:
    slot_assignments = candidate.slot_assignments
    return any(
        slot_assignment.only_observes and slot_assignment.variable.variable.name == constraint.variable
        for slot_assignment in slot_assignments
    )


def _denied(constraint: Constraint) -> Constraint:
    return replace(constraint, operator=TABLE[constraint.operator].complement)


def marked_as(candidate: Candidate, verb: str) -> StatePredicate | None:
    """A row that stays and is marked as gone, where an app has a value for that: `status = "Cancelled"`."""
    words = grammar().becomes.get(verb, frozenset())
    for variable in candidate.state.variables:
        for option in variable.options:
            if words.intersection(word.surface for word in option.words) and variable.variable.type is Type.ENUM:
                kept = predicate_of(candidate)
                mark = Constraint(variable.variable.name, Operator.EQUAL, Literal(option.text))
                others = tuple(constraint for constraint in kept.constraints if constraint.variable != mark.variable)
                return replace(kept, constraints=(*others, mark))
    return None


def predicate_of(candidate: Candidate, *, removed: bool = False) -> StatePredicate:
    """A candidate as a rule has it, with its constraints in the order of the declaration. `removed`: no such row."""
    order = list(candidate.state.state.variables)
    constraints = sorted(
        (assignment.constraint for assignment in candidate.slot_assignments),
        key=lambda constraint: order.index(constraint.variable),
    )
    named = [
        slot_assignment
        for slot_assignment in candidate.slot_assignments
        if slot_assignment.source.startswith("value:") or slot_assignment.source == "span"
    ]
    keyed = any(assignment.variable.variable.key for assignment in named)
    if (
        removed
        and keyed
        and not any(
            slot_assignment.source in ("boolean", "on", "enum") for slot_assignment in candidate.slot_assignments
        )
    ):
        return StatePredicate(candidate.state.state.name, tuple(constraints), _NONE)
    return StatePredicate(candidate.state.state.name, tuple(constraints))


# Which of an app's commitments a command means: what changes the thing it speaks of, and does that kind of thing.


def meant(
    linked: Linked, bodies: Sequence[Sequence[Predicate]], declared: Sequence[DeclaredCommitment]
) -> DeclaredCommitment | None:
    """The commitment that a command means; None where none or several could be meant."""
    spoken_of = {predicate.state for body in bodies for predicate in _of_states(body)}
    named = [c for c in declared if _does_that(linked, c) and _is_about(linked, c)]
    if named and not any(c.changes is None or c.changes & spoken_of for c in named):
        return None  # `delete the list` is none of the ways to delete a task
    touching = [c for c in declared if c.changes is None or c.changes & spoken_of]
    removing = [c for c in touching if Kind.DELETION in c.kinds]
    fitting = removing if linked.reading.clause.is_(VerbClass.REMOVE) and removing else touching
    by_verb = [c for c in fitting if _does_that(linked, c)]
    by_noun = [c for c in by_verb if _is_about(linked, c)] or [c for c in by_verb if _changes_first(linked, c)]
    for found in (by_noun, by_verb, [c for c in fitting if c in removing or Kind.DELETION not in c.kinds]):
        if len(found) == 1:
            return found[0]
    return None


def over_what_changes(bodies: Iterable[list[Predicate]], commitment: DeclaredCommitment) -> Iterator[list[Predicate]]:
    """The ways that speak of a state which the commitment changes; of rows that go, only that they are gone."""
    ways = list(bodies)
    gone = [body for body in ways if any(predicate.holds_on_nothing for predicate in _of_states(body))]
    for body in gone if Kind.DELETION in commitment.kinds and gone else ways:
        about = [
            predicate
            for predicate in _of_states(body)
            if commitment.changes is None or predicate.state in commitment.changes
        ]
        stays = [
            predicate for predicate in about if predicate.state in commitment.removes and not predicate.holds_on_nothing
        ]
        if about and not stays:
            yield [
                predicate
                for predicate in body
                if predicate in about or not isinstance(predicate, StatePredicate) or _has_value(predicate)
            ]


def _has_value(predicate: StatePredicate) -> bool:
    """Whether it says more than that something is on or off, for which another state may stand by chance."""
    values = (term for constraint in predicate.constraints for term in constraint.terms)
    return any(not (isinstance(value, Literal) and isinstance(value.value, bool)) for value in values)


def _of_states(body: Iterable[Predicate]) -> Iterator[StatePredicate]:
    return (predicate for predicate in body if isinstance(predicate, StatePredicate))


def _does_that(linked: Linked, commitment: DeclaredCommitment) -> bool:
    verb = linked.reading.clause.verb
    said = (commitment.name, *commitment.does)
    names = [words_of_name(name)[0] for name in said]
    return any(same_kind(verb, name) or form(verb).root == form(name).root for name in names)


def _is_about(linked: Linked, commitment: DeclaredCommitment) -> bool:
    nouns = {form(word).base for word in words_of_name(commitment.name)[1:]}
    return any(content.word.base in nouns for content in linked.reading.contents)


def _changes_first(linked: Linked, commitment: DeclaredCommitment) -> bool:
    nouns = {form(word).base for word in words_of_name(commitment.name)[1:]}
    return any(word.base in nouns for word in linked.chosen[0].state.words)
