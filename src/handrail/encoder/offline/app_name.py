"""The words of an instruction that only name the app: `on BBC`, `the Clock app`, `using Google Maps`."""

from collections.abc import Sequence

from handrail.encoder.offline.filler import is_inside
from handrail.encoder.offline.mention import Mention
from handrail.encoder.offline.tokens import Token, form

_PREPOSITIONS = frozenset(["on", "in", "using", "from", "via", "at", "of", "inside", "within", "through", "with"])
_OPENERS = frozenset(["open", "launch", "start", "go", "to", "visit", "enter", "access"])


def app_mentions(words: Sequence[Token], values: Sequence[Mention], app_words: frozenset[str]) -> frozenset[int]:
    """The positions of `on BBC`, `the Clock app`, `using Google Maps`."""
    hidden = set(_leading_place(words, values))
    for position, word in enumerate(words):
        if word.kind != "word" or position in hidden or is_inside(values, position):
            continue
        last = _app_name_end(words, position, app_words)
        if last is None:
            continue
        first = position
        while first and words[first - 1].lower in ("the", "my", "this"):
            first -= 1
        before = words[first - 1].lower if first else ""
        has_app = last < len(words) and words[last].lower in ("app", "application", "apps")
        whole = last - position > 1 and all(word.is_capitalised for word in words[position:last])
        framed = before in _PREPOSITIONS or before in _OPENERS or whole
        if not framed and not (has_app and word.is_capitalised and first == 0):
            continue
        if before in _PREPOSITIONS and before not in _OPENERS:
            first -= 1
        hidden.update(range(first, last + has_app))
    return frozenset(hidden)


def _leading_place(words: Sequence[Token], values: Sequence[Mention]) -> range:
    """`On Play Books,` at the very beginning: a place with a capital, before a comma."""
    if not words or words[0].lower not in ("on", "in", "using", "with", "inside", "within", "from"):
        return range(0)
    comma = next((position for position, word in enumerate(words[:7]) if word.text == ","), 0)
    place = [word for word in words[1:comma] if word.lower not in ("the", "app", "application", "my")]
    if not place or not all(word.is_capitalised for word in place):
        return range(0)
    return range(0) if any(is_inside(values, position) for position in range(comma)) else range(comma)


def _app_name_end(words: Sequence[Token], position: int, app_words: frozenset[str]) -> int | None:
    end = _longest_name(words, position, app_words)
    follows = words[end].lower if end < len(words) else ""
    if end > position:
        named = follows in ("app", "application") or any(word.is_capitalised for word in words[position:end])
        before = words[position - 1].lower if position else ""
        named = named or end > position + 1 or before in ("open", "launch")
        ends = end == len(words) or words[end].lower in (",", ".", "!", "?", "and", "then")
        named = named or (ends and before in ("in", "on", "using", "from", "via"))
        return end if named else None
    for after in range(position + 1, min(position + 4, len(words))):
        if words[after].lower in ("app", "application") and words[position].is_capitalised:
            before = words[position - 1].lower if position else ""
            before = words[position - 2].lower if before == "the" and position > 1 else before
            return after if before in _PREPOSITIONS or before in ("open", "launch") else None
    return None


def _longest_name(words: Sequence[Token], position: int, app_words: frozenset[str]) -> int:
    """The end of the longest stretch that is made of the app's name, or that is its name written together."""
    end = position
    while end < len(words) and words[end].kind == "word" and form(words[end].lower).surface in app_words:
        end += 1
    for last in range(min(position + 3, len(words)), position, -1):
        if "".join(word.lower for word in words[position:last]) in app_words:
            return max(end, last)
    return end
