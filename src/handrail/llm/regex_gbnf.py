r"""Regular expressions in GBNF: characters, classes, groups, choices and repetitions.

`\d`, `\w` and `\s` are those of ASCII. A lazy repetition has the same sentences as an eager one.
"""

import re
from typing import NoReturn

from handrail.error import Misuse

_CLASSES = {"d": "0-9", "w": "0-9A-Za-z\\x5F", "s": "\\x20\\x09\\x0A\\x0D\\x0B\\x0C"}
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}
_REPEAT = re.compile(r"(?:[*+?]|\{(\d+)(,?)(\d*)\}|\{,(\d+)\})\??")


def gbnf_of_regex(pattern: str) -> str:
    """The same language in GBNF; raises `Misuse` where there is none."""
    reader = _Reader(pattern)
    written = reader.choice()
    if reader.at < len(pattern):
        reader.refuse("a closing bracket without an opening one")
    return written


def in_class(character: str) -> str:
    """A character as it stands in a GBNF class, where it can mean nothing else."""
    if character.isalnum():
        return character
    return f"\\x{ord(character):02X}" if character < "\x80" else f"\\U{ord(character):08X}"


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def refuse(self, why: str) -> NoReturn:
        raise Misuse(f"grammar: /{self.pattern}/ cannot be said in GBNF: {why}")

    def choice(self) -> str:
        sequences = [self._sequence()]
        while self._taken("|"):
            sequences.append(self._sequence())
        return " | ".join(sequences)

    def _sequence(self) -> str:
        items = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self._atom() + self._repeat())
        return " ".join(items) or '""'

    def _atom(self) -> str:
        character = self._next()
        match character:
            case "(":
                return self._group()
            case "[":
                return self._class()
            case ".":
                return "[^\\x0A]"
            case "\\":
                return self._escape()
            case "^" | "$":
                self.refuse(f"the anchor `{character}`")
            case "*" | "+" | "?" | "{":
                self.refuse(f"`{character}` repeats nothing")
        return f"[{in_class(character)}]"

    def _group(self) -> str:
        if self._taken("?") and not self._taken(":"):
            self.refuse("a group that is more than a group")
        inside = self.choice()
        if not self._taken(")"):
            self.refuse("an opening bracket without a closing one")
        return f"({inside})"

    def _escape(self) -> str:
        letter = self._peek()
        if letter.lower() in _CLASSES:
            self.at += 1
            return f"[{'^' if letter.isupper() else ''}{_CLASSES[letter.lower()]}]"
        return f"[{in_class(self._escaped())}]"

    def _escaped(self) -> str:
        letter = self._next()
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter in "xu":
            count = 2 if letter == "x" else 4
            digits = self.pattern[self.at : self.at + count]
            if not re.fullmatch(rf"[0-9A-Fa-f]{{{count}}}", digits):
                self.refuse(f"`\\{letter}` without its digits")
            self.at += len(digits)
            return chr(int(digits, 16))
        if letter.isalnum():
            self.refuse(f"`\\{letter}`")
        return letter

    def _class(self) -> str:
        written = "[^" if self._taken("^") else "["
        first = True
        while first or not self._taken("]"):
            written += self._member()
            first = False
        return f"{written}]"

    def _member(self) -> str:
        character = self._next()
        if character == "\\":
            if self._peek() in _CLASSES:
                return _CLASSES[self._next()]
            character = self._escaped()
        if self._peek() != "-" or self.pattern[self.at + 1 : self.at + 2] in ("]", ""):
            return in_class(character)
        self.at += 1
        last = self._next()
        if last == "\\":
            last = self._escaped()
        if character > last:
            self.refuse(f"the range `{character}-{last}` is empty")
        return f"{in_class(character)}-{in_class(last)}"

    def _repeat(self) -> str:
        found = _REPEAT.match(self.pattern, self.at)
        if found is None:
            return ""
        self.at = found.end()
        least, comma, most, at_most = found.groups()
        if at_most is not None:
            return f"{{0,{at_most}}}"
        return found[0][0] if least is None else f"{{{least}{comma}{most}}}"

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _next(self) -> str:
        if self.at >= len(self.pattern):
            self.refuse("it ends in the middle")
        self.at += 1
        return self.pattern[self.at - 1]

    def _taken(self, character: str) -> bool:
        taken = self._peek() == character
        self.at += taken
        return taken
