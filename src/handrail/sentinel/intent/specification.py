"""The intent as the accepted rules say it: what a person has read and agreed to is the best reading there is."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from handrail.app.consequence import DeclaredCommitment, Kind
from handrail.language.operators import Operator
from handrail.language.rule import Literal, Objective, StatePredicate
from handrail.language.specification import Specification
from handrail.sentinel.entity import find
from handrail.sentinel.intent.identifiers import without_identifiers
from handrail.sentinel.intent.intent import NOTHING, Intent, Reader
from handrail.sentinel.intent.words import read_words
from handrail.sentinel.normalization import keys, numbers
from handrail.text import lexicon

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_OF_KIND: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.PAYMENT: frozenset({"pay", "buy"}),
    Kind.MESSAGE: frozenset({"send"}),
    Kind.POST: frozenset({"post"}),
    Kind.SHARE: frozenset({"share"}),
    Kind.CALL: frozenset({"call"}),
    Kind.DELETION: frozenset({"delete"}),
    Kind.PERMISSION: frozenset({"allow", "block"}),
    Kind.INSTALL: frozenset({"install", "update", "uninstall"}),
    Kind.SETTING: frozenset({"enable", "disable"}),
    Kind.BOOKING: frozenset({"buy", "submit"}),
    Kind.RECORD: frozenset({"save"}),
    Kind.ACCOUNT: frozenset({"sign_in", "sign_out"}),
}
"""The acts that a commitment of a kind may be; of none it is not known."""


def read_specification(
    instruction: str,
    specification: Specification,
    declared: Iterable[DeclaredCommitment] = (),
    region: str = "US",
) -> Intent:
    """What the rules ask for, and of what they do not speak, such as what is private, the words of the instruction.

    An objective's acts are those of its name, else those of the kinds that `declared` says it is of. Where neither
    tells, all are unknown, since then nobody can say which they are. Without rules it is the reading of the words.
    """
    said = read_words(instruction, region)
    if not specification.asks_for_anything:
        return said
    named = [rule.head.name for rule in specification.rules if isinstance(rule.head, Objective)]
    kinds = {commitment.name: commitment.kinds for commitment in declared}
    acts = [_acts(name, kinds.get(name, ())) for name in named]
    asked = frozenset().union(*acts, NOTHING)
    values = "\n".join(_values(specification))
    return replace(
        said,
        reader=Reader.SPECIFICATION,
        acts=asked if all(acts) else None,
        permits=said.permits | asked,
        named=(said.words | keys(values) | keys(" ".join(_WORD.findall(" ".join(named))))) or None,
        told=frozenset(_told(specification)),
        numbers=said.numbers | numbers(without_identifiers(values, find(values, region=region))),
    )


def _acts(objective: str, kinds: Iterable[Kind]) -> frozenset[str]:
    said = lexicon("acts").among(" ".join(_WORD.findall(objective)).casefold())
    return said or NOTHING.union(*(_OF_KIND.get(kind, NOTHING) for kind in kinds))


def _told(specification: Specification) -> Iterator[str]:
    """The texts that something is to be, and not those that nothing may be."""
    wanted = [
        constraint
        for rule in specification.rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate) and not predicate.holds_on_nothing
        for constraint in predicate.constraints
        if constraint.operator in (Operator.EQUAL, Operator.IN)
    ]
    for constraint in wanted:
        yield from (
            term.value for term in constraint.terms if isinstance(term, Literal) and isinstance(term.value, str)
        )


def _values(specification: Specification) -> Iterator[str]:
    for rule in specification.rules:
        for predicate in rule.body:
            if isinstance(predicate, StatePredicate):
                for constraint in predicate.constraints:
                    yield from (str(term.value) for term in constraint.terms if isinstance(term, Literal))
