"""Which of an app's commitments a command means: what changes the thing it speaks of, and does that kind of thing."""

from collections.abc import Iterable, Iterator, Sequence

from handrail.app.consequence import DeclaredCommitment, Kind
from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.link import Linked
from handrail.encoder.offline.tokens import form
from handrail.language.rule import Literal, Predicate, StatePredicate
from handrail.text.verb_kinds import same_kind, words_of_name


def meant(
    one: Linked, bodies: Sequence[Sequence[Predicate]], declared: Sequence[DeclaredCommitment]
) -> DeclaredCommitment | None:
    """The commitment that a command means; None where none or several could be meant."""
    spoken_of = {predicate.state for body in bodies for predicate in _of_states(body)}
    named = [c for c in declared if _does_that(one, c) and _is_about(one, c)]
    if named and not any(c.changes is None or c.changes & spoken_of for c in named):
        return None  # `delete the list` is none of the ways to delete a task
    touching = [c for c in declared if c.changes is None or c.changes & spoken_of]
    removing = [c for c in touching if Kind.DELETION in c.kinds]
    fitting = removing if one.reading.clause.is_(VerbClass.REMOVE) and removing else touching
    by_verb = [c for c in fitting if _does_that(one, c)]
    by_noun = [c for c in by_verb if _is_about(one, c)] or [c for c in by_verb if _changes_first(one, c)]
    for found in (by_noun, by_verb, [c for c in fitting if c in removing or Kind.DELETION not in c.kinds]):
        if len(found) == 1:
            return found[0]
    return None


def over_what_changes(bodies: Iterable[list[Predicate]], commitment: DeclaredCommitment) -> Iterator[list[Predicate]]:
    """The ways that speak of a state which the commitment changes; of rows that go, only that they are gone."""
    ways = list(bodies)
    gone = [body for body in ways if any(one.holds_on_nothing for one in _of_states(body))]
    for body in gone if Kind.DELETION in commitment.kinds and gone else ways:
        about = [one for one in _of_states(body) if commitment.changes is None or one.state in commitment.changes]
        stays = [one for one in about if one.state in commitment.removes and not one.holds_on_nothing]
        if about and not stays:
            yield [one for one in body if one in about or not isinstance(one, StatePredicate) or _has_value(one)]


def _has_value(predicate: StatePredicate) -> bool:
    """Whether it says more than that something is on or off, for which another state may stand by chance."""
    values = (term for one in predicate.constraints for term in one.terms)
    return any(not (isinstance(value, Literal) and isinstance(value.value, bool)) for value in values)


def _of_states(body: Iterable[Predicate]) -> Iterator[StatePredicate]:
    return (predicate for predicate in body if isinstance(predicate, StatePredicate))


def _does_that(one: Linked, commitment: DeclaredCommitment) -> bool:
    verb = one.reading.clause.verb
    said = (commitment.name, *commitment.does)
    names = [words_of_name(name)[0] for name in said]
    return any(same_kind(verb, name) or form(verb).root == form(name).root for name in names)


def _is_about(one: Linked, commitment: DeclaredCommitment) -> bool:
    nouns = {form(word).base for word in words_of_name(commitment.name)[1:]}
    return any(content.word.base in nouns for content in one.reading.contents)


def _changes_first(one: Linked, commitment: DeclaredCommitment) -> bool:
    nouns = {form(word).base for word in words_of_name(commitment.name)[1:]}
    return any(word.base in nouns for word in one.chosen[0].state.words)
