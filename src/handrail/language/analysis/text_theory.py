"""Texts as whole numbers for the solver, in two ways that bound the truth from below and from above.

`PoolTheory` knows only the texts of a pool, so what it finds is real. `FreeTheory` lets a text that is no constant
contain and resemble whatever it likes, so what it rules out is impossible, whatever the similarity.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from handrail.language.analysis.logic import Formula, Logic, Quantity
from handrail.language.analysis.setting import Setting, TextFacts
from handrail.language.analysis.text_pool import Column, TextClass, TextPool, enum_pool, text_pool
from handrail.language.declaration import States
from handrail.language.operators import TextRelation
from handrail.language.value import Type

_EMPTY = ""


class TextTheory(Protocol):
    """How the texts of one class of columns are reasoned about. Texts are in normal form throughout."""

    def domain(self, value: Quantity) -> Formula:
        """The value is a text."""
        ...

    def among(self, value: Quantity, texts: Iterable[str]) -> Formula:
        """The value is one of these constants."""
        ...

    def related(self, relation: TextRelation, value: Quantity, text: str) -> Formula:
        """`value contains text` or `value ~= text`."""
        ...

    def related_values(self, relation: TextRelation, found: Quantity, wanted: Quantity) -> Formula:
        """The same between two values."""
        ...


class PoolTheory:
    """A text is its place in the pool."""

    def __init__(self, logic: Logic, pool: TextPool, facts: TextFacts) -> None:
        self.logic = logic
        self.facts = facts
        self.texts = tuple(pool.shown)
        self.places = {text: place for place, text in enumerate(self.texts)}

    def domain(self, value: Quantity) -> Formula:
        """Within the pool."""
        return _between(self.logic, 0, value, len(self.texts) - 1)

    def among(self, value: Quantity, texts: Iterable[str]) -> Formula:
        """Constants are all in the pool."""
        return _one_of(self.logic, value, (self.places[text] for text in texts))

    def related(self, relation: TextRelation, value: Quantity, text: str) -> Formula:
        """A table."""
        matching = (place for place, found in enumerate(self.texts) if self.facts.holds(relation, found, text))
        return _one_of(self.logic, value, matching)

    def related_values(self, relation: TextRelation, found: Quantity, wanted: Quantity) -> Formula:
        """A table of pairs."""
        return self.logic.any_of(
            self.logic.all_of((_one_of(self.logic, wanted, (place,)), self.related(relation, found, text)))
            for place, text in enumerate(self.texts)
        )


class FreeTheory:
    """A constant is its place among the constants; every greater number is some other text, and none of these empty.

    `related` are the constants to which texts can be related otherwise than by being equal, by relation.
    """

    def __init__(
        self,
        logic: Logic,
        name: str,
        constants: Iterable[str],
        related: Mapping[TextRelation, Iterable[str]],
        facts: TextFacts,
    ) -> None:
        self.logic = logic
        self.name = name
        self.facts = facts
        self.related_texts = {relation: tuple(texts) for relation, texts in related.items()}
        self.texts = tuple(dict.fromkeys((_EMPTY, *constants)))
        self.places = {text: place for place, text in enumerate(self.texts)}
        self.others = logic.whole_constant(len(self.texts))
        self.relations: dict[tuple[TextRelation, str | None], Callable[..., Formula]] = {}

    def domain(self, value: Quantity) -> Formula:
        """Any text."""
        return self.logic.at_most(self.logic.whole_constant(0), value)

    def among(self, value: Quantity, texts: Iterable[str]) -> Formula:
        """Constants are known."""
        return _one_of(self.logic, value, (self.places[text] for text in texts))

    def related(self, relation: TextRelation, value: Quantity, text: str) -> Formula:
        """Known of constants, free of others; a part of what is a part of a text is a part of that text."""
        known = (place for place, found in enumerate(self.texts) if self.facts.holds(relation, found, text))
        free = self.logic.any_of(self._relation(relation, holder, 1)(value) for holder in self._holders(relation, text))
        return self.logic.any_of(
            (_one_of(self.logic, value, known), self.logic.all_of((self.logic.at_most(self.others, value), free)))
        )

    def _holders(self, relation: TextRelation, text: str) -> Iterable[str]:
        if not relation.is_to_a_part:
            return [text]
        return [holder for holder in self.related_texts[relation] if self.facts.holds(relation, holder, text)]

    def related_values(self, relation: TextRelation, found: Quantity, wanted: Quantity) -> Formula:
        """Every text is so related to itself, but the empty one is a part of none; of two others nothing is known."""
        free = self._relation(relation, None, 2)(found, wanted)
        related = self.logic.any_of((self.logic.equal(found, wanted), free))
        if not relation.is_to_a_part:
            return related
        return self.logic.all_of((self.logic.negation(self.among(wanted, (_EMPTY,))), related))

    def _relation(self, relation: TextRelation, text: str | None, arity: int) -> Callable[..., Formula]:
        known = self.relations.get((relation, text))
        if known is None:
            known = self.logic.relation(f"{self.name} {relation} {len(self.relations)}", arity)
            self.relations[relation, text] = known
        return known


def _one_of(logic: Logic, value: Quantity, places: Iterable[int]) -> Formula:
    """The value is one of these, said in stretches."""
    stretches: list[list[int]] = []
    for place in sorted(set(places)):
        if stretches and stretches[-1][1] == place - 1:
            stretches[-1][1] = place
        else:
            stretches.append([place, place])
    return logic.any_of(_between(logic, first, value, last) for first, last in stretches)


def _between(logic: Logic, first: int, value: Quantity, last: int) -> Formula:
    if first == last:
        return logic.equal(value, logic.whole_constant(first))
    low = logic.at_most(logic.whole_constant(first), value)
    return logic.all_of((low, logic.at_most(value, logic.whole_constant(last))))


# The texts of one question: for each class of columns its pool, and the theory that the solver reasons with.


def pools(classes: Sequence[TextClass], rows: Mapping[str, int], setting: Setting) -> tuple[TextPool, ...]:
    """A pool for each class, large enough for so many rows."""
    return tuple(_pool(found, rows, setting) for found in classes)


def pool_theories(
    logic: Logic, classes: Sequence[TextClass], pools: Sequence[TextPool], setting: Setting
) -> Mapping[Column, TextTheory]:
    """Theories of what the pools hold."""
    theories = (PoolTheory(logic, pool, setting.facts) for pool in pools)
    return _by_column(classes, tuple(theories))


def free_theories(logic: Logic, classes: Sequence[TextClass], setting: Setting) -> Mapping[Column, TextTheory]:
    """Theories of all texts there are."""
    theories = []
    for number, found in enumerate(classes):
        constants = (*_options(found, setting.states), *sorted(found.constants))
        related = {relation: sorted(texts) for relation, texts in found.related.items()}
        theories.append(FreeTheory(logic, str(number), constants, related, setting.facts))
    return _by_column(classes, theories)


def _by_column(classes: Sequence[TextClass], theories: Sequence[TextTheory]) -> Mapping[Column, TextTheory]:
    return {column: theory for found, theory in zip(classes, theories, strict=True) for column in found.columns}


def _pool(found: TextClass, rows: Mapping[str, int], setting: Setting) -> TextPool:
    options = _options(found, setting.states)
    if all(_type(column, setting.states) is Type.ENUM for column in found.columns):
        return enum_pool(options)
    cells = sum(rows[state] for state, _ in found.columns)
    return text_pool(found, options, cells, setting.spellings, setting.facts)


def _options(found: TextClass, states: States) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for state, name in sorted(found.columns):
        options.update(states[state].variables[name].by_normal_form)
    return options


def _type(column: Column, states: States) -> Type:
    state, name = column
    return states[state].variables[name].type
