"""Texts that stand for a yes or no, or for a day, where other models know no more than what is written there.

`A table is free` is read as `available = true` by one model and as a text by another. A text stands for a value if
it is there whenever the value is, and another one is whenever the value is another.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from handrail.bench.suite.known import KnownStep
from handrail.language.declaration import States
from handrail.language.value import Type

Spelled: TypeAlias = bool | int
"""Yes or no, or a day, counted from today."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """A variable of a page, and which of its texts stands for which value."""

    state: str
    variable: str
    texts: Mapping[Spelled | None, str]


@dataclass(slots=True)
class Spellings:
    """What stood on the pages of other models while a variable had a value, by its state and name."""

    states: States
    _stood: dict[tuple[str, str], dict[tuple[str, str], dict[Spelled | None, set[str]]]] = field(default_factory=dict)

    def note(self, own: KnownStep, other: KnownStep, today: date) -> None:
        """One moment before an action, in the words of both."""
        for state, rows in own.before.items():
            for variable, value in rows[0].items() if len(rows) == 1 else ():
                meant = spelled(value, today)
                for place, text in self._texts(other) if meant is not None else ():
                    of_variable = self._stood.setdefault((state, variable), {})
                    of_variable.setdefault(place, {}).setdefault(meant, set()).add(text)

    def of(self, state: str, variable: str) -> Iterator[Spelling]:
        """The variables whose texts stand for the values of this one."""
        for (page, name), texts in self._stood.get((state, variable), {}).items():
            all_texts = [text for group in texts.values() for text in group]
            if len(texts) > 1 and len(all_texts) == len(texts) == len(set(all_texts)):
                yield Spelling(page, name, {meant: next(iter(group)) for meant, group in texts.items()})

    def _texts(self, moment: KnownStep) -> Iterator[tuple[tuple[str, str], str]]:
        for name, state in self.states.items():
            for row in moment.before.get(name, ()) if not state.keys else ():
                for variable, value in row.items():
                    if state.variables[variable].type is Type.TEXT and isinstance(value, str):
                        yield (name, variable), value


def spelled(value: object, today: date) -> Spelled | None:
    """A value that a text may stand for."""
    if isinstance(value, bool):
        return value
    return (value - today).days if isinstance(value, date) else None
