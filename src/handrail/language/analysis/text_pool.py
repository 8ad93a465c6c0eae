"""Concrete texts that stand for all texts there are, so that every witness can be read and is judged as at run time.

Two texts need not be told apart when every operator treats them alike. So the pool has each constant, for each set of
`contains` constants that a text can hold one that holds exactly those, variants of the constants of other relations,
and as many unrelated texts as there can be rows. What a text matches is asked of the function that the monitor asks.

Texts of two columns meet where a `?x` joins them. Each class of such columns is reasoned about apart, so that a
question about names need not know the texts of titles.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, count, islice
from typing import TypeAlias

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.setting import TextFacts
from handrail.language.declaration import States
from handrail.language.normal_form import normal_form
from handrail.language.operators import TABLE, Operator, TextRelation
from handrail.language.rule import Constraint, Literal, RuleVariable, StatePredicate

MOST_CONTAINED = 4
MOST_COPIES = 24
MOST_SIMILAR = 16

_WORDS = ("apple", "bridge", "cloud", "desert", "engine", "forest", "guitar", "harbour", "island", "jungle")
_SEPARATORS = "/|+~^*_;#@§¦·•"
_LETTERS = "qxzjkvwyghpbfmucldrnsitoae0123456789"


# Which columns of which tables hold texts that meet each other, and what those texts are compared with.
#
# Texts of two columns meet where a `?x` joins them. Each class of such columns is reasoned about apart, so that a
# question about names need not know the texts of titles.


Column: TypeAlias = tuple[str, str]
"""A state and one of its variables."""


@dataclass(slots=True)
class TextClass:
    """Columns whose texts meet, with the constants, in normal form, that they are compared with.

    `constants` are those that a text can be equal to, `related` those to which it can be related in some other way.
    """

    columns: set[Column] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)
    related: dict[TextRelation, set[str]] = field(
        default_factory=lambda: {relation: set() for relation in TextRelation}
    )
    tells_rows_apart: bool = False
    compares_texts: bool = False

    @property
    def contained(self) -> set[str]:
        """What a text can contain."""
        return self.related[TextRelation.CONTAINMENT]

    @property
    def similar(self) -> set[str]:
        """What a text can resemble."""
        return self.related[TextRelation.LIKENESS]

    def absorb(self, other: "TextClass") -> None:
        """Become the class of the columns of both."""
        self.columns |= other.columns
        self.constants |= other.constants
        for relation, texts in other.related.items():
            self.related[relation] |= texts
        self.tells_rows_apart |= other.tells_rows_apart
        self.compares_texts |= other.compares_texts


def named(disjuncts: Iterable[Disjunct], states: States) -> dict[str, tuple[str, ...]]:
    """The states that the cases speak of, each with its keys and the variables they constrain, as declared."""
    named: dict[str, set[str]] = {}
    for disjunct in disjuncts:
        for predicate in disjunct.predicates:
            names = named.setdefault(predicate.state, set(states[predicate.state].keys))
            names.update(constraint.variable for constraint in predicate.constraints)
    return {state: tuple(name for name in states[state].variables if name in names) for state, names in named.items()}


def text_classes(disjuncts: Sequence[Disjunct], states: States) -> tuple[TextClass, ...]:
    """The classes of all textual columns that the cases speak of."""
    class_of: dict[Column, TextClass] = {}
    for state, variables in named(disjuncts, states).items():
        for name in variables:
            if states[state].variables[name].type.is_textual:
                is_key = states[state].variables[name].key
                class_of[state, name] = TextClass({(state, name)}, tells_rows_apart=is_key)
    for disjunct in disjuncts:
        of_rule_variable: dict[str, TextClass] = {}
        for predicate, constraint in _constraints(disjunct):
            found = class_of.get((predicate.state, constraint.variable))
            if found is None:
                continue
            for term in constraint.terms:
                if isinstance(term, Literal) and isinstance(term.value, str):
                    _constants(found, constraint.operator).add(term.value)
                elif isinstance(term, RuleVariable):
                    found.tells_rows_apart = True
                    found.compares_texts |= TABLE[constraint.operator].relation is not None
                    joined = of_rule_variable.setdefault(term.name, found)
                    if joined is not found:
                        joined.absorb(found)
                        found = _merge(joined, class_of, of_rule_variable)
    return tuple({id(found): found for found in class_of.values()}.values())


def _merge(joined: TextClass, class_of: dict[Column, TextClass], of_rule_variable: dict[str, TextClass]) -> TextClass:
    for name, known in of_rule_variable.items():
        if known.columns <= joined.columns:
            of_rule_variable[name] = joined
    for column in joined.columns:
        class_of[column] = joined
    return joined


def _constants(found: TextClass, operator: Operator) -> set[str]:
    relation = TABLE[operator].relation
    return found.constants if relation is None else found.related[relation]


def _constraints(disjunct: Disjunct) -> Iterator[tuple[StatePredicate, Constraint]]:
    for predicate in disjunct.predicates:
        for constraint in predicate.constraints:
            yield predicate, constraint


# The pool of one class of columns.


@dataclass(frozen=True, slots=True)
class TextPool:
    """Texts by normal form, as they are shown. `complete`: whether they can stand for all texts there are."""

    shown: Mapping[str, str]
    complete: bool


def text_pool(
    wanted: TextClass, options: Iterable[str], rows: int, spellings: Mapping[str, str], facts: TextFacts
) -> TextPool:
    """The pool for a class of columns. `options` are the values of its Enum columns; `rows` counts all its cells."""
    known = {normal_form(option): option for option in options}
    known.update((text, spellings.get(text, text)) for text in sorted(wanted.constants))
    builder = _Builder(wanted, facts, known, spellings)
    copies = min(rows, MOST_COPIES) if wanted.tells_rows_apart else 1
    complete = copies == rows or not wanted.tells_rows_apart
    for held in _holdings(wanted.contained):
        complete &= builder.add_holders(held, copies)
    builder.add_variants(copies)
    if wanted.compares_texts:
        builder.add_mixtures()
    complete &= len(wanted.contained) <= MOST_CONTAINED and not wanted.compares_texts
    relations = {relation for relation, texts in wanted.related.items() if texts}
    complete &= relations <= {TextRelation.CONTAINMENT}  # of no other relation are all cases in the pool
    return TextPool(builder.shown, complete)


def enum_pool(options: Iterable[str]) -> TextPool:
    """The pool for columns that are all Enums: their values and nothing else."""
    return TextPool({normal_form(option): option for option in options}, complete=True)


def _holdings(contained: Iterable[str]) -> Iterator[frozenset[str]]:
    """The sets of constants that a text can hold together, each with all that its members contain."""
    constants = sorted(contained)
    sizes: Iterable[int] = range(len(constants) + 1)
    if len(constants) > MOST_CONTAINED:
        sizes = (0, 1, len(constants))
    seen = set()
    for size in sizes:
        for chosen in combinations(constants, size):
            held = frozenset(text for text in constants if any(text in holder for holder in chosen))
            if held not in seen:
                seen.add(held)
                yield held


class _Builder:
    """Collects the texts of one pool."""

    def __init__(
        self, wanted: TextClass, facts: TextFacts, known: Mapping[str, str], spellings: Mapping[str, str]
    ) -> None:
        self.wanted = wanted
        self.facts = facts
        self.spellings = spellings
        self.shown = dict(known)
        self.similar = sorted(wanted.similar)[:MOST_SIMILAR]
        used = set("".join((*known, *chain.from_iterable(wanted.related.values()))))
        self.separator = next((c for c in _SEPARATORS if c not in used), "\u241f")
        self.letters = [letter for letter in _LETTERS if letter not in used]

    def add(self, text: str) -> bool:
        """Add a text unless an equal one is there."""
        normal = normal_form(text)
        if normal in self.shown:
            return False
        self.shown[normal] = text
        return True

    def add_holders(self, held: frozenset[str], copies: int) -> bool:
        """So many texts that contain exactly these constants and are equal and similar to none; False if in vain."""
        longest = [text for text in sorted(held) if not any(text in other for other in held - {text})]
        stem = f" {self.separator} ".join(self.spellings.get(text, text) for text in longest)
        added = 0
        for text in self._candidates(stem):
            if self._holds_exactly(text, held) and self.add(text):
                added += 1
                if added == copies:
                    return True
        return False

    def _candidates(self, stem: str) -> Iterator[str]:
        if stem:
            yield stem
        for word in islice(self._words(), 4 * MOST_COPIES + len(_WORDS)):
            yield f"{stem} {self.separator} {word}" if stem else word

    def _words(self) -> Iterator[str]:
        yield from _WORDS
        a, b = (*self.letters, self.separator, self.separator)[:2]
        for number in count(1):
            yield a * 3 + (b * number if a != b else a * number)

    def _holds_exactly(self, text: str, held: frozenset[str]) -> bool:
        normal = normal_form(text)
        if any((constant in normal) != (constant in held) for constant in self.wanted.contained):
            return False
        return not any(self.facts.similar(normal, constant) for constant in self.similar)

    def add_variants(self, copies: int) -> None:
        """Texts related to each constant and not equal to it, alone and together with what they may contain.

        What contains a constant was added by `add_holders`, in every way there is.
        """
        compared = [
            (relation, constant)
            for relation, texts in self.wanted.related.items()
            if relation is not TextRelation.CONTAINMENT
            for constant in sorted(texts)[:MOST_SIMILAR]
        ]
        others = dict.fromkeys((*(text for _, text in compared), *sorted(self.wanted.contained)[:MOST_SIMILAR]))
        for relation, constant in compared:
            wanted = self.spellings.get(constant, constant)
            texts = [wanted, *(f"{wanted}{'!' * number}" for number in range(1, copies + 1))]
            texts += [f"{wanted}s", wanted[:-1], wanted[1:], f"the {wanted}", f"{wanted} {wanted}"]
            texts += [f"{wanted} {self.spellings.get(other, other)}" for other in others]
            for text in texts:
                if self.facts.holds(relation, normal_form(text), constant):
                    self.add(text)

    def add_mixtures(self) -> None:
        """Texts that contain, or resemble, other texts of the pool."""
        texts = [text for text in list(self.shown)[:6] if text]
        for text in texts:
            self.add(f"{text}!")
        for first, second in combinations(texts, 2):
            self.add(f"{first} {self.separator} {second}")
        self.add("")  # it contains nothing and is contained in nothing, not even in itself
