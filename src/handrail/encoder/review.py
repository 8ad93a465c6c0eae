"""A specification for the person whose task it is: in plain words, every value with the words it came from.

Also what was assumed, what of the instruction no rule needs, and what the encoder added. Texts of models, apps and
users are shown as data: on one line, bounded, without control characters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from handrail.encoder.coverage import holds
from handrail.encoder.draft import Draft, ValueSource
from handrail.encoder.grounding import Constant, GroundedInstruction, constants, stands_there
from handrail.encoder.words import lists, stems, words_of, words_of_name
from handrail.language.diagnostic import Diagnostic
from handrail.language.printer import show_rule
from handrail.language.rule import Done, Literal, Now, Objective, Rule
from handrail.language.specification import Specification
from handrail.language.value import Type
from handrail.language.verbalize import Verbalizer, printable, quoted, spaced
from handrail.text.word_forms import stem

# Which words of the instruction a value of the rules comes from: those its trace quotes, else those that say it.


LONGEST_NOTE = 240
UNSAID = "nobody said it in so many words"


@dataclass(frozen=True, slots=True)
class ValueOrigin:
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


def _origin_of(constant: Constant, traces: Sequence[ValueSource], said: GroundedInstruction) -> ValueOrigin:
    """The origin of a value that passed the checks."""
    own = [trace for trace in traces if constant.is_called(trace.what)]
    literal = stands_there(constant, said)
    note = next((_note_of(trace.assumption) for trace in own if trace.assumption), "")
    start, end = next(
        ((trace.start, trace.end) for trace in own if trace.words and trace.end > trace.start >= 0), (-1, -1)
    )
    if start < 0:
        start, end = _place_of(constant, said)
    words = said.text[start:end] if start >= 0 else ""
    # On and off, and the values that an app lists, are named by other words than their own without being guessed.
    plain = literal or (bool(words) and constant.variable.type in (Type.BOOLEAN, Type.ENUM))
    return ValueOrigin(constant.place, constant.shown, words, start, end, note if note or plain else UNSAID)


def _note_of(text: str | None) -> str:
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


# The review, rule by rule.


@dataclass(frozen=True, slots=True)
class ReviewedRule:
    """A rule as it is written, in words, and the origin of each of its values."""

    rule: str
    words: str
    origins: tuple[ValueOrigin, ...]
    added: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """What a person needs to say yes or no. `assumptions` and `left_out` are what to look at first."""

    instruction: str
    rules: tuple[ReviewedRule, ...]
    objectives: tuple[tuple[str, str], ...]
    assumptions: tuple[str, ...]
    left_out: tuple[str, ...]
    doubts: tuple[str, ...] = ()

    def as_text(self) -> str:
        """The whole review as plain text."""
        lines = [f"Asked for: {quoted_long(self.instruction)}", ""]
        for number, reviewed in enumerate(self.rules, 1):
            lines.append(f"{number}. {reviewed.words}" + (" (added: the common end of all goals)" * reviewed.added))
            lines += [f"     {_origin_line(origin)}" for origin in reviewed.origins]
        for title, entries in (
            ("Assumed", self.assumptions),
            ("Not used", self.left_out),
            ("In doubt", self.doubts),
        ):
            if entries:
                lines += ["", f"{title}:", *(f"  - {entry}" for entry in entries)]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The review for programs."""
        return {
            "instruction": self.instruction,
            "rules": [
                {
                    "rule": rule.rule,
                    "words": rule.words,
                    "added": rule.added,
                    "values": [
                        {
                            "place": origin.place,
                            "value": origin.value,
                            "words": origin.words or None,
                            "span": [origin.start, origin.end] if origin.start >= 0 else None,
                            "assumption": origin.assumption or None,
                        }
                        for origin in rule.origins
                    ],
                }
                for rule in self.rules
            ],
            "objectives": dict(self.objectives),
            "assumptions": list(self.assumptions),
            "left_out": list(self.left_out),
            "doubts": list(self.doubts),
        }


def review_of(
    specification: Specification, draft: Draft, said: GroundedInstruction, doubts: Sequence[Diagnostic] = ()
) -> Review:
    """The review of a checked draft."""
    words = Verbalizer(specification.states)
    meanings = dict(draft.objectives)
    added = frozenset(draft.added)
    reviewed = []
    for rule in specification.rules:
        shown = show_rule(rule)
        origins = tuple(
            dict.fromkeys(
                _origin_of(constant, draft.traces, said) for constant in constants((rule,), specification.states)
            )
        )
        reviewed.append(ReviewedRule(shown, words.rule(rule), origins, _source_of(rule, specification) in added))
    heads = [rule.head.name for rule in specification.rules if isinstance(rule.head, Objective)]
    objectives = tuple((name, _note_of(meanings.get(name, "")) or spaced(name)) for name in dict.fromkeys(heads))
    assumed = dict.fromkeys(
        _assumption_line(origin) for review in reviewed for origin in review.origins if origin.assumption
    )
    ungiven = dict.fromkeys(
        f"{_note_of(trace.what)}: {_note_of(trace.assumption)}"
        for trace in draft.traces
        if trace.assumption and not any(constant.is_called(trace.what) for constant in _all(specification))
    )
    return Review(
        said.text,
        tuple(reviewed),
        objectives,
        (*assumed, *ungiven),
        tuple(f"{quoted(left_out.words)}: {_note_of(left_out.why)}" for left_out in draft.left_out),
        tuple(dict.fromkeys(doubt.found + (f" ({doubt.help})" if doubt.help else "") for doubt in doubts)),
    )


def _all(specification: Specification) -> tuple[Constant, ...]:
    return tuple(constants(specification.rules, specification.states))


def _source_of(rule: Rule, specification: Specification) -> str:
    lines = specification.source.split("\n")
    return lines[rule.span.line - 1] if isinstance(rule.head, Done) and rule.span.line <= len(lines) else ""


def _origin_line(origin: ValueOrigin) -> str:
    value = printable(origin.value, LONGEST_NOTE)
    if not origin.words:
        return f"{value} ← {origin.assumption}" if origin.assumption else value
    read = f": {origin.assumption}" if origin.assumption else ""
    return f"{value} ← {quoted(origin.words)}{read}"


def _assumption_line(origin: ValueOrigin) -> str:
    value = f"{origin.place} {printable(origin.value, LONGEST_NOTE)}"
    if not origin.words:
        return f"{value}: {origin.assumption}"
    return f"{quoted(origin.words)} read as {value}: {origin.assumption}"


def quoted_long(text: str) -> str:
    """An instruction on one line, as data."""
    return '"' + printable(text, 2_000).replace('"', "'") + '"'
