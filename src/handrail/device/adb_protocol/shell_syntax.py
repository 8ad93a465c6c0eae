"""The shell's language: quotes, backslashes, pipes, lists, redirections, `[[ ]]`, `if`, `for`, `while`.

adb joins its arguments with spaces and quotes nothing, so what reaches the phone is one line of shell. The language is
that part of mksh which clients use; the rest (`case`, functions, here-documents, arithmetic) is a syntax error, so that
a gap is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


def parse(source: str) -> Script:
    """The script; raises `ShellSyntaxError`."""
    parser = _Parser(source)
    script = parser.script()
    if not parser.at_end():
        raise parser.unexpected()
    return script


class ShellSyntaxError(Exception):
    """A clause about what is wrong, as mksh says it."""


_DEEPEST = 50
_SEPARATORS = " \t"
_ENDS_WORD = " \t\n;&|<>()"
_SPECIAL_VARIABLES = "?$#@*!0123456789-"
_REDIRECTIONS: tuple[Operator, ...] = (">>", ">&", ">", "<")
_PARAMETER_OPERATORS: tuple[ParameterOperator, ...] = (
    ":-", ":=", ":+", ":?", "-", "=", "+", "?", "##", "#", "%%", "%", "//", "/", ":",
)  # fmt: skip
_CLOSING = frozenset({"then", "elif", "else", "fi", "do", "done", "}"})
_LONGEST_CONDITION = 3


class _Parser:
    def __init__(self, source: str, depth: int = 0) -> None:
        if depth > _DEEPEST:
            raise ShellSyntaxError("nested too deeply")
        self._source = source
        self._position = 0
        self._depth = depth

    # Lists and pipelines

    def script(self) -> Script:
        steps: list[AndOr] = []
        self._skip_blank_lines()
        while not self._closes():
            steps.append(AndOr("always", self._pipeline()))
            while True:
                self._skip_spaces()
                if self._take("&&"):
                    steps.append(AndOr("succeeded", self._next_pipeline()))
                elif self._take("||"):
                    steps.append(AndOr("failed", self._next_pipeline()))
                else:
                    break
            if not (self._take(";") or self._take("&") or self._take("\n")):
                break
            self._skip_blank_lines()
        return Script(tuple(steps))

    def _next_pipeline(self) -> Pipeline:
        self._skip_blank_lines()
        return self._pipeline()

    def _pipeline(self) -> Pipeline:
        negated = False
        while self._take_keyword("!"):
            negated = not negated
        commands = [self._command()]
        self._skip_spaces()
        while self._peek() == "|" and not self._source.startswith("||", self._position):
            self._position += 1
            self._skip_blank_lines()
            commands.append(self._command())
            self._skip_spaces()
        return Pipeline(tuple(commands), negated)

    # Commands

    def _command(self) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ShellSyntaxError("nested too deeply")
        try:
            self._skip_spaces()
            if self._take("("):
                script = self._body(")")
                return Group(script, own_variables=True, redirections=self._redirections())
            if self._take_keyword("{"):
                script = self._until("}")
                return Group(script, own_variables=False, redirections=self._redirections())
            if self._take_keyword("[["):
                return self._conditional()
            if self._take_keyword("if"):
                return self._if()
            if self._take_keyword("for"):
                return self._for()
            for keyword in ("while", "until"):
                if self._take_keyword(keyword):
                    condition = self._until("do")
                    return WhileLoop(condition, self._until("done"), keyword == "until", self._redirections())
            return self._simple()
        finally:
            self._depth -= 1

    def _if(self) -> If:
        branches = [(self._until("then"), self.script())]
        while self._take_keyword("elif"):
            branches.append((self._until("then"), self.script()))
        otherwise = self.script() if self._take_keyword("else") else None
        self._expect("fi")
        return If(tuple(branches), otherwise, self._redirections())

    def _for(self) -> For:
        self._skip_spaces()
        name = self._name()
        words: list[Word] = []
        self._skip_blank_lines()
        if self._take_keyword("in"):
            self._skip_spaces()
            while self._peek() not in ("", ";", "\n"):
                words.append(self._needed_word())
                self._skip_spaces()
        if not (self._take(";") or self._take("\n")):
            raise self.unexpected()
        self._skip_blank_lines()
        self._expect("do")
        return For(name, tuple(words), self._until("done"), self._redirections())

    def _conditional(self) -> Conditional:
        condition = self._either()
        self._expect("]]")
        return Conditional(condition, self._redirections())

    def _either(self) -> Condition:
        found = self._both()
        while self._take_spaced("||"):
            found = Joined("||", found, self._both())
        return found

    def _both(self) -> Condition:
        found = self._one_condition()
        while self._take_spaced("&&"):
            found = Joined("&&", found, self._one_condition())
        return found

    def _one_condition(self) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ShellSyntaxError("nested too deeply")
        try:
            if self._take_keyword("!"):
                return Negation(self._one_condition())
            if self._take_spaced("("):
                inner = self._either()
                if not self._take_spaced(")"):
                    raise self.unexpected()
                return inner
            return self._tested()
        finally:
            self._depth -= 1

    def _tested(self) -> Tested:
        words = [self._condition_word()]
        while len(words) < _LONGEST_CONDITION and not (
            self._at_keyword("]]") or self._peek() in ("", ")") or self._source.startswith(("&&", "||"), self._position)
        ):
            words.append(self._condition_word())
        return Tested(tuple(words))

    def _condition_word(self) -> Word:
        self._skip_blank_lines()
        if self._peek() in ("<", ">"):  # compares texts here
            return (Text(self._next()),)
        return self._needed_word()

    def _simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        while True:
            self._skip_spaces()
            redirection = self._redirection()
            if redirection is not None:
                redirections.append(redirection)
                continue
            if self._peek() in ("", *"\n;&|()"):
                break
            assigned = None if words else self._assignment()
            if assigned is not None:
                assignments.append(assigned)
            else:
                words.append(self._needed_word())
        if not (assignments or words or redirections):
            raise self.unexpected()
        return Simple(tuple(assignments), tuple(words), tuple(redirections))

    def _assignment(self) -> tuple[str, Word] | None:
        end = self._position
        while end < len(self._source) and (self._source[end].isalnum() or self._source[end] == "_"):
            end += 1
        name = self._source[self._position : end]
        if not name or name[0].isdecimal() or self._source[end : end + 1] != "=":
            return None
        self._position = end + 1
        return name, self._word()

    def _redirections(self) -> tuple[Redirection, ...]:
        found: list[Redirection] = []
        self._skip_spaces()
        while (redirection := self._redirection()) is not None:
            found.append(redirection)
            self._skip_spaces()
        return tuple(found)

    def _redirection(self) -> Redirection | None:
        start = self._position
        digit = self._peek() if self._peek().isdecimal() else ""
        both = not digit and self._source.startswith("&>", start)
        self._position += 1 if digit or both else 0
        if self._source.startswith("<<", self._position):
            raise ShellSyntaxError("here-documents are not part of this shell")
        for operator in _REDIRECTIONS:
            if self._take(operator):
                self._skip_spaces()
                descriptor = BOTH if both else int(digit) if digit else 0 if operator == "<" else 1
                return Redirection(descriptor, operator, self._needed_word())
        self._position = start
        return None

    # Words

    def _word(self, ends: str = _ENDS_WORD) -> Word:
        pieces: list[Piece] = []
        plain = ""
        while (character := self._peek()) and character not in ends:
            if character in "'\"$`\\":
                if plain:
                    pieces.append(Text(plain))
                    plain = ""
                pieces.extend(self._special(character))
            else:
                plain += character
                self._position += 1
        if plain:
            pieces.append(Text(plain))
        return tuple(pieces)

    def _needed_word(self) -> Word:
        """A word of at least a character: whoever waits for the next one always gets further, or an error."""
        start = self._position
        word = self._word()
        if self._position == start:
            raise self.unexpected()
        return word

    def _special(self, character: str) -> list[Piece]:
        self._position += 1
        match character:
            case "'":
                return [Text(self._up_to("'"), quoted=True)]
            case '"':
                return self._double_quoted()
            case "\\":
                following = self._next()
                return [] if following in ("", "\n") else [Text(following, quoted=True)]
            case "`":
                return [self._backticks(quoted=False)]
            case _:
                return [self._dollar(quoted=False)]

    def _double_quoted(self) -> list[Piece]:
        pieces: list[Piece] = [Text("", quoted=True)]
        plain = ""
        while True:
            character = self._next()
            if character == "":
                raise ShellSyntaxError('no closing quote `"`')
            if character == '"':
                break
            if character == "\\":
                following = self._next()
                plain += following if following in '$`"\\' else "" if following == "\n" else "\\" + following
            elif character in "$`":
                if plain:
                    pieces.append(Text(plain, quoted=True))
                    plain = ""
                pieces.append(self._dollar(quoted=True) if character == "$" else self._backticks(quoted=True))
            else:
                plain += character
        if plain:
            pieces.append(Text(plain, quoted=True))
        return pieces

    def _dollar(self, *, quoted: bool) -> Piece:
        if self._source.startswith("((", self._position):
            raise ShellSyntaxError("arithmetic is not part of this shell")
        if self._take("("):
            inner = _Parser(self._source, self._depth + 1)
            inner._position = self._position
            script = inner._body(")")
            self._position = inner._position
            return Substitution(script, quoted)
        if self._take("{"):
            return self._parameter(quoted=quoted)
        character = self._peek()
        if character and character in _SPECIAL_VARIABLES:
            self._position += 1
            return ParameterExpansion(character, quoted)
        name = self._name()
        return ParameterExpansion(name, quoted) if name else Text("$", quoted)

    def _parameter(self, *, quoted: bool) -> ParameterExpansion:
        """What stands in `${}`: a name, and what is done with its value."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ShellSyntaxError("nested too deeply")
        length = self._peek() == "#" and not self._source.startswith("#}", self._position)
        self._position += int(length)
        special = self._peek() in _SPECIAL_VARIABLES
        name = self._next() if special else self._name()
        operator: ParameterOperator | None = "length" if length else None
        operands: list[Word] = []
        if name and not length and self._peek() != "}":
            operator = next(
                (parameter_operator for parameter_operator in _PARAMETER_OPERATORS if self._take(parameter_operator)),
                None,
            )
            separator = "/" if operator in ("/", "//") else ":" if operator == ":" else ""
            operands = [self._word("}" + separator)]
            if operator and separator and self._take(separator):
                operands.append(self._word("}"))
        if not name or not self._take("}") or bool(operands) is not (operator not in (None, "length")):
            raise ShellSyntaxError("bad substitution")
        self._depth -= 1
        return ParameterExpansion(name, quoted, operator, tuple(operands))

    def _backticks(self, *, quoted: bool) -> Piece:
        inside = ""
        while (character := self._next()) != "`":
            if character == "":
                raise ShellSyntaxError("no closing ```")
            escapes = character == "\\" and self._peek() in ("`", "$", "\\")
            inside += self._next() if escapes else character
        inner = _Parser(inside, self._depth + 1)
        script = inner.script()
        if not inner.at_end():
            raise inner.unexpected()
        return Substitution(script, quoted)

    # Characters

    def at_end(self) -> bool:
        return self._position >= len(self._source)

    def unexpected(self) -> ShellSyntaxError:
        found = self._peek()
        return ShellSyntaxError(f"unexpected '{found}'" if found.strip() else "unexpected end of the line")

    def _peek(self) -> str:
        return self._source[self._position : self._position + 1]

    def _next(self) -> str:
        character = self._peek()
        self._position += len(character)
        return character

    def _take(self, text: str) -> bool:
        found = self._source.startswith(text, self._position)
        if found:
            self._position += len(text)
        return found

    def _take_spaced(self, text: str) -> bool:
        self._skip_blank_lines()
        return self._take(text)

    def _name(self) -> str:
        start = self._position
        while (character := self._peek()) and (character.isalnum() or character == "_"):
            self._position += 1
        return self._source[start : self._position]

    def _up_to(self, end: str) -> str:
        start = self._position
        found = self._source.find(end, start)
        if found < 0:
            raise ShellSyntaxError(f"no closing `{end}`")
        self._position = found + len(end)
        return self._source[start:found]

    def _at_keyword(self, keyword: str) -> bool:
        self._skip_spaces()
        end = self._position + len(keyword)
        return self._source.startswith(keyword, self._position) and (
            end >= len(self._source) or self._source[end] in _ENDS_WORD
        )

    def _take_keyword(self, keyword: str) -> bool:
        found = self._at_keyword(keyword)
        if found:
            self._position += len(keyword)
        return found

    def _closes(self) -> bool:
        self._skip_spaces()
        return self._peek() in ("", ")") or any(self._at_keyword(keyword) for keyword in _CLOSING)

    def _body(self, end: str) -> Script:
        script = self.script()
        self._skip_blank_lines()
        if not self._take(end):
            raise self.unexpected()
        return script

    def _until(self, keyword: str) -> Script:
        script = self.script()
        self._expect(keyword)
        return script

    def _expect(self, keyword: str) -> None:
        self._skip_blank_lines()
        if not self._take_keyword(keyword):
            raise self.unexpected()

    def _skip_spaces(self) -> None:
        while True:
            character = self._peek()
            if character and character in _SEPARATORS:
                self._position += 1
            elif self._source.startswith("\\\n", self._position):
                self._position += 2
            elif character == "#":
                self._comment()
            else:
                return

    def _comment(self) -> None:
        """It ends with the line, whatever stands in it."""
        end = self._source.find("\n", self._position)
        self._position = len(self._source) if end < 0 else end

    def _skip_blank_lines(self) -> None:
        while True:
            self._skip_spaces()
            if not self._take("\n") and not self._take("\r"):
                return


# What the parser makes and the interpreter runs


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that stand for themselves; quoted ones are neither split nor matched against file names."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class ParameterExpansion:
    """`$NAME`, `${NAME}` or a special one such as `$?`, with what is done with the value as in `${NAME%.*}`."""

    name: str
    quoted: bool = False
    operator: ParameterOperator | None = None
    operands: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(...)` or backticks: what a script prints."""

    script: Script
    quoted: bool = False


Piece: TypeAlias = Text | ParameterExpansion | Substitution
Word: TypeAlias = tuple[Piece, ...]


ParameterOperator: TypeAlias = Literal[
    "length", ":-", ":=", ":+", ":?", "-", "=", "+", "?", "##", "#", "%%", "%", "//", "/", ":"
]
"""What is done with the value of a variable: its length, a substitute, a part cut off at an end, a part replaced."""


BOTH = -1
"""In place of a descriptor: stdout and stderr."""
Operator: TypeAlias = Literal[">", ">>", "<", ">&"]


@dataclass(frozen=True, slots=True)
class Redirection:
    """Where a descriptor goes: `>` or `>>` to a file, `<` from one, `>&` to where another descriptor goes."""

    descriptor: int
    kind: Operator
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """A command with its words, and the variables that are set for it (or for the shell, if there are no words)."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """`{ ... }`, or `( ... )` whose variables and directory are its own."""

    script: Script
    own_variables: bool
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class Tested:
    """A condition of one to three words, as `-f PATH` or `$name == b*`."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Joined:
    """Two conditions."""

    operator: Literal["&&", "||"]
    left: Condition
    right: Condition


Condition: TypeAlias = "Tested | Negation | Joined"


def words_of(condition: Condition) -> tuple[Word, ...]:
    """All words of a condition."""
    match condition:
        case Tested(words):
            return words
        case Negation(inner):
            return words_of(inner)
        case Joined(_, left, right):
            return (*words_of(left), *words_of(right))


@dataclass(frozen=True, slots=True)
class Conditional:
    """`[[ ... ]]`: its words are neither split nor matched against file names, and `==` takes a pattern."""

    condition: Condition
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """`if ...; then ...; elif ...; else ...; fi`: conditions with what follows them."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """`for NAME in WORDS; do ...; done`."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirections: tuple[Redirection, ...] = ()


@dataclass(frozen=True, slots=True)
class WhileLoop:
    """`while ...; do ...; done`, or `until`."""

    condition: Script
    body: Script
    until: bool
    redirections: tuple[Redirection, ...] = ()


Node: TypeAlias = Simple | Group | Conditional | If | For | WhileLoop


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands of which each reads what the one before prints."""

    commands: tuple[Node, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AndOr:
    """A pipeline, and whether it runs whatever went before, after a success (`&&`) or after a failure (`||`)."""

    when: Literal["always", "succeeded", "failed"]
    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class Script:
    """Steps in their order."""

    steps: tuple[AndOr, ...]
