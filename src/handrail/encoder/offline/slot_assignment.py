"""One constraint that a clause may mean: a variable, what it should be, and the words that say so."""

from collections.abc import Mapping
from dataclasses import dataclass

from handrail.encoder.offline.schema import NamedVariable
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, RuleVariable, Term


@dataclass(frozen=True, slots=True)
class SlotAssignment:
    """`covers` says for each position how well the placement accounts for the word there, from 0 to 1.

    `words` are the positions of the words that name the value, from the first up to the last (excluded); both 0 where
    no word does. `cost` is what speaks against it, on the scale of the weights of words.
    """

    variable: NamedVariable
    operator: Operator
    value: Term | tuple[Term, ...]
    covers: Mapping[int, float]
    cost: float
    words: tuple[int, int] = (0, 0)
    assumption: str | None = None
    source: str = ""

    @property
    def constraint(self) -> Constraint:
        """As rules hold it."""
        return Constraint(self.variable.variable.name, self.operator, self.value)

    @property
    def only_observes(self) -> bool:
        """Whether any value will do."""
        return isinstance(self.value, RuleVariable)
