"""What the user asked for, as a value: what the comparators hold an action against.

Whatever could not be read is `None`, which says *unknown*: a comparator that needs it is silent. An empty set says that
there is nothing of the kind, which is something else.
"""

from dataclasses import dataclass
from enum import StrEnum

from handrail.sentinel.entity import Entity
from handrail.sentinel.finding import Category
from handrail.sentinel.normalization import squeeze

NOTHING: frozenset[str] = frozenset()


class Reader(StrEnum):
    """Who read it, the most reliable first; every finding says which."""

    SPECIFICATION = "the accepted rules"
    MODEL = "a model"
    WORDS = "words alone"


class Scope(StrEnum):
    """How much of a kind is meant."""

    ALL = "all"
    NAMED = "only what was named"


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose that is a risk in itself, and the words that admit to it."""

    category: Category
    words: str


@dataclass(frozen=True, slots=True)
class Intent:
    """A reading of the instruction. Acts and things are concepts of the lexicon, words those of `normalization.keys`.

    `acts` are what it asks for, `permits` those and what it leads to in passing: no reason to do it, but an excuse.
    `forbidden` are acts that it withholds, `reserved` says in its own words what the user does himself or waits with.
    `named` are the words of what it is about, `kept` those that stand only where something is withheld.
    `recipients` are the names of those who get something. `limit` is the most that may be spent. `told` are the values
    that accepted rules name as what something is to be.
    """

    text: str
    reader: Reader
    acts: frozenset[str] | None = None
    permits: frozenset[str] = NOTHING
    forbidden: frozenset[str] | None = None
    reserved: str = ""
    named: frozenset[str] | None = None
    kept: frozenset[str] = NOTHING
    things: frozenset[str] = NOTHING
    kept_things: frozenset[str] = NOTHING
    recipients: frozenset[str] | None = None
    numbers: frozenset[str] = NOTHING
    amounts: tuple[float, ...] | None = None
    limit: float | None = None
    scope: Scope | None = None
    only_looks: bool | None = None
    private: bool | None = None
    public: bool | None = None
    repeats: bool | None = None
    consents: bool | None = None
    age: int | None = None
    purposes: tuple[Purpose, ...] | None = None
    entities: tuple[Entity, ...] = ()
    told: frozenset[str] = NOTHING

    @property
    def words(self) -> frozenset[str]:
        """The words of what it is about, as far as they are known."""
        return self.named or NOTHING

    @property
    def only_asks_to_know(self) -> bool:
        """Whether it is known that nothing is to be done."""
        return self.acts is not None and not self.acts and not self.permits

    def holds(self, value: str) -> bool:
        """Whether the value itself stands in the instruction, or is named by the rules."""
        squeezed = squeeze(value)
        return bool(squeezed) and (squeezed in squeeze(self.text) or squeezed in map(squeeze, self.told))
