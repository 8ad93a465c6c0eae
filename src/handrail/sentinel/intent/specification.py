"""The intent as the accepted rules say it: what a person has read and agreed to is the best reading there is."""

import re
from collections.abc import Iterator
from dataclasses import replace

from handrail.language.rule import Literal, Objective, StatePredicate
from handrail.language.specification import Specification
from handrail.sentinel.intent.intent import NOTHING, Intent, Reader
from handrail.sentinel.intent.words import read_words
from handrail.sentinel.normalization import keys, numbers
from handrail.text import lexicon

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def read_specification(instruction: str, specification: Specification, region: str = "US") -> Intent:
    """What the rules ask for, and of what they do not speak, such as what is private, the words of the instruction.

    The acts are unknown where an objective's name is no act of the lexicon, since then nobody can say which they are.
    Without rules it is the reading of the words.
    """
    said = read_words(instruction, region)
    if not specification.asks_for_anything:
        return said
    named = [rule.head.name for rule in specification.rules if isinstance(rule.head, Objective)]
    acts = [lexicon("acts").among(" ".join(_WORD.findall(name)).casefold()) for name in named]
    asked = frozenset().union(*acts, NOTHING)
    values = " ".join(_values(specification))
    return replace(
        said,
        reader=Reader.SPECIFICATION,
        acts=asked if all(acts) else None,
        permits=said.permits | asked,
        named=(said.words | keys(values) | keys(" ".join(_WORD.findall(" ".join(named))))) or None,
        numbers=said.numbers | numbers(values),
    )


def _values(specification: Specification) -> Iterator[str]:
    for rule in specification.rules:
        for predicate in rule.body:
            if isinstance(predicate, StatePredicate):
                for constraint in predicate.constraints:
                    yield from (str(term.value) for term in constraint.terms if isinstance(term, Literal))
