"""Lark grammars in the notation of llama.cpp (GBNF), so that one grammar serves both kinds of server.

Rules and terminals are called `r-name` and `t-NAME`, because GBNF has no underscore and calls its first rule `root`.
What has no counterpart (`%ignore`, templates, anchors, look-around, flags) is refused: half a grammar would let
through what it should not, or nothing.
"""

import ast
import re
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from handrail.error import Misuse
from handrail.llm.regex_gbnf import gbnf_of_regex, in_class


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
        return f"({' '.join(_either_case(one) for one in _text(written[:-1])) or _quoted('')})"

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
    return '"' + "".join(_in_text(one) for one in text) + '"'


def _in_text(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08X}"


def _either_case(character: str) -> str:
    cases = sorted({character.lower(), character.upper()})
    if len(cases) == 1 or any(len(case) != 1 for case in cases):
        return _quoted(character)
    return f"[{''.join(in_class(case) for case in cases)}]"
