"""The names an app declares, taken apart into words that an instruction can be compared with."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.tokens import WordForms, form
from handrail.language.declaration import State, States, Variable
from handrail.language.value import Type

_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9])|[^\w']|_+")
_LISTS = re.compile(r"\b(?:can be|one of|either|include|includes|including|such as|are)\b:?([^.;]*)")
_OPENED = frozenset(["selected", "opened", "current", "currently"])
_IS_SELECTED = re.compile(r"(?i)\b(?:currently|being) (?:selected|opened|open|viewed|viewing|shown|displayed|edited)\b")
_IS_OPENED = re.compile(r"(?i)\b(?:selected|opened|open|viewed|viewing|shown|displayed|edited|played|read)\b")
_ITEMS = re.compile(r",| and | or ")
LONGEST_VALUE = 4  # words of a value that a description names
_ON = frozenset(["on", "yes", "true", "enabled", "enable", "active", "activated"])
_OFF = frozenset(["off", "no", "false", "disabled", "disable", "inactive", "deactivated"])


def words_of(name: str) -> tuple[WordForms, ...]:
    """The words of a name: `isSaved`, `sound_name`, `N. Ireland`."""
    return tuple(form(part) for part in _BOUNDARY.split(name) if part)


@dataclass(frozen=True, slots=True)
class NamedOption:
    """One value of an Enum in words, or one that a description names for a text."""

    text: str
    words: tuple[WordForms, ...]


@dataclass(frozen=True, slots=True)
class NamedVariable:
    """One variable in words. `truth` tells an Enum that says on or off which values stand for yes and no."""

    state: State
    variable: Variable
    words: tuple[WordForms, ...]
    options: tuple[NamedOption, ...]
    truth: tuple[str, str] | None

    @property
    def telling(self) -> tuple[WordForms, ...]:
        """The words that tell it apart: without `is`, `status`, `selected` and the like, if others remain."""
        generic = grammar().generic_names
        return tuple(w for w in self.words if w.surface not in generic and w.base not in generic) or self.words


@dataclass(frozen=True, slots=True)
class NamedState:
    """One state in words, with those of its description."""

    state: State
    words: tuple[WordForms, ...]
    description: tuple[WordForms, ...]
    variables: tuple[NamedVariable, ...]

    @property
    def in_words(self) -> str:
        """All that is declared of it, as a text."""
        names = (word.surface for variable in self.variables for word in variable.words)
        return " ".join((*(word.surface for word in self.words), self.state.description, *names))

    @property
    def is_selected(self) -> bool:
        """Whether it tells which one of several things is selected now, as a list of them does not."""
        named = any(word.surface in _OPENED for word in self.words)
        return not self._keyed and (named or _IS_SELECTED.search(self.state.description) is not None)

    @property
    def is_opened(self) -> bool:
        """Whether it tells which one of several things is selected, open or shown."""
        return self.is_selected or (not self._keyed and _IS_OPENED.search(self.state.description) is not None)

    @property
    def _keyed(self) -> bool:
        return any(variable.variable.key for variable in self.variables)


@dataclass(frozen=True, slots=True)
class AppNames:
    """All the names of an app. `rarity` weighs a word: 1 for one that a single state has, less for common ones."""

    states: tuple[NamedState, ...]
    rarity: Mapping[str, float]
    surfaces: frozenset[str]
    name_words: frozenset[str]
    roots: frozenset[str]

    @classmethod
    def of(cls, states: States) -> "AppNames":
        """The names of these states."""
        named = tuple(_named_state(state) for state in states.values())
        surfaces = frozenset(word.surface for state in named for word in _all_words(state))
        variables = (variable for state in named for variable in state.variables)
        names = (
            *(word for state in named for word in state.words),
            *(w for variable in variables for w in variable.words),
        )
        described = (word for state in named for word in (*_all_words(state), *state.description))
        roots = frozenset(word.root for word in described)
        return cls(named, _rarity(named), surfaces, frozenset(word.base for word in names), roots)

    def weight(self, word: WordForms) -> float:
        """How much a word tells, between 0.2 and 1."""
        return self.rarity.get(word.base, 1.0)

    def has(self, word: WordForms) -> bool:
        """Whether a word is part of a name or a declared value."""
        return word.surface in self.surfaces or word.base in self.rarity

    def names(self, word: WordForms) -> bool:
        """Whether a word is part of the name of a state or a variable."""
        return word.base in self.name_words

    @property
    def vocabulary(self) -> frozenset[str]:
        """The base forms of all words in names and values."""
        return frozenset(word.base for state in self.states for word in _all_words(state))


def _named_state(state: State) -> NamedState:
    description = [word for word in words_of(state.description) if word.surface not in grammar().stop]
    variables = tuple(_named_variable(state, variable) for variable in state.variables.values())
    return NamedState(state, words_of(state.name), tuple(dict.fromkeys(description)), variables)


def _named_variable(state: State, variable: Variable) -> NamedVariable:
    texts = variable.options if variable.type is Type.ENUM else _described_values(state, variable)
    options = tuple(NamedOption(text, words_of(text)) for text in texts)
    return NamedVariable(state, variable, words_of(variable.name), options, _truth(variable))


def _described_values(state: State, variable: Variable) -> tuple[str, ...]:
    """What a description says that the only text of a state may be: `it can be Starred or the title of a list`."""
    texts = [variable for variable in state.variables.values() if variable.type is Type.TEXT]
    if texts != [variable]:
        return ()
    listed = (part.strip(" '\"‘’“”") for found in _LISTS.findall(state.description) for part in _ITEMS.split(found))
    return tuple(dict.fromkeys(part for part in listed if part[:1].isupper() and len(part.split()) <= LONGEST_VALUE))


def is_on_off(variable: Variable) -> bool:
    """Whether an Enum only says on or off."""
    return _truth(variable) is not None


def _truth(variable: Variable) -> tuple[str, str] | None:
    if variable.type is not Type.ENUM or len(variable.options) > 3:
        return None
    yes = next((o for o in variable.options if o.lower() in _ON), None)
    no = next((o for o in variable.options if o.lower() in _OFF), None)
    return (yes, no) if yes is not None and no is not None else None


def _all_words(state: NamedState) -> Iterable[WordForms]:
    yield from state.words
    for variable in state.variables:
        yield from variable.words
        for option in variable.options:
            yield from option.words


def _rarity(states: tuple[NamedState, ...]) -> Mapping[str, float]:
    counts: dict[str, int] = {}
    for state in states:
        for base in {word.base for word in _all_words(state)}:
            counts[base] = counts.get(base, 0) + 1
    total = max(len(states), 2)
    return {base: max(0.2, 1 - log(count) / log(total + 1)) for base, count in counts.items()}
