"""What a field of a rule's `when` is: how a file writes it, what it matches, and how it is shown and told.

Each criterion is one class that says all of this, and nothing else lists the fields: the shape of a policy file, its
reading, the matching, the canonical text, the summary and the review are taken from the classes. A field that is
accepted and does nothing cannot be declared.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

from handrail.guard.policy.declared import Declarations
from handrail.guard.policy.name_pattern import NamePattern, PatternTexts, name_patterns, sources_of
from handrail.language.normal_form import normal_form

MOST = 1_000_000
"""The largest number in a policy."""


class Criterion(ABC):
    """A field with its value, as it is given in one pattern. The pattern holds if all of its criteria do."""

    __slots__ = ()

    name: ClassVar[str]
    """As a file writes it."""
    written: ClassVar[Any]
    """The type of what stands in a file. A criterion that is only ever `true` is `Literal[True] | None`."""
    means: ClassVar[str]
    """What it is, for people who write policies."""
    default: ClassVar[Any] = None
    """What the shape of a file has where the field is left out."""

    @classmethod
    @abstractmethod
    def read(cls, value: Any, /) -> Self:
        """From what a file says; its shape has been checked."""

    @abstractmethod
    def show(self) -> Any:
        """As a file says it: `read` takes it back to an equal criterion."""


Declaration = TypeVar("Declaration", bound=Criterion)


def declare(*criteria: type[Declaration]) -> tuple[type[Declaration], ...]:
    """All criteria that a pattern can have, in the order in which they are shown and told.

    Raises `TypeError` for one that leaves something open.
    """
    for criterion in criteria:
        missing = [name for name in ("name", "written", "means") if not hasattr(criterion, name)]
        missing += sorted(getattr(criterion, "__abstractmethods__", ()))
        if missing:
            named = ", ".join(f"`{name}`" for name in missing)
            raise TypeError(
                f"the criterion `{criterion.__name__}` does not say {named}; write it in its class, since a "
                "policy with a "
                "field that is read and not matched, shown or told would do less than it says"
            )
    return criteria


class PolicyPart(BaseModel):
    """A part of a policy file: fields that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid")


def document_of(
    name: str, doc: str, criteria: Iterable[type[Criterion]], *, described: bool = True
) -> type[PolicyPart]:
    """The shape of a pattern in a file: one field for each criterion."""
    fields: dict[str, Any] = {}
    for criterion in criteria:
        said = criterion.means if described else None
        empty = {"default_factory": list} if criterion.default == [] else {"default": criterion.default}
        fields[criterion.name] = (criterion.written, Field(**empty, description=said))
    return create_model(name, __base__=PolicyPart, __doc__=doc, __module__=__name__, **fields)


def given(criteria: Iterable[type[Declaration]], values: Mapping[str, Any]) -> tuple[Declaration, ...]:
    """The criteria that are given, in the order of their declaration."""
    return tuple(
        criterion.read(values[criterion.name]) for criterion in criteria if _is_said(values.get(criterion.name))
    )


def _is_said(value: Any) -> bool:
    """Whether a value is more than what stands for nothing; a 0 is, as in `more_than: 0`."""
    return value is not None and value != []


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Plain(Criterion, Generic[Value]):
    """A criterion with a value that stands in a file as it is."""

    value: Value

    @classmethod
    def read(cls, value: Value, /) -> Self:
        """The value."""
        return cls(value)

    def show(self) -> Value:
        """The value."""
        return self.value


Within = TypeVar("Within")
"""The kind of pattern that a criterion is of."""


@dataclass(frozen=True)
class Named(Criterion, Generic[Within]):
    """A criterion by names, of which one is enough."""

    written: ClassVar[Any] = PatternTexts
    default: ClassVar[Any] = []
    what: ClassVar[str]
    """What has the names, for somebody who wrote one that nothing has."""

    patterns: tuple[NamePattern, ...]

    @classmethod
    def read(cls, value: Sequence[str]) -> Self:
        """From the patterns as texts."""
        return cls(name_patterns(value))

    def show(self) -> list[str]:
        """The patterns as texts."""
        return sources_of(self.patterns)

    def describe(self, *_: Within) -> str:
        """The patterns as one text."""
        return ", ".join(self.show())

    def matches(self, name: str) -> bool:
        """Whether a name is one of those that are meant."""
        form = normal_form(name)
        if form in self._names or name in self._exact_names:
            return True
        return any(starred.pattern.matches(name if starred.exact else form) for starred in self._with_stars)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(
            pattern.pattern.pieces[0] for pattern in self.patterns if pattern.is_whole and not pattern.exact
        )

    @cached_property
    def _exact_names(self) -> frozenset[str]:
        return frozenset(pattern.pattern.pieces[0] for pattern in self.patterns if pattern.is_whole and pattern.exact)

    @cached_property
    def _with_stars(self) -> tuple[NamePattern, ...]:
        return tuple(pattern for pattern in self.patterns if not pattern.is_whole)

    @abstractmethod
    def known(self, declared: Declarations, pattern: Within, /) -> Collection[str] | None:
        """The names that apps have for it, to look its own up in; None where that cannot be said."""
