"""Patterns over a text: `*` stands for any run of characters, `{}` for the run that is wanted.

Not regular expressions: matching takes at most the length of the text times that of the pattern, whatever either says,
because a screen's text is chosen by others.
"""

from dataclasses import dataclass

LONGEST_PATTERN = 200
MOST_READINGS = 64
"""In how many ways a text may fit a pattern for all of them to be looked at."""


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
        if self.wanted is not None:
            return self.capture(text) is not None
        return text == self.pieces[0] if len(self.pieces) == 1 else self.fits(text)

    def capture(self, text: str) -> str | None:
        """What stands at `{}`, or the whole text in a pattern without it.

        None if the text is not of the pattern, or is so in two ways that differ there: whoever writes a part of the
        text could write what stands around the next part, too.
        """
        found = self.captures(text)
        return found[0] if len(found) == 1 else None

    def captures(self, text: str) -> tuple[str, ...]:
        """All that could be meant by `{}`, each once; nothing where that is more than can be looked at."""
        leftmost = self._leftmost(text)
        if leftmost is None:
            return ()
        if self.wanted is None:
            return (text,)
        first, last, rest = self.pieces[0], self.pieces[-1], self.pieces[1:-1]
        begin, end = len(first), len(text) - len(last)
        rightmost: list[int] = []
        position = end
        for piece in reversed(rest):
            position = text.rfind(piece, begin, position)
            rightmost.insert(0, position)
        starts, ends = [begin], [end]
        if self.wanted:
            before = self.wanted - 1
            places = _places(rest[before], text, leftmost[before], rightmost[before])
            starts = [place + len(rest[before]) for place in places]
        if self.wanted < len(rest):
            ends = _places(rest[self.wanted], text, leftmost[self.wanted], rightmost[self.wanted])
        if len(starts) * len(ends) > MOST_READINGS:
            return ()
        return tuple(dict.fromkeys(text[start:stop] for start in starts for stop in ends if start <= stop))

    def fits(self, text: str) -> bool:
        """Whether the text is of the pattern, perhaps in several ways."""
        return self._leftmost(text) is not None

    def _leftmost(self, text: str) -> list[int] | None:
        """Where the pieces between the first and the last stand, each as far left as it can."""
        if len(self.pieces) == 1:
            return [] if text == self.pieces[0] else None
        first, *rest, last = self.pieces
        if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
            return None
        leftmost: list[int] = []
        position, end = len(first), len(text) - len(last)
        for piece in rest:
            found = text.find(piece, position, end)
            if found < 0:
                return None
            leftmost.append(found)
            position = found + len(piece)
        return leftmost


def _places(piece: str, text: str, first: int, last: int) -> list[int]:
    """Where a piece stands, from one place to another."""
    if not piece:  # it stands everywhere between
        return list(range(first, min(last, first + MOST_READINGS) + 1))
    found = [first]
    while found[-1] < last and len(found) <= MOST_READINGS:
        found.append(text.find(piece, found[-1] + 1))
    return found


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
