"""YAML as models are written in: the plain values of YAML 1.2, each with its line and column.

`on`, `yes` and `9:00` are texts here, numbers are exact, and a name stands once in a mapping. Anchors, aliases and tags
are refused: a model is read by people, and an alias is how a small file becomes a large one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import takewhile
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
    document = ModelText()
    try:
        document.value = _Builder(document, name, text.removeprefix("\ufeff")).document_value()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{mark.line + 1}:{mark.column + 1}: " if mark is not None else ""
        problem = str(error.problem or error.context)
        help = next((help for words, help in _HELP.items() if words in problem), "this is not YAML")
        raise UnreadableInput(f"{name}:{place}{problem}; {help}") from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise UnreadableInput(f"{name}: {excerpt(str(error))}; this is not YAML") from error
    return document


class _Builder:
    """Values from the parser's events, one after the other.

    The parser itself keeps a list of what is open; whatever builds nodes from it calls itself once for each level, and
    in C that ends the process. So depth is limited here, before anything is built.
    """

    def __init__(self, document: ModelText, name: str, text: str) -> None:
        self.document, self.name = document, name
        self.events = yaml.parse(text, Loader=_LOADER)

    def document_value(self) -> Any:
        """The one document of the text."""
        next(self.events)  # the stream starts
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise UnreadableInput(f"{self.name}:1:1: the file is empty; a model starts with `app:` and `states:`")
        value = self.build(next(self.events), ())
        next(self.events)  # the document ends
        following = next(self.events)
        if not isinstance(following, yaml.StreamEndEvent):
            raise self.trouble(_at(following), "a second document", "a file holds one")
        return value

    def build(self, event: Any, trail: Trail) -> Any:
        at = _at(event)
        self.document.places[trail] = at
        if isinstance(event, yaml.AliasEvent):
            raise self.trouble(self.document.name(trail), "an alias", "write the value again")
        if event.tag is not None and event.tag not in _TAGS:
            raise self.trouble(at, f"the tag `{excerpt(event.tag)}`", "values have no tags here")
        if len(trail) > DEEPEST_MODEL:
            raise self.trouble(at, f"more than {DEEPEST_MODEL} levels", "no file for Handrail is that deep")
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, trail, at)
        if isinstance(event, yaml.SequenceStartEvent):
            items = iter(lambda: next(self.events), None)
            inside = takewhile(lambda item: not isinstance(item, yaml.SequenceEndEvent), items)
            return [self.build(item, (*trail, number)) for number, item in enumerate(inside)]
        return self.mapping(trail)

    def mapping(self, trail: Trail) -> dict[str, Any]:
        built: dict[str, Any] = {}
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            at = _at(key)
            if not isinstance(key, yaml.ScalarEvent):
                raise self.trouble(at, "a name that is a list, a mapping or an alias", "names are texts")
            if key.value in built:
                raise self.trouble(at, f"`{excerpt(key.value)}` stands twice", "give each its own name")
            if key.value == "<<":
                raise self.trouble(at, "a merge", "write the values again")
            self.document.names[(*trail, key.value)] = at
            built[key.value] = self.build(next(self.events), (*trail, key.value))
        return built

    def scalar(self, event: Any, trail: Trail, at: At) -> Any:
        if event.start_mark.line == event.end_mark.line:
            self.document.inside[trail] = At(at.line, at.column + (1 if event.style in ("'", '"') else 0))
        if not event.style and event.tag != "tag:yaml.org,2002:str" and event.value in _PLAIN:
            return _PLAIN[event.value]
        if not event.style and _NUMBER.fullmatch(event.value):
            return Decimal(event.value)
        return event.value

    def trouble(self, at: At, found: str, help: str) -> UnreadableInput:
        return UnreadableInput(f"{self.name}:{at.line}:{at.column}: {found}; {help}")


def _at(event: Any) -> At:
    return At(event.start_mark.line + 1, event.start_mark.column + 1)
