"""Where in an entry texts and numbers stand that somebody else wrote, and what each is the value of.

A label is the name of the variable or of the field, by which `4711` is a PIN and not a price.
"""

from collections.abc import Callable
from dataclasses import dataclass

from handrail.guard.journal.form import Json

EXACT = frozenset(
    (
        *("is", "type", "operator", "source", "severity", "mark", "stage", "outcome", "detector", "detectors"),
        *("category", "name", "state", "variable", "commits", "unrequested", "done", "package", "activity"),
        *("class_name", "resource_id", "at", "expires_at", "digest", "picture", "session", "question", "similarity"),
        *("states", "policy", "objectives"),
    )
)
"""Words, names, times and digests of Handrail's, of apps' and of rules' own, and documents that are read again: all
written as they are, even where a password is the same word.
"""

_NOT_SAID = frozenset({"date", "time", "datetime", "float"})


@dataclass(frozen=True, slots=True)
class Hearing:
    """What becomes of a text with its label, of a specification or rule, and of a number (None: it stays)."""

    text: Callable[[str, str], str]
    rules: Callable[[str], str]
    number: Callable[[str, str], str | None]


def map_said(node: Json, hear: Hearing) -> Json:
    """An entry as JSON with everything that is said in it replaced by what it was heard as."""
    if isinstance(node, str):
        return hear.text(node, "")
    if isinstance(node, list):
        return [map_said(item, hear) for item in node]
    if not isinstance(node, dict):
        return node
    mapped: dict[str, Json] = {}
    for name, item in node.items():
        if name in EXACT or (name == "rule" and isinstance(item, str) and "head" not in node):
            mapped[name] = item
        elif name in ("set", "delete") and isinstance(item, dict):
            mapped[name] = {variable: _map_value(value, variable, hear) for variable, value in item.items()}
        elif isinstance(item, str) and (name == "specification" or (name == "rule" and "head" in node)):
            mapped[name] = hear.rules(item)
        elif (label := _label(node, name)) is not None:
            mapped[name] = _map_value(item, label, hear)
        else:
            mapped[name] = map_said(item, hear)
    return mapped


def _label(node: dict[str, Json], name: str) -> str | None:
    """What the value under a name is called, where a value stands there."""
    if name == "text" and "element" in node:  # of an action: how the field is called by whoever calls it anything
        element = node["element"]
        parts: list[Json] = [node.get("target")]
        if isinstance(element, dict):
            parts += [element.get("description"), element.get("resource_id")]
        words = " ".join(part for part in parts if isinstance(part, str))
        return words.replace("_", " ").replace("/", " ")
    if name == "value" and "variable" in node:
        return str(node["variable"])
    constraint = node.get("constraint")
    if name in ("wanted", "found") and isinstance(constraint, dict):
        return str(constraint.get("variable", ""))
    return "" if name == "value" and node.get("is") == "literal" else None


def _map_value(value: Json, label: str, hear: Hearing) -> Json:
    match value:
        case bool() | float() | None:
            return value
        case str():
            return hear.text(value, label)
        case int():
            other = hear.number(str(value), label)
            return value if other is None else {"decimal": other}
        case list():
            return [_map_value(item, label, hear) for item in value]
        case {"decimal": str(number)} if len(value) == 1:
            other = hear.number(number, label)
            return value if other is None else {"decimal": other}
        case {"object": dict(named)} if len(value) == 1:
            return {"object": {name: _map_value(item, name, hear) for name, item in named.items()}}
        case {"is": "literal", "value": inner}:
            return {**value, "value": _map_value(inner, label, hear)}
        case _ if len(value) == 1 and value.keys() <= _NOT_SAID:
            return value
        case _:
            return {name: item if name in EXACT else _map_value(item, label, hear) for name, item in value.items()}
