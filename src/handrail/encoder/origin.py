"""Which words of the instruction a value of the rules comes from: those its trace quotes, else those that say it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from handrail.encoder.constants import Constant
from handrail.encoder.coverage import holds
from handrail.encoder.draft import Trace
from handrail.encoder.grounding import GroundedInstruction, stands_there
from handrail.encoder.words import lists, stem, stems, words_of, words_of_name
from handrail.language.rule import Literal, Now
from handrail.language.value import Type
from handrail.language.verbalize import printable

LONGEST_NOTE = 240
UNSAID = "nobody said it in so many words"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one value of a rule comes from.

    `words` of the instruction, from character `start` to `end`; empty and -1 where nobody said it. `assumption` says
    how they were read, or why the value is there; empty where the words are the value.
    """

    place: str
    value: str
    words: str
    start: int
    end: int
    assumption: str


def origin_of(constant: Constant, traces: Sequence[Trace], said: GroundedInstruction) -> Origin:
    """The origin of a value that passed the checks."""
    own = [trace for trace in traces if constant.is_called(trace.what)]
    literal = stands_there(constant, said)
    note = next((note_of(trace.assumption) for trace in own if trace.assumption), "")
    start, end = next(((one.start, one.end) for one in own if one.words and one.end > one.start >= 0), (-1, -1))
    if start < 0:
        start, end = _place_of(constant, said)
    words = said.text[start:end] if start >= 0 else ""
    # On and off, and the values that an app lists, are named by other words than their own without being guessed.
    plain = literal or (bool(words) and constant.variable.type in (Type.BOOLEAN, Type.ENUM))
    return Origin(constant.place, constant.shown, words, start, end, note if note or plain else UNSAID)


def note_of(text: str | None) -> str:
    """A remark by a model or an encoder, as data for people."""
    return printable(text or "", LONGEST_NOTE)


def _place_of(constant: Constant, said: GroundedInstruction) -> tuple[int, int]:
    for value in said.values:
        if holds(constant, value, (constant,), said):
            return value.start, value.end
    match constant.term:
        case Literal(str() as text) if words_of(text):
            found = _find(words_of(text), said.text)
        case Literal(Decimal() as number):
            names = [word for word, meant in lists().numbers.items() if meant == number and word in said.words]
            found = _find((names[0],), said.text) if names else None
        case Now():
            found = re.search(r"\b(now|current(ly)?)\b", said.text, re.IGNORECASE)
        case _:
            found = None
    if found is None and constant.variable.type in (Type.BOOLEAN, Type.ENUM):
        return _spoken_of(constant, said.text)
    return found.span() if found else (-1, -1)


def _find(words: tuple[str, ...], text: str) -> re.Match[str] | None:
    return re.search(r"(?<!\w)" + r"[\W_]+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE)


def _spoken_of(constant: Constant, text: str) -> tuple[int, int]:
    """From the first to the last word of a close group that names the variable or the state."""
    named = stems((*words_of_name(constant.variable.name), *words_of_name(constant.state)))
    spots = [
        match.span()
        for match in re.finditer(r"[^\W_]+", text)
        if match[0].lower() not in lists().little and stem(match[0].lower()) in named
    ]
    if not spots:
        return -1, -1
    start, end = spots[0]
    for next_start, next_end in spots[1:]:
        if next_start - end > 1:
            break
        end = next_end
    return start, end
