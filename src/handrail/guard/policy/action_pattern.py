"""Actions that a rule of a policy, or a class of reversibility, is about: one class for each field of a `when`.

To add a field, write its class here and name it in `CRITERIA`; everything else is taken from it.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BeforeValidator, Field

from handrail.app.consequence import Kind
from handrail.app.update import Update
from handrail.device.action import ActionType
from handrail.guard.built_in import SYSTEM_KINDS
from handrail.guard.decision import MILDEST_FIRST, DecisionInput, Reversibility, rank
from handrail.guard.policy.change_pattern import ChangeDocument, ChangePattern
from handrail.guard.policy.commitment import Commitment, commitments, recipients
from handrail.guard.policy.criterion import MOST, Criterion, Named, Plain, declare, given
from handrail.guard.policy.declared import Declarations, Saying
from handrail.guard.policy.name_pattern import as_list

KindWord: TypeAlias = Literal[
    "payment", "message", "post", "share", "call", "deletion", "permission", "install", "setting", "booking",
    "record", "account", "unknown",
]  # fmt: skip
ClassWord: TypeAlias = Literal["read-only", "reversible", "externally reversible", "unknown", "irreversible"]

_KINDS = {
    Kind.PAYMENT: "a payment", Kind.MESSAGE: "a message", Kind.POST: "a post", Kind.SHARE: "sharing something",
    Kind.CALL: "a call", Kind.DELETION: "a deletion", Kind.PERMISSION: "a permission",
    Kind.INSTALL: "an installation", Kind.SETTING: "a setting", Kind.BOOKING: "a booking", Kind.RECORD: "a record",
    Kind.ACCOUNT: "something about an account", Kind.UNKNOWN: "a thing of unknown kind",
}  # fmt: skip


class ProposedAction(NamedTuple):
    """An action as its criteria ask about it: what the proposal and the screen say of it in words is left out.

    So no criterion can be switched off by what an agent claims, or by what something is called. `bindings` and
    `updates` are those that trusted sources anticipate, `about` the commitments that the pattern speaks of. What the
    agent claims can only make these more, and the class worse.
    """

    package: str
    action_type: ActionType
    bindings: Sequence[str]
    updates: Sequence[Update]
    reversibility: Reversibility
    about: Sequence[Commitment]


class ActionCriterion(Criterion):
    """One field of a `when`."""

    __slots__ = ()

    opening: ClassVar[str] = "what is "
    """What stands before its words where the clause of a pattern begins with them."""
    linking: ClassVar[str] = ""
    """What stands before its words where they follow others."""
    classifies: ClassVar[bool] = False
    """Whether classes of reversibility are given by it too."""
    needs_an_effect: ClassVar[bool] = False
    """Whether it never holds of an action of which no source says anything, as of waiting and of the end."""

    @abstractmethod
    def holds(self, action: ProposedAction) -> bool:
        """Whether the action is as it says."""

    @abstractmethod
    def could_hold(self, sayings: Iterable[Saying], /) -> bool:
        """Whether something that some apps do could be as it says. What the agent claims is left aside."""

    @abstractmethod
    def describe(self) -> str:
        """Its part of the clause that tells the pattern."""


class _OfOneSource(ActionCriterion):
    """A criterion that one binding or trigger of an app meets or not."""

    __slots__ = ()

    @abstractmethod
    def could_be(self, saying: Saying) -> bool:
        """Whether this one could be what is meant."""

    def could_hold(self, sayings: Iterable[Saying]) -> bool:
        """Whether one of them could."""
        return any(self.could_be(saying) for saying in sayings)


class Around(_OfOneSource):
    """A criterion of the app or the type of action, whatever it commits or changes."""

    __slots__ = ()

    @abstractmethod
    def is_around(self, package: str, action_type: ActionType, /) -> bool:
        """Whether it is such an app or type."""

    def holds(self, action: ProposedAction) -> bool:
        """Whether the action is of such."""
        return self.is_around(action.package, action.action_type)


class OfCommitment(_OfOneSource):
    """A criterion of what the action commits: all of a pattern speak of one and the same commitment."""

    __slots__ = ()

    opening: ClassVar[str] = "what commits "
    needs_an_effect: ClassVar[bool] = True

    @abstractmethod
    def speaks_of(self, commitment: Commitment, /) -> bool:
        """Whether a commitment is one of those that are meant."""

    def holds(self, action: ProposedAction) -> bool:
        """Whether there is one."""
        return bool(action.about)


Given = TypeVar("Given", bound=ActionCriterion)


@dataclass(frozen=True)
class ActionPattern:
    """Actions that a rule is about: everything that is given must hold. A list holds if one of its entries does."""

    criteria: tuple[ActionCriterion, ...] = ()

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> "ActionPattern":
        """From the fields of a file."""
        return cls(given(CRITERIA, values))

    def given(self, kind: type[Given]) -> Given | None:
        """One of its criteria, if it is given."""
        return next((criterion for criterion in self.criteria if isinstance(criterion, kind)), None)

    def holds(self, decision_input: DecisionInput, reversibility: Reversibility) -> bool:
        """Whether an action of a class is what is meant."""
        said = commitments(decision_input) if self._of_commitments else ()
        about = [commitment for commitment in said if self.speaks_of(commitment)] if said else []
        if (self._of_commitments and not about) or not self.is_around(decision_input):
            return False
        action = ProposedAction(
            decision_input.package,
            decision_input.proposal.action.type,
            decision_input.anticipation.bindings,
            decision_input.anticipation.updates,
            reversibility,
            about,
        )
        return all(criterion.holds(action) for criterion in self._beyond)

    def is_around(self, decision_input: DecisionInput) -> bool:
        """Whether the app and the type of action are those of the pattern."""
        package, action_type = decision_input.package, decision_input.proposal.action.type
        return all(around.is_around(package, action_type) for around in self._around)

    def speaks_of(self, commitment: Commitment) -> bool:
        """Whether a commitment has one of the names and one of the kinds of the pattern, where it gives any."""
        return all(criterion.speaks_of(commitment) for criterion in self._of_commitments)

    @cached_property
    def needs_a_commitment(self) -> bool:
        """Whether only what commits something can be meant."""
        return bool(self._of_commitments)

    @cached_property
    def names_commitments(self) -> bool:
        """Whether the pattern is about certain commitments."""
        return self.given(Kinds) is not None or self.given(CommitmentName) is not None

    @cached_property
    def bindings(self) -> "Bindings | None":
        """The bindings that the pattern is about."""
        return self.given(Bindings)

    @property
    def changes(self) -> tuple[ChangePattern, ...]:
        """The changes that the pattern is about."""
        found = self.given(Changes)
        return found.patterns if found is not None else ()

    def could_hold(self, declared: Declarations) -> bool:
        """Whether something that some apps do could be what is meant. What the agent claims is left aside."""
        kinds = self.given(Kinds)
        if kinds is not None and self.given(CommitmentName) is None and set(kinds.kinds) & set(SYSTEM_KINDS.values()):
            return True
        here = [saying for saying in declared.sayings if all(around.could_be(saying) for around in self._around)]
        of_one = self._of_commitments
        if of_one and not any(
            saying.commits and all(commitment.could_be(saying) for commitment in of_one) for saying in here
        ):
            return False
        return all(criterion.could_hold(here) for criterion in self._beyond)

    def show(self) -> dict[str, Any]:
        """As a file says it."""
        return {criterion.name: criterion.show() for criterion in self.criteria}

    def describe(self) -> str:
        """As a clause, for people."""
        first, *more = self.criteria
        return ", ".join(
            (first.opening + first.describe(), *(criterion.linking + criterion.describe() for criterion in more))
        )

    @cached_property
    def _around(self) -> tuple[Around, ...]:
        return tuple(criterion for criterion in self.criteria if isinstance(criterion, Around))

    @cached_property
    def _of_commitments(self) -> tuple[OfCommitment, ...]:
        return tuple(criterion for criterion in self.criteria if isinstance(criterion, OfCommitment))

    @cached_property
    def _beyond(self) -> tuple[ActionCriterion, ...]:
        """What is left where the app and the type of action are right."""
        return tuple(criterion for criterion in self.criteria if not isinstance(criterion, Around))


@dataclass(frozen=True, slots=True)
class Kinds(OfCommitment):
    """A kind that a trusted source declares for what is committed."""

    name: ClassVar[str] = "kind"
    written: ClassVar[Any] = Annotated[
        list[KindWord], BeforeValidator(as_list, json_schema_input_type=KindWord | list[KindWord])
    ]
    means: ClassVar[str] = "the kind that is declared for what the action commits"
    default: ClassVar[Any] = []
    classifies: ClassVar[bool] = True

    kinds: tuple[Kind, ...]

    @classmethod
    def read(cls, value: Sequence[str]) -> "Kinds":
        """From the words."""
        return cls(tuple(Kind(name) for name in value))

    def speaks_of(self, commitment: Commitment) -> bool:
        """Whether the commitment is of such a kind."""
        return commitment.kind in self.kinds

    def could_be(self, saying: Saying) -> bool:
        """Whether what the source commits is of such a kind."""
        return saying.kind in self.kinds

    def show(self) -> list[str]:
        """The words."""
        return [kind.value for kind in self.kinds]

    def describe(self) -> str:
        """Which."""
        return f"{' or '.join(_KINDS[kind] for kind in self.kinds)}"


@dataclass(frozen=True, slots=True)
class CommitmentName(Named[ActionPattern], OfCommitment):
    """What an app's model, or the agent, calls what is committed."""

    name: ClassVar[str] = "commits"
    means: ClassVar[str] = "what the action commits, by name"
    linking: ClassVar[str] = "called "
    what: ClassVar[str] = "an action that commits"
    classifies: ClassVar[bool] = True

    def speaks_of(self, commitment: Commitment) -> bool:
        """Whether the commitment is called so."""
        return self.matches(commitment.name)

    def could_be(self, saying: Saying) -> bool:
        """Whether what the source commits is called so."""
        return any(self.matches(name) for name in saying.commits)

    def known(self, declared: Declarations, _: ActionPattern, /) -> Collection[str]:
        """All that can be committed."""
        return declared.commitments


@dataclass(frozen=True, slots=True)
class ToMoreThan(Plain[int], OfCommitment):
    """What is committed goes to more people than that together, or nobody can say to how many."""

    name: ClassVar[str] = "to_more_than"
    written: ClassVar[Any] = Annotated[int, Field(ge=0, le=MOST)] | None
    opening: ClassVar[str] = "what goes "
    means: ClassVar[str] = "it goes to more than so many people, or nobody can say to how many"

    def speaks_of(self, _: Commitment, /) -> bool:
        """Every commitment: all are counted together."""
        return True

    def holds(self, action: ProposedAction) -> bool:
        """Whether it goes to more."""
        return bool(action.about) and recipients(action.about) > self.value

    def could_be(self, saying: Saying) -> bool:
        """Whether it goes to people at all."""
        return saying.goes_to_people

    def describe(self) -> str:
        """How many."""
        return f"to more than {self.value:,} people"


@dataclass(frozen=True, slots=True)
class Changes(ActionCriterion):
    """What is about to change; of several all must hold."""

    name: ClassVar[str] = "changes"
    written: ClassVar[Any] = Annotated[
        list[ChangeDocument], BeforeValidator(as_list, json_schema_input_type=ChangeDocument | list[ChangeDocument])
    ]
    means: ClassVar[str] = "what it is about to change; of several all must hold"
    default: ClassVar[Any] = []
    opening: ClassVar[str] = "what "
    needs_an_effect: ClassVar[bool] = True

    patterns: tuple[ChangePattern, ...]

    @classmethod
    def read(cls, value: Sequence[Mapping[str, Any]]) -> "Changes":
        """From the changes of a file."""
        return cls(tuple(ChangePattern.read(name) for name in value))

    def holds(self, action: ProposedAction) -> bool:
        """Whether all of them are anticipated."""
        return all(pattern.holds(action.updates) for pattern in self.patterns)

    def could_hold(self, sayings: Iterable[Saying]) -> bool:
        """Whether for each of them a source could announce it."""
        return all(any(pattern.could_be(saying) for saying in sayings) for pattern in self.patterns)

    def show(self) -> list[dict[str, Any]]:
        """As a file says them."""
        return [pattern.show() for pattern in self.patterns]

    def describe(self) -> str:
        """Which."""
        return ", ".join(pattern.describe() for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Bindings(Named[ActionPattern], _OfOneSource):
    """The bindings of an app's model that speak of the action."""

    name: ClassVar[str] = "bindings"
    means: ClassVar[str] = "the bindings of the app's model that say so"
    opening: ClassVar[str] = "what is by the binding "
    linking: ClassVar[str] = "by the binding "
    what: ClassVar[str] = "a binding called"
    classifies: ClassVar[bool] = True
    needs_an_effect: ClassVar[bool] = True

    def holds(self, action: ProposedAction) -> bool:
        """Whether one of them does."""
        return any(self.matches(name) for name in action.bindings)

    def could_be(self, saying: Saying) -> bool:
        """Whether the source is one of them."""
        return self.matches(saying.name)

    def known(self, declared: Declarations, _: ActionPattern, /) -> Collection[str]:
        """All bindings."""
        return declared.bindings


@dataclass(frozen=True, slots=True)
class Packages(Named[ActionPattern], Around):
    """The app."""

    name: ClassVar[str] = "packages"
    means: ClassVar[str] = "the app"
    opening: ClassVar[str] = "what is in "
    linking: ClassVar[str] = "in "
    what: ClassVar[str] = "the package"
    classifies: ClassVar[bool] = True

    def is_around(self, package: str, _: ActionType, /) -> bool:
        """Whether it is such an app."""
        return self.matches(package)

    def could_be(self, saying: Saying) -> bool:
        """Whether the source is of such an app, or of any."""
        return not saying.package or self.matches(saying.package)

    def known(self, declared: Declarations, _: ActionPattern, /) -> Collection[str]:
        """All apps."""
        return declared.packages


@dataclass(frozen=True, slots=True)
class Actions(Around):
    """The type of action."""

    name: ClassVar[str] = "actions"
    written: ClassVar[Any] = Annotated[
        list[ActionType], BeforeValidator(as_list, json_schema_input_type=ActionType | list[ActionType])
    ]
    means: ClassVar[str] = "the type of action"
    default: ClassVar[Any] = []
    classifies: ClassVar[bool] = True

    types: tuple[str, ...]

    @classmethod
    def read(cls, value: Sequence[str]) -> "Actions":
        """From the names of the types."""
        return cls(tuple(value))

    def is_around(self, _: str, action_type: ActionType, /) -> bool:
        """Whether it is such a type."""
        return action_type in self.types

    def could_be(self, saying: Saying) -> bool:
        """Whether the source speaks of such a type."""
        return bool(saying.actions & set(self.types))

    def show(self) -> list[str]:
        """The names of the types."""
        return list(self.types)

    def describe(self) -> str:
        """Which."""
        return f"by {' or '.join(self.types)}"


@dataclass(frozen=True, slots=True)
class AtLeast(ActionCriterion):
    """The action is at least this hard to take back."""

    name: ClassVar[str] = "at_least"
    written: ClassVar[Any] = ClassWord | None
    means: ClassVar[str] = "the action is at least this hard to take back"

    reversibility: Reversibility

    @classmethod
    def read(cls, value: str) -> "AtLeast":
        """From the name of the class."""
        return cls(Reversibility(value))

    def holds(self, action: ProposedAction) -> bool:
        """Whether the class of the action is as severe."""
        return rank(action.reversibility) >= rank(self.reversibility)

    def could_hold(self, _: Iterable[Saying], /) -> bool:
        """How hard something is to take back depends on policies too."""
        return True

    def show(self) -> str:
        """The name of the class."""
        return self.reversibility.value

    def describe(self) -> str:
        """How hard."""
        worst = self.reversibility is MILDEST_FIRST[-1]
        return f"if it is {self.reversibility.value}{'' if worst else ' or worse'}"


CRITERIA: tuple[type[ActionCriterion], ...] = declare(
    Kinds, CommitmentName, ToMoreThan, Changes, Bindings, Packages, Actions, AtLeast
)
