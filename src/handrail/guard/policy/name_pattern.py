"""Names by pattern: `Delete*`. A star stands for any run of characters; nothing else is special.

Names of commitments, states, variables and bindings are compared in normal form, so that `DELETE_ACCOUNT` cannot pass
by a rule about `delete*`. Packages are compared as they are: Android tells `com.bank` from `com.Bank`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from handrail.app.text_pattern import PatternError, TextPattern, read_pattern
from handrail.language.normal_form import normal_form
from handrail.language.verbalize import printable


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A pattern as it was written, and its pieces as they are compared."""

    source: str
    pattern: TextPattern
    exact: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it is one name, without a star."""
        return len(self.pattern.pieces) == 1

    def matches(self, name: str) -> bool:
        """Whether a name is of the pattern. Linear in the length of the name for every piece."""
        return self.pattern.matches(name if self.exact else normal_form(name))


def name_pattern(source: str, *, exact: bool = False) -> NamePattern:
    """A pattern from its text; `exact` tells capitals apart. Raises `PatternError`."""
    pattern = read_pattern(source.replace("{", "\\{") if not source.endswith("\\") else source)
    pieces = pattern.pieces if exact else tuple(normal_form(piece) for piece in pattern.pieces)
    return NamePattern(source, TextPattern(source, pieces), exact)


def name_patterns(sources: Iterable[str], *, exact: bool = False) -> tuple[NamePattern, ...]:
    """Several patterns from their texts."""
    return tuple(name_pattern(source, exact=exact) for source in sources)


def sources_of(patterns: Iterable[NamePattern]) -> list[str]:
    """The texts of several patterns."""
    return [pattern.source for pattern in patterns]


def as_list(raw: Any) -> Any:
    """What a file may give alone, as a list of one."""
    return raw if isinstance(raw, list) else [raw]


def _plain(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty; write a name, or leave it out")
    if printable(text, len(text)) != " ".join(text.split()):
        raise ValueError("holds characters that nobody sees; write plain text")
    return text


def _pattern(text: str) -> str:
    try:
        name_pattern(text)
    except PatternError as error:
        raise ValueError(f"cannot be a pattern: {error}") from None
    return _plain(text)


PlainText: TypeAlias = Annotated[str, AfterValidator(_plain)]
PatternText: TypeAlias = Annotated[str, AfterValidator(_pattern)]
PatternTexts: TypeAlias = Annotated[
    list[PatternText],
    BeforeValidator(as_list),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
"""A name with `*` for any run of characters, or a list of them of which one is enough."""
