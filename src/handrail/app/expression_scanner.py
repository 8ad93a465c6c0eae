"""The words of selectors and readings, with their places: one small scanner for both little languages."""

import re
from dataclasses import dataclass

from handrail.language.diagnostic import excerpt

LONGEST_EXPRESSION = 2_000
DEEPEST_EXPRESSION = 30

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<id>[A-Za-z][\w.]*:id/[\w.$]+)
      | (?P<name>[^\W\d][\w$]*(?:[.\-][^\W\d][\w$]*)*)
      | (?P<sign>//|::|\.\.|->|!=|[/@\[\]()|,=.*\-])
    """,
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class ExpressionError(Exception):
    """Something in a selector or a reading that cannot be meant: `offset` is the character, `help` what would be."""

    def __init__(self, found: str, help: str, offset: int) -> None:
        super().__init__(f"{found}; {help}")
        self.found, self.help, self.offset = found, help, offset


@dataclass(frozen=True, slots=True)
class ExpressionToken:
    """A word: its kind (`text`, `number`, `name`, `sign`, `end`), what it says, and where it starts."""

    kind: str
    says: str
    offset: int


class Scanner:
    """Walks over the words of one expression."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.depth = 0
        self.tokens = list(_tokens(source))

    @property
    def next(self) -> ExpressionToken:
        """The word that comes, without taking it."""
        return self.tokens[self.position]

    @property
    def after_next(self) -> ExpressionToken:
        """The one behind it."""
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def take(self) -> ExpressionToken:
        """The word that comes."""
        token = self.tokens[self.position]
        if token.kind != "end":
            self.position += 1
        return token

    def sees(self, *signs: str) -> bool:
        """Whether one of these signs or names comes."""
        return self.next.kind in ("sign", "name") and self.next.says in signs

    def skip(self, *signs: str) -> bool:
        """Take one of these if it comes."""
        if self.sees(*signs):
            self.position += 1
            return True
        return False

    def expect(self, sign: str, why: str) -> ExpressionToken:
        """Take a sign that must come here."""
        if not self.sees(sign):
            raise self.trouble(f"`{sign}` is missing", why)
        return self.take()

    def expect_kind(self, kind: str, wanted: str) -> ExpressionToken:
        """Take a word of a kind that must come here."""
        if self.next.kind != kind:
            raise self.trouble(f"found {self._shown()}", wanted)
        return self.take()

    def expect_end(self, what: str) -> None:
        """Nothing may come any more."""
        if self.next.kind != "end":
            raise self.trouble(f"found {self._shown()} after the end of the {what}", "take it away")

    def trouble(self, found: str, help: str, at: ExpressionToken | None = None) -> ExpressionError:
        """An error at the word that comes, or at another."""
        return ExpressionError(found, help, (at or self.next).offset)

    def deeper(self) -> None:
        """One bracket further in; an expression is as deep as a person can read."""
        self.depth += 1
        if self.depth > DEEPEST_EXPRESSION:
            raise self.trouble(f"more than {DEEPEST_EXPRESSION} brackets within each other", "split it")

    def _shown(self) -> str:
        return "the end" if self.next.kind == "end" else f"`{excerpt(self.next.says)}`"


def _tokens(source: str) -> list[ExpressionToken]:
    if len(source) > LONGEST_EXPRESSION:
        raise ExpressionError(f"{len(source):,} characters", f"at most {LONGEST_EXPRESSION:,} are read", 0)
    tokens: list[ExpressionToken] = []
    position = 0
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None or match.lastgroup is None:
            if source[position] in "\"'":
                raise ExpressionError("the text has no closing quotation mark", "write it behind the text", position)
            found = excerpt(source[position])
            raise ExpressionError(f"`{found}` means nothing here", "texts stand in quotation marks", position)
        if match.lastgroup == "text":
            tokens.append(ExpressionToken("text", _ESCAPED.sub(_unescape, match[0][1:-1]), position))
        elif match.lastgroup != "space":
            tokens.append(ExpressionToken(match.lastgroup, match[0], position))
        position = match.end()
    tokens.append(ExpressionToken("end", "", len(source)))
    return tokens


def _unescape(match: re.Match[str]) -> str:
    """`\\"` is a quotation mark, `\\n` a new line; before other characters a backslash stays, as patterns want it."""
    return {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}.get(match[1], match[0])
