"""From lark's tree of one line to a `Rule`. The only module that sees lark; imported when the first line is read."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from handrail.language.diagnostic import Diagnostic, excerpt
from handrail.language.normal_form import has_lone_surrogate
from handrail.language.operators import TABLE, Operator
from handrail.language.printer import KEYWORDS
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Head,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    Span,
    StatePredicate,
    Term,
)
from handrail.language.syntax_hint import Trouble, explain, help_for_word
from handrail.language.value import Value, read_date, read_number, read_time

FARTHEST_DAY = 100_000
LARGEST_COUNT = 1_000_000

LineReader: TypeAlias = Callable[[str, int], tuple[Rule | None, list[Diagnostic]]]

Children: TypeAlias = list[Any]
"""What lark hands to a method: tokens, and what the methods below made of the branches."""

_SPELLINGS = {spelling: operator for operator, entry in TABLE.items() for spelling in (operator.value, *entry.also)}
_DAYS = {"Today": 0, "Tomorrow": 1, "Yesterday": -1}
_RELATIVE_DAY = re.compile(r"(\w+)(?:\s*([+-])\s*([0-9]+))?")
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]*")


def build_line_reader() -> LineReader:
    """Compile the grammar (tens of milliseconds) and return the function that reads one line with it."""
    text = files("handrail.language").joinpath("rules.lark").read_text("utf-8")
    lark = Lark(f"{text}\n{_rules_of_operators()}", parser="lalr", lexer="contextual", maybe_placeholders=False)

    def read_line(line: str, number: int) -> tuple[Rule | None, list[Diagnostic]]:
        try:
            tree = lark.parse(line)
        except UnexpectedInput as unexpected:
            return None, [_syntax_error(lark, unexpected, line, number)]
        builder = _RuleBuilder(number, len(line.rstrip()))
        rule: Rule = builder.build(tree)
        return (None if builder.diagnostics else rule), builder.diagnostics

    return read_line


def _rules_of_operators() -> str:
    """The part of the grammar that the table of operators says: what compares, what takes a list, what counts rows."""

    def rule(name: str, operators: Iterable[Operator]) -> str:
        spellings = (spelling for operator in operators for spelling in (operator.value, *TABLE[operator].also))
        return f"!{name}: {' | '.join(' '.join(map(terminal, spelling.split())) for spelling in spellings)}"

    def terminal(word: str) -> str:
        return word.upper() if word.isidentifier() else f'"{word}"'

    words = dict.fromkeys(word for operator in TABLE for word in operator.split() if word.isidentifier())
    return "\n".join(
        (
            rule("count_operator", (operator for operator, entry in TABLE.items() if entry.rows)),
            rule("comparison", (operator for operator, entry in TABLE.items() if not entry.single)),
            rule("membership", (operator for operator, entry in TABLE.items() if entry.single)),
            *(f"{terminal(word)}.2: /{word}(?!\\w)/" for word in words),
        )
    )


def _syntax_error(lark: Lark, unexpected: UnexpectedInput, line: str, number: int) -> Diagnostic:
    match unexpected:
        case UnexpectedToken(token=Token(type="$END")):
            position, length = len(line.rstrip()), 1
        case UnexpectedToken(token=Token() as token):
            position, length = token.start_pos or 0, max(1, len(token))
        case _:
            position, length = unexpected.column - 1, 1
    if line[max(0, position - 1) : position + 1] == "&&":  # the first was read
        position, length = position - 1, 2
    found, help = explain(Trouble(line, position, _expected(lark, line[:position])))
    return Diagnostic("syntax", Span(number, position + 1, length), found, help)


def _expected(lark: Lark, before: str) -> frozenset[str]:
    """The terminals that can follow what was read. lark's own list also has those of other rules it merged."""
    reader = lark.parse_interactive(before)
    try:
        reader.exhaust_lexer()
    except UnexpectedInput:  # cannot be: this part was read
        return frozenset()
    accepted: set[str] = reader.accepts()  # type: ignore[no-untyped-call]  # lark leaves it unannotated
    return frozenset(accepted)


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Term:
    term: Term
    span: Span


class _RuleBuilder:
    """One method for each rule of the grammar, given its children; the grammar says what these are.

    What the grammar alone cannot refuse is collected on the way. (lark's `Transformer` calls the same methods, and
    takes as long again as they do.)
    """

    def __init__(self, line: int, length: int) -> None:
        self.line = line
        self.length = length
        self.diagnostics: list[Diagnostic] = []

    def build(self, tree: Tree[Token]) -> Any:
        """What the method of a branch makes of its children. No rule of the grammar stands within itself."""
        children = [self.build(child) if isinstance(child, Tree) else child for child in tree.children]
        return getattr(self, tree.data)(children)

    def start(self, children: Children) -> Rule:
        body, _arrow, (head, head_span) = children[-3:]  # a label may stand before
        return Rule(body, head, Span(self.line, 1, self.length), head_span)

    def nothing(self, _children: Children) -> tuple[Predicate, ...]:
        return ()

    def conjunction(self, children: Children) -> tuple[Predicate, ...]:
        return tuple(children[::2])  # an `&` between each two

    def state_predicate(self, children: Children) -> StatePredicate:
        name, *parts = children
        count = parts.pop() if parts and isinstance(parts[-1], Count) else AT_LEAST_ONE
        return StatePredicate(name.text, tuple(parts), count, span=name.span)

    def once_predicate(self, children: Children) -> StatePredicate:
        predicate: StatePredicate = children[1]
        return replace(predicate, once=True)

    def objective_predicate(self, children: Children) -> ObjectivePredicate:
        return ObjectivePredicate(children[0].text, False, children[0].span)

    def still_predicate(self, children: Children) -> ObjectivePredicate:
        name = children[1]
        if isinstance(name, Token):
            return self.done_predicate([name])
        return ObjectivePredicate(name.text, True, name.span)

    def done_predicate(self, children: Children) -> ObjectivePredicate:
        span = self._span(children[0])
        help = "the task cannot require its own end; name an objective (one called `Done` stands in backticks)"
        self._wrong(span, "`Done` stands before the arrow", help)
        return ObjectivePredicate("Done", False, span)

    def count(self, children: Children) -> Count:
        operator, number = children
        if not _WHOLE_NUMBER.fullmatch(number) or len(number) > 9 or int(number) > LARGEST_COUNT:
            help = f"write a whole number from 0 to {LARGEST_COUNT:,}"
            self._wrong(self._span(number), f"`{excerpt(number)}` cannot count rows", help)
            return AT_LEAST_ONE
        return Count(operator, int(number))

    def constraint(self, children: Children) -> Constraint:
        name, operator, value = children
        terms = value if isinstance(value, tuple) else (value,)
        start, end = terms[0].span.column, terms[-1].span.column + terms[-1].span.length
        value_span = Span(self.line, start, end - start)
        span = Span(self.line, name.span.column, end - name.span.column)
        plain = tuple(term.term for term in value) if isinstance(value, tuple) else value.term
        return Constraint(name.text, operator, plain, span, value_span)

    def count_operator(self, children: Children) -> Operator:
        return _operator(children)

    def comparison(self, children: Children) -> Operator:
        return _operator(children)

    def membership(self, children: Children) -> Operator:
        return _operator(children)

    def listing(self, children: Children) -> tuple[_Term, ...]:
        return tuple(children)

    def text(self, children: Children) -> _Term:
        return _Term(Literal(self._read_text(children[0])), self._span(children[0]))

    def word(self, children: Children) -> _Term:
        return _Term(Literal(self._read_word(children[0])), self._span(children[0]))

    def boolean(self, children: Children) -> _Term:
        return _Term(Literal(children[0] == "true"), self._span(children[0]))

    def relative_day(self, children: Children) -> _Term:
        token = children[0]
        match = _RELATIVE_DAY.fullmatch(token)
        assert match is not None  # the terminal is the same pattern
        anchor, sign, digits = match.groups()
        distance = int((digits or "0")[-9:])
        days = _DAYS[anchor] + (-distance if sign == "-" else distance)
        if len(digits or "") > 9 or abs(days) > FARTHEST_DAY:
            help = f"a relative day is at most {FARTHEST_DAY:,} days away; write a date"
            self._wrong(self._span(token), f"`{excerpt(token)}` is too far away", help)
            days = 0
        return _Term(RelativeDay(days), self._span(token))

    def now(self, children: Children) -> _Term:
        return _Term(Now(), self._span(children[0]))

    def rule_variable(self, children: Children) -> _Term:
        return _Term(RuleVariable(children[0][1:]), self._span(children[0]))

    def objective(self, children: Children) -> tuple[Head, Span]:
        return Objective(children[0].text), children[0].span

    def done(self, children: Children) -> tuple[Head, Span]:
        return Done(), self._span(children[0])

    def name(self, children: Children) -> _Name:
        name, span = str(children[0]), self._span(children[0])
        if name.startswith("`"):
            return _Name(name[1:-1], span)
        if name in KEYWORDS:  # the contextual lexer reads a keyword as a name where no keyword can stand
            help = f"a name that is a keyword stands in backticks: `` `{name}` ``"
            if name == "True":
                help = f"`True` requires nothing: drop it, or name an objective or `Done`; {help}"
            self._wrong(span, f"the keyword `{name}` where a name belongs", help)
        return _Name(name, span)

    def _span(self, token: Token) -> Span:
        return Span(self.line, token.column or 1, max(1, len(token)))

    def _wrong(self, span: Span, found: str, help: str) -> None:
        self.diagnostics.append(Diagnostic("syntax", span, found, help))

    def _read_text(self, token: Token) -> str:
        try:
            text: str = json.loads(token, strict=False)
        except json.JSONDecodeError as error:
            place = Span(self.line, (token.column or 1) + error.pos)
            help = r"write `\"`, `\\`, `\n`, `\t` or `\u` with four hex digits"
            self._wrong(place, "this escape is not one of JSON's", help)
            return ""
        if has_lone_surrogate(text):
            help = r"a `\ud83d` needs its other half, as in `\ud83d\ude00`"
            self._wrong(self._span(token), "this text holds half a character", help)
            return ""
        return text

    def _read_word(self, token: Token) -> Value:
        for read in (read_number, read_time, read_date):
            value = read(str(token))
            if value is not None:
                return value
        self._wrong(self._span(token), f"`{excerpt(token)}` is no number, date or time", help_for_word(token))
        return False


def _operator(tokens: Sequence[Token]) -> Operator:
    return _SPELLINGS[" ".join(tokens)]
