"""What a specification may talk about: the states an app declares and their typed variables.

Source: docs/language.md. The `app` room reads declarations from files and classes; the language only needs them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from handrail.error import HandrailError
from handrail.language.normal_form import code_form, has_lone_surrogate, name_set, normal_form
from handrail.language.value import Type, Value, comparable


class DeclarationError(HandrailError):
    """An app declares something that cannot be."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One typed variable of a state; `key` variables tell the rows of a table apart.

    A Text that `is_set` lists names, as in `Ann, Bob`; such texts are compared as sets. One that `is_code` is the
    number of an account, a card or a telephone, which people group by spaces; such texts are compared without them.
    """

    name: str
    type: Type
    key: bool = False
    options: tuple[str, ...] = ()
    description: str = ""
    is_set: bool = False
    is_code: bool = False
    by_normal_form: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _demand_writable("variable", self.name)
        by_normal_form: dict[str, str] = {}
        for option in self.options:
            if has_lone_surrogate(option):
                raise DeclarationError(f"variable `{self.name}` has a value with half a character in it")
            normal = normal_form(option)
            clash = by_normal_form.get(normal)
            by_normal_form[normal] = option
            if clash is not None:
                raise DeclarationError(
                    f"variable `{self.name}` lists `{clash}` and `{option}`, which differ only in case, width or spaces"
                )
        if self.type is Type.ENUM and not self.options:
            raise DeclarationError(f"variable `{self.name}` is an Enum without values; list them in `enum_values`")
        if self.type is not Type.ENUM and self.options:
            raise DeclarationError(f"variable `{self.name}` is a {self.type} with `enum_values`; only an Enum has them")
        if self.is_set and self.type is not Type.TEXT:
            raise DeclarationError(f"variable `{self.name}` is a {self.type} with `is_set`; only a Text lists names")
        if self.is_code and (self.type is not Type.TEXT or self.is_set):
            found = "a set" if self.is_set else f"a {self.type}"
            raise DeclarationError(f"variable `{self.name}` is {found} with `is_code`; only a single Text is a code")
        object.__setattr__(self, "by_normal_form", MappingProxyType(by_normal_form))

    def comparable(self, value: Value) -> Value:
        """The form of a value of this variable, or of a constant it is compared with, in which equality is Python's."""
        if isinstance(value, str) and (self.is_set or self.is_code):
            return name_set(value) if self.is_set else code_form(value)
        return comparable(value)


@dataclass(frozen=True, slots=True)
class State:
    """A named piece of what the app shows: one row, or a table with a row for each key."""

    name: str
    variables: Mapping[str, Variable]
    description: str = ""
    keys: tuple[str, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _demand_writable("state", self.name)
        object.__setattr__(self, "variables", MappingProxyType(dict(self.variables)))
        object.__setattr__(self, "keys", tuple(v.name for v in self.variables.values() if v.key))

    @staticmethod
    def of(name: str, *variables: Variable, description: str = "") -> "State":
        """A state with these variables, in this order; two of one name are an error."""
        by_name: dict[str, Variable] = {}
        for variable in variables:
            if variable.name in by_name:
                raise DeclarationError(f"state `{name}` declares variable `{variable.name}` twice")
            by_name[variable.name] = variable
        return State(name, by_name, description)


def _demand_writable(what: str, name: str) -> None:
    """A name that no rule could write would never be verified."""
    if not name or "`" in name or "\n" in name or "\r" in name or has_lone_surrogate(name):
        raise DeclarationError(
            f"a {what} is called {name!r}; a name is not empty and has no backtick and no line break"
        )


States = Mapping[str, State]


class DeclaresStates(Protocol):
    """Anything that declares states: an `App`, for one."""

    @property
    def states(self) -> States:
        """The declared states by name."""
        ...


def states_by_name(states: Iterable[State]) -> States:
    """The states as a mapping, in the order given; two of one name are an error."""
    by_name: dict[str, State] = {}
    for state in states:
        if state.name in by_name:
            raise DeclarationError(f"state `{state.name}` is declared twice")
        by_name[state.name] = state
    return MappingProxyType(by_name)
