"""Texts that are not what they look like: another spelling of what was asked for, or a word in disguise."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from handrail.app.consequence import LEAVES_THE_PHONE
from handrail.app.update import Raw
from handrail.guard.certainty import constants_of, meets, of_keys
from handrail.guard.circumstances.asked import is_spoken_of
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.spelling import has_words, in_other_characters, look_alike, may_be_read_as, may_read, oddities
from handrail.language.operators import TABLE, Operator, TextRelation
from handrail.language.rule import Constraint, Literal, Rule, RuleVariable, StatePredicate
from handrail.language.value import Type
from handrail.language.verbalize import quoted, spaced
from handrail.monitor.ground import Ground, Match

_BETWEEN_NAMES = re.compile(r"\s*,\s+")


def spellings(weighing: Weighing) -> Iterator[Circumstance]:
    """A text that equals the one asked for in normal form only, or that is not what it looks like."""
    yield from spellings_of(weighing, weighing.grounds)
    yield from disguised(weighing, weighing.grounds)
    for consequence in weighing.anticipated.whole.consequences:
        for detail in consequence.details if consequence.kind in LEAVES_THE_PHONE else ():
            hidden = [oddity.text for oddity in oddities(str(detail.value))] if isinstance(detail.value, str) else []
            if hidden and not is_spoken_of(weighing, detail, consequence, wholly=True):
                text = f"{spaced(detail.name)} is not what it looks like: {'; '.join(hidden[:3])}"
                yield Circumstance(Condition.OTHER_SPELLING, text)


def disguised(weighing: Weighing, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
    """A text that is not to be, or to be in another, and that somebody may read there all the same.

    In what the action changes, and in what it rests on.
    """
    changed = [
        (update.state, update.set if update.set is not None else weighing.facts.rows.shown_row(update))
        for update in weighing.anticipated.whole.updates
    ]
    for rule, predicate in ((ground.rule, predicate) for ground in grounds for predicate in ground.rule.body):
        if not isinstance(predicate, StatePredicate):
            continue
        if predicate.holds_on_nothing:
            yield from _disguised_among(weighing, rule, predicate)
        texts = [row for state, row in changed if state == predicate.state]
        denied = [part for part in predicate.constraints if TABLE[part.operator].denies]
        texts += [*_met_by(weighing, predicate), *_on_its_page(weighing, predicate)] if denied else []
        for unwanted in denied:
            for word in _words_of(unwanted, rule, weighing):
                found = (text.get(unwanted.variable) for text in texts)
                if any(_may_be_taken_for(word, text, unwanted.operator) for text in found):
                    wish = TABLE[TABLE[unwanted.operator].single or unwanted.operator].wish
                    said = f"{spaced(unwanted.variable)} {wish} {quoted(word)}, and somebody may read that there"
                    yield Circumstance(Condition.OTHER_SPELLING, said)


def _disguised_among(weighing: Weighing, rule: Rule, predicate: StatePredicate) -> Iterator[Circumstance]:
    """An entry that is none of those of which there is to be none, and that somebody may take for one."""
    state = weighing.monitor.specification.states[predicate.state]
    for row, shown in weighing.facts.rows_of(predicate.state, gone=predicate.once):
        others = [
            part
            for part in predicate.constraints
            if meets(replace(predicate, constraints=(part,)), state, row, weighing.today, for_some=True) is False
        ]
        words = {part: _words_of(part, rule, weighing) for part in others}
        if others and all(_may_be_read_as(part, words[part], shown.get(part.variable)) for part in others):
            said = " and ".join(quoted(str(shown[part.variable])) for part in others)
            text = f"there is to be no such {quoted(spaced(predicate.state))}, and {said} may be read as one"
            yield Circumstance(Condition.OTHER_SPELLING, text)


def _met_by(weighing: Weighing, predicate: StatePredicate) -> list[Mapping[str, Raw]]:
    """The rows that may be what a predicate speaks of; of what was to be so once also those of pages that are gone."""
    state = weighing.monitor.specification.states[predicate.state]
    rows = weighing.facts.rows_of(predicate.state, gone=predicate.once)
    return [shown for row, shown in rows if meets(predicate, state, row, weighing.today, for_some=True) is not False]


def _on_its_page(weighing: Weighing, predicate: StatePredicate) -> Iterator[Mapping[str, Raw]]:
    """What the entries say of a page that a predicate is about: its own words are not all that stands there."""
    state = weighing.monitor.specification.states[predicate.state]
    for page, rows in weighing.facts.first_seen.pages(predicate.state, once=predicate.once):
        about = of_keys(predicate, page)
        if meets(about, state, page, weighing.today, for_some=True) is not False:
            yield from ({name: str(value) for name, value in row.items()} for row in rows)


def spellings_of(weighing: Weighing, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
    """What rules ask for, and is there in another spelling."""
    for ground in grounds:
        for match in ground.matches:
            if not any(_same(weighing, wanted, match) for wanted in match.wanted):
                other = in_other_characters(match.wanted[0], match.found)
                odd = "; ".join((*other, *(oddity.text for oddity in oddities(match.found)))[:3])
                says = f"{quoted(match.found)}{f' ({odd})' if odd else ''}"
                text = f"asked for was {quoted(match.wanted[0])}, and it says {says}"
                yield Circumstance(Condition.OTHER_SPELLING, text)


def _same(weighing: Weighing, wanted: str, match: Match) -> bool:
    """Whether what was found is spelled as it was wanted; of a set of names each, in any order."""
    relation = TABLE[match.operator].relation
    contains = relation is not None and relation.is_to_a_part
    if weighing.monitor.specification.states[match.state].variables[match.variable].is_set:
        asked, there = _members(wanted), _members(match.found)
        return _among(asked, there) and (contains or (_among(there, asked) and len(asked) == len(there)))
    if contains:
        return has_words(wanted, match.found)
    return wanted == match.found


def _words_of(constraint: Constraint, rule: Rule, weighing: Weighing) -> list[str]:
    """The texts that a constraint compares with, as they are written; of a `?x` all that it may stand for."""
    values = constants_of(constraint)
    bound = [term for term in values if isinstance(term, RuleVariable) and not term.is_anonymous]
    return [
        *(str(term.value) for term in values if isinstance(term, Literal)),
        *(
            text
            for predicate in (rule.body if bound else ())
            if isinstance(predicate, StatePredicate)
            for other in predicate.constraints
            if other.operator is Operator.EQUAL and other.value in bound
            for row in _met_by(weighing, predicate)
            if isinstance(text := row.get(other.variable), str) and text
        ),
    ]


def _may_be_read_as(constraint: Constraint, words: Iterable[str], shown: Raw | None) -> bool:
    """Whether somebody may take a text for one that a constraint asks for."""
    return not TABLE[constraint.operator].denies and any(
        _may_be_taken_for(word, shown, constraint.operator) for word in words
    )


def _may_be_taken_for(word: str, shown: Raw | None, operator: Operator) -> bool:
    """Whether somebody may take a text for one of which an operator says that it is so, or is not, of a word.

    What is alike in meaning is another text, and more than a spelling of this one.
    """
    entry = TABLE[operator]
    if not isinstance(shown, str) or Type.TEXT not in entry.operands or entry.relation is TextRelation.LIKENESS:
        return False
    is_to_a_part = entry.relation is not None and entry.relation.is_to_a_part
    return may_read(word, shown) if is_to_a_part else look_alike(word, shown) or may_be_read_as(word, shown)


def _members(text: str) -> list[str]:
    """The names of a set as a screen lists them: a comma within a name has no space after it."""
    return _BETWEEN_NAMES.split(text) if text.strip() else []


def _among(texts: Iterable[str], others: Collection[str]) -> bool:
    """Whether each of some names is one of others, spelled the same."""
    return set(texts) <= set(others)
