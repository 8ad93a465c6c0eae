"""Patterns over a text: `*` stands for any run of characters, `{}` for the run that is wanted.

Not regular expressions: matching takes at most the length of the text times that of the pattern, whatever either says,
because a screen's text is chosen by others.
"""

from dataclasses import dataclass

LONGEST_PATTERN = 200


class PatternError(ValueError):
    """A pattern that cannot be meant: a clause that says why, and where in it."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(reason)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class TextPattern:
    """The pieces between the stars, and which star is the wanted one (None: the whole text)."""

    source: str
    pieces: tuple[str, ...]
    wanted: int | None = None

    def matches(self, text: str) -> bool:
        """Whether the whole text is of the pattern."""
        return self.capture(text) is not None

    def capture(self, text: str) -> str | None:
        """What stands at `{}`, or the whole text in a pattern without it; None if the text is not of the pattern.

        Each piece is looked for as far left as it can be, so a run is as short as it can be.
        """
        first, *rest = self.pieces
        if not rest:
            return text if text == first else None
        last = rest.pop()
        if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
            return None
        position, end = len(first), len(text) - len(last)
        runs: list[str] = []
        for piece in rest:
            found = text.find(piece, position, end)
            if found < 0:
                return None
            runs.append(text[position:found])
            position = found + len(piece)
        runs.append(text[position:end])
        return text if self.wanted is None else runs[self.wanted]


def read_pattern(source: str) -> TextPattern:
    """A pattern from its text; a backslash takes the next character as it stands. Raises `PatternError`."""
    if len(source) > LONGEST_PATTERN:
        raise PatternError(f"the pattern has {len(source)} characters; at most {LONGEST_PATTERN} are read")
    pieces, wanted, position = [""], None, 0
    while position < len(source):
        if source[position] == "\\":
            if position + 1 == len(source):
                raise PatternError("the pattern ends with a backslash; write `\\\\` for one", position)
            pieces[-1] += source[position + 1]
            position += 2
        elif source.startswith("{}", position):
            if wanted is not None:
                raise PatternError("the pattern has two `{}`; write `*` for what is not wanted", position)
            wanted = len(pieces) - 1
            pieces.append("")
            position += 2
        elif source[position] == "*":
            pieces.append("")
            position += 1
        else:
            pieces[-1] += source[position]
            position += 1
    return TextPattern(source, tuple(pieces), wanted)
