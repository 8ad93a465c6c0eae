"""An instruction cut into clauses: what each asks for, whether it is a condition, and what is only the way there."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from handrail.encoder.offline.clause import (
    ENDS,
    PARTICLE_VERBS,
    PARTICLES,
    SPEAKERS,
    Clause,
    ClauseRole,
    class_of_verb,
    command_of,
    is_inside,
    names_it,
    says_only,
    starts_with,
    without_filler,
    without_reason,
)
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.tokens import Token, ValueKind, ValueMention

_IF = frozenset(("if", "unless", "provided"))
_THEN = frozenset(("then", "afterwards", "finally", "lastly"))
_ELSE = (("otherwise",), ("else",), ("if", "not"), ("if", "none"), ("or", "else"))
_NOUNS_AFTER = frozenset(["and", "or", "of", "is", "are", ",", ".", "for", "in", "on", "at", "with", "by"])
_REFERS_BACK = frozenset(["this", "that", "it", "its", "them", "these", "those"])


def clauses(words: Sequence[Token], values: Sequence[ValueMention], hidden: Collection[int]) -> tuple[Clause, ...]:
    """The clauses of an instruction in order, without the words that are `hidden`, as those that only name the app."""
    found: list[Clause] = []
    for sentence in _sentences(words, values):
        found += _of_sentence(words, values, [p for p in sentence if p not in hidden])
    return tuple(clause for clause in found if clause.positions or clause.does_nothing)


def _sentences(words: Sequence[Token], values: Sequence[ValueMention]) -> Iterator[list[int]]:
    sentence: list[int] = []
    for position, word in enumerate(words):
        if word.text in ENDS and word.kind == "mark" and not is_inside(values, position):
            numbered = bool(sentence) and words[sentence[-1]].kind == "number" and sentence[-1] == position - 1
            part_of_value = numbered and any(
                mention.last - mention.first > 1 and mention.covers(position - 1) for mention in values
            )
            numbered = numbered and not part_of_value  # `March 15.`
            if numbered and position + 1 < len(words) and words[position + 1].is_capitalised:
                sentence.pop()  # the `1.` of a numbered list
            yield sentence
            sentence = []
        else:
            sentence.append(position)
    yield sentence


def _of_sentence(words: Sequence[Token], values: Sequence[ValueMention], sentence: list[int]) -> Iterator[Clause]:
    role = ClauseRole.COMMAND
    for number, part in enumerate(_parts(words, values, sentence)):
        positions = without_filler(words, without_reason(words, values, part))
        if not positions or says_only(words, positions, is_first=number == 0):
            continue
        alternative = next((len(p) for p in _ELSE if starts_with(words, positions, p)), 0)
        if alternative:
            role = ClauseRole.OTHERWISE
            positions = without_filler(words, positions[alternative:])
        elif words[positions[0]].lower in _IF:
            yield _condition(words, positions)
            role = ClauseRole.CONSEQUENCE
            continue
        if positions:
            clause = replace(
                command_of(words, values, positions, role),
                is_next=_comes_next(words, positions[0]),
                is_purpose=positions[0] > 0 and words[positions[0] - 1].lower == "to",
            )
            yield from _distributed(words, values, clause)


def _comes_next(words: Sequence[Token], first: int) -> bool:
    """Whether the words before a command say that it comes after another: `then`, `after that`, `finally`."""
    before = [word.lower for word in words[max(0, first - 3) : first]]
    return (
        any(word in _THEN for word in before) or before[-3:-1] == ["after", "that"] or before[-2:] == ["after", "that"]
    )


def _condition(words: Sequence[Token], positions: list[int]) -> Clause:
    negative = words[positions[0]].lower == "unless" or any(
        words[position].lower in grammar().negations for position in positions
    )
    rest = tuple(p for p in positions[1:] if words[p].lower not in grammar().negations)
    return Clause(rest, "", None, False if negative else None, ClauseRole.CONDITION)


def _parts(words: Sequence[Token], values: Sequence[ValueMention], sentence: list[int]) -> Iterator[list[int]]:
    part: list[int] = []
    conditional = False
    for index, position in enumerate(sentence):
        word = words[position]
        if not part and word.lower in _IF:
            conditional = True
        rest = sentence[index + 1 :]
        if part and not is_inside(values, position):
            comma = word.text == "," and word.kind == "mark"
            if comma and conditional and not _starts_as_item(words, rest):
                yield part
                part, conditional = [], False
                continue
            if comma and _gives_reason(words, rest):
                part = []
                continue
            linked = comma or word.text in (":", "–") or word.lower in ("and", "then", "but", "&")
            speaks = linked and _begins_remark(words, rest)
            named = bool(rest) and is_inside(values, rest[0])
            if speaks or (linked and not named and (_begins_command(words, rest) or _begins_clause(words, rest))):
                yield part
                part, conditional = [], False
                continue
            if word.lower == "and" and _goes_on_switching(words, part, rest):
                yield part
                part = [without_filler(words, part)[0]]
                continue
            if (comma or word.lower == "and") and _switches(words, part) and _switches(words, rest):
                yield part
                part = []
                continue
            if word.lower == "then" and conditional:
                yield part
                part, conditional = [], False
                continue
            if word.lower == "to" and _is_opening(words, part) and _begins_command(words, rest):
                yield part
                part = []
                continue
            if word.lower in ("if", "unless", "otherwise") and not conditional:
                yield part
                part, conditional = [position], word.lower != "otherwise"
                continue
        part.append(position)
    yield part


def _goes_on_switching(words: Sequence[Token], part: list[int], rest: Sequence[int]) -> bool:
    """`switch the wifi off` before `and bluetooth on`."""
    said = without_filler(words, part)
    if not said or words[said[0]].lower not in PARTICLE_VERBS or words[said[-1]].lower not in PARTICLES:
        return False
    return any(words[position].lower in PARTICLES for position in rest[1:5])


def _switches(words: Sequence[Token], part: Sequence[int]) -> bool:
    """`dark theme on`, up to the next mark."""
    said: list[int] = []
    for position in part:
        if words[position].text in (",", ";") or words[position].lower == "and":
            break
        said.append(position)
    return len(said) > 1 and words[said[-1]].lower in PARTICLES


def _begins_remark(words: Sequence[Token], rest: Sequence[int]) -> bool:
    """Whether somebody says what they do themselves: `I'll start that myself`."""
    positions = [position for position in rest if words[position].lower not in ("and", "then", "but", "as", "since")]
    return len(positions) > 1 and words[positions[0]].lower in SPEAKERS


def _gives_reason(words: Sequence[Token], rest: list[int]) -> bool:
    """Whether what stands before `, so ...` is only the reason, and nothing of it is spoken of after."""
    if not rest or words[rest[0]].lower != "so" or not _begins_command(words, rest):
        return False
    return not any(words[position].lower in _REFERS_BACK for position in rest)


def _starts_as_item(words: Sequence[Token], rest: Sequence[int]) -> bool:
    return bool(rest) and words[rest[0]].lower in ("and", "or")


def _begins_clause(words: Sequence[Token], rest: list[int]) -> bool:
    positions = [position for position in rest if words[position].text != ","]
    if positions and words[positions[0]].lower in ("and", "then", "but"):
        positions = positions[1:]
    return bool(positions) and words[positions[0]].lower in ("if", "otherwise", "unless")


def _is_opening(words: Sequence[Token], part: list[int]) -> bool:
    positions = without_filler(words, part)
    return bool(positions) and words[positions[0]].lower in ("open", "launch", "use", "go", "visit", "enable")


def _begins_command(words: Sequence[Token], rest: list[int]) -> bool:
    while rest and words[rest[0]].lower in ("and", "then", ",", "also"):
        rest = rest[1:]
    positions = without_filler(words, list(rest))
    if not positions or words[positions[0]].kind != "word":
        return False
    lower = words[positions[0]].lower
    if not class_of_verb(lower) or names_it(words, positions[0]):
        return False
    if lower in ("don't", "dont") or len(positions) == 1:
        return len(positions) > 1 or grammar().verbs.get(lower) in (VerbClass.ACT, VerbClass.CREATE, VerbClass.REMOVE)
    if grammar().verbs.get(lower) is VerbClass.CHECK and lower in ("is", "are", "do", "does", "count"):
        return False
    follower = words[positions[1]]
    return not (follower.lower in _NOUNS_AFTER and follower.lower not in ("on", "in", "for", "with", "at"))


# One clause for each of several things that are listed: `add "A", "B" and "C"`.


def _distributed(words: Sequence[Token], values: Sequence[ValueMention], clause: Clause) -> list[Clause]:
    """`add two tasks: "A" and "B"` as a clause for each of them."""
    within = [value for value in values if value.first in clause.positions]
    runs = [
        _listed(words, [mention for mention in within if mention.kind is kind])
        for kind in (ValueKind.TEXT, ValueKind.NAME)
    ]
    listed = max(runs, key=len)
    if len(listed) < 2 or clause.reads or clause.is_(VerbClass.SEARCH) or clause.role is ClauseRole.DETAIL:
        return [clause]
    counts = [mention for mention in values if mention.value == len(listed) and mention.first in clause.positions]
    hidden = {position for count in counts for position in range(count.first, count.last)}
    found: list[Clause] = []
    for item in listed:
        others = {position for position in range(listed[0].first, listed[-1].last) if not item.covers(position)}
        positions = tuple(position for position in clause.positions if position not in others | hidden)
        found.append(replace(clause, positions=positions))
    return found


def _listed(words: Sequence[Token], texts: Sequence[ValueMention]) -> list[ValueMention]:
    """The longest run of texts with nothing but commas and `and` between them."""
    runs: list[list[ValueMention]] = [[]]
    for text in texts:
        between = words[runs[-1][-1].last : text.first] if runs[-1] else ()
        if runs[-1] and not (between and all(word.lower in (",", "and", "&", "the") for word in between)):
            runs.append([])
        runs[-1].append(text)
    longest = max(runs, key=len)
    last = {word.lower for word in words[longest[-2].last : longest[-1].first]} if len(longest) > 1 else set()
    return longest if longest and (longest[0].kind is ValueKind.TEXT or last & {"and", "&"}) else []
