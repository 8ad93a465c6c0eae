"""The rule language narrowed to one app: names it declares, operators that fit, constants of the right type.

For servers that constrain their decoder. The dialect is that of llguidance: Lark without lookaround and without an
ambiguous lexer. Spacing is the printer's own, so that there is one way to write a rule. What a grammar cannot say, that
every objective has a rule and that some rule ends in `Done`, stays with the checker, and so does a `?x` under `once`.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from handrail.error import Misuse
from handrail.language.declaration import State, States, Variable
from handrail.language.operators import TABLE, operators_of
from handrail.language.printer import KEYWORDS, show_name
from handrail.language.value import Type

__all__ = ["answer_grammar", "answer_schema", "rule_pattern", "rules_grammar"]

_CONSTANT = {
    Type.TEXT: "TEXT",
    Type.NUMBER: "NUMBER",
    Type.BOOLEAN: "BOOLEAN",
    Type.DATE: "DATE",
    Type.TIME: "TIME",
}
_MEMBERSHIPS = tuple(operator for operator, entry in TABLE.items() if entry.single)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How a piece of a rule is written where it stands: in a plain text, or inside a text of JSON."""

    terminals: str
    encode: Callable[[str], str]


_NUMBER = r"NUMBER: /-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,10})?/"
_COMMON = rf"""
{_NUMBER}
BOOLEAN: "true" | "false"
DATE: /[0-9]{{4}}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/ | RELATIVE
RELATIVE: /(Today|Tomorrow|Yesterday)( ?[+-] ?[0-9]{{1,3}})?/
TIME: /([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?/ | /(0?[1-9]|1[0-2]):[0-5][0-9] ?[AaPp][Mm]/ | "Now"
VARIABLE: /\?[A-Za-z_][A-Za-z0-9_]{{0,30}}/
COUNT: /\[(=|<=|<|>=|>) ?[0-9]{{1,6}}\]/
"""
_PLAIN = _Spelling(r'TEXT: /"([^"\\\x00-\x1f\x7f]|\\["\\nt]){0,400}"/', lambda text: text)
_IN_JSON = _Spelling(
    r'TEXT: /\\"([^"\\\x00-\x1f\x7f]|\\\\\\["]|\\\\[nt]|\\\\\\\\){0,400}\\"/',
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
)


def rules_grammar(states: States, objectives: Collection[str] = ()) -> str:
    """A Lark grammar of specifications over these states, one rule a line; `objectives` are all there are, if given."""
    return "\n".join(('start: rule ("\\n" rule){0,39}', *_rule_lines(states, objectives, _PLAIN)))


def answer_grammar(states: States, objectives: Collection[str] = ()) -> str:
    """A Lark grammar of whole answers: a JSON object as `DraftAnswer`, with rules over these states and no others."""
    lines = [
        'start: "{\\"rules\\": [" quoted_rule (", " quoted_rule){0,39} "], \\"objectives\\": ["'
        ' [objective (", " objective){0,23}] "], \\"sources\\": [" [source (", " source){0,59}]'
        ' "], \\"left_out\\": [" [left (", " left){0,11}] "]}"',
        'quoted_rule: "\\"" rule "\\""',
        'objective: "{\\"name\\": " STRING ", \\"meaning\\": " STRING "}"',
        'source: "{\\"value\\": " STRING ", \\"words\\": " STRING ", \\"assumption\\": " STRING "}"',
        'left: "{\\"words\\": " STRING ", \\"why\\": " STRING "}"',
        r'STRING: /"([^"\\\x00-\x1f\x7f]|\\["\\nt]){0,300}"/',
    ]
    return "\n".join((*lines, *_rule_lines(states, objectives, _IN_JSON)))


def rule_pattern(states: States, objectives: Collection[str] = ()) -> str:
    """A regular expression of one rule over these states, for the `pattern` of a JSON schema. Anchored at both ends.

    The language has no nesting, so that a rule is regular; the expression grows with the states, four times over.
    """
    state = "|".join(_state_pattern(state) for state in states.values())
    called = "|".join(_escaped(show_name(objective)) for objective in objectives)
    objective = f"(?:{called})" if called else _NAME_PATTERN
    predicate = rf"(?:(?:once )?(?:{state})|(?:still )?{objective})"
    return rf"^(?:True|{predicate}(?: & {predicate})*) -> (?:Done|{objective})$"


def answer_schema(states: States, schema: dict[str, Any], objectives: Collection[str] = ()) -> dict[str, Any]:
    """The schema of a draft with its rules narrowed to these states."""
    rules = schema["properties"]["rules"]
    narrowed = {**rules, "minItems": 1, "items": {"type": "string", "pattern": rule_pattern(states, objectives)}}
    return {**schema, "properties": {**schema["properties"], "rules": narrowed}}


def _rule_lines(states: States, objectives: Collection[str], spelling: _Spelling) -> Iterable[str]:
    _demand_states(states)
    yield 'rule: body " -> " ("Done" | objective_name)' if objectives else 'rule: body " -> " NAME'
    yield 'body: "True" | predicate (" & " predicate){0,15}'
    states_now_or_once = f'["once "] ({" | ".join(f"state_{number}" for number in range(len(states)))})'
    alternatives = [states_now_or_once, '["still "] objective_name' if objectives else '["still "] NAME']
    yield f"predicate: {' | '.join(alternatives)}"
    for number, state in enumerate(states.values()):
        yield from _state_lines(number, state, spelling)
    if objectives:
        names = " | ".join(_lark_string(spelling.encode(show_name(objective))) for objective in objectives)
        yield f"objective_name: {names}"
    else:  # `Done`, `True` and the rest are read as names here and refused by the checker where they cannot stand
        yield r"NAME: /[A-Za-z_][A-Za-z0-9_]{0,60}/"
    yield spelling.terminals
    yield _COMMON.strip()


def _state_lines(number: int, state: State, spelling: _Spelling) -> Iterable[str]:
    def literal(text: str) -> str:
        return _lark_string(spelling.encode(text))

    constraints = f"constraint_{number} ({literal(', ')} constraint_{number}){{0,11}}"
    inside = f"[{constraints}]" if state.variables else ""
    yield f"state_{number}: {literal(show_name(state.name) + '(')} {inside} {literal(')')} [COUNT]"
    if not state.variables:
        return
    yield f"constraint_{number}: {' | '.join(_constraint(variable, literal) for variable in state.variables.values())}"


def _constraint(variable: Variable, literal: Callable[[str], str]) -> str:
    if variable.type is Type.ENUM:
        constant = "(" + " | ".join(literal(_json(option)) for option in variable.options) + ")"
    else:
        constant = _CONSTANT[variable.type]
    name = literal(show_name(variable.name) + " ")
    single = " | ".join(literal(f"{operator} ") for operator in _operators(variable.type))
    several = " | ".join(literal(f"{operator} [") for operator in _MEMBERSHIPS)
    term = f"({constant} | VARIABLE)"
    listing = f"({several}) {term} ({literal(', ')} {term}){{0,31}} {literal(']')}"
    return f"{name} (({single}) {term} | {listing})"


def _operators(variable_type: Type) -> Sequence[str]:
    return tuple(operator for operator in operators_of(variable_type) if not TABLE[operator].single)


_NAME_PATTERN = r"[A-Za-z_][A-Za-z0-9_]{0,60}"
_PATTERNS = {
    Type.TEXT: r'"(?:[^"\\\x00-\x1f]|\\["\\nt])*"',
    Type.NUMBER: r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,10})?",
    Type.BOOLEAN: r"(?:true|false)",
    Type.DATE: r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|(?:Today|Tomorrow|Yesterday)(?:[+-][0-9]{1,3})?)",
    Type.TIME: r"(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?: [AP]M)?|Now)",
}


def _state_pattern(state: State) -> str:
    head = rf"{_escaped(show_name(state.name))}\("
    count = r"\)(?:\[(?:=|<=|<|>=|>) [0-9]{1,6}\])?"
    if not state.variables:
        return head + count
    constraint = "(?:" + "|".join(_constraint_pattern(variable) for variable in state.variables.values()) + ")"
    return f"{head}(?:{constraint}(?:, {constraint})*)?{count}"


def _constraint_pattern(variable: Variable) -> str:
    if variable.type is Type.ENUM:
        constant = "(?:" + "|".join(_escaped(_json(option)) for option in variable.options) + ")"
    else:
        constant = _PATTERNS[variable.type]
    term = rf"(?:{constant}|\?[A-Za-z_][A-Za-z0-9_]{{0,30}})"
    operators = "|".join(map(_escaped, _operators(variable.type)))
    return rf"{_escaped(show_name(variable.name))} (?:(?:{operators}) {term}|(?:not )?in \[{term}(?:, {term})*\])"


def _escaped(text: str) -> str:
    """Only what means something is escaped: the readers of patterns differ in what else they accept."""
    return re.sub(r"[\\^$.|?*+()\[\]{}/]", r"\\\g<0>", text)


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lark_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _demand_states(states: States) -> None:
    if not states:
        raise Misuse("an app without states leaves nothing to say; declare some")
    if any(name in KEYWORDS and show_name(name) == name for name in states):  # the printer puts them in backticks
        raise AssertionError("a keyword is never a plain name")
