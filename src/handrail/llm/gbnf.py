r"""Lark grammars in the notation of llama.cpp (GBNF), so that one grammar serves both kinds of server.

Rules and terminals are called `r-name` and `t-NAME`, because GBNF has no underscore and calls its first rule `root`.
What has no counterpart (`%ignore`, templates, anchors, look-around, flags) is refused: half a grammar would let
through what it should not, or nothing.

Of regular expressions characters, classes, groups, choices and repetitions have one. `\d`, `\w` and `\s` are those of
ASCII. A lazy repetition has the same sentences as an eager one.
"""

import ast
import re
from functools import cache
from importlib.resources import files
from typing import NoReturn

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from handrail.error import Misuse


def gbnf_of(lark: str) -> str:
    """The same language in GBNF; raises `Misuse` where there is none."""
    text = f"\n{_without_heading(lark)}\n"
    try:
        tree = _dialect().parse(text)
    except UnexpectedInput as error:
        place = error.get_context(text).splitlines()[0].strip()
        raise Misuse(f"grammar, line {error.line - 1}: `{place}` cannot be said in GBNF") from None
    writer = _Writer()
    try:
        rules: list[tuple[str, str]] = writer.transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    defined = {name for name, _ in rules}
    if "r-start" not in defined:
        raise Misuse("grammar: there is no rule `start`")
    if missing := sorted(writer.mentioned - defined):
        raise Misuse(f"grammar: {', '.join(f'`{_plain(name)}`' for name in missing)} is not defined")
    return "\n".join(["root ::= r-start", *(f"{name} ::= {body}" for name, body in rules)]) + "\n"


def _without_heading(lark: str) -> str:
    return re.sub(r"\A(\s*)%llguidance[ \t]*\{[ \t]*\}", r"\1", lark)


@cache
def _dialect() -> Lark:
    return Lark(files("handrail.llm").joinpath("lark_dialect.lark").read_text("utf-8"), parser="lalr")


def _called(name: str) -> str:
    bare = name.lstrip("?!")
    return f"{'t' if bare.lstrip('_')[0].isupper() else 'r'}-{bare.replace('_', '-')}"


def _plain(name: str) -> str:
    return name[2:].replace("-", "_")


class _Writer(Transformer[Token, list[tuple[str, str]]]):
    """One method for each rule of the notation; each gives the GBNF of its part."""

    def __init__(self) -> None:
        super().__init__()
        self.mentioned: set[str] = set()

    def start(self, definitions: list[tuple[str, str]]) -> list[tuple[str, str]]:
        return definitions

    def definition(self, parts: list[str]) -> tuple[str, str]:
        return _called(parts[0]), parts[1]

    def alternatives(self, sequences: list[str]) -> str:
        return " | ".join(sequences)

    def sequence(self, items: list[str]) -> str:
        return " ".join(items) or '""'

    def item(self, parts: list[str]) -> str:
        return "".join(parts)

    def group(self, parts: list[str]) -> str:
        return f"({parts[0]})"

    def maybe(self, parts: list[str]) -> str:
        return f"({parts[0]})?"

    def reference(self, parts: list[str]) -> str:
        name = _called(parts[0])
        self.mentioned.add(name)
        return name

    def text(self, parts: list[str]) -> str:
        written = parts[0]
        if not written.endswith("i"):
            return _quoted(_text(written))
        return f"({' '.join(_either_case(character) for character in _text(written[:-1])) or _quoted('')})"

    def range(self, parts: list[str]) -> str:
        first, last = (_text(part) for part in parts)
        if not len(first) == len(last) == 1 or first > last:
            raise Misuse(f"grammar: {parts[0]}..{parts[1]} is not a range of characters")
        return f"[{in_class(first)}-{in_class(last)}]"

    def regex(self, parts: list[str]) -> str:
        body, _, flags = parts[0][1:].rpartition("/")
        if flags:
            raise Misuse(f"grammar: the flags of {parts[0]} cannot be said in GBNF")
        return f"({gbnf_of_regex(body)})"

    def repeat(self, parts: list[str]) -> str:
        written = parts[0].replace(" ", "").replace("\t", "")
        if not written.startswith("~"):
            return written.replace("{,", "{0,")
        least, between, most = written[1:].partition("..")
        return f"{{{least},{most}}}" if between else f"{{{least}}}"


def _text(written: str) -> str:
    return str(ast.literal_eval(written))


def _quoted(text: str) -> str:
    return '"' + "".join(_in_text(character) for character in text) + '"'


def _in_text(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08X}"


def _either_case(character: str) -> str:
    cases = sorted({character.lower(), character.upper()})
    if len(cases) == 1 or any(len(case) != 1 for case in cases):
        return _quoted(character)
    return f"[{''.join(in_class(case) for case in cases)}]"


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
