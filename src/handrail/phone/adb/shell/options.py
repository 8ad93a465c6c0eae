"""The options before and between the arguments of a command."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Options by name without dashes, with their values (empty where they take none), and what is left."""

    given: dict[str, str]
    rest: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether one of them was given."""
        return any(name in self.given for name in names)

    def get(self, name: str, default: str = "") -> str:
        """The value of an option."""
        return self.given.get(name, default)

    def number(self, name: str, default: int) -> int:
        """The value of an option as a number."""
        return whole_number(self.given.get(name, ""), default)


def read_options(arguments: Iterable[str], with_value: Iterable[str] = (), *, single: bool = False) -> Options:
    """Split options from arguments. `with_value` names those that take the next word.

    Short ones may stand together as in `-la`, unless `single` says that `-name` is one word.
    """
    valued = frozenset(with_value)
    given: dict[str, str] = {}
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest.extend(words)
        elif word.startswith("--") or (single and len(word) > 1 and word.startswith("-")):
            name, separator, value = word.lstrip("-").partition("=")
            given[name] = value if separator else next(words, "") if name in valued else ""
        elif len(word) > 1 and word.startswith("-"):
            _read_letters(word[1:], valued, given, words)
        else:
            rest.append(word)
    return Options(given, tuple(rest))


def _read_letters(letters: str, valued: frozenset[str], given: dict[str, str], words: Iterable[str]) -> None:
    for place, letter in enumerate(letters):
        if letter in valued:
            given[letter] = letters[place + 1 :] or next(iter(words), "")
            return
        given[letter] = ""


def whole_number(text: str, default: int = 0) -> int:
    """A number as a client wrote it, fractions cut off; the default for anything else."""
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return default
