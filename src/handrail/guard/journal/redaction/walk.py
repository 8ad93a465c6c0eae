"""Walking through an entry as JSON by its types, to each text and number in it, which a visitor keeps or replaces.

How a text is treated says the field that it stands in. The constants in the text of a specification are texts too:
secrets are taken out of them, and the text still parses.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import is_
from types import UnionType
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, Union, get_args, get_origin, get_type_hints

from handrail.guard.journal.codec import Json, name_in_journals, tag_of
from handrail.guard.journal.redaction.treatment import LABELS, MOST_TEXTS, TREATMENTS, Treatment
from handrail.language.printer import KEYWORDS
from handrail.language.value import Value


class ValueName(NamedTuple):
    """What a value is called: the name of its variable or field, and of the state that has it, where one does."""

    label: str = ""
    state: str = ""


NOT_NAMED = ValueName()


class Visitor(Protocol):
    """What becomes of what is visited. A number that is to be left as it is, is answered with None."""

    def text(self, text: str, treatment: Treatment, named: ValueName) -> str:
        """A text instead of this one."""
        ...

    def number(self, number: str, named: ValueName) -> str | None:
        """The digits of a number instead of this one."""
        ...


Walk: TypeAlias = Callable[[Json, Visitor, str], Json]
"""JSON with everything in it visited; the text is the label that comes from the record around it."""

_NOT_SAID = frozenset({"date", "time", "datetime", "float"})


def visit(kind: type, json: Json, visitor: Visitor) -> Json:
    """A record of this type, as JSON, with everything in it visited."""
    walk = walk_of(kind)
    return json if walk is None else walk(json, visitor, "")


@cache
def walk_of(kind: Any) -> Walk | None:
    """The way through a type; None where nothing in it is anybody's words. Raises `TypeError` for a field forgotten."""
    if is_dataclass(kind) and isinstance(kind, type):
        return _through_record(kind)
    if kind == Value or get_origin(kind) is Literal:
        return None
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return _through_choice(parts)
    walks = [walk for part in parts if (walk := walk_of(part)) is not None]
    return _through_list(walks[0]) if walks else None


def holds_text(kind: Any) -> bool:
    """Whether texts stand in a value of this type itself, and not only in records within it."""
    if kind in (str, object) or kind == Value:
        return True
    return get_origin(kind) is not Literal and any(map(holds_text, get_args(kind)))


def _through_record(kind: type) -> Walk | None:
    steps = _steps(kind)
    if not steps:
        return None

    def walk(json: Json, visitor: Visitor, around: str) -> Json:
        if not isinstance(json, dict):
            return json
        visited = json
        for name, step, label, treatment in steps:
            found = json.get(name)
            if found or found == 0:
                if treatment is not None and isinstance(found, str):
                    kept: Json = visitor.text(found, treatment, NOT_NAMED)
                else:
                    kept = step(found, visitor, around if label is None else label(json))
                if kept is not found:
                    if visited is json:
                        visited = dict(json)
                    visited[name] = kept
        return visited

    return walk


class _Step(NamedTuple):
    """The way on into one field of a record; `treatment` is that of a text which stands in it alone."""

    name: str
    walk: Walk
    label: Callable[[dict[str, Json]], str] | None
    treatment: Treatment | None


def _steps(kind: type) -> list[_Step]:
    hints, chosen = get_type_hints(kind), TREATMENTS.get(kind, {})
    steps: list[_Step] = []
    for field in fields(kind):
        if not (field.init and field.compare):
            continue
        hint = hints[field.name]
        if not holds_text(hint):
            walk = walk_of(hint)
        elif field.name in chosen:
            walk = _through_texts(hint, chosen[field.name])
        else:
            raise TypeError(
                f"no treatment is chosen for {kind.__name__}.{field.name}; say in treatment.py what becomes of it"
            )
        if walk is not None:
            treatment = chosen.get(field.name)
            alone = treatment if treatment is not Treatment.VALUE else None
            steps.append(_Step(name_in_journals(field), walk, LABELS.get((kind, field.name)), alone))
    return steps


def _through_choice(kinds: tuple[Any, ...]) -> Walk | None:
    walks = {kind: found for kind in kinds if (found := walk_of(kind)) is not None}
    if len(walks) < 2 and sum(is_dataclass(kind) for kind in kinds) < 2:
        return next(iter(walks.values()), None)
    by_tag: Mapping[Json, Walk] = {tag_of(choice): found for choice, found in walks.items()}

    def through(json: Json, visitor: Visitor, around: str) -> Json:
        chosen = by_tag.get(json.get("is")) if isinstance(json, dict) else None
        return json if chosen is None else chosen(json, visitor, around)

    return through


def _through_list(inner: Walk) -> Walk:
    def walk(json: Json, visitor: Visitor, around: str) -> Json:
        return _visited(json, [inner(item, visitor, around) for item in json]) if isinstance(json, list) else json

    return walk


def _visited(before: list[Json], after: list[Json]) -> list[Json]:
    """The list as it is, if nothing in it was replaced: then what it stands in is not copied either."""
    return before if all(map(is_, before, after)) else after


def _through_texts(kind: Any, treatment: Treatment) -> Walk | None:
    if treatment is Treatment.KEEP:
        return None
    if treatment is Treatment.VALUE:
        by_name = any(get_origin(argument) is Mapping for argument in (kind, *get_args(kind)))
        return _through_named if by_name else _through_value
    is_set = get_origin(kind) is frozenset

    def walk(json: Json, visitor: Visitor, _: str) -> Json:
        if isinstance(json, str):
            return visitor.text(json, treatment, NOT_NAMED)
        if not isinstance(json, list):
            return json
        said = [visitor.text(item, treatment, NOT_NAMED) for item in json[:MOST_TEXTS] if isinstance(item, str)]
        if len(said) == len(json) and all(map(is_, said, json)):
            return json
        said += [f"‹{len(json) - MOST_TEXTS:,} more were cut›"] if len(json) > MOST_TEXTS else []
        return [*sorted(set(said))] if is_set else [*said]

    return walk


def _through_named(json: Json, visitor: Visitor, state: str) -> Json:
    """The variables of an update, or of each of several rows."""
    if isinstance(json, list):
        return _visited(json, [_through_named(row, visitor, state) for row in json])
    if not isinstance(json, dict):
        return json
    visited = json
    for name, value in json.items():
        if value is not None and value is not True and value is not False:
            kept = visit_value(value, visitor, ValueName(name, state))
            if kept is not value:
                visited = dict(visited) if visited is json else visited
                visited[name] = kept
    return visited


def _through_value(json: Json, visitor: Visitor, label: str) -> Json:
    return (
        [visit_value(item, visitor, ValueName(label)) for item in json]
        if isinstance(json, list)
        else visit_value(json, visitor, ValueName(label))
    )


def visit_value(value: Json, visitor: Visitor, named: ValueName) -> Json:
    """A value of any type with the texts and numbers in it visited; what must be a number stays one."""
    match value:
        case str():
            return visitor.text(value, Treatment.VALUE, named)
        case bool() | float() | None:
            return value
        case int():
            other = visitor.number(str(value), named)
            return value if other is None else {"decimal": other}
        case list():
            return [visit_value(item, visitor, named) for item in value]
        case {"decimal": str(number)} if len(value) == 1:
            other = visitor.number(number, named)
            return value if other is None else {"decimal": other}
        case {"object": dict(inner)} if len(value) == 1:
            return {
                "object": {
                    name: visit_value(item, visitor, ValueName(name, named.state)) for name, item in inner.items()
                }
            }
        case _ if len(value) == 1 and value.keys() <= _NOT_SAID:
            return value
        case _:
            raise TypeError("this is no value of a journal")


_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<number>-?[0-9]+)(?![\w.:-])"
    r"|`(?P<quoted>[^`\n]+)`"
    r"|(?P<name>[^\W\d]\w*)"
    r"|[-+.]?[0-9][\w.:-]*"
    r"|\s+|.",
    re.DOTALL,
)


def map_rule_text(text: str, of_text: Callable[[str, str], str], of_number: Callable[[str, str], str | None]) -> str:
    """The rules with each constant replaced; the label of a constant is the variable that it is compared with.

    Whatever is not replaced is left as it was written, byte for byte.
    """
    pieces: list[str] = []
    label = ""
    for token in _TOKEN.finditer(text):
        written = token.group()
        match token.lastgroup:
            case "text":
                pieces.append(_constant(written, label, of_text))
            case "comment":
                pieces.append("#" + of_text(written[1:], "").replace("\n", " "))
            case "number":
                pieces.append(of_number(written, label) or written)
            case "quoted" | "name":
                if written not in KEYWORDS:
                    label = written.strip("`")
                pieces.append(written)
            case _:
                pieces.append(written)
    return "".join(pieces)


def _constant(written: str, label: str, of_text: Callable[[str, str], str]) -> str:
    try:
        value = json.loads(written, strict=False)
    except ValueError:
        value = written[1:-1]
    treated = of_text(value, label)
    return written if treated == value else json.dumps(treated, ensure_ascii=False)
