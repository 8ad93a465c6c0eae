"""YAML as models are written in: the plain values of YAML 1.2, each with its line and column.

`on`, `yes` and `9:00` are texts here, numbers are exact, and a name stands once in a mapping. Anchors, aliases and tags
are refused: a model is read by people, and an alias is how a small file becomes a large one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

import yaml

from handrail.app.binding import At
from handrail.error import UnreadableInput
from handrail.language.diagnostic import excerpt

LARGEST_MODEL = 2 * 1024 * 1024
DEEPEST_MODEL = 40

Trail: TypeAlias = tuple[str | int, ...]
"""The names and numbers that lead to a value."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,30})?")
_TAGS = frozenset(
    f"tag:yaml.org,2002:{kind}"
    for kind in ("str", "bool", "int", "float", "null", "timestamp", "merge", "value", "map", "seq")
)
"""Those that the parser gives by itself; only `true`, `false`, `null` and numbers are read as anything but text."""

_HELP = {
    "mapping values are not allowed": "a value with `: ` in it stands in quotation marks",
    "cannot start any token": "a value that starts with this character stands in quotation marks",
}
_PLAIN: Mapping[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(slots=True)
class ModelText:
    """The values of a document and where they and their names stand; `inside` is where a one-line text starts."""

    value: Any = None
    places: dict[Trail, At] = field(default_factory=dict)
    names: dict[Trail, At] = field(default_factory=dict)
    inside: dict[Trail, At] = field(default_factory=dict)

    def place(self, trail: Trail) -> At:
        """Where a value stands, or the nearest one around it."""
        while trail and trail not in self.places:
            trail = trail[:-1]
        return self.places.get(trail, At(1, 1))

    def name(self, trail: Trail) -> At:
        """Where the name of a value stands."""
        return self.names.get(trail) or self.place(trail)

    def character(self, trail: Trail, offset: int) -> At:
        """Where a character of a text stands."""
        start = self.inside.get(trail)
        return self.place(trail) if start is None else At(start.line, start.column + offset)


def read_model_yaml(text: str, name: str) -> ModelText:
    """The document in a text. Raises `UnreadableInput` with line and column."""
    if len(text) > LARGEST_MODEL:
        raise UnreadableInput(f"{name}: {len(text):,} characters; at most {LARGEST_MODEL:,} are read")
    try:
        node = yaml.compose(text.removeprefix("\ufeff"), Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{mark.line + 1}:{mark.column + 1}: " if mark is not None else ""
        problem = str(error.problem or error.context)
        help = next((help for words, help in _HELP.items() if words in problem), "this is not YAML")
        raise UnreadableInput(f"{name}:{place}{problem}; {help}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise UnreadableInput(f"{name}: {excerpt(str(error))}; this is not YAML") from error
    document = ModelText()
    if node is None:
        raise UnreadableInput(f"{name}:1:1: the file is empty; a model starts with `app:` and `states:`")
    document.value = _Builder(document, name).build(node, ())
    return document


class _Builder:
    """One walk over the nodes, which come from the parser with their marks."""

    def __init__(self, document: ModelText, name: str) -> None:
        self.document, self.name = document, name
        self.seen: set[int] = set()

    def build(self, node: Any, trail: Trail) -> Any:
        at = At(node.start_mark.line + 1, node.start_mark.column + 1)
        self.document.places[trail] = at
        if id(node) in self.seen:
            raise self.trouble(self.document.name(trail), "an alias", "write the value again")
        if node.tag not in _TAGS:
            raise self.trouble(at, f"the tag `{excerpt(node.tag)}`", "values have no tags here")
        self.seen.add(id(node))
        if len(trail) > DEEPEST_MODEL:
            raise self.trouble(at, f"more than {DEEPEST_MODEL} levels", "a model is not that deep")
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node, trail, at)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*trail, number)) for number, item in enumerate(node.value)]
        return self.mapping(node, trail)

    def mapping(self, node: Any, trail: Trail) -> dict[str, Any]:
        built: dict[str, Any] = {}
        for key, value in node.value:
            at = At(key.start_mark.line + 1, key.start_mark.column + 1)
            if not isinstance(key, yaml.ScalarNode):
                raise self.trouble(at, "a name that is a list or a mapping", "names are texts")
            if key.value in built:
                raise self.trouble(at, f"`{excerpt(key.value)}` stands twice", "give each its own name")
            if key.value == "<<":
                raise self.trouble(at, "a merge", "write the values again")
            self.document.names[(*trail, key.value)] = at
            built[key.value] = self.build(value, (*trail, key.value))
        return built

    def scalar(self, node: Any, trail: Trail, at: At) -> Any:
        if node.start_mark.line == node.end_mark.line:
            self.document.inside[trail] = At(at.line, at.column + (1 if node.style in ("'", '"') else 0))
        if not node.style and node.tag != "tag:yaml.org,2002:str" and node.value in _PLAIN:
            return _PLAIN[node.value]
        if not node.style and _NUMBER.fullmatch(node.value):
            return Decimal(node.value)
        return node.value

    def trouble(self, at: At, found: str, help: str) -> UnreadableInput:
        return UnreadableInput(f"{self.name}:{at.line}:{at.column}: {found}; {help}")
