"""Anticipated updates that a rule of a policy is about: of one of these states, perhaps with more than so much.

Where a screen could not be read, or holds something that cannot be compared, the pattern holds: not knowing how much
is sent is no reason to send it.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import Field

from handrail.app.update import Raw, Update
from handrail.guard.policy.commitment import names_in
from handrail.guard.policy.criterion import MOST, Criterion, Named, Plain, PolicyPart, declare, document_of, given
from handrail.guard.policy.declared import Change, Declarations, Saying


class Selected(NamedTuple):
    """The updates that a pattern is about, and their values of the variables that it names, if it names any."""

    updates: Sequence[Update]
    values: Sequence[Raw] | None


class ChangeCriterion(Criterion):
    """One field of `changes`. `is_of` narrows the updates, `holds` asks about all that are left."""

    __slots__ = ()

    def is_of(self, _: Update, /) -> bool:
        """Whether an update is one of those that are meant."""
        return True

    @abstractmethod
    def holds(self, selected: Selected) -> bool:
        """Whether what is left of the updates is as it says."""

    def could_be(self, _: Change, /) -> bool:
        """Whether an update that an app announces could be what is meant; values are not announced."""
        return True

    @abstractmethod
    def describe(self, pattern: "ChangePattern", /) -> str:
        """Its part of the clause that tells the pattern."""


Given = TypeVar("Given", bound=ChangeCriterion)


@dataclass(frozen=True)
class ChangePattern:
    """What an action is about to change: everything that is given must hold."""

    criteria: tuple[ChangeCriterion, ...] = ()

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> "ChangePattern":
        """From the fields of a file."""
        return cls(given(CHANGE_CRITERIA, values))

    def given(self, kind: type[Given]) -> Given | None:
        """One of its criteria, if it is given."""
        return next((criterion for criterion in self.criteria if isinstance(criterion, kind)), None)

    def holds(self, updates: Iterable[Update]) -> bool:
        """Whether some updates are as it says."""
        about = [update for update in updates if all(criterion.is_of(update) for criterion in self.criteria)]
        named = self.given(Variables)
        values = (
            None
            if named is None
            else [value for update in about for name, value in _named(update) if named.matches(name)]
        )
        selected = Selected(about, values)
        return bool(about) and all(criterion.holds(selected) for criterion in self.criteria)

    def could_be(self, saying: Saying) -> bool:
        """Whether a source of an app could announce such an update; of what it computes only the states are known."""
        if saying.changes is None:
            states = self.given(States)
            return states is None or any(states.matches(state) for state in saying.states)
        return any(all(criterion.could_be(change) for criterion in self.criteria) for change in saying.changes)

    def show(self) -> dict[str, Any]:
        """As a file says it."""
        return {criterion.name: criterion.show() for criterion in self.criteria}

    def describe(self) -> str:
        """As a clause, for people."""
        deletes, states = self.given(Deletes), self.given(States)
        head = [deletes.describe(self) if deletes else "changes", states.describe(self) if states else "any state"]
        return " ".join(
            (*head, *(criterion.describe(self) for criterion in self.criteria if criterion not in (deletes, states)))
        )

    def why_not(self) -> tuple[str, str] | None:
        """What is wrong with a pattern that cannot be meant, and what would be right."""
        if self.given(Above) is not None and self.given(Variables) is None:
            return "`above` without a `variable`", "say which number: `variable: amount`"
        if not any(isinstance(criterion, States | Variables | Deletes) for criterion in self.criteria):
            return "a change of anything", "say of which `state` or `variable`, or `deletes: true`"
        return None


@dataclass(frozen=True, slots=True)
class States(Named[ChangePattern], ChangeCriterion):
    """Of one of these states."""

    name: ClassVar[str] = "state"
    means: ClassVar[str] = "the state that changes; left out: any"
    what: ClassVar[str] = "a state"

    def is_of(self, update: Update, /) -> bool:
        """Whether the update is of such a state."""
        return self.matches(str(update.state))

    def holds(self, selected: Selected) -> bool:
        """Whether any update is."""
        return bool(selected.updates)

    def could_be(self, change: Change, /) -> bool:
        """Whether the announced update is of such a state."""
        return self.matches(change.state)

    def known(self, declared: Declarations, _: ChangePattern, /) -> Collection[str]:
        """All states."""
        return declared.states


@dataclass(frozen=True, slots=True)
class Variables(Named[ChangePattern], ChangeCriterion):
    """Naming one of these variables."""

    name: ClassVar[str] = "variable"
    means: ClassVar[str] = "a variable that the update names"
    what: ClassVar[str] = "a variable"

    def holds(self, selected: Selected) -> bool:
        """Whether any of them is named."""
        return bool(selected.values)

    def could_be(self, change: Change, /) -> bool:
        """Whether the announced update names one."""
        return any(self.matches(name) for name in change.variables)

    def describe(self, *_: ChangePattern) -> str:
        """Which."""
        return f"with {Named.describe(self)}"

    def known(self, declared: Declarations, pattern: ChangePattern, /) -> Collection[str] | None:
        """Those of the states that are meant."""
        states = pattern.given(States)
        return declared.variables(states.patterns if states is not None else ()) or None


@dataclass(frozen=True, slots=True)
class Above(Plain[Decimal], ChangeCriterion):
    """A value is a number above this, or cannot be compared."""

    name: ClassVar[str] = "above"
    written: ClassVar[Any] = Decimal | None
    means: ClassVar[str] = "its value is more than this, or cannot be compared"

    def holds(self, selected: Selected) -> bool:
        """Whether one of the values is."""
        return selected.values is None or any(_exceeds(value, self.value) for value in selected.values)

    def describe(self, _: ChangePattern, /) -> str:
        """How much."""
        return f"above {self.value:f}"


@dataclass(frozen=True, slots=True)
class MoreThan(Plain[int], ChangeCriterion):
    """There are more names in the values, or, where no variable is given, more updates; the uncountable is too much."""

    name: ClassVar[str] = "more_than"
    written: ClassVar[Any] = Annotated[int, Field(ge=0, le=MOST)] | None
    means: ClassVar[str] = (
        "it names more than so many people; without `variable`: there are more such updates than that"
    )

    def holds(self, selected: Selected) -> bool:
        """Whether there are more."""
        counted = (
            len(selected.updates) if selected.values is None else sum(names_in(value) for value in selected.values)
        )
        return counted > self.value

    def describe(self, pattern: ChangePattern, /) -> str:
        """How many of what."""
        counted = "people" if pattern.given(Variables) is not None else "at once"
        return f"of more than {self.value:,} {counted}"


@dataclass(frozen=True, slots=True)
class Deletes(ChangeCriterion):
    """A row goes."""

    name: ClassVar[str] = "deletes"
    written: ClassVar[Any] = Literal[True] | None
    means: ClassVar[str] = "the update deletes a row"

    @classmethod
    def read(cls, _: Literal[True], /) -> "Deletes":
        """From `true`, the only value that says something."""
        return cls()

    def is_of(self, update: Update, /) -> bool:
        """Whether the update deletes."""
        return update.delete is not None

    def holds(self, selected: Selected) -> bool:
        """Whether any update does."""
        return bool(selected.updates)

    def could_be(self, change: Change, /) -> bool:
        """Whether the announced update deletes."""
        return change.deletes

    def show(self) -> bool:
        """`true`."""
        return True

    def describe(self, _: ChangePattern, /) -> str:
        """The verb of the clause."""
        return "deletes"


CHANGE_CRITERIA: tuple[type[ChangeCriterion], ...] = declare(States, Variables, Above, MoreThan, Deletes)

if TYPE_CHECKING:
    ChangeDocument: TypeAlias = PolicyPart
else:
    ChangeDocument = document_of("ChangeDocument", "An update that the action is about to make.", CHANGE_CRITERIA)


def _named(update: Update) -> list[tuple[str, Raw]]:
    named: list[tuple[str, Raw]] = []
    for values in (update.set, update.delete):
        named += [(str(name), value) for name, value in (values or {}).items()]
    return named


def _exceeds(value: Raw, most: Decimal) -> bool:
    match value:
        case bool():
            return True
        case int() | Decimal():
            number = Decimal(value)
        case float():
            number = Decimal(repr(value))
        case _:
            return True
    return not number.is_finite() or number > most
