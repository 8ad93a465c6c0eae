"""Names by pattern: `Delete*`. A star stands for any run of characters; nothing else is special.

Names of commitments, states, variables and bindings are compared in normal form, so that `DELETE_ACCOUNT` cannot pass
by a rule about `delete*`. Packages are compared as they are: Android tells `com.bank` from `com.Bank`.
"""

from dataclasses import dataclass

from handrail.app.text_pattern import TextPattern, read_pattern
from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A pattern as it was written, and its pieces as they are compared."""

    source: str
    pattern: TextPattern
    exact: bool = False

    def matches(self, name: str) -> bool:
        """Whether a name is of the pattern. Linear in the length of the name for every piece."""
        return self.pattern.matches(name if self.exact else normal_form(name))


def name_pattern(source: str, *, exact: bool = False) -> NamePattern:
    """A pattern from its text; `exact` tells capitals apart. Raises `PatternError`."""
    pattern = read_pattern(source.replace("{", "\\{") if not source.endswith("\\") else source)
    pieces = pattern.pieces if exact else tuple(normal_form(piece) for piece in pattern.pieces)
    return NamePattern(source, TextPattern(source, pieces), exact)
